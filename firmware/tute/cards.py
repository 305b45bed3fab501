"""Cards as small ints, sets of cards as one mask a suit: names, order and points (rules section 1, OP-06).

A card is ``suit * 10 + strength``, 0..39. Suits are 0..3 = O C E B (oros, copas, espadas, bastos). Strengths are
0..9, low to high: 2 4 5 6 7 S C R 3 A. A set of cards is a list of four 10-bit masks, one a suit: 40 bits in one int
would be a heap object on the device, where small ints have 31.
"""

SUITS = "OCEB"
RANKS = "24567SCR3A"
POINTS = (0, 0, 0, 0, 0, 2, 3, 4, 10, 11)
DOS = 0
SIETE = 4
CABALLO = 6
REY = 7

# (suit, strength, bit in the mask of its suit, points) of every card
PARTS = tuple([(c // 10, c % 10, 1 << c % 10, POINTS[c % 10]) for c in range(40)])
# cards of a suit that are stronger than strength i, as a mask
ABOVE = tuple([1023 >> s + 1 << s + 1 for s in range(10)])

_ONES = bytes([bin(m).count("1") for m in range(32)])


def count(mask):
    """Number of cards in the mask of one suit."""
    return _ONES[mask & 31] + _ONES[mask >> 5]


def card_name(card):
    """Name of a card, rank then suit: ``AO``."""
    return RANKS[card % 10] + SUITS[card // 10]


def parse_card(text):
    """The card named by `text`, in either case; ValueError if there is none."""
    if len(text) == 2:
        strength = RANKS.find(text[0].upper())
        suit = SUITS.find(text[1].upper())
        if strength >= 0 and suit >= 0:
            return suit * 10 + strength
    raise ValueError("not a card: " + text)


def hand_of(cards):
    """The set of these cards as four masks."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card // 10] |= 1 << card % 10
    return masks


def cards_of(masks):
    """The cards of a set, in ascending order."""
    return [c for c in range(40) if masks[c // 10] >> c % 10 & 1]
