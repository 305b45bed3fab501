"""What an SSD1683 (4.2" V2, 400 x 300) is told, for panel.Panel; changes when that does."""

from framebuf import MONO_HLSB as FORM  # noqa: F401

WIDTH = 400
HEIGHT = 300
LINES = 75  # 3,750 bytes go out in one DMA piece (below 4,092)
BUSY = 1
RESET = 0x12
# 300 lines; the sensor inside; X and Y upwards; the window, X in bytes
SETUP = b"\x04\x01\x2b\x01\x00\x02\x18\x80\x02\x11\x03\x03\x44\x00\x31\x05\x45\x00\x00\x2b\x01"
POWER = b""
# 21h (old RAM bypassed in full updates), 3Ch the border, 1Ah pretends to be hot: the short waveform; 22h, 20h
GO = (
    b"\x03\x21\x00\x00\x02\x3c\x80\x02\x22\xfc\x01\x20",
    b"\x03\x21\x40\x00\x02\x3c\x05\x02\x1a\x6e\x02\x22\xd7\x01\x20",
    b"\x03\x21\x40\x00\x02\x3c\x05\x02\x22\xf7\x01\x20",
)
OFF = b"\x02\x22\x83\x01\x20"
DOZE = b"\x02\x10\x01"
PLANES = b"\x24\x26"


def write(panel, command):
    """The band at its place: no one starts at or after line 256."""
    panel._send(0x4E, 0)
    panel._send(0, 1)
    panel._send(0x4F, 0)
    panel._send(panel._line, 1)
    panel._send(0, 1)
    panel._send(command, 0)
    panel._send(panel._buf, 1)
