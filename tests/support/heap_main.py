"""main.py of a device that tells collections which MicroPython makes by itself while cards are played.

Prints `counting takes BYTES` (what this needs of the heap), `looking leaves BYTES` (garbage each time), `low SCREEN
BYTES` (the least that was free on a screen of a trick, garbage and all), `free SCREEN QUESTION BYTES` (on every
other, once it is drawn and garbage is collected) and `automatic N SCREEN`. Put on the flash with canary.py, both as
.mpy in the firmware's short names.
"""

import gc

gc.threshold(2048)
_before = gc.mem_alloc()

import vfs  # noqa: E402
from canary import Canaries  # noqa: E402

vfs.mount(vfs.VfsPosix("/"), "/host")
gc.collect()
_share = gc.mem_alloc() - _before

from tapete.app import App  # noqa: E402

_PLAY = ("trick", "won")


def run(app):
    """The app's loop with a look at the heap after each turn."""
    gc.collect()
    begin = gc.mem_alloc()
    canaries = Canaries()
    gc.collect()
    print("counting takes", _share + gc.mem_alloc() - begin)
    before = gc.mem_alloc()
    canaries.look()  # each collection of the firmware's begins so, when its heap is fullest
    print("looking leaves", gc.mem_alloc() - before)
    counted = 0
    low = [1 << 29] * len(_PLAY)
    drawn = -1  # version of the table whose screen was looked at
    while True:
        kind = app.table.view.kind
        before = gc.mem_alloc()
        app.step()
        if kind not in _PLAY:
            drawn = look(app, canaries, drawn)
            # Those of other screens must not be taken for one of a trick. To look for them at every step would fill
            # the heap with what looking leaves, until one comes by that.
            if app.table.view.kind in _PLAY:
                counted = canaries.look()
                canaries._arm()
        elif gc.mem_free() < low[_PLAY.index(kind)]:
            low[_PLAY.index(kind)] = gc.mem_free()
            print("low", kind, gc.mem_free())
        # Only a collection makes the heap emptier; looking for the canaries leaves garbage.
        if gc.mem_alloc() < before and canaries.look() != counted:
            counted = canaries.automatic
            if kind in _PLAY:
                print("automatic", counted, kind)
            canaries._arm()


def look(app, canaries, drawn):
    """Say how much is free on a screen that has just been drawn -> the table's version then."""
    view = app.table.view
    if app.table.version != drawn and app.panel.idle and app._shown is view and view.kind not in _PLAY:
        drawn = app.table.version
        canaries.collect()
        print("free", view.kind, view.question[0] if view.question else "-", gc.mem_free())
    return drawn


app = App()
app.start()
run(app)
