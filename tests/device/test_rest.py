"""A quiet table: the reader slows down, the battery is told, the device sleeps, and a button or a card wakes it."""

import json
import os

from tapete_host.sim.desk import Device
from tapete_host.sim.people import People
from tapete_host.sim.strict import DeviceEnd
from tapete_host.sim.world import DEEPSLEEP_RESET, HARD_RESET, World

TRICK = ["lay 6C", "ok", "lift 6C", "lay 5O", "lay RO"]
MINUTES = 60000
SOAK = os.getenv("TAPETE_SOAK")
BOARDS = ("wroom_pn5180", "wroom_mfrc522")


def started(settings=None, board="wroom_pn5180", **kw):
    people = People(Device(World(board=board, seed=1, **kw), settings))
    people.boot()
    return people


def begun(settings=None, board="wroom_pn5180", **kw):
    """People in the middle of a trick, seats 3 and 4 still to play."""
    people = started(settings, board, **kw)
    people.play(["ok"] + TRICK)
    return people


def quieter(p, ms=9 * MINUTES + 50000):
    """As if nothing had been done for so long: ten minutes of polls take a minute of this computer."""
    app = p.device.app
    app.changed = app._rest_at = p.world.now // 1000 - p.world.boot_at // 1000 - ms


def asleep(p, limit=11 * MINUTES, jump=True):
    """Let the device work until it sleeps -> ms that it took."""
    if jump:
        quieter(p)
    begin = p.world.now
    try:
        p.run(limit)
    except DeviceEnd as end:
        assert end.cause == DEEPSLEEP_RESET, end.cause
        return (p.world.now - begin) // 1000
    raise AssertionError("it does not sleep")


def wake(p):
    """Until the device has woken for good -> how often it had looked at the mat and slept again."""
    looks = 0
    while True:
        p.world.advance(3600 * 1000000)
        try:
            p.device.wake(p.out)
            p.rest()
            return looks
        except DeviceEnd as end:
            if end.cause == HARD_RESET:
                p.restart()
                return looks
            assert end.cause == DEEPSLEEP_RESET, end.cause
            looks += 1
            assert looks < 1000


def press(p):
    """Press OK in half a minute, while it sleeps, and let it start."""
    p.world.at(30000, lambda: p.world.press("ok", 100))
    return wake(p)


def stays_asleep(p, seconds):
    """How often the device looks at the mat in that time; it must not wake."""
    end = p.world.now + seconds * 1000000
    looks = 0
    while p.world.now < end:
        p.world.advance(end - p.world.now)
        if p.world.woken():
            try:
                p.device.wake(p.out)
            except DeviceEnd as again:
                assert again.cause == DEEPSLEEP_RESET
                looks += 1
                continue
            raise AssertionError("it woke")
    return looks


def seen(p):
    """What is shown, but for the words on what happened last."""
    view = p.device.app.table.view
    return {k: v for k, v in view.__dict__.items() if k != "banner"}


def flash_acta():
    """All lines of the acta as they are on flash, the hot file's too."""
    from tapete.journal import Journal

    return [text for _, text in Journal().load()]


def screen(p):
    return [row for row in p.records if row[:7] == "screen "][-1]


def note(p, words):
    return [row for row in p.records if row.startswith("note " + words)]


def field_on(p):
    return any([field.on for field in p.world.fields])


# -- asleep, and awake again


def test_ten_quiet_minutes_are_sleep():
    if not SOAK:
        return  # ten minutes of polls take a minute of a computer; below they are jumped over
    p = begun()
    took = asleep(p, jump=False)
    assert 9.9 * MINUTES < took < 10.2 * MINUTES, took


def test_the_button_brings_the_same_screen_back():
    for board in BOARDS:
        p = begun(board=board)
        before, acta = seen(p), p.acta()
        took = asleep(p)
        assert 9000 < took < 20000, took
        panel = p.world.panel
        assert panel.asleep and not panel.power()["on"]
        assert panel.updates[-1][1] == "full" and panel.updates[-1][2] * 1000 < p.world.now
        assert not field_on(p)
        assert note(p, "asleep") == ["note asleep: OK wakes it"]
        p.device.mount()
        assert flash_acta() == acta
        looks = press(p)
        assert 4 <= looks <= 6, looks  # one in five seconds
        assert seen(p) == before and p.acta() == acta, seen(p)
        p.play(["lay 2B", "lay AO", "expect screen won", "expect trick 2"])
        assert p.acta()[-2:] == ["play 2B 3", "play AO 4"]


def painted(act):
    """Call act(view) for each band that is painted from now on; the function returned ends that."""
    from tapete import screens

    paint = screens.paint

    def watched(view, canvas):
        act(view)
        paint(view, canvas)

    def over():
        screens.paint = paint

    screens.paint = watched
    return over


def test_main_looks_at_the_mat_before_it_loads_anything_and_starts_for_the_button():
    import sys

    p = begun()
    asleep(p)
    world, device = p.world, p.device
    pictures = len(world.panel.updates)

    def run(cause):
        world.restart()
        try:
            device.run_main()
        except DeviceEnd as end:
            assert end.cause == cause, end.cause
            return
        raise AssertionError("it goes on")

    world.advance(3600 * 1000000)
    run(DEEPSLEEP_RESET)
    assert "tapete.app" not in sys.modules and len(world.panel.updates) == pictures
    world.press("ok", 3000)
    world.at(5000, world.power_cut)
    run(0)
    assert len(world.panel.updates) > pictures, "held OK wakes it, and is no wish for the safe mode"


def test_what_the_glass_shows_of_a_device_that_sleeps():
    p = begun({"lang": "en"})
    shown = []
    over = painted(shown.append)
    asleep(p)
    over()
    view = shown[-1]
    assert view.banner == ("asleep", ()) and view.buttons == ("wake", "", "", "")
    assert view.kind == "trick" and view.cards == [(1, 2), (2, 7)]


def test_a_card_wakes_it_while_a_round_is_open_and_is_asked_for():
    for board in BOARDS:
        p = begun(board=board)
        asleep(p)
        assert stays_asleep(p, 60) in (11, 12)
        laid = p.world.now
        p.lay("2B", 3 if p.world.seats() else None)
        wake(p)
        view = p.device.app.table.view
        assert p.world.panel.updates[0][2] * 1000 < laid
        assert view.kind == "resume" and view.question, (board, view.kind)
        p.play(["ok", "lay AO", "expect screen won"])
        assert p.acta()[-2:] == ["play 2B 3", "play AO 4"], p.acta()[-3:]


def test_a_trick_that_was_collected_meanwhile_wakes_nobody_and_is_collected():
    p = begun()
    p.play(["lay 2B", "lay AO"])
    asleep(p)
    for card in ("5O", "RO", "2B", "AO"):
        p.world.lift(card)
    assert stays_asleep(p, 60)
    p.lay("4O")
    wake(p)
    p.play(["ok", "expect screen trick"])
    assert p.acta()[-1] == "play 4O 4", p.acta()[-2:]


def test_between_rounds_only_the_button_wakes_it():
    p = started()
    p.play(["ok", "expect screen deal"])
    asleep(p)
    p.lay("6C")
    assert stays_asleep(p, 3600) == 0
    press(p)
    p.play(["lift 6C", "lay 6C", "expect screen deal", "ok", "lift 6C", "lay 5O", "expect screen trick"])


def test_a_press_that_wakes_presses_nothing_however_long():
    p = begun()
    before = seen(p)
    asleep(p)
    p.world.press("ok", 6000)
    wake(p)
    p.run(6000)
    assert seen(p) == before
    p.play(["ok hold", "expect question menu"])


def test_a_press_on_the_way_to_sleep_keeps_it_awake():
    p = begun()
    before = seen(p)
    shown = []

    def press_once(view):
        shown.append(view)
        if view.banner == ("asleep", ()) and len(shown) == 1:
            p.world.press("ok", 1500)

    over = painted(press_once)
    quieter(p)
    p.run(30000)
    over()
    assert shown[0].banner == ("asleep", ()) and shown[-1].banner[0] == "played"
    assert not note(p, "asleep") and seen(p) == before, "that press was for the sleep"
    p.play(["lay 2B", "lay AO", "expect screen won"])


def test_a_device_that_shall_not_sleep_does_not():
    p = begun({"sleep": False})
    quieter(p)
    p.run(150000 if SOAK else 30000)
    p.play(["lay 2B", "lay AO", "expect screen won"])


def test_a_flash_that_refuses_a_line_keeps_it_awake():
    p = begun()
    p.world.fault("flash_error")
    p.play(["lay 2B", "ok"])
    quieter(p)
    p.run(70000)
    assert p.device.app.journal.trouble
    p.world.fault("flash_error", False)
    asleep(p)
    p.device.mount()
    assert flash_acta()[-1] == "play 2B 3"


def test_a_reader_that_fails_at_a_look_wakes_nobody():
    for board in BOARDS:
        p = begun(board=board)
        asleep(p)
        p.world.fault("reader_dead", **({"seat": 1} if p.world.seats() else {}))
        assert stays_asleep(p, 60) >= 10
        p.world.fault("reader_dead", False, **({"seat": 1} if p.world.seats() else {}))
        press(p)
        p.play(["lay 2B", "lay AO", "expect screen won"])


def test_power_may_fail_at_any_moment_of_going_to_sleep():
    p = begun()
    acta = p.acta()
    ways = []
    for k in range(16):
        quieter(p, 10 * MINUTES - 1000)
        p.world.at(600 * k, p.world.power_cut)
        try:
            p.run(20000)
        except DeviceEnd as end:
            ways.append(end.cause)
        p.world.advance(5000 * 1000)
        p.device.mount()
        assert flash_acta() == acta
        p.device.restart(p.out)
        p.rest()
    assert ways.count(0) > 6 and DEEPSLEEP_RESET in ways, ways
    p.play(["lay 2B", "lay AO", "expect screen won"])


# -- the reader slows down


def share(p, ms):
    """Share of that time in which the field is on."""
    field, world = p.world.field, p.world
    carrier = field.carrier
    begin = world.now
    total, since = [0], [begin if field.on else None]

    def watched(on):
        carrier(on)
        if since[0] is not None:
            total[0] += world.now - since[0]
        since[0] = world.now if on else None

    field.carrier = watched
    p.run(ms)
    field.carrier = carrier
    watched(field.on)
    return total[0] / (world.now - begin)


def test_the_field_stays_on_while_a_trick_is_open_and_rests_otherwise():
    p = begun()
    p.run(60000 if SOAK else 6000)
    assert share(p, 5000) > 0.9
    p.play(["lay 2B", "lay AO"])  # complete, and left lying
    assert share(p, 5000) > 0.9
    p.run(25000)
    rests = share(p, 5000)
    assert rests < 0.3, rests
    p.play(["collect"])
    p.run(25000)
    assert share(p, 5000) < 0.1
    p.play(["lay 4O", "expect trick 2"])
    assert share(p, 5000) > 0.9
    assert p.acta()[-1] == "play 4O 4"


def test_what_was_chosen_in_a_list_that_nobody_left_is_kept():
    p = started({"lang": "es", "volume": 2})
    p.play(["cambio", "expect question options", "cambio", "ok"])
    assert p.device.app.settings.volume == 3
    asleep(p)
    press(p)
    assert p.device.app.settings.volume == 3
    p.world.flash.start_log()
    asleep(p)
    assert not p.world.flash.log, "what is on flash is not written again"


# -- the battery


def test_a_low_battery_is_told_once_and_its_end_too():
    p = begun()
    p.run(5000)
    assert not note(p, "battery")
    p.world.fault("battery", mv=3450)
    p.run(62000)
    assert note(p, "battery") == ["note battery low: 3450 mV"]
    assert screen(p).startswith("screen trouble") and p.device.app.table.view.trouble == ("battery", ())
    p.play(["ok", "expect screen trick"])
    p.world.fault("battery", mv=3600)  # not yet well, and no longer low
    p.run(62000)
    p.world.fault("battery", mv=3450)
    p.run(62000)
    assert len(note(p, "battery")) == 1 and screen(p).startswith("screen trick")
    p.world.fault("battery", mv=3700)
    p.run(62000)
    assert note(p, "battery")[1:] == ["note battery working: 3700 mV"]
    p.play(["lay 2B", "lay AO", "expect screen won"])


def test_the_end_of_a_low_battery_puts_its_screen_away_by_itself():
    p = begun()
    p.world.fault("battery", mv=3450)
    p.run(62000)
    assert screen(p).startswith("screen trouble")
    p.world.fault("battery", False)
    p.run(62000)
    assert screen(p).startswith("screen trick")


def test_a_pin_joined_to_ground_is_no_battery():
    p = begun()
    p.world.fault("battery", mv=0)
    p.run(150000 if SOAK else 65000)
    assert not note(p, "battery") and screen(p).startswith("screen trick")


# -- resets


def resets():
    with open("/resets.txt") as f:
        return f.read()


def test_dips_and_bites_are_counted_and_nothing_else_is():
    p = begun()
    p.world.power_cut()
    p.restart()
    p.world.reset()
    p.restart()
    assert not note(p, "resets")
    for n in (1, 2):
        p.world.fault("brownout")
        try:
            p.run(1000)
        except DeviceEnd:
            p.restart()
        assert note(p, "resets")[-1] == "note resets: brownout %d watchdog 0" % n
    p.device.app.loop.drop("supervisor")
    try:
        p.run(20000)
    except DeviceEnd:
        p.restart()
    assert resets() == "brownout 2\nwatchdog 1\n"
    asleep(p)
    press(p)
    assert note(p, "resets")[-1] == "note resets: brownout 2 watchdog 1"
    assert resets() == "brownout 2\nwatchdog 1\n"
    p.play(["lay 2B", "lay AO", "expect screen won"])


def test_a_count_that_cannot_be_read_begins_anew():
    for text in ("", "brownout many\n", "\xff", "brownout 3\nwatchdog 10000000\n"):
        world = World(seed=1)
        p = People(Device(world, {}, {"/resets.txt": text}))
        world.fault("brownout")
        p.restart()
        assert "brownout %d" % (4 if "3" in text else 1) in resets(), (text, resets())


def test_the_list_tells_battery_and_resets():
    p = started(
        {"lang": "en"},
    )
    p.play(["ok", "ok hold"])
    view = p.device.app.table
    while view.view.question[2][view.view.question[3]][0] != "menu_options":
        p.play(["cante"])
    p.play(["ok", "cante", "cante", "expect question options", "ok", "expect question device"])
    options = view.view.question[2]
    assert options == [("battery_volts", ("3.90",)), ("resets_brownout", (0,)), ("resets_watchdog", (0,))], (
        options
    )
    p.play(["ok", "expect question options", "cante", "cante", "ok", "deshacer", "wait 500"])
    with open("/settings.json") as f:
        assert json.load(f)["sleep"] is False


def test_the_ring_of_lights_is_dark_and_a_lesson_makes_way_for_what_the_panel_says():
    p = begun({"ring": 12, "teaching": True})
    leds = p.world.light_log[-1][2]
    assert len(leds) == 12 and set(leds) != {"000000"} and p.device.app.table.view.duty
    asleep(p)
    assert set(p.world.light_log[-1][2]) == {"000000"}, "LEDs keep their colours while the chip sleeps"
