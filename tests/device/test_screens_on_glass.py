"""What the painters draw is what comes to the glass, on each panel, through its driver: play, a question, by hand."""

import sys

from support.views import LANGUAGES
from tapete.panels.drawing import picture
from tapete_host.sim.desk import Device
from tapete_host.sim.people import People
from tapete_host.sim.world import World

PLAYED = ["ok", "lay 6C", "ok", "lift 6C", "lay 5O", "lay RO"]
_BY_HAND = 65000  # ms


def _same(people):
    """Whether the glass shows the view that the table has now."""
    app, panel = people.device.app, people.world.panel
    view = app.table.view
    screens = sys.modules["tapete.screens"]  # the device's own
    return panel.picture() == picture(lambda c: screens.paint(view, c), panel.WIDTH, panel.HEIGHT)


def _shows(panel, size, lang):
    people = People(Device(World(seed=1, panel=panel), {"lang": lang}))
    people.boot()
    glass = people.world.panel
    assert (glass.WIDTH, glass.HEIGHT) == size
    people.play(PLAYED)
    people.rest()
    assert people.device.app.table.view.kind == "trick" and _same(people)
    people.play(["ok hold", "expect question menu"])
    people.rest()
    assert _same(people)
    people.play(["deshacer"])
    people.world.fault("reader_dead")
    people.run(_BY_HAND)
    people.rest()
    assert people.device.app.table.view.kind == "by_hand" and _same(people)


def test_4_2_inches():
    _shows("ssd1683", (400, 300), LANGUAGES[0])


def test_7_5_inches():
    _shows("uc8179", (800, 480), LANGUAGES[1])


def test_2_9_inches():
    _shows("ssd1680", (296, 128), LANGUAGES[0])


def _by_night(panel):
    """A trick is played by night, then by day again: the glass is exact, old pictures do not show through."""
    people = People(Device(World(seed=1, panel=panel), {"night": True, "volume": 3, "big": True}))
    people.boot()
    glass = people.world.panel
    people.play(PLAYED)
    people.rest()
    bits = sum([bin(byte).count("1") for byte in glass.picture()])
    assert bits < 4 * len(glass.picture()), "most of it is black"
    assert _same(people) and glass.overdriven == 0, "the old picture in its RAM is the one that was shown"
    assert people.device.app.sounds.volume == 1
    people.run(31_000)  # full updates are 30 s apart
    before = len(glass.updates)
    people.play(["ok hold"])
    people.device.app.table.settings["night"] = False
    people.play(["deshacer"])
    people.rest()
    kinds = [kind for _, kind, _ in glass.updates[before:]]
    assert kinds[-1] != "partial" and _same(people), kinds
    people.play(["lay 2B"])
    people.rest()
    assert _same(people) and glass.overdriven == 0


def test_by_night_on_4_2_inches():
    _by_night("ssd1683")


def test_by_night_on_7_5_inches():
    _by_night("uc8179")


def test_by_night_on_2_9_inches():
    _by_night("ssd1680")
