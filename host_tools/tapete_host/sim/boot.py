"""What _boot.py and the start of main.py are on the chip: run as `micropython boot.py SOCKET [bare]`.

Connects to the model process, puts the shim in place, mounts littlefs on the modelled flash at "/" and runs
`main` from it.  When main ends, or fails, the device is where a chip would show its prompt: it stands still,
and a watchdog that was started ends it. With `-i` before it MicroPython's own prompt comes when Ctrl-C has ended all
that; `bare`: main is not run, and it comes at once.
"""
# ruff: noqa: E402, F401, I001

import sys

if len(sys.argv) < 2 or sys.argv[2:] not in ([], ["bare"]):
    raise SystemExit("usage: micropython boot.py SOCKET [bare]")
sys.path = [(__file__.rpartition("/")[0] or ".") + "/shim", ".frozen"]

import esp32
import machine
import micropython
import neopixel
import network
import os
import tapete_seam
import tapete_wire
import time

micropython.kbd_intr(-1)  # until there is a file system
tapete_seam.back = tapete_wire.Wire(sys.argv[1])


def mount():
    """littlefs at "/", formatted when the flash is erased, as the chip's _boot does."""
    import vfs

    device = tapete_seam.back
    options = dict(readsize=32, progsize=32, lookahead=32)
    vfs.umount("/")
    try:
        fs = vfs.VfsLfs2(device, **options)
    except OSError:
        first = bytearray(32)
        device.readblocks(0, first)
        if first != b"\xff" * 32:
            print("the file system on the flash is damaged; it is not formatted")
            stand_still()
        vfs.VfsLfs2.mkfs(device, **options)
        fs = vfs.VfsLfs2(device, **options)
    vfs.mount(fs, "/")
    os.chdir("/")


def stand_still():
    while True:
        time.sleep_ms(1000)


mount()
bare = len(sys.argv) > 2
main = "main.py" in os.listdir()  # the chip starts no main.mpy
sys.path[:] = ["", "/lib", ".frozen"]
sys.argv[:] = [""]
import gc

del mount
gc.collect()
if not bare:
    micropython.kbd_intr(3)
    try:
        if main:
            import main
    except ImportError as e:
        print("boot:", e)
        sys.print_exception(e)
    except Exception as e:
        sys.print_exception(e)
    stand_still()
