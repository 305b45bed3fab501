"""Cards as small ints, sets of cards as one mask a suit: names, order and points (rules section 1, OP-06).

A card is ``suit * 10 + strength``, 0..39. Suits are 0..3 = O C E B (oros, copas, espadas, bastos). Strengths are
0..9, low to high: 2 4 5 6 7 S C R 3 A. A set of cards is a list of four 10-bit masks, one a suit: 40 bits in one
int would be a heap object on the device, where small ints have 31.
"""

SUITS = "OCEB"
RANKS = "24567SCR3A"
POINTS = b"\x00\x00\x00\x00\x00\x02\x03\x04\x0a\x0b"  # by strength
DOS = 0
SIETE = 4
CABALLO = 6
REY = 7

_ONES = b"\x00\x01\x01\x02\x01\x02\x02\x03\x01\x02\x02\x03\x02\x03\x03\x04"


def count(mask):
    """Number of cards in the mask of one suit."""
    ones = _ONES
    return ones[mask & 15] + ones[mask >> 4 & 15] + ones[mask >> 8]


def card_name(card):
    """Name of a card, rank then suit: ``AO``."""
    return RANKS[card % 10] + SUITS[card // 10]


def parse_card(text):
    """The card named by `text`, in either case; ValueError if there is none."""
    name = text.upper()
    if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
        raise ValueError("not a card: " + text)
    return SUITS.find(name[1]) * 10 + RANKS.find(name[0])


def hand_of(cards):
    """The set of these cards as four masks."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card // 10] |= 1 << card % 10
    return masks


def cards_of(masks):
    """The cards of a set, in ascending order."""
    return [c for c in range(40) if masks[c // 10] >> c % 10 & 1]
