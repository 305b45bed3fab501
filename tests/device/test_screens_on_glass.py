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
