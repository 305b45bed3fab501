"""What holds for every panel's driver on its model: pictures after many partials, times, rest, faults, wrong panels."""

import os

from support.panel import Rig, bar, blocks
from tapete.panels import ssd1680, ssd1683, uc8179
from tapete_host.sim.rng import Rng

PANELS = ("ssd1683", "ssd1680", "uc8179")
CHIPS = {"ssd1683": ssd1683, "ssd1680": ssd1680, "uc8179": uc8179}
MANY = 500 if os.getenv("TAPETE_SOAK") else 50

# Longest ms from show to the glass: first picture, powered, off, full; and the times of the updates themselves.
LIMITS = {
    "ssd1683": (1250, 400, 500, 1200, 4050),
    "ssd1680": (1960, 430, 530, 1900, 2300),
    "uc8179": (1430, 500, 640, 1380, 4200),
}


def started(**kw):
    """A rig whose first picture is on the glass."""
    rig = Rig(**kw)
    rig.show(bar(0))
    return rig


def partials(rig, many=MANY, seed=7):
    """So many random partial updates, each looked at."""
    rng = Rng(seed)
    for _ in range(many):
        rig.show(blocks(rng))  # compares


# --- pictures ----------------------------------------------------------------------------------------------


def test_fifty_random_partials_show_the_wanted_picture_on_every_chip_variant():
    for panel in PANELS:
        for copy in ("", "copy", "swap") if panel != "uc8179" else ("", "copy"):
            rig = started(panel=panel, copy=copy)
            partials(rig)
            assert rig.kinds() == ["fast"] + ["partial"] * MANY, panel
            assert rig.model.overdriven == 0


def test_a_uc8179_that_does_not_copy_its_planes_is_right_too():
    rig = Rig(panel="uc8179")
    rig.model.n2ocp = False
    rig.show(bar(0))
    partials(rig)
    assert rig.model.overdriven == 0 and rig.kinds().count("partial") == MANY


def test_an_old_7_5_inch_flashes_and_takes_longer_but_is_right():
    rig = Rig(panel="uc8179")
    rig.model.fault("panel_old")
    rig.show(bar(0))
    partials(rig, 20)
    assert rig.kinds() == ["fast"] * 21 and rig.panel.state == "working"
    start, _, end = rig.model.updates[-1]
    assert end - start == 1580


def test_every_kind_of_update_on_every_panel_and_board():
    for panel in PANELS:
        for name in ("wroom_pn5180", "s3_pn5180"):
            rig = started(panel=panel, name=name)
            rig.run(31_000)
            rig.show(bar(1), full=True)
            rig.show(bar(2))
            rig.run(31_000)
            rig.show(bar(3), full=2)
            rig.show(bar(4))
            assert rig.kinds() == ["fast", "fast", "partial", "full", "partial"], panel
            assert rig.panel.state == "working" and rig.panel.message == ""


def test_bands_fit_and_no_step_is_long():
    for panel in PANELS:
        chip = CHIPS[panel]
        assert chip.HEIGHT % chip.LINES == 0 and chip.WIDTH % 8 == 0
        assert chip.WIDTH * chip.LINES // 8 <= 4092  # one DMA piece, and what the heap has for it
        rig = started(panel=panel)
        partials(rig, 5)
        assert rig.longest < 5_000, (panel, rig.longest)


# --- times and bytes ---------------------------------------------------------------------------------------


def test_times_from_show_to_the_glass():
    for panel in PANELS:
        first, powered, off, fast, full = LIMITS[panel]
        rig = Rig(panel=panel)
        took = [rig.show(bar(0))]
        rig.show(bar(1))
        took.append(rig.show(bar(2)))
        rig.run(15_000)
        assert not rig.model.power()["on"]
        took.append(rig.show(bar(3)))
        rig.run(30_000)
        took.append(rig.show(bar(4), full=True))
        rig.run(31_000)
        took.append(rig.show(bar(5), full=2))
        assert all([ms <= limit for ms, limit in zip(took, (first, powered, off, fast, full))]), (panel, took)


def test_a_picture_costs_its_bytes_twice_and_few_frames():
    for panel in PANELS:
        chip = CHIPS[panel]
        rig = started(panel=panel)
        rig.world.log_frames(True)
        rig.show(bar(1))
        frames = rig.world.frames
        sent = sum([len(out) for _, _, out, _ in frames])
        size = chip.WIDTH * chip.HEIGHT // 8
        bands = chip.HEIGHT // chip.LINES
        assert 2 * size < sent < 2 * size + 80, (panel, sent)
        assert len(frames) <= 2 * 7 * bands + 20, (panel, len(frames))


def test_the_newest_picture_wins_in_continuous_play():
    for panel in PANELS:
        rng = Rng(11)
        rig = started(panel=panel)
        rig.show(bar(1))
        shown = []
        rig.model.listener = lambda kind, rig=rig, shown=shown: shown.append((rig.ms, bytes(rig.seen())))
        wanted = []
        for n in range(30):
            wanted.append((rig.ms, bytes(rig.picture(bar(n)))))
            rig.panel.show(bar(n))
            rig.run(20 + rng.below(700))
        rig.until_idle()
        worst = 0
        for i, (at, image) in enumerate(wanted):
            seen = [when for when, what in shown if what == image and when >= at]
            if seen:
                worst = max(worst, seen[0] - at)
            else:
                assert i + 1 < len(wanted) and wanted[i + 1][0] - at < 600, (panel, i)
        assert worst <= (1100 if panel == "uc8179" else 900), (panel, worst)


# --- rest and sleep ----------------------------------------------------------------------------------------


def test_power_goes_sleep_comes_and_a_picture_wakes_it():
    for panel in PANELS:
        rig = started(panel=panel)
        rig.show(bar(1))
        rig.run(9_000)
        assert rig.model.power()["on"]
        rig.run(2_500)
        assert not rig.model.power()["on"] and rig.model.power()["longest_ms"] < 11_500
        rig.run(300_000)
        rig.until(lambda rig=rig: rig.model.asleep, 20_000)
        assert rig.panel.asleep and rig.panel.idle
        assert rig.kinds() == ["fast", "partial", "full"]  # washed before its first sleep
        assert rig.seen() == rig.picture(bar(1))
        rig.run(3_600_000)
        assert rig.model.asleep and rig.model.power()["longest_ms"] < 11_500
        rig.show(bar(2))
        assert rig.kinds()[-1] == "fast"  # its RAM is lost
        partials(rig, 3)


def test_ghosts_stay_low_in_a_round_with_calm_moments():
    for panel in ("ssd1680", "uc8179"):
        rig = started(panel=panel)
        worst = 0
        for n in range(96):
            rig.show(bar(n), calm=n % 6 == 5)
            rig.run(900)
            if n % 6 == 4:
                worst = max(worst, rig.model.ghost_max())
        assert worst <= 26 and rig.kinds().count("fast") >= 3, (panel, worst, rig.kinds().count("fast"))


# --- faults ------------------------------------------------------------------------------------------------


def free(panel):
    """Level of BUSY while the panel is free."""
    return 1 - CHIPS[panel].BUSY


def stuck(panel, busy):
    """The fault that holds BUSY at busy, or at free."""
    return "panel_busy_high" if (free(panel) == 0) == busy else "panel_busy_low"


def test_no_panel_is_named_and_one_plugged_in_later_shows_the_newest_picture():
    for panel in PANELS:
        rig = Rig(panel=panel)
        rig.model.fault("panel_missing")
        rig.panel.show(bar(1))
        # The board pulls BUSY down: free for an SSD16xx, busy for a UC8179.
        rig.until(lambda rig=rig: rig.panel.state in ("no_answer", "busy_stuck"), 1_500)
        assert "no panel" in rig.panel.message
        rig.run(100_000)
        assert rig.panel.state != "working" and rig.panel.idle
        rig.panel.show(bar(2))
        rig.model.fault("panel_missing", False)
        rig.until(lambda rig=rig: rig.panel.state == "working", 35_000)
        assert rig.seen() == rig.picture(bar(2))


def test_busy_that_never_moves_is_no_answer():
    for panel in PANELS:
        rig = Rig(panel=panel, strict=False)  # without BUSY the driver cannot know when it may send
        rig.model.fault(stuck(panel, False))
        rig.panel.show(bar(1))
        rig.until(lambda rig=rig: rig.panel.state == "no_answer", 1_500)
        rig.model.fault(stuck(panel, False), False)
        rig.until(lambda rig=rig: rig.panel.state == "working", 40_000)
        assert rig.seen() == rig.picture(bar(1))


def test_a_loop_that_is_kept_from_looking_at_busy_sends_nothing_into_an_update():
    for panel in PANELS:
        for fault in ("", stuck(panel, False)):
            rig = started(panel=panel)
            rig.show(bar(1))
            for n, blocked in enumerate((30, 45, 60, 100, 160, 300, 420, 700)):
                if n % 2:
                    rig.run(11_000)  # the supply goes, and comes again
                if fault:
                    rig.model.fault(fault)  # the wire is broken
                rig.panel.show(bar(n))
                rig.until(lambda rig=rig: rig.panel.updating or rig.panel.state != "working")
                rig.world.spend(blocked * 1000)
                rig.until(lambda rig=rig: rig.panel.idle or rig.panel.state != "working", 12_000)
                if fault:
                    rig.model.fault(fault, False)
                    rig.until(lambda rig=rig: rig.panel.idle and rig.panel.state == "working", 60_000)
                assert rig.seen() == rig.picture(bar(n)), (panel, fault, blocked)
                assert rig.panel.state == "working"


def test_switching_the_supply_may_go_unseen():
    for panel in PANELS:
        rig = started(panel=panel)
        rig.show(bar(1))
        for blocked in (10, 38, 43, 49, 55, 150, 300):
            while rig.model.power()["on"] and not rig.model.busy:
                rig.step()
            rig.world.spend(blocked * 1000)  # it goes off meanwhile
            rig.run(1_500)
            assert rig.panel.state == "working" and not rig.model.power()["on"], (panel, blocked)
            rig.show(bar(blocked))


def test_busy_that_says_busy_for_ever_is_busy_stuck_at_the_start_and_in_an_update():
    for panel in PANELS:
        rig = Rig(panel=panel)
        rig.model.fault(stuck(panel, True))
        rig.panel.show(bar(1))
        rig.until(lambda rig=rig: rig.panel.state == "busy_stuck", 1_500)
        rig.model.fault(stuck(panel, True), False)
        rig.until(lambda rig=rig: rig.panel.state == "working", 40_000)
        assert rig.seen() == rig.picture(bar(1))
        rig.panel.show(bar(2))
        rig.until(lambda rig=rig: rig.model.kind == "partial")
        rig.model.fault(stuck(panel, True))
        rig.until(lambda rig=rig: rig.panel.state == "busy_stuck", 3_000)
        rig.model.fault(stuck(panel, True), False)
        rig.until_idle()
        assert (
            rig.seen() == rig.picture(bar(2)) and rig.kinds()[-1] == "fast" and rig.panel.state == "working"
        )


def test_busy_late_or_disturbed_and_updates_half_to_five_times_as_long():
    for panel in PANELS:
        rig = Rig(panel=panel)
        rig.model.fault("panel_busy_late", ms=1)
        for n in range(4):
            rig.show(bar(n))
        rig.model.fault("panel_busy_late", False)
        rig.model.fault("panel_busy_flicker", every=3)
        for n in range(4, 8):
            rig.show(bar(n))
        rig.model.fault("panel_busy_flicker", False)
        for factor in (0.5, 1.5, 5):
            rig.model.fault("panel_slow", factor=factor)
            rig.panel.show(bar(20 + int(factor)))
            rig.until(lambda rig=rig: rig.panel.idle and rig.panel.state == "working", 60_000)
            assert rig.seen() == rig.picture(bar(20 + int(factor)))
            rig.run(31_000)


def test_a_panel_that_is_not_known_is_said_and_the_boards_own_is_taken():
    from tapete import board
    from tapete.panels.start import open_panel
    from tapete_host.sim.world import World

    World()
    said = []
    for name, words in (("uc8197", 1), ("", 0), ("uc8179", 0)):
        del said[:]
        panel = open_panel(board.load("wroom_pn5180"), name, said.append)
        assert len(said) == words and panel._chip is (uc8179 if name == "uc8179" else ssd1683)
    open_panel(board.load("wroom_pn5180"), "uc8197", said.append)
    assert "uc8197" in said[0] and "taken: ssd1683" in said[0]


# --- another panel than the board says ---------------------------------------------------------------------


def test_a_panel_of_the_other_family_is_named_with_what_to_do():
    for panel, fitted, words in (
        ("ssd1683", "uc8176", "get the V2"),
        ("ssd1683", "uc8179", "uc8179"),
        ("ssd1680", "uc8176", "UC81xx"),
        ("ssd1680", "uc8179", "uc8179"),
        ("uc8179", "ssd1683", "ssd1683"),
        ("uc8179", "ssd1680", "ssd1680"),
    ):
        rig = Rig(panel=panel, fitted=fitted)
        rig.panel.show(bar(1))
        rig.until(lambda rig=rig: rig.panel.state == "wrong_panel", 1_500)
        assert words in rig.panel.message, (panel, fitted, rig.panel.message)
        rig.run(200_000)
        assert rig.panel.state == "wrong_panel" and not rig.model.updates
        # It is never left with its high voltages on.
        assert rig.model.power()["longest_ms"] < 20, (panel, fitted, rig.model.power())


def test_the_right_panel_in_place_of_the_wrong_one_works_without_a_restart():
    for panel, fault in (("ssd1683", "panel_v1"), ("ssd1680", "panel_v1"), ("uc8179", "panel_v2")):
        rig = Rig(panel=panel)
        rig.model.fault(fault)
        rig.panel.show(bar(1))
        rig.until(lambda rig=rig: rig.panel.state == "wrong_panel", 1_500)
        rig.run(50_000)
        rig.panel.show(bar(2))
        rig.model.fault(fault, False)
        rig.until(lambda rig=rig: rig.panel.state == "working", 35_000)
        assert rig.seen() == rig.picture(bar(2))


def test_a_panel_of_the_same_family_cannot_be_told_but_its_model_refuses_the_set_up():
    for panel, fitted in (("ssd1683", "ssd1680"), ("ssd1680", "ssd1683")):
        rig = Rig(panel=panel, fitted=fitted)
        rig.panel.show(bar(1))
        try:
            rig.until_idle()
        except Exception as error:
            assert "01h does not say" in str(error), error
        else:
            raise AssertionError("taken for the right one")
