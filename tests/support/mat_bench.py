"""A mat with its readers on a virtual table, stepped as the loop does; MicroPython with the shim only."""

import time

from support.table_top import make
from tapete.mat import Mat


class Stepped:
    """world, reader, mat; events are collected with the time (ms since the bench began) they came at."""

    def __init__(self, world, reader, mat):
        self.world = world
        self.reader = reader
        self.mat = mat
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

    def name(self, uid):
        return self.world.field.name(uid)


class Bench(Stepped):
    """A Mat over one PN5180."""

    def __init__(self, seed=1, strict=True, pace="play", wide=False, uptime_ms=0):
        world, reader = make(seed, strict, wide, uptime_ms)
        mat = Mat(reader)
        mat.expect(pace)
        super().__init__(world, reader, mat)

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

    def present(self):
        return [self.name(uid) for uid in self.mat.present()]
