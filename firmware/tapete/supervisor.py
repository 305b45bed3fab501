"""Feeds the watchdog as long as every worker of the loop is alive."""

import machine

_BITE = 15000  # ms; a long erase or a stuck chip's time-out stays well below
_STALE = 5000  # ms without a run after which a worker counts as dead
_HOUR = 3600000


class Supervisor:
    """A worker of the loop itself: a stuck step starves it, the chip resets and the journal is read again."""

    def __init__(self, loop):
        self._loop = loop
        self._dog = machine.WDT(timeout=_BITE)
        self.starved = None  # name of the worker that is not running, or None

    def step(self, now):
        name, age = self._loop.stalest(now)
        self.starved = name if age > _STALE else None
        if self.starved is None:
            self._dog.feed()
        return 1000

    def feed(self):
        """For long work before the loop runs."""
        self._dog.feed()


def release():
    """A watchdog cannot be stopped: give whoever interrupted us an hour."""
    machine.WDT(timeout=_HOUR)
