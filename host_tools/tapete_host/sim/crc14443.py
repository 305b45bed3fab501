"""The CRC_A of ISO14443A frames, from any start value as the MFRC522 offers them; changes never."""

from .crc15693 import _TABLE

CRC_A = 0x6363


def crc(data, n, start=CRC_A):
    """CRC of the first n bytes: polynomial 8408 reflected, not inverted; sent low byte first."""
    c = start
    table = _TABLE
    for i in range(n):
        c = (c >> 8) ^ table[(c ^ data[i]) & 255]
    return c


def fits(frame, n):
    """True when the last two of n bytes are the CRC_A of those before."""
    return n > 2 and crc(frame, n - 2) == frame[n - 2] | frame[n - 1] << 8


def sealed(data):
    """data with its CRC behind it, as bytes."""
    c = crc(data, len(data))
    return bytes(data) + bytes((c & 255, c >> 8))
