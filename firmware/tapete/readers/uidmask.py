"""Arithmetic on the masks of an ISO15693 inventory; changes when the way the search splits does.

A mask is `bytes` of 8, least significant byte first, as sent; only its low `bits` bits count and the rest
are zero.  Its length is always carried beside it: a mask that is a number loses its zero nibbles.
"""


def child(mask, bits, value, width):
    """Mask with `width` more bits: `value` put above the low `bits` of mask."""
    m = bytearray(mask)
    for i in range(width):
        if value >> i & 1:
            m[(bits + i) >> 3] |= 1 << ((bits + i) & 7)
    return bytes(m)


def prefix(data, bits):
    """Mask of the low `bits` bits of a UID as received (`data`: 8 bytes or more, first one lowest)."""
    m = bytearray(8)
    for i in range((bits + 7) >> 3):
        m[i] = data[i]
    if bits & 7:
        m[bits >> 3] &= (1 << (bits & 7)) - 1
    return bytes(m)


def covers(mask, bits, data):
    """True if the low `bits` bits of the UID as received are those of the mask."""
    return prefix(data, bits) == mask
