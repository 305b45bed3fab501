"""SSD1680 controller with the 2.9" V2 panel, 296 x 128; changes when we learn more about that chip.

Its RAM lies on its side: 128 pixels a line, 296 lines. The picture is what a person sees who has the RAM's first line
at the left and the last pixel of each line at the top. It speaks as the SSD1683 does, and takes waveforms too (32h).
"""

from .epaper import ARGUMENTS
from .epaper import FAULTS as _FAULTS
from .ssd1683 import SSD1683

__all__ = ("ARGUMENTS", "FAULTS", "SSD1680")

FAULTS = dict(_FAULTS)
FAULTS["panel_v1"] = "another panel, of the UC81xx: other commands, BUSY low while busy"

_MODE2 = 0x08
_ANALOG_ON = 0x40


class SSD1680(SSD1683):
    """The chip and its glass, see Epaper.

    turned  a person sees the picture the other way up (the module can be fixed either way round)
    """

    NAME = "SSD1680"
    WIDTH = 296
    HEIGHT = 128
    STRIDE = 16
    LINES = 296
    # Public drivers leave the old RAM to chance in mode 1, and the panels show what they should.
    RED = False
    COUNTS = dict(SSD1683.COUNTS)
    COUNTS[0x32] = (153,)
    COUNTS[0x37] = (10,)
    COUNTS[0x3F] = (1,)
    NOT_MODELLED = (0x1B, 0x1C, 0x27, 0x2F, 0x46, 0x47)
    FAULTS = FAULTS

    # Measured by others (hardware notes 2.1, and the figures in public drivers): on 96 ms, off 140 ms, 1.62 s for the
    # fast waveform (a temperature of 64h written), 0.4 s for a partial update. The maker says 2 s for a full one.
    POWER_ON_US = 96_000
    POWER_OFF_US = 140_000
    FULL_US = 2_000_000
    FAST_US = ((0x5A, 1_616_000),)
    PARTIAL_US = 403_000

    def __init__(self, world, name="panel", copy=""):
        self.turned = False
        self._drawn = (-1, b"")  # glass, and its picture
        super().__init__(world, name, copy)

    def _registers(self):
        super()._registers()
        self._mirrored = False  # the lines are driven from the last one on
        self._exchanges = False  # 37h: both RAMs change places after a mode 2 update
        self._own = False  # the waveform in use was sent (32h)

    def _execute(self, code, data):
        super()._execute(code, data)
        if code == 0x32:
            self._own = True
            self._waveform = "own"
        elif code == 0x37:
            self._exchanges = bool(data[5] & 0x40)

    def _drive(self, data):
        self._mirrored = bool(data[2] & 1)
        if data[0] | data[1] << 8 != self.LINES - 1 or data[2] & 6:
            self._broken("01h does not say %d lines" % self.LINES)

    def _waveform_of(self, sequence):
        self._own = False
        return super()._waveform_of(sequence)

    def _kind_of(self, sequence):
        """A waveform that was sent does for either mode."""
        if self._own:
            return "partial" if sequence & _MODE2 else "full"
        return self._waveform

    def _show(self, kind, seen):
        super()._show(kind, seen)
        if kind == "partial" and self._exchanges:
            self._old, self._new = self._new, self._old

    def _upright(self, plane):
        glass = self._drawn if plane == self._seen else (-1, b"")
        if glass[0] == plane and glass[2] == (self._mirrored, self.turned):
            return glass[1]
        picture = self._turn(plane.to_bytes(self.size, "big"))
        if plane == self._seen:
            self._drawn = (plane, picture, (self._mirrored, self.turned))
        return picture

    def _turn(self, plane):
        """A plane as rows of 296 pixels: eight by eight pixels at a time."""
        across = self.LINES // 8
        out = bytearray(self.size)
        mirrored = self._mirrored
        for block in range(across):
            lines = range(8 * block, 8 * block + 8)
            for column in range(self.STRIDE):
                bits = 0
                for line in lines:
                    at = self.LINES - 1 - line if mirrored else line
                    bits = bits << 1 | SPREAD[plane[at * self.STRIDE + column]]
                # The last pixel of a RAM line, the least significant bit, is the uppermost.
                rows = bits.to_bytes(8, "big")
                top = 8 * (self.STRIDE - 1 - column)
                for i in range(8):
                    out[(top + i) * across + block] = rows[7 - i]
        if not self.turned:
            return bytes(out)
        return bytes([_REVERSED[byte] for byte in reversed(out)])


def _spread(byte):
    """Eight bytes as one number: bit k of the byte as bit 0 of byte k."""
    bits = 0
    for k in range(8):
        bits |= (byte >> k & 1) << (8 * k)
    return bits


def _reverse(byte):
    return sum([(byte >> k & 1) << (7 - k) for k in range(8)])


SPREAD = [_spread(byte) for byte in range(256)]
_REVERSED = bytes([_reverse(byte) for byte in range(256)])
