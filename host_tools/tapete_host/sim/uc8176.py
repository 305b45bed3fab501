"""UC8176 controller with the 4.2" V1 panel, 400 x 300, which looks like the V2; changes when we learn more about it.

There is no driver for it: it is here so that one who has it is told so.
"""

from .epaper import ARGUMENTS, FAULTS
from .uc8179 import UC81xx

__all__ = ("ARGUMENTS", "FAULTS", "UC8176")


class UC8176(UC81xx):
    """The chip and its glass, see UC81xx. Its waveforms come from registers; here all of them are full updates."""

    NAME = "UC8176"
    WIDTH = 400
    HEIGHT = 300
    STRIDE = 50
    LINES = 300
    COUNTS = {
        0x00: (1, 2),
        0x01: (4, 5),
        0x02: (0,),
        0x03: (1,),
        0x04: (0,),
        0x06: (3,),
        0x07: (1,),
        0x11: (0,),
        0x12: (0,),
        0x20: (44,),
        0x21: (42,),
        0x22: (42,),
        0x23: (42,),
        0x24: (42,),
        0x30: (1,),
        0x41: (1,),
        0x50: (1,),
        0x60: (1,),
        0x61: (4,),
        0x82: (1,),
        0x90: (9,),
        0x91: (0,),
        0x92: (0,),
    }
    FAULTS = FAULTS
    DDX = 4
    N2OCP = 0
    LATE_US = 0  # the maker's driver looks at BUSY at once

    # Measured by others (hardware notes 2.1).
    POWER_ON_US = 37_000
    POWER_OFF_US = 19_000
    FULL_US = 1_550_000
