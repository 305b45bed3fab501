"""The virtual table's flash without its world: it keeps the time of its own operations. For tests of files
alone; whole devices use the world's flash."""

import vfs

from tapete_host.sim.flash import EIO, Flash

PARAMETERS = {"readsize": 32, "progsize": 32, "lookahead": 32}


class RamFlash(Flash):
    """us: modelled time used so far; `fail` and `heal` begin and end a fault."""

    def __init__(self, blocks=64, image=None):
        super().__init__(blocks, image)
        self.us = 0
        self.raises = False

    def _change(self, address, buf, size, us):
        failed = super()._change(address, buf, size, us)
        if failed and self.raises:
            raise OSError(-failed)
        if not failed:
            self.us += us
        return failed

    def fail(self, after=0, errno=EIO, raises=False):
        """Let every change fail once `after` more were made (ENOSPC: every erase, see Flash).

        raises=False: littlefs is given a number and goes on; True: an OSError passes through it, as from the
        ESP32's partition. Its files are in another state afterwards.
        """
        self.fail_after = after
        self.fail_errno = errno
        self.raises = raises

    def heal(self):
        """Let all changes work again."""
        self.fail_errno = 0

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
