"""What all modelled panels have in common: glass, ghosts, BUSY, supply, faults; changes when one of these does.

What a person sees is kept apart from the picture RAMs of the controller, because that is where drivers go wrong: an
update drives pixels by what both RAMs hold, and leaves all others as they are, whatever they show.

Planes are bytearrays in the order of the controller, 8 pixels a byte, 1 = white.  The glass is one integer (the first
byte most significant), so an update is a handful of operations.
"""

from .chip import NEVER, Chip
from .rng import Rng
from .strict import NotModelled, rule

GHOST_PLANES = 6
_GHOST_GRAY = 5
"""Gray steps (of 255) by which each partial drive to white falls short of white."""

FAULTS = {
    "panel_missing": "no panel connected: BUSY floats to the board's pull, nothing is shown",
    "panel_busy_high": "BUSY stuck high",
    "panel_busy_low": "BUSY wire broken: low for ever, the panel itself works",
    "panel_busy_late": "BUSY moves ms (1) after the command",
    "panel_busy_flicker": "every (7) looks at BUSY one says free: a disturbed wire",
    "panel_slow": "updates take factor (5) times as long: a cold panel",
}

ARGUMENTS = {
    "panel_busy_late": ("ms", 1, 0, 1000),
    "panel_busy_flicker": ("every", 7, 2, 1000),
    "panel_slow": ("factor", 5, 0.1, 20),
}
"""Fault -> its argument: name, default, least, most."""


class Epaper(Chip):
    """A controller and its glass.

    copy        what the chip does by itself with the old RAM after a partial update, which public sources do not
                settle: "" nothing, "copy" old := new, "swap" exchanges both
    keeps_ram   whether the RAM survives the reset pin; drivers that rely on it exist
    updates     [(start_ms, kind, end_ms)] of finished updates; kind "full", "fast" or "partial"
    listener    None, or called as listener(kind) when an update is finished
    overdriven  pixels driven by partial updates to the colour they already showed (the old RAM was wrong)
    rate        bits per second of the last transfer, set by the world

    A model says, as class attributes: NAME; WIDTH, HEIGHT of the picture as a person sees it; STRIDE bytes a line
    and LINES of the RAM; BUSY level while busy; RAM commands of new and old picture; COUNTS command -> numbers of data
    bytes that are right; NOT_MODELLED commands; RESET_US, LATE_US (BUSY may rise so late); FAULTS, ARGUMENTS;
    OTHER fault -> module and class of the panel that is there instead of this one.
    It does `_registers`, `_execute(code, data)`, `_write(plane, data)`, `_done(sequence, end)`.
    """

    MAX_HZ = 20_000_000
    RESET_US = 10_000
    RESET_LOW_US = 2_000
    LATE_US = 0
    NOT_MODELLED = ()
    ALWAYS = ()  # commands that may come during BUSY
    FAULTS = FAULTS
    ARGUMENTS = ARGUMENTS
    OTHER = {}

    def __init__(self, world, name="panel", copy=""):
        super().__init__(world, name)
        self.copy = copy
        self.keeps_ram = False
        self.updates = []
        self.listener = None
        self.overdriven = 0
        self.rate = 0
        self.size = self.STRIDE * self.LINES
        self.all = (1 << (self.size * 8)) - 1
        self.reset_us = self.RESET_US
        self._rng = Rng(world.seed)
        self._new = bytearray(self.size)
        self._old = bytearray(self.size)
        self._seen = self._checkers()
        self._ghosts = [0] * GHOST_PLANES
        self._faults = {}
        self._instead = None  # the panel that is there instead of this one
        self._dc = 0
        self._in_reset = -1  # when RST went low
        self._powered_longest = 0
        self._powered_since = -1
        self._update = None  # (start, kind or "", glass it ends in or -1, what _done is told)
        self._busy_from = NEVER
        self._busy_until = -1
        self._start()

    def _checkers(self):
        """What the factory left on the glass: squares, so that a missing first full update is seen."""
        light = (bytes([0xFF, 0xF0, 0x00]) * (self.STRIDE // 3 + 1))[: self.STRIDE]
        dark = (bytes([0x00, 0x0F, 0xFF]) * (self.STRIDE // 3 + 1))[: self.STRIDE]
        return number(((light * 12 + dark * 12) * (self.LINES // 24 + 1))[: self.size])

    # --- state ---------------------------------------------------------------------------------------------

    def _start(self, cold=True):
        """Power came (cold) or RST rose: registers as after reset, RAM unknown."""
        if cold or not self.keeps_ram or self.asleep:
            self._noise(self._new)
            self._noise(self._old)
        self.asleep = False
        self._abort()
        self._command = -1
        self._data = bytearray()
        self._registers()
        self._begin_busy(self.reset_us)
        if "panel_busy_late" not in self._faults:
            self._busy_from = self.world.now

    def _noise(self, plane):
        block = bytearray(250)
        for i in range(250):
            block[i] = self._rng.below(256)
        plane[:] = (bytes(block) * (self.size // 250 + 1))[: self.size]

    def _abort(self):
        """Whatever update was running ends here; the glass keeps half of it."""
        update = self._update
        self._update = None
        self._busy_from = NEVER
        self._busy_until = -1
        if update and update[2] >= 0:
            half = number(b"\xaa\xaa\x55\x55" * (self.size // 4))
            self._seen ^= (self._seen ^ update[2]) & half

    def _set_power(self, on, now):
        if self._powered_since >= 0:
            self._powered_longest = max(self._powered_longest, now - self._powered_since)
        self._powered_since = now if on else -1

    @property
    def powered(self):
        """Whether the high voltages are on."""
        return self._powered_since >= 0

    def _begin_busy(self, us):
        now = self.world.now
        late = self._faults.get("panel_busy_late")
        self._busy_from = now + (int(late[0] * 1000) if late else self.LATE_US)
        self._busy_until = now + us
        self.set_alarm(self._busy_until)

    def _begin_update(self, kind, seen, us, what):
        """BUSY for us; then, if `seen` is not -1, the glass shows it, and _done(what) is called in any case."""
        self._update = (self.world.now, kind, seen, what)
        self._begin_busy(us)

    def _slowed(self, us):
        """What an update takes that should take us."""
        slow = self._faults.get("panel_slow")
        return int(us * slow[0]) if slow else us

    def tick(self, now):
        """The time of the running sequence is over: the glass shows its result."""
        if not 0 <= self._busy_until <= now:
            return
        end = self._busy_until
        self._busy_until = -1
        update = self._update
        self._update = None
        if update is None:
            return
        start, kind, seen, what = update
        self._done(what, end)
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
        if "panel_busy_high" in faults:
            return 1
        if "panel_busy_low" in faults:
            return 0
        if self._instead:
            return self._instead.level(name)
        flicker = faults.get("panel_busy_flicker")
        if flicker is not None:
            flicker[1] += 1
            if flicker[1] % flicker[0] == 0:
                return 1 - self.BUSY
        busy = self.busy and (self.asleep or self.world.now >= self._busy_from)
        return self.BUSY if busy else 1 - self.BUSY

    def pin_out(self, name, level):
        if self._instead:
            self._instead.pin_out(name, level)
        if name == "dc":
            self._dc = level
        elif name == "rst" and level == 0:
            if self._in_reset < 0:
                self._in_reset = self.world.now
                self._abort()
                self._set_power(False, self.world.now)
        elif name == "rst" and self._in_reset >= 0:
            held = self.world.now - self._in_reset
            self._in_reset = -1
            if held < self.RESET_LOW_US:
                text = "%s: RST low for %d us, at least %d are needed"
                rule(self.strict, text % (self.NAME, held, self.RESET_LOW_US))
            self._start(False)

    def transfer(self, out, into):
        """Bytes on MOSI: commands while DC is low, else data of the last command. MISO is not wired."""
        if isinstance(out, int):
            out = bytes([out]) * len(into)
        if "panel_missing" in self._faults:
            return
        if self._instead:
            self._instead.rate = self.rate
            self._instead.transfer(out, into)
            return
        if self.rate > self.MAX_HZ:
            self._broken("SPI at %d Hz, at most %d" % (self.rate, self.MAX_HZ))
        if not self._dc and out[0] in self.ALWAYS and not self.asleep and self._in_reset < 0:
            return
        if self.busy:
            what = "deep sleep" if self.asleep else "reset" if self._in_reset >= 0 else "BUSY"
            kind = "data" if self._dc else "command %02Xh" % out[0]
            self._broken("%s during %s" % (kind, what))
            return
        if self._dc:
            self._take_data(bytes(out))
        else:
            for code in bytes(out):
                self._take_command(code)

    def _broken(self, text):
        rule(self.strict, self.NAME + ": " + text)

    # --- commands ------------------------------------------------------------------------------------------

    def _take_command(self, code):
        if self.busy:
            self._broken("command %02Xh during BUSY" % code)
            return
        self._check_count()
        self._command = code
        self._data = bytearray()
        if code in self.NOT_MODELLED:
            raise NotModelled("%s: command %02Xh" % (self.NAME, code))
        if code in self.RAM:
            self._open(code)
            return
        if code not in self.COUNTS:
            self._broken("unknown command %02Xh" % code)
            return
        if self.COUNTS[code] == (0,):
            self._execute(code, b"")

    def _open(self, code):
        """A plane is about to be written."""

    def _check_count(self):
        """The command before must have had all its data by now."""
        code = self._command
        self._command = -1
        wanted = self.COUNTS.get(code)
        if wanted and len(self._data) not in wanted:
            self._broken("command %02Xh got %d data bytes" % (code, len(self._data)))

    def _take_data(self, data):
        code = self._command
        if code in self.RAM:
            self._write(self._new if code == self.RAM[0] else self._old, data)
            return
        wanted = self.COUNTS.get(code)
        if wanted is None:
            self._broken("data without a command that takes any")
            return
        for byte in data:
            self._data.append(byte)
            if len(self._data) > wanted[-1]:
                self._broken("command %02Xh got more than %d data bytes" % (code, wanted[-1]))
            elif len(self._data) in wanted:
                self._execute(code, self._data)

    # --- the glass -----------------------------------------------------------------------------------------

    def _show(self, kind, seen):
        if kind == "partial":
            driven = self._driven()
            self._add_ghosts(driven & seen)
            self.overdriven += count_bits(driven & (seen ^ self._seen ^ self.all))
            if self.copy == "copy":
                self._old[:] = self._new
            elif self.copy == "swap":
                self._old, self._new = self._new, self._old
        else:
            self._ghosts = [0] * GHOST_PLANES
        self._seen = seen

    def _add_ghosts(self, white):
        """Add one to the counter of each pixel driven to white; counters are held bit by bit, saturating."""
        planes = self._ghosts
        full = white
        for plane in planes:
            full &= plane
        carry = white ^ full
        for i in range(GHOST_PLANES):
            carry, planes[i] = planes[i] & carry, planes[i] ^ carry

    def _upright(self, plane):
        """Bytes of a plane (an integer) as a person sees them: HEIGHT rows of WIDTH / 8 bytes."""
        return plane.to_bytes(self.size, "big")

    def picture(self):
        """What the glass shows, WIDTH * HEIGHT / 8 bytes, 1 = white; the old picture until an update has ended."""
        if self._instead and self._instead.size == self.size:
            return self._instead.picture()
        self._catch_up()
        return self._upright(self._seen)

    def ghost_max(self):
        """Most partial drives to white that any pixel had since the last full update (at most 63)."""
        value = 0
        left = self.all
        for i in range(GHOST_PLANES - 1, -1, -1):
            hit = left & self._ghosts[i]
            if hit:
                value |= 1 << i
                left = hit
        return value

    def shown(self):
        """The glass as it really looks: WIDTH * HEIGHT bytes of gray (255 white), ghosts included."""
        picture = self.picture()
        planes = [self._upright(plane) for plane in self._ghosts]
        plain = {}
        out = []
        for i in range(self.size):
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
        if name not in self.FAULTS:
            raise ValueError("no fault called %s" % name)
        if on:
            self._faults[name] = _checked(self.ARGUMENTS, name, args)
        else:
            self._faults.pop(name, None)
        if name in self.OTHER:
            self._exchange(name if on else "")

    def faults(self):
        """Names of the faults that are on."""
        return sorted(self._faults)

    def _exchange(self, name):
        """Connect another panel in this one's place, or this one again."""
        chips = getattr(self.world, "chips", [])
        if self._instead in chips:
            chips.remove(self._instead)
        self._instead = None
        if not name:
            return
        home = __name__.rpartition(".")[0]
        module, kind = self.OTHER[name]
        found = __import__(home + "." + module, None, None, (kind,))
        self._instead = getattr(found, kind)(self.world, self.name)
        self._instead.strict = False  # it does not understand what it is told, which breaks many rules
        self._instead.pin_out("dc", self._dc)
        if self._in_reset >= 0:
            self._instead.pin_out("rst", 0)
        chips.append(self._instead)


def _checked(arguments, name, args):
    """The argument of a fault as a list, [] where it takes none: [number, looks so far]."""
    wanted = arguments.get(name)
    for arg in args:
        if not wanted or arg != wanted[0]:
            raise ValueError("%s has no argument %s" % (name, arg))
    if not wanted:
        return []
    value = args.get(wanted[0], wanted[1])
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not wanted[2] <= value <= wanted[3]:
        raise ValueError("%s is a number from %s to %s" % (wanted[0], wanted[2], wanted[3]))
    return [value, 0]


def number(plane):
    """A plane as one integer."""
    return int.from_bytes(plane, "big")


def count_bits(bits):
    """How many bits of a glass-sized integer are set."""
    if not bits:
        return 0
    size = 1
    while bits >> (8 * size):
        size *= 2
    return sum(bin(byte).count("1") for byte in bits.to_bytes(size, "big") if byte)


def _grays(byte, ghosts):
    """Eight gray bytes of one picture byte and the bytes of the ghost planes at its place."""
    out = bytearray(8)
    for k in range(8):
        bit = 0x80 >> k
        count = 0
        for i in range(GHOST_PLANES):
            if ghosts[i] & bit:
                count |= 1 << i
        shade = min(count, 16) * _GHOST_GRAY
        out[k] = 255 - shade if byte & bit else shade // 4
    return bytes(out)
