"""The game of Tute, pure: no I/O, no clock, no hardware. Runs under MicroPython and CPython."""

import sys


def lend(name):
    """The module tute.NAME for one use. Nothing here keeps it: a device has no heap for what is seldom needed."""
    full = "tute." + name
    kept = full in sys.modules
    __import__(full)
    module = sys.modules[full]
    if not kept:
        del sys.modules[full]
        globals().pop(name, None)
    return module
