"""What all panels have in common: the newest picture wins, kinds of update, rest, errors; changes when that does.

`show` only keeps the painter, `step` does the rest a little at a time. A picture is painted twice: into the plane of
new pictures before its update and, once it is on the glass, into that of old ones, so that the next partial update
knows the difference. Nothing here waits: BUSY is looked at once a step. What a start and an error need is in `start`,
which is lent.
"""

from time import ticks_diff, ticks_ms

from micropython import const

from tapete import lend
from tapete.panels.canvas import Canvas

PARTIAL = 0
FAST = 1
FULL = 2
"""Kinds of update: the difference in half a second; all of it in one or two; all of it as the maker does, in four."""

_LIMITS = (2000, 3000, 10000)  # ms by kind: more than the slowest controller takes
_POWER_LIMIT = const(1000)
_UPDATE = const(150)  # ms: less than the quickest update takes
_SWITCH = const(15)  # ms: less than switching the supply takes

# Refresh policy.
_PARTIALS = const(25)  # partial updates before a full one is due
_APART = const(30000)  # ms between full updates
_WASH = const(200)  # updates before the maker's full update is due (run before the panel sleeps)
_OFF = const(10000)  # ms without a change before the panel's supply goes
_SLEEP = const(300000)  # ms without a change before deep sleep
_RESTARTS = const(3)  # how often a picture being written gives way to a newer one

# Phases, in the order of Panel._STEPS.
_ASLEEP = const(0)
_RESET = const(1)
_SETUP = const(3)
_READY = const(4)
_NEW = const(5)
_START = const(6)
_WAIT = const(7)
_OLD = const(8)
_POWER = const(9)

_ONES = b"\0\1\1\2\1\2\2\3\1\2\2\3\2\3\3\4"


class Panel:
    """A panel, its RAM and its supply.

    chip       the module of its controller, see below
    spi        machine.SPI, mode 0, 10 MHz (at most 20), used by nobody else
    cs, dc, rst  output pins, called with the level
    busy       called for the level of BUSY, 1 = busy (turned round where the controller does it the other way)

    state      "starting" before the first picture, "working", "no_answer" (BUSY never rose), "busy_stuck" (it never
               fell), "wrong_panel" (it speaks the language of another controller). After an error the panel is reset
               and the newest picture shown by a full update; at once, then after 1, 5 and every 30 s.

    What a controller's module says, a script being for each command the number of bytes, the command, its parameters:

    WIDTH, HEIGHT   pixels of a picture
    LINES, FORM     lines a band, HEIGHT is a multiple; framebuf format of a band
    BUSY            level of the pin while it is busy
    RESET           command of a soft reset, 0 for none
    SETUP           script after a reset
    POWER           script that begins to switch the supply on, b"" where an update does that by itself
    GO              script by kind that begins an update; where it also switches the supply, all but the first take it
    OFF, DOZE       scripts that begin to switch the supply off, and deep sleep
    PLANES          two bytes: the commands that write new and old pictures
    write(panel, command)   sends the band to a plane
    """

    def __init__(self, chip, spi, cs, dc, rst, busy):
        self._chip = chip
        self._spi = spi
        self._cs = cs
        self._dc = dc
        self._rst = rst
        self._busy = busy
        self._buf = bytearray(chip.WIDTH * chip.LINES // 8)
        self._canvas = Canvas(self._buf, chip.WIDTH, chip.HEIGHT, chip.FORM)
        # A byte for two lines of what is shown, to count cleared pixels.
        self._samples = bytearray(chip.HEIGHT // chip.LINES * (chip.LINES // 2))
        self._byte = bytearray(1)
        self._starting = None  # panels.start, while it is at work
        self.state = "starting"
        self._wanted = None  # the newest painter not begun
        self._asked = PARTIAL  # kind asked for with it
        self._calm = False
        self._paint = None  # the painter being written, updated to or shown
        self._kind = PARTIAL
        self._phase = _ASLEEP
        self._since = ticks_ms()  # start of the phase
        self._changed = self._since  # end of the last update
        self._pause = 0
        self._line = 0
        self._restarts = 0
        self._rose = False  # BUSY was seen high
        self._looked = False  # BUSY was seen low when it should be high
        self._fell = False  # BUSY was seen low once after that
        self._unknown = True  # what the panel holds is not known: only a full update will do
        self._powered = False
        self._partials = 0
        self._cleared = 0
        self._full_at = self._since  # end of the last full update
        self._wash = _WASH
        self._errors = 0
        self._patience = 1
        self._sleep = False
        cs(1)

    # --- what others call ----------------------------------------------------------------------------------

    def show(self, paint, full=False, calm=False):
        """Have `paint(canvas)` shown as soon as the panel is free; it replaces one not yet begun.

        full   True: clean the glass with it (start of a hand), unless that was done less than 30 s ago.
               FULL: the same by the maker's slow update.
        calm   nobody lays a card in the next second: a full update that is due may come now.
        `paint` must draw the same until a newer picture is on the glass. Call `step` soon after.
        """
        self._wanted = paint
        self._asked = max(self._asked, int(full))
        self._calm = calm
        self._sleep = False

    def sleep(self):
        """Go to deep sleep once the newest picture is shown (`asleep` tells); `show` wakes it again."""
        self._sleep = True

    @property
    def idle(self):
        """Whether nothing is to be done now: the newest picture is shown, or the next try is far off."""
        if self._phase == _ASLEEP:
            return self._wanted is None or self._pause > 0
        return self._phase == _READY and self._wanted is None and not self._sleep

    @property
    def stained(self):
        """Whether a full update is due, which waits for a picture that is shown `calm`."""
        return self._due() and ticks_diff(ticks_ms(), self._full_at) >= _APART

    @property
    def updating(self):
        """Whether a picture is on its way to the glass: the chip needs nobody until it is there."""
        return self._phase == _WAIT

    @property
    def asleep(self):
        """Whether the panel is in deep sleep (or was never started)."""
        return self._phase == _ASLEEP

    @property
    def message(self):
        """What is wrong with the panel, as a sentence; "" when nothing is."""
        return lend("panels.start").message(self)

    def step(self, now):
        """Do the next little thing, at most one band (3.5 ms); ms until the next is wanted."""
        # The loop's `now` may be older than a long step of another; pulses and timeouts need the real one.
        return self._STEPS[self._phase](self, ticks_ms())

    # --- start ---------------------------------------------------------------------------------------------

    def _enter(self, phase, now):
        self._phase = phase
        self._since = now
        return 0

    def _lasted(self, ms, now):
        """ms that the phase must still last to have lasted `ms`; <= 0 when it has."""
        return ms - ticks_diff(now, self._since)

    def _step_asleep(self, now):
        if self._wanted is None:
            return 1000
        left = self._lasted(self._pause, now)
        if left > 0:
            return min(left, 1000)
        self._pause = 0
        self._starting = lend("panels.start")
        return self._starting.begin(self, now)

    def _step_starting(self, now):
        wait = self._starting.step(self, now)  # type: ignore[union-attr]
        if self._phase < _RESET or self._phase > _SETUP:
            self._starting = None
        return wait

    def _fail(self, state, now):
        """Name the trouble; reset and show the newest picture by a full update, later if it failed before."""
        return lend("panels.start").fail(self, state, now)

    # --- a picture -----------------------------------------------------------------------------------------

    def _step_ready(self, now):
        if self._wanted is not None:
            self._restarts = _RESTARTS
            return self._begin(self._choose(now), now)
        return self._rest(now)

    def _due(self):
        """Whether the glass should be cleaned: after many partial updates, or a frame's worth of cleared pixels."""
        return self._partials >= _PARTIALS or self._cleared >= 8 * len(self._samples)

    def _choose(self, now):
        """The kind of update for the wanted picture."""
        if self._unknown:
            return max(self._asked, FAST)
        if not self._asked and not (self._calm and self._due()):
            return PARTIAL
        if ticks_diff(now, self._full_at) < _APART:
            self._partials = _PARTIALS
            return PARTIAL
        return max(self._asked, FAST)

    def _begin(self, kind, now):
        if self._wanted is not None:
            self._paint = self._wanted
            self._wanted = None
        self._asked = PARTIAL
        self._kind = kind
        self._line = 0
        return self._enter(_NEW, now)

    def _step_new(self, now):
        if self._wanted is not None and self._restarts:
            self._restarts -= 1
            return self._begin(max(self._kind, self._choose(now)), now)
        self._band(0)
        if self._line == self._chip.HEIGHT:
            self._enter(_START, now)
        return 0

    def _step_start(self, now):
        chip = self._chip
        if chip.POWER and not self._powered:
            return self._run(chip.POWER, _POWER, now)
        self._powered = not self._kind or chip.POWER != b""
        return self._run(chip.GO[self._kind], _WAIT, now)

    def _run(self, script, phase, now):
        """Begin a sequence of the chip, in which BUSY is to rise and to fall again."""
        self._tell(script)
        self._enter(phase, now)
        self._rose = bool(self._busy())
        self._looked = False
        self._fell = False
        return 1

    def _finished(self, limit, early, now):
        """Whether the running sequence has ended; None when it failed (and that was dealt with).

        limit, early   ms that it takes at most (longer on a cold panel), and that it takes in any case
        """
        limit *= self._patience
        if self._busy():
            self._rose = True
            self._fell = False
            if self._lasted(limit, now) > 0:
                return False
            # A cold panel may be slow: give it longer from now on.
            self._patience = min(2 * self._patience, 4)
            self._fail("busy_stuck", now)
            return None
        soon = self._lasted(early, now) > 0
        if self._rose:
            # Twice, so that one disturbed look does not send commands into a running update.
            fell = self._fell and not soon
            self._fell = True
            return fell
        if soon:
            self._looked = True
            return False
        if self._looked:
            self._fail("no_answer", now)
            return None
        # Nobody looked for so long that BUSY may have come and gone. Nothing is sent before it must be over.
        return self._lasted(limit, now) <= 0

    def _step_wait(self, now):
        done = self._finished(_LIMITS[self._kind], _UPDATE, now)
        if done is None:
            return 0
        if not done:
            return 5 if self._rose and not self._fell else 1
        self._shown(now)
        self._line = 0
        return self._enter(_OLD, now)

    def _shown(self, now):
        """Keep the books after an update."""
        self.state = "working"
        self._errors = 0
        self._unknown = False
        self._changed = now
        self._wash += 1
        if self._kind == PARTIAL:
            self._partials += 1
            return
        self._partials = 0
        self._full_at = now
        if self._kind == FULL:
            self._wash = 0

    def _step_old(self, now):
        self._band(1)
        self._sample()
        if self._line == self._chip.HEIGHT:
            if self._kind != PARTIAL:
                self._cleared = 0
            self._enter(_READY, now)
        return 0

    def _band(self, plane):
        """Paint the next band and write it into a plane: 0 new, 1 old."""
        try:
            self._canvas.begin(self._line)
            self._paint(self._canvas)  # type: ignore[misc]
        except Exception:
            # Half of that plane is old now; the next picture makes it good.
            self._unknown = True
            self._phase = _READY
            raise
        chip = self._chip
        chip.write(self, chip.PLANES[plane])
        self._line += chip.LINES

    def _sample(self):
        """Count pixels that went from black to white, in some bytes of the band just painted."""
        buf = self._buf
        samples = self._samples
        many = self._canvas.lines // 2
        apart = len(buf) // many
        cleared = 0
        at = self._line // self._canvas.lines * many - many
        for i in range(many):
            byte = buf[i * apart + i * 7 % apart]
            gone = byte & ~samples[at]
            if gone:
                cleared += _ONES[gone & 15] + _ONES[gone >> 4]
            samples[at] = byte
            at += 1
        self._cleared += cleared

    # --- rest ----------------------------------------------------------------------------------------------

    def _rest(self, now):
        """Nothing to show: supply off after 10 s, deep sleep after 5 min."""
        idle = ticks_diff(now, self._changed)
        if idle >= _SLEEP:
            self._sleep = True
        if self._powered and (self._sleep or idle >= _OFF):
            return self._run(self._chip.OFF, _POWER, now)
        if not self._sleep:
            return min((_OFF if self._powered else _SLEEP) - idle, 1000)
        if self._wash >= _WASH:
            return self._begin(FULL, now)
        self._tell(self._chip.DOZE)
        self._sleep = False
        return self._enter(_ASLEEP, now)

    def _step_power(self, now):
        done = self._finished(_POWER_LIMIT, _SWITCH, now)
        if done is None:
            return 0
        if not done:
            return 5
        self._powered = not self._powered
        return self._enter(_START if self._powered else _READY, now)

    # --- bus -----------------------------------------------------------------------------------------------

    def _tell(self, script):
        """Send the commands of a script, see the class."""
        left = level = 0
        for value in script:
            if left:
                self._send(value, level)
                left -= 1
                level = 1
            else:
                left = value
                level = 0

    def _send(self, what, level):
        """A byte, or bytes: a command at level 0, data at level 1."""
        if isinstance(what, int):
            self._byte[0] = what
            what = self._byte
        self._dc(level)
        self._cs(0)
        self._spi.write(what)
        self._cs(1)

    _STEPS = (
        _step_asleep,
        _step_starting,
        _step_starting,
        _step_starting,
        _step_ready,
        _step_new,
        _step_start,
        _step_wait,
        _step_old,
        _step_power,
    )
