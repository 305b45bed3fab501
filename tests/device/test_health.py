"""Each trouble of reader, panel and flash: it bites, is named, shown, heard and logged; it goes, and so does all that.

The device is never started again meanwhile, and what was played stays.
"""

import os

from support.table_top import random_uids, spread
from tapete_host.sim.desk import Device
from tapete_host.sim.people import People
from tapete_host.sim.world import World

SOAK = os.getenv("TAPETE_SOAK")
TRICK = ["lay 6C", "ok", "lift 6C", "lay 5O", "lay RO"]


def begun(**kw):
    """People in the middle of a trick, seats 3 and 4 still to play."""
    people = People(Device(World(seed=1, **kw), {}))
    people.boot()
    people.play(["ok"] + TRICK)
    return people


def until(p, done, limit):
    """Let the device work until done() -> ms that it took. Fails after `limit` ms."""
    begin = p.world.now
    while not done():
        p.step()
        assert p.world.now - begin < 1000 * limit, limit
    return (p.world.now - begin) // 1000


def notes(p, part):
    """[(state, words)] of the console notes about a part."""
    head = "note %s " % part
    rows = [row[len(head) :] for row in p.records if row.startswith(head)]
    return [tuple(row.split(": ", 1)) for row in rows]


def noted(p, part, state):
    return notes(p, part)[-1:] and notes(p, part)[-1][0] == state


def log():
    """Lines of /health.txt: [seconds, part, state, words]."""
    try:
        with open("/health.txt") as f:
            return [line.split(" ", 3) for line in f.read().splitlines()]
    except OSError:
        return []


def logged(part, *states):
    """Whether the last lines about a part are of these states."""
    found = [row[2] for row in log() if row[1] == part]
    return found[-len(states) :] == list(states)


def sounds(p, name):
    return len([row for row in p.records if row == "sound " + name])


def screen(p):
    return [row for row in p.records if row[:7] == "screen "][-1]


def finish(p):
    """The match is where it was: two more cards and the trick is complete."""
    p.play(["lay 2B", "lay AO", "expect screen won", "expect trick 2"])
    assert p.acta()[-4:] == ["play 5O 1", "play RO 2", "play 2B 3", "play AO 4"], p.acta()[-6:]


def bites(p, fault, part, state, key, within, **args):
    """Switch a fault on and see that it is named, heard and, for a `key`, shown; then off, and all is well again."""
    app = p.device.app
    heard = sounds(p, "trouble")
    p.world.fault(fault, **args)
    until(p, lambda: noted(p, part, state), within)
    assert len(notes(p, part)[-1][1]) > 20, notes(p, part)
    if key:
        until(p, lambda: screen(p).startswith("screen trouble"), 2000)
        assert app.table.view.trouble[0] == key, app.table.view.trouble
    until(p, lambda: logged(part, state), 12000)
    until(p, lambda: sounds(p, "trouble") > heard, 1000)
    p.run(3000)
    assert sounds(p, "trouble") == heard + 1, "it is told once"
    p.world.fault(fault, False)


def recovers(p, part, state, within):
    """It is over, and that is told, shown and logged; then the match goes on."""
    app = p.device.app
    until(p, lambda: noted(p, part, "working"), within)
    assert ("of " + state) in notes(p, part)[-1][1], notes(p, part)
    until(p, lambda: logged(part, state, "working"), 12000)
    until(p, lambda: app.table.bad is None and not app.ills, 1000)
    p.run(1000)
    assert app._health is None, "what deals with troubles is given back"
    assert screen(p).startswith("screen trick"), screen(p)
    finish(p)


# -- the reader


def test_a_reader_that_does_not_answer():
    p = begun()
    bites(p, "reader_busy_stuck", "reader", "no_answer", "no_answer", 500)
    recovers(p, "reader", "no_answer", 5500)


def test_a_reader_that_answers_nonsense():
    for miso in (0, 255):
        p = begun()
        bites(p, "reader_dead", "reader", "bus_fault", "bus_fault", 500, miso=miso)
        recovers(p, "reader", "bus_fault", 5500)


def test_a_reader_without_its_5_v():
    p = begun()
    bites(p, "reader_supply", "reader", "supply", "supply", 3000)
    recovers(p, "reader", "supply", 5500)


def test_a_reader_without_its_antenna():
    # All seems well but for the AGC; the cards on the mat are kept, for a card that is not heard may be covered.
    p = begun()
    p.play(["lay 2B", "lay AO", "collect"])  # no tag answers that the antenna is there
    p.run(25000)
    bites(p, "reader_antenna", "reader", "antenna_off", "antenna_off", 9000)
    until(p, lambda: noted(p, "reader", "working"), 5500)
    until(p, lambda: logged("reader", "antenna_off", "working"), 12000)
    p.play(["lay 3B", "expect screen trick"])


def test_a_field_that_does_not_stay():
    p = begun()
    chip = p.world.reader
    field = p.world.field
    carrier = field.carrier

    def falls(on):
        carrier(on)
        if on:
            p.world.at_us(p.world.now + 60, lambda: carrier(False))

    field.carrier = falls
    carrier(False)
    until(p, lambda: noted(p, "reader", "antenna_off"), 3000)
    until(p, lambda: logged("reader", "antenna_off"), 12000)
    field.carrier = carrier
    assert chip.supply
    recovers(p, "reader", "antenna_off", 5500)


def test_a_field_that_was_lost_once_is_nobodys_business():
    p = begun()
    p.world.fault("reader_field_lost")
    p.play(["lay 2B"])
    assert notes(p, "reader") == [] and log() == []
    p.play(["lay AO", "expect screen won"])


def test_a_receiver_that_forgot_its_set_up_is_found_by_the_regular_look():
    p = begun()
    p.world.fault("reader_deaf")
    p.world.field.lay("2B")
    took = until(p, lambda: p.acta()[-1] == "play 2B 3", 4000)
    assert took < 3000 and notes(p, "reader") == [], took
    p.play(["lay AO", "expect screen won"])


def test_a_reader_that_resets_itself_again_and_again():
    p = begun()
    bites(p, "reader_brown_every", "reader", "recovering", "recovering", 60000, ms=2000)
    # It works between: cards are taken, however shaky the supply.
    recovers(p, "reader", "recovering", 90000)


def test_a_heap_on_the_mat():
    # Forty strange cards over a coil so large that it hears them all.
    p = begun()
    field = p.world.field
    field.coil_mm = 600
    heap = random_uids(40, 7)
    spread(p.world, heap)
    until(p, lambda: noted(p, "reader", "too_many"), 15000)
    until(p, lambda: screen(p).startswith("screen trouble"), 2000)
    assert p.device.app.table.view.trouble == ("too_many", ()) and sounds(p, "trouble") == 1
    until(p, lambda: logged("reader", "too_many"), 15000)
    for uid in heap:
        field.lift(uid)
    until(p, lambda: noted(p, "reader", "working"), 15000)
    until(p, lambda: logged("reader", "too_many", "working"), 15000)
    for _ in range(6):  # strange cards were asked about
        if p.device.app.table.view.question:
            p.play(["ok"])
    finish(p)


def test_a_reader_of_no_known_version_works_and_is_shown_once():
    p = People(Device(World(seed=1), {}))
    p.world.fault("reader_version")
    p.boot()
    until(p, lambda: screen(p).startswith("screen trouble"), 3000)
    assert notes(p, "reader")[-1][0] == "clone" and p.device.app.table.view.trouble == ("clone", ())
    p.play(["ok", "ok"] + TRICK)
    until(p, lambda: logged("reader", "clone"), 15000)
    p.world.power_cut()
    p.restart()
    p.run(3000)
    assert notes(p, "reader")[-1][0] == "clone" and len(notes(p, "reader")) == 2
    assert screen(p).startswith("screen trick"), screen(p)  # known by now
    finish(p)


def _started_blind(lay=None):
    p = begun()
    p.world.power_cut()
    p.world.fault("reader_dead")
    p.restart()
    until(p, lambda: screen(p).startswith("screen trouble"), 3000)
    table = p.device.app.table
    assert table.ref.table == [(1, 2), (2, 7)] and table.view.question is None
    if lay:
        p.world.field.lay(lay)
    p.world.fault("reader_dead", False)
    until(p, lambda: noted(p, "reader", "working"), 6000)
    p.rest()
    return p


def test_a_start_without_a_reader_takes_the_acta_for_the_mat():
    finish(_started_blind())


def test_what_came_before_the_reader_did_is_asked_for():
    p = _started_blind("2B")
    p.play(["expect screen resume", "ok", "lay AO", "expect screen won", "expect trick 2"])


def test_a_first_match_is_set_up_without_a_reader_and_dealt_once_there_is_one():
    p = People(Device(World(seed=1), {}))
    p.world.fault("reader_dead")
    p.boot()
    until(p, lambda: screen(p).startswith("screen trouble"), 4000)
    p.play(["ok", "expect question setup_start", "ok", "expect screen deal"])
    p.world.fault("reader_dead", False)
    until(p, lambda: noted(p, "reader", "working"), 6000)
    p.rest()
    p.play(TRICK)
    finish(p)


# -- by hand


def test_after_a_minute_without_a_reader_people_play_by_hand():
    p = begun()
    app = p.device.app
    p.world.fault("reader_dead")
    until(p, lambda: noted(p, "reader", "bus_fault"), 500)
    p.play(["ok"])
    assert screen(p).startswith("screen trick")  # seen, and OK
    took = until(p, lambda: screen(p).startswith("screen by_hand"), 65000)
    assert took > 55000 and sounds(p, "trouble") == 2, took
    view = app.table.view
    assert (view.kind, view.dealer, view.turn, view.trump) == ("by_hand", 4, 3, 1), view.__dict__
    assert view.buttons[0] == "menu" and view.trouble == ("bus_fault", ())
    # OK opens the menu, also held; what it asks is seen, and then the score again.
    p.play(["cante", "expect screen by_hand", "ok", "expect question menu"])
    p.play(["deshacer", "wait 400", "expect screen by_hand", "ok hold", "expect question menu"])
    while app.table.view.question[2][app.table.view.question[3]][0] != "menu_award":
        p.play(["cambio"])
    p.play(["ok", "expect question award", "ok", "wait 400", "expect screen by_hand", "expect games 1 0"])
    assert p.acta()[-1] == "award 1+3"
    p.run(20000)
    assert screen(p).startswith("screen by_hand") and sounds(p, "trouble") == 2
    p.world.field.lift("5O")
    p.world.field.lift("RO")
    p.world.fault("reader_dead", False)
    until(p, lambda: noted(p, "reader", "working"), 5500)
    p.rest()
    assert not screen(p).startswith("screen by_hand"), screen(p)
    p.play(["ok", "expect screen deal", "lay 7O", "ok", "lift 7O", "lay 3O", "expect screen trick"])


def test_a_reader_that_comes_back_in_time_finds_the_match_where_it_was():
    if not SOAK:
        return
    p = begun()
    p.world.fault("reader_dead")
    p.run(70000)
    assert p.device.app.table.view.kind == "by_hand"
    p.world.fault("reader_dead", False)
    until(p, lambda: noted(p, "reader", "working"), 5500)
    p.rest()
    assert p.device.app.table.view.banner[0] == "by_hand_back"
    assert [row for row in p.records if row[:6] == "sound "][-1] == "sound answered"
    finish(p)


def test_cards_laid_while_it_was_away_are_asked_for():
    p = begun()
    p.world.fault("reader_dead")
    p.run(70000)
    p.world.field.lay("2B")
    p.world.field.lay("AO")
    p.world.fault("reader_dead", False)
    until(p, lambda: noted(p, "reader", "working"), 5500)
    p.rest()
    assert p.device.app.table.view.kind == "resume", screen(p)


# -- the panel


def test_a_panel_that_is_gone_is_heard_and_the_game_goes_on():
    p = begun()
    p.world.fault("panel_missing")
    p.play(["lay 2B"])
    until(p, lambda: noted(p, "panel", "no_answer"), 15000)
    until(p, lambda: logged("panel", "no_answer"), 12000)
    assert sounds(p, "trouble") == 2
    assert p.device.app.table.view.kind == "trick", "OK must not be taken by a text that nobody sees"
    p.play(["lay AO"])
    assert p.acta()[-2:] == ["play 2B 3", "play AO 4"]
    p.world.fault("panel_missing", False)
    until(p, lambda: noted(p, "panel", "working"), 40000)
    until(p, lambda: logged("panel", "no_answer", "working"), 12000)
    p.run(2000)
    assert p.device.app.panel.state == "working" and p.device.app._health is None


def test_a_panel_whose_busy_stands_still():
    p = begun()
    p.world.fault("panel_busy_high")
    p.play(["lay 2B"])
    until(p, lambda: noted(p, "panel", "busy_stuck"), 15000)
    assert sounds(p, "trouble") == 2
    p.world.fault("panel_busy_high", False)
    until(p, lambda: logged("panel", "busy_stuck", "working"), 50000)
    p.play(["lay AO", "expect screen won"])


def test_a_panel_of_another_kind_is_named():
    p = begun()
    p.world.fault("panel_v1")
    p.play(["lay 2B"])
    until(p, lambda: noted(p, "panel", "wrong_panel"), 30000)
    assert "UC81" in notes(p, "panel")[-1][1] and sounds(p, "trouble") == 2
    until(p, lambda: logged("panel", "wrong_panel"), 15000)
    p.world.fault("panel_v1", False)  # another one is plugged in
    until(p, lambda: logged("panel", "wrong_panel", "working"), 60000)
    p.play(["lay AO", "expect screen won"])


# -- the flash, and several at once


def test_a_flash_that_fails_is_logged_once_it_can_be():
    p = begun()
    p.world.fault("flash_error")
    p.play(["lay 2B"])
    assert notes(p, "flash")[-1][0] == "flash_error" and screen(p).startswith("screen trouble")
    p.world.fault("flash_error", False)
    until(p, lambda: logged("flash", "flash_error", "working"), 30000)
    p.play(["lay AO", "expect screen won"])


def test_a_readers_trouble_comes_before_the_flashs():
    p = begun()
    p.world.fault("flash_error")
    p.play(["lay 2B"])
    assert p.device.app.table.view.trouble[0] == "flash_error"
    p.world.fault("reader_dead")
    until(p, lambda: noted(p, "reader", "bus_fault"), 500)
    assert p.device.app.table.view.trouble[0] == "bus_fault"
    p.world.fault("reader_dead", False)
    until(p, lambda: noted(p, "reader", "working"), 5500)
    p.run(500)
    assert p.device.app.table.view.trouble[0] == "flash_error"
    p.world.fault("flash_error", False)
    p.run(8000)
    assert p.device.app.table.bad is None
    p.play(["lay AO", "expect screen won"])


def test_the_log_is_a_ring():
    begun()
    from tapete import health

    for n in range(100):
        health._append("%d reader no_answer it does not answer: look at its cable\n" % n)
    with open("/health.txt") as f:
        text = f.read()
    rows = log()
    assert 1000 < len(text) <= 2048 and text[-1] == "\n", len(text)
    first = int(rows[0][0])
    assert first > 50 and [int(row[0]) for row in rows] == list(range(first, 100)), rows
    assert all([len(row) == 4 for row in rows])


def test_a_trouble_that_comes_and_goes_does_not_wear_the_flash():
    p = begun()
    writes = []
    from tapete import health

    append = health._append
    health._append = lambda text: (writes.append(p.world.now), append(text))
    p.device.app._health = health
    for _ in range(4):
        p.world.fault("reader_dead")
        p.run(900)
        p.world.fault("reader_dead", False)
        p.run(3600)
    until(p, lambda: len(log()) == 9, 20000)  # the start, and four times two
    assert 1 <= len(writes) <= 3, writes
    assert [row[2] for row in log()] == ["start"] + ["bus_fault", "working"] * 4, log()
