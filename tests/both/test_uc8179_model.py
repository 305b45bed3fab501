"""The UC8179 and UC8176 models: planes, polarity, windows, waveforms, BUSY, power, sleep, what strict mode forbids."""

from support.epd import Desk, broken, pictures
from tapete_host.sim.rng import Rng
from tapete_host.sim.strict import NotModelled
from tapete_host.sim.uc8176 import UC8176
from tapete_host.sim.uc8179 import FAULTS, UC8179

SIZE = 48000
WHITE = b"\xff" * SIZE
BLACK = b"\x00" * SIZE
FULL, FAST, PARTIAL = ((0xE0, 0x00), (0x41, 0x00)), ((0xE0, 0x02), (0xE5, 0x5A)), ((0xE0, 0x02), (0xE5, 0x6E))


class UcDesk(Desk):
    """The chip set up as public drivers do it, powered."""

    def __init__(self, strict=True, copy="", model=UC8179, power=True):
        super().__init__(strict, copy, model=model)
        self.reset()
        self.command(0x01, 0x07, 0x07, 0x3F, 0x3F)
        self.command(0x00, 0x1F)
        self.command(
            0x61, self.chip.WIDTH >> 8, self.chip.WIDTH & 255, self.chip.HEIGHT >> 8, self.chip.HEIGHT & 255
        )
        self.command(0x50, 0x21 if model is UC8179 else 0x97)  # 1 = white, planes are left alone
        if power:
            self.begin(0x04)

    def begin(self, code):
        """A command that takes time, to its end; the us it took. BUSY moves within 200 us, not at once."""
        self.command(code)
        assert self.chip.level("busy") == (1 if self.chip.LATE_US else 0)
        self.wait(200)
        return 200 + self.ready()

    def refresh(self, waveform=()):
        for code, value in waveform:
            self.command(code, value)
        return self.begin(0x12)

    def show(self, picture, waveform=FULL):
        """A picture by one update."""
        self.ram(0x13, picture)
        return self.refresh(waveform)

    def partial(self, picture, old=True):
        """A picture by a partial update; `old`: set the old plane to it afterwards."""
        self.show(picture, PARTIAL)
        if old:
            self.ram(0x10, picture)

    def pixels(self, x0, x1, y0, y1):
        """The partial window, ends included."""
        data = []
        for value in (x0, x1, y0, y1):
            data += [value >> 8, value & 255]
        self.command(0x90, *data, 1)


def inverted(picture):
    return bytes([byte ^ 255 for byte in picture])


def near(us, wanted):
    return wanted <= us <= wanted + 1200


# --- pictures ----------------------------------------------------------------------------------------------


def test_full_and_fast_show_the_new_plane_whatever_was_there():
    desk = UcDesk()
    for n, picture in enumerate(pictures(Rng(3), 4, SIZE)):
        desk.show(picture, (FULL, FAST)[n % 2])
        assert desk.chip.picture() == picture
    assert [kind for _, kind, _ in desk.chip.updates] == ["full", "fast"] * 2


def test_partial_drives_the_difference_of_the_planes():
    rng = Rng(4)
    desk = UcDesk()
    desk.show(WHITE)
    desk.ram(0x10, WHITE)
    for picture in pictures(rng, 12, SIZE):
        desk.partial(picture)
        assert desk.chip.picture() == picture
    assert desk.chip.overdriven == 0
    stale, wanted = pictures(rng, 2, SIZE)
    desk.partial(stale, old=False)
    desk.partial(wanted, old=False)
    assert desk.chip.picture() != wanted and desk.chip.overdriven > 0


def test_the_copy_bit_keeps_the_old_plane_right_if_the_chip_honours_it():
    for honoured in (True, False):
        desk = UcDesk()
        desk.chip.n2ocp = honoured
        desk.command(0x50, 0x29, 0x07)
        desk.show(WHITE)
        right = 0
        for picture in pictures(Rng(5), 6, SIZE):
            desk.partial(picture, old=False)
            right += desk.chip.picture() == picture
        assert (right == 6) == honoured


def test_register_50_turns_the_polarity_round():
    picture = pictures(Rng(6), 1, SIZE)[0]
    desk = UcDesk()
    desk.command(0x50, 0x10, 0x07)  # as the vendor's full mode: 0 is white
    desk.show(picture)
    assert desk.chip.picture() == inverted(picture)
    desk.command(0x50, 0xA9, 0x07)
    desk.show(picture)
    assert desk.chip.picture() == picture
    desk.command(0x50, 0x32)
    try:
        desk.show(picture)
    except NotModelled as error:
        assert "DDX" in str(error)
    else:
        raise AssertionError


def test_a_window_limits_what_is_written_and_driven():
    desk = UcDesk()
    desk.show(WHITE)
    desk.ram(0x10, WHITE)
    desk.command(0x91)
    desk.pixels(80, 159, 300, 303)
    desk.ram(0x13, b"\x00" * 40)
    desk.refresh(PARTIAL)
    desk.command(0x92)
    wanted = bytearray(WHITE)
    for y in range(300, 304):
        wanted[y * 100 + 10 : y * 100 + 20] = b"\x00" * 10
    assert desk.chip.picture() == bytes(wanted)
    # Outside partial mode the window means nothing.
    desk.show(BLACK)
    assert desk.chip.picture() == BLACK


def test_a_plane_goes_on_over_pieces_and_begins_anew_with_its_command():
    picture = pictures(Rng(7), 1, SIZE)[0]
    for size in (100, 4000, 4092):
        desk = UcDesk()
        desk.ram(0x13, BLACK[:700])
        desk.command(0x13)
        for at in range(0, SIZE, size):
            desk.data(picture[at : at + size])
        desk.refresh(FULL)
        assert desk.chip.picture() == picture, size


def test_old_stock_flashes_instead_of_a_partial_update():
    desk = UcDesk()
    desk.chip.fault("panel_old")
    a, b = pictures(Rng(8), 2, SIZE)
    assert near(desk.show(a, FAST), 1_580_000)
    desk.ram(0x10, BLACK)  # whatever the old plane holds
    assert near(desk.show(b, PARTIAL), 1_580_000)
    assert desk.chip.picture() == b and desk.chip.updates[-1][1] == "fast" and desk.chip.ghost_max() == 0


# --- times, power, sleep -----------------------------------------------------------------------------------


def test_times():
    desk = UcDesk(power=False)
    assert near(desk.begin(0x04), 129_000)
    assert near(desk.show(WHITE, FULL), 4_000_000)
    assert near(desk.show(WHITE, FAST), 1_171_000)
    assert near(desk.show(WHITE, PARTIAL), 435_000)
    assert near(desk.begin(0x02), 40_000)
    desk = UcDesk(model=UC8176, power=False)
    assert near(desk.begin(0x04), 37_000)
    assert near(desk.show(WHITE[:15000], ()), 1_550_000)
    assert near(desk.begin(0x02), 19_000)


def test_busy_comes_within_200_us_and_nothing_may_be_sent_but_the_status():
    desk = UcDesk()
    desk.ram(0x13, WHITE)
    desk.command(0x12)
    assert desk.chip.level("busy") == 1 and desk.chip.busy  # too early to look, and busy all the same
    assert "BUSY" in broken(desk.command, 0x13)
    desk.wait(200)
    assert desk.chip.level("busy") == 0
    desk.command(0x71)
    for code in (0x10, 0x50, 0x02, 0x07):
        assert "BUSY" in broken(desk.command, code)
    assert "BUSY" in broken(desk.data, b"\x00")


def test_a_refresh_needs_power():
    desk = UcDesk(power=False)
    desk.ram(0x13, WHITE)
    assert "without power" in broken(desk.command, 0x12)
    loose = UcDesk(strict=False, power=False)
    before = loose.chip.picture()
    loose.ram(0x13, BLACK)
    loose.command(0x12)
    loose.ready()
    assert loose.chip.picture() == before and loose.chip.updates == []


def test_a_panel_left_powered_is_counted():
    desk = UcDesk()
    desk.show(WHITE)
    desk.wait(90_000_000)
    power = desk.chip.power()
    assert power["on"] and 90_000 <= power["ms"] <= 90_010
    desk.begin(0x02)
    desk.wait(90_000_000)
    assert not desk.chip.power()["on"] and 90_000 <= desk.chip.power()["longest_ms"] < 90_100


def test_deep_sleep_needs_power_off_and_its_key_loses_the_planes_and_ends_by_reset():
    desk = UcDesk()
    desk.show(BLACK)
    assert "powered" in broken(desk.command, 0x07, 0xA5)
    desk = UcDesk()
    desk.show(BLACK)
    desk.begin(0x02)
    assert "key A5" in broken(desk.command, 0x07, 0x01)
    loose = UcDesk(strict=False)
    loose.begin(0x02)
    loose.command(0x07, 0x00)
    assert not loose.chip.power()["asleep"]
    desk.command(0x07, 0xA5)
    assert desk.chip.power()["asleep"] and desk.chip.picture() == BLACK
    assert "deep sleep" in broken(desk.command, 0x04)
    desk.reset()
    desk.command(0x00, 0x1F)
    desk.command(0x50, 0x21)
    desk.begin(0x04)
    desk.refresh(FULL)
    assert desk.chip.picture() != BLACK


def test_reset_in_an_update_leaves_half_of_it_and_cuts_the_power():
    desk = UcDesk()
    desk.show(BLACK)
    desk.ram(0x13, WHITE)
    desk.command(0x12)
    desk.wait(500_000)
    assert desk.chip.power()["on"]
    desk.reset()
    assert desk.chip.picture() not in (BLACK, WHITE) and not desk.chip.power()["on"]
    assert len(desk.chip.updates) == 1


def test_ghosts_count_partial_drives_to_white_and_a_full_clears_them():
    desk = UcDesk()
    desk.show(WHITE)
    desk.ram(0x10, WHITE)
    corner = b"\x00" + WHITE[1:]
    for n in range(1, 6):
        desk.partial(corner)
        desk.partial(WHITE)
        assert desk.chip.ghost_max() == n
    shown = desk.chip.shown()
    assert len(shown) == 384_000 and max(shown[:8]) == 255 - 5 * 5 and shown[8:].count(b"\xff") == 384_000 - 8
    desk.show(WHITE, FAST)
    assert desk.chip.ghost_max() == 0


# --- rules -------------------------------------------------------------------------------------------------


def test_counts_of_data_windows_and_unknown_commands():
    for code, data in ((0x61, (3, 32)), (0x90, (0,) * 8), (0x00, ()), (0x07, ()), (0xE5, ())):
        desk = UcDesk()
        desk.command(code, *data)
        assert "%02Xh got %d data" % (code, len(data)) in broken(desk.command, 0x71 ^ 0x60)
    desk = UcDesk()
    assert "61h says" in broken(desk.command, 0x61, 1, 0x90, 1, 0x2C)
    desk = UcDesk()
    assert "unknown" in broken(desk.command, 0x44)
    desk = UcDesk()
    assert "more data" in broken(desk.ram, 0x13, WHITE + b"\x00")
    for window in ((4, 11, 0, 9), (0, 10, 0, 9), (0, 807, 0, 9), (0, 7, 0, 480), (0, 7, 9, 8)):
        desk = UcDesk()
        assert "window" in broken(desk.pixels, *window), window
    desk = UcDesk()
    desk.command(0x00, 0x3F)
    for waveform in ((), ((0xE0, 2), (0xE5, 0x5F))):
        try:
            desk.refresh(waveform)
        except NotModelled as error:
            assert "UC8179" in str(error)
        else:
            raise AssertionError(waveform)
        desk = UcDesk()


def test_the_end_of_a_window_as_the_vendor_computes_it():
    """end % 256 - 1: right where it is no multiple of 256, else it underflows (hardware notes 2.4)."""

    def vendor(desk, x0, y0, x1, y1, data):
        desk.command(0x91)
        ends = []
        for value in (x0, x1, y0, y1):
            ends.append((value >> 8, value & 255))
        (xh, xl), (xeh, xel), (yh, yl), (yeh, yel) = ends
        desk.command(0x90, xh, xl, xeh, (xel - 1) & 255, yh, yl, yeh, (yel - 1) & 255, 1)
        desk.ram(0x13, data)
        desk.refresh(PARTIAL)
        desk.command(0x92)

    def wanted(x0, x1):
        out = bytearray(WHITE)
        for y in range(10, 14):
            out[y * 100 + x0 // 8 : y * 100 + x1 // 8] = b"\x00" * ((x1 - x0) // 8)
        return bytes(out)

    desk = UcDesk()
    desk.show(WHITE)
    desk.ram(0x10, WHITE)
    vendor(desk, 80, 10, 160, 14, b"\x00" * 40)
    assert desk.chip.picture() == wanted(80, 160)
    desk = UcDesk(strict=False)
    desk.show(WHITE)
    desk.ram(0x10, WHITE)
    vendor(desk, 512, 10, 768, 14, b"\x00" * 128)
    assert desk.chip.picture() != wanted(512, 768)


# --- faults and other panels -------------------------------------------------------------------------------


def test_faults_of_busy():
    desk = UcDesk()
    for fault, level in (("panel_busy_high", 1), ("panel_busy_low", 0), ("panel_missing", None)):
        desk.chip.fault(fault)
        assert desk.chip.level("busy") == level
        desk.chip.fault(fault, False)
    desk.chip.fault("panel_busy_late", ms=1)
    desk.ram(0x13, WHITE)
    desk.command(0x12)
    desk.wait(900)
    assert desk.chip.level("busy") == 1
    desk.wait(100)
    assert desk.chip.level("busy") == 0
    desk.ready()
    desk.chip.fault("panel_busy_late", False)
    desk.chip.fault("panel_slow", factor=0.5)
    assert near(desk.show(BLACK, PARTIAL), 217_500)
    for name in FAULTS:
        desk.chip.fault(name)
    assert desk.chip.faults() == sorted(FAULTS)


def test_another_panel_in_its_place_and_back():
    desk = UcDesk()
    desk.show(BLACK)
    desk.chip.fault("panel_v2")
    desk.wait(20_000)
    assert desk.chip.level("busy") == 0  # an SSD1683 that is free
    desk.command(0x12)
    assert desk.chip.level("busy") == 1
    desk.chip.fault("panel_v2", False)
    assert desk.chip.level("busy") == 1 and desk.chip.picture() == BLACK
