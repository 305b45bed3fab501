"""The ring of lights on its model: what it shows is what the panel shows, and a board without one has none."""

import sys

import neopixel
from machine import Pin

from support.refusing import refused
from tapete_host.sim.desk import Device
from tapete_host.sim.people import People
from tapete_host.sim.strict import StrictError
from tapete_host.sim.world import World

DAY, NIGHT = 40, 5
START = ["expect screen new_match", "ok", "expect screen deal", "lay 6C", "ok", "lift 6C"]


def table(ring=12, board="wroom_pn5180", **settings):
    settings["ring"] = ring
    people = People(Device(World(seed=1, board=board), settings))
    people.boot()
    return people


def shown(people):
    """Colours of the LEDs now."""
    return people.world.light_log[-1][2]


def lit(people):
    """Numbers of the LEDs that are on, and their colours."""
    leds = shown(people)
    return [i for i in range(len(leds)) if leds[i] != "000000"], set([one for one in leds if one != "000000"])


def test_the_quarter_of_whose_turn_it_is():
    p = table()
    p.play(START + ["expect turn 1"])
    p.rest()
    # LED 0 is before seat 1, the numbers go clockwise: seat 4 is at its left, seat 2 at its right
    for card, seat, leds in (("5O", 2, [8, 9, 10]), ("RO", 3, [5, 6, 7]), ("2B", 4, [2, 3, 4])):
        p.play(["lay " + card, "expect turn %d" % seat])
        p.rest()
        assert lit(p) == (leds, {"00%02x00" % DAY}), (seat, shown(p))


def test_who_won_blinks_white_and_then_has_the_turn():
    p = table(24)
    p.play(START + ["lay 5O", "lay RO", "lay 2B"])
    p.rest()
    before = len(p.world.light_log)
    p.play(["lay AO", "expect screen won"])
    p.run(2000)
    changes = [set(leds) - {"000000"} for _, _, leds in p.world.light_log[before:]]
    white = {3 * ("%02x" % ((3 * DAY + 3) // 4))}
    assert changes == [white, set(), white, set(), white, set(), {"00%02x00" % DAY}], changes
    assert lit(p)[0] == [3, 4, 5, 6, 7, 8]


def test_refused_is_red_and_a_question_amber():
    p = table()
    p.play(["expect screen new_match", "ok", "expect screen deal", "lay RC", "ok", "lift RC"])
    p.play(["lay 2C", "lay 4C", "lay 5C", "lay AO", "expect screen refused"])
    p.rest()
    assert lit(p) == ([2, 3, 4], {"%02x0000" % DAY})
    p.play(["ok hold", "expect question menu"])
    p.rest()
    leds, colours = lit(p)
    assert len(leds) == 12 and colours == {"%02x%02x00" % (DAY, DAY // 2)}


def test_a_trouble_is_red_and_by_hand_the_turn_is_shown_again():
    p = table()
    p.play(START + ["lay 5O"])
    p.world.fault("reader_dead")
    p.run(8000)
    assert p.device.app.table.view.kind == "trouble" and lit(p)[1] == {"%02x0000" % DAY}
    p.run(65000)
    assert p.device.app.table.view.kind == "by_hand" and lit(p) == ([8, 9, 10], {"00%02x00" % DAY})


def test_at_night_it_is_dim_and_without_power_dark():
    p = table(16, night=True)
    p.play(START)
    p.rest()
    assert lit(p)[1] == {"00%02x00" % NIGHT}
    p.world.power_cut()
    assert lit(p) == ([], set())


def test_no_ring_no_module():
    for ring, board in ((0, "wroom_pn5180"), (12, "wroom_mfrc522")):
        p = table(ring, board)
        assert p.world.light_log == [] and "tapete.lights" not in sys.modules, (ring, board)
        assert len([w for w in p.device.app.loop._workers if w[0] == "lights"]) == 0


def test_every_view_has_a_light_that_it_says_itself():
    from support.views import samples
    from tapete.lights import told

    kinds = {}
    for _, view in samples("en"):
        seats, colour, _ = told(view)
        kinds[view.kind] = True
        assert seats is None or all([1 <= seat <= len(view.names) for seat in seats])
        if len(seats or ()) == 1 and view.kind in ("trick", "deal", "cante", "by_hand", "resume"):
            assert seats[0] == view.turn
        if view.question and view.kind != "trouble":
            assert colour == (4, 2, 0)
    assert len(kinds) > 10


def test_any_banner_over_a_refused_card_leaves_the_ring_a_colour():
    from support.views import samples
    from tapete.lights import told

    banners = [view.banner for _, view in samples("en") if view.banner]
    refused_ones = [view for _, view in samples("en") if view.kind == "refused"]
    assert len(banners) > 40 and refused_ones
    for banner in banners:
        for view in refused_ones:
            view.banner = banner
            seats, colour, _ = told(view)
            assert colour == (4, 0, 0) and all([1 <= seat <= 4 for seat in seats]), banner


def test_the_wire_is_strict():
    world = World()
    ring = neopixel.NeoPixel(Pin(16), 4)
    ring[3] = (1, 2, 3)
    assert ring[3] == (1, 2, 3) and len(ring) == 4
    ring.write()
    assert world.light_log[-1][2] == ["000000"] * 3 + ["010203"]
    before = world.now
    ring.write()
    assert world.now - before >= 120 and len(world.light_log) == 1, "nothing has changed"
    assert refused(neopixel.NeoPixel(Pin(17), 4).write, "no ring", StrictError)
    assert refused(lambda: neopixel.NeoPixels, "NeoPixels", AttributeError)
