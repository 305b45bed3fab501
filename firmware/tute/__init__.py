"""The game of Tute, pure: no I/O, no clock, no hardware. Runs under MicroPython and CPython.

While cards are played only a part of it need lie in the heap of a device; `lend` brings the rest for one use.
"""

import gc
import sys

# Where the heap cannot be asked for its size it is large: what was lent stays.
keep = not hasattr(gc, "mem_free")


def lend(name, home="tute"):
    """The module HOME.NAME for one use: unless `keep` is set, nothing here holds it afterwards."""
    full = home + "." + name
    module = sys.modules.get(full)
    if module is None:
        if not keep:
            gc.collect()  # what is loaded now should not lie behind garbage
        __import__(full)
        module = sys.modules[full]
        if not keep:
            del sys.modules[full]
            parent, _, leaf = full.rpartition(".")
            delattr(sys.modules[parent], leaf)
    return module


if keep:
    __import__("tute.face")
