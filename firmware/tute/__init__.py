"""The game of Tute, pure: no I/O, no clock, no hardware. Runs under MicroPython and CPython.

While cards are played only a part of it need lie in the heap of a device; `lend` brings the rest for one use.
"""

import gc
import sys

# Where the heap cannot be asked for its size it is large: what was lent stays.
keep = not hasattr(gc, "mem_free")


def lend(name):
    """The module tute.NAME for one use: unless `keep` is set, nothing here holds it afterwards."""
    full = "tute." + name
    module = sys.modules.get(full)
    if module is None:
        __import__(full)
        module = sys.modules[full]
        if not keep:
            del sys.modules[full]
            globals().pop(name, None)
    return module
