"""Counts garbage collections that MicroPython makes by itself, in the middle of whatever the firmware
does."""

import gc
import os
import sys

_ROOTS = ("/host", "")


class Canaries:
    """Stands in for `gc` in the firmware's modules: `automatic` counts collections that they did not ask for.

    An open file that nobody holds is closed by a collection, and only by one: then its descriptor is gone.
    The World's own limit, which keeps source-loading tests small, is put out of the way.
    """

    def __init__(self):
        self.automatic = 0
        gc.threshold(1 << 40)
        for name, module in sys.modules.items():
            if name.split(".")[0] in ("tapete", "tute") and hasattr(module, "gc"):
                module.gc = self
        self._root = [r for r in _ROOTS if self._there(r + "/proc/self/fd")][0]
        self._arm()

    def __getattr__(self, name):
        return getattr(gc, name)

    def collect(self):
        """gc.collect() as the firmware calls it."""
        self.look()
        gc.collect()
        self._arm()

    def look(self):
        """Count the collection that has happened since the firmware's last one, if any -> the count."""
        if self._fds:
            if not all([self._there("%s/proc/self/fd/%d" % (self._root, fd)) for fd in self._fds]):
                self.automatic += 1
                self._fds = ()
        return self.automatic

    def _arm(self):
        # No two in one list: the collector takes whatever looks like a pointer for one, and may keep some.
        self._fds = [open(self._root + "/dev/null").fileno() for _ in range(3)]

    @staticmethod
    def _there(path):
        try:
            os.stat(path)
            return True
        except OSError:
            return False
