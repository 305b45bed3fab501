"""Who can hold what: all that the acta says about hands, as masks (acta.md section 5, possible hands).

Seats are indices 0..players-1 here. No honesty is assumed: a seat can hold every card that is not laid and not known
to be elsewhere. Without a stock, hand sizes and known cards decide everything.
"""

from tute.cards import PARTS


class Knowledge:
    """Hands of one round in which the whole pack is dealt."""

    def __init__(self, rules):
        n = rules.players
        pack = 1023
        for letter in rules.removed_ranks:
            pack &= ~(1 << "24567SCR3A".find(letter))
        self.players = n
        self.count = 0  # cards laid
        self.order = bytearray(40)  # cards in the order they were laid
        self.at = bytearray(
            40
        )  # by card: 1 + its place in `order`, 0 while it is not laid, 255 if not in the pack
        for card in range(40):
            if not pack >> card % 10 & 1:
                self.at[card] = 255
        self.live = [pack] * 4  # by suit: cards not laid
        self.known = [0] * (4 * n)  # by seat * 4 + suit: cards in hand that are known to be there
        self.others = [0] * (4 * n)  # the same: cards known not to be there because another has them
        self.shown = [[] for _ in range(n)]  # known cards in hand, in the order they became known
        self.sure = [0] * n  # number of these
        self.left = [rules.hand_size] * n  # cards in hand
        self.hidden = n * rules.hand_size  # cards not laid and not known

    def copy_knowledge(self, other):
        """Copies all this to another."""
        other.count = self.count
        other.order = bytearray(self.order)
        other.at = bytearray(self.at)
        other.live = self.live[:]
        other.known = self.known[:]
        other.others = self.others[:]
        other.shown = [cards[:] for cards in self.shown]
        other.sure = self.sure[:]
        other.left = self.left[:]
        other.hidden = self.hidden

    def is_known(self, p, card):
        """Whether the card is known to be in the hand of seat index p."""
        return self.known[p * 4 + card // 10] >> card % 10 & 1

    def why_not_held(self, p, cards):
        """None if some possible hand of p holds all these cards; else `card_unknown`, `card_played`,
        `card_elsewhere`, or `too_many`: each could be there, not all of them."""
        new = 0
        for i, card in enumerate(cards):
            if self.at[card]:
                return "card_unknown" if self.at[card] == 255 else "card_played"
            if self.others[p * 4 + card // 10] >> card % 10 & 1:
                return "card_elsewhere"
            if not self.is_known(p, card):
                if self.sure[p] == self.left[p]:
                    return "card_elsewhere"
                new += card not in cards[:i]
        return "too_many" if new > self.left[p] - self.sure[p] else None

    def learn(self, p, card):
        """The card is seen in the hand of p. True if that was not known."""
        suit, _, bit, _ = PARTS[card]
        place = p * 4 + suit
        if self.known[place] & bit:
            return False
        self.known[place] |= bit
        for q in range(self.players):
            if q != p:
                self.others[q * 4 + suit] |= bit
        self.shown[p].append(card)
        self.sure[p] += 1
        self.hidden -= 1
        return True

    def lose(self, p, card):
        """A known card leaves the hand of p (laid, or given away)."""
        self.known[p * 4 + card // 10] ^= 1 << card % 10
        self.shown[p].remove(card)
        self.sure[p] -= 1

    def move(self, card, p, q):
        """A known card goes from the hand of p to that of q; hand sizes are the caller's."""
        suit, _, bit, _ = PARTS[card]
        self.lose(p, card)
        self.others[q * 4 + suit] &= ~bit
        self.others[p * 4 + suit] |= bit
        self.known[q * 4 + suit] |= bit
        self.shown[q].append(card)
        self.sure[q] += 1
