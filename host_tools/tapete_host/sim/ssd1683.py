"""SSD1683 controller with its 400 x 300 black and white panel; changes when we learn more about that chip.

What a person sees is kept apart from both picture RAMs, because that is where drivers go wrong: a full update
(mode 1) drives every pixel to the new RAM; a partial one (mode 2) drives only the pixels in which the new RAM
(24h) differs from the old RAM (26h) and leaves all others as they are, whatever they show.

Pictures are 15,000 bytes, 8 pixels a byte, most significant bit leftmost, 1 = white.  Inside they are kept as
one integer of 120,000 bits (the first byte most significant), so an update is a handful of operations.
"""

from .chip import NEVER, Chip
from .rng import Rng
from .strict import NotModelled, rule

WIDTH = 400
HEIGHT = 300
STRIDE = 50
SIZE = 15000
_ALL = (1 << (SIZE * 8)) - 1

# Measured on the panel (hardware notes 2.1): F7 4 s and D7 with 1A 6E 1.14 s from power on to power off,
# FC 358 ms on a powered panel.  The parts add up to those.
POWER_ON_US = 96_000
POWER_OFF_US = 268_000
FULL_US = 4_000_000 - POWER_ON_US - POWER_OFF_US
FAST_US = 1_140_000 - POWER_ON_US - POWER_OFF_US
FAST_5A_US = 1_500_000 - POWER_ON_US - POWER_OFF_US
PARTIAL_US = 358_000
LOAD_US = 2_000
RESET_US = 10_000
RESET_LOW_US = 2_000

# Bits of the sequence byte (22h).
_CLOCK_ON = 0x80
_ANALOG_ON = 0x40
_TEMPERATURE = 0x20
_WAVEFORM = 0x10
_MODE2 = 0x08
_DISPLAY = 0x04
_ANALOG_OFF = 0x02
_CLOCK_OFF = 0x01

# Command -> number of data bytes.  24h and 26h take any number.
_COUNTS = {
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
_NOT_MODELLED = (0x1B, 0x1C, 0x27, 0x2F, 0x32, 0x37, 0x3F, 0x46, 0x47)
_RAM = (0x24, 0x26)

_GHOST_PLANES = 6
_GHOST_GRAY = 5
"""Gray steps (of 255) by which each partial drive to white falls short of white."""

FAULTS = {
    "panel_missing": "no panel connected: BUSY floats to the board's pull, nothing is shown",
    "panel_busy_high": "BUSY stuck high",
    "panel_busy_low": "BUSY wire broken: low for ever, the panel itself works",
    "panel_busy_late": "BUSY rises ms (1) after the command",
    "panel_busy_flicker": "every (7) looks at BUSY one reads low: a disturbed wire",
    "panel_slow": "updates take factor (5) times as long: a cold panel",
    "panel_v1": "a V1 panel (UC8176): other commands, BUSY low while busy",
}


ARGUMENTS = {
    "panel_busy_late": ("ms", 1, 0, 1000),
    "panel_busy_flicker": ("every", 7, 2, 1000),
    "panel_slow": ("factor", 5, 0.1, 20),
}
"""Fault -> its argument: name, default, least, most."""


def _number(plane):
    return int.from_bytes(plane, "big")


def _checkers():
    """What the factory left on the glass: squares, so that a missing first full update is seen."""
    light = bytes([0xFF, 0xF0, 0x00]) * 16 + b"\xff\xf0"
    dark = bytes([0x00, 0x0F, 0xFF]) * 16 + b"\x00\x0f"
    return _number((light * 12 + dark * 12) * 12 + light * 12)


class SSD1683(Chip):
    """The chip and its glass.

    copy        what the chip does with the old RAM after a mode 2 update; public sources do not settle it:
                "" nothing, "copy" 26h := 24h, "swap" exchanges both
    updates     [(start_ms, kind, end_ms)] of finished updates; kind "full", "fast" (mode 1 with a faked
                temperature) or "partial" (mode 2)
    listener    None, or called as listener(kind) when an update is finished
    overdriven  pixels driven to the colour they already showed by mode 2 (the old RAM was wrong)
    """

    MAX_HZ = 20_000_000
    WIDTH = WIDTH
    HEIGHT = HEIGHT

    def __init__(self, world, name="panel", copy=""):
        super().__init__(world, name)
        self.copy = copy
        self.updates = []
        self.listener = None
        self.overdriven = 0
        self._rng = Rng(world.seed)
        self._new = bytearray(SIZE)
        self._old = bytearray(SIZE)
        self._seen = _checkers()
        self._ghosts = [0] * _GHOST_PLANES
        self._faults = {}
        self._dc = 0
        self._in_reset = -1  # when RST went low
        self._powered_longest = 0
        self._powered_since = -1
        self._update = None  # (start, kind or "", picture it ends in or -1, sequence byte)
        self._busy_from = NEVER
        self._busy_until = -1
        self.rate = 0  # bits per second of the last transfer, set by the world
        self._start()

    # --- state ---------------------------------------------------------------------------------------------

    def _start(self):
        """Power came or RST rose: registers as after reset, RAM unknown."""
        self._noise(self._new)
        self._noise(self._old)
        self.asleep = False
        self._abort()
        self._registers()
        self._begin_busy(RESET_US)

    def _noise(self, plane):
        block = bytearray(250)
        for i in range(250):
            block[i] = self._rng.below(256)
        plane[:] = bytes(block) * (SIZE // 250)

    def _registers(self):
        self._command = -1
        self._data = bytearray()
        self._old_option = 0
        self._sequence = 0xFF
        self._entry = 3
        self._x0 = 0
        self._x1 = STRIDE - 1
        self._y0 = 0
        self._y1 = HEIGHT - 1
        self._x = 0
        self._y = 0
        self._temperature = 25
        self._waveform = ""
        self._clock = False
        self._set_power(False, self.world.now)

    def _abort(self):
        """Whatever update was running ends here; the glass keeps half of it."""
        update = self._update
        self._update = None
        self._busy_from = NEVER
        self._busy_until = -1
        if update and update[2] >= 0:
            half = _number(b"\xaa\xaa\x55\x55" * (SIZE // 4))
            self._seen ^= (self._seen ^ update[2]) & half

    def _set_power(self, on, now):
        if self._powered_since >= 0:
            self._powered_longest = max(self._powered_longest, now - self._powered_since)
        self._powered_since = now if on else -1

    def _begin_busy(self, us):
        now = self.world.now
        late = self._faults.get("panel_busy_late")
        self._busy_from = now + (int(late[0] * 1000) if late else 0)
        self._busy_until = now + us
        self.set_alarm(self._busy_until)

    def tick(self, now):
        """The time of the running sequence is over: the glass shows its result, power goes if it said so."""
        if not 0 <= self._busy_until <= now:
            return
        end = self._busy_until
        self._busy_until = -1
        update = self._update
        self._update = None
        if update is None:
            return
        start, kind, seen, sequence = update
        if sequence & _ANALOG_OFF:
            self._set_power(False, end)
        if sequence & _CLOCK_OFF:
            self._clock = False
        if seen < 0:
            return
        self._show(kind, seen)
        if self._powered_since >= 0:
            self._set_power(True, end)
        self.updates.append((start // 1000, kind, end // 1000))
        if self.listener:
            self.listener(kind)

    def _catch_up(self):
        if 0 <= self._busy_until <= self.world.now:
            self.tick(self.world.now)

    @property
    def busy(self):
        """Whether the chip itself is busy (what BUSY shows may differ: faults)."""
        self._catch_up()
        return self._busy_until >= 0 or self.asleep or self._in_reset >= 0

    @property
    def kind(self):
        """Kind of the running update, or ""."""
        return self._update[1] if self.busy and self._update else ""

    def power(self, on=None):
        """With an argument: the 3.3 V come or go; the glass keeps its picture.

        Always: {"on", "asleep", "ms" powered since the last update, "longest_ms" the longest such time}.
        """
        if on is not None:
            self._supply(on)
        busy = self.busy  # brings the chip to now
        since = self._powered_since
        idle = 0 if since < 0 or busy else self.world.now - since
        longest = max(self._powered_longest, idle)
        return {"on": since >= 0, "asleep": self.asleep, "ms": idle // 1000, "longest_ms": longest // 1000}

    def _supply(self, on):
        self._in_reset = -1
        if on:
            self._start()
        else:
            self._abort()
            self._set_power(False, self.world.now)

    # --- what the board connects ---------------------------------------------------------------------------

    def level(self, name):
        if name != "busy":
            return None
        faults = self._faults
        if "panel_missing" in faults:
            return None
        if "panel_busy_high" in faults or "panel_v1" in faults:
            return 1
        if "panel_busy_low" in faults:
            return 0
        flicker = faults.get("panel_busy_flicker")
        if flicker is not None:
            flicker[1] += 1
            if flicker[1] % flicker[0] == 0:
                return 0
        return 1 if self.busy and (self.asleep or self.world.now >= self._busy_from) else 0

    def pin_out(self, name, level):
        if name == "dc":
            self._dc = level
        elif name == "rst" and level == 0:
            if self._in_reset < 0:
                self._in_reset = self.world.now
                self._abort()
        elif name == "rst" and self._in_reset >= 0:
            held = self.world.now - self._in_reset
            self._in_reset = -1
            if held < RESET_LOW_US:
                rule(self.strict, "SSD1683: RST low for %d us, at least %d are needed" % (held, RESET_LOW_US))
            self._start()

    def transfer(self, out, into):
        """Bytes on MOSI: commands while DC is low, else data of the last command. MISO is not wired."""
        if isinstance(out, int):
            out = bytes([out]) * len(into)
        if "panel_missing" in self._faults or "panel_v1" in self._faults:
            return
        if self.rate > self.MAX_HZ:
            rule(self.strict, "SSD1683: SPI at %d Hz, at most %d" % (self.rate, self.MAX_HZ))
        if self.busy:
            what = "deep sleep" if self.asleep else "reset" if self._in_reset >= 0 else "BUSY"
            kind = "data" if self._dc else "command %02Xh" % out[0]
            rule(self.strict, "SSD1683: %s during %s" % (kind, what))
            return
        if self._dc:
            self._take_data(bytes(out))
        else:
            for code in bytes(out):
                self._take_command(code)

    # --- commands ------------------------------------------------------------------------------------------

    def _take_command(self, code):
        if self.busy:
            rule(self.strict, "SSD1683: command %02Xh during BUSY" % code)
            return
        self._check_count()
        self._command = code
        self._data = bytearray()
        if code in _NOT_MODELLED:
            raise NotModelled("SSD1683: command %02Xh" % code)
        if code in _RAM:
            return
        if code not in _COUNTS:
            rule(self.strict, "SSD1683: unknown command %02Xh" % code)
            return
        if _COUNTS[code] == (0,):
            self._execute(code, b"")

    def _check_count(self):
        """The command before must have had all its data by now."""
        code = self._command
        self._command = -1
        wanted = _COUNTS.get(code)
        if wanted and len(self._data) not in wanted:
            rule(self.strict, "SSD1683: command %02Xh got %d data bytes" % (code, len(self._data)))

    def _take_data(self, data):
        code = self._command
        if code in _RAM:
            self._write(self._new if code == 0x24 else self._old, data)
            return
        wanted = _COUNTS.get(code)
        if wanted is None:
            rule(self.strict, "SSD1683: data without a command that takes any")
            return
        for byte in data:
            self._data.append(byte)
            if len(self._data) > wanted[-1]:
                rule(self.strict, "SSD1683: command %02Xh got more than %d data bytes" % (code, wanted[-1]))
            elif len(self._data) in wanted:
                self._execute(code, self._data)

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
            self._begin_busy(RESET_US)
        elif code == 0x10:
            self._sleep(data[0])
        elif code == 0x01 and bytes(data) != b"\x2b\x01\x00":
            rule(self.strict, "SSD1683: 01h does not say 300 lines from the first one up")

    def _sleep(self, mode):
        if not mode & 3:
            return
        if self._powered_since >= 0:
            rule(self.strict, "SSD1683: deep sleep while the analog part is on")
        self._set_power(False, self.world.now)
        self.asleep = True

    # --- picture RAM ---------------------------------------------------------------------------------------

    def _set_columns(self, first, last):
        if last >= STRIDE or first >= STRIDE:
            text = "SSD1683: X window %d..%d, the panel has bytes 0..49 (X counts bytes, not pixels)"
            rule(self.strict, text % (first, last))
        self._x0 = first & 0x3F
        self._x1 = last & 0x3F

    def _set_lines(self, first, last):
        if last >= HEIGHT or first >= HEIGHT:
            rule(self.strict, "SSD1683: Y window %d..%d, the panel has lines 0..299" % (first, last))
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
            text = "SSD1683: RAM counter X %d Y %d is outside the window X %d..%d Y %d..%d (X counts bytes)"
            rule(self.strict, text % (self._x, self._y, self._x0, self._x1, self._y0, self._y1))
            self._x &= 0x3F
            self._y &= 0x1FF
        if self._entry & 7 == 3 and self._inside():
            self._write_rows(plane, data)
        else:
            for byte in data:
                if self._x < STRIDE and self._y < HEIGHT:
                    plane[self._y * STRIDE + self._x] = byte
                self._count()

    def _write_rows(self, plane, data):
        """X and Y upwards, rows first: copied a piece of a row (or many whole rows) at a time."""
        done = 0
        left = len(data)
        whole = self._x0 == 0 and self._x1 == STRIDE - 1
        while left:
            at = self._y * STRIDE + self._x
            last = (self._y1 if whole else self._y) * STRIDE + self._x1
            n = min(left, last + 1 - at)
            plane[at : at + n] = data[done : done + n]
            done += n
            left -= n
            at += n
            if at <= last:
                self._y = at // STRIDE
                self._x = at % STRIDE
            else:
                self._x = self._x0
                self._y = self._y0 if last // STRIDE >= self._y1 else self._y + 1

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
        now = self.world.now
        sequence = self._sequence
        us = 0
        if sequence & _CLOCK_ON:
            self._clock = True
        if sequence & _ANALOG_ON:
            if not self._clock:
                rule(self.strict, "SSD1683: 22h %02Xh switches the analog part on without a clock" % sequence)
            if self._powered_since < 0:
                us += POWER_ON_US
                self._set_power(True, now)
        if sequence & _TEMPERATURE:
            self._temperature = 25
        if sequence & _WAVEFORM:
            self._waveform = self._waveform_of(sequence)
        kind = ""
        seen = -1
        if sequence & _DISPLAY:
            if self._can_display(sequence):
                kind = self._waveform
                seen = self._target(kind)
                us += self._display_us(kind)
        if sequence & _ANALOG_OFF and self._powered_since >= 0:
            us += POWER_OFF_US
        self._update = (now, kind, seen, sequence)
        self._begin_busy(us or LOAD_US)

    def _waveform_of(self, sequence):
        if sequence & _MODE2:
            return "partial"
        return "fast" if self._temperature >= 0x5A else "full"

    def _can_display(self, sequence):
        """Whether 20h shows anything; breaking a rule shows nothing where not strict."""
        if self._powered_since < 0 or not self._clock:
            rule(self.strict, "SSD1683: update %02Xh without power" % sequence)
            return False
        if not self._waveform or (self._waveform == "partial") != bool(sequence & _MODE2):
            rule(self.strict, "SSD1683: update %02Xh without a waveform of its mode" % sequence)
            return False
        return True

    def _display_us(self, kind):
        slow = self._faults.get("panel_slow")
        if kind == "fast":
            us = FAST_US if self._temperature >= 0x6E else FAST_5A_US
        else:
            us = PARTIAL_US if kind == "partial" else FULL_US
        return int(us * slow[0]) if slow else us

    def _old_plane(self):
        """The old RAM as the update sees it (21h: 4 = taken as 0, 8 = inverted)."""
        if self._old_option & 4:
            return 0
        old = _number(self._old)
        return old ^ _ALL if self._old_option & 8 else old

    def _target(self, kind):
        """The glass after an update that starts now."""
        new = _number(self._new)
        old = self._old_plane()
        if kind == "partial":
            return self._seen ^ ((self._seen ^ new) & (old ^ new))
        # Mode 1 reads 26h as the red plane; a black and white panel has no waveform for red.
        if old:
            rule(self.strict, "SSD1683: mode 1 with red pixels; bypass the old RAM (21h 40h)")
        return self._seen ^ ((self._seen ^ new) & (old ^ _ALL))

    def _show(self, kind, seen):
        if kind == "partial":
            driven = self._old_plane() ^ _number(self._new)
            self._add_ghosts(driven & seen)
            self.overdriven += count_bits(driven & (seen ^ self._seen ^ _ALL))
            if self.copy == "copy":
                self._old[:] = self._new
            elif self.copy == "swap":
                self._old, self._new = self._new, self._old
        else:
            self._ghosts = [0] * _GHOST_PLANES
        self._seen = seen

    def _add_ghosts(self, white):
        """Add one to the counter of each pixel driven to white; counters are held bit by bit, saturating."""
        planes = self._ghosts
        full = white
        for plane in planes:
            full &= plane
        carry = white ^ full
        for i in range(_GHOST_PLANES):
            carry, planes[i] = planes[i] & carry, planes[i] ^ carry

    # --- what a person sees --------------------------------------------------------------------------------

    def picture(self):
        """What the glass shows, 15,000 bytes, 1 = white; the old picture until an update has ended."""
        self._catch_up()
        return self._seen.to_bytes(SIZE, "big")

    def ghost_max(self):
        """Most partial drives to white that any pixel had since the last full update (at most 63)."""
        value = 0
        left = _ALL
        for i in range(_GHOST_PLANES - 1, -1, -1):
            hit = left & self._ghosts[i]
            if hit:
                value |= 1 << i
                left = hit
        return value

    def shown(self):
        """The glass as it really looks: 120,000 bytes of gray (255 white), ghosts included."""
        picture = self.picture()
        planes = [plane.to_bytes(SIZE, "big") for plane in self._ghosts]
        plain = {}
        out = []
        for i in range(SIZE):
            byte = picture[i]
            ghosts = [plane[i] for plane in planes]
            if any(ghosts):
                out.append(_grays(byte, ghosts))
            else:
                if byte not in plain:
                    plain[byte] = _grays(byte, ghosts)
                out.append(plain[byte])
        return b"".join(out)

    # --- faults --------------------------------------------------------------------------------------------

    def fault(self, name, on=True, **args):
        """Switch a fault of FAULTS on or off. ValueError, a sentence, for a wrong name or argument."""
        if name not in FAULTS:
            raise ValueError("no fault called %s" % name)
        if on:
            self._faults[name] = _checked(name, args)
        else:
            self._faults.pop(name, None)

    def faults(self):
        """Names of the faults that are on."""
        return sorted(self._faults)


def _checked(name, args):
    """The argument of a fault as a list, [] where it takes none: [number, looks so far]."""
    wanted = ARGUMENTS.get(name)
    for arg in args:
        if not wanted or arg != wanted[0]:
            raise ValueError("%s has no argument %s" % (name, arg))
    if not wanted:
        return []
    value = args.get(wanted[0], wanted[1])
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not wanted[2] <= value <= wanted[3]:
        raise ValueError("%s is a number from %s to %s" % (wanted[0], wanted[2], wanted[3]))
    return [value, 0]


def count_bits(number):
    """How many bits of a picture-sized number are set."""
    if not number:
        return 0
    return sum(bin(byte).count("1") for byte in number.to_bytes(SIZE, "big") if byte)


def _grays(byte, ghosts):
    """Eight gray bytes of one picture byte and the bytes of the ghost planes at its place."""
    out = bytearray(8)
    for k in range(8):
        bit = 0x80 >> k
        count = 0
        for i in range(_GHOST_PLANES):
            if ghosts[i] & bit:
                count |= 1 << i
        shade = min(count, 16) * _GHOST_GRAY
        out[k] = 255 - shade if byte & bit else shade // 4
    return bytes(out)
