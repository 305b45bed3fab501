"""The CRC of ISO15693 frames; changes never."""

from array import array


def _table():
    table = array("H", [0] * 256)
    for i in range(256):
        c = i
        for _ in range(8):
            c = (c >> 1) ^ 0x8408 if c & 1 else c >> 1
        table[i] = c
    return table


_TABLE = _table()


def crc(data, n):
    """CRC of the first n bytes: start FFFF, polynomial 8408 reflected, inverted; sent low byte first."""
    c = 0xFFFF
    table = _TABLE
    for i in range(n):
        c = (c >> 8) ^ table[(c ^ data[i]) & 255]
    return c ^ 0xFFFF


def sealed(data):
    """data with its CRC behind it, as bytes."""
    c = crc(data, len(data))
    return bytes(data) + bytes((c & 255, c >> 8))
