"""A match from its events, with the answers of acta.md section 4. Each event is worked out on what the ones before
left; an undo reads the events again from a copy made on the way."""

from support.naive import results
from support.naive.calls import (
    CANTE_REASONS,
    SHOW_REASONS,
    SWAP_REASONS,
    best,
    own_draw,
    refuse_cante,
    refuse_show,
    refuse_swap,
)
from support.naive.cards import call_cards, pack_of, side_names, side_of
from support.naive.hands import Matching, Worlds
from support.naive.legality import KINDS
from support.naive.rounds import Call, Deal, Moment, Play

KEEP_EVERY = 20  # events between two copies of the state


def copied(value, seen):
    """A copy through and through; the same object twice is copied once. Tuples, sets and texts are never changed, and
    a moment only while a draw may belong to it or not."""
    if isinstance(value, (str, int, tuple, set)) or value is None:
        return value
    if isinstance(value, list):
        return [copied(inner, seen) for inner in value]
    if isinstance(value, dict):
        made = {}
        for key in value:
            made[key] = copied(value[key], seen)
        return made
    if isinstance(value, (Worlds, Matching)):
        return value.copy()
    if isinstance(value, (Deal, Play, Call)) or isinstance(value, Moment) and value.loose is not None:
        if id(value) not in seen:
            made = object.__new__(type(value))
            seen[id(value)] = made
            for name in value.__dict__:
                setattr(made, name, copied(getattr(value, name), seen))
        return seen[id(value)]
    return value


class Naive:
    """`push(text)` gives the answer as a dict without `line`. `listed`: list all ways to deal (small packs)."""

    STATE = "games dealer next_dealer over winner leaver stopped deal before hands ended carried".split(" ")

    def __init__(self, rules, target=3, listed=False, games=None):
        self.rules = rules
        self.target = target
        self.listed = listed
        self.pack = pack_of(rules)
        self.names = side_names(rules)
        self.events = []
        self.copies = []  # (number of events, state)
        self.games = {}
        for name in self.names:
            self.games[name] = (games or {}).get(name, 0)
        self.dealer = self.next_dealer = 0
        self.over = False
        self.winner = None
        self.leaver = None
        self.stopped = False  # by `leave` or `end`: nothing is turned any more
        self.deal = None
        self.before = None
        self.hands = []
        self.ended = []
        self.carried = {}
        self.ending = None
        self.broken_off = False
        self.answer = {}
        self.keep()

    know_all = True  # it hears texts, and answers dicts

    # reading events

    def state(self):
        return self.copied_state([getattr(self, name) for name in self.STATE])

    def copied_state(self, values):
        named = dict(zip(self.STATE, values))
        seen = {}
        for deal in named["ended"]:
            if deal is not named["deal"] and deal is not named["before"]:
                seen[id(deal)] = deal  # nothing changes it any more
        return [copied(value, seen) for value in values]

    def keep(self):
        self.copies.append((len(self.events), self.state()))

    def back_to(self, count):
        """The state after so many events."""
        while self.copies[-1][0] > count:
            self.copies.pop()
        events = self.events
        number, kept = self.copies[-1]
        for name, value in zip(self.STATE, self.copied_state(kept)):
            setattr(self, name, value)
        self.events = events[:number]
        for text in events[number:count]:
            self.again(text)

    def again(self, text):
        self.answer = {}
        _, reason = self.take(text)
        assert reason is None, (text, reason)
        self.events.append(text)

    def push(self, text):
        was_open = self.deal if self.is_open() else None
        calls = self.deal.cantes() if self.deal else None
        was_over = self.over
        self.answer = {}
        full = text
        if text == "undo":
            reason = self.undo(calls)
        else:
            full, reason = self.take(text)
            if not reason:
                self.events.append(full)
                if len(self.events) >= self.copies[-1][0] + KEEP_EVERY:
                    self.keep()
        answer = self.answer
        answer["event"] = full
        answer["ok"] = reason is None
        if reason:
            answer["refused"] = reason
        if self.is_open() or was_open and self.deal is was_open and was_open.result:
            deal = self.deal
            answer["turn"] = None if deal.result or deal.all_laid() else deal.turn
            answer["trick"] = deal.trick_number()
            answer["points"] = deal.points()
            answer["trump"] = deal.trump
            answer["upcard"] = deal.upcard
        if self.over and ("match" in answer or not was_over):
            self.report_match()
        return answer

    # what a table may ask

    @property
    def phase(self):
        if self.over:
            return "match_over"
        if not self.is_open():
            return "round_over" if self.deal and not self.hands else "deal"
        return "window" if self.deal.in_window() else "play"

    @property
    def turn(self):
        return self.deal.turn

    @property
    def owed(self):
        return [draw[1] for draw in self.deal.owed()] if self.is_open() else []

    @property
    def stock(self):
        return self.deal.stock_left() if self.is_open() else 0

    def check(self, text):
        """Why this event would be refused now, or None."""
        count = len(self.events)
        reason = self.push(text).get("refused")
        if reason is None:
            self.back_to(count)
        return reason

    def is_open(self):
        return self.deal is not None and not self.deal.result and not self.over

    def undo(self, calls):
        if not self.events:
            return "nothing_to_undo"
        was = [(deal.result, deal.forfeit, deal.points()) for deal in self.ended]
        self.back_to(len(self.events) - 1)
        self.answer = {}
        none = {}
        for name in self.names:
            none[name] = []
        now = self.deal.cantes() if self.deal else none
        if now != (calls or none):
            self.answer["cantes"] = now
        for (result, forfeit, points), deal in zip(was, self.ended):
            moved = forfeit != deal.forfeit and points != deal.points()
            if result != deal.result or moved:
                self.report(deal)
        return None

    def take(self, text):
        """(the event with its seat, reason). Works out all that the event implies."""
        verb = text.split(" ")[0]
        if self.over and verb not in ("show", "claim"):
            return text, "match_over"
        full = self.filled(text)
        if full is None:
            return text, "seat_needed"
        self.ending = None
        reason = getattr(self, "do_" + verb)(full.split(" "))
        if not reason:
            self.settle()
        return full, reason

    def filled(self, text):
        """The event with its seat; None where it takes one to be told."""
        words = text.split(" ")
        if not self.is_open():
            return text
        deal = self.deal
        if words[0] == "play" and (len(words) == 2 or words[2] == "stands"):
            words.insert(2, str(deal.turn))
        elif words[0] in ("cante", "swap"):
            said = words[-1] == "said"
            if len(words) - said == (2 if words[0] == "swap" or words[1] == "40" else 3):
                return self.seated(words, said)
        return " ".join(words)

    def seated(self, words, said):
        """A cante or swap belongs to the only seat that could make it, else to the winner of the last trick."""
        deal = self.deal
        end = ["said"] if said else []
        start = words[:-1] if said else words
        could = []
        for seat in range(1, self.rules.players + 1):
            if words[0] == "swap":
                reason = self.try_swap(seat, words[1])[0]
            else:
                reason = self.try_cante(seat, " ".join(start[1:]))[0]
            if reason is None:
                could.append(seat)
        seat = could[0] if len(could) == 1 else deal.tricks[-1][0] if deal.tricks else None
        if seat not in could:
            return None
        return " ".join(start + [str(seat)] + end)

    def not_open(self):
        """Why there is no round to do something in, or None."""
        if self.is_open():
            return None
        return "no_round" if self.deal is None or self.hands else "round_over"

    # before the first card

    def do_deal(self, words):
        if self.is_open():
            return "round_open"
        seat, card = int(words[1]), words[2]
        if card not in self.pack:
            return "card_unknown"
        in_stock = len(self.pack) > self.rules.players * self.rules.hand_size
        for who, cards in self.hands:
            if card in cards and (in_stock or who != seat):
                return "card_elsewhere"
        if not in_stock and self.too_many(seat, [card]):
            return "too_many"
        self.before = self.deal
        self.deal = Deal(self.rules, seat, card, self.hands, self.listed, self.carried)
        self.hands = []
        self.dealer = seat
        return None

    def too_many(self, seat, cards):
        known = set(cards)
        for who, more in self.hands:
            if who == seat:
                known |= set(more)
        return len(known) > self.rules.hand_size

    def do_hand(self, words):
        seat = int(words[1])
        cards = words[2:]
        if [card for card in cards if card not in self.pack]:
            return "card_unknown"
        if not self.is_open():
            if [1 for who, known in self.hands if who != seat and [c for c in cards if c in known]]:
                return "already"
            if self.too_many(seat, cards):
                return "too_many"
            self.hands.append((seat, cards))
            return None
        deal = self.deal
        if deal.plays:
            return "round_open"
        for card in cards:
            if not deal.know.possible({card: {seat - 1}}):
                others = [s for s, c in deal.dealt if c == card and s != seat]
                known = len(set([c for s, c in deal.dealt if s == seat]))
                if others or card in deal.paths or known < self.rules.hand_size:
                    return "already"
        need = {}
        for card in cards:
            need[card] = {seat - 1}
        if not deal.know.possible(need):
            return "too_many"
        deal.learn_dealt(seat, cards)
        return None

    def do_forget(self, words):
        if not self.is_open():
            self.hands = []
            return None
        events = self.events
        last = max([i for i, text in enumerate(events) if text.startswith("deal")])
        first = last
        while first and events[first - 1].split(" ")[0] in ("hand", "forget"):
            first -= 1
        self.back_to(first)
        kept = [text for text in events[first:] if not text.startswith("hand") and text != "forget"]
        for text in kept:
            self.answer = {}
            reason = self.take(text)[1]
            if reason:  # an event of this round cannot stand without the scan
                self.events = events
                self.back_to(len(events))
                self.answer = {}
                return "then_line 0: " + reason
            self.events.append(text)
        self.events = events
        self.answer = {}
        self.copies = self.copies[:1] if self.copies[-1][0] > first else self.copies
        return None

    # cards

    def do_play(self, words):
        closed = self.not_open()
        if closed:
            return closed
        deal = self.deal
        card, seat = words[1], int(words[2])
        if card not in self.pack:
            return "card_unknown"
        if deal.laid(card):
            return "card_played"
        more = deal.owed()
        offence = False
        if seat != deal.turn:
            if self.rules.out_of_turn == "renuncio":
                if self.rules.renuncio_detection == "live" and "stands" not in words:
                    return "not_your_turn"
                offence = True
            elif self.rules.out_of_turn != "lead_accepted" or deal.table():
                return "not_your_turn"
        moment = deal.moment(seat, more)
        if not self.can_have(moment, card):
            return "card_elsewhere"
        live = self.rules.renuncio_detection == "live" and "stands" not in words
        if offence:
            return self.offend(seat, card, "turn", deal.trick_number())
        play = Play(deal, card, moment)
        if self.judge(play) == "illegal" and live:
            return "renuncio"
        deal.make(more)
        deal.clock += 1
        taken = deal.lay(play)
        if taken:
            self.answer["taken"] = {"seat": taken[0], "points": taken[1]}
        return None

    def can_have(self, moment, card):
        return self.deal.can_hold(moment, [card])

    def judge(self, play):
        """The verdict about a card before it is laid."""
        good, kinds = self.deal.know.verdicts(play) if play.table else (True, ())
        verdict = "legal" if not kinds else "open" if good else "illegal"
        self.answer["verdict"] = verdict
        if kinds:
            self.answer["duty"] = [kind for kind in KINDS if kind in kinds]
        return verdict

    def offend(self, seat, what, duty, trick):
        """An offence that is no card laid: a play out of turn, a cante without the right to it."""
        deal = self.deal
        play = Play(deal, what, deal.moment(seat))
        play.trick = trick
        play.state = "illegal"
        play.false_call = [duty]
        deal.clock += 1
        deal.lies.append(play)
        if duty == "turn":
            self.answer["verdict"] = "illegal"
        return None

    def do_draw(self, words):
        closed = self.not_open()
        if closed:
            return closed
        deal = self.deal
        seat = int(words[1]) if len(words) > 1 else None
        if seat is not None and seat > self.rules.players:
            return "seat"
        if not deal.in_stock:
            return "stock"
        owed = deal.owed()
        if not [draw for draw in owed if seat is None or draw[1] == seat]:
            return "already"
        made = owed
        if seat is not None and owed[0][1] == seat:
            made = owed[:1]
        if len(words) > 2:
            card = words[2]
            reason = self.draw_card(deal, made[-1], card)
            if reason:
                return reason
        deal.make(made)
        deal.clock += 1
        return None

    def draw_card(self, deal, draw, card):
        """A draw that was scanned: refused, or what it tells."""
        if card not in self.pack:
            return "card_unknown"
        if deal.laid(card):
            return "card_played"
        last = draw[0] == deal.players + deal.in_stock - 1
        if last or card == deal.upcard:
            return None if last and card == deal.upcard else "card_elsewhere"
        if card in deal.paths:
            return "card_elsewhere"
        need = {card: {draw[0]}}
        later = [
            other[0] for other in deal.draws if other[0] >= draw[0]
        ]  # of this window: all draws before are made
        deal.seen_before(later, need)
        if not deal.know.possible(need):
            return "card_elsewhere"
        for other in deal.draws:
            if other[0] in later:
                deal.pin(other)
        deal.know.learn(card, {draw[0]})
        deal.log.append((draw[1], card, "in"))
        return None

    def do_show(self, words):
        deal = self.deal
        if deal is None:
            return "no_round"
        seat = int(words[1])
        cards = words[2:]
        reason, more, _ = best(deal, seat, lambda made: refuse_show(deal, seat, cards, made), SHOW_REASONS)
        if reason:
            return reason
        before = deal.audit() if deal.result else None
        deal.make(more)
        self.sighted(deal, seat, cards, False)
        deal.clock += 1
        if deal.result and deal.audit() != before:
            self.answer["audit"] = deal.audit()
        return None

    def sighted(self, deal, seat, cards, pinned):
        """The moment of cards that were seen; they may have come with a draw that is still owed."""
        moment = deal.moment(seat)
        own = own_draw(deal, seat)
        if own is not None:
            if pinned:
                for draw in deal.owed()[deal.owed().index(own) :]:
                    deal.pin(draw)
            else:
                deal.stands_loose(own, cards, moment)
        deal.see(cards, moment)
        return moment

    # cantes and swaps

    def try_cante(self, seat, call):
        deal = self.deal
        return best(deal, seat, lambda more: refuse_cante(deal, seat, call, more), CANTE_REASONS)

    def try_swap(self, seat, card):
        deal = self.deal
        return best(deal, seat, lambda more: refuse_swap(deal, seat, card, more), SWAP_REASONS)

    def do_cante(self, words):
        closed = self.not_open()
        if closed:
            return closed
        deal = self.deal
        said = words[-1] == "said"
        if said:
            words = words[:-1]
        seat = int(words[-1])
        call = " ".join(words[1:-1])
        reason, more, pinned = self.try_cante(seat, call)
        if reason in ("side", "stock", "last_drawn", "limit", "tute_after_cante", "order", "deadline"):
            if self.rules.bad_cante == "renuncio":
                return self.offend(seat, call.replace(" ", ""), "cante", len(deal.tricks))
        if reason:
            return reason
        deal.make(more)
        cards = call_cards(call, deal.trump)
        moment = self.sighted(deal, seat, [] if said else cards, pinned)
        deal.calls.append(Call(seat, call, len(deal.tricks), said, deal.clock, moment))
        deal.clock += 1
        self.answer["cantes"] = deal.cantes()
        if call.startswith("tute") and self.rules.tute_effect != "none":
            self.ending = (side_of(seat, self.rules), 1, "tute")
        return None

    def do_swap(self, words):
        closed = self.not_open()
        if closed:
            return closed
        deal = self.deal
        card, seat = words[1], int(words[2])
        reason, more, pinned = self.try_swap(seat, card)
        if reason:
            return reason
        deal.make(more)
        self.sighted(deal, seat, [card], pinned)
        home = "stock" if deal.in_stock else deal.dealer
        if seat != home:
            deal.log.append((seat, card, "out"))
            if not deal.in_stock:
                deal.log.append((home, deal.upcard, "out"))
            deal.move(card, home)
            deal.move(deal.upcard, seat)
        deal.upcard = card
        deal.clock += 1
        return None

    # people

    def do_claim(self, words):
        deal = self.deal
        if deal is None:
            return "no_round"
        if not deal.result and not deal.plays and self.before:
            deal = self.before
        seat, against = int(words[1]), int(words[2])
        rules = self.rules
        by = rules.renuncio_claim_by
        if deal.result and rules.renuncio_claim_until != "next_first_lead":
            return "claim_late"
        if by == "device" or by == "opponents" and side_of(seat, rules) == side_of(against, rules):
            return "claim_by"
        if not [p for p in deal.plays + deal.lies if p.seat == against]:
            return "nothing_to_claim"
        if [c for c in deal.claims if c == [seat, against, "pending"]]:
            return "already"
        if rules.renuncio_claim_until == "trick_end" and not self.in_last_trick(deal, against):
            return "claim_late"
        claim = [seat, against, "pending"]
        deal.claims.append(claim)
        mode = rules.renuncio_detection
        if mode == "audit" and not deal.result:
            self.answer["claim"] = "pending"
            return None
        state = deal.audit()[str(against)]
        if state == "renuncio":
            claim[2] = "upheld"
            if mode == "on_claim":
                self.uphold(deal, seat, against)
        elif state == "clean" or deal.result:
            claim[2] = "unfounded"
            self.unfounded(deal, seat)
        elif mode == "on_claim":
            self.tell(deal, self.suspected(deal, [against]), seat)
        self.answer["claim"] = claim[2]
        return None

    def in_last_trick(self, deal, seat):
        """Whether this seat has a card in the open trick or, while none is laid, in the last one."""
        laid = deal.table() or deal.plays[-self.rules.players :]
        return bool([play for play in laid if play.seat == seat])

    def uphold(self, deal, seat, against):
        told = self.tell(deal, [p for p in self.proven(deal) if p.seat == against], seat)
        if not told:
            return
        # of all that was claimed, what was laid first decides
        told = sorted([p for p in deal.plays + deal.lies if p.told], key=lambda p: p.order)
        if deal.result:
            points = deal.points()
            self.turn_result(deal, results.penalty(deal, told))
            if deal.points() != points and not self.stopped:
                self.carry(deal)
                self.report(deal)
        else:
            self.ending = results.penalty(deal, told)

    def unfounded(self, deal, seat):
        """A claim without a ground."""
        result = self.false_claim(deal, seat)
        if deal.result:
            if result != deal.result and not results.is_void(deal.result):
                self.turn_result(deal, result)
        else:
            self.ending = self.ending or result

    def false_claim(self, deal, seat):
        if self.rules.false_claim != "lose_round" or self.rules.renuncio_detection == "live":
            return None
        deal.lied = True
        return results.lose(deal, side_of(seat, self.rules), "ruling")

    def lapsed(self, deal, seat, result):
        """What a claim that is unfounded at the end of a round makes of the result."""
        if self.rules.false_claim != "lose_round" or self.rules.renuncio_detection == "live":
            return result
        if len(self.names) == 2:
            return result if deal.lied else self.false_claim(deal, seat)
        if len(results.innocents(deal)) == 1:
            return result
        turned = self.false_claim(deal, seat)
        if turned or result[2] not in ("points", "last_trick", "carry") and result[0] not in deal.out:
            return turned or result
        return results.count(deal)

    def do_claim101(self, words):
        closed = self.not_open()
        if closed:
            return closed
        deal = self.deal
        seat = int(words[1])
        side = side_of(seat, self.rules)
        if self.rules.round_win != "first_to_101" or not deal.tricks:
            return "nothing_to_claim"
        if deal.tricks[-1][0] != seat or side in deal.out:
            return "claim_by"
        if deal.table():
            return "claim_late"
        deal.result = ("", 0, "points")
        points = deal.points()
        deal.result = None
        if points[side] >= 101:
            self.answer["claim"] = "upheld"
            self.ending = (side, 1, "claim101")
        else:
            self.answer["claim"] = "unfounded"
            self.ending = results.lose(deal, side, "claim101")
        return None

    def do_concede(self, words):
        closed = self.not_open()
        if closed:
            return closed
        side = side_of(int(words[1]), self.rules)
        if side in self.deal.out:
            return "already"
        self.ending = results.lose(self.deal, side, "concession")
        return None

    def do_award(self, words):
        closed = self.not_open()
        if closed:
            return closed
        self.deal.ruled = True
        self.ending = (words[1], 1, "ruling")
        return None

    def do_misdeal(self, words):
        closed = self.not_open()
        if closed:
            return closed
        self.deal.ruled = True
        self.ending = (None, 0, "ruling")
        return None

    def do_leave(self, words):
        seat = int(words[1])
        self.leaver = seat
        left = [name for name in self.names if name != side_of(seat, self.rules)]
        self.break_off(left[0] if len(left) == 1 else None, "concession")
        return None

    def do_end(self, words):
        self.break_off(None, "ruling")
        return None

    def break_off(self, winner, by):
        if self.is_open():
            self.ending = (None, 0, by)
            self.broken_off = True
            self.settle()
            self.broken_off = False
        self.over = self.stopped = True
        self.winner = winner
        self.report_match()

    # what follows from an event

    def proven(self, deal):
        """Plays that are proven and not yet told."""
        plays = [p for p in deal.plays if not p.told and deal.update(p)]
        return sorted(plays + [lie for lie in deal.lies if not lie.told], key=lambda play: play.order)

    def suspected(self, deal, seats=None):
        """Plays with a witness that an unseen draw may explain, not yet told."""
        if not deal.in_stock:
            return []
        found = []
        for play in deal.plays:
            if play.suspected or play.told or seats is not None and play.seat not in seats:
                continue
            if not deal.update(play) and play.state == "open" and deal.seen_witnesses(play):
                found.append(play)
        return found

    def tell(self, deal, plays, claimant=0):
        """Puts findings into the answer; those that are proven uphold claims. Gives back the proven ones."""
        proven = []
        for play in plays:
            finding = deal.finding(play)
            by = claimant
            for claim in deal.claims:
                if claim[1] == play.seat and claim[2] != "unfounded":
                    by = by or claim[0]
                    if claim[2] == "pending" and finding["status"] == "proven":
                        claim[2] = self.answer["claim"] = "upheld"
            if by:
                finding["claimed_by"] = by
            if finding["status"] == "proven":
                play.told = True
                proven.append(play)
            else:
                play.suspected = True
            self.answer.setdefault("renuncios", []).append(finding)
        return proven

    def settle(self):
        deal = self.deal
        if deal is None:
            return
        mode = self.rules.renuncio_detection
        self.settle_calls(deal)
        plays = self.proven(deal) + self.suspected(deal)
        if mode == "audit" and not deal.result:
            plays = []
        elif mode == "on_claim":
            claimed = [c[1] for c in deal.claims if c[2] == "pending"]
            plays = [p for p in plays if p.seat in claimed]
        if plays:
            proven = self.tell(deal, sorted(plays, key=lambda play: play.order))
            if proven and not deal.result:
                self.ending = results.penalty(deal, proven) or self.ending
                if self.ending and self.ending[0] in deal.out:
                    self.ending = None  # a tute whose own cards show that its caller has revoked
        if not self.ending and not deal.result and deal.all_laid():
            self.ending = results.count(deal)
        if self.ending and not deal.result:
            self.finish(deal, self.ending)
        self.ending = None

    def settle_calls(self, deal):
        """Announced cantes that no possible hand had: off with their points."""
        for call in deal.calls:
            if call.said and not call.false and deal.false_now(call):
                call.false = True
                self.answer["cantes"] = deal.cantes()
                lie = Play(deal, call.text.replace(" ", ""), call.moment)
                lie.order = call.order
                lie.trick = call.trick
                lie.state = "illegal"
                lie.false_call = ["cante"]
                deal.lies.append(lie)

    def finish(self, deal, result):
        if self.rules.renuncio_detection == "audit":
            plays = sorted(self.proven(deal) + self.suspected(deal), key=lambda play: play.order)
            proven = self.tell(deal, plays)
            if proven and result[2] != "ruling" and not self.broken_off:
                turned = results.penalty(deal, proven)
                if turned:
                    result = turned
                elif result[2] in ("points", "last_trick", "carry") or result[0] in deal.out:
                    result = results.count(deal)
        firm = result[2] in ("ruling", "renuncio") or self.broken_off
        for claim in deal.claims:
            if claim[2] == "pending":
                claim[2] = "upheld" if deal.audit()[str(claim[1])] == "renuncio" else "unfounded"
                if self.answer.get("claim") != "upheld":
                    self.answer["claim"] = claim[2]
                if claim[2] == "unfounded" and not firm:
                    result = self.lapsed(deal, claim[0], result)
        deal.result = result
        deal.firm = self.broken_off or result[2] == "ruling" and deal.ruled
        self.ended.append(deal)
        self.add(result, 1)
        if is_tute_match(self.rules, result):
            self.over, self.winner = True, result[0]
        self.pass_deal(deal)
        self.carry(deal)
        self.report(deal)

    def pass_deal(self, deal):
        if self.deal is not deal:
            return  # it has been dealt already
        if results.is_void(deal.result):
            self.next_dealer = deal.dealer
        elif self.rules.dealer_next == "last_trick_winner" and deal.tricks:
            self.next_dealer = deal.tricks[-1][0]
        else:
            self.next_dealer = deal.after(deal.dealer)

    def carry(self, deal):
        """What the next deal begins with."""
        if deal.result[2] == "carry":
            self.carried = deal.points()
        else:
            self.carried = deal.carried if results.is_void(deal.result) else {}
        if self.deal is not deal:
            self.deal.carried = self.carried

    def turn_result(self, deal, result):
        was = deal.result
        if deal.firm or self.stopped:
            return
        counted = was[2] in ("points", "last_trick", "carry")
        if not result and (was[0] in deal.out or counted and (deal.out or deal.forfeit)):
            result = results.count(deal)
        if not result or result == was:
            return
        self.add(was, -1)
        deal.result = result
        self.add(result, 1)
        self.pass_deal(deal)
        self.carry(deal)
        if self.over:
            self.deal = deal  # a round dealt since then does not count
        self.report(deal)

    def add(self, result, sign):
        if result[0]:
            self.games[result[0]] += sign * result[1]
        self.winner = None
        for name in self.names:
            if self.games[name] >= self.target:
                self.winner = name
        self.over = self.winner is not None
        if self.rules.renuncio_penalty == "lose_match" and result[2] == "renuncio" and sign > 0 and result[0]:
            self.over, self.winner = True, result[0]

    def report(self, deal):
        winner, games, by = deal.result
        self.answer["round"] = {"winner": winner, "points": deal.points(), "games": games, "by": by}
        self.answer["audit"] = deal.audit()
        self.report_match()

    def report_match(self):
        self.answer["match"] = dict(self.games)
        if self.winner:
            self.answer["match"]["winner"] = self.winner
        if self.over:
            self.answer["xp"] = results.experience(self.rules, self.ended, self.winner, self.leaver)


def is_tute_match(rules, result):
    return rules.tute_effect == "win_match" and result[2] == "tute"
