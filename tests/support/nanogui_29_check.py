"""micropython-nano-gui's 2.9" SSD1680 driver, unchanged, against our SSD1680 model.

Run by tests/host/test_nanogui.py: MicroPython, with the machine shim and the root of that repository on the path.
Prints a line per finding and "done" at the end; any wrong picture or broken rule that is not announced is an exception.
"""

import sys

import drivers.boolpalette

# Where these are when nano-gui is installed.
sys.modules["gui"] = sys.modules["gui.drivers"] = drivers
sys.modules["gui.drivers.boolpalette"] = drivers.boolpalette

from drivers.epaper.epd29_ssd1680 import EPD  # noqa: E402

from tapete import board  # noqa: E402
from tapete_host.sim.rng import Rng  # noqa: E402
from tapete_host.sim.world import World  # noqa: E402


def start(landscape=True):
    """(world, their driver) after its constructor."""
    world = World(panel="ssd1680")
    b = board.load("wroom_pn5180")
    cs, dc, busy = b.open_pin("epd_cs", 1), b.open_pin("epd_dc"), b.open_pin("epd_busy")
    return world, EPD(b.open_spi("panel"), cs, dc, b.pins["epd_rst"], busy, landscape)


def draw(epd, rng):
    """Something new in their buffer (1 = black there)."""
    epd.fill(0)
    for _ in range(8):
        epd.rect(rng.below(epd.width), rng.below(epd.height), rng.below(90), rng.below(60), 1, rng.below(2))
    epd.text("tapete", rng.below(epd.width - 50), rng.below(epd.height - 10), 1)


def right(world, epd):
    """Whether each pixel of the glass is that of their buffer, on its side if it is held upright."""
    seen = world.panel.picture()
    for y in range(128):
        for x in range(296):
            black = not seen[y * 37 + (x >> 3)] & 0x80 >> (x & 7)
            if black != bool(epd.pixel(x, y) if epd.width == 296 else epd.pixel(127 - y, x)):
                return False
    return True


def main():
    for landscape in (True, False):
        rng = Rng(31)
        world, epd = start(landscape)
        good = 0
        for _ in range(4):
            draw(epd, rng)
            epd.show()
            good += right(world, epd)
        kinds = [kind for _, kind, _ in world.panel.updates]
        assert kinds == ["full"] * 4, kinds
        print("full updates exact, %s: %d of 4" % ("landscape" if landscape else "portrait", good))
    rng = Rng(37)
    world, epd = start()
    draw(epd, rng)
    epd.show()
    good = 0
    for _ in range(4):
        draw(epd, rng)
        epd.show(fast_refresh=True)
        good += right(world, epd)
    print("its fast_refresh, which its author calls useless: %d of 4" % good)
    draw(epd, rng)
    epd.show(deepsleep_after_refresh=True)
    assert world.panel.asleep and right(world, epd)
    draw(epd, rng)
    print("show() after deep sleep, by a reset alone: " + broken_or_right(world, epd))
    print("done")


def broken_or_right(world, epd):
    """What becomes of a picture after deep sleep: the driver resets the chip and does not set it up again."""
    try:
        epd.show()
    except Exception as error:
        return str(error)
    return "exact" if right(world, epd) else "wrong"


main()
