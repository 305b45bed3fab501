"""main.py of a device that tells collections which MicroPython makes by itself while cards are played.

Prints `counting takes BYTES` (what this needs of the heap), `low BYTES` (the least that was free on the screens of a
trick) and `automatic N SCREEN`. Put on the flash with canary.py, both as .mpy in the firmware's short names.
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
    counted = 0
    low = 1 << 29
    while True:
        kind = app.table.view.kind
        before = gc.mem_alloc()
        app.step()
        if kind in _PLAY and gc.mem_free() < low:
            low = gc.mem_free()
            print("low", low)
        # Only a collection makes the heap emptier; looking for the canaries leaves garbage.
        if gc.mem_alloc() < before and canaries.look() != counted:
            counted = canaries.automatic
            if kind in _PLAY:
                print("automatic", counted, kind)
            canaries._arm()


app = App()
app.start()
run(app)
