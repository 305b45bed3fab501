"""What can go wrong around a match: steps that fail, Ctrl-C, full flash, damaged files, a silent reader."""

import os

from tapete_host.sim import desk
from tapete_host.sim.desk import Device
from tapete_host.sim.flash import Flash
from tapete_host.sim.people import People
from tapete_host.sim.strict import DeviceEnd
from tapete_host.sim.world import WDT_RESET, World

TRICK = ["lay 6C", "ok", "lift 6C", "lay 5O", "lay RO"]


def table(files=None, flash=None, **kw):
    people = People(Device(World(seed=1, flash=flash, **kw), {}, files))
    people.boot()
    return people


def begun(**kw):
    """People in the middle of a trick."""
    people = table(**kw)
    people.play(["ok"] + TRICK)
    return people


def notes(people):
    return [r for r in people.records if r[:5] == "note "]


def shown(people):
    return [r for r in people.records if r[:7] == "screen "][-1]


def fill():
    """Files until nothing more fits -> their names."""
    names = []
    for size in (4000, 600):
        while True:
            name = "/fat%d" % len(names)
            try:
                with open(name, "wb") as f:
                    f.write(b"x" * size)
            except OSError:
                os.remove(name)
                break
            names.append(name)
    return names


def broken(*args):
    raise ValueError("broken on purpose")


def test_a_failed_step_is_shown_and_the_game_goes_on_from_the_journal():
    p = begun()
    app = p.device.app
    app.loop.crashed = app.crashed
    before = app.table
    before.on_mat = broken
    p.world.field.lay("2B")
    p.run(300)
    p.rest()
    assert app.table is not before and len(app.crashes) == 1, app.crashes
    assert notes(p)[-1] == "note crash mat ValueError: broken on purpose"
    with open("/crash.txt") as f:
        assert "broken on purpose" in f.read()
    assert "broken on purpose" in shown(p) and shown(p).startswith("screen trouble"), shown(p)
    # What lay there was not in the acta: it is asked, as after any start.
    p.play(["ok", "expect screen resume", "ok", "expect turn 4", "lay AO", "expect screen won"])
    assert p.acta()[-4:] == ["play 5O 1", "play RO 2", "play 2B 3", "play AO 4"]


def test_a_painter_that_fails_leaves_the_trouble_on_the_panel():
    p = begun()
    app = p.device.app
    app.loop.crashed = app.crashed
    from tapete.screens import play

    play.trick = broken
    p.play(["lay 2B"])
    assert len(app.crashes) == 1, notes(p)
    assert shown(p).startswith("screen trouble")
    p.play(["lay AO"])
    assert len(app.crashes) == 1, notes(p)
    assert p.acta()[-2:] == ["play 2B 3", "play AO 4"], p.records[-9:]  # it referees on


def test_too_many_failures_reset_the_chip():
    p = begun()
    app = p.device.app
    app.loop.crashed = app.crashed
    app._step_watch = broken
    for worker in app.loop._workers:
        if worker[0] == "watch":
            worker[1] = broken
    try:
        p.run(60000)
        raise AssertionError
    except DeviceEnd as end:
        assert (end.cause, len(app.crashes)) == (2, 4), (end.cause, app.crashes)
    p.restart()
    assert p.device.app.table.ref.table == [(1, 2), (2, 7)]


def test_a_stuck_step_is_bitten_and_the_match_comes_back():
    p = begun()
    app = p.device.app
    app.table.on_button = lambda *args: [p.world.sleep(1000000) for _ in range(100)]
    try:
        p.play(["deshacer"])
        raise AssertionError
    except DeviceEnd as end:
        assert end.cause == WDT_RESET
    p.restart()
    assert p.device.app.table.ref.table == [(1, 2), (2, 7)]
    p.play(["lay 2B", "lay AO", "expect screen won"])


def test_ctrl_c_leaves_the_loop_with_an_hour_before_the_watchdog():
    def ctrl_c():
        raise KeyboardInterrupt

    for ms in (100, 700, 1500, 30000):  # while it starts, and later
        device = Device(World(seed=1), {})
        device.world.at(ms, ctrl_c)
        try:
            device.run_main()
            raise AssertionError
        except KeyboardInterrupt:
            pass
        device.world.advance(3590 * 1000000)
        assert device.world.ended is None
        device.world.advance(20 * 1000000)
        assert device.world.ended.cause == WDT_RESET


def test_ok_held_at_power_on_means_safe_mode():
    device = Device(World(seed=1), {})
    device.world.press("ok", 5000)
    device.run_main()
    assert device.world.panel.updates == [] and 2000 <= device.world.now // 1000 < 2300
    device.world.advance(60 * 1000000)
    assert device.world.ended is None  # no watchdog was started


def test_ok_pressed_for_a_moment_starts_the_app():
    device = Device(World(seed=1), {})
    device.world.press("ok", 700)
    device.world.at(5000, lambda: device.world.power_cut())
    try:
        device.run_main()
        raise AssertionError
    except DeviceEnd:
        assert device.world.panel.updates


def test_a_full_flash_is_shown_and_the_game_goes_on():
    flash = Flash(24)
    p = begun(flash=flash)
    fat = fill()
    p.play(["lay 2B", "lay AO", "collect", "lay 3B", "lay 4B", "lay 5B", "lay 6B"])
    p.run(1000)
    p.rest()
    assert shown(p).startswith("screen trouble"), shown(p)
    assert p.device.app.journal.trouble[0] == "flash_full"
    assert p.acta()[-2:] == ["play 5B 2", "play 6B 3"]
    for name in fat:
        os.remove(name)
    p.run(6000)
    p.play(["collect", "lay 7B"])
    assert p.device.app.journal.trouble is None and shown(p).startswith("screen trick")
    confirmed = p.acta()
    p.world.power_cut()
    p.restart()
    assert p.device.app.table.ref.table == [(4, 34)] and p.device.app.table.ref.trick_no == 3
    assert p.device.app.journal.line == len(confirmed)


def test_a_flash_that_fails_is_shown_and_what_was_confirmed_stays():
    p = begun()
    p.world.flash.fail_errno = 5
    p.play(["lay 2B"])
    assert shown(p).startswith("screen trouble") and p.device.app.journal.trouble[0] == "flash_error"
    p.play(["ok", "expect screen trick", "expect turn 4"])
    p.world.flash.fail_errno = 0
    p.world.power_cut()
    p.restart()
    assert p.device.app.table.ref.table == [(1, 2), (2, 7)]


def test_deck_problems_are_told_and_shown_at_the_start():
    deck = desk.deck_text(World(seed=1).deck).split("\n")
    ao = [row for row in deck if row[:2] == "AO"][0]
    for rows, note in (
        ([r for r in deck if r[:2] not in ("AO", "5C")], "note deck missing: AO 5C"),
        (deck[:-1] + ["RO" + ao[2:], ""], "is also"),
        (deck[:-1] + ["hello there", ""], "note deck malformed: line 42: hello there"),
        (None, "note deck missing: no deck file"),
    ):
        p = table({"/deck.txt": "\n".join(rows)} if rows else {"/x": ""})
        assert [n for n in notes(p) if note in n], notes(p)
        p.run(600)
        p.rest()
        assert shown(p).startswith("screen trouble"), shown(p)
        p.run(600)


def test_unreadable_settings_are_told_and_the_defaults_serve():
    p = People(Device(World(seed=1), None, {"/deck.txt": "deck x"}))
    p.device.mount()
    with open("/settings.json", "w") as f:
        f.write('{"board": "wroom_pn5180", "lang"')
    p.boot()
    assert "note settings unreadable: defaults are used" in notes(p)


def test_a_damaged_acta_is_named_and_put_aside():
    p = begun()
    p.device.app.journal.fold(True)
    lines = p.acta()
    with open("/actas/0001.01") as f:
        text = f.read()
    with open("/actas/0001.01", "w") as f:
        f.write(text.replace("play 5O 1", "play 6O 1"))
    p.world.power_cut()
    p.restart()
    at = len(lines) - 1
    assert [n for n in notes(p) if n.startswith("note acta damaged at line %d: play 6O 1" % at)], notes(p)
    app = p.device.app
    assert app.journal.match == 2 and app.table.ref.table == [] and app.table.ref.phase == "play"


def test_a_silent_reader_is_shown_and_the_match_waits():
    p = begun()
    p.world.fault("reader_dead")
    p.run(8000)
    assert shown(p).startswith("screen trouble"), shown(p)
    p.world.fault("reader_dead", False)
    p.run(8000)
    p.rest()
    assert shown(p).startswith("screen trick"), shown(p)
    p.play(["lay 2B", "lay AO", "expect screen won"])
