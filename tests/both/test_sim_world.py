"""The world: clock, inputs in time order, pin rules, SPI routing, ends of the device."""

from support.refusing import refused
from tapete_host.sim.strict import DeviceEnd
from tapete_host.sim.world import World

IN, OUT = 1, 3
DOWN, UP = 1, 2


def opened(w, bus="panel"):
    for name, host, baud, sck, mosi, miso in w.record.SPI:
        if name == bus:
            w.spi_open(host, baud, 0, 0, w.pins[sck], w.pins[mosi], w.pins[miso] if miso else None)
            return host


def test_what_moves_the_clock():
    w = World()
    g = w.pins["btn_ok"]
    w.pin_mode(g, IN, UP, None)
    t = w.now
    w.pin_get(g)
    assert w.now - t == 5
    w.ticks()
    assert w.now - t == 7
    w.sleep(1234)
    assert w.now - t == 1241
    host = opened(w)
    cs = w.pins["epd_cs"]
    dc = w.pins["epd_dc"]
    w.pin_mode(cs, OUT, None, 1)
    w.pin_mode(dc, OUT, None, 0)
    w.sleep(20_000)
    t = w.now
    w.pin_set(dc, 0)
    w.pin_set(cs, 0)
    w.spi_xfer(host, b"\x12", None)
    w.pin_set(cs, 1)
    assert w.now - t == 60 + 1, "a frame is 60 us and its bits"
    t = w.now
    w.flash.ioctl(6, 1)
    assert w.now - t == 45000
    w.flash.writeblocks(1, bytearray(512), 0)
    assert w.now - t == 45000 + 100 + 1200
    w.flash.readblocks(1, bytearray(512), 0)
    assert w.now - t == 46300


def test_real_baud_is_a_divider_of_80_mhz():
    w = World()
    p = w.pins
    assert w.spi_open(2, 7_000_000, 0, 0, p["rd_sck"], p["rd_mosi"], p["rd_miso"]) == 6_666_666
    assert w.spi_open(2, 40_000_000, 0, 0, p["rd_sck"], p["rd_mosi"], p["rd_miso"]) == 40_000_000


def test_inputs_happen_in_time_and_in_order():
    w = World()
    seen = []
    w.at(5, lambda: seen.append(("c", w.now)))
    w.at(2, lambda: seen.append(("a", w.now)))
    w.at(2, lambda: seen.append(("b", w.now)))
    w.at(1, lambda: w.at(1.5, lambda: seen.append(("late", w.now))))
    w.sleep(1999)
    assert seen == [] and w.pending() == 4
    w.sleep(1)
    assert seen == [("a", 2000), ("b", 2000)]
    w.sleep(10000)
    assert seen[2:] == [("late", 2500), ("c", 5000)]


def test_buttons_pull_to_ground_and_bounce():
    w = World()
    g = w.pins["btn_ok"]
    w.pin_mode(g, IN, UP, None)
    assert w.pin_get(g) == 1
    edges = 0
    for _ in range(20):
        w.press("ok", ms=60)
        last = 1
        for _ in range(400):
            level = w.pin_get(g)
            edges += level != last
            last = level
        assert last == 0
        w.sleep(70_000)
        assert w.pin_get(g) == 1
    assert edges > 30, "contacts bounce"
    assert refused(lambda: w.press("reset"), "no button called reset", ValueError)


def test_pin_rules():
    w = World()
    p = w.pins
    assert refused(lambda: w.pin_get(p["btn_cante"]), "no pull")
    assert refused(lambda: w.pin_mode(p["btn_cambio"], OUT, None, 0), "can only be input")
    assert refused(lambda: w.pin_mode(p["btn_cambio"], IN, UP, None), "no pulls inside")
    assert refused(lambda: w.pin_mode(p["btn_ok"], OUT, None, 0), "must stay an input")
    assert refused(lambda: w.pin_mode(7, IN, None, None), "carries the flash")
    assert refused(lambda: w.pin_mode(20, IN, None, None), "invalid pin", ValueError)
    assert refused(lambda: w.pin_set(p["rd_nss"], 1), "not an output")
    w.pin_mode(p["rd_busy"], IN, UP, None)
    assert refused(lambda: w.pin_get(p["rd_busy"]), "works against")
    assert w.pin_get is not None
    w.pin_mode(p["btn_cambio"], IN, None, None)
    assert w.pin_get(p["btn_cambio"]) == 1, "the resistor on the board"
    assert refused(lambda: w.adc(p["buzzer"]), "not an ADC1 pin")


def test_spi_rules():
    w = World()
    p = w.pins
    assert refused(
        lambda: w.spi_open(1, 1_000_000, 0, 0, p["epd_sck"], p["epd_mosi"], -1), "strapping pin GPIO12"
    )
    assert refused(lambda: w.spi_open(2, 1_000_000, 0, 0, p["rd_mosi"], p["rd_sck"], None), "no bus is wired")
    assert refused(lambda: w.spi_open(2, 1_000_000, 1, 0, p["rd_sck"], p["rd_mosi"], p["rd_miso"]), "mode 0")
    assert refused(lambda: w.spi_open(3, 1_000_000, 0, 0, 1, 2, 3), "SPI(3)", ValueError)
    assert refused(lambda: w.spi_xfer(2, b"x", None), "22", OSError)
    host = opened(w, "reader")
    assert refused(lambda: w.spi_xfer(host, 0xFF, bytearray(2)), "no chip is selected")
    host = opened(w)
    assert refused(lambda: w.spi_xfer(host, 0xFF, bytearray(2)), "has no MISO")


def test_two_chips_on_miso():
    w = World()
    host = opened(w, "reader")
    other = type(w.reader)(w, "second reader", w.field)
    other.selected = w.reader.selected = True
    other.in_reset = w.reader.in_reset = False
    w._buses[0].chips.append(other)
    assert refused(lambda: w.spi_xfer(host, b"\0", None), "drive MISO at once")


def test_frames_can_be_logged():
    w = World()
    host = opened(w)
    cs, dc = w.pins["epd_cs"], w.pins["epd_dc"]
    w.pin_mode(cs, OUT, None, 1)
    w.pin_mode(dc, OUT, None, 0)
    w.sleep(20_000)
    w.log_frames(True)
    w.pin_set(cs, 0)
    w.spi_xfer(host, b"\x12", None)
    w.pin_set(cs, 1)
    assert [f[1:] for f in w.frames] == [("panel", b"\x12", b"")]
    w.log_frames(False)
    assert w.frames is None


def test_sounds():
    w = World()
    g = w.pins["buzzer"]
    w.pwm(g, 440, 32768)
    w.sleep(100_000)
    w.pwm(g, 880, 32768)
    w.sleep(50_000)
    w.pwm(g, 880, 0)
    w.sleep(50_000)
    assert w.sounds == [(0, 440, 100), (100, 880, 50)]


def ends(fn, cause):
    try:
        fn()
    except DeviceEnd as e:
        assert e.cause == cause
        return True
    return False


def test_an_unfed_watchdog_resets():
    w = World()
    w.wdt(1000)
    for _ in range(5):
        w.sleep(900_000)
        w.wdt_feed()
    assert ends(lambda: w.sleep(1_100_000), 3)
    assert ends(lambda: w.pin_get(w.pins["rd_busy"]), 3), "and stays so"
    w.advance(10_000_000)
    assert w.restart() == 3
    assert w.cause == 3
    w.sleep(2_000_000)
    assert w.ticks() < 2_100_000


def test_a_power_cut_ends_it_in_the_middle():
    w = World()
    w.field.lay("AO")
    w.at(10, w.power_cut)
    assert ends(lambda: w.sleep(20_000), 0)
    assert w.now == 20_000
    assert w.restart() == 1
    assert [c[0] for c in w.field.on_mat()] == ["AO"]


def test_a_reset_between_select_and_bytes_breaks_no_rule():
    for board in ("wroom_pn5180", "s3_mfrc522"):
        w = World(board)
        opened(w, "reader")
        p = w.pins
        select = p["rd_nss"] if board == "wroom_pn5180" else p["seat_cs1"]
        rst = p["rd_rst"] if board == "wroom_pn5180" else p["seat_rst"]
        w.pin_mode(select, OUT, None, 1)
        w.pin_mode(rst, OUT, None, 0)
        w.sleep(100)
        w.pin_set(rst, 1)
        w.sleep(5000)
        if board == "wroom_pn5180":
            w.pin_mode(p["rd_busy"], IN, DOWN, None)
            w.pin_get(p["rd_busy"])
        w.pin_set(select, 0)
        w.at(0, w.reset)
        assert ends(lambda w=w: w.sleep(1), 2)
        assert w.restart() == 2 and w.reader.strict and not w.reader.selected


def test_a_cut_during_a_flash_operation_tears_it():
    w = World()
    w.flash.writeblocks(1, bytearray(b"\x55" * 256), 0)
    w.at(0.2, w.power_cut)
    assert w.flash.writeblocks(1, bytearray(256), 256) == 0, "littlefs sees no error"
    assert w.flash.writeblocks(1, bytearray(256), 512) == 0
    assert ends(lambda: w.sleep(1), 0)
    image = w.flash.image()[4096:]
    assert image[:256] == b"\x55" * 256
    assert image[256:512] == bytes(128) + b"\xff" * 128
    assert image[512:768] == b"\xff" * 256


def test_programming_needs_an_erase():
    w = World()
    w.flash.writeblocks(2, bytearray(b"\x0f" * 32), 0)
    w.flash.writeblocks(2, bytearray(b"\x0e" * 32), 0)
    w.sleep(1)
    w.flash.writeblocks(2, bytearray(b"\xf0" * 32), 0)
    assert refused(lambda: w.sleep(1), "without an erase")


def test_a_block_of_which_a_change_failed_may_be_programmed_again_until_it_is_erased():
    """littlefs does so after an error: it reads back what it wrote, and moves where that is not what it meant."""
    w = World()
    flash = w.flash
    flash.ioctl(6, 0)
    flash.writeblocks(0, b"\x0f", 0)
    flash.fail_errno = 5
    assert flash.writeblocks(0, b"\xf0", 1) == -5
    flash.fail_errno = 0
    flash.writeblocks(0, b"\xf0", 0)
    w.sleep(1)
    assert flash.data[0] == 0, "bits are only cleared, as on the chip"
    flash.ioctl(6, 0)
    flash.writeblocks(0, b"\x0f", 0)
    flash.writeblocks(0, b"\xf0", 0)
    assert refused(lambda: w.sleep(1), "without an erase")


def test_deep_sleep_ends_by_time_or_by_its_pin():
    w = World()
    ok = w.pins["btn_ok"]
    w.wake_on(ok, 0)
    assert ends(lambda: w.stop(4), 4)
    w.advance(1_000_000)
    assert not w.woken()
    w.press("ok", ms=100)
    w.advance(50_000)
    assert w.woken()
    assert w.restart() == 4
    assert ends(lambda: w.stop(4, 500_000), 4)
    w.advance(499_000)
    assert not w.woken()
    w.advance(1_000)
    assert w.woken()
    assert refused(lambda: World().wake_on(17, 0), "invalid pin", ValueError)


def test_real_time_really_waits():
    try:
        from utime import ticks_ms as clock
    except ImportError:
        from time import monotonic_ns

        def clock():
            return monotonic_ns() // 1_000_000

    w = World(realtime=True)
    w.sleep(1000)
    before = clock()
    for _ in range(5):
        w.sleep(10_000)
    assert clock() - before >= 45


def test_all_boards_and_no_other():
    for board in ("wroom_pn5180", "s3_pn5180", "wroom_mfrc522", "s3_mfrc522"):
        w = World(board)
        assert w.reader is not None and w.panel is not None
        opened(w)
        opened(w, "reader")
    assert refused(lambda: World("toaster"), "no board called toaster", ValueError)


def test_a_short_press_on_the_way_wakes():
    w = World()
    w.wake_on(w.pins["btn_ok"], 0)
    assert ends(lambda: w.stop(4, 600_000_000), 4)
    w.at(1000, lambda: w.press("ok", ms=60))
    w.advance(300_000_000)
    assert w.now == 1_000_000 and w.woken() == 2
    w.advance(300_000_000)
    assert w.now == 1_000_000
    assert w.restart() == 4 and w.wake == 2 and not w.woken()


def test_the_supply_may_fail_in_deep_sleep():
    for fault, source in (("power_dip", 1), ("brownout", 15)):
        w = World()
        assert ends(lambda world=w: world.stop(4, 5_000_000), 4)
        w.advance(1_000_000)
        w.fault(fault)
        w.advance(9_000_000)
        assert not w.woken()
        assert (w.restart(), w.wake, w.source) == (1, 0, source)


def test_what_outlives_deep_sleep_a_brown_out_and_the_loss_of_power():
    w = World()
    assert (w.cause, w.source, w.wake, w.memory()) == (1, 1, 0, b"")
    w.memory(b"known")
    assert refused(lambda: w.memory(bytes(2049)), "too long", ValueError)
    w.wake_on(w.pins["btn_ok"], 0)
    assert ends(lambda: w.stop(4, 5_000_000), 4)
    w.advance(5_000_000)
    assert w.restart() == 4
    assert (w.cause, w.source, w.wake, w.memory()) == (4, 5, 4, b"known")
    assert w.slept_us == 5_000_000
    assert w.wake_pin is None  # a start forgets what the last one set
    w.wake_on(w.pins["btn_ok"], 0)
    assert ends(lambda: w.stop(4), 4)
    w.press("ok", ms=100)
    w.advance(1000)
    w.restart()
    assert (w.cause, w.wake) == (4, 2)
    w.fault("brownout")
    assert ends(lambda: w.sleep(1), 8)
    assert w.restart() == 1  # as MicroPython says; the chip's register knows better
    assert (w.cause, w.source, w.wake) == (1, 15, 0)
    w.memory(b"known")
    w.power_cut()
    w.restart()
    assert (w.cause, w.source, w.memory()) == (1, 1, b"")


def test_in_deep_sleep_the_pads_let_go_and_the_reader_is_held_in_reset():
    w = World()
    w.sleep(20)
    w.pin_mode(w.pins["rd_rst"], 3, None, 1)
    assert not w.reader.in_reset
    assert ends(lambda: w.stop(4), 4)
    assert w.reader.in_reset
