"""What an SSD1680 (2.9" V2, 296 x 128) is told, for panel.Panel; changes when that does.

Its RAM stands on its side: 128 pixels across, 296 lines. A band in columns of eight (MONO_VLSB) already has the RAM's
bytes; they go along the lines first (11h: Y before X) and from the last column of bytes to the first, so that the
upper edge of the picture is the end of the RAM's lines. No bit has to be moved.
"""

from framebuf import MONO_VLSB as FORM  # noqa: F401

WIDTH = 296
HEIGHT = 128
LINES = 64  # 2,368 bytes
BUSY = 1
RESET = 0x12
# 296 lines; the sensor inside; Y upwards, then X downwards; the window, X in bytes
SETUP = b"\x04\x01\x27\x01\x00\x02\x18\x80\x02\x11\x06\x03\x44\x0f\x00\x05\x45\x00\x00\x27\x01"
POWER = b""
# 21h (old RAM bypassed in full updates; the outputs that the glass is on), 3Ch the border, 1Ah pretends to be hot: the
# short waveform; 22h, 20h
GO = (
    b"\x03\x21\x00\x80\x02\x3c\x80\x02\x22\xfc\x01\x20",
    b"\x03\x21\x40\x80\x02\x3c\x05\x02\x1a\x64\x02\x22\xd7\x01\x20",
    b"\x03\x21\x40\x80\x02\x3c\x05\x02\x22\xf7\x01\x20",
)
OFF = b"\x02\x22\x83\x01\x20"
DOZE = b"\x02\x10\x01"
PLANES = b"\x24\x26"


def write(panel, command):
    """The band at its place, eight lines of the picture in each column of bytes."""
    panel._send(0x4E, 0)
    panel._send(15 - (panel._line >> 3), 1)
    panel._send(0x4F, 0)
    panel._send(0, 1)
    panel._send(0, 1)
    panel._send(command, 0)
    panel._send(panel._buf, 1)
