"""A panel in depth, on the SSD1683: kinds and times of updates, newest wins, rest, sleep, faults. See test_panels."""

from support.panel import Rig, bar
from tapete.panels import ssd1683
from tapete.panels.drawing import picture
from tapete.panels.panel import FULL, Panel
from tapete_host.sim.rng import Rng

_BAND_US = 5000


def started(**kw):
    """A rig whose first picture is on the glass."""
    rig = Rig(**kw)
    rig.show(bar(0))
    return rig


# --- pictures ----------------------------------------------------------------------------------------------


def test_a_painter_that_raises_is_dropped_and_the_next_picture_is_right():
    rig = started()

    def broken(canvas):
        bar(1)(canvas)
        if canvas.y0 == 150:
            raise ValueError("bad view")

    rig.panel.show(broken)
    try:
        rig.until_idle()
    except ValueError:
        pass
    else:
        raise AssertionError("swallowed")
    assert rig.until_idle() == 0
    assert rig.seen() == picture(bar(0))
    rig.show(bar(2))
    # As it also would after an error in the old plane, which cannot be told apart.
    assert rig.kinds()[-1] == "fast"


# --- times -------------------------------------------------------------------------------------------------


def test_times_from_show_to_the_glass():
    rig = Rig()
    assert rig.show(bar(0)) <= 1_250
    rig.show(bar(1))
    powered = rig.show(bar(2))
    assert powered <= 400, powered
    rig.run(15_000)
    assert not rig.model.power()["on"]
    off = rig.show(bar(3))
    assert off <= 500, off
    rig.run(30_000)
    assert rig.show(bar(4), full=True) <= 1_200
    rig.run(31_000)
    assert rig.show(bar(5), full=FULL) <= 4_050
    assert rig.longest < _BAND_US, rig.longest


def test_in_continuous_play_the_newest_state_is_seen_within_900_ms():
    rng = Rng(11)
    rig = started()
    rig.show(bar(1))
    shown = []
    rig.model.listener = lambda kind: shown.append((rig.ms, bytes(rig.seen())))
    wanted = []
    for n in range(120):
        wanted.append((rig.ms, picture(bar(n))))
        rig.panel.show(bar(n))
        rig.run(20 + rng.below(700))
    rig.until_idle()
    stale = 0
    for i in range(len(wanted)):
        at, image = wanted[i]
        seen = [when for when, what in shown if what == image and when >= at]
        if seen:
            assert seen[0] - at <= 900, (i, seen[0] - at)
        else:
            # Never shown: a newer one was asked for before its update began.
            assert i + 1 < len(wanted) and wanted[i + 1][0] - at < 450, i
        between = [when for when, _ in shown if at < when < (seen[0] if seen else wanted[i + 1][0])]
        stale = max(stale, len(between))
    # Between asking and seeing, at most the update that was already running ends.
    assert stale == 1, stale
    assert len(shown) > 50


def test_newest_wins_while_a_picture_is_being_written_and_while_one_is_updated():
    rig = started()
    done = len(rig.model.updates)
    rig.panel.show(bar(1))
    rig.step()
    rig.step()
    rig.panel.show(bar(2))
    rig.until_idle()
    assert len(rig.model.updates) == done + 1 and rig.seen() == picture(bar(2))
    rig.panel.show(bar(3))
    rig.until(lambda: rig.panel.updating)
    assert rig.model.kind == "partial"
    for n in range(4, 9):
        rig.panel.show(bar(n))
        rig.run(20)
    rig.until_idle()
    assert len(rig.model.updates) == done + 3 and rig.seen() == picture(bar(8))


def test_a_stream_of_pictures_cannot_keep_one_from_being_shown():
    rig = started()
    end = rig.ms + 3_000
    n = 0
    while rig.ms < end:
        n += 1
        rig.panel.show(bar(n))
        rig.step()
    assert len(rig.model.updates) >= 6
    rig.until_idle()
    assert rig.seen() == picture(bar(n))


def test_a_step_called_too_often_or_too_late_does_no_harm():
    rig = Rig()
    rig.panel.show(bar(1))
    for _ in range(20_000):
        if rig.panel.idle:
            break
        rig.panel.step(0)
        rig.world.spend(137)
    assert rig.seen() == picture(bar(1))
    for n in range(2, 12):
        rig.panel.show(bar(n))
        for _ in range(100):
            rig.panel.step(0)
            rig.world.spend(450_000)
            if rig.panel.idle:
                break
        assert rig.seen() == picture(bar(n))
    assert rig.panel.state == "working" and rig.kinds() == ["fast"] + ["partial"] * 10


# --- refresh policy ----------------------------------------------------------------------------------------


def test_a_full_update_comes_after_25_partials_but_only_in_a_calm_moment():
    rig = started()
    for n in range(1, 25):
        rig.show(bar(n), calm=True)
        rig.run(1_500)
    for n in range(25, 41):
        rig.show(bar(n))
    rig.show(bar(41), calm=True)
    assert rig.kinds() == ["fast"] + ["partial"] * 40 + ["fast"]
    assert rig.model.ghost_max() == 0


def test_cleared_pixels_bring_the_full_update_forward():
    def page(black):
        return lambda canvas: canvas.fill(0 if black else 1)

    rig = started()
    rig.run(31_000)
    for n in range(8):
        rig.show(page(n % 2 == 0), calm=True)
        rig.run(5_000)
    # Whole pages go white: the first one (n = 1) uses the frame up, so the third picture is a full one.
    assert rig.kinds()[1:5] == ["partial", "partial", "fast", "partial"]


def test_fulls_are_30_s_apart_and_one_refused_is_made_up_for():
    rig = started()
    rig.show(bar(1), full=True)
    assert rig.kinds() == ["fast", "partial"]
    rig.run(31_000)
    rig.show(bar(2))
    rig.show(bar(3), calm=True)
    assert rig.kinds() == ["fast", "partial", "partial", "fast"]


def test_ghosts_stay_low_in_a_round_with_calm_moments():
    rig = started()
    for n in range(400):
        rig.show(bar(n), calm=n % 6 == 5)
        rig.run(900)
        assert rig.model.ghost_max() <= 16
    assert rig.kinds().count("fast") >= 12


# --- rest and sleep ----------------------------------------------------------------------------------------


def test_power_goes_after_10_s_and_deep_sleep_comes_after_5_min():
    rig = started()
    rig.show(bar(1))
    rig.run(9_000)
    assert rig.model.power()["on"]
    rig.run(2_500)
    assert not rig.model.power()["on"]
    assert rig.model.power()["longest_ms"] < 11_500
    rig.run(285_000)
    assert not rig.model.asleep
    rig.run(15_000)
    assert rig.model.asleep and rig.panel.asleep and rig.panel.idle
    # Before its first sleep the glass was washed by the maker's full update, with the same picture.
    assert rig.kinds() == ["fast", "partial", "full"]
    assert rig.seen() == picture(bar(1))
    rig.run(3_600_000)
    assert rig.model.asleep and len(rig.model.updates) == 3
    woken = rig.show(bar(2))
    assert woken <= 1_250 and rig.kinds()[-1] == "fast"
    rig.show(bar(3))
    rig.until(lambda: rig.model.asleep, 400_000)
    assert rig.kinds() == ["fast", "partial", "full", "fast", "partial"]


def test_sleep_on_demand_shows_the_newest_picture_first():
    rig = started()
    rig.panel.show(bar(1))
    rig.panel.sleep()
    rig.until(lambda: rig.panel.asleep, 10_000)
    assert rig.model.asleep and rig.seen() == picture(bar(1))
    assert not rig.model.power()["on"]
    rig.show(bar(2))
    rig.panel.sleep()
    rig.panel.show(bar(3))
    rig.run(2_000)
    assert not rig.panel.asleep and rig.seen() == picture(bar(3))


def test_ticks_may_wrap_anywhere():
    for before in (300, 1_500, 12_000):
        rig = Rig(uptime_ms=(1 << 30) - before)
        rig.show(bar(1))
        rig.show(bar(2))
        rig.run(11_500)
        assert not rig.model.power()["on"]
        rig.show(bar(3))
        rig.until(lambda rig=rig: rig.model.asleep, 320_000)
        assert rig.panel.state == "working"


# --- faults ------------------------------------------------------------------------------------------------


def test_no_panel_is_named_and_one_plugged_in_later_shows_the_newest_picture():
    rig = Rig()
    rig.model.fault("panel_missing")
    rig.panel.show(bar(1))
    rig.until(lambda: rig.panel.state == "no_answer", 1_000)
    assert "cable" in rig.panel.message
    rig.run(100_000)
    assert rig.panel.state == "no_answer" and rig.panel.idle
    rig.panel.show(bar(2))
    rig.model.fault("panel_missing", False)
    rig.until(lambda: rig.panel.state == "working", 35_000)
    assert rig.seen() == picture(bar(2)) and rig.kinds() == ["fast"]


def test_busy_stuck_high_and_a_v1_panel_are_named():
    for fault, state, words in (
        ("panel_busy_high", "busy_stuck", "BUSY wire"),
        ("panel_v1", "wrong_panel", "get the V2"),
    ):
        rig = Rig()
        rig.model.fault(fault)
        rig.panel.show(bar(1))
        rig.until(lambda rig=rig, state=state: rig.panel.state == state, 2_000)
        assert words in rig.panel.message, rig.panel.message
        rig.run(60_000)
        assert rig.panel.state == state
        rig.model.fault(fault, False)
        rig.until(lambda rig=rig: rig.panel.state == "working", 35_000)
        assert rig.seen() == picture(bar(1))


def test_busy_that_sticks_during_an_update_costs_a_reset_and_a_full_update():
    rig = started()
    rig.panel.show(bar(1))
    rig.until(lambda: rig.model.kind == "partial")
    rig.model.fault("panel_busy_high")
    took = rig.until(lambda: rig.panel.state == "busy_stuck", 3_000)
    assert 1_900 < took < 2_100
    rig.model.fault("panel_busy_high", False)
    rig.until_idle()
    assert rig.seen() == picture(bar(1)) and rig.kinds()[-1] == "fast"
    assert rig.panel.state == "working"


def test_busy_wire_broken_is_named_and_a_picture_is_tried():
    rig = Rig()
    rig.model.fault("panel_busy_low")
    rig.model.strict = False  # without BUSY the driver cannot know when it may send
    rig.panel.show(bar(1))
    rig.until(lambda: rig.panel.state == "no_answer", 1_000)
    rig.model.fault("panel_busy_low", False)
    rig.until(lambda: rig.panel.state == "working", 40_000)
    assert rig.seen() == picture(bar(1))


def test_busy_that_rises_late_and_updates_half_or_five_times_as_long():
    rig = Rig()
    rig.model.fault("panel_busy_late", ms=1)
    for n in range(6):
        rig.show(bar(n))
    assert rig.panel.state == "working"
    rig.model.fault("panel_busy_late", False)
    for factor in (0.5, 1.9, 5):
        rig.model.fault("panel_slow", factor=factor)
        rig.show(bar(20 + int(factor)))
        rig.run(31_000)
    assert rig.panel.state == "working" and "busy_stuck" not in rig.panel.state


def test_a_cold_panel_is_given_more_time_until_it_is_enough():
    rig = Rig()
    rig.model.fault("panel_slow", factor=5)
    rig.panel.show(bar(0))
    rig.until(lambda: rig.panel.state == "working", 40_000)
    assert rig.seen() == picture(bar(0)) and rig.kinds() == ["fast"]
    # From then on nothing is cut short any more.
    for n in range(1, 4):
        rig.show(bar(n))
    rig.run(31_000)
    rig.show(bar(4), full=True)


def test_one_disturbed_look_at_busy_does_not_send_into_a_running_update():
    rig = started()
    for every in (2, 3, 7):
        rig.model.fault("panel_busy_flicker", every=every)
        for n in range(1, 15):
            rig.show(bar(n))
        rig.model.fault("panel_busy_flicker", False)
    assert rig.panel.state == "working"


def test_a_restart_of_the_device_in_the_middle_of_an_update():
    rig = started()
    rig.panel.show(bar(1))
    rig.until(lambda: rig.model.kind == "partial")
    rig.world.reset()
    rig.world.restart()
    again = Rig(world=rig.world)
    assert again.show(bar(2)) <= 1_250


class Wire:
    """An SPI bus or a pin that takes everything; `level` is what it reads."""

    def __init__(self):
        self.level = 0

    def write(self, block):
        pass

    def __call__(self, level=None):
        return self.level


def test_no_step_allocates_once_the_panel_is_started():
    import gc

    world = Rig().world
    wires = [Wire() for _ in range(5)]
    busy = wires[4]
    panel = Panel(ssd1683, *wires)
    paint = bar(1)
    worst = 0
    for _ in range(2):
        panel.show(paint)
        started = world.now
        for _ in range(1000):
            # Busy for 20 ms of each 40 ms: every phase goes on.
            busy.level = (world.now - started) // 20_000 & 1
            starts = panel.asleep or panel._starting  # what a start needs is lent
            gc.collect()
            before = gc.mem_alloc()
            left = panel.step(0)
            if not starts:
                worst = max(worst, gc.mem_alloc() - before)
            world.spend(left * 1000 + 100)
            if panel.idle:
                break
    assert panel.state == "working"
    assert worst == 0, worst
