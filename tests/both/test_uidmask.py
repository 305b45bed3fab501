"""The masks of an inventory: zero nibbles keep their length, every bit position works."""

from tapete.readers.uidmask import child, covers, prefix

ZERO = bytes(8)


def _number(mask):
    return sum([mask[i] << (8 * i) for i in range(8)])


def _uid(number):
    return bytes([number >> (8 * i) & 255 for i in range(8)])


def test_child_puts_the_value_above_the_known_bits():
    known = 0
    mask = ZERO
    # A path of nibbles, zeros among them, as far as 64 bits.
    for step, nibble in enumerate((0, 0, 5, 0, 15, 0, 0, 0, 1, 0, 10, 0, 0, 8, 0, 14)):
        mask = child(mask, 4 * step, nibble, 4)
        known |= nibble << (4 * step)
        assert _number(mask) == known
        assert len(mask) == 8


def test_child_crosses_bytes_at_every_offset():
    for bits in range(61):
        for value in range(16):
            assert _number(child(ZERO, bits, value, 4)) == value << bits
    for bits in range(64):
        assert _number(child(ZERO, bits, 1, 1)) == 1 << bits
        assert child(ZERO, bits, 0, 1) == ZERO


def test_child_changes_nothing_below():
    below = _uid(0x0F1E2D3C4B5A)
    assert _number(child(below, 48, 9, 4)) == 0x90F1E2D3C4B5A


def test_prefix_cuts_at_every_bit():
    number = 0xE0040150A5C3F00F
    for bits in range(65):
        assert _number(prefix(_uid(number), bits)) == number & ((1 << bits) - 1)


def test_covers_compares_only_the_known_bits():
    uid = _uid(0xE004015000000000)
    for bits in range(1, 65):
        mask = prefix(uid, bits)
        assert covers(mask, bits, uid)
        other = _uid(0xE004015000000000 ^ (1 << (bits - 1)))
        assert not covers(mask, bits, other)
        if bits < 64:
            assert covers(mask, bits, _uid(0xE004015000000000 ^ (1 << bits)))
