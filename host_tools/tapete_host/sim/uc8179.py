"""UC8179 controller with the 7.5" V2 panel, 800 x 480; changes when we learn more about that family of chips.

BUSY is low while it is busy, and moves only some time after a command. Register 50h says which bit of the planes is
white, and whether a finished update copies the new plane (13h) into the old one (10h). The waveform is chosen by a
temperature that can be forced (E0h, E5h): hot ones are fast, 6Eh is the partial one.
"""

from .epaper import ARGUMENTS, Epaper, number
from .epaper import FAULTS as _FAULTS
from .strict import NotModelled

__all__ = ("ARGUMENTS", "FAULTS", "UC8179")

FAULTS = dict(_FAULTS)
FAULTS["panel_v2"] = "another panel, with an SSD1683: other commands, BUSY high while busy"
FAULTS["panel_old"] = "a panel sold before the end of 2023: it has no partial waveform and flashes instead"


class UC81xx(Epaper):
    """What chips of this family have in common, see Epaper.

    n2ocp  whether the chip does what bit 3 of register 50h asks for: new plane to the old one after an update
    """

    BUSY = 0
    LATE_US = 200
    RAM = (0x13, 0x10)  # new and old
    ALWAYS = (0x71,)
    DDX = 0  # place of its two bits in register 50h
    N2OCP = 8  # bit of register 50h; 0 for none

    def __init__(self, world, name="panel", copy=""):
        self.n2ocp = True
        super().__init__(world, name, copy)

    def _registers(self):
        self._interval = 0x31
        self._setting = 0x0F
        self._forced = False  # the temperature is a given one
        self._temperature = 25
        self._partial = False  # only the window is driven, and written
        self._window = (0, 0, self.STRIDE - 1, self.LINES - 1)  # in bytes, ends included
        self._at = 0
        self._set_power(False, self.world.now)

    def _check_count(self):
        # What the waveform registers hold matters only when 00h asks for them.
        if not 0x20 <= self._command <= 0x25:
            super()._check_count()
        self._command = -1

    def _execute(self, code, data):
        if code == 0x00:
            self._set_panel(data[0])
        elif code == 0x04:
            self._power_on()
        elif code == 0x02:
            self._power_off()
        elif code == 0x12:
            self._refresh()
        elif code == 0x07:
            self._sleep(data[0])
        elif code == 0x50:
            self._interval = data[0]
        elif code == 0x61:
            self._resolution(data[0] << 8 | data[1], data[2] << 8 | data[3])
        elif code == 0x90:
            self._set_window(data)
        elif code in (0x91, 0x92):
            self._partial = code == 0x91

    def _set_panel(self, setting):
        if not setting & 1:
            self._registers()
            self._begin_busy(self.reset_us)
            return
        if setting & 0x0C != 0x0C:
            raise NotModelled("%s: 00h turns the picture round" % self.NAME)
        self._setting = setting

    def _resolution(self, width, height):
        if (width, height) != (8 * self.STRIDE, self.LINES):
            self._broken("61h says %d x %d, the panel has %d x %d" % (width, height, self.WIDTH, self.HEIGHT))

    def _power_on(self):
        if not self.powered:
            self._set_power(True, self.world.now)
        self._begin_update("", -1, self.POWER_ON_US, 0x04)

    def _power_off(self):
        self._begin_update("", -1, self.POWER_OFF_US, 0x02)

    def _done(self, command, end):
        if command == 0x02:
            self._set_power(False, end)

    def _sleep(self, key):
        if key != 0xA5:
            self._broken("deep sleep wants the key A5, not %02X" % key)
            return
        if self.powered:
            self._broken("deep sleep while the panel is powered")
        self._set_power(False, self.world.now)
        self.asleep = True

    # --- picture RAM ---------------------------------------------------------------------------------------

    def _set_window(self, data):
        """90h: first and last pixel, first and last line."""
        x0 = data[0] << 8 | data[1]
        x1 = data[2] << 8 | data[3]
        y0 = data[4] << 8 | data[5]
        y1 = data[6] << 8 | data[7]
        if x0 & 7 or x1 & 7 != 7 or not x0 < x1 < 8 * self.STRIDE or not y0 <= y1 < self.LINES:
            self._broken("window X %d..%d Y %d..%d is not of whole bytes of the panel" % (x0, x1, y0, y1))
        self._window = (x0 >> 3, y0, x1 >> 3, y1)

    def _bounds(self):
        return self._window if self._partial else (0, 0, self.STRIDE - 1, self.LINES - 1)

    def _open(self, code):
        self._at = 0

    def _write(self, plane, data):
        x0, y0, x1, y1 = self._bounds()
        wide = x1 - x0 + 1
        room = wide * (y1 - y0 + 1) if y1 >= y0 and wide > 0 else 0
        if self._at + len(data) > room:
            self._broken("more data than the window has room for (%d bytes)" % room)
            data = data[: max(0, room - self._at)]
        if wide == self.STRIDE:
            at = y0 * self.STRIDE + self._at
            data = data[: max(0, self.size - at)]
            plane[at : at + len(data)] = data
        else:
            for i, byte in enumerate(data):
                x = x0 + (self._at + i) % wide
                y = y0 + (self._at + i) // wide
                if x < self.STRIDE and y < self.LINES:
                    plane[y * self.STRIDE + x] = byte
        self._at += len(data)

    # --- updates -------------------------------------------------------------------------------------------

    def _waveform(self):
        """Kind of update, and its time."""
        return "full", self.FULL_US

    def _refresh(self):
        if not self.powered:
            self._broken("refresh without power")
            return
        kind, us = self._waveform()
        new = self._seen_by_glass(self._new)
        driven = self._mask()
        if kind == "partial":
            driven &= new ^ self._seen_by_glass(self._old)
        self._begin_update(kind, self._seen ^ ((self._seen ^ new) & driven), self._slowed(us), 0x12)

    def _seen_by_glass(self, plane):
        """A plane with 1 = white (50h, DDX)."""
        if self._interval >> self.DDX & 2:
            raise NotModelled("%s: 50h with DDX 1x, updates without an old plane" % self.NAME)
        return number(plane) if self._interval >> self.DDX & 1 else number(plane) ^ self.all

    def _driven(self):
        return self._mask() & (number(self._new) ^ number(self._old))

    def _mask(self):
        """The pixels that an update drives at all."""
        x0, y0, x1, y1 = self._bounds()
        if (x0, y0, x1, y1) == (0, 0, self.STRIDE - 1, self.LINES - 1):
            return self.all
        row = bytes([255 if x0 <= x <= x1 else 0 for x in range(self.STRIDE)])
        empty = bytes(self.STRIDE)
        return number(b"".join([row if y0 <= y <= y1 else empty for y in range(self.LINES)]))

    def _show(self, kind, seen):
        super()._show(kind, seen)
        if self._interval & self.N2OCP and self.n2ocp:
            self._old[:] = self._new


class UC8179(UC81xx):
    """The chip and its glass, see UC81xx."""

    NAME = "UC8179"
    WIDTH = 800
    HEIGHT = 480
    STRIDE = 100
    LINES = 480
    # Command -> numbers of data bytes.
    COUNTS = {
        0x00: (1,),
        0x01: (4, 5),
        0x02: (0,),
        0x03: (1,),
        0x04: (0,),
        0x06: (3, 4),
        0x07: (1,),
        0x11: (0,),
        0x12: (0,),
        0x15: (1,),
        0x20: (42, 60),
        0x21: (42,),
        0x22: (42, 60),
        0x23: (42, 60),
        0x24: (42, 60),
        0x25: (42,),
        0x30: (1,),
        0x41: (1,),
        0x50: (1, 2),
        0x52: (1,),
        0x60: (1,),
        0x61: (4,),
        0x65: (4,),
        0x82: (1,),
        0x90: (9,),
        0x91: (0,),
        0x92: (0,),
        0xE0: (1,),
        0xE3: (1,),
        0xE5: (1,),
    }
    NOT_MODELLED = (0x16, 0x17, 0x2A, 0x2B, 0x40, 0x42, 0x43, 0x51, 0x70, 0x80, 0x81, 0xA0, 0xA1, 0xA2)
    FAULTS = FAULTS
    OTHER = {"panel_v2": ("ssd1683", "SSD1683")}

    # Measured by others (hardware notes 2.1); the full update's 4 s are the maker's word.
    POWER_ON_US = 129_000
    POWER_OFF_US = 40_000
    FULL_US = 4_000_000
    FAST_US = 1_171_000
    PARTIAL_US = 435_000
    OLD_US = 1_580_000

    def _execute(self, code, data):
        super()._execute(code, data)
        if code == 0xE0:
            self._forced = bool(data[0] & 2)
        elif code == 0xE5:
            self._temperature = data[0]

    def _waveform(self):
        if self._setting & 0x20:
            raise NotModelled("UC8179: waveforms from registers (00h with 20h)")
        if not self._forced:
            return "full", self.FULL_US
        if self._temperature == 0x5F:
            raise NotModelled("UC8179: four grey levels")
        if "panel_old" in self._faults:
            return "fast", self.OLD_US
        if self._temperature >= 0x6E:
            return "partial", self.PARTIAL_US
        return ("fast", self.FAST_US) if self._temperature >= 0x5A else ("full", self.FULL_US)
