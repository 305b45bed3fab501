"""The referee: events of an acta in, answers out (acta.md sections 3 to 5). The only one who knows the rules.

It holds the match as it stands and the events that made it, packed as words: `undo` and `correct` read them again,
from the start of the round where they can, else from the top. What is seldom said is in `tute.rulings`.
"""

from array import array

from tute import acta, lend
from tute.acta import CANTE_40, CANTE_TUTE, PLAY
from tute.answer import Answer, by_side, dumps, plain
from tute.knowledge import Knowledge
from tute.match import Match, count_round
from tute.record import RulesError
from tute.round import Round

__all__ = ("Referee", "dumps")


class Referee:
    """Referees a match under `rules` to `target` rounds (None: the rules'); `games`: games by side index that the
    sides bring. RulesError for rules that it cannot referee.

    `seats` and `sides` are numbers, `side_names` their names by side index.
    """

    def __init__(self, rules, target=None, games=None):
        if rules.sides != "pairs" or rules.trump_source != "last_dealt" or rules.round_win != "most_points":
            raise RulesError(0, "rules for two pairs, all cards dealt, most points")
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
        return plain(self._round_pairs(results[-1])) if results else None

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
        return [seat for seat in range(1, self.seats + 1) if not self._do((kind, seat, arg, 0), True)]

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
            return Answer(event, seat, r.verdict, r.turn, r.head, line, None, reason)
        self._words.append(card | event[1] << 6 | stands << 9 | (line << 16 if line < 65536 else 0))
        if not r.found and r.count != r.size:
            return Answer(event, seat, r.verdict, r.turn, r.head, line, r.taken)
        self._more = {}
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
        reason = self._undo() if event[0] == acta.UNDO else self._do(event, False)
        if not reason and event[0] != acta.UNDO:
            self._log(event, line)
            self._settle()
        r = self._round
        head = turn = None
        if self.is_open() or before and r is before:
            turn = r.turn
            head = r.head
        self._more["names"] = self.side_names
        return Answer(event, self._seat, 0, turn, head, line, None, reason, self._more)

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
            return self._round.play(seat, arg, flag, dry)
        if kind <= acta.SWAP:
            return self._call(kind, seat, arg, flag, dry)
        if kind == acta.DEAL:
            return self._deal(seat, arg, dry)
        if kind == acta.SHOW:
            return self._show(seat, arg, dry)
        if kind == acta.HAND:
            return self._hand(seat, arg, dry)
        return lend("rulings").take(self, event, dry)

    def no_round(self):
        """Why an event that needs an open round is refused."""
        return "round_over" if self._round and not self._hands else "no_round"

    def _call(self, kind, seat, arg, said, dry):
        """A cante or swap."""
        r = self._round
        why_not = r.why_not_cante if kind == acta.CANTE else r.why_not_swap
        if not seat:
            able = [p + 1 for p in range(self.seats) if not why_not(p, arg)]
            seat = able[0] if len(able) == 1 else r.last_winner
            if seat not in able:
                return "seat_needed"
            self._seat = seat
        reason = why_not(seat - 1, arg)
        if reason or dry:
            return reason
        if kind == acta.SWAP:
            r.swap(seat - 1, arg)
            return None
        r.cante(seat - 1, arg, said)
        self._more["cantes"] = r.calls_by_side()
        effect = self.rules.tute_effect
        if arg >= CANTE_TUTE and effect[:3] == "win":
            self._result = (self.side_of(seat), 1, "tute")
            self._wins_match = effect == "win_match"
        return None

    def _deal(self, seat, card, dry):
        if self.is_open():
            return "round_open"
        new = Round(self.rules, seat, card)
        if new.at[card]:
            return "card_unknown"
        for p in range(self.seats if self._hands else 0):
            cards = self._hands.shown[p]
            reason = new.why_not_held(p, cards)
            if reason:
                return reason
            new.learn_all(p, cards)
        if not dry:
            self._begin(None)
            self._previous = self._round
            self._round = new
            self._match.dealer = seat
        return None

    def _begin(self, hands):
        """The first event of a round: the state before it is kept."""
        if not self._hands:
            self._begun = self._pos
            self._base = (self._pos, self._state())
        self._hands = hands

    def _hand(self, seat, cards, dry):
        p = seat - 1
        known = self._hands or Knowledge(self.rules)
        if self.is_open():
            known = self._round
            if known.count:
                return "round_open"
        reason = known.why_not_held(p, cards)
        if reason == "card_elsewhere":
            reason = "already" if any([known.is_elsewhere(p, card) for card in cards]) else "too_many"
        if reason or dry:
            return reason
        if known is not self._round:
            self._begin(known)
        for card in cards:
            known.learn(p, card)
        return None

    def _show(self, seat, cards, dry):
        r = self._round
        if r is None:
            return "no_round"
        reason = r.why_not_held(seat - 1, cards)
        if reason or dry:
            return reason
        before = r.result and self._audit(r)
        r.learn_all(seat - 1, cards)
        if before and self._audit(r) != before:
            self._more["audit"] = self._audit(r)
        return None

    # what an event proves and ends

    def _settle(self):
        """After an accepted event: tells what it proved, and ends the round if that, or the last card, ends it."""
        r = self._round
        if r is None:
            return
        if r.false_calls:
            r.drop_false_calls()
            self._more["cantes"] = r.calls_by_side()
        detection = self.rules.renuncio_detection
        if r.found and (detection != "audit" or r.result):
            claimed = [p for _, p, status in r.claims if status == "pending"]
            news = self._tell(r, [f for f in r.found if detection != "on_claim" or f.p in claimed])
            if news and not r.result:
                self._result = self._penalty(r, news) or self._result
        if not r.result:
            result = self._result or (self._count(r) if r.count == r.size else None)
            if result:
                self._finish(r, result)

    def _count(self, r):
        sung = [bool(calls) for calls in r.calls_by_side()]
        return count_round(self.rules, r.count_points(), self.side_of(r.last_winner), sung)

    def _tell(self, r, news, claimant=0):
        """Moves these findings to those told, and puts them into the answer; the offence laid first comes first."""
        news.sort(key=lambda finding: finding.place)
        for finding in news:
            r.found.remove(finding)
            r.told.append(finding)
            finding.claimed_by = claimant
            for claim in r.claims:
                if claim[1] == finding.p and claim[2] != "unfounded":
                    finding.claimed_by = finding.claimed_by or claim[0]
                    if claim[2] == "pending":
                        claim[2] = self._more["claim"] = "upheld"
        if news:
            told = [r.finding_pairs(finding) for finding in news]
            self._more["renuncios"] = self._more.get("renuncios", []) + told
        return news

    def _penalty(self, r, news):
        """What these findings make of a round: a result, or None to play on."""
        penalty = self.rules.renuncio_penalty
        sides = [finding.p % self.sides for finding in news]
        if penalty == "warn":
            return None
        if penalty[0] == "p":  # points_to_opponents
            if r.forfeit < 0:
                r.forfeit = sides[0]
            return None
        if penalty[0] == "r" or min(sides) != max(sides) and self.rules.renuncio_priority == "both_void":
            r.void = True
            return (-1, 0, "renuncio")
        self._wins_match = penalty == "lose_match"
        return (1 - sides[0], 1, "renuncio")

    def _finish(self, r, result):
        """The round is over with this result, unless what is only now told turns it."""
        self._result = None
        r.turn = 0
        if self.rules.renuncio_detection == "audit":
            news = self._tell(r, r.found[:])
            if news and result[2] != "ruling" and self._stop is None:
                result = self._penalty(r, news) or self.recount(r, result)
        turned = lend("rulings").close_claims(self, r) if r.claims else None
        if turned and result[2] != "ruling":
            result = turned
        self._match.results.append(None)
        self._set_result(r, result)
        self._match.pass_deal(r.void, r.last_winner)

    def recount(self, r, result):
        """The result of a count again, when points are forfeited."""
        return self._count(r) if r.forfeit >= 0 and result[2] in ("points", "last_trick") else result

    def _set_result(self, r, result):
        """The round has this result, in the place of the one it may have had."""
        match = self._match
        if r.result:
            match.add(r.result[0], -r.result[1])
        r.result = result
        match.results[-1] = result + (tuple(r.points),)
        match.add(result[0], result[1])
        if self._stop is not None:
            match.over = True
            match.winner = self._stop
        elif self._wins_match and result[0] >= 0:
            match.over = True
            match.winner = result[0]
        self._stop = None
        self._wins_match = False
        self._more["round"] = self._round_pairs(match.results[-1])
        self._more["audit"] = self._audit(r)
        self._more["match"] = self._match_pairs()

    def _round_pairs(self, result):
        winner, games, by, points = result
        return (
            ("winner", self.side_names[winner] if winner >= 0 else None),
            ("points", by_side(self.side_names, points)),
            ("games", games),
            ("by", by),
        )

    def _match_pairs(self):
        match = self._match
        winner = (("winner", self.side_names[match.winner]),) if match.winner >= 0 else ()
        return by_side(self.side_names, match.games) + winner

    def _audit(self, r):
        return tuple([(str(p + 1), r.state_of(p)) for p in range(self.seats)])

    # history

    def _start(self):
        """The match before its first event."""
        self._match = Match(self.rules, self.target, tuple(self._brought or [0] * self.sides))
        self._round = None  # the open or last round
        self._previous = None  # the one before it, for claims until the next lead
        self._hands = None  # Knowledge of hands that were scanned before the deal
        self._base = None  # (place in _words, state there) at the start of this round
        self._begun = 0  # place in _words of the first event of this round
        self._pos = 0  # place in _words of the event that is being taken
        self._more = {}  # rare keys of the answer to it
        self._seat = 0  # whose it is
        self._result = None  # result that it makes
        self._wins_match = False
        self._stop = None  # side that wins because the match stops here, -1: none does

    def _state(self):
        return (self._match.copy(), self._round, self._previous, self._hands, self._base, self._begun)

    def _restore(self, state):
        match, self._round, self._previous, self._hands, self._base, self._begun = state
        self._match = match.copy()

    def _log(self, event, line):
        kind, seat, arg, flag = event
        word = (line << 16 if line < 65536 else 0) | kind << 11 | seat << 6
        if kind == acta.SHOW or kind == acta.HAND:
            # a word a card; flag: the next word goes on
            for card in arg[:-1]:
                self._words.append(word | 512 | card)
            arg = arg[-1]
        elif kind == acta.CORRECT:
            arg = flag = 0  # in _fixes
        self._words.append(word | flag << 9 | arg)

    def _replay(self, base, stop, unseen):
        """Reads the events again from a kept state (None: the top) up to a place, without the `hand` lines from
        `unseen` on. None, or (line, reason) of the first that can not stand now."""
        pos = 0
        if base:
            pos = base[0]
            self._restore(base[1])
            self._base = base
        else:
            self._start()
        cards = ()
        while pos < stop:
            word = self._words[pos]
            line = word >> 16
            event = (word >> 11 & 31, word >> 6 & 7, word & 63, word >> 9 & 3)
            self._pos = pos - len(cards)
            pos += 1
            if event[0] == acta.SHOW or event[0] == acta.HAND:
                cards += (event[2],)
                if event[3]:
                    continue
                event = (event[0], event[1], cards, 0)
                cards = ()
            for fixed, other in self._fixes:
                if fixed == line:
                    event = other
            if not event or event[0] == acta.CORRECT or event[0] == acta.HAND and self._pos >= unseen:
                continue
            self._more = {}
            reason = self._do(event, False)
            if reason:
                return line, reason
            r = self._round
            if event[0] != PLAY or r.found or r.count == r.size:
                self._settle()
        return None

    def replay_from(self, pos, stop, unseen=65535):
        """Reads the events again, from the nearest kept state before this place, as `_replay` does."""
        base = self._base
        return self._replay(base if base and base[0] <= pos else None, stop, unseen)

    def place_of(self, line):
        """Place in the history of the event of this line, -1 if there is none."""
        for pos, word in enumerate(self._words):
            if word >> 16 == line and word >> 11 & 31 != acta.CORRECT:
                return pos
        return -1

    def _undo(self):
        words = self._words
        stop = len(words) - 1
        if stop < 0:
            return "nothing_to_undo"
        calls = self.cantes_by_side
        kind = words[stop] >> 11 & 31
        pos = stop
        if kind == acta.CORRECT:
            pos = self.place_of(self._fixes.pop()[0])
        elif kind == acta.SHOW or kind == acta.HAND:
            while stop and words[stop - 1] >> 11 & 31 == kind and words[stop - 1] & 512:
                stop -= 1
            pos = stop
        self._words = words[:stop]
        self.replay_from(pos, stop)
        self._more = {}
        self._seat = 0
        if self.cantes_by_side != calls:
            self._more["cantes"] = self.cantes_by_side
        return None


def _parse(text):
    event = acta.parse_line(text)
    if event is None:
        raise acta.ActaError(1, "event")
    return event
