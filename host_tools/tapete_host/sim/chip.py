"""What every chip model offers the world; changes when the world needs more of a chip."""

NEVER = 1 << 61


class Chip:
    """One chip on the board, wired by the world.

    All times are world microseconds (int).  A chip is passive: the world calls it at pin edges, transfers and
    alarms, always with `world.now` standing at the moment of the call.  A chip that changes by itself sets an
    alarm; `tick` is called when the clock reaches it, never later than the next access to the chip.
    """

    def __init__(self, world, name):
        self.world = world
        self.name = name
        self.alarm = NEVER
        self.frames = 0  # chip-select periods so far, for tests that count them
        self.strict = world.strict
        self.holds_miso = None  # level at which it holds MISO though it is not selected (fault), else None

    def select(self, active):
        """Chip-select edge: True when the line goes low."""

    def transfer(self, out, into):
        """Bytes clocked while selected.

        out is bytes-like (what MOSI carries), or an int: that byte repeated len(into) times.  into is None
        or a writable buffer of the same length to be filled with what MISO carries; it may be the same
        buffer as out, so read out before filling into.
        """
        if into is not None:
            for i in range(len(into)):
                into[i] = 0xFF

    def pin_out(self, name, level):
        """A pin the firmware drives has changed: "rst", "dc"."""

    def level(self, name):
        """0 or 1 on a pin the chip drives ("busy"), or None while the chip leaves it open."""
        return None

    def still(self, name):
        """True while a pin keeps its level whatever the firmware does."""
        return False

    def drives_miso(self):
        """True while the chip drives MISO (looked at during a transfer, to find two chips doing so)."""
        return False

    def due(self):
        """The next moment at which the chip changes by itself, or None."""
        return None if self.alarm >= NEVER else self.alarm

    def set_alarm(self, when):
        """Have `tick` called at `when` (us); NEVER cancels.  One alarm a chip, the last set counts."""
        self.alarm = when
        if when < self.world.next_event:
            self.world.next_event = when

    def tick(self, now):
        """The alarm time is reached (the world has already set alarm to NEVER)."""

    def power(self, on):
        """The supply comes or goes: everything volatile is lost when it goes."""
