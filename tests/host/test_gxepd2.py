"""GxEPD2 draws on our models of all three panels; runs only where TAPETE_GXEPD2 names its repository.

See host_tools/CHECKS.md for where to get it.
"""

import os
import pathlib
import random

import pytest

from support.vendor_panels import GXEPD2, Driver
from tapete_host.sim.ssd1680 import SSD1680
from tapete_host.sim.ssd1683 import SSD1683
from tapete_host.sim.uc8179 import UC8179

ROOT = pathlib.Path(os.environ.get("TAPETE_GXEPD2", "") or "/nowhere")

pytestmark = pytest.mark.skipif(not ROOT.is_dir(), reason="TAPETE_GXEPD2 does not name GxEPD2's repository")

# (inches, model, bytes a line and lines of its RAM)
PANELS = [(75, UC8179, 100, 480), (42, SSD1683, 50, 300), (29, SSD1680, 16, 296)]


def begun(tmp_path, inches, model):
    """Their driver, begun, the screen cleared."""
    d = Driver(ROOT, tmp_path, GXEPD2, model)
    d.call("begin", inches)
    d.call("clear")
    return d


def seen(d):
    """The glass in the order of the RAM."""
    return d.desk.chip._seen.to_bytes(d.desk.chip.size, "big")


def windows(seed, stride, lines, many):
    """Random windows of whole bytes: (x, y, w, h in pixels, bits)."""
    rng = random.Random(seed)
    for _ in range(many):
        x, y = rng.randrange(stride), rng.randrange(lines)
        w, h = rng.randint(1, stride - x), rng.randint(1, min(lines - y, 90))
        yield 8 * x, y, 8 * w, h, rng.randbytes(w * h)


def draw_into(picture, stride, x, y, w, h, bits):
    for row in range(h):
        at = (y + row) * stride + x // 8
        picture[at : at + w // 8] = bits[row * w // 8 : (row + 1) * w // 8]


@pytest.mark.parametrize("inches, model, stride, lines", PANELS)
def test_full_screens_and_windows_are_exact(tmp_path, inches, model, stride, lines):
    d = begun(tmp_path, inches, model)
    rng = random.Random(1)
    wanted = bytearray(b"\xff" * (stride * lines))
    assert seen(d) == wanted
    for full in (1, 0, 0, 1, 0):
        wanted[:] = rng.randbytes(stride * lines)
        d.call("draw", bytes(wanted), 0, 0, 8 * stride, lines, full)
        assert seen(d) == wanted, full
    for window in windows(2, stride, lines, 25):
        draw_into(wanted, stride, *window)
        x, y, w, h, bits = window
        d.call("draw", bits, x, y, w, h, 0)
        assert seen(d) == wanted, window[:4]
    d.call("hibernate")
    assert d.desk.chip.power()["asleep"] and d.broken == []
    d.call("clear")
    assert d.broken == []


def test_the_7_5_inch_rests_on_the_copy_bit(tmp_path):
    d = Driver(ROOT, tmp_path, GXEPD2, UC8179)
    d.desk.chip.n2ocp = False
    d.call("begin", 75)
    d.call("clear")
    rng = random.Random(3)
    right = []
    for _ in range(4):
        picture = rng.randbytes(48000)
        d.call("draw", picture, 0, 0, 800, 480, 0)
        right.append(seen(d) == picture)
    assert not any(right[1:]), right


@pytest.mark.parametrize("inches, model", [(42, SSD1683), (29, SSD1680)])
@pytest.mark.parametrize("copy", ["", "copy", "swap"])
def test_the_others_write_both_rams_and_are_exact_on_every_kind_of_chip(tmp_path, inches, model, copy):
    d = Driver(ROOT, tmp_path, GXEPD2, model)
    chip = d.desk.chip
    chip.copy = copy
    d.call("begin", inches)
    d.call("clear")
    rng = random.Random(4)
    for _ in range(6):
        picture = rng.randbytes(chip.size)
        d.call("draw", picture, 0, 0, 8 * chip.STRIDE, chip.LINES, 0)
        assert seen(d) == picture
    assert d.broken == []
