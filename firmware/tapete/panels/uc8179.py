"""What a UC8179 (7.5" V2, 800 x 480) is told, for panel.Panel; changes when that does.

Which waveform an update has goes by a temperature that is forced on it (E0h, E5h): 6Eh is the partial one. Panels
sold before the end of 2023 have none there: they flash for 1.6 s, and show the right picture all the same.
"""

from framebuf import MONO_HLSB as FORM  # noqa: F401

WIDTH = 800
HEIGHT = 480
LINES = 20  # 2,000 bytes: the large panel's letters need the heap
BUSY = 0
RESET = 0
# Voltages; booster; black and white, waveforms of the maker; 800 x 480; no second chip; gate and source timing
SETUP = b"\x05\x01\x07\x07\x3f\x3f\x05\x06\x17\x17\x28\x17\x02\x00\x1f\x05\x61\x03\x20\x01\xe0\x02\x15\x00\x02\x60\x22"
POWER = b"\x01\x04"
# 50h (1 is white, the new plane is copied to the old one; A9 leaves the border alone), the temperature, 12h
GO = (
    b"\x03\x50\xa9\x07\x02\xe0\x02\x02\xe5\x6e\x01\x12",
    b"\x03\x50\x29\x07\x02\xe0\x02\x02\xe5\x5a\x01\x12",
    b"\x03\x50\x29\x07\x02\xe0\x00\x02\x41\x00\x01\x12",
)
OFF = b"\x02\x50\xf7\x01\x02"
DOZE = b"\x02\x07\xa5"
PLANES = b"\x13\x10"


def write(panel, command):
    """The band behind the one before it."""
    if panel._line == 0:
        panel._send(command, 0)
    panel._send(panel._buf, 1)
