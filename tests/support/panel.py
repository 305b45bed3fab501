"""The panel driver on the virtual table's panel, stepped alone: for tests of the driver."""

from time import sleep_ms, ticks_ms

from tapete import board
from tapete.panels.canvas import INK
from tapete.panels.drawing import picture
from tapete.panels.start import open_panel
from tapete_host.sim.flash import Flash
from tapete_host.sim.world import World


class Rig:
    """One world with the driver on its pins; `longest` is the longest step in us, model time."""

    def __init__(
        self,
        name="wroom_pn5180",
        panel="ssd1683",
        copy=None,
        uptime_ms=0,
        world=None,
        fitted=None,
        strict=True,
    ):
        """In a fresh world with that panel (or the one `fitted`), or in one whose device starts again."""
        if world is None:
            # A small flash, which nobody uses: many rigs must find room in one heap.
            flash = Flash(blocks=8)
            world = World(name, panel=fitted or panel, flash=flash, uptime_ms=uptime_ms, strict=strict)
        self.world = world
        self.model = self.world.panel
        if copy is not None:
            self.model.copy = copy
        self.longest = 0
        self.panel = open_panel(board.load(name), panel)

    @property
    def ms(self):
        """The world's clock in ms."""
        return self.world.now // 1000

    def step(self):
        """One step, then the time it asked for; us that the step took."""
        start = self.world.now
        left = self.panel.step(ticks_ms())
        took = self.world.now - start
        self.longest = max(self.longest, took)
        assert isinstance(left, int) and left >= 0, left
        sleep_ms(left)
        return took

    def run(self, ms):
        """Step for so long."""
        end = self.world.now + ms * 1000
        while self.world.now < end:
            self.step()

    def until(self, test, ms=60_000):
        """Step until test() holds; the ms it took. AssertionError when it does not within `ms`."""
        start = self.world.now
        while not test():
            assert self.world.now - start < ms * 1000, "not within %d ms" % ms
            self.step()
        return (self.world.now - start) // 1000

    def until_idle(self, ms=60_000):
        """Step until the driver has nothing to do; the ms it took."""
        return self.until(lambda: self.panel.idle, ms)

    def show(self, paint, full=False, calm=False):
        """Show a picture to the end; ms from the call to the end of its update on the glass."""
        start = self.ms
        done = len(self.model.updates)
        self.panel.show(paint, full, calm)
        self.until_idle()
        assert len(self.model.updates) == done + 1, self.model.updates[done:]
        assert self.seen() == self.picture(paint)
        return self.model.updates[-1][2] - start

    def seen(self):
        """What a person sees."""
        return self.model.picture()

    def picture(self, paint):
        """What `paint` draws on a canvas of the panel's size."""
        return picture(paint, self.model.WIDTH, self.model.HEIGHT)

    def kinds(self):
        """Kinds of the updates so far."""
        return [kind for _, kind, _ in self.model.updates]


def blocks(rng, n=12):
    """A painter of some filled and empty rectangles, different for each call, on a panel of any size."""
    shapes = []
    for _ in range(n):
        x, y = rng.below(400) - 20, rng.below(300) - 20
        shapes.append((x, y, rng.below(180) + 1, rng.below(120) + 1, rng.below(3) > 0))

    def paint(canvas):
        wide, high = canvas.width, canvas.height
        for x, y, w, h, filled in shapes:
            x, w = x * wide // 400, max(1, w * wide // 400)
            y, h = y * high // 300, max(1, h * high // 300)
            canvas.rect(x, y, w, h, INK, filled)

    return paint


def bar(n):
    """A painter of one bar whose place and height tell n, on a panel of any size."""

    def paint(canvas):
        canvas.rect(10 * n % (canvas.width - 16) // 10 * 10, 20, 15, canvas.height - 40 - n // 28, INK, True)

    return paint
