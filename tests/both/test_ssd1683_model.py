"""The SSD1683 model: RAM windows, what a person sees, times, power, sleep, and what strict mode forbids."""

from support.epd import Desk, broken, pictures
from tapete_host.sim.rng import Rng
from tapete_host.sim.ssd1683 import FAULTS, SIZE, SSD1683, count_bits
from tapete_host.sim.strict import NotModelled

WHITE = b"\xff" * SIZE
BLACK = b"\x00" * SIZE


def ready(strict=True, copy=""):
    desk = Desk(strict, copy)
    desk.reset()
    desk.init()
    return desk


def number(picture):
    return int.from_bytes(picture, "big")


def near(us, wanted):
    """The desk looks at BUSY each millisecond."""
    return wanted <= us <= wanted + 1000


# --- pictures --------------------------------------------------------------------------------------------


def test_full_shows_the_new_ram_whatever_was_there():
    desk = ready()
    for picture in pictures(Rng(3), 3):
        desk.full(picture)
        assert desk.chip.picture() == picture
    assert [kind for _, kind, _ in desk.chip.updates] == ["full"] * 3


def test_partial_shows_the_wanted_picture_if_the_old_ram_is_kept_right():
    for copy in ("", "copy", "swap"):
        desk = ready(copy=copy)
        desk.full(WHITE)
        for picture in pictures(Rng(4), 20):
            desk.partial(picture)
            assert desk.chip.picture() == picture, copy
        assert desk.chip.overdriven == 0


def test_partial_with_a_stale_old_ram_leaves_pixels_behind():
    rng = Rng(5)
    a, b, c = pictures(rng, 3)
    desk = ready()
    desk.full(a)
    desk.partial(b, old=False)
    assert desk.chip.picture() == b
    desk.partial(c, old=False)
    seen, left = number(desk.chip.picture()), number(a) ^ number(c)
    # Driven only where a and c differ; the rest still shows b.
    assert seen == (number(c) & left) | (number(b) & (left ^ number(WHITE)))
    assert seen != number(c)
    assert desk.chip.overdriven > 0
    copying = ready(copy="copy")
    copying.full(a)
    for picture in (b, c):
        copying.partial(picture, old=False)
        assert copying.chip.picture() == picture


def test_partial_with_the_old_ram_bypassed_cannot_draw_black():
    desk = ready()
    desk.full(WHITE)
    desk.command(0x21, 0x40, 0)
    desk.ram(0x24, BLACK)
    desk.update(0xFC)
    assert desk.chip.picture() == WHITE


def test_mode_1_without_bypass_is_refused():
    desk = ready()
    desk.command(0x21, 0, 0)
    desk.ram(0x24, BLACK)
    desk.ram(0x26, WHITE)
    assert "bypass" in broken(desk.update, 0xF7)


def test_the_picture_changes_when_the_update_has_ended():
    desk = ready()
    desk.full(BLACK)
    desk.command(0x21, 0, 0)
    desk.ram(0x24, WHITE)
    desk.command(0x22, 0xFC)
    desk.command(0x20)
    desk.wait(300_000)
    assert desk.chip.picture() == BLACK and desk.chip.kind == "partial"
    desk.wait(200_000)
    assert desk.chip.picture() == WHITE and desk.chip.kind == ""


def test_a_window_gets_its_rows_and_the_counter_wraps():
    desk = ready()
    desk.full(WHITE)
    desk.window(5, 7, 10, 11)
    desk.ram(0x24, bytes([1, 2, 3, 4]))
    desk.data(bytes([5, 6, 7, 8]))
    desk.update(0xF7)
    seen = desk.chip.picture()
    assert seen[10 * 50 + 5 : 10 * 50 + 8] == bytes([7, 8, 3])
    assert seen[11 * 50 + 5 : 11 * 50 + 8] == bytes([4, 5, 6])
    assert seen.count(b"\xff") == SIZE - 6


def test_a_whole_plane_in_pieces_of_any_size_wraps_to_its_start():
    picture = pictures(Rng(6), 1)[0]
    for size in (1, 49, 75, 1000, 4092, 15000):
        desk = ready()
        desk.command(0x24)
        for at in range(0, SIZE, size):
            desk.data(picture[at : at + size])
        desk.command(0x21, 0x40, 0)
        desk.update(0xF7)
        assert desk.chip.picture() == picture, size
        desk.ram(0x24, BLACK[:1])
        desk.update(0xF7)
        assert desk.chip.picture() == b"\0" + picture[1:], size


def test_entry_modes_turn_the_order_of_bytes():
    for mode, wanted in (
        (3, (1, 2, 3, 4, 5, 6)),
        (2, (3, 2, 1, 6, 5, 4)),
        (1, (4, 5, 6, 1, 2, 3)),
        (0, (6, 5, 4, 3, 2, 1)),
        (7, (1, 3, 5, 2, 4, 6)),
    ):
        desk = ready()
        desk.full(WHITE)
        desk.command(0x11, mode)
        x = (10, 12) if mode & 1 else (12, 10)
        y = (20, 21) if mode & 2 else (21, 20)
        desk.command(0x44, *x)
        desk.command(0x45, y[0], 0, y[1], 0)
        desk.command(0x4E, x[0])
        desk.command(0x4F, y[0], 0)
        desk.ram(0x24, bytes([1, 2, 3, 4, 5, 6]))
        desk.update(0xF7)
        seen = desk.chip.picture()
        assert tuple(seen[1010:1013] + seen[1060:1063]) == wanted, mode


# --- times and power -------------------------------------------------------------------------------------


def test_the_time_of_every_sequence():
    desk = ready()
    desk.command(0x21, 0x40, 0)
    assert near(desk.update(0xF7), 4_000_000)
    desk.command(0x1A, 0x6E)
    assert near(desk.update(0xD7), 1_140_000)
    desk.command(0x1A, 0x5A)
    desk.update(0x91)
    assert near(desk.update(0xC7), 1_500_000)
    assert near(desk.update(0xE0), 96_000)
    assert near(desk.update(0xFC), 358_000)
    assert desk.chip.power()["on"]
    assert near(desk.update(0x83), 268_000)
    assert not desk.chip.power()["on"]
    assert near(desk.update(0xFF), 96_000 + 358_000 + 268_000)
    kinds = [kind for _, kind, _ in desk.chip.updates]
    assert kinds == ["full", "fast", "fast", "partial", "partial"]
    for start, _, end in desk.chip.updates:
        assert end > start


def test_after_a_full_the_fake_temperature_is_gone():
    desk = ready()
    desk.command(0x21, 0x40, 0)
    desk.command(0x1A, 0x6E)
    desk.update(0xF7)
    assert near(desk.update(0xD7), 4_000_000)


def test_a_panel_left_powered_is_counted():
    desk = ready()
    desk.full(WHITE)
    desk.partial(BLACK)
    desk.wait(90_000_000)
    power = desk.chip.power()
    assert power["on"] and 90_000 <= power["ms"] <= 90_010
    desk.update(0x83)
    desk.wait(90_000_000)
    power = desk.chip.power()
    assert not power["on"] and power["ms"] == 0 and 90_000 <= power["longest_ms"] <= 90_600


def test_deep_sleep_needs_power_off_and_its_byte_and_ends_only_by_reset():
    desk = ready()
    desk.full(WHITE)
    desk.partial(BLACK)
    assert "analog" in broken(desk.command, 0x10, 1)
    desk = ready()
    desk.full(BLACK)
    desk.command(0x10)
    assert "10h got 0" in broken(desk.command, 0x7F)
    assert not desk.chip.power()["asleep"]
    desk.command(0x10, 1)
    assert desk.chip.power()["asleep"] and desk.chip.level("busy") == 1
    assert "deep sleep" in broken(desk.command, 0x12)
    assert desk.chip.picture() == BLACK
    assert near(desk.reset(), 10_000)
    desk.init()
    desk.command(0x21, 0x40, 0)
    desk.update(0xF7)
    # The RAM did not survive.
    assert desk.chip.picture() != BLACK


def test_the_glass_keeps_its_picture_without_supply_and_shows_half_an_update_cut_short():
    desk = ready()
    desk.full(BLACK)
    desk.chip.power(False)
    desk.wait(1_000_000)
    assert desk.chip.picture() == BLACK
    desk.chip.power(True)
    desk.ready()
    desk.init()
    desk.command(0x21, 0x40, 0)
    desk.ram(0x24, WHITE)
    desk.command(0x22, 0xF7)
    desk.command(0x20)
    desk.wait(1_000_000)
    desk.reset()
    assert desk.chip.picture() not in (BLACK, WHITE)
    assert len(desk.chip.updates) == 1


# --- ghosts ----------------------------------------------------------------------------------------------


def test_ghosts_count_partial_drives_to_white_and_a_full_clears_them():
    desk = ready()
    desk.full(WHITE)
    corner = b"\x00" + WHITE[1:]
    for n in range(1, 71):
        desk.partial(corner)
        desk.partial(WHITE)
        assert desk.chip.ghost_max() == min(n, 63)
    shown = desk.chip.shown()
    assert len(shown) == 120_000
    assert max(shown[:8]) == min(shown[:8]) == 255 - 16 * 5
    assert shown[8:].count(b"\xff") == 120_000 - 8
    desk.full(WHITE)
    assert desk.chip.ghost_max() == 0 and desk.chip.shown() == b"\xff" * 120_000


def test_gray_of_every_pixel_agrees_with_the_picture():
    desk = ready()
    picture = pictures(Rng(8), 1)[0]
    desk.full(picture)
    shown = desk.chip.shown()
    for i in range(0, SIZE, 7):
        for k in range(8):
            assert shown[8 * i + k] == (255 if picture[i] & 0x80 >> k else 0)


def test_count_bits():
    assert count_bits(0) == 0
    assert count_bits(number(WHITE)) == 8 * SIZE
    assert count_bits(number(b"\x81" * SIZE)) == 2 * SIZE


# --- rules -----------------------------------------------------------------------------------------------


def test_nothing_may_be_sent_during_busy():
    desk = ready()
    desk.command(0x24)
    desk.command(0x21, 0x40, 0)
    desk.command(0x22, 0xF7)
    desk.command(0x20)
    for code in (0x24, 0x22, 0x7F, 0x12):
        assert "BUSY" in broken(desk.command, code)
    assert "BUSY" in broken(desk.data, b"\x00")
    desk.ready()
    desk.command(0x12)
    assert "BUSY" in broken(desk.command, 0x11, 3)


def test_ram_written_during_busy_is_lost_where_not_strict():
    desk = ready(strict=False)
    desk.full(BLACK)
    desk.command(0x21, 0, 0)
    desk.ram(0x24, WHITE)
    desk.command(0x22, 0xFC)
    desk.command(0x20)
    desk.ram(0x24, BLACK)
    desk.ready()
    assert desk.chip.picture() == WHITE


def test_an_update_needs_power_clock_and_waveform():
    desk = ready()
    desk.command(0x21, 0x40, 0)
    assert "without power" in broken(desk.update, 0x0C)
    desk = ready()
    desk.command(0x21, 0x40, 0)
    desk.update(0xE0)
    assert "waveform" in broken(desk.update, 0xC7)
    desk = ready()
    assert "clock" in broken(desk.update, 0x40)
    desk = ready()
    desk.command(0x1A, 0x6E)
    desk.update(0x91)
    assert "waveform of its mode" in broken(desk.update, 0xCF)


def test_counts_of_data_and_unknown_commands():
    for code, data in (
        (0x44, (0,)),
        (0x45, (0, 0, 43)),
        (0x4F, (0,)),
        (0x01, (43, 1)),
        (0x3C, ()),
        (0x22, ()),
    ):
        desk = ready()
        desk.command(code, *data)
        assert "%02Xh got %d data" % (code, len(data)) in broken(desk.command, 0x7F)
    desk = ready()
    assert "more than 1" in broken(desk.command, 0x11, 3, 3)
    desk = ready()
    assert "unknown" in broken(desk.command, 0x97)
    desk = ready()
    desk.command(0x20 + 0x5F)
    assert "more than 0" in broken(desk.data, b"\x00")
    desk = ready()
    assert "300 lines" in broken(desk.command, 0x01, 0x27, 0x01, 0x00)
    for code in (0x32, 0x37, 0x46):
        desk = ready()
        try:
            desk.command(code)
        except NotModelled as error:
            assert "%02X" % code in str(error)
        else:
            raise AssertionError(code)


def test_windows_outside_the_panel():
    desk = ready()
    assert "X window" in broken(desk.command, 0x44, 0, 50)
    assert "Y window" in broken(desk.command, 0x45, 0, 0, 0x2C, 1)
    desk = ready()
    desk.window(0, 9, 0, 9)
    desk.command(0x4E, 10)
    assert "outside the window" in broken(desk.ram, 0x24, b"\x00")


def test_reset_pulse_and_spi_clock():
    desk = ready()
    assert "RST low" in broken(desk.reset, 1000)
    desk = ready()
    desk.chip.rate = SSD1683.MAX_HZ
    desk.command(0x7F)
    desk.chip.rate = SSD1683.MAX_HZ + 1
    assert "SPI at" in broken(desk.command, 0x7F)


# --- errors of published drivers (hardware notes 2.4) ----------------------------------------------------


def vendor_window(desk, x, y, w, h, picture):
    """Write a window as the vendor's 4in2_V2 code does: the cursor gets the pixel X, not the byte."""
    desk.command(0x44, x // 8, (x + w - 1) // 8)
    desk.command(0x45, y & 255, y >> 8, (y + h - 1) & 255, (y + h - 1) >> 8)
    desk.command(0x4E, x & 255)
    desk.command(0x4F, y & 255, y >> 8)
    desk.ram(0x24, picture)


def test_x_given_in_pixels_is_caught_or_shows_a_wrong_picture():
    desk = ready()
    desk.full(WHITE)
    assert "X counts bytes" in broken(vendor_window, desk, 64, 40, 64, 10, BLACK[:80])
    loose = ready(strict=False)
    loose.full(WHITE)
    vendor_window(loose, 64, 40, 64, 10, BLACK[:80])
    loose.command(0x21, 0, 0)
    loose.update(0xFC)
    wanted = bytearray(WHITE)
    for y in range(40, 50):
        wanted[y * 50 + 8 : y * 50 + 16] = BLACK[:8]
    assert loose.chip.picture() != bytes(wanted)
    # At x = 0 both mean the same, which is why the error lived so long.
    desk = ready()
    desk.full(WHITE)
    vendor_window(desk, 0, 40, 64, 10, BLACK[:80])


def test_border_sent_twice_instead_of_the_entry_mode_is_harmless_only_after_reset():
    desk = ready()
    desk.full(WHITE)
    desk.command(0x11, 1)
    desk.command(0x3C, 0x80)
    desk.command(0x3C, 0x03)
    desk.command(0x4F, 0, 0)
    desk.ram(0x24, BLACK[:100])
    desk.update(0xF7)
    assert desk.chip.picture() != BLACK[:100] + WHITE[100:]


def test_a_forgotten_old_plane_ghosts():
    desk = ready()
    desk.command(0x21, 0x40, 0)
    desk.ram(0x24, WHITE)
    desk.update(0xF7)
    desk.partial(BLACK, old=False)
    # The old RAM holds what it held at reset: some pixels are not driven at all.
    assert desk.chip.picture() != BLACK


# --- faults ----------------------------------------------------------------------------------------------


def test_faults_of_busy_and_of_the_panel():
    desk = ready()
    desk.full(WHITE)
    desk.chip.fault("panel_busy_high")
    assert desk.chip.level("busy") == 1 and desk.chip.faults() == ["panel_busy_high"]
    desk.chip.fault("panel_busy_high", False)
    assert desk.chip.level("busy") == 0
    desk.chip.fault("panel_busy_late", ms=1)
    desk.command(0x22, 0xE0)
    desk.command(0x20)
    assert desk.chip.level("busy") == 0
    desk.wait(1000)
    assert desk.chip.level("busy") == 1
    desk.ready()
    desk.chip.fault("panel_busy_late", False)
    desk.chip.fault("panel_slow", factor=0.5)
    assert near(desk.partial(BLACK), 179_000)
    desk.chip.fault("panel_missing")
    assert desk.chip.level("busy") is None
    desk.partial(WHITE)
    assert desk.chip.picture() == BLACK


def test_wrong_faults_are_refused_in_a_sentence():
    chip = Desk().chip
    for name, args in (
        ("panel_gone", {}),
        ("panel_slow", {"factor": "x"}),
        ("panel_slow", {"factor": True}),
        ("panel_slow", {"factor": 0}),
        ("panel_slow", {"ms": 3}),
        ("panel_busy_flicker", {"every": 1}),
        ("panel_missing", {"ms": 1}),
    ):
        try:
            chip.fault(name, **args)
        except ValueError as error:
            assert " " in str(error)
        else:
            raise AssertionError((name, args))
    assert chip.faults() == []
    for name in FAULTS:
        chip.fault(name)
    assert chip.faults() == sorted(FAULTS)
