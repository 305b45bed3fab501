"""micropython-nano-gui's 4.2" V2 driver, unchanged, against our SSD1683 model.

Run by tests/host/test_nanogui.py: MicroPython, with the machine shim and the root of that repository on the
path. Prints a line per finding and "done" at the end; any wrong picture or broken rule that is not announced
is an exception.
"""

import asyncio
import time

from drivers.epaper.pico_epaper_42_v2 import EPD

from support.epd import broken
from tapete import board
from tapete_host.sim.rng import Rng
from tapete_host.sim.world import World


def start(copy=""):
    """(world, their driver) after its constructor, the first update ended."""
    world = World()
    world.panel.copy = copy
    b = board.load("wroom_pn5180")
    pins = [b.open_pin("epd_cs", 1), b.open_pin("epd_dc"), b.open_pin("epd_rst", 1), b.open_pin("epd_busy")]
    epd = EPD(b.open_spi("panel"), *pins)
    epd.wait_until_ready()
    return world, epd


def draw(epd, rng):
    """Something new in their buffer (1 = black there)."""
    epd.fill(0)
    for _ in range(8):
        epd.rect(rng.below(400), rng.below(300), rng.below(150), rng.below(90), 1, rng.below(2))
    epd.text("tapete", rng.below(350), rng.below(290), 1)


def right(world, epd):
    """Whether the glass shows their buffer, byte for byte."""
    return world.panel.picture() == bytes(byte ^ 0xFF for byte in epd._buf)


def full_and_partial(copy, rounds):
    """How many of `rounds` partial updates showed the buffer; all full ones must."""
    rng = Rng(31)
    world, epd = start(copy)
    good = 0
    for _ in range(2):
        draw(epd, rng)
        epd.show()
        epd.wait_until_ready()
        assert right(world, epd), "full"
    epd.set_partial()
    for n in range(rounds):
        draw(epd, rng)
        epd.show()
        epd.wait_until_ready()
        good += right(world, epd)
        assert n or good, "the first partial"
    epd.set_full()
    draw(epd, rng)
    epd.show()
    epd.wait_until_ready()
    assert right(world, epd), "full after partials"
    kinds = [kind for _, kind, _ in world.panel.updates]
    assert kinds == ["full"] * 3 + ["partial"] * rounds + ["full"], kinds
    return good


async def in_asyncio(copy):
    """Full and partial updates from a task, beside one that counts its turns."""
    rng = Rng(37)
    world, epd = start(copy)
    turns = [0]

    async def beside():
        while True:
            turns[0] += 1
            await asyncio.sleep_ms(1)

    task = asyncio.create_task(beside())
    for partial in (False, False, True, True, True, False):
        epd.set_partial() if partial else epd.set_full()
        draw(epd, rng)
        epd.show()
        await epd.updated.wait()
        await epd.complete.wait()
        assert right(world, epd), (partial, "asyncio")
    task.cancel()
    return turns[0]


def virtual_sleep(ms):
    """What asyncio does while nothing is ready, but on the world's clock."""
    if ms > 0:
        time.sleep_ms(ms)


def show_during_busy():
    """Their show() does not look at BUSY; what strict mode says to one that comes too early."""
    _, epd = start()
    epd.set_partial()
    draw(epd, Rng(1))
    epd.show()
    return broken(epd.show)


def sleep_and_wake():
    """Their deep sleep, then reset and a full update."""
    rng = Rng(41)
    world, epd = start()
    draw(epd, rng)
    epd.show()
    epd.wait_until_ready()
    epd.set_partial()
    draw(epd, rng)
    epd.show()
    epd.wait_until_ready()
    epd.sleep()
    assert world.panel.asleep and right(world, epd)
    epd.init()
    epd.wait_until_ready()
    draw(epd, rng)
    epd.show()
    epd.wait_until_ready()
    assert right(world, epd), "full after sleep"


def main():
    for copy in ("copy", "swap", ""):
        print(
            "partial updates exact, old RAM %s: %d of 12" % (copy or "left alone", full_and_partial(copy, 12))
        )
    asyncio.core._io_queue.wait_io_event = virtual_sleep
    print("asyncio: exact; another task ran %d times" % asyncio.run(in_asyncio("copy")))
    sleep_and_wake()
    print("sleep and wake: exact")
    print("show() during BUSY: " + show_during_busy())
    print("done")


main()
