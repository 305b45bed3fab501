"""SSD1683 controller with its 400 x 300 black and white panel; changes when we learn more about that chip.

A full update (mode 1) drives every pixel to the new RAM; a partial one (mode 2) drives only the pixels in which the
new RAM (24h) differs from the old RAM (26h).
"""

from .epaper import ARGUMENTS, Epaper, count_bits, number
from .epaper import FAULTS as _FAULTS
from .strict import NotModelled

__all__ = ("ARGUMENTS", "FAULTS", "SIZE", "SSD1683", "count_bits")

SIZE = 15000

FAULTS = dict(_FAULTS)
FAULTS["panel_v1"] = "a V1 panel (UC8176): other commands, BUSY low while busy"

# Bits of the sequence byte (22h).
_CLOCK_ON = 0x80
_ANALOG_ON = 0x40
_TEMPERATURE = 0x20
_WAVEFORM = 0x10
_MODE2 = 0x08
_DISPLAY = 0x04
_ANALOG_OFF = 0x02
_CLOCK_OFF = 0x01


class SSD1683(Epaper):
    """The chip and its glass, see Epaper."""

    NAME = "SSD1683"
    WIDTH = 400
    HEIGHT = 300
    STRIDE = 50
    LINES = 300
    BUSY = 1
    RAM = (0x24, 0x26)
    RED = True  # mode 1 drives what is set in 26h as red
    # Command -> numbers of data bytes. 24h and 26h take any number.
    COUNTS = {
        0x01: (3,),
        0x03: (1,),
        0x04: (3,),
        0x0C: (4,),
        0x10: (1,),
        0x11: (1,),
        0x12: (0,),
        0x18: (1,),
        0x1A: (1, 2),
        0x20: (0,),
        0x21: (2,),
        0x22: (1,),
        0x2C: (1,),
        0x3C: (1,),
        0x44: (2,),
        0x45: (4,),
        0x4E: (1,),
        0x4F: (2,),
        0x7F: (0,),
    }
    NOT_MODELLED = (0x1B, 0x1C, 0x27, 0x2F, 0x32, 0x37, 0x3F, 0x46, 0x47)
    FAULTS = FAULTS
    OTHER = {"panel_v1": ("uc8176", "UC8176")}

    # Measured on the panel (hardware notes 2.1): F7 4 s and D7 with 1A 6E 1.14 s from power on to power off,
    # FC 358 ms on a powered panel.  The parts add up to those.
    POWER_ON_US = 96_000
    POWER_OFF_US = 268_000
    FULL_US = 4_000_000 - POWER_ON_US - POWER_OFF_US
    # By temperature from which a waveform is taken.
    FAST_US = ((0x6E, 1_140_000 - POWER_ON_US - POWER_OFF_US), (0x5A, 1_500_000 - POWER_ON_US - POWER_OFF_US))
    PARTIAL_US = 358_000
    LOAD_US = 2_000

    def _registers(self):
        self._old_option = 0
        self._sequence = 0xFF
        self._entry = 3
        self._x0 = 0
        self._x1 = self.STRIDE - 1
        self._y0 = 0
        self._y1 = self.LINES - 1
        self._x = 0
        self._y = 0
        self._temperature = 25
        self._waveform = ""
        self._clock = False
        self._set_power(False, self.world.now)

    def _execute(self, code, data):
        if code == 0x20:
            self._run()
        elif code == 0x22:
            self._sequence = data[0]
        elif code == 0x21:
            self._old_option = data[0] >> 4
            if data[0] & 0x0F:
                raise NotModelled("SSD1683: 21h with an option for the new RAM")
        elif code == 0x44:
            self._set_columns(data[0], data[1])
        elif code == 0x45:
            self._set_lines(data[0] | data[1] << 8, data[2] | data[3] << 8)
        elif code == 0x4E:
            self._x = data[0]
        elif code == 0x4F:
            self._y = data[0] | data[1] << 8
        elif code == 0x11:
            self._entry = data[0]
        elif code == 0x1A:
            self._temperature = data[0]
        elif code == 0x12:
            self._registers()
            self._begin_busy(self.reset_us)
        elif code == 0x10:
            self._sleep(data[0])
        elif code == 0x01:
            self._drive(data)

    def _drive(self, data):
        """01h: how many lines there are, and where they begin."""
        if data[0] | data[1] << 8 != self.LINES - 1 or data[2]:
            self._broken("01h does not say %d lines from the first one up" % self.LINES)

    def _sleep(self, mode):
        if not mode & 3:
            return
        if self._powered_since >= 0:
            self._broken("deep sleep while the analog part is on")
        self._set_power(False, self.world.now)
        self.asleep = True

    # --- picture RAM ---------------------------------------------------------------------------------------

    def _set_columns(self, first, last):
        if last >= self.STRIDE or first >= self.STRIDE:
            text = "X window %d..%d, the panel has bytes 0..%d (X counts bytes, not pixels)"
            self._broken(text % (first, last, self.STRIDE - 1))
        self._x0 = first & 0x3F
        self._x1 = last & 0x3F

    def _set_lines(self, first, last):
        if last >= self.LINES or first >= self.LINES:
            self._broken("Y window %d..%d, the panel has lines 0..%d" % (first, last, self.LINES - 1))
        self._y0 = first & 0x1FF
        self._y1 = last & 0x1FF

    def _inside(self):
        x = self._x
        y = self._y
        return (self._x0 <= x <= self._x1 or self._x1 <= x <= self._x0) and (
            self._y0 <= y <= self._y1 or self._y1 <= y <= self._y0
        )

    def _write(self, plane, data):
        if not self._inside():
            text = "RAM counter X %d Y %d is outside the window X %d..%d Y %d..%d (X counts bytes)"
            self._broken(text % (self._x, self._y, self._x0, self._x1, self._y0, self._y1))
            self._x &= 0x3F
            self._y &= 0x1FF
        if self._entry & 7 == 3 and self._inside():
            self._write_rows(plane, data)
        elif self._entry & 7 == 6 and self._inside():
            self._write_columns(plane, data)
        else:
            for byte in data:
                if self._x < self.STRIDE and self._y < self.LINES:
                    plane[self._y * self.STRIDE + self._x] = byte
                self._count()

    def _write_rows(self, plane, data):
        """X and Y upwards, rows first: copied a piece of a row (or many whole rows) at a time."""
        done = 0
        left = len(data)
        whole = self._x0 == 0 and self._x1 == self.STRIDE - 1
        while left:
            at = self._y * self.STRIDE + self._x
            last = (self._y1 if whole else self._y) * self.STRIDE + self._x1
            n = min(left, last + 1 - at)
            plane[at : at + n] = data[done : done + n]
            done += n
            left -= n
            at += n
            if at <= last:
                self._y = at // self.STRIDE
                self._x = at % self.STRIDE
            else:
                self._x = self._x0
                self._y = self._y0 if last // self.STRIDE >= self._y1 else self._y + 1

    def _write_columns(self, plane, data):
        """X downwards, Y upwards, columns of bytes first."""
        x = self._x
        y = self._y
        stride = self.STRIDE
        for byte in data:
            if x < stride and y < self.LINES:
                plane[y * stride + x] = byte
            if y == self._y1:
                y = self._y0
                x = self._x0 if x == self._x1 else (x - 1) & 0x3F
            else:
                y = (y + 1) & 0x1FF
        self._x = x
        self._y = y

    def _count(self):
        """The address counter after one byte: inside the window, wrapping at its end (11h, 44h, 45h)."""
        if self._entry & 4:
            if self._next_y():
                self._next_x()
        elif self._next_x():
            self._next_y()

    def _next_x(self):
        if self._x == self._x1:
            self._x = self._x0
            return True
        self._x = (self._x + (1 if self._entry & 1 else -1)) & 0x3F
        return False

    def _next_y(self):
        if self._y == self._y1:
            self._y = self._y0
            return True
        self._y = (self._y + (1 if self._entry & 2 else -1)) & 0x1FF
        return False

    # --- updates -------------------------------------------------------------------------------------------

    def _run(self):
        """20h: do what the sequence byte says, BUSY until done."""
        sequence = self._sequence
        us = 0
        if sequence & _CLOCK_ON:
            self._clock = True
        if sequence & _ANALOG_ON:
            if not self._clock:
                self._broken("22h %02Xh switches the analog part on without a clock" % sequence)
            if not self.powered:
                us += self.POWER_ON_US
                self._set_power(True, self.world.now)
        if sequence & _TEMPERATURE:
            self._temperature = 25
        if sequence & _WAVEFORM:
            self._waveform = self._waveform_of(sequence)
        kind = ""
        seen = -1
        if sequence & _DISPLAY and self._can_display(sequence):
            kind = self._kind_of(sequence)
            seen = self._target(kind)
            us += self._slowed(self._display_us(kind))
        if sequence & _ANALOG_OFF and self.powered:
            us += self.POWER_OFF_US
        self._begin_update(kind, seen, us or self.LOAD_US, sequence)

    def _done(self, sequence, end):
        if sequence & _ANALOG_OFF:
            self._set_power(False, end)
        if sequence & _CLOCK_OFF:
            self._clock = False

    def _waveform_of(self, sequence):
        """The waveform that is loaded from the chip's own memory."""
        if sequence & _MODE2:
            return "partial"
        return "fast" if self._temperature >= self.FAST_US[-1][0] else "full"

    def _kind_of(self, sequence):
        return self._waveform

    def _can_display(self, sequence):
        """Whether 20h shows anything; breaking a rule shows nothing where not strict."""
        if not self.powered or not self._clock:
            self._broken("update %02Xh without power" % sequence)
            return False
        if not self._waveform or (self._kind_of(sequence) == "partial") != bool(sequence & _MODE2):
            self._broken("update %02Xh without a waveform of its mode" % sequence)
            return False
        return True

    def _display_us(self, kind):
        if kind == "fast":
            return [us for least, us in self.FAST_US if self._temperature >= least][0]
        return self.PARTIAL_US if kind == "partial" else self.FULL_US

    def _old_plane(self):
        """The old RAM as the update sees it (21h: 4 = taken as 0, 8 = inverted)."""
        if self._old_option & 4:
            return 0
        old = number(self._old)
        return old ^ self.all if self._old_option & 8 else old

    def _driven(self):
        return self._old_plane() ^ number(self._new)

    def _target(self, kind):
        """The glass after an update that starts now."""
        new = number(self._new)
        if kind == "partial":
            return self._seen ^ ((self._seen ^ new) & self._driven())
        # A black and white panel has no waveform for red.
        red = self._old_plane() if self.RED else 0
        if red:
            self._broken("mode 1 with red pixels; bypass the old RAM (21h 40h)")
        return self._seen ^ ((self._seen ^ new) & (red ^ self.all))
