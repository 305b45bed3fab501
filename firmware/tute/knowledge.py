"""Who can hold what: all that the acta says about hands, as masks (acta.md section 5, possible hands).

Seats are indices 0..players-1 here. No honesty is assumed: a seat can hold every card that is not laid and not
known to be elsewhere. Without a stock, hand sizes and known cards decide everything.
"""


class Knowledge:
    """Hands of one round in which the whole pack is dealt. `tute.dealing` gives its fields their first values."""

    players: int
    size: int  # cards in the pack
    count: int  # cards laid
    order: bytearray  # cards in the order they were laid
    at: bytearray  # by card: 1 + its place in `order`, 0 while it is not laid, 255 if it is not in the pack
    live: list  # by suit: mask of the cards not laid
    known: list  # by seat * 4 + suit: mask of the cards in hand that are known to be there
    others: list  # the same: cards known not to be there because another has them
    shown: list  # by seat: known cards in hand, in the order they became known
    sure: list  # by seat: number of these
    left: list  # by seat: cards in hand
    hidden: int  # cards not laid and not known

    def is_known(self, p, card):
        """Whether the card is known to be in the hand of seat index p."""
        return card in self.shown[p]

    def is_elsewhere(self, p, card):
        """Whether another than p is known to have the card."""
        return self.others[p * 4 + card // 10] >> card % 10 & 1

    def why_not_held(self, p, cards):
        """None if some possible hand of p holds all these cards; else `card_unknown`, `card_played`,
        `card_elsewhere`, or `too_many`: each could be there, not all of them."""
        free = self.left[p] - self.sure[p]
        new = 0
        for i, card in enumerate(cards):
            known = self.is_known(p, card)
            if self.at[card]:
                return "card_unknown" if self.at[card] == 255 else "card_played"
            if self.is_elsewhere(p, card) or not (known or free):
                return "card_elsewhere"
            new += not known and card not in cards[:i]
        return "too_many" if new > free else None

    def learn(self, p, card):
        """The card is seen in the hand of p. True if that was not known."""
        if self.is_known(p, card):
            return False
        self.hidden -= 1
        self._gain(p, card)
        for q in range(self.players):
            if q != p:
                self.others[q * 4 + card // 10] |= 1 << card % 10
        return True

    def _gain(self, p, card):
        self.known[p * 4 + card // 10] |= 1 << card % 10
        self.shown[p].append(card)
        self.sure[p] += 1

    def lose(self, p, card):
        """A known card leaves the hand of p (laid, or given away)."""
        self.known[p * 4 + card // 10] ^= 1 << card % 10
        self.shown[p].remove(card)
        self.sure[p] -= 1

    def move(self, card, p, q):
        """A known card goes from the hand of p to that of q; hand sizes are the caller's."""
        self.lose(p, card)
        self._gain(q, card)
        bit = 1 << card % 10
        self.others[q * 4 + card // 10] ^= bit
        self.others[p * 4 + card // 10] |= bit
