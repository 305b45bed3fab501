"""A flash of RAM under the real littlefs, with the ESP32's parameters: it records every operation, keeps
modelled time and fails on demand. For tests of files alone; whole devices use the world's flash."""

import vfs

BLOCK = 4096
PARAMETERS = {"readsize": 32, "progsize": 32, "lookahead": 32}
_BLANK = b"\xff" * BLOCK


class RamFlash:
    """us: modelled time used; log: [(address, bytes programmed or None for an erase)] while it is a list;
    fail_in: number of programs and erases that still work before OSError(errno)."""

    def __init__(self, blocks=64, image=None):
        self.blocks = blocks
        self.data = bytearray(image if image else _BLANK * blocks)
        self.view = memoryview(self.data)
        self.us = self.erases = 0
        self.log = None
        self.fail_in = None
        self.errno = 5

    def readblocks(self, block, buf, offset=0):
        at = block * BLOCK + offset
        memoryview(buf)[:] = self.view[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        self._working()
        at = block * BLOCK + offset
        if self.log is not None:
            self.log.append((at, bytes(buf)))
        self.us += 100 + len(buf) * 600 // 256
        self.view[at : at + len(buf)] = buf

    def ioctl(self, op, arg):
        if op == 4:
            return self.blocks
        if op == 5:
            return BLOCK
        if op == 6:
            self._working()
            if self.log is not None:
                self.log.append((arg * BLOCK, None))
            self.us += 45000
            self.erases += 1
            self.view[arg * BLOCK : (arg + 1) * BLOCK] = _BLANK
        return 0

    def _working(self):
        if self.fail_in is not None:
            if self.fail_in <= 0:
                raise OSError(self.errno)
            self.fail_in -= 1

    # MicroPython's own name for time, so that a module under test can be given this flash as its clock
    def ticks_us(self):
        return self.us

    def ticks_diff(self, a, b):
        return a - b


def mounted(flash, at="/t", fresh=True):
    """Mount the flash (formatted first when `fresh`) and return it."""
    if fresh:
        vfs.VfsLfs2.mkfs(flash, **PARAMETERS)
    vfs.mount(vfs.VfsLfs2(flash, **PARAMETERS), at)
    return flash
