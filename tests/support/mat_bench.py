"""A mat with a reader on a virtual table, stepped as the loop does; MicroPython with the shim only."""

import time

from support.table_top import make
from tapete.mat import Mat


class Bench:
    """world, reader, mat; events are collected with the time (ms since the bench began) they came at."""

    def __init__(self, seed=1, strict=True, pace="play", wide=False, uptime_ms=0):
        self.world, self.reader = make(seed, strict, wide, uptime_ms)
        self.mat = Mat(self.reader)
        self.mat.expect(pace)
        self.begun = self.world.now
        self.events = []  # (ms, event)
        self.longest = 0  # us of the longest step

    def ms(self):
        return (self.world.now - self.begun) // 1000

    def run(self, ms, until=None):
        """Step for so long, or until until() is true.  Returns True if it became true."""
        end = self.world.now + 1000 * ms
        while self.world.now < end:
            begun = self.world.now
            wait = self.mat.step(time.ticks_ms())
            self.longest = max(self.longest, self.world.now - begun)
            assert 0 <= wait <= 5000, wait
            event = self.mat.next()
            while event is not None:
                self.events.append((self.ms(), event))
                event = self.mat.next()
            if until is not None and until():
                return True
            if wait:
                time.sleep_ms(min(wait, 10))
        return False

    def names(self):
        """The events so far in short, e.g. ["laid AO", "pair 5C RO", "reader supply"], and forget them."""
        out = []
        for _, event in self.events:
            kind = event[0]
            if kind == "reader":
                out.append("reader " + event[1])
            elif kind == "pair":
                out.append("pair " + " ".join(sorted([self.name(uid) for uid in event[1]])))
            else:
                out.append(kind + " " + self.name(event[1]))
        self.events.clear()
        return out

    def name(self, uid):
        return self.world.field.name(uid)

    def present(self):
        return [self.name(uid) for uid in self.mat.present()]
