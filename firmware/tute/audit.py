"""Renuncio: which plays are open, which are proven, which are clean (acta.md section 5, rules 3.1 to 3.3).

A play that no witness can have been held against is forgotten at once. Of every other the witnesses are kept, as one
small int. Without a stock nothing comes to a hand after the deal but by a swap (which takes the card out of the
witnesses of earlier plays), so "hands at the time of the play" are today's hands and the cards laid since:

- a witness that its seat lays or shows proves it;
- counting proves it when the cards that its seat can hold today, witnesses left out, are fewer than its hand.
"""

from tute.acta import call_text
from tute.cards import card_name, count
from tute.knowledge import Knowledge
from tute.trick import BEAT, FOLLOW, RUFF_EITHER, RUFF_KINDS, above, duty_names

LEGAL = 1
OPEN = 2
ILLEGAL = 3
VERDICTS = ("", "legal", "open", "illegal")
CANTE_DUTY = 32  # beside the kinds of renuncio: an announced cante that is disproved


class Finding:
    """A play (or an announced cante) that is proven, by `witnesses` (cards, oldest first) or by counting, which
    leaves `kinds`. `record` and `place` (cards laid up to and with it) say which play."""

    def __init__(self, p, place, record, name, witnesses, kinds):
        self.p = p
        self.place = place
        self.record = record
        self.name = name  # of the card or cante
        self.witnesses = witnesses
        self.kinds = kinds
        self.claimed_by = 0


class Audit(Knowledge):
    """Knowledge of a round, and what it says about every play."""

    def __init__(self, rules, trick):
        super().__init__(rules)
        n = rules.players
        self.trick = trick
        # a record is witnesses in the led suit | trump witnesses << 10 | kind << 20 | card << 22 | led suit << 28
        self.open = [[] for _ in range(n)]  # by seat: records of its open plays
        self.watch = [0] * (4 * n)  # by seat * 4 + suit: at least all witnesses of its open plays
        self.recount_at = 99  # counting proves nothing before so many cards are laid
        self.found = []  # findings not yet told
        self.told = []  # findings told
        self.said = []  # announced cantes that may be false: (p, call, cards, cards laid, moves before)
        self.false_calls = []  # (p, call) of those just found false
        self.moved = []  # cards that swaps moved: (card, from)

    def judge(self, p, card):
        """Verdict on laying this card | flags of its possible kinds << 2. Not yet laid. Sets `self.record`."""
        suit = card // 10
        trick = self.trick
        w = trick.witnesses(suit, card % 10)
        if not w:
            return LEGAL
        left = self.left[p] - 1
        if not left:
            return LEGAL
        led = trick.led
        trump = trick.trump
        place = p * 4
        live = self.live
        others = self.others
        a = w & live[led] & ~others[place + led]
        b = w >> 10 & live[trump] & ~others[place + trump]
        if not (a or b):
            return LEGAL
        sure = self.sure[p]
        spare = self.hidden - left + sure - 1  # cards that nobody is known to have and the others must have
        self.record = a | b << 10 | w & 3 << 20 | card << 22 | led << 28
        if sure:
            known = self.known
            if known[place + led] & a or known[place + trump] & b:
                return ILLEGAL | self.kinds(p, self.record, left, spare) << 2
            if known[place + suit] >> card % 10 & 1:
                sure -= 1
            if sure == left:
                return LEGAL
        if suit == led:
            duty = BEAT << 2
        elif not b:
            duty = FOLLOW << 2
        elif spare < 10 or w >> 20 == RUFF_EITHER:
            duty = self.kinds(p, self.record, left, spare) << 2
        else:
            duty = (RUFF_KINDS[w >> 20] | FOLLOW if a else RUFF_KINDS[w >> 20]) << 2
        if spare < 20 and count(a) + count(b) > spare:
            return ILLEGAL | duty
        return OPEN | duty

    def kinds(self, p, record, left, spare):
        """Kinds of renuncio (flags) that some possible hand of p makes of this play, when it has `left` cards and
        the others must have `spare` of the cards that nobody is known to have."""
        led = record >> 28
        card = record >> 22 & 63
        if card // 10 == led:
            return BEAT
        trump = self.trick.trump
        at = p * 4
        a = record & self.live[led] & ~self.others[at + led]
        b = record >> 10 & self.live[trump] & ~self.others[at + trump]
        unseen = left > self.sure[p] - self.is_known(p, card)
        held = self.known[at + led] & a
        flags = FOLLOW if held or a and unseen else 0
        spare -= count(a)
        if held or spare < 0:
            return flags
        kind = record >> 20 & 3
        held = self.known[at + trump]
        if kind == RUFF_EITHER:
            top = b & above(self.top_before(card))
            b ^= top
            if not held & top and spare >= count(top) and (held & b or b and unseen):
                flags |= RUFF_KINDS[2]
            b = top
            kind = 1
        if held & b or b and unseen:
            flags |= RUFF_KINDS[kind]
        return flags

    def top_before(self, card):
        """Strength of the highest trump laid before this card to its trick (the open one if it is not laid)."""
        stop = self.at[card] - 1 if self.at[card] else self.count
        trick = self.order[stop - stop % self.players : stop]
        return max([c % 10 for c in trick if c // 10 == self.trick.trump])

    def witness_kind(self, record, card):
        """The kind of renuncio (a flag) that this witness makes of a play."""
        led = record >> 28
        laid = record >> 22 & 63
        if card // 10 == led:
            return BEAT if laid // 10 == led else FOLLOW
        kind = record >> 20 & 3
        if kind == RUFF_EITHER:
            kind = 1 if card % 10 > self.top_before(laid) else 2
        return RUFF_KINDS[kind]

    def is_witness(self, record, card):
        """Whether this card is a witness against a play."""
        return record & self._bits(record, card)

    def _bits(self, record, card):
        """Where this card stands in a record."""
        bit = 1 << card % 10
        bits = bit if card // 10 == record >> 28 else 0
        return bits | bit << 10 if card // 10 == self.trick.trump else bits

    def book(self, p, verdict):
        """Keeps the play that `judge` looked at last; it has been laid now."""
        record = self.record
        self.watch[p * 4 + (record >> 28)] |= record & 1023
        self.watch[p * 4 + self.trick.trump] |= record >> 10 & 1023
        if verdict == ILLEGAL:
            self.find(p, record, [card for card in self.shown[p] if self.is_witness(record, card)])
            return
        self.open[p].append(record)
        # counting cannot prove it while the others must have more unknown cards than it has witnesses
        at = self.count + self.hidden - self.left[p] + self.sure[p] - (19 if record >> 10 & 1023 else 9)
        if at < self.recount_at:
            self.recount_at = at

    def find(self, p, record, witnesses):
        """This play is proven: by these witnesses, or by counting if there are none."""
        kinds = 0
        if not witnesses:
            kinds = self.kinds(p, record, self.left[p], self.hidden - self.left[p] + self.sure[p])
        card = record >> 22 & 63
        self.found.append(Finding(p, self.at[card], record, card_name(card), witnesses, kinds))

    def witnessed(self, p, card):
        """This card was seen in the hand of p, or laid by it: proves what it is a witness against."""
        for finding in self.found:
            if finding.p == p and card not in finding.witnesses and self.is_witness(finding.record, card):
                finding.witnesses.append(card)
                finding.kinds = 0
        for record in self.open[p][:]:
            if self.is_witness(record, card):
                self.open[p].remove(record)
                self.find(p, record, [card])

    def recount(self):
        """Counts every open play again: proves it, forgets it as clean, or says when to look again."""
        soon = 99
        live = self.live
        others = self.others
        trump = self.trick.trump
        for p in range(self.players):
            records = self.open[p]
            if not records:
                continue
            need = self.left[p] - self.sure[p]
            if not need:
                self.open[p] = []
                continue
            spare = self.hidden - need
            at = p * 4
            trumps = live[trump] & ~others[at + trump]
            for record in records[:]:
                led = record >> 28
                a = record & live[led] & ~others[at + led]
                b = record >> 10 & trumps
                if not (a or b):
                    records.remove(record)
                    continue
                slack = spare - count(a) - count(b)
                if slack < 0:
                    records.remove(record)
                    self.find(p, record, [])
                elif slack < soon:
                    soon = slack
        self.recount_at = self.count + soon + 1

    def learn_all(self, p, cards):
        """These cards are seen in the hand of p."""
        for card in [card for card in cards if self.learn(p, card)]:
            self.witnessed(p, card)
        self.recount()
        if self.said:
            self.hear()

    def swap_cards(self, p, dealer, offered, upcard):
        """p gave `offered` for the trump card, which is in the dealer's hand. Earlier plays know neither of what
        came."""
        self.learn_all(p, (offered,))
        if p != dealer:
            for card, giver, taker in ((offered, p, dealer), (upcard, dealer, p)):
                self.move(card, giver, taker)
                self.moved.append((card, giver))
                records = self.open[taker]
                for i, record in enumerate(records):
                    records[i] = record & ~self._bits(record, card)
                for finding in self.found:
                    if finding.p == taker:
                        finding.record &= ~self._bits(finding.record, card)

    def hear(self):
        """Looks again at the announced cantes; those that no possible hand had become findings."""
        for entry in self.said[:]:
            p, call, cards, place, _ = entry
            holders = self.holders(entry)
            wrong = [holder for holder in holders if holder not in (p, -1)]
            if wrong or holders.count(-1) > self.left[p] - self.sure[p]:
                self.said.remove(entry)
                self.false_calls.append((p, call))
                self.found.append(Finding(p, place, 0, call_text(call), [], CANTE_DUTY))

    def holders(self, entry):
        """Seat index that had each card of an announced cante just then; -1: not known, 4: none, it was laid."""
        _, _, cards, place, moves = entry
        found = []
        for card in cards:
            at = self.at[card]
            holder = 4
            if at > place:
                holder = self.layer(at - 1)
            elif not at:
                holder = ([p for p in range(self.players) if self.is_known(p, card)] + [-1])[0]
            for moved, giver in reversed(self.moved[moves:]):
                if moved == card:
                    holder = giver
            found.append(holder)
        return found

    def state_of(self, p):
        """`renuncio`, `open` or `clean`: what is known of the plays and announced cantes of p."""
        if any([finding.p == p for finding in self.found + self.told]):
            return "renuncio"
        self.recount()
        unsure = [entry for entry in self.said if entry[0] == p and -1 in self.holders(entry)]
        return "open" if self.open[p] or unsure else "clean"

    def finding_pairs(self, finding):
        """A finding as acta.md section 4 lists it: a tuple of (key, value)."""
        flags = finding.kinds
        for card in finding.witnesses:
            flags |= self.witness_kind(finding.record, card)
        # a play of trick t has place 4t-3..4t; a cante after it 4t: both are found by rounding up
        pairs = (
            ("seat", finding.p + 1),
            ("trick", (finding.place - 1) // self.players + 1),
            ("card", finding.name),
            ("duty", ["cante"] if flags == CANTE_DUTY else duty_names(flags)),
            ("witnesses", [card_name(card) for card in finding.witnesses]),
            ("status", "proven"),
        )
        if not finding.witnesses and finding.record:
            pairs += (("counted", True),)
        if finding.claimed_by:
            pairs += (("claimed_by", finding.claimed_by),)
        return pairs
