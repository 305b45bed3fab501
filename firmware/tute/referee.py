"""The referee: events of an acta in, answers out (acta.md sections 3 to 5). The only one who knows the rules.

It holds the match as it stands and the events that made it, packed as words: `undo` and `correct` read them again,
from a state of the round that was kept where they can, else from the top. Here is what cards need; the
rest is in modules that are lent.
"""

# mypy: disable-error-code="union-attr"
# (whoever asks the round has asked is_open)

from array import array

from tute import acta, lend
from tute.acta import CANTE_40, CANTE_TUTE, PLAY
from tute.answer import Answer, dumps, plain
from tute.kept import give, keep
from tute.record import Match

__all__ = ("Referee", "dumps")


class Referee:
    """Referees a match under `rules` to `target` rounds (None: the rules'); `games`: games by side index that the
    sides bring.

    `seats` and `sides` are numbers, `side_names` their names by side index.
    """

    _more: dict  # rare keys of the answer to the event that is being taken
    _result: tuple | None  # result that it makes
    _base: tuple | None  # (place in _words, state there): the latest of this round, in it the one before

    def __init__(self, rules, target=None, games=None):
        self.rules = rules
        self.seats = rules.players
        self.side_names = rules.side_names()
        self.sides = len(self.side_names)
        self.target = target or rules.match_target
        self._brought = games
        self._words = array("I")  # accepted events: line << 16 | kind << 11 | flag << 9 | seat << 6 | arg
        self._fixes = []  # (line, event or None) of the accepted corrections
        self._start()

    # what stands

    def side_of(self, seat):
        """Side index of a seat."""
        return (seat - 1) % self.sides

    def is_open(self):
        """Whether a round is open."""
        r = self._round
        return r is not None and r.result is None and not self._match.over

    @property
    def phase(self):
        """One of deal, play, window (a trick is complete, the next not led), round_over and match_over."""
        r = self._round
        if self._match.over:
            return "match_over"
        if not r or self._hands:
            return "deal"
        if r.result:
            return "round_over"
        return "window" if r.window_open() else "play"

    def __getattr__(self, name):
        # dealer (of this or the last round), next_dealer (0: anybody), games by side index, winner (side, -1: none)
        if name in ("dealer", "next_dealer", "games", "winner"):
            return getattr(self._match, name)
        # trump suit, upcard and number of the trick of the open round, None between rounds
        if name in ("trump", "upcard", "trick_no"):
            return (
                self._round.head[("trump", "upcard", "trick_no").index(name) + 1] if self.is_open() else None
            )
        if name == "ledger":
            return lend("experience").ledger(self)
        # cards left to draw, the trump card included; seats that owe a draw, winner first
        if name in ("stock", "owed"):
            none: object = 0 if name == "stock" else []
            return getattr(self._round, name, none) if self.is_open() else none
        raise AttributeError(name)

    @property
    def turn(self):
        """The seat that plays next, 0 when nobody does."""
        return self._round.turn if self.is_open() else 0

    @property
    def points(self):
        """Points by side index of this or the last round."""
        return list(self._round.points) if self._round else [0] * self.sides

    def _trick(self, complete):
        r = self._round
        if not r or not complete and not self.is_open():
            return []
        stop = r.count - r.count % r.players
        return r.laid(max(stop - r.players, 0), stop) if complete else r.laid(stop, r.count)

    @property
    def table(self):
        """[(seat, card)...] of the open trick."""
        return self._trick(False)

    @property
    def last_trick(self):
        """[(seat, card)...] of the last complete trick of this or the last round."""
        return self._trick(True)

    @property
    def winning(self):
        """The seat that is winning the open trick, None if it is empty."""
        return self._round.trick.winner or None if self.is_open() else None

    @property
    def cantes_by_side(self):
        """Accepted cantes of this or the last round, a list of texts by side index."""
        return self._round.calls_by_side() if self._round else [[] for _ in self.side_names]

    @property
    def last_round(self):
        """The last result as the `round` key gives it, None before the first."""
        results = self._match.results
        return plain(lend("match").round_pairs(self, results[-1])) if results else None

    def played(self, card):
        """Whether this card has been laid in the open round."""
        return self.is_open() and 0 < self._round.at[card] < 255

    def cante_seats(self, kind, what=None):
        """Seats that may call: kind "40"; "20" with a suit; "tute" with a strength (REY, CABALLO)."""
        return self._able(
            acta.CANTE, CANTE_40 if kind == "40" else what if kind == "20" else CANTE_TUTE + what
        )

    def swap_seats(self, card):
        """Seats that may exchange this card for the trump card."""
        return self._able(acta.SWAP, card)

    def _able(self, kind, arg):
        if not self.is_open():
            return []
        why_not = _declaration(kind).why_not
        return [p + 1 for p in range(self.seats) if not why_not(self._round, p, arg)]

    # events in

    def push(self, event, line=0):
        """Takes one event, a tuple of `acta.parse_line` or its text, from line `line`; gives its Answer. ActaError
        if the text cannot be read."""
        if isinstance(event, str):
            event = _parse(event)
        r = self._round
        if event[0] != PLAY or r is None or r.result or self._hands or self._match.over:
            return self._answer(event, line)
        turn = r.turn
        _, seat, card, stands = event
        reason = r.play(seat, card, stands)
        seat = seat or turn
        if reason:
            if reason == "not_your_turn" and self.rules.out_of_turn == "renuncio":
                return self._answer(event, line)
            return Answer(event, seat, r.verdict, r.turn, r.head, line, None, reason)
        self._words.append(card | event[1] << 6 | stands << 9 | (line << 16 if line < 65536 else 0))
        if not r.news and r.count != r.keep_at:
            return Answer(event, seat, r.verdict, r.turn, r.head, line, r.taken)
        self._more = {}
        self._pos = len(self._words) - 1
        self._settle()
        return Answer(event, seat, r.verdict, r.turn, r.head, line, r.taken, None, self._more)

    def check(self, event):
        """Why this event would be refused now, None if it would stand. Nothing changes."""
        if isinstance(event, str):
            event = _parse(event)
        if event[0] == acta.UNDO:
            return None if len(self._words) else "nothing_to_undo"
        return self._do(event, True)

    def _answer(self, event, line):
        """Takes an event that is not a card to the open round."""
        before = self.is_open() and self._round
        self._more = {}
        self._seat = event[1]
        self._pos = len(self._words)
        if event[0] == acta.UNDO:
            reason = lend("history").undo(self)
        else:
            reason = self._do(event, False)
            if not reason:
                lend("history").log(self, event, line)
                self._settle()
        r = self._round
        head = turn = None
        if self.is_open() or before and r is before:
            turn = r.turn
            head = r.head
        self._more["names"] = self.side_names
        judged = self._more.get("judged", 0)
        return Answer(event, self._seat, judged, turn, head, line, None, reason, self._more)

    def _do(self, event, dry):
        """Takes an event that is not undo; the reason if it is refused. What it proves or ends is settled after.
        With `dry` nothing changes."""
        kind, seat, arg, flag = event
        if self._match.over and kind not in (acta.SHOW, acta.CLAIM, acta.CORRECT):
            return "match_over"
        if seat > self.seats:
            return "seat"
        if kind <= acta.SWAP and not self.is_open():
            return self.no_round()
        if kind == PLAY:
            reason = self._round.play(seat, arg, flag, dry)
            return lend("offences").take(self, event, reason, dry) if reason == "not_your_turn" else reason
        if kind <= acta.SWAP:
            return self._call(kind, seat, arg, flag, dry)
        if kind <= acta.HAND:
            if kind == acta.DEAL:
                return lend("dealing").deal(self, seat, arg, dry)
            scans = lend("scans")
            return (scans.show if kind == acta.SHOW else scans.hand)(self, seat, arg, dry)
        if kind == acta.FORGET:
            return lend("corrections").forget(self, dry)
        if kind == acta.CORRECT:
            return lend("corrections").correct(self, arg, flag, dry)
        return lend("rulings").take(self, event, dry)

    def no_round(self):
        """Why an event that needs an open round is refused."""
        return "round_over" if self._round and not self._hands else "no_round"

    def _call(self, kind, seat, arg, said, dry):
        """A cante or swap."""
        r = self._round
        module = _declaration(kind)
        if not seat:
            able = self._able(kind, arg)
            seat = able[0] if len(able) == 1 else r.last_winner
            if seat not in able:
                return "seat_needed"
            self._seat = seat
        reason = module.why_not(r, seat - 1, arg)
        if reason and kind == acta.CANTE and self.rules.bad_cante == "renuncio":
            return lend("offences").take(self, (kind, seat, arg, said), reason, dry)
        if reason or dry:
            return reason
        module.take(r, seat - 1, arg, said)
        if kind == acta.CANTE:
            self._more["cantes"] = r.calls_by_side()
            effect = self.rules.tute_effect
            if arg >= CANTE_TUTE and effect != "none" and not r.out >> self.side_of(seat) & 1:
                self._result = (self.side_of(seat), 1, "tute")
                self._wins_match = effect == "win_match"
        return None

    def _settle(self):
        """After an accepted event: tells what it proved, and ends the round if that, or the last card, ends it."""
        r = self._round
        if r and (r.news or r.false_calls or self._result or r.count == r.size and not r.result):
            lend("match").settle(self)
        if r and r.count == r.keep_at and r.count < r.size and not r.result:
            r.keep_later()
            if self._base:  # else the round before is heard again, which no state shares
                self._keep(r, self._base)

    def _keep(self, r, base):
        """Keeps what stands within a round, where `base` is the latest that was kept."""
        state = base[1]
        older = state[4]
        if older and older[1][4] and r.players == 2:
            # there is much to keep where plays are doubtful for long: only the last two, and that at the start
            self._base = (base[0], state[:4] + (older[1][4], state[5]))
        self._base = (self._pos + 1, self._state(keep(r), older and state[0]))

    # history

    def rest(self):
        """Give back what makes undo quick, as far as nothing else needs it: the match is read from its top then."""
        self._base = None
        if self._match.over:
            self._previous = None

    def _start(self):
        """The match before its first event."""
        self._match = Match(tuple(self._brought or [0] * self.sides))
        if self._brought:
            lend("match").add_games(self, -1, 0)  # a side may bring what it needs
        self._round = None  # the open or last round
        self._previous = None  # the one before it, for claims until the next lead
        self._hands = None  # Knowledge of hands that were scanned before the deal
        self._base = None
        self._begun = 0  # place in _words of the first event of this round
        self._pos = 0  # place in _words of the event that is being taken
        self._more = {}
        self._seat = 0  # whose it is
        self._result = None
        self._wins_match = False
        self._stop = None  # side that wins because the match stops here, -1: none does

    def _state(self, r, match=None):
        """What stands, with this round, for `_restore`; `match`: the match as it was kept, if it is as it was then."""
        return (
            match or keep(self._match),
            r,
            self._previous,
            self._hands,
            self._base,
            self._begun,
        )

    def _restore(self, state):
        match, self._round, self._previous, self._hands, self._base, self._begun = state
        self._match = give(match)


def _declaration(kind):
    return lend("declaring" if kind == acta.CANTE else "swap")


def _parse(text):
    event = acta.parse_line(text)
    if event is None:
        raise acta.ActaError(1, "event")
    return event
