"""A second referee, slow and plain, to hold the real one against.

It shares nothing with `tute` but the record of options. Cards are texts, sets are sets, and after every event all is
worked out again from the list of events: where each card was at each moment, which hands were possible, what they
allow. With `enumerate_hands` possible hands are listed one by one (small packs); without it they are counted.
"""

ORDER = "24567SCR3A"
VALUE = {"A": 11, "3": 10, "R": 4, "C": 3, "S": 2}
KINDS = ("follow", "beat", "trump", "overtrump", "undertrump")


def strength(card):
    return ORDER.index(card[0])


def subsets(cards, size):
    """All subsets of so many of these cards."""
    if size == 0:
        yield []
    elif len(cards) >= size:
        for rest in subsets(cards[1:], size - 1):
            yield [cards[0]] + rest
        yield from subsets(cards[1:], size)


def legal(hand, table, trump, rules, partner=None):
    """rules.md 2.6, word for word, for the part of a round without a stock. `partner`: index in `table` of his card."""
    if not table:
        return list(hand)
    led = table[0][1]
    follow = [c for c in hand if c[1] == led]
    trumps = [c for c in hand if c[1] == trump]
    if rules.partner_winning_exempt and partner is not None and winner_of(table, trump) == partner:
        return follow or list(hand)
    ruffed = led != trump and any([c[1] == trump for c in table])
    if follow:
        if rules.must_beat and not (ruffed and rules.beat_waived_when_trumped):
            if rules.beat_reference == "lead":
                reference = strength(table[0])
            else:
                reference = max([strength(c) for c in table if c[1] == led])
            higher = [c for c in follow if strength(c) > reference]
            if higher:
                return higher
        return follow
    if led == trump or not trumps or rules.ruff_duty == "none":
        return list(hand)
    if not ruffed or rules.ruff_duty == "any_trump":
        return trumps
    top = max([strength(c) for c in table if c[1] == trump])
    over = [c for c in trumps if strength(c) > top]
    if over:
        return over
    return trumps if rules.ruff_duty == "over_else_trump" else list(hand)


def winner_of(table, trump):
    """Index of the winning card."""
    best = 0
    for i, card in enumerate(table):
        if card[1] == table[best][1]:
            if strength(card) > strength(table[best]):
                best = i
        elif card[1] == trump:
            best = i
    return best


def kind_of(card, hand, table, trump, rules):
    """The kind of renuncio (rules.md 3.1) that laying an illegal card from this hand (without it) is."""
    led = table[0][1]
    if card[1] == led:
        return "beat"
    if any([c[1] == led for c in hand]):
        return "follow"
    ruffs = [c for c in table if c[1] == trump]
    if not ruffs:
        return "trump"
    if rules.ruff_duty == "any_trump":
        return "undertrump"
    top = max([strength(c) for c in ruffs])
    if any([c[1] == trump and strength(c) > top for c in hand]):
        return "overtrump"
    return "undertrump"


class Play:
    """A card laid, and what lay before it."""

    def __init__(self, seat, card, table, partner, time, trick):
        self.seat = seat
        self.card = card
        self.table = table
        self.partner = partner
        self.time = time
        self.trick = trick
        self.bad_with = None
        self.told = False
        self.false_call = False


class Deal:
    """One round: a list of what happened, nothing else that is not worked out anew."""

    def __init__(self, rules, pack, dealer, upcard, hands):
        self.rules = rules
        self.pack = pack
        self.dealer = dealer
        self.first = upcard
        self.trump = upcard[1]
        self.seen = [(dealer, upcard, 0)]  # (seat, card, moment): it was in his hand just then
        for seat, cards in hands:
            self.seen += [(seat, card, 0) for card in cards]
        self.moves = []  # (card, from, to, moment)
        self.plays = []
        self.calls = []  # [seat, call, trick, said, moment, false]
        self.lies = []  # announced cantes that were found false, as plays
        self.claims = []
        self.time = 1
        self.turn = dealer % 4 + 1
        self.tricks = []  # (winner, points)
        self.upcard = upcard
        self.result = None
        self.forfeit = None

    def table(self):
        return self.plays[len(self.plays) - len(self.plays) % 4 :]

    def laid_at(self, card):
        for play in self.plays:
            if play.card == card:
                return play.time
        return None

    def holder(self, card, moment):
        """Who is known to have had the card just before this moment: a seat, "laid", or None."""
        when = self.laid_at(card)
        if when is not None and when < moment:
            return "laid"
        sightings = [(seat, at) for seat, c, at in self.seen if c == card]
        sightings += [(play.seat, play.time) for play in self.plays if play.card == card]
        if not sightings:
            return None
        seat, at = sightings[0]
        path = [(frm, to, t) for c, frm, to, t in self.moves if c == card]
        for frm, _, t in reversed(path):
            if t < at:
                seat = frm
        for _, to, t in path:
            if t < moment:
                seat = to
        return seat

    def size_at(self, seat, moment):
        return self.rules.hand_size - len([p for p in self.plays if p.seat == seat and p.time < moment])

    def possible(self, seat, moment):
        """(cards known to be in the hand just before the moment, other cards that may be, how many of those)."""
        known = []
        maybe = []
        for card in self.pack:
            who = self.holder(card, moment)
            if who == seat:
                known.append(card)
            elif who is None:
                maybe.append(card)
        need = self.size_at(seat, moment) - len(known)
        return known, maybe if need else [], need

    def can_hold(self, seat, cards, moment):
        known, maybe, need = self.possible(seat, moment)
        unknown = [c for c in cards if c not in known]
        return all([c in maybe for c in unknown]) and len(unknown) <= need

    def judge(self, play, enumerate_hands):
        """("legal" | "open" | "illegal", kinds) of a play by all possible hands at its moment, as known now."""
        if not play.table:
            return "legal", []
        known, maybe, need = self.possible(play.seat, play.time)
        known = [c for c in known if c != play.card]
        maybe = [c for c in maybe if c != play.card]
        need = self.size_at(play.seat, play.time) - 1 - len(known)
        if not need:
            maybe = []
        if enumerate_hands:
            good, kinds = self._by_hands(play, known, maybe, need)
        else:
            good, kinds = self._by_counting(play, known, maybe, need)
        kinds = [kind for kind in KINDS if kind in kinds]
        if not kinds:
            return "legal", []
        return ("open" if good else "illegal"), kinds

    def _by_hands(self, play, known, maybe, need):
        good = False
        kinds = set()
        for more in subsets(maybe, need):
            hand = known + more
            if play.card in legal(hand + [play.card], play.table, self.trump, self.rules, play.partner):
                good = True
            else:
                kinds.add(kind_of(play.card, hand, play.table, self.trump, self.rules))
        return good, kinds

    def _by_counting(self, play, known, maybe, need):
        bad = self.witnesses(play)
        harmless = [c for c in maybe if c not in bad]
        good = len(harmless) >= need and not [c for c in known if c in bad]
        kinds = set()
        led = play.table[0][1]
        table = play.table
        for kind in KINDS:
            # a hand of this kind has a card from `one` and none from `none`
            if kind in ("follow", "beat"):
                one, none = [c for c in bad if c[1] == led], []
                if (kind == "beat") != (play.card[1] == led):
                    continue
            else:
                none = [c for c in self.pack if c[1] == led]
                one = [
                    c
                    for c in bad
                    if c[1] != led and kind_of(play.card, [c], table, self.trump, self.rules) == kind
                ]
                if kind == "undertrump":
                    over = [c for c in bad if c[1] != led and c not in one]
                    none = none + over
            if play.card[1] == led and kind != "beat" or [c for c in known if c in none]:
                continue
            free = [c for c in maybe if c not in none]
            if len(free) < need:
                continue
            if [c for c in known if c in one] or need and [c for c in free if c in one]:
                kinds.add(kind)
        return good, kinds

    def witnesses(self, play):
        """Cards that make this play illegal if they are in the same hand."""
        if play.bad_with is None:
            play.bad_with = []
            if play.table:
                for other in self.pack:
                    if other != play.card:
                        allowed = legal([play.card, other], play.table, self.trump, self.rules, play.partner)
                        if play.card not in allowed:
                            play.bad_with.append(other)
        return play.bad_with

    def seen_witnesses(self, play):
        """Witnesses known to have been in that hand, in the order in which they were first known to be there."""
        found = []
        for card in self.witnesses(play):
            if self.holder(card, play.time) == play.seat:
                found.append(self.first_known(card, play) + (card,))
        return [entry[-1] for entry in sorted(found)]

    def first_known(self, card, play):
        """(moment, place among those of that moment) at which the card was first known in the hand of a play."""
        seat = play.seat
        left = max([t for c, frm, _, t in self.moves if c == card and frm == seat and t < play.time] + [-1])
        known = [(at, i) for i, (s, c, at) in enumerate(self.seen) if c == card and s == seat]
        known += [(p.time, 0) for p in self.plays if p.card == card and p.seat == seat]
        known += [(t, 999) for c, _, to, t in self.moves if c == card and to == seat]
        return min([entry for entry in known if entry[0] > left])

    def finding(self, play, enumerate_hands):
        """The finding about a proven play."""
        if play.false_call:
            made = {
                "seat": play.seat,
                "trick": play.trick,
                "card": play.card,
                "duty": ["cante"],
                "witnesses": [],
            }
            made["status"] = "proven"
            return made
        seen = self.seen_witnesses(play)
        if seen:
            kinds = [kind_of(play.card, [c], play.table, self.trump, self.rules) for c in seen]
            kinds = [kind for kind in KINDS if kind in kinds]
        else:
            _, kinds = self.judge(play, enumerate_hands)
        made = {"seat": play.seat, "trick": play.trick, "card": play.card, "duty": kinds, "witnesses": seen}
        made["status"] = "proven"
        if not seen:
            made["counted"] = True
        return made

    def false_call(self, call):
        """Whether no possible hand at its moment had the cards of this call."""
        seat, cards = call[0], call_cards(call[1], self.trump)
        return not self.can_hold(seat, cards, call[4])

    def points(self):
        sides = {"1+3": 0, "2+4": 0}
        for seat, points in self.tricks:
            sides[side(seat)] += points
        for call in self.calls:
            if not call[5]:
                sides[side(call[0])] += call_points(call[1])
        if len(self.plays) == len(self.pack):
            sides[side(self.tricks[-1][0])] += self.rules.last_trick_bonus
        if self.forfeit and self.result and self.result[2] in ("points", "last_trick"):
            sides[other(self.forfeit)] += sides[self.forfeit]
            sides[self.forfeit] = 0
        return sides

    def cantes(self):
        sides = {"1+3": [], "2+4": []}
        for call in self.calls:
            if not call[5]:
                sides[side(call[0])].append(call[1].replace(" ", ""))
        return sides


def side(seat):
    return "1+3" if seat in (1, 3) else "2+4"


def other(name):
    return "2+4" if name == "1+3" else "1+3"


def call_cards(call, trump):
    """The cards of a call as a line has it: 40, 20 C, tute R."""
    words = call.split(" ")
    if words[0] == "tute":
        return [words[1] + suit for suit in "OCEB"]
    suit = trump if words[0] == "40" else words[1]
    return ["R" + suit, "C" + suit]


def call_points(call):
    return 40 if call == "40" else 20 if call.startswith("20") else 0


class Naive:
    """Pairs, all cards dealt. `push(text)` gives the answer as a dict without `line`."""

    def __init__(self, rules, target=3, enumerate_hands=False):
        self.rules = rules
        self.target = target
        self.enumerate_hands = enumerate_hands
        self.pack = [r + s for s in "OCEB" for r in ORDER if r not in rules.removed_ranks]
        self.events = []
        self.reset()

    def reset(self):
        self.games = {"1+3": 0, "2+4": 0}
        self.dealer = self.next_dealer = 0
        self.over = False
        self.winner = None
        self.deal = None
        self.before = None
        self.hands = []
        self.ended = []

    def push(self, text):
        was_open = self.is_open() and self.deal
        self.answer = {}
        calls = self.deal.cantes() if self.deal else {"1+3": [], "2+4": []}
        if text == "undo":
            results = [deal.result for deal in self.ended]
            reason = self.undo()
            if not reason:
                now = self.deal.cantes() if self.deal else {"1+3": [], "2+4": []}
                self.answer = {"cantes": now} if now != calls else {}
                for was, deal in zip(results, self.ended):
                    if was != deal.result:
                        self.report(deal)
            full = text
        else:
            full, reason = self.take(text)
            if not reason:
                self.events.append(text)
        answer = self.answer
        answer["event"] = full
        answer["ok"] = reason is None
        if reason:
            answer["refused"] = reason
        if self.is_open() or was_open and self.deal is was_open and self.deal.result:
            deal = self.deal
            answer["turn"] = deal.turn if not deal.result and len(deal.plays) < len(self.pack) else None
            answer["trick"] = min(len(deal.plays) // 4 + 1, len(self.pack) // 4)
            answer["points"] = deal.points()
            answer["trump"] = deal.trump
            answer["upcard"] = deal.upcard
        return answer

    def is_open(self):
        return self.deal is not None and not self.deal.result and not self.over

    def undo(self):
        if not self.events:
            return "nothing_to_undo"
        events = self.events[:-1]
        self.events = []
        self.reset()
        for text in events:
            self.answer = {}
            _, reason = self.take(text)
            assert reason is None, (text, reason)
            self.events.append(text)
        return None

    def take(self, text):
        """(the event with its seat, reason). Works out all that the event implies."""
        words = text.split(" ")
        verb = words[0]
        if self.over and verb not in ("show", "claim"):
            return self.filled(text), "match_over"
        full = self.filled(text)
        words = full.split(" ")
        reason = getattr(self, "do_" + verb)(words)
        if not reason:
            self.settle()
        return full, reason

    def filled(self, text):
        words = text.split(" ")
        if words[0] == "play" and len(words) == 2 and self.is_open() and self.deal.turn:
            return text + " " + str(self.deal.turn)
        return text

    # events

    def do_deal(self, words):
        if self.is_open():
            return "round_open"
        seat = int(words[1])
        deal = Deal(self.rules, self.pack, seat, words[2], self.hands)
        for who in (1, 2, 3, 4):
            holders = [s for s, c, _ in deal.seen if c == words[2]]
            if [s for s in holders if s != seat]:
                return "card_elsewhere"
            if len(set([c for s, c, _ in deal.seen if s == who])) > self.rules.hand_size:
                return "too_many"
        self.before = self.deal
        self.deal = deal
        self.hands = []
        self.dealer = seat
        return None

    def do_hand(self, words):
        seat = int(words[1])
        cards = words[2:]
        if self.is_open():
            deal = self.deal
            if deal.plays:
                return "round_open"
            if [1 for s, c, _ in deal.seen if c in cards and s != seat]:
                return "already"
            if len(set([c for s, c, _ in deal.seen if s == seat] + cards)) > self.rules.hand_size:
                return "too_many"
            deal.seen += [(seat, card, 0) for card in cards]
            return None
        if [1 for s, known in self.hands if s != seat and [c for c in cards if c in known]]:
            return "already"
        mine = set(cards)
        for s, known in self.hands:
            if s == seat:
                mine |= set(known)
        if len(mine) > self.rules.hand_size:
            return "too_many"
        self.hands.append((seat, cards))
        return None

    def do_play(self, words):
        if not self.is_open():
            return "no_round" if self.deal is None or self.hands else "round_over"
        deal = self.deal
        card, seat = words[1], int(words[2])
        if card not in self.pack:
            return "card_unknown"
        if deal.laid_at(card) is not None:
            return "card_played"
        if seat != deal.turn:
            return "not_your_turn"
        if not deal.can_hold(seat, [card], deal.time):
            return "card_elsewhere"
        table = deal.table()
        partner = len(table) - 2 if len(table) >= 2 else None
        trick = len(deal.plays) // 4 + 1
        play = Play(seat, card, [p.card for p in table], partner, deal.time, trick)
        verdict, kinds = deal.judge(play, self.enumerate_hands)
        self.answer["verdict"] = verdict
        if kinds:
            self.answer["duty"] = kinds
        if verdict == "illegal" and self.rules.renuncio_detection == "live" and "stands" not in words:
            return "renuncio"
        deal.plays.append(play)
        deal.time += 1
        if card == deal.upcard:
            deal.upcard = None
        deal.turn = seat % 4 + 1
        if len(table) == 3:
            cards = [p.card for p in table] + [card]
            won = (table + [play])[winner_of(cards, deal.trump)].seat
            points = sum([VALUE.get(c[0], 0) for c in cards])
            deal.tricks.append((won, points))
            deal.turn = won
            self.answer["taken"] = {"seat": won, "points": points}
        return None

    def do_cante(self, words):
        if not self.is_open():
            return "no_round" if self.deal is None or self.hands else "round_over"
        deal = self.deal
        said = words[-1] == "said"
        if said:
            words = words[:-1]
        seat = int(words[-1])
        call = " ".join(words[1:-1])
        trick = len(deal.tricks)
        if not trick or len(deal.plays) % 4:
            return "moment"
        if side(seat) != side(deal.tricks[-1][0]):
            return "side"
        if call.startswith("tute") and call[5] not in self.rules.tute_ranks or call == "20 " + deal.trump:
            return "rank"
        if not deal.can_hold(seat, call_cards(call, deal.trump), deal.time):
            return "cards"
        standing = [c for c in deal.calls if not c[5]]
        if [c for c in standing if c[1] == call]:
            return "already"
        if [c for c in standing if c[0] == seat and c[2] == trick]:
            return "limit"
        ours = [c for c in standing if side(c[0]) == side(seat)]
        if call.startswith("tute") and ours:
            return "tute_after_cante"
        if call == "40" and [c for c in ours if c[1].startswith("20")]:
            return "order"
        deal.calls.append([seat, call, trick, said, deal.time, False])
        if not said:
            deal.seen += [(seat, card, deal.time) for card in call_cards(call, deal.trump)]
        deal.time += 1
        self.answer["cantes"] = deal.cantes()
        if call.startswith("tute"):
            self.ending = (side(seat), 1, "tute")
        return None

    def do_swap(self, words):
        if not self.is_open():
            return "no_round" if self.deal is None or self.hands else "round_over"
        deal = self.deal
        card, seat = words[1], int(words[2])
        if deal.upcard is None:
            return "stock"
        if len(deal.plays) % 4:
            return "moment"
        if not [1 for won, _ in deal.tricks if side(won) == side(seat)]:
            return "needs_trick"
        if card[1] != deal.trump:
            return "suit"
        if not (card[0] == "7" and deal.upcard[0] in "A3RCS" or card[0] == "2" and deal.upcard[0] in "7654"):
            return "rank"
        if not deal.can_hold(seat, [card], deal.time):
            return "cards"
        deal.seen.append((seat, card, deal.time))
        if seat != deal.dealer:
            deal.moves.append((card, seat, deal.dealer, deal.time))
            deal.moves.append((deal.upcard, deal.dealer, seat, deal.time))
        deal.time += 1
        deal.upcard = card
        return None

    def do_show(self, words):
        deal = self.deal
        if deal is None:
            return "no_round"
        seat = int(words[1])
        for card in words[2:]:
            if deal.laid_at(card) is not None:
                return "card_played"
            if not deal.can_hold(seat, [card], deal.time):
                return "card_elsewhere"
        if not deal.can_hold(seat, words[2:], deal.time):
            return "too_many"
        before = self.audit(deal)
        deal.seen += [(seat, card, deal.time) for card in words[2:]]
        deal.time += 1
        if deal.result and self.audit(deal) != before:
            self.answer["audit"] = self.audit(deal)
        return None

    def do_forget(self, words):
        if self.is_open():
            keep = self.events[:]
            last = max([i for i, text in enumerate(keep) if text.startswith("deal")])
            first = last
            while first and keep[first - 1].split(" ")[0] in ("hand", "forget"):
                first -= 1
            events = [
                t for i, t in enumerate(keep) if i < first or not t.startswith("hand") and t != "forget"
            ]
            self.events = []
            self.reset()
            for text in events:
                self.answer = {}
                _, reason = self.take(text)
                assert reason is None, (text, reason)
                self.events.append(text)
            self.events = keep
            self.answer = {}
        else:
            self.hands = []
        return None

    def do_claim(self, words):
        deal = self.deal
        if deal is None:
            return "no_round"
        if not deal.result and not deal.plays and self.before:
            deal = self.before
        seat, against = int(words[1]), int(words[2])
        if side(seat) == side(against):
            return "claim_by"
        if not [p for p in deal.plays if p.seat == against]:
            return "nothing_to_claim"
        if [c for c in deal.claims if c == [seat, against, "pending"]]:
            return "already"
        claim = [seat, against, "pending"]
        deal.claims.append(claim)
        mode = self.rules.renuncio_detection
        if mode == "audit" and not deal.result:
            self.answer["claim"] = "pending"
            return None
        state = self.audit(deal)[str(against)]
        if state == "renuncio":
            claim[2] = "upheld"
            if mode == "on_claim":
                told = self.tell(deal, [p for p in self.proven(deal) if p.seat == against], seat)
                if told:  # of all that was claimed, what was laid first decides
                    told = sorted([p for p in deal.plays + deal.lies if p.told], key=lambda p: p.time)
                if told and deal.result:
                    self.turn_result(deal, self.penalty(deal, told))
                elif told:
                    self.ending = self.penalty(deal, told)
        elif state == "clean" or deal.result:
            claim[2] = "unfounded"
        self.answer["claim"] = claim[2]
        return None

    def do_concede(self, words):
        if not self.is_open():
            return "no_round" if self.deal is None or self.hands else "round_over"
        self.ending = (other(side(int(words[1]))), 1, "concession")
        return None

    def do_award(self, words):
        if not self.is_open():
            return "no_round" if self.deal is None or self.hands else "round_over"
        self.ending = (words[1], 1, "ruling")
        return None

    def do_misdeal(self, words):
        if not self.is_open():
            return "no_round" if self.deal is None or self.hands else "round_over"
        self.ending = (None, 0, "ruling")
        return None

    # what follows from an event

    ending = None

    def proven(self, deal):
        """Plays that are proven and not yet told."""
        plays = [p for p in deal.plays if not p.told and deal.judge(p, self.enumerate_hands)[0] == "illegal"]
        return sorted(plays + [lie for lie in deal.lies if not lie.told], key=lambda play: play.time)

    def audit(self, deal):
        states = {}
        for seat in (1, 2, 3, 4):
            verdicts = [deal.judge(p, self.enumerate_hands)[0] for p in deal.plays if p.seat == seat]
            said = [c for c in deal.calls if c[3] and c[0] == seat]
            if "illegal" in verdicts or [c for c in said if deal.false_call(c)]:
                states[str(seat)] = "renuncio"
            elif "open" in verdicts or [c for c in said if self.unsure(deal, c)]:
                states[str(seat)] = "open"
            else:
                states[str(seat)] = "clean"
        return states

    def unsure(self, deal, call):
        known, _, _ = deal.possible(call[0], call[4])
        return [c for c in call_cards(call[1], deal.trump) if c not in known]

    def tell(self, deal, plays, claimant=0):
        for play in plays:
            finding = deal.finding(play, self.enumerate_hands)
            play.told = True
            by = claimant
            for claim in deal.claims:
                if claim[1] == play.seat and claim[2] != "unfounded":
                    by = by or claim[0]
                    if claim[2] == "pending":
                        claim[2] = self.answer["claim"] = "upheld"
            if by:
                finding["claimed_by"] = by
            self.answer.setdefault("renuncios", []).append(finding)
        return plays

    def penalty(self, deal, plays):
        """Result that these plays make of a round, None to go on."""
        kind = self.rules.renuncio_penalty
        offender = side(plays[0].seat)
        if kind == "warn":
            return None
        if kind == "points_to_opponents":
            deal.forfeit = deal.forfeit or offender
            return None
        if kind == "replay_round":
            return (None, 0, "renuncio")
        if self.rules.renuncio_priority == "both_void" and [p for p in plays if side(p.seat) != offender]:
            return (None, 0, "renuncio")
        return (other(offender), 1, "renuncio")

    def settle(self):
        deal = self.deal
        if deal is None:
            return
        mode = self.rules.renuncio_detection
        self.settle_calls(deal)
        plays = self.proven(deal)
        if mode == "audit" and not deal.result:
            plays = []
        elif mode == "on_claim":
            claimed = [c[1] for c in deal.claims if c[2] == "pending"]
            plays = [p for p in plays if p.seat in claimed]
        if plays:
            self.tell(deal, plays)
            if not deal.result:
                self.ending = self.penalty(deal, plays) or self.ending
        if not self.ending and not deal.result and len(deal.plays) == len(self.pack):
            self.ending = self.count(deal)
        if self.ending and not deal.result:
            self.finish(deal, self.ending)
        self.ending = None

    def settle_calls(self, deal):
        """Announced cantes that no possible hand had: off with their points."""
        for call in deal.calls:
            if call[3] and not call[5] and deal.false_call(call):
                call[5] = True
                self.answer["cantes"] = deal.cantes()
                lie = Play(call[0], call[1].replace(" ", ""), None, None, call[4], call[2])
                lie.false_call = True
                deal.lies.append(lie)

    def count(self, deal):
        was = deal.result
        deal.result = ("", 0, "points")
        points = deal.points()
        deal.result = was
        if points["1+3"] == points["2+4"]:
            return (side(deal.tricks[-1][0]), 1, "last_trick")
        return ("1+3" if points["1+3"] > points["2+4"] else "2+4", 1, "points")

    def finish(self, deal, result):
        if self.rules.renuncio_detection == "audit":
            plays = self.proven(deal)
            if plays:
                self.tell(deal, plays)
                if result[2] != "ruling":
                    turned = self.penalty(deal, plays)
                    if turned:
                        result = turned
                    elif result[2] in ("points", "last_trick"):
                        result = self.count(deal)
        for claim in deal.claims:
            if claim[2] == "pending":
                claim[2] = "upheld" if self.audit(deal)[str(claim[1])] == "renuncio" else "unfounded"
                if self.answer.get("claim") != "upheld":
                    self.answer["claim"] = claim[2]
        deal.result = result
        self.ended.append(deal)
        self.add(result, 1)
        void = result[0] is None and result[2] in ("renuncio", "ruling")
        self.next_dealer = self.dealer if void else self.dealer % 4 + 1
        self.report(deal)

    def turn_result(self, deal, result):
        if not result:
            was = deal.result
            if not deal.forfeit or was[2] not in ("points", "last_trick"):
                return
            result = self.count(deal)
            if result == was:
                return
        self.add(deal.result, -1)
        deal.result = result
        self.add(result, 1)
        if self.over:
            self.deal = deal  # a round dealt since then does not count
        self.report(deal)

    def add(self, result, sign):
        if result[0]:
            self.games[result[0]] += sign * result[1]
        self.winner = None
        for name in self.games:
            if self.games[name] >= self.target:
                self.winner = name
        self.over = self.winner is not None
        if self.rules.renuncio_penalty == "lose_match" and result[2] == "renuncio" and sign > 0 and result[0]:
            self.over, self.winner = True, result[0]

    def report(self, deal):
        winner, games, by = deal.result
        self.answer["round"] = {"winner": winner, "points": deal.points(), "games": games, "by": by}
        self.answer["audit"] = self.audit(deal)
        self.answer["match"] = dict(self.games)
        if self.winner:
            self.answer["match"]["winner"] = self.winner
