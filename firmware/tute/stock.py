"""A round of two with a stock: draws owed and made, and proofs where an unseen draw may explain a witness.

Only rules with a stock load this. Possible hands, and (a), (b) and (c) of acta.md section 5. An owed draw without a
line of its own was made at any moment before the event that needs it: what is seen of a hand until then may be the
card drawn.
"""

from tute.audit import ILLEGAL, Finding
from tute.cards import count
from tute.round import Round

# An open play, as a row of numbers, which is kept and given back in no time: its record, and
DRAWS = 1  # the unseen draws of its seat since
HINTED = 2  # whether the suspicion was told
SEEN = 3  # and on: witnesses seen in its hand since, oldest first


class StockRound(Round):
    """A round of two seats with a stock. `tute.dealing` makes it; `open` holds a row for each open play."""

    stock: int  # cards left to draw, trump card included; owed draws are not made
    due: int  # draws that the last trick made owed
    owed: list  # seats that still owe a draw, winner first
    fresh: list  # by seat: the card just drawn where it is known, else -1
    before: list  # by seat: the cards known when this window opened, None if the card drawn since is known
    pinned: int  # seat index whose owed draw is known not to be made yet
    hinted: list  # suspicions told

    def lay_stock(self):
        """The trump card lies face up under the stock, which is whole."""
        self.stock = self.size - sum(self.left)
        self.due = 0
        self.owed = []
        self.fresh = [-1, -1]
        self.before = [None, None]
        self.pinned = -1
        self.hinted = []
        self.trick.stock = self.stock
        self.hidden -= 1
        suit = self.upcard // 10
        for p in range(2):
            self.others[p * 4 + suit] |= 1 << self.upcard % 10

    # draws

    def phase(self, made=0):
        """PRE, MID or POST the draws of this window when `made` of those owed count as made; "" if it has none."""
        left = len(self.owed) - made
        if not self.due:
            return ""
        return "POST" if not left else "PRE" if left == self.due else "MID"

    def unmade(self, p):
        """1 if p owes a draw that will be unseen and may have been made, else 0."""
        owed = self.owed
        if p + 1 not in owed or p == self.pinned:
            return 0
        return 1 if self.stock > owed.index(p + 1) + 1 else 0

    def draw(self, card=-1):
        """The first of the owed draws is made; `card` is it, -1: unseen, or the trump card if it is the last."""
        p = self.owed[0] - 1
        if card >= 0:
            self.pin_from(p)
        self.owed = self.owed[1:]
        self.stock -= 1
        self.trick.stock = self.stock
        self.left[p] += 1
        if not self.stock:
            card = self.upcard
            self.upcard = -1
            self.others[p * 4 + card // 10] ^= 1 << card % 10
            self.refresh()
        elif card >= 0:
            self.hidden -= 1
            self.others[4 - p * 4 + card // 10] |= 1 << card % 10
        else:
            self.draw_unseen(p)
            return
        self.fresh[p] = card
        self.before[p] = None
        self.come(p, card)
        self.recount()
        if self.said:
            self.hearing(self)  # type: ignore[operator]

    def draw_unseen(self, p):
        """Something came to the hand of p."""
        for doubt in self.open[p]:
            doubt[DRAWS] += 1
        for finding in self.found:
            if finding.p == p:
                finding.draws += 1
        for said in self.said:
            if said.p == p:
                said.draws += 1
                said.doubtful = said.doubtful or said.floating
                said.floating = False

    def draw_all(self):
        """All owed draws count as made, unseen."""
        owed = self.owed
        if self.stock <= len(owed):  # the trump card goes with the last
            while self.owed:
                self.draw()
            return
        for seat in owed:
            self.left[seat - 1] += 1
            self.draw_unseen(seat - 1)
        self.stock -= len(owed)
        self.trick.stock = self.stock
        self.owed = []

    def come(self, p, card):
        """A known card comes into the hand of p: it was not there before."""
        for said in self.said:
            if said.p == p and card in said.unseen:
                said.came = True
        for doubt in self.open[p]:
            doubt[0] &= ~self.bits_of(doubt[0], card)
        for finding in self.found:
            if finding.p == p:
                finding.record &= ~self.bits_of(finding.record, card)
        self._gain(p, card)

    def pin_from(self, p):
        """The owed draw of p, and so those that follow it, are known not to be made yet."""
        for seat in self.owed[self.owed.index(p + 1) :]:
            self.pin(seat - 1)

    def pin(self, p):
        """The owed draw of p is known not to be made yet: all that was seen of his hand was in it before."""
        for doubt in self.open[p][:]:
            if len(doubt) - SEEN > doubt[DRAWS]:
                self.convict(p, doubt)
        self.pinned = p
        self.recount()
        for said in self.said:
            said.floating = said.floating and said.p != p
        if self.said:
            self.hearing(self)  # type: ignore[operator]
        self.pinned = -1

    # cards

    def why_not_held(self, p, cards, made=0):
        """As `Knowledge.why_not_held`, when the first `made` of the owed draws count as made."""
        place = self.owed.index(p + 1) if p + 1 in self.owed else made
        if place >= made:
            return Round.why_not_held(self, p, cards)
        if self.stock == place + 1:
            return Round.why_not_held(self, p, [card for card in cards if card != self.upcard])
        self.left[p] += 1
        reason = Round.why_not_held(self, p, cards)
        self.left[p] -= 1
        return reason

    def _complete(self):
        Round._complete(self)
        if self.shown[0] or self.shown[1]:
            for p in range(2):
                if self.left[p] == self.sure[p]:
                    self.close(p)  # the draws that are owed now come after what it laid
        self.fresh = [-1, -1]
        if not self.stock:
            self.due = 0
            self.before = [None, None]
            return
        self.due = 2
        self.before = [cards[:] for cards in self.shown]
        seat = self.last_winner
        self.owed = [seat, self.after[seat]]

    # proofs

    def book(self, p, verdict):
        """As `Audit.book`."""
        Round.book(self, p, verdict)
        if verdict != ILLEGAL:
            self.open[p][-1] = [self.record, 0, 0]

    def convict(self, p, doubt):
        """An open play is proven: by its seen witnesses, else by counting."""
        self.open[p].remove(doubt)
        self.find(p, doubt[0], doubt[SEEN:])
        if len(doubt) == SEEN:
            self.found[-1].draws = doubt[DRAWS]

    def witnessed(self, p, card):
        """This card was seen in the hand of p, or laid by it: (b), or a suspicion."""
        for finding in self.found:
            if finding.p == p and card not in finding.witnesses and self.is_witness(finding.record, card):
                finding.witnesses.append(card)
        extra = self.unmade(p)
        for doubt in self.open[p][:]:
            if self.is_witness(doubt[0], card) and card not in doubt[SEEN:]:
                doubt.append(card)
                self.news = True
                if len(doubt) - SEEN > doubt[DRAWS] + extra:
                    self.convict(p, doubt)

    def recount(self):
        """Counts every open play again, as `Audit.recount`: (c)."""
        soon = 99
        live = self.live
        trump = self.trick.trump
        for p in range(2):
            doubts = self.open[p]
            if not doubts:
                continue
            slack = self.left[p] - self.sure[p]
            if not slack and not self.unmade(p):
                self.close(p)
                continue
            spare = self.hidden - slack
            at = p * 4
            trumps = live[trump] & ~(self.others[at + trump] | self.known[at + trump])
            for doubt in doubts[:]:
                record = doubt[0]
                led = at + (record >> 28)
                unseen = count(record & live[led - at] & ~(self.others[led] | self.known[led]))
                unseen += count(record >> 10 & trumps)
                seen = len(doubt) - SEEN
                if not unseen and not seen:
                    doubts.remove(doubt)
                    continue
                slack = spare + doubt[DRAWS] - seen - unseen
                if slack < 0:
                    self.convict(p, doubt)
                elif slack < soon:
                    soon = slack
        self.recount_at = self.count + soon + 1

    def close(self, p):
        """The hand of p is wholly known: no card seen later was in it. Plays without a seen witness are clean, the
        others stay open for good: their witnesses are no longer looked for."""
        self.open[p] = [doubt for doubt in self.open[p] if len(doubt) > SEEN]
        for doubt in self.open[p]:
            doubt[0] = doubt[0] >> 20 << 20
        for finding in self.found:
            if finding.p == p:
                finding.record = finding.record >> 20 << 20

    def hints(self, seats):
        """New suspicions against these seat indices, as findings."""
        news = []
        for p in seats:
            for doubt in self.open[p]:
                if len(doubt) > SEEN and not doubt[HINTED]:
                    doubt[HINTED] = 1
                    finding = Finding(p, self.at[doubt[0] >> 22 & 63], doubt[0], doubt[SEEN:])
                    finding.suspected = True
                    news.append(finding)
        self.hinted += news
        return news
