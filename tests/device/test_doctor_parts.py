"""Tests of parts in one process with the models: what the virtual board cannot be made to show from outside."""

import sys

from tapete.doctor import buttons, unit
from tapete.doctor.protocol import Failed
from tapete_host.sim.world import World


class Talk:
    """The serial line: presses the buttons that are asked for, and keeps what is said."""

    def __init__(self, world=None):
        self.world = world
        self.said = []

    def note(self, text):
        self.said.append(text)
        if self.world and text.startswith("press "):
            self.world.press(text[6:], ms=100)

    def progress(self, done, of):
        self.said.append((done, of))


def _failed(act, *args):
    """The number and the text of the ERROR."""
    try:
        act(*args)
    except Failed as failed:
        return failed.number, failed.text
    return 0, ""


def test_contacts_that_bounce_a_little_are_good_on_any_seed():
    for seed in range(5):
        world = World(seed=seed)
        talk = Talk(world)
        said = buttons.buttons(talk, 2)
        assert said.startswith("open=4 presses=4 bounce_us=ok:"), said
        assert all([int(each.split(":")[1]) <= 1600 for each in said.split("=")[-1].split(",")]), said
        assert [each for each in talk.said if isinstance(each, tuple)] == [(0, 4), (1, 4), (2, 4), (3, 4)]


def test_contacts_that_bounce_long_are_named():
    world = World(seed=3)
    world.buttons.bounce_us = 30000
    number, text = _failed(buttons.buttons, Talk(world), 2)
    assert number == 43 and text.startswith("the contact bounces too long: ") and " us" in text, text


def test_buttons_that_nobody_presses_are_named():
    number, text = _failed(buttons.buttons, Talk(World()), 0)
    assert number == 0
    number, text = _failed(buttons.buttons, Talk(), 1)
    assert (number, text) == (42, "no contact, or nobody there: ok cante cambio deshacer")


class _Radio:
    """A stand-in for network.WLAN, which the virtual board does not have."""

    def __init__(self, heard):
        self.heard = heard
        self.on = False

    def active(self, on=None):
        if on is not None:
            self.on = on
        return self.on

    def scan(self):
        assert self.on
        if self.heard is None:
            raise OSError("Wifi Internal Error")
        return [(b"club", b"", 1, rssi, 3, 0) for rssi in self.heard]


class _Network:
    STA_IF = 0

    def __init__(self, radio):
        self.WLAN = lambda interface: radio


def _wifi(radio):
    kept = sys.modules["network"] if "network" in sys.modules else None
    sys.modules["network"] = _Network(radio)
    try:
        return unit.wifi(Talk())
    finally:
        sys.modules.pop("network")
        if kept:
            sys.modules["network"] = kept


def test_the_radio_is_as_it_was_afterwards():
    radio = _Radio([-70, -47, -90])
    assert _wifi(radio) == "networks=3 best=-47" and not radio.on
    radio = _Radio([])
    radio.on = True
    assert _wifi(radio) == "networks=0" and radio.on


def test_a_radio_that_does_not_work_is_told():
    radio = _Radio(None)
    assert _failed(_wifi, radio) == (81, "the radio does not work: Wifi Internal Error")
    assert not radio.on


def test_a_build_without_a_radio_has_none():
    assert unit.wifi(Talk()) == "absent"
