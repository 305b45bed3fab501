"""The one loop: step functions that say when they want to run next, and what may be done in between."""

import gc
import time

_GAP = 12  # ms of idle time a collection of garbage needs (about 10 on the chip)
_OFTEN = 250  # ms between collections
_GRACE = 3000  # ms after which it is done without a gap: better here than within a step
_STARVED = 500  # ms without a gap after which idle work has its turn all the same: a chip may be slow


class Loop:
    """Workers run in the order they were added, each when it is due.

    crashed       called with (name, exception) when a step raised; KeyboardInterrupt passes through
    collections   garbage collections made here; `garbage`: the most bytes found between two; `low`: the
                  least that was free
    """

    def __init__(self, crashed=None):
        self._workers = []  # [name, step, due, last run, patient]
        self._idle = []
        self.crashed = crashed
        self.dirty = False  # a step left garbage: collect it in the next gap, before it spreads over the heap
        self.collections = self.garbage = 0
        self.low = None
        self._collected = self._idled = time.ticks_ms()

    def add(self, name, step, patient=False):
        """step(now) -> ms until it wants to run again; now and the result as time.ticks_ms counts.

        patient: idle work need not end before it is due; some 20 ms later will do. Or a function that says
        whether that is so just now."""
        now = time.ticks_ms()
        self._workers.append([name, step, now, now, patient])

    def drop(self, name):
        """Take a worker out."""
        self._workers = [w for w in self._workers if w[0] != name]

    def idle(self, work, gap):
        """work(now) is called when nothing is due for `gap` ms; it must take less."""
        self._idle.append((work, gap))

    def wake(self, name):
        """Let a worker run in the next turn."""
        for worker in self._workers:
            if worker[0] == name:
                worker[2] = time.ticks_ms()

    def stalest(self, now):
        """(name, ms since its last run) of the worker that ran longest ago: what the supervisor looks at."""
        name, most = "", -1
        for worker in self._workers:
            age = time.ticks_diff(now, worker[3])
            if age > most:
                name, most = worker[0], age
        return name, most

    def turn(self, sleep=True):
        """Run what is due, use the time that is left, sleep until something is due again -> ms slept."""
        wait = 1000
        for worker in self._workers:
            now = time.ticks_ms()
            if time.ticks_diff(worker[2], now) <= 0:
                worker[3] = now
                pause = self._run(worker[0], worker[1], now)
                worker[2] = time.ticks_add(now, 1000 if pause is None else pause)
        gap = self._left(True)
        self._collect(gap)
        now = time.ticks_ms()
        starved = time.ticks_diff(now, self._idled) >= _STARVED
        if starved or gap >= _GAP:
            self._idled = now
        for work, need in self._idle:
            if (starved or gap >= need) and self._run("idle", work, time.ticks_ms()):
                gap = self._left(True)
        self._collect(gap)
        wait = self._left(False)
        if sleep and wait > 0:
            time.sleep_ms(wait)
        return wait

    def _run(self, name, step, now):
        """step(now), or None if it raised and that was told."""
        try:
            return step(now)
        except Exception as error:
            if not self.crashed:
                raise
            self.crashed(name, error)
        return None

    def _left(self, patience):
        """ms until a worker is due, at most 1000; with `patience` those that can wait are not counted."""
        now = time.ticks_ms()
        wait = 1000
        for worker in self._workers:
            patient = worker[4]
            if not (patience and (patient is True or patient and patient())):
                wait = min(wait, time.ticks_diff(worker[2], now))
        return max(wait, 0)

    def _collect(self, gap):
        since = time.ticks_diff(time.ticks_ms(), self._collected)
        if (self.dirty or since >= _OFTEN) and (gap >= _GAP or since >= _GRACE):
            self.collect()

    def collect(self):
        """Collect garbage now, and keep count of how much there was."""
        alloc = gc.mem_alloc()
        free = gc.mem_free()
        if self.low is None or free < self.low:
            self.low = free
        gc.collect()
        self.garbage = max(self.garbage, alloc - gc.mem_alloc())
        self.collections += 1
        self.dirty = False
        self._collected = time.ticks_ms()
