"""Counts garbage collections that MicroPython makes by itself, outside the loop's idle time."""

import gc
import os

_ROOTS = ("/host", "")


class Canaries:
    """Watches a tapete.loop.Loop: `automatic` counts collections between two of its own.

    An open file that nobody holds is closed by a collection, and only by one: then its descriptor is gone.
    The World's own limit, which keeps source-loading tests small, is put out of the way.
    """

    def __init__(self, loop):
        self.automatic = 0
        gc.threshold(1 << 40)
        self._root = [r for r in _ROOTS if self._there(r + "/proc/self/fd")][0]
        self._collect = loop.collect
        loop.collect = self.collect
        self._arm()

    def collect(self):
        """In the place of Loop.collect."""
        self.look()
        self._collect()
        self._arm()

    def look(self):
        """Count the collection that has happened since the last one of the loop, if any -> the count."""
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
