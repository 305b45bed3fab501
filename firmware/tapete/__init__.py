"""The device. lend() is for modules that are needed now and then, and should not stay in a small heap."""

import gc
import sys


def lend(name):
    """Import tapete.NAME for one use: nothing here keeps it, so it leaves the heap when its user lets go.

    NAME may have a room before it: "readers.pn5180setup".
    """
    full = "tapete." + name
    kept = full in sys.modules
    if not kept:
        gc.collect()  # what is loaded now should not lie behind garbage
    __import__(full)
    module = sys.modules[full]
    if not kept:
        del sys.modules[full]
        room, _, name = full.rpartition(".")
        delattr(sys.modules[room], name)  # where the import has put it
    return module
