"""`neopixel` as the chip has it; what is behind it takes heap only where there is a ring of lights."""

path = __file__.rpartition("/")[0] or "."


def __getattr__(name):
    if name != "NeoPixel":
        raise AttributeError(name)
    import sys

    import vfs

    vfs.mount(vfs.VfsPosix(path), "/shim")  # by now the device's flash is "/"
    sys.path.insert(0, "/shim")
    try:
        return __import__("tapete_ring").NeoPixel
    finally:
        sys.path.pop(0)
        vfs.umount("/shim")
