"""The vendor's own panel drivers draw on our models; runs only where TAPETE_WAVESHARE names their repository.

See host_tools/CHECKS.md for where to get it. What they do wrong must show as a wrong picture, or break a rule.
"""

import os
import pathlib
import random

import pytest

from support.vendor_panels import Driver
from tapete_host.sim.ssd1680 import SSD1680
from tapete_host.sim.ssd1683 import SSD1683
from tapete_host.sim.uc8176 import UC8176
from tapete_host.sim.uc8179 import UC8179

ROOT = pathlib.Path(os.environ.get("TAPETE_WAVESHARE", "") or "/nowhere")

pytestmark = pytest.mark.skipif(not ROOT.is_dir(), reason="TAPETE_WAVESHARE does not name Pico_ePaper_Code")


@pytest.fixture
def driver(tmp_path):
    """driver(name, model) -> one of theirs on a fresh model."""
    return lambda name, model: Driver(ROOT, tmp_path, name, model)


def pictures(seed, size, many):
    """Random pictures: some bytes again and again, so that neighbours are alike too."""
    rng = random.Random(seed)
    return [(rng.randbytes(rng.randrange(20, 90)) * (size // 20 + 1))[:size] for _ in range(many)]


def inverted(picture):
    return bytes(byte ^ 255 for byte in picture)


# --- 7.5" V2, UC8179 ---------------------------------------------------------------------------------------


def test_7in5_full_and_fast(driver):
    d = driver("7in5_V2", UC8179)
    for init in ("Init", "Init_Fast"):
        d.call(init)
        for picture in pictures(3, 48000, 2):
            after = d.call("Display", picture)
            assert d.desk.chip.picture() == picture
            # Their buffer comes back turned into its negative: shown again it is a wrong picture.
            assert after == inverted(picture)
            d.call("Display", after)
            assert d.desk.chip.picture() == inverted(picture)
        d.call("Clear")
        assert d.desk.chip.picture() == b"\xff" * 48000
        d.call("ClearBlack")
        assert d.desk.chip.picture() == b"\x00" * 48000
    assert [kind for _, kind, _ in d.desk.chip.updates] == ["full"] * 6 + ["fast"] * 6
    d.call("Sleep")
    assert d.desk.chip.power()["asleep"] and d.broken == []


@pytest.mark.parametrize("copies, keeps, right", [(True, True, 8), (False, True, 1), (True, False, 0)])
def test_7in5_partial_rests_on_the_copy_bit_and_on_ram_that_survives_reset(driver, copies, keeps, right):
    d = driver("7in5_V2", UC8179)
    d.desk.chip.n2ocp = copies
    d.desk.chip.keeps_ram = keeps
    d.call("Init")
    d.call("Clear")
    d.call("Init_Part")
    good = 0
    for picture in pictures(5, 48000, 8):
        d.call("Display_Part", picture, 0, 0, 800, 480)
        good += d.desk.chip.picture() == picture
    assert good == right and d.broken == []
    assert {kind for _, kind, _ in d.desk.chip.updates[1:]} == {"partial"}


def test_7in5_partial_on_old_stock_flashes_and_is_exact(driver):
    d = driver("7in5_V2", UC8179)
    d.desk.chip.fault("panel_old")
    d.call("Init_Part")
    for picture in pictures(6, 48000, 3):
        d.call("Display_Part", picture, 0, 0, 800, 480)
        assert d.desk.chip.picture() == picture
    assert [end - start for start, _, end in d.desk.chip.updates] == [1580] * 3


@pytest.mark.parametrize("x0, x1, exact", [(80, 160, True), (512, 768, False)])
def test_7in5_window_end_that_underflows(driver, x0, x1, exact):
    """hardware notes 2.4: an end that is a multiple of 256 is sent as 255 more."""
    for strict in (True, False):
        d = driver("7in5_V2", UC8179)
        d.desk.chip.keeps_ram = True
        d.call("Init")
        d.call("Clear")
        d.call("Init_Part")
        d.desk.chip.strict = strict
        d.call("Display_Part", b"\x00" * ((x1 - x0) // 8 * 4), x0, 10, x1, 14)
        wanted = bytearray(b"\xff" * 48000)
        for y in range(10, 14):
            wanted[y * 100 + x0 // 8 : y * 100 + x1 // 8] = b"\x00" * ((x1 - x0) // 8)
        assert (d.desk.chip.picture() == bytes(wanted)) == exact, strict
        assert any("window X" in text for text in d.broken) == (strict and not exact)


# --- 2.9" V2, SSD1680 --------------------------------------------------------------------------------------


def on_its_side(ram):
    """A RAM of 128 x 296 as a person sees it."""
    out = bytearray(b"\xff" * 4736)
    for line in range(296):
        for pixel in range(128):
            if not ram[line * 16 + (pixel >> 3)] & 0x80 >> (pixel & 7):
                out[(127 - pixel) * 37 + (line >> 3)] &= ~(0x80 >> (line & 7))
    return bytes(out)


def test_2in9_full_with_its_own_waveform(driver):
    d = driver("2in9_V2", SSD1680)
    d.call("Init")
    d.call("Clear")
    for picture in pictures(7, 4736, 3):
        d.call("Display", picture)
        assert d.desk.chip.picture() == on_its_side(picture)
    d.call("Sleep")
    assert d.desk.chip.power()["asleep"]


@pytest.mark.parametrize("keeps, reset_us, right", [(True, 1000, 6), (False, 1000, 0), (True, 10_000, 0)])
def test_2in9_partial_rests_on_ram_that_survives_reset_and_on_a_quick_reset(driver, keeps, reset_us, right):
    """Each partial update begins with a reset, 2 ms later with commands, and exchanges the RAMs (37h)."""
    d = driver("2in9_V2", SSD1680)
    d.desk.chip.keeps_ram = keeps
    d.desk.chip.reset_us = reset_us
    d.call("Init")
    base, *rest = pictures(8, 4736, 7)
    d.call("Display_Base", base)
    good = 0
    for picture in rest:
        d.call("Display_Partial", picture)
        good += d.desk.chip.picture() == on_its_side(picture)
    assert (good, any("BUSY" in text for text in d.broken)) == (right, reset_us > 2000), d.broken[:3]


# --- 4.2" V2, SSD1683 --------------------------------------------------------------------------------------


def test_4in2_v2_full_and_fast(driver):
    d = driver("4in2_V2", SSD1683)
    d.call("Init")
    d.call("Clear")
    a, b, c = pictures(9, 15000, 3)
    d.call("Display", a)
    assert d.desk.chip.picture() == a
    for mode, picture in ((0, b), (1, c)):
        d.call("Init_Fast", mode)
        d.call("Display_Fast", picture)
        assert d.desk.chip.picture() == picture
    # Their names of the two fast modes are exchanged: 6Eh, "1.5 s", is the quicker one (hardware notes 2.2).
    kinds = [(kind, end - start) for start, kind, end in d.desk.chip.updates[2:]]
    assert [kind for kind, _ in kinds] == ["fast", "fast"] and kinds[0][1] < kinds[1][1]
    d.call("Sleep")
    assert d.desk.chip.power()["asleep"] and d.broken == []


@pytest.mark.parametrize("copy, right", [("copy", 6), ("swap", 6), ("", 1)])
def test_4in2_v2_partial_rests_on_a_chip_that_copies(driver, copy, right):
    d = driver("4in2_V2", SSD1683)
    d.desk.chip.copy = copy
    d.call("Init")
    base, *rest = pictures(10, 15000, 7)
    d.call("Display", base)
    good = 0
    for picture in rest:
        d.call("PartialDisplay", picture, 0, 0, 400, 300)
        good += d.desk.chip.picture() == picture
    assert good == right and d.broken == []
    # A full update without another Init takes the old RAM as red.
    d.call("Display", base)
    assert "red" in d.broken[0]


# --- 4.2" V1, UC8176 ---------------------------------------------------------------------------------------


def test_4in2_v1_on_the_model_of_the_wrong_panel(driver):
    d = driver("4in2", UC8176)
    d.call("Init_Fast")
    for picture in pictures(11, 15000, 2):
        d.call("Display", picture)
        assert d.desk.chip.picture() == picture
    # They refresh twice, the second time while the first is running.
    assert set(d.broken) == {"UC8176: command 12h during BUSY"}
    d.call("Sleep")
    assert d.desk.chip.power()["asleep"]


def test_4in2_v1_driver_on_a_v2_panel_and_the_other_way_round_show_nothing(driver):
    a, b = pictures(12, 15000, 2)
    for name, init, model, picture in (
        ("4in2", "Init_Fast", SSD1683, a),
        ("4in2_V2", "Init", UC8176, b),
    ):
        d = driver(name, model)
        d.desk.chip.strict = False
        d.call(init)
        d.call("Display", picture)
        assert d.desk.chip.picture() != picture
