"""Field problems of the panel, by their row in tests/field_problems.md: each fault bites a driver without
protection, and the firmware lives through it: it says what is wrong, the game goes on, the newest picture comes."""

# heap: 16M

import os

from support.epd import Desk, broken
from support.panel import Rig, bar
from support.trouble import Match, shows
from tapete_host.sim.ssd1683 import SIZE

WHITE = b"\xff" * SIZE
SOAK = os.getenv("TAPETE_SOAK")
BACK = 40000  # ms within which the panel is tried again: every 30 s at the least


def plays_on(m, fault, state, **args):
    """The panel fails in the middle of a trick: it is named, cards count and sound as ever, and once the cause
    has gone the newest picture comes by itself."""
    m.lay(2)
    m.p.rest()
    assert shows(m)
    m.world.fault(fault, **args)
    heard = len(m.world.sounds)
    m.put()
    m.until(m.taken, 1000)
    m.run(400)
    assert len(m.world.sounds) > heard
    named = m.until(lambda: m.told("panel", state), 16000)
    m.put()
    m.until(m.taken, 1000)
    m.world.fault(fault, False)
    back = m.until(lambda: m.told("panel", "working") and shows(m), BACK)
    print(fault, "named after", named, "ms; picture right", back, "ms after the cause had gone")
    m.exact()


def desk(fault=None, **args):
    """A chip that a plain driver has set up, with a fault that came afterwards."""
    d = Desk()
    d.init()
    d.full(WHITE)
    if fault:
        d.chip.fault(fault, **args)
    return d


def begin(d, sequence=0xD7):
    """An update is begun, and nobody waits."""
    d.command(0x21, 0x40, 0)
    d.command(0x22, sequence)
    d.command(0x20)


def naive_wait(d, limit):
    """Looks at BUSY every ms until it is low, as many drivers do -> looks, at most `limit`."""
    looks = 0
    while d.chip.level("busy") and looks < limit:
        d.wait(1000)
        looks += 1
    return looks


def test_row_23_busy_stuck_high():
    d = desk("panel_busy_high")
    begin(d)
    assert naive_wait(d, 20000) == 20000  # 20 s, and no end
    plays_on(Match(), "panel_busy_high", "busy_stuck")


def test_row_23_busy_stuck_low():
    d = desk("panel_busy_low")
    begin(d)
    assert naive_wait(d, 10) == 0 and d.chip.busy  # it is told to be ready, and is not
    assert "during BUSY" in broken(d.command, 0x24)
    plays_on(Match(), "panel_busy_low", "no_answer")


def test_row_23_no_panel():
    d = desk("panel_missing")
    assert (
        d.chip.level("busy") is None
    )  # the board's resistor says "ready": whoever does not look never knows
    d.full(b"\x00" * SIZE)
    assert d.chip.picture() == WHITE
    plays_on(Match(), "panel_missing", "no_answer")


def test_row_23_the_other_panels_too():
    # The UC8179's BUSY is low while it is busy: what stays high is never busy, what stays low is busy for ever.
    for panel, fault, state in (
        ("uc8179", "panel_busy_low", "busy_stuck"),
        ("ssd1680", "panel_missing", "no_answer"),
        ("uc8179", "panel_busy_high", "no_answer"),
        ("ssd1680", "panel_busy_high", "busy_stuck"),
    )[: 4 if SOAK else 2]:
        plays_on(Match(panel=panel), fault, state)


def test_row_23_the_other_version_of_the_panel():
    d = desk("panel_v1")
    d.wait(1000000)
    begin(d)
    assert naive_wait(d, 5000) == 5000  # it is idle, and says what this driver takes for "busy"
    for panel, fault in (("ssd1683", "panel_v1"), ("uc8179", "panel_v2"))[: 2 if SOAK else 1]:
        m = Match(panel=panel)
        m.lay(1)
        m.world.fault(fault)  # a person has put another panel in, and must be told what it is
        m.world.power_cut()
        m.p.restart()
        m.until(lambda m=m: m.told("panel", "wrong_panel"), 5000)
        said = [line for line in m.p.records if line.startswith("note panel wrong_panel: ")]
        assert said and len(said[-1]) > 60, m.p.records[-9:]
        m.lay(2)
        m.world.fault(fault, False)
        m.until(lambda m=m: m.told("panel", "working") and shows(m), BACK)
        m.trick()
        m.exact()


def test_row_23_busy_that_rises_late():
    d = desk("panel_busy_late", ms=1)
    begin(d)
    assert naive_wait(d, 10) == 0 and d.chip.busy  # looked too soon
    m = Match()
    m.world.fault("panel_busy_late", ms=1)
    m.trick()
    m.trick()
    assert shows(m) and not m.told("panel", "no_answer")
    m.exact()


def test_row_24_a_cold_panel_and_one_that_is_quick():
    d = desk("panel_slow", factor=5)
    begin(d, 0xFC)
    assert naive_wait(d, 1000) == 1000  # a limit of three times what a warm room needs ends too soon
    for factor in (0.5, 5):
        m = Match()
        m.world.fault("panel_slow", factor=factor)
        heard = m.world.now
        m.put()
        m.until(m.taken, 400)  # the game does not wait for the glass
        assert m.world.now - heard < 400000
        m.lay(3)
        m.p.play(["collect"])
        assert shows(m)
        m.world.fault("panel_slow", False)
        m.exact()


def test_row_24_a_panel_without_the_fast_waveform():
    m = Match(panel="uc8179")
    m.world.fault("panel_old")  # it flashes for 1.6 s at each change, and shows the same
    m.lay(2)
    assert shows(m)
    m.put()
    m.until(m.taken, 400)
    m.lay()
    assert shows(m)
    m.exact()


def test_row_25_the_old_picture_is_rewritten():
    wrong = 0
    for copy in ("", "copy", "swap"):
        d = desk()
        d.chip.copy = copy
        for byte in (0x0F, 0xF0, 0x33, 0x0F):  # partial updates that write the new picture alone
            d.partial(bytes((byte,)) * SIZE, old=False)
            wrong += d.chip.picture() != bytes((byte,)) * SIZE
    assert wrong >= 3, wrong
    for does in ("nothing", "copy", "swap"):
        m = Match()
        m.world.fault("panel_memory", does=does)
        for _ in range(4):
            m.lay()
            assert shows(m), does
        m.p.play(["collect"])
        assert shows(m), does
        m.exact()


def test_row_26_ghosts_are_cleaned_when_nobody_waits():
    d = desk()
    for n in range(60):
        d.partial((b"\x00", b"\xff")[n % 2] * SIZE)
    assert d.chip.ghost_max() == 30  # and it grows for ever
    m = Match()
    most, before = 0, len(m.world.panel.updates)
    for _ in range(3):
        for _ in range(4):
            m.lay()
            most = max(most, m.world.panel.ghost_max())
            assert m.world.panel.updates[-1][1] == "partial"  # never in the middle of a trick
        m.run(3000)  # people look at the trick, and the panel may be cleaned
        m.p.play(["collect"])
    kinds = [kind for _, kind, _ in m.world.panel.updates[before:]]
    print(
        "most drives to white without cleaning:",
        most,
        "of",
        len(kinds),
        "updates; full ones:",
        kinds.count("fast"),
    )
    assert most <= 25 and shows(m)
    m.exact()


def test_row_27_the_panel_is_not_left_powered():
    d = desk()
    d.partial(b"\x00" * SIZE)
    d.wait(60000000)
    assert d.chip.power()["ms"] >= 59000  # nothing switches it off by itself
    m = Match()
    m.lay(2)
    m.run(15000)
    assert not m.world.panel.power()["on"], m.world.panel.power()
    assert m.world.panel.power()["longest_ms"] <= 12000, m.world.panel.power()
    m.world.fault("power_dip")
    m.p.restart()
    m.trick()
    assert shows(m)
    m.exact()


def test_row_27_five_minutes_idle_are_deep_sleep():
    rig = Rig()
    rig.show(bar(0))
    rig.show(bar(1))
    rig.run(320000)
    assert rig.model.asleep and rig.model.power()["longest_ms"] <= 12000, rig.model.power()
    rig.show(bar(2))


def test_row_27_sleep_needs_its_data_byte_and_no_power():
    d = desk()
    d.command(0x10)
    assert not d.chip.asleep and "10h got 0 data bytes" in broken(d.command, 0x12)  # 0.85 mA for ever
    d.command(0x10, 0)
    assert not d.chip.asleep
    d.update(0xE0)
    assert "analog part is on" in broken(d.command, 0x10, 1)  # the panel would stay under voltage
    d = desk()
    d.command(0x10, 1)
    assert d.chip.asleep


def test_row_28_nothing_is_sent_while_busy():
    d = Desk(strict=False)
    d.init()
    d.full(WHITE)
    begin(d)
    d.ram(0x24, b"\x00" * SIZE)
    d.ready()
    d.update(0xD7)
    assert d.chip.picture() == WHITE  # what was sent meanwhile is lost
    d = desk()
    begin(d)
    assert "during BUSY" in broken(d.command, 0x24)  # and a strict panel tells who did it
    m = Match()  # strict: a command during BUSY would end the test
    for delay in (100, 130, 170, 210, 250, 290, 340, 420):
        m.put()
        m.run(delay)
        if m.laid % 4 == 0:
            m.until(m.taken, 1000)
            m.p.play(["collect"])
    m.p.rest()
    assert shows(m)
    m.world.fault("panel_busy_flicker", every=7)
    m.trick()
    assert shows(m)
    m.exact()
