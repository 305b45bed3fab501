"""Seeded packs, and the cards that a seat may lay: the same under both interpreters."""

from tute.trick import Trick


def shuffled(seed):
    """Forty cards in an order that the seed decides."""
    state, cards = seed, list(range(40))
    for i in range(39, 0, -1):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        j = (state >> 8) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def legal(ref, hand):
    """The cards of `hand` that the seat in turn may lay."""
    trick, masks = Trick(ref.rules, ref.trump), [0] * 4
    for seat, card in ref.table:
        trick.lay(seat, card)
    for card in hand:
        masks[card // 10] |= 1 << card % 10
    return trick.legal(masks)
