"""The referee: events of an acta in, answers out (acta.md sections 3 to 5). The only one who knows the rules.

It holds the match as it stands and the events that made it, packed as 16-bit words: ``undo`` and ``correct`` read them
again, from the start of the round where they can, else from the top.
"""

from array import array

from tute import acta
from tute.acta import CANTE_40, CANTE_TUTE, PLAY
from tute.answer import Answer, by_side, dumps
from tute.knowledge import Knowledge
from tute.match import Match, count_round
from tute.round import Round
from tute.rules import RulesError

__all__ = ("Referee", "dumps")

_MORE = 1  # flag of a word: the next word goes on with the same event


class Referee:
    """Referees a match under `rules` to `target` rounds (None: the rules'); `games`: games by side index that the
    sides bring. RulesError for rules that it cannot referee."""

    def __init__(self, rules, target=None, games=None):
        if rules.sides != "pairs" or rules.trump_source != "last_dealt" or rules.round_win != "most_points":
            raise RulesError(0, "rules for two pairs, all cards dealt, most points")
        self.rules = rules
        self.seats = rules.players
        self.side_names = rules.side_names()
        self.sides = len(self.side_names)
        self.target = target or rules.match_target
        self._games = tuple(games or [0] * self.sides)
        self._words = array("I")  # accepted events: word | line << 16
        self._fixes = []  # (line, event or None) of the accepted corrections
        self._start()

    # what stands

    def side_of(self, seat):
        """Side index of a seat."""
        return (seat - 1) % self.sides

    @property
    def phase(self):
        """ "deal", "play", "window" (trick complete, next lead not laid), "round_over" or "match_over"."""
        if self._match.over:
            return "match_over"
        r = self._round
        if r is None or self._hands:
            return "deal"
        if r.result:
            return "round_over"
        return "window" if r.window_open() else "play"

    @property
    def turn(self):
        """The seat that plays next, 0 when nobody does."""
        return self._round.turn if self._open() else 0

    @property
    def dealer(self):
        """Who dealt this or the last round, 0 before the first."""
        return self._match.dealer

    @property
    def next_dealer(self):
        """Who is to deal next, 0: anybody."""
        return self._match.next_dealer

    @property
    def games(self):
        """Games won, by side index."""
        return list(self._match.games)

    @property
    def winner(self):
        """Side index that has won the match, -1: none."""
        return self._match.winner

    def _of_round(self, place):
        return self._round.head[place] if self._open() else None

    @property
    def points(self):
        """Points by side index of this or the last round."""
        return list(self._round.points) if self._round else [0] * self.sides

    @property
    def trump(self):
        """Trump suit of the open round, None between rounds."""
        return self._of_round(1)

    @property
    def upcard(self):
        """The trump card as it stands, None if it is gone."""
        return self._of_round(2)

    @property
    def trick_no(self):
        """Number from 1 of the trick that the next card belongs to, 0 between rounds."""
        return self._of_round(3) or 0

    @property
    def table(self):
        """[(seat, card)...] of the open trick."""
        r = self._round
        return r.laid(r.count - r.count % r.players, r.count) if self._open() else []

    @property
    def last_trick(self):
        """[(seat, card)...] of the last complete trick of this or the last round."""
        r = self._round
        if not r or r.count < r.players:
            return []
        stop = r.count - r.count % r.players
        return r.laid(stop - r.players, stop)

    @property
    def winning(self):
        """The seat that is winning the open trick, None if it is empty."""
        return (self._round.trick.winner or None) if self._open() else None

    @property
    def cantes_by_side(self):
        """Accepted cantes of this or the last round, a list of texts by side index."""
        return self._round.calls_by_side() if self._round else [[] for _ in self.side_names]

    @property
    def last_round(self):
        """The last result as the `round` key gives it, None before the first."""
        results = self._match.results
        if not results:
            return None
        winner, games, by, points = results[-1]
        return {
            "winner": self.side_names[winner] if winner >= 0 else None,
            "points": dict(by_side(self.side_names, points)),
            "games": games,
            "by": by,
        }

    def played(self, card):
        """Whether this card has been laid in the open round."""
        return self._open() and 0 < self._round.at[card] < 255

    def cante_seats(self, kind, what=None):
        """Seats that may call: kind "40"; "20" with a suit; "tute" with a strength (REY, CABALLO)."""
        call = CANTE_40 if kind == "40" else what if kind == "20" else CANTE_TUTE + what
        return [seat for seat in range(1, self.seats + 1) if not self.check((acta.CANTE, seat, call, 0))]

    def swap_seats(self, card):
        """Seats that may exchange this card for the trump card."""
        return [seat for seat in range(1, self.seats + 1) if not self.check((acta.SWAP, seat, card, 0))]

    # events in

    def push(self, event, line=0):
        """Takes one event, a tuple of `acta.parse_line` or its text, from line `line`; gives its Answer. ActaError if
        the text cannot be read."""
        if isinstance(event, str):
            event = _parse(event)
        r = self._round
        if event[0] == PLAY and r is not None and r.result is None and not self._hands:
            turn = r.turn
            _, seat, card, stands = event
            reason = r.play(seat, card, stands)
            if reason is None and not r.found and r.count != r.size:
                if line > 65535:
                    line = 0
                self._words.append(card | seat << 6 | stands << 9 | line << 16)
                return Answer(event, seat or turn, r.verdict, r.turn, r.head, line, r.taken)
            return self._answer_play(event, line, seat or turn, reason)
        return self._answer(event, line)

    def check(self, event):
        """Why this event would be refused now, None if it would stand. Nothing changes."""
        if isinstance(event, str):
            event = _parse(event)
        kind = event[0]
        if kind == acta.CORRECT:
            state = self._state()
            reason, _ = self._correct(event[2], event[3])
            if not reason:
                self._fixes.pop()
            self._restore(state)
            return reason
        if kind == acta.UNDO:
            return None if len(self._words) else "nothing_to_undo"
        return self._do(event, True)

    def _answer_play(self, event, line, seat, reason):
        """The answer to a card that was refused, or proved something, or was the last."""
        r = self._round
        judged = r.verdict if not reason or reason == "renuncio" else 0
        if reason:
            return Answer(event, seat, judged, r.turn, r.head, line, None, reason)
        self._log(event, line)
        self._more = {}
        self._settle()
        return Answer(event, seat, judged, r.turn, r.head, line, r.taken, None, self._more)

    def _answer(self, event, line):
        kind = event[0]
        self._more = {}
        before = self._open() and self._round
        self._seat = event[1]
        if kind == acta.UNDO:
            reason = self._undo()
        elif kind == acta.CORRECT:
            reason = self._put_right(event[2], event[3], line)
        else:
            self._pos = len(self._words)
            reason = self._do(event, False)
            if not reason:
                self._log(event, line)
                self._settle()
        head = turn = None
        r = self._round
        if self._open() or before and r is before and r.result:
            turn = r.turn
            head = r.head
        self._more["names"] = self.side_names
        return Answer(event, self._seat, 0, turn, head, line, None, reason, self._more)

    def _open(self):
        r = self._round
        return r is not None and r.result is None and not self._match.over

    def _do(self, event, dry):
        """Takes an event that is neither undo nor correct; the reason if it is refused. Its proofs and ends are
        settled afterwards. With `dry` nothing changes."""
        kind, seat, arg, flag = event
        if self._match.over and kind not in (acta.SHOW, acta.CLAIM):
            return "match_over"
        if seat > self.seats:
            return "seat"
        if kind == PLAY:
            if not self._open():
                return self._no_round()
            return self._round.play(seat, arg, flag, dry)
        if kind == acta.CANTE or kind == acta.SWAP:
            return self._call(kind, seat, arg, flag, dry)
        if kind == acta.DEAL:
            return self._deal(seat, arg, dry)
        if kind == acta.SHOW:
            return self._show(seat, arg, dry)
        if kind == acta.HAND:
            return self._hand(seat, arg, dry)
        if kind == acta.FORGET:
            return self._forget(dry)
        if kind == acta.CLAIM:
            return self._claim(seat, arg, dry)
        return self._end_by_word(kind, seat, flag, dry)

    def _no_round(self):
        return "no_round" if self._round is None or self._hands else "round_over"

    def _call(self, kind, seat, arg, said, dry):
        r = self._round
        if not self._open():
            return self._no_round()
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
        if arg >= CANTE_TUTE and effect.startswith("win"):
            self._result = (self.side_of(seat), 1, "tute")
            self._wins_match = effect == "win_match"
        return None

    # the deal

    def _deal(self, seat, card, dry):
        if self._open():
            return "round_open"
        new = Round(self.rules, seat, card)
        if new.at[card] == 255:
            return "card_unknown"
        for p in range(self.seats if self._hands else 0):
            cards = self._hands.shown[p]
            reason = new.why_not_held(p, cards)
            if reason:
                return reason
            new.learn_all(p, cards)
        if not dry:
            self._begin()
            self._hands = None
            self._previous = self._round
            self._round = new
            self._match.dealer = seat
        return None

    def _begin(self):
        """The first event of a round: the state before it is kept."""
        if not self._hands:
            self._base = (self._pos, self._state())

    def _hand(self, seat, cards, dry):
        known = self._hands or Knowledge(self.rules)
        if self._open():
            known = self._round
            if known.count:
                return "round_open"
        p = seat - 1
        reason = known.why_not_held(p, cards)
        if reason == "card_elsewhere":
            others = [card for card in cards if known.others[p * 4 + card // 10] >> card % 10 & 1]
            reason = "already" if others else "too_many"
        if reason or dry:
            return reason
        if known is not self._round:
            self._begin()
            self._hands = known
        for card in cards:
            known.learn(p, card)
        return None

    def _forget(self, dry):
        if not dry:
            if self._open():
                self._replay(self._base, self._pos, self._pos)
            else:
                self._hands = None
        return None

    # what was seen, and who says so

    def _show(self, seat, cards, dry):
        r = self._round
        if r is None:
            return "no_round"
        reason = r.why_not_held(seat - 1, cards)
        if reason or dry:
            return reason
        before = self._audit(r) if r.result else None
        r.learn_all(seat - 1, cards)
        if before:
            audit = self._audit(r)
            if audit != before:
                self._more["audit"] = audit
        return None

    def _claim_round(self):
        """The round that a claim is about: the open one once it is led, before that the last; or why there is none."""
        r = self._round
        if r is None:
            return None, "no_round"
        until = self.rules.renuncio_claim_until
        if r.result is None and not r.count and self._previous:
            r = self._previous
        if r.result and until != "next_first_lead":
            return None, "claim_late"
        return r, None

    def _claim(self, seat, against, dry):
        r, reason = self._claim_round()
        if reason:
            return reason
        if against > self.seats:
            return "seat"
        who = self.rules.renuncio_claim_by
        if who == "device" or who == "opponents" and self.side_of(seat) == self.side_of(against):
            return "claim_by"
        p = against - 1
        if not any([r.layer(i) == p for i in range(r.count)]):
            return "nothing_to_claim"
        if any([claim[0] == seat and claim[1] == p and claim[2] == "pending" for claim in r.claims]):
            return "already"
        if self.rules.renuncio_claim_until == "trick_end" and not self._is_fresh(r, p):
            return "claim_late"
        if not dry:
            r.claims.append([seat, p, "pending"])
            if r is not self._round:
                self._base = None  # the round before is part of what was kept
            self._hear_claim(r, r.claims[-1])
        return None

    def _is_fresh(self, r, p):
        """Whether p has laid a card to the open trick, or to the last one if none is open."""
        start = r.count - (r.count % r.players or r.players)
        return any([r.layer(i) == p for i in range(start, r.count)])

    def _hear_claim(self, r, claim):
        """Answers a claim as far as it can be answered now."""
        detection = self.rules.renuncio_detection
        p = claim[1]
        if detection == "audit" and not r.result:
            self._more["claim"] = "pending"
            return
        state = r.state_of(p)
        if state == "renuncio":
            claim[2] = "upheld"
            if detection == "on_claim":
                news = self._tell(r, [f for f in r.found if f.p == p], claim[0])
                if r.result:
                    self._turn(r, self._penalty(r, news))
                else:
                    self._result = self._penalty(r, news) or self._result
        elif state == "clean" or r.result:
            claim[2] = "unfounded"
            if detection != "live":
                self._punish_claim(r, claim)
        self._more["claim"] = claim[2]

    def _punish_claim(self, r, claim):
        if self.rules.false_claim == "lose_round":
            result = (1 - self.side_of(claim[0]), 1, "ruling")
            if r.result:
                self._turn(r, result)
            else:
                self._result = self._result or result

    # ends

    def _end_by_word(self, kind, seat, flag, dry):
        if kind == acta.LEAVE or kind == acta.END:
            if not dry:
                self._leave(self.side_of(seat) if kind == acta.LEAVE else -1)
            return None
        if not self._open():
            return self._no_round()
        if kind == acta.DRAW:
            return "stock"
        if kind == acta.CLAIM101:
            return "nothing_to_claim"
        if kind == acta.AWARD and flag != (self.rules.sides == "pairs"):
            return "seat"
        if dry:
            return None
        if kind == acta.CONCEDE:
            self._result = (1 - self.side_of(seat), 1, "concession")
        elif kind == acta.AWARD:
            self._result = (self.side_of(seat), 1, "ruling")
        else:
            self._result = (-1, 0, "ruling")
            self._round.void = True
        return None

    def _leave(self, side):
        """The match stops; `side` gave it up, -1: nobody did."""
        self._hands = None
        self._stop = 1 - side if side >= 0 else -1
        if self._open():
            self._round.void = True
            self._result = (-1, 0, "concession" if side >= 0 else "ruling")
        else:
            self._match.over = True
            self._match.winner = self._stop
            self._more["match"] = self._match_pairs()

    def _settle(self):
        """After an accepted event: tells what it proved, and ends the round if that, or the last card, ends it."""
        r = self._round
        if r is None:
            return
        if r.false_calls:
            r.drop_false_calls()
            self._more["cantes"] = r.calls_by_side()
        if r.found:
            self._settle_found(r)
        result = self._result
        if not result and not r.result and r.count == r.size:
            points = r.count_points()
            sung = [bool(calls) for calls in r.calls_by_side()]
            result = count_round(self.rules, points, self.side_of(r.last_winner), sung)
        if result and not r.result:
            self._finish(r, result)

    def _settle_found(self, r):
        """Tells new findings as far as the way of detection tells them now, with their penalty."""
        detection = self.rules.renuncio_detection
        if detection == "live":
            news = self._tell(r, r.found[:], 0)
        elif detection == "audit":
            if not r.result:
                return
            news = self._tell(r, r.found[:], 0)
        else:
            claimed = [claim[1] for claim in r.claims if claim[2] == "pending"]
            news = self._tell(r, [f for f in r.found if f.p in claimed], 0)
        if news and not r.result:
            self._result = self._penalty(r, news) or self._result

    def _tell(self, r, news, claimant):
        """Moves these findings to those told, and puts them into the answer."""
        news.sort(key=lambda finding: finding.place * 8 + finding.seat)
        for finding in news:
            r.found.remove(finding)
            r.told.append(finding)
            finding.claimed_by = claimant
            for claim in r.claims:
                if claim[1] == finding.p and not finding.claimed_by and claim[2] != "unfounded":
                    finding.claimed_by = claim[0]
                if claim[1] == finding.p and claim[2] == "pending":
                    claim[2] = self._more["claim"] = "upheld"
        if news:
            pairs = self._more.get("renuncios", [])
            self._more["renuncios"] = pairs + [r.finding_pairs(finding) for finding in news]
        return news

    def _penalty(self, r, news):
        """What these findings, the offence laid first deciding, make of a round: a result, or None to play on."""
        penalty = self.rules.renuncio_penalty
        side = self.side_of(news[0].seat)
        both = any([self.side_of(finding.seat) != side for finding in news])
        if penalty == "warn":
            return None
        if penalty == "points_to_opponents":
            if r.forfeit < 0:
                r.forfeit = side
            return None
        if penalty == "replay_round" or both and self.rules.renuncio_priority == "both_void":
            r.void = True
            return (-1, 0, "renuncio")
        self._wins_match = penalty == "lose_match"
        return (1 - side, 1, "renuncio")

    def _finish(self, r, result):
        """The round is over with this result, unless what is only now told turns it."""
        self._result = None
        r.turn = 0
        if self.rules.renuncio_detection == "audit" and r.found:
            news = self._tell(r, r.found[:], 0)
            if result[2] != "ruling" and self._stop is None:
                result = self._penalty(r, news) or self._recount(r, result)
        for claim in r.claims:
            if claim[2] == "pending":
                claim[2] = "upheld" if r.state_of(claim[1]) == "renuncio" else "unfounded"
                if claim[2] == "unfounded" and self.rules.renuncio_detection != "live":
                    self._punish_claim(r, claim)
                    result = self._result or result
                    self._result = None
                if self._more.get("claim") != "upheld":
                    self._more["claim"] = claim[2]
        r.result = result
        match = self._match
        match.add(result[0], result[1])
        match.results.append(result + (tuple(r.points),))
        self._close_match(result[0])
        match.pass_deal(r.void, r.last_winner)
        self._tell_result(r)

    def _recount(self, r, result):
        """The count again, after a late forfeit of points."""
        if r.forfeit < 0 or result[2] not in ("points", "last_trick"):
            return result
        sung = [bool(calls) for calls in r.calls_by_side()]
        return count_round(self.rules, r.count_points(), self.side_of(r.last_winner), sung)

    def _close_match(self, winner):
        """Ends the match where the result did not do so by itself."""
        match = self._match
        if self._stop is not None:
            match.over = True
            match.winner = self._stop
        elif self._wins_match and winner >= 0:
            match.over = True
            match.winner = winner
        self._stop = None
        self._wins_match = False

    def _turn(self, r, result):
        """A result that stood is turned by a claim."""
        if not result:
            result = self._recount(r, r.result)
            if result == r.result:
                return
        match = self._match
        match.add(r.result[0], -r.result[1])
        match.add(result[0], result[1])
        r.result = result
        match.results[-1] = result + (tuple(r.points),)
        self._close_match(result[0])
        if match.over and r is not self._round:
            self._round = r  # a round dealt since then does not count
        if r is self._round:
            match.pass_deal(r.void, r.last_winner)
        self._tell_result(r)

    def _tell_result(self, r):
        winner, games, by = r.result
        name = self.side_names[winner] if winner >= 0 else None
        points = by_side(self.side_names, r.points)
        self._more["round"] = (("winner", name), ("points", points), ("games", games), ("by", by))
        self._more["audit"] = self._audit(r)
        self._more["match"] = self._match_pairs()

    def _audit(self, r):
        return tuple([(str(p + 1), r.state_of(p)) for p in range(self.seats)])

    def _match_pairs(self):
        match = self._match
        pairs = by_side(self.side_names, match.games)
        if match.winner >= 0:
            pairs += (("winner", self.side_names[match.winner]),)
        return pairs

    # history

    def _start(self):
        """The match before its first event."""
        self._match = Match(self.rules, self.target, self._games)
        self._match.add(-1, 0)
        self._round = None  # the open or last round
        self._previous = None  # the one before it, for claims until the next lead
        self._hands = None  # Knowledge of hands that were scanned before the deal
        self._base = None  # (place in _words, state there) at the start of this round
        self._pos = 0  # place in _words of the event that is being taken
        self._more = {}
        self._result = None  # result that the event being taken makes
        self._wins_match = False
        self._stop = None  # side that wins because the match stops here, -1: none does
        self._seat = 0

    def _state(self):
        return (self._match.copy(), self._round, self._previous, self._hands, self._base)

    def _restore(self, state):
        match, self._round, self._previous, self._hands, self._base = state
        self._match = match.copy()

    def _log(self, event, line):
        kind, seat, arg, flag = event
        line = line << 16 if line < 65536 else 0
        if kind == acta.SHOW or kind == acta.HAND:
            for i, card in enumerate(arg):
                more = _MORE if i + 1 < len(arg) else 0
                self._words.append(card | seat << 6 | more << 9 | kind << 11 | line)
        else:
            self._words.append(arg | seat << 6 | flag << 9 | kind << 11 | line)

    def _read(self, pos):
        """(event, line, place of the next) of the event at this place."""
        cards = ()
        while True:
            word = self._words[pos]
            pos += 1
            kind = word >> 11 & 31
            event = (kind, word >> 6 & 7, word & 63, word >> 9 & 3)
            if kind != acta.SHOW and kind != acta.HAND:
                break
            cards += (word & 63,)
            if not event[3]:
                event = (kind, event[1], cards, 0)
                break
        return event, word >> 16, pos

    def _replay(self, base, stop, unseen=0):
        """Reads the events again from a kept state (None: the top) up to a place; the `hand` lines before `unseen`
        are passed over. None, or (line, reason) of the first that can not stand now."""
        if base:
            pos = base[0]
            self._restore(base[1])
        else:
            pos = 0
            self._start()
        if base:
            self._base = base
        while pos < stop:
            self._pos = pos
            here = pos
            event, line, pos = self._read(pos)
            for fix in self._fixes:
                if line and fix[0] == line:
                    event = fix[1]
            if not event or event[0] == acta.CORRECT or event[0] == acta.HAND and here < unseen:
                continue
            self._more = {}
            self._seat = event[1]
            reason = self._do(event, False)
            if reason:
                return line, reason
            self._settle()
        return None

    def _from(self, pos):
        """The kept state from which a change at this place can be read again."""
        return self._base if self._base and self._base[0] <= pos else None

    def _undo(self):
        words = self._words
        if not len(words):
            return "nothing_to_undo"
        calls = self.cantes_by_side
        stop = len(words) - 1
        kind = words[stop] >> 11 & 31
        pos = stop
        if kind == acta.CORRECT:
            pos = self._find(self._fixes.pop()[0])
        elif kind == acta.SHOW or kind == acta.HAND:
            while stop and words[stop - 1] >> 11 & 31 == kind and words[stop - 1] >> 9 & 3:
                stop -= 1
            pos = stop
        self._words = words[:stop]
        self._replay(self._from(pos), stop)
        self._more = {}
        self._seat = 0
        if self.cantes_by_side != calls:
            self._more["cantes"] = self.cantes_by_side
        return None

    def _find(self, line):
        """Place of the event of this line, -1 if there is none."""
        for pos, word in enumerate(self._words):
            if word >> 16 == line and word >> 11 & 31 != acta.CORRECT:
                return pos
        return -1

    def _correct(self, line, event):
        """Reads the event of a line as another. (reason, None), or (None, what was told and known before)."""
        pos = self._find(line)
        if pos < 0 or line == 0:
            return "no_line", None
        before = (self.cantes_by_side, self._told(), self._match.results)
        state = self._state()
        self._fixes.append((line, event))
        failed = self._replay(self._from(pos), len(self._words))
        if failed:
            self._fixes.pop()
            self._restore(state)
            return "then_line %d: %s" % failed, None
        return None, before

    def _told(self):
        r = self._round
        return [r.finding_pairs(finding) for finding in r.told] if r else []

    def _put_right(self, line, event, own_line):
        """A correction: takes it, and puts what it changed into the answer."""
        reason, before = self._correct(line, event)
        self._more = more = {}
        self._seat = 0
        if reason:
            return reason
        self._words.append(acta.CORRECT << 11 | (own_line << 16 if own_line < 65536 else 0))
        calls, told, results = before
        if self.cantes_by_side != calls:
            more["cantes"] = self.cantes_by_side
        news = [pairs for pairs in self._told() if pairs not in told]
        if news:
            more["renuncios"] = news
        if self._match.results != results and self._round and self._round.result:
            self._tell_result(self._round)
        return None


def _parse(text):
    event = acta.parse_line(text)
    if event is None:
        raise acta.ActaError(1, "event")
    return event
