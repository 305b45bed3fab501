"""Doubts: what cannot be known from the cards alone is asked, and the table goes on under the proposed answer."""

from tapete.table import Question, pair_of, parts
from tute.cards import card_name

_CERTAIN = ("card_elsewhere", "card_played", "card_unknown")


class Doubt:
    """A question under whose proposed answer the table goes on.

    heads   for each answer (events it begins with, cards that are to be played after them)
    base    how many events stood before it
    lay     how many cards of its trick lay before it
    done    how many events of heads[0] are written
    tail    cards that were taken after them
    full    what comes now waits for the answer
    gone    the first that waited came when the trick was open and its cards were gone
    """

    def __init__(self, heads, base, lay, done=0):
        self.heads = heads
        self.base = base
        self.lay = lay
        self.done = done
        self.tail = []
        self.full = False
        self.gone = False
        self.cards = []
        self.question = None


def begin(t, kind, cards, done=0, written=None):
    """Open a doubt about these cards. done: events of its proposed answer that stand already.

    written: a start found the doubt in the acta, and this many events after its beginning."""
    fresh = written is None
    n = done if fresh else written
    seen = t.room("mend").before(t, n, lambda: _BUILD[kind](t, cards) + (len(t.ref.table),))
    heads, args, options, lay = seen
    if len(heads) < 2:
        return False
    d = Doubt(heads, len(t.acts) - n, lay, min(n, len(heads[0][0])))
    d.cards = list(cards)
    for i in range(d.base + d.done, len(t.acts)):
        d.tail.append(parts(t.act(i)[1])[2])
    t.doubt = d
    if fresh:
        t.note("@doubt %s %d %s" % (kind, done, " ".join([card_name(card) for card in cards])))
        _go_on(t, d, True)
    elif options[0][0] == "cante_of":
        t.put_aside(cards)
    if d.done < len(heads[0][0]) or heads[0][1]:
        d.full = True

    def lifted(_):
        if options[0][0] == "cante_of" and not d.full and not t.any_here([(0, card) for card in cards]):
            t.close(d.question)
            settle(t, 0)
            t.drain()
        return False

    key = "order" if kind == "order" else "cante_or_play"
    d.question = Question(
        key, args, options, lambda i: settle(t, i), lambda: _drop(t, d), None, lifted, False
    )
    d.question.cycle = key != "order"
    t.ask(d.question)
    return True


def _go_on(t, d, careful):
    """Write what is left of the proposed answer's events."""
    events = d.heads[0][0]
    while d.done < len(events):
        text = events[d.done]
        ans = t.commit(text, careful)
        if ans is None or not ans.ok:
            return
        d.done += 1
        _told(t, text, ans, d.cards)


def _told(t, text, ans, cards):
    """The last event of a doubt stands."""
    word, seat, card = parts(text)
    if word == "play":
        t.played(ans, seat, card)
    else:
        t.room("declare").sung(t, text, ans, cards)


def settle(t, i):
    """Answer i holds."""
    d = t.doubt
    events, rest = d.heads[i]
    if i == 0:
        t.doubt = None
        t.note("@settled")
        t.say("answered")
        _go_on(t, d, False)
    else:
        n = len(t.acts) - d.base
        texts = events + ["play %s ?" % card_name(card) for card in d.tail]
        ans = t.room("mend").rewrite(t, n, texts)
        if ans and not ans.ok:
            t.deny("correct", ans)
            _one_by_one(t, d, [parts(text)[2] for text in events] + d.tail + rest)
            return
        t.doubt = None
        if n + len(texts) < 2:
            t.note("@settled")
        t.say("answered")
        t.aside = [card for card in t.aside if card not in d.cards]
        if texts:
            _told(t, t.act(-1)[1], ans, d.cards)
    # What waited was heard beside the cards before it, which may be collected by now; or a card is missing.
    t.gone_ok = bool(t.held) and not d.gone
    t.look_gone()
    t.held[0:0] = [(card, 0) for card in rest]


def _one_by_one(t, d, cards):
    """An answer that cannot stand as a whole (a card before it was not heard): its cards are judged singly."""
    if min(cards) < 0:  # a cante
        t.ask(d.question)
        return
    n = len(t.acts) - d.base
    if n < 2:
        t.note("@settled")
    t.room("mend").rewrite(t, n, [])
    t.doubt = None
    t.room("takeback").reopened(t)
    t.held[0:0] = [(card, 0) for card in cards]


def _drop(t, d):
    """DESHACER: the cards of the doubt, and those after it, are taken back."""
    n = len(t.acts) - d.base
    if n < 2:
        t.note("@settled")
    t.room("mend").rewrite(t, n, [])
    t.doubt = None
    t.put_aside(d.cards + d.tail)
    t.drop_held()
    t.say("undone", "play", 0, -1)
    t.sound("undo")
    t.room("takeback").reopened(t)


def under_doubt(t, card, text):
    """A card comes while a doubt is open: taken under the proposed answer, or it answers, or it waits."""
    d = t.doubt
    if not d.full and (not t.ref.table or t.any_here(t.ref.table)):
        if t.ref.check(text) is None:
            ans = t.commit(text, True)
            if ans:
                d.tail.append(card)
                t.played(ans, parts(text)[1], card)
                return
        elif _answers(t, d, card):
            return
    wait(t, card)


def _answers(t, d, card):
    """Whether exactly one other answer allows this card: then it holds."""
    tail = ["play %s ?" % card_name(c) for c in d.tail + [card]]
    mend = t.room("mend")
    n = len(t.acts) - d.base
    can = []
    for i in range(1, len(d.heads)):
        if not d.heads[i][1] and mend.rewrite(t, n, d.heads[i][0] + tail, True).ok:
            can.append(i)
    if len(can) != 1:
        return False
    t.close(d.question)
    settle(t, can[0])
    t.play(card)
    return True


def wait(t, cards):
    """What comes now is held until the doubt is answered."""
    d = t.doubt
    table = t.ref.table
    if table and not d.full and not t.any_here(table):
        d.gone = True
    d.full = True
    t.hold(cards)


# Two cards at once


def together(t, cards):
    """Cards that came in one sweep, where a play is due."""
    ref = t.ref
    if ref.table and not t.gone_ok and not t.any_here(ref.table):
        t.hold(cards)
        t.room("missing").missing(t, True)
    elif len(cards) > 2:
        t.room("whose").whose(t, cards, False)
    elif not ref.table and pair_of(cards[0], cards[1]) and _cante_seats(t, cards[0]):
        begin(t, "cante", cards)
    elif not begin(t, "order", cards):
        # At most one order can have been: it needs no question.
        a, b = cards
        t.held[0:0] = [(b, 0), (a, 0)] if _order(t, a, b) is None else [(a, 0), (b, 0)]
        t.drain()


def _order(t, a, b):
    """(events, cards left) of a laid before b; None if it cannot have been so."""
    ref = t.ref
    line = t.journal.line + 1
    texts = []
    rest: list = []
    refused = None
    for card in (a, b):
        text = "play %s %d" % (card_name(card), ref.turn)
        ans = ref.push(text, line) if ref.turn and not rest else None
        if ans and ans.ok:
            texts.append(text)
        else:
            rest.append(card)
            refused = ans.refused if ans else refused
    for _ in texts:
        ref.push("undo", line)
    return None if refused in _CERTAIN else (texts, rest)


def _cante(t, card):
    """(kind, suit) of the cante whose king or knight this is."""
    return "40" if card // 10 == t.ref.trump else "20", card // 10


def _cante_seats(t, card):
    kind, suit = _cante(t, card)
    return t.ref.cante_seats(kind, suit)


def _plays(t, orders):
    """heads and options for those orders that can have been."""
    heads: list = []
    options: list = []
    for a, b in orders:
        head = _order(t, a, b)
        if head is not None:
            heads.append(head)
            options.append(("order_of", (a, b)))
    return heads, options


def _calls(t, card):
    """heads and options for the seats that could sing with this card."""
    kind, suit = _cante(t, card)
    seats = _cante_seats(t, card)
    text_of = t.room("declare").text_of
    heads: list = [([text_of(kind, suit, seat)], []) for seat in seats]
    return heads, [("cante_of", (kind, suit, seat)) for seat in seats]


def _by_order(t, cards):
    a, b = cards
    heads, options = _plays(t, ((a, b), (b, a)))
    return heads, (t.ref.turn, t.after(t.ref.turn)), options


def _by_cante(t, cards):
    a, b = cards
    heads, options = _calls(t, a)
    more, others = _plays(t, ((a, b), (b, a)))
    return heads + more, (t.ref.turn,), options + others


def _by_lead(t, cards):
    heads, options = _plays(t, [cards])
    more, others = _calls(t, cards[0])
    if not heads or not more:
        return [], (), []
    return heads + more, (t.ref.turn,), options + others


# Kinds of doubt: what its answers are, seen from where the game stood before it. The first is proposed.
_BUILD = {"order": _by_order, "cante": _by_cante, "lead": _by_lead}


# A sticker that is not in the deck


def foreign(t, uid):
    """A tag that is not of the pack, where a play is due: nothing, or a card whose tag is not known?"""
    d = Doubt([([], [])], len(t.acts), len(t.ref.table))
    t.doubt = d

    def answer(i):
        if i:
            t.room("missing").pick(t, chosen, lambda: t.ask(d.question))
        else:
            end()

    def end():
        t.doubt = None
        t.say("answered")

    def chosen(card):
        t.alias[bytes(uid)] = card
        t.here.append(card)
        d.heads.append((["play %s ?" % card_name(card)], []))
        settle(t, 1)

    def lifted(lying):
        if lying == uid:
            t.close(d.question)
            end()
            t.drain()
            return True
        return False

    options = [("ignore", ()), ("choose_card", ())]
    d.question = Question("foreign", (), options, answer, end, None, lifted, False)
    t.say("foreign")
    t.ask(d.question)
