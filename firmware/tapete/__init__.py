"""The device. lend() is for modules that are needed now and then, and should not stay in a small heap."""

import tute


def lend(name):
    """The module tapete.NAME for one use, as `tute.lend` gives those of the game."""
    return tute.lend(name, "tapete")
