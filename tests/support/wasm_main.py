"""The firmware in MicroPython for WebAssembly: boot() is what boot.py is on the virtual table, turn() one of its loop.

That build collects garbage only where no Python runs, so whoever drives it calls turn() again and again, and a
collection asked for within takes place after it. `figures` = [shim's share, live after start, live at most after a
collection, most in use at the end of a turn while cards are played].
"""

import gc
import sys

import bridge
import uctypes

_PLAY = ("trick", "won")
figures = [0, 0, 0, 0]
app = None
DOORS = {}
"""The functions by name, for JavaScript: the names themselves may have become short ones (tapete_host.shorten)."""


class Pipe:
    """The socket to the model process: bytes go through the memory that both sides see."""

    def __init__(self, family=0):
        pass

    def connect(self, address):
        """JavaScript has done so."""

    def write(self, data, n=None):
        bridge.write(uctypes.addressof(data), len(data) if n is None else n)

    def readinto(self, into):
        bridge.read(uctypes.addressof(into), len(into))
        return len(into)

    def read(self, n):
        into = bytearray(n)
        if n:
            self.readinto(into)
        return bytes(into)


class _Socket:
    socket = Pipe


def boot():
    """The shim with its wire; the firmware's path."""
    sys.path[:] = ["/shim", "/"]
    sys.modules["socket"] = _Socket
    import os  # noqa: F401
    import time  # noqa: F401

    import esp32  # noqa: F401
    import machine  # noqa: F401
    import neopixel  # noqa: F401
    import network  # noqa: F401
    import tapete_seam
    import tapete_wire

    tapete_seam.back = tapete_wire.Wire("")
    sys.path[:] = ["/"]


def settle():
    """Called with no garbage: what there is now is the shim's."""
    figures[0] = gc.mem_alloc()


def start():
    """Bring the firmware up."""
    global app
    from tapete.app import App

    app = App()
    app.start()
    gc.collect()


def started():
    """Called with no garbage again."""
    figures[1] = gc.mem_alloc()


def turn():
    """One turn of the loop -> whether it asked for a collection, which is then due."""
    before = app.loop.collections
    app.step()
    if app.table.view.kind in _PLAY:
        figures[3] = max(figures[3], gc.mem_alloc())
    return app.loop.collections != before


def collected():
    """After such a collection."""
    if app.table.view.kind in _PLAY:
        figures[2] = max(figures[2], gc.mem_alloc())


def tell():
    """Print the figures."""
    print("figures", *figures)


for _name, _door in (
    ("boot", boot),
    ("settle", settle),
    ("start", start),
    ("started", started),
    ("turn", turn),
    ("collected", collected),
    ("tell", tell),
):
    DOORS[_name] = _door
