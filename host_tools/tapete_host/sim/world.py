"""The virtual table's one clock, its inputs and its ends; changes when the board's outside world does."""

import sys

from . import faults, wiring
from .buttons import Buttons
from .buzzer import Buzzer
from .chip import NEVER
from .ring import BYTE_US, Ring
from .strict import DeviceEnd, StrictError
from .wires import _OUT, PIN_US, Wires

TICKS_US = 2

# Panels that can be connected; uc8176 is the 4.2" V1, for which there is no driver.
PANELS = ("ssd1683", "ssd1680", "uc8179", "uc8176")

# machine.*_RESET numbers; 0 is a power cut, BROWN_OUT a dip that resets the ESP32 alone
PWRON_RESET = 1
HARD_RESET = 2
WDT_RESET = 3
DEEPSLEEP_RESET = 4
SOFT_RESET = 5
BROWN_OUT = 8

# What the chip's own register holds after each (ESP32 TRM, "Reset Source"): MicroPython calls 15 a power-on too.
_SOURCES = {PWRON_RESET: 1, HARD_RESET: 12, WDT_RESET: 12, DEEPSLEEP_RESET: 5, SOFT_RESET: 12, BROWN_OUT: 15}

# machine.wake_reason()
PIN_WAKE = 2
TIMER_WAKE = 4
_RTC_BYTES = 2048


class World(Wires):
    """Everything round the firmware of one board.

    board     a name in tapete.boards
    panel     a name of `PANELS`, or None for the board's own
    seed      of all chance in the models
    flash     a sim.flash.Flash, or None for an erased one
    realtime  sleeps of the firmware really sleep (page and people); else they only move the clock
    strict    raise StrictError on what a data sheet or a wiring rule forbids
    uptime_ms the first value of ticks_ms, to start near the wrap at 2^30

    `now` is microseconds since the world began; the device's own ticks count from `boot_at`.  The last World
    made is `World.current`, and the one the machine shim uses if that is on the path.
    """

    current = None

    def __init__(
        self,
        board="wroom_pn5180",
        seed=1,
        flash=None,
        realtime=False,
        strict=True,
        uptime_ms=0,
        panel=None,
    ):
        self.now = 0
        self.next_event = NEVER
        self.seed = seed
        self.strict = strict
        self.boot_at = -uptime_ms * 1000
        self.cause = PWRON_RESET
        self.wake_pin = None
        self.wake_us = None  # deep sleep ends by itself at this moment
        self.wake = 0  # what ended the last deep sleep, if the device starts from one
        self.source = _SOURCES[PWRON_RESET]  # the chip's own number of the last reset
        self.slept_us = 0  # time in deep sleep so far
        self._asleep = False
        self._roused = 0  # what has ended the sleep under way
        self._rtc = b""  # machine.RTC().memory()
        self.ended = None  # DeviceEnd once the device has stopped
        self._held = None  # exception to hand to the firmware's next call
        self._inputs = []  # (us, number, fn) in order
        self._number = 0
        self._watchdog = NEVER
        self._watchdog_us = 0
        self._pace = Pace() if realtime else None
        self.active_faults = {}  # name -> arguments
        self.frames = None  # list of (us, chip name, MOSI bytes, MISO bytes) while log_frames(True)
        self.battery_mv = 3900
        self.record = wiring.load(board)
        self.panel_name = panel or self.record.PANEL
        self.soc = wiring.CHIPS[self.record.CHIP]
        self._fit(flash)
        World.current = self
        _attach(self)

    # -- what is on the board

    def _fit(self, flash):
        """Place the chips and draw the wires.

        readers  the reader chips that are used: one PN5180, or four MFRC522 in the order of the seats
        fields   the Field over each of them
        parked   a PN5180 that is wired beside four MFRC522, else None
        """
        from .flash import Flash

        seats = self.record.READER == "mfrc522"
        self.fields, self.readers = _seat_readers(self) if seats else _central_reader(self)
        self.parked = None
        if seats and "rd_nss" in [row[0] for row in self.record.SIGNALS]:
            self.parked = _central_reader(self)[1][0]
        self.field = self.fields[0]
        self.reader = self.readers[0]
        self.deck = self.field.deck
        self.buttons = Buttons(self)
        self.buzzer = Buzzer(self)
        self.ring = Ring(self)
        self.flash = flash if flash is not None else Flash()
        self.flash.attach(self)
        self.panel = _panel(self)
        self.chips = self.readers + [self.panel, self.buttons]
        if self.parked is not None:
            self.chips.append(self.parked)
        self._wire()

    # -- the clock

    def spend(self, us):
        """Move the clock as the device does: what falls due on the way happens, in order.

        Raises DeviceEnd when the device has stopped meanwhile (or before).
        """
        t = self.now + us
        if t < self.next_event:
            self.now = t
        else:
            self._run_to(t)
            self._hand_over()

    def advance(self, us):
        """Move the clock from outside the device: nothing is raised for a device that has stopped. Ends where a device
        in deep sleep wakes."""
        self._run_to(self.now + us)

    def spend_in_flash(self, us):
        """As `spend`, but what happens is raised at the device's next call: littlefs must not be unwound."""
        try:
            self._run_to(self.now + us)
        except BaseException as trouble:
            self._held = trouble
            self.next_event = -1

    def break_later(self, text):
        """Raise StrictError(text) at the device's next call, if strict: for rules broken inside littlefs."""
        if self.strict and self._held is None:
            self._held = StrictError(text)
            self.next_event = -1

    def _hand_over(self):
        held = self._held
        if held is not None:
            self._held = None
            raise held
        if self.ended is not None:
            self.next_event = -1
            raise self.ended

    def _run_to(self, t):
        while True:
            if self._asleep:
                self._roused = self.woken()
                if self._roused:
                    t = self.now
            when = self._earliest()
            if when > t:
                break
            if when > self.now:
                self.now = when
            self._happen()
        self.next_event = when if self.ended is None and self._held is None else -1
        if t > self.now:
            self.now = t

    def _earliest(self):
        when = self._watchdog
        if self._asleep and self.wake_us is not None and self.now < self.wake_us:
            when = self.wake_us
        if self._inputs and self._inputs[0][0] < when:
            when = self._inputs[0][0]
        for chip in self.chips:
            if chip.alarm < when:
                when = chip.alarm
        return when

    def _happen(self):
        """Let everything due at `now` happen: inputs first, then chips, then the watchdog."""
        now = self.now
        while self._inputs and self._inputs[0][0] <= now:
            self._inputs.pop(0)[2]()
        for chip in self.chips:
            if chip.alarm <= now:
                chip.alarm = NEVER
                chip.tick(now)
        if self._watchdog <= now:
            self.end("the watchdog was not fed for %d ms" % (self._watchdog_us // 1000), WDT_RESET)

    def at(self, ms_from_now, fn):
        """Call fn() when the clock passes that moment."""
        self.at_us(self.now + int(ms_from_now * 1000), fn)

    def at_us(self, when, fn):
        """Call fn() when the clock passes `when` (us); inputs of one moment happen in the order given."""
        self._number += 1
        inputs = self._inputs
        i = len(inputs)
        while i and inputs[i - 1][0] > when:
            i -= 1
        inputs.insert(i, (when, self._number, fn))
        if when < self.next_event:
            self.next_event = when

    def pending(self):
        """How many timed inputs have not yet happened."""
        return len(self._inputs)

    # -- inputs and what can be seen from outside

    def seats(self):
        """True when each seat has its own antenna."""
        return self.fields[0].seat is not None

    def field_of(self, card_or_uid):
        """The Field over which the card lies, or None.  Raises ValueError for no card."""
        for field in self.fields:
            if field.find(card_or_uid) is not None:
                return field
        return None

    def lay(self, card_or_uid, seat=None, x=None, y=None, coupling=1.0):
        """Lay a card, or move it; returns its Placed.

        seat   1..4: over that seat's antenna; without one, where it lies already, else over the first
        x, y   millimetres from the middle of that antenna
        Raises ValueError for a seat on a board whose seats have no antennas, and for no card.
        """
        if seat is not None and (not self.seats() or not 1 <= seat <= len(self.fields)):
            raise ValueError("there is no antenna of seat %s" % seat)
        there = self.field_of(card_or_uid)
        field = there or self.field
        if seat is not None:
            field = self.fields[seat - 1]
        if there is not None and there is not field:
            there.lift(card_or_uid)
        return field.lay(card_or_uid, x, y, coupling)

    def lift(self, card_or_uid):
        """Take a card off the mat, wherever it lies.  Returns False if it did not."""
        field = self.field_of(card_or_uid)
        return field is not None and field.lift(card_or_uid)

    def on_mat(self):
        """List of (name, uid, x, y, coupling, seat or None), by antenna; x and y from its middle."""
        rows = []
        for field in self.fields:
            for name, uid, x, y, coupling in field.on_mat():
                rows.append((name, uid, x, y, coupling, field.seat))
        return rows

    def press(self, name, ms=60, seen=False):
        """Push a button now for that long; `seen`: for so long in the firmware's eyes, however late it looks.
        Raises ValueError for a button the board lacks."""
        if name not in [b[0] for b in self.record.BUTTONS]:
            raise ValueError("no button called %s" % name)
        (self.buttons.push if seen else self.buttons.press)(name, int(ms * 1000))

    @property
    def light_log(self):
        """List of (number, ms, ["rrggbb"...]): what the ring of lights showed, from when on."""
        return self.ring.lights()

    @property
    def sounds(self):
        """List of (ms, hz, duration_ms)."""
        return self.buzzer.sounds()

    def fault(self, name, on=True, **args):
        """Switch a fault on or off; `faults()` names them.  Raises ValueError with a sentence."""
        faults.apply(self, name, on, args)

    def faults(self):
        """name -> what it does, for every fault there is."""
        return faults.names(self)

    def log_frames(self, on):
        """Start (emptying `frames`) or stop recording every SPI transfer."""
        self.frames = [] if on else None

    # -- ends and starts of the device

    def end(self, text, cause):
        """Stop the device now: its next call raises DeviceEnd(cause).  Flash and mat stay as they are."""
        if self.ended is not None and not (self._asleep and cause in (0, BROWN_OUT)):
            return
        self._asleep = False
        self.ended = DeviceEnd(text, cause)
        self._watchdog = NEVER
        self.next_event = -1
        self.buzzer.drive(0, 0)
        if cause == DEEPSLEEP_RESET:
            self._asleep = True
            self._slept_at = self.now
            self._release_pins()  # no pad is held: resistors on the board put readers into reset
        if cause == 0:
            self._rtc = b""
            self.ring.dark()
            for chip in self.chips:
                chip.power(False)

    def power_cut(self):
        """The supply goes away now.  A flash operation under way is torn."""
        self.end("power cut", 0)

    def brown_out(self):
        """The supply dips so far that the ESP32's detector resets it; the other chips bear it."""
        self._rtc = b""
        self.end("brown-out", BROWN_OUT)

    def reset(self, cause=HARD_RESET):
        """Pull the reset pin: the firmware stops; chips keep their supply."""
        self.end("reset", cause)

    def restart(self):
        """Start the device again after an end: pins released, ticks from zero.  Returns the reset cause."""
        cause = self.ended.cause if self.ended is not None else HARD_RESET
        self.wake = 0
        if cause == DEEPSLEEP_RESET:
            self.slept_us += self.now - self._slept_at
            self.wake = self.woken()
        self._asleep = False
        self._roused = 0
        if cause == 0:
            cause = PWRON_RESET
            for chip in self.chips:
                chip.power(True)
        self.source = _SOURCES[cause]
        if cause == BROWN_OUT:
            cause = PWRON_RESET
        self.cause = cause
        self.wake_pin = self.wake_us = None
        self.ended = None
        self._held = None
        self._watchdog = NEVER
        self.boot_at = self.now
        self._release_pins()
        self.next_event = self._earliest()
        World.current = self
        _attach(self)
        return cause

    # -- the rest of the ESP32, as the shim uses it

    def ticks(self):
        """Microseconds since the start of the device, for one ticks_* call."""
        t = self.now + TICKS_US
        if t < self.next_event:
            self.now = t
        else:
            self.spend(TICKS_US)
        return self.now - self.boot_at

    def uptime(self):
        """As ticks(), free of charge (time.time())."""
        return self.now - self.boot_at

    def sleep(self, us):
        """The device does nothing for that long."""
        self.spend(us if us > 0 else 0)
        if self._pace is not None:
            self._pace.wait(self.now)

    def pwm(self, g, hz, duty):
        """A PWM output: hz, duty 0..65535; hz 0 = output given back."""
        self.spend(PIN_US)
        self._check_gpio(g)
        if g in self.soc["input_only"]:
            self._broken("%s can only be input" % self._signal[g])
        self._pwm[g] = (hz, duty)
        if g == self.pins.get("buzzer"):
            self.buzzer.drive(hz, duty)

    def lights(self, g, data):
        """WS2812 data on an output pin."""
        self.spend(BYTE_US * len(data))
        self._check_gpio(g)
        if g != self.pins.get("led"):
            self._broken("%s: no ring of lights is wired there" % self._signal[g])
        elif self._mode[g] != _OUT:
            self._broken("%s sends light but is no output" % self._signal[g])
        else:
            self.ring.take(data)

    def adc(self, g):
        """Microvolts at an ADC1 pin.  ADC2 pins are refused in strict mode: they fail while Wi-Fi is on."""
        self.spend(PIN_US)
        self._check_gpio(g)
        if g not in self.soc["adc1"]:
            self._broken("%s is not an ADC1 pin" % self._signal[g])
        return self.battery_mv * 500 if g == self.pins.get("vbat") else 0

    def wdt(self, timeout_ms):
        """Start the watchdog or change its time; it cannot be stopped."""
        self._watchdog_us = timeout_ms * 1000
        self.wdt_feed()

    def wdt_feed(self):
        """Feed the watchdog."""
        self._watchdog = self.now + self._watchdog_us
        if self._watchdog < self.next_event:
            self.next_event = self._watchdog

    def stop(self, cause, us=None):
        """machine.reset, soft_reset, deepsleep: never returns.  us: deep sleep ends by itself after that."""
        self.wake_us = None if us is None else self.now + us
        self.end("the firmware stopped itself", cause)
        raise self.ended

    def wake_on(self, g, level):
        """The pin and level that end deep sleep (None: no pin).  Only RTC pins can."""
        if g is not None and g not in self.soc["rtc"]:
            raise ValueError("invalid pin")
        self.wake_pin = None if g is None else (g, level)

    def memory(self, data=None):
        """Bytes that outlive deep sleep and resets, not the loss of power; `data` replaces them."""
        if data is not None:
            if len(data) > _RTC_BYTES:
                raise ValueError("buffer too long")
            self._rtc = bytes(data)
        return self._rtc

    def woken(self):
        """What ends deep sleep and is there, as machine.wake_reason() tells it: its time, or the level of its pin;
        else 0."""
        if self._roused or not self._asleep:
            return self._roused
        if self.wake_us is not None and self.now >= self.wake_us:
            self._roused = TIMER_WAKE
            return TIMER_WAKE
        if self.wake_pin is None:
            return 0
        g, wanted = self.wake_pin
        source = self._source[g]
        level = source[0].level(source[1]) if source is not None else None
        if level is None:
            level = self._ext[g] if self._ext[g] is not None else 1
        if level == wanted:
            self._roused = PIN_WAKE  # for good: a contact that bounces may look open at the next look
        return self._roused

    def serial(self):
        """Six bytes for machine.unique_id()."""
        return bytes((0x24, 0x0A, 0xC4, 0, self.seed >> 8 & 255, self.seed & 255))


class Pace:
    """Keeps the world's clock from running ahead of the real one."""

    def __init__(self):
        try:
            import utime

            self.ms = utime.ticks_ms
            self.sleep = utime.sleep_ms
        except ImportError:
            import time

            self.ms = lambda: time.monotonic_ns() // 1_000_000
            self.sleep = lambda ms: time.sleep(ms / 1000)
        self.start = None

    def wait(self, now):
        """Sleep until real time has come to `now` (us); time lost in a stall of over 0.2 s is let go."""
        real = self.ms()
        if self.start is None or real - self.start - now // 1000 > 200:
            self.start = real - now // 1000
        ahead = self.start + now // 1000 - real
        if ahead > 0:
            self.sleep(ahead)


def _central_reader(world):
    from .field import Field
    from .pn5180 import PN5180

    field = Field(world)
    return [field], [PN5180(world, "reader", field)]


def _seat_readers(world):
    from .field import SEAT_COIL_MM, Field
    from .mfrc522 import MFRC522

    fields = []
    readers = []
    for seat in (1, 2, 3, 4):
        field = Field(world, SEAT_COIL_MM, seat, fields[0] if fields else None)
        fields.append(field)
        readers.append(MFRC522(world, "reader%d" % seat, field))
    return fields, readers


def _panel(world):
    """The model of the world's panel: module sim.NAME, class NAME in capitals."""
    name = world.panel_name
    if name not in PANELS:
        raise ValueError("no panel called %s; there are %s" % (name, ", ".join(PANELS)))
    home = "tapete_host.sim." + name
    __import__(home)
    return getattr(sys.modules[home], name.upper())(world, "panel")


def _attach(world):
    """Make the world the one behind the machine shim, if that is on the path."""
    try:
        import tapete_seam
    except ImportError:
        return
    tapete_seam.back = world
