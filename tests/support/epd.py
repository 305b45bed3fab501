"""A panel's model alone on a desk: a clock, its pins and its bus, for tests of the model itself."""

from tapete_host.sim.ssd1683 import SIZE, SSD1683
from tapete_host.sim.strict import StrictError


class Desk:
    """The chip after power-on, with commands by number; what is named is said in an SSD1683's language."""

    def __init__(self, strict=True, copy="", seed=1, model=SSD1683):
        self.now = 0
        self.next_event = 0
        self.strict = strict
        self.seed = seed
        self.chip = model(self, "panel", copy)
        self.wait(1000_000)

    def wait(self, us):
        """Let time pass."""
        self.now += us
        if self.chip.alarm <= self.now:
            self.chip.alarm = 1 << 61
            self.chip.tick(self.now)

    def reset(self, low_us=2000):
        """RST low for so long, then until BUSY falls."""
        self.chip.pin_out("rst", 0)
        self.wait(low_us)
        self.chip.pin_out("rst", 1)
        return self.ready()

    def ready(self):
        """Wait until BUSY falls; the us it took."""
        start = self.now
        while self.chip.level("busy") == self.chip.BUSY:
            assert self.now - start < 60_000_000, "busy for ever"
            self.wait(1000)
        return self.now - start

    def command(self, code, *data):
        """One command with its data bytes."""
        self.chip.pin_out("dc", 0)
        self.chip.transfer(bytes([code]), None)
        if data:
            self.data(bytes(data))

    def data(self, block):
        """Data bytes, here of the last command."""
        self.chip.pin_out("dc", 1)
        self.chip.transfer(block, None)

    def init(self):
        """What every driver sends first."""
        self.command(0x12)
        self.ready()
        self.command(0x01, 0x2B, 0x01, 0x00)
        self.command(0x18, 0x80)
        self.window(0, 49, 0, 299)

    def window(self, x0, x1, y0, y1):
        """Window and cursor, X in bytes."""
        self.command(0x11, 3)
        self.command(0x44, x0, x1)
        self.command(0x45, y0 & 255, y0 >> 8, y1 & 255, y1 >> 8)
        self.command(0x4E, x0)
        self.command(0x4F, y0 & 255, y0 >> 8)

    def ram(self, code, picture):
        """Write a plane from the cursor on."""
        self.command(code)
        self.data(picture)

    def update(self, sequence):
        """Run a sequence to its end; the us it took."""
        self.command(0x22, sequence)
        self.command(0x20)
        return self.ready()

    def full(self, picture):
        """Show a picture by a full update, old RAM bypassed and then set to the same."""
        self.command(0x21, 0x40, 0)
        self.ram(0x24, picture)
        us = self.update(0xF7)
        self.ram(0x26, picture)
        return us

    def partial(self, picture, old=True):
        """Show a picture by a partial update; `old`: set the old RAM to it afterwards."""
        self.command(0x21, 0, 0)
        self.ram(0x24, picture)
        us = self.update(0xFC)
        if old:
            self.ram(0x26, picture)
        return us


def pictures(rng, n, size=SIZE):
    """n pictures of random bytes in random blocks of rows."""
    out = []
    for _ in range(n):
        block = bytes([rng.below(256) for _ in range(rng.below(60) + 20)])
        whole = bytearray((block * (size // len(block) + 1))[:size])
        start = rng.below(size)
        end = min(size, start + rng.below(6000))
        whole[start:end] = b"\xff" * (end - start)
        out.append(bytes(whole))
    return out


def broken(fn, *args):
    """The text of the StrictError that fn(*args) raises. AssertionError if it raises none."""
    try:
        fn(*args)
    except StrictError as error:
        return str(error)
    raise AssertionError("no rule was broken")
