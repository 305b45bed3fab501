"""A MicroPython that is too old is refused in a sentence; any other is not, and nothing is said."""

from tapete import device


class Interpreter:
    """Stands for the module sys."""

    def __init__(self, *version):
        self.implementation = self
        self.version = version


def refused(*version):
    """Whether this version is refused, and what is told."""
    told = []
    device.sys, kept = Interpreter(*version), device.sys
    device.print = told.append
    try:
        return device.refused(), told
    finally:
        device.sys = kept
        del device.print


def test_too_old():
    said = "note MicroPython 1.22 is too old for Tapete, which needs MicroPython 1.23 or newer"
    assert refused(1, 22, 2) == (True, [said])
    assert refused(1, 22, 0, "preview") == (True, [said])
    assert refused(1, 9, 4) == (True, [said.replace("1.22", "1.9")])


def test_new_enough():
    for version in ((1, 23, 0), (1, 23, 0, "preview"), (1, 29, 0, ""), (2, 0, 0)):
        assert refused(*version) == (False, [])


def test_this_one():
    assert not device.refused()
