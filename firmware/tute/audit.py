"""Renuncio: which plays are open, which are proven, which are clean (acta.md section 5, rules 3.1 to 3.3).

A play that no witness can have been held against is forgotten at once. Of every other the witnesses are kept, as one
small int. Without a stock nothing comes to a hand after the deal but by a swap (which takes the card out of the
witnesses of earlier plays), so "hands at the time of the play" are today's hands and the cards laid since:

- a witness that its seat lays or shows proves it;
- counting proves it when the cards that its seat can hold today, witnesses left out, are fewer than its hand.
"""

from tute import lend
from tute.cards import count
from tute.kept import Part
from tute.knowledge import Knowledge
from tute.trick import BEAT, FOLLOW, RUFF_EITHER, RUFF_KINDS, Trick

LEGAL = 1
OPEN = 2
ILLEGAL = 3
VERDICTS = ("", "legal", "open", "illegal")


class Finding(Part):
    """A play (or an announced cante) that is proven, by `witnesses` (cards, oldest first) or by counting, which
    leaves `kinds` when it is told. `record` (0 for a cante) and `place`, cards laid up to and with it, say which."""

    # what most findings never have is not in each
    later = ("call", "order", "claimed_by", "suspected", "draws")
    call = 0  # of a cante
    order = 0  # of a cante: its number among the calls of the round
    claimed_by = 0
    suspected = False
    draws = 0  # unseen draws of its seat since

    def __init__(self, p, place, record, witnesses, kinds=0):
        self.p = p
        self.place = place
        self.record = record
        self.witnesses = witnesses
        self.kinds = kinds


class Audit(Knowledge):
    """Knowledge of a round, and what it says about every play.

    A record is the witnesses in the led suit | trump witnesses << 10 | their kind << 20 | card << 22 | led suit << 28.
    """

    trick: Trick  # the open trick
    record: int  # of the play that `judge` looked at last
    open: list  # by seat: records of its open plays
    watch: list  # by seat * 4 + suit: at least all witnesses of its open plays
    recount_at: int  # counting proves nothing before so many cards are laid
    found: list  # findings not yet told
    told: list  # findings told
    news: bool  # whether there are findings that were not looked at
    said: list  # announced cantes that may be false: (p, call, cards, cards laid | number << 8, moves before)
    hearing: object  # the function that looks at them again
    false_calls: list  # (p, call) of those just found false
    moved: list  # cards that swaps moved: (card, from)

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
            return flags | lend("proofs").either_kinds(self, card, b, held, unseen, spare)
        return flags | RUFF_KINDS[kind] if held & b or b and unseen else flags

    def is_witness(self, record, card):
        """Whether this card is a witness against a play."""
        return record & self.bits_of(record, card)

    def bits_of(self, record, card):
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
        self.found.append(Finding(p, self.at[record >> 22 & 63], record, witnesses))
        self.news = True

    def witnessed(self, p, card):
        """This card was seen in the hand of p, or laid by it: proves what it is a witness against."""
        for finding in self.found:
            if finding.p == p and card not in finding.witnesses and self.is_witness(finding.record, card):
                finding.witnesses.append(card)
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
            self.hearing(self)  # type: ignore[operator]
