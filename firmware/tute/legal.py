"""The legal cards of a hand at once, from what a trick knows: for `tute.game`, which asks often; not on a device.

`Trick.why_not` judges one card by its witnesses; here whole suits are taken as masks. Tests hold both to the same.
"""

from tute.trick import Trick, above

_CARDS: "list[list[int] | None]" = [None] * 4096  # suit << 10 | mask -> its cards, once they were asked for


def _cards(key: int) -> "list[int]":
    """The cards of a mask of one suit, ascending."""
    suit, mask = key >> 10, key & 1023
    cards = _CARDS[key] = [suit * 10 + i for i in range(10) if mask >> i & 1]
    return cards


def legal_masks(trick: Trick, hand: "list[int]") -> "list[int]":
    """The cards of `hand` (four masks) that may be laid on the trick, as four masks (rules 2.6)."""
    led = trick.led
    if led < 0 or trick.mode == "f":
        return hand
    follow = hand[led]
    if follow:
        if not trick.mode and trick.ref >= 0:
            follow = follow & above(trick.ref) or follow
        masks = [0, 0, 0, 0]
        masks[led] = follow
        return masks
    trump = trick.trump
    trumps = hand[trump]
    if trick.mode or led == trump or not trick.discard >> 10 & trumps:
        free = hand
    else:
        free = [0, 0, 0, 0]
    if led == trump or trick.mode or not trumps:
        return free
    top = trick.top
    low = trumps & (1 << top + 1) - 1
    if low and trick.low_trump >> 10 & trumps:
        trumps ^= low
    masks = list(free)
    masks[trump] = trumps
    return masks


def legal_cards(trick: Trick, hand: "list[int]") -> "list[int]":
    """The same as a list, ascending: what `trick.legal(hand)` gives."""
    oros, copas, espadas, bastos = legal_masks(trick, hand)
    known = _CARDS
    found: list[int] = []
    if oros:
        found += known[oros] or _cards(oros)
    if copas:
        found += known[copas | 1024] or _cards(copas | 1024)
    if espadas:
        found += known[espadas | 2048] or _cards(espadas | 2048)
    if bastos:
        found += known[bastos | 3072] or _cards(bastos | 3072)
    return found
