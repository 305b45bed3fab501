"""What the referee answers to an event (acta.md section 4): read as attributes, a dict or one JSON line.

An answer is made for every card, so it keeps what it was given and writes words only when it is asked. In here an
object is a tuple of (key, value) pairs, for dicts keep no order under MicroPython; arrays are lists.
"""

from tute.acta import event_text
from tute.audit import VERDICTS
from tute.cards import SUITS, card_name
from tute.trick import duty_names


def plain(value):
    """Pairs as dicts, through and through."""
    if isinstance(value, tuple):
        return {key: plain(inner) for key, inner in value}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    return value


def to_json(value):
    """JSON text of a value made of pairs, lists, strings of plain ASCII, ints, bools and None."""
    if isinstance(value, tuple):
        return "{" + ", ".join(['"%s": %s' % (key, to_json(inner)) for key, inner in value]) + "}"
    if isinstance(value, list):
        return "[" + ", ".join([to_json(inner) for inner in value]) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


class Answer:
    """One answer. Seats and numbers are ints; `trump` and `upcard` are a suit and a card; `points` a tuple and `cantes`
    a list by side index; `taken` is (seat, points); `renuncios`, `round`, `audit`, `match` and `xp` as in the JSON.
    What section 4 leaves out is None. `refused` is None if it stands."""

    def __init__(self, event, seat, judged, turn, head, line, taken, refused=None, more=None):
        self.parsed = event  # the event as a tuple (acta.py)
        self.seat = seat  # whose it is, 0: nobody's
        self.judged = judged  # verdict | flags of its duties << 2
        self.turn = turn or None
        self.head = head  # what Round.refresh made, None if no round is open
        self.line = line
        self.taken = taken
        self.refused = refused
        self.more = more  # dict of the rare keys, None if there are none

    def __getattr__(self, name):
        if name in ("renuncios", "claim", "cantes", "round", "audit", "match", "xp"):
            value = self.more and self.more.get(name)
            return value if value is None else plain(value)
        if name in ("points", "trump", "upcard", "trick"):
            return self.head and self.head[("points", "trump", "upcard", "trick").index(name)]
        raise AttributeError(name)

    @property
    def ok(self):
        """Whether the event stands."""
        return self.refused is None

    @property
    def event(self):
        """The event as understood, its seat filled in."""
        return event_text(self.parsed, self.seat)

    @property
    def verdict(self):
        """`legal`, `illegal` or `open` for a play; else None."""
        return VERDICTS[self.judged & 3] or None

    @property
    def duty(self):
        """Kinds of renuncio that some possible hand makes the play; None if none does."""
        return duty_names(self.judged >> 2) or None

    def pairs(self):
        """All keys of section 4 that apply, in its order, with their JSON values."""
        pairs = [("line", self.line), ("event", self.event), ("ok", self.ok)]
        more = self.more or {}
        head = self.head
        names = head and head[4] or more.get("names")
        for name in ("refused", "verdict", "duty"):
            self._add(pairs, name, getattr(self, name))
        for name in ("renuncios", "claim"):
            self._add(pairs, name, more.get(name))
        if head:
            pairs.append(("turn", self.turn))
            pairs.append(("trick", head[3]))
        if self.taken:
            pairs.append(("taken", (("seat", self.taken[0]), ("points", self.taken[1]))))
        if head:
            pairs.append(("points", by_side(names, head[0])))
        if "cantes" in more:
            pairs.append(("cantes", by_side(names, more["cantes"])))
        if head:
            pairs.append(("trump", SUITS[head[1]]))
            pairs.append(("upcard", None if head[2] is None else card_name(head[2])))
        for name in ("round", "audit", "match", "xp"):
            self._add(pairs, name, more.get(name))
        return pairs

    def _add(self, pairs, name, value):
        if value is not None:
            pairs.append((name, value))

    def to_dict(self):
        """The answer as section 4 has it."""
        return plain(tuple(self.pairs()))

    def dumps(self):
        """The answer as one JSON line, keys in the order of section 4: the same bytes under both interpreters."""
        return to_json(tuple(self.pairs()))


def by_side(names, values):
    """Pairs of side name and value."""
    return tuple([(name, values[i]) for i, name in enumerate(names)])


def dumps(answer):
    """JSON line of an answer."""
    return answer.dumps()
