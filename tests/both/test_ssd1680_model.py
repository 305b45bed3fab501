"""The SSD1680 model: a picture on its side, entry modes, both RAMs, sent waveforms, times, what strict mode forbids."""

from support.epd import Desk, broken, pictures
from tapete_host.sim.rng import Rng
from tapete_host.sim.ssd1680 import FAULTS, SSD1680

SIZE = 4736
WHITE = b"\xff" * SIZE
BLACK = b"\x00" * SIZE


def ready(strict=True, copy=""):
    """Set up as public drivers do: rows of 128 pixels from the RAM's first line on."""
    desk = Desk(strict, copy, model=SSD1680)
    desk.reset()
    desk.command(0x12)
    desk.ready()
    desk.command(0x01, 0x27, 0x01, 0x00)
    desk.command(0x18, 0x80)
    desk.command(0x21, 0x00, 0x80)
    desk.window(0, 15, 0, 295)
    return desk


def dot(picture, x, y):
    """Whether the picture is black there."""
    return not picture[y * 37 + (x >> 3)] & 0x80 >> (x & 7)


def turned(ram):
    """A RAM of 128 x 296 as a person sees it, pixel by pixel: first line left, last pixel of each line at the top."""
    out = bytearray(b"\xff" * SIZE)
    for line in range(296):
        for pixel in range(128):
            if not ram[line * 16 + (pixel >> 3)] & 0x80 >> (pixel & 7):
                out[(127 - pixel) * 37 + (line >> 3)] &= ~(0x80 >> (line & 7)) & 255
    return bytes(out)


def near(us, wanted):
    return wanted <= us <= wanted + 1000


def test_the_picture_is_the_ram_turned_on_its_side():
    desk = ready()
    for ram in pictures(Rng(3), 3, SIZE):
        desk.full(ram)
        assert desk.chip.picture() == turned(ram)
    desk.chip.turned = True
    desk.full(
        b"\x7f" + WHITE[1:]
    )  # the first pixel of the first line: lower left, or upper right turned round
    assert dot(desk.chip.picture(), 295, 0)
    desk.chip.turned = False
    assert dot(desk.chip.picture(), 0, 127)
    desk.command(0x01, 0x27, 0x01, 0x01)  # lines from the last one on
    desk.full(b"\x7f" + WHITE[1:])
    assert dot(desk.chip.picture(), 295, 127)


def test_columns_first_and_downwards_take_a_band_in_columns_of_eight():
    """11h 06h: what a MONO_VLSB buffer holds, eight rows of the picture after eight rows."""
    desk = ready()
    picture = bytearray(SIZE)
    rng = Rng(4)
    for i in range(SIZE):
        picture[i] = rng.below(256)
    desk.command(0x11, 6)
    desk.command(0x44, 15, 0)
    desk.command(0x45, 0, 0, 0x27, 1)
    desk.command(0x4E, 15)
    desk.command(0x4F, 0, 0)
    desk.ram(0x24, bytes(picture[:2368]))
    desk.data(bytes(picture[2368:]))
    desk.update(0xF7)
    seen = desk.chip.picture()
    for x, y in ((0, 0), (295, 0), (0, 127), (295, 127), (17, 9), (200, 77), (131, 64)):
        assert dot(seen, x, y) == (not picture[(y >> 3) * 296 + x] >> (y & 7) & 1), (x, y)


def test_partial_shows_the_wanted_picture_if_the_old_ram_is_kept_right():
    for copy in ("", "copy", "swap"):
        desk = ready(copy=copy)
        desk.full(WHITE)
        for picture in pictures(Rng(5), 12, SIZE):
            desk.partial(picture)
            assert desk.chip.picture() == turned(picture), copy
        assert desk.chip.overdriven == 0
    desk = ready()
    a, b, c = pictures(Rng(6), 3, SIZE)
    desk.full(a)
    desk.partial(b, old=False)
    desk.partial(c, old=False)
    assert desk.chip.picture() != turned(c)


def test_mode_1_does_not_look_at_the_old_ram():
    desk = ready()
    desk.command(0x21, 0, 0x80)
    desk.ram(0x26, BLACK)
    desk.ram(0x24, WHITE)
    desk.update(0xF7)
    assert desk.chip.picture() == WHITE


def test_ping_pong_exchanges_the_rams():
    desk = ready()
    a, b, c = pictures(Rng(7), 3, SIZE)
    desk.full(a)
    desk.command(0x37, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0)
    for picture in (b, c, a, b):
        desk.partial(picture, old=False)
        assert desk.chip.picture() == turned(picture)


def test_a_waveform_that_was_sent_does_for_both_modes_until_one_is_loaded():
    desk = ready()
    desk.full(WHITE)
    desk.command(0x32, *([0] * 153))
    desk.command(0x3F, 0x22)
    desk.update(0xC0)
    desk.ram(0x24, BLACK)
    desk.command(0x21, 0, 0x80)
    desk.ram(0x26, WHITE)
    assert near(desk.update(0x0F), 403_000 + 140_000)
    assert desk.chip.picture() == BLACK and desk.chip.updates[-1][1] == "partial"
    desk.ram(0x24, WHITE)
    desk.update(0xC7)
    assert desk.chip.picture() == WHITE and desk.chip.updates[-1][1] == "full"
    desk = ready()
    desk.update(0xF8)
    assert "waveform" in broken(desk.update, 0xC7)


def test_times_and_power():
    desk = ready()
    desk.ram(0x24, WHITE)
    assert near(desk.update(0xF7), 96_000 + 2_000_000 + 140_000)
    desk.command(0x1A, 0x64)
    assert near(desk.update(0xD7), 96_000 + 1_616_000 + 140_000)
    assert near(desk.update(0xF8), 96_000)
    assert near(desk.update(0xFC), 403_000)
    assert desk.chip.power()["on"]
    assert near(desk.update(0x83), 140_000)
    desk.command(0x10, 1)
    assert desk.chip.power()["asleep"]
    assert near(desk.reset(), 10_000)
    assert desk.chip.picture() == WHITE


def test_the_ram_may_survive_the_reset_pin_but_not_deep_sleep():
    for keeps, sleeps, right in ((False, False, False), (True, False, True), (True, True, False)):
        desk = ready()
        desk.chip.keeps_ram = keeps
        desk.ram(0x24, BLACK)
        if sleeps:
            desk.command(0x10, 1)
        desk.reset()
        desk.command(0x12)
        desk.ready()
        desk.update(0xF7)
        assert (desk.chip.picture() == BLACK) == right, (keeps, sleeps)


def test_rules():
    desk = ready()
    assert "296 lines" in broken(desk.command, 0x01, 0x2B, 0x01, 0x00)
    desk = ready()
    assert "bytes 0..15" in broken(desk.command, 0x44, 0, 16)
    desk = ready()
    assert "lines 0..295" in broken(desk.command, 0x45, 0, 0, 0x28, 1)
    desk = ready()
    desk.command(0x32, *([0] * 152))
    assert "32h got 152" in broken(desk.command, 0x7F)
    desk = ready()
    desk.command(0x22, 0xF7)
    desk.command(0x20)
    assert "BUSY" in broken(desk.command, 0x24)
    for name in FAULTS:
        desk.chip.fault(name)
    assert desk.chip.faults() == sorted(FAULTS)


def test_ghosts_of_a_picture_on_its_side():
    desk = ready()
    desk.full(WHITE)
    for _ in range(4):
        desk.partial(b"\x00" + WHITE[1:])
        desk.partial(WHITE)
    shown = desk.chip.shown()
    assert len(shown) == 296 * 128 and desk.chip.ghost_max() == 4
    # The first eight pixels of the first line: the lower end of the leftmost column.
    assert [shown[y * 296] for y in range(119, 128)] == [255] + [255 - 4 * 5] * 8
