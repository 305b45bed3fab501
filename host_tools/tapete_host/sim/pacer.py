"""How far the virtual clock may go: with real time, or by steps; changes when pacing does."""

import time

# Behind real time by more than this, the rest is let go instead of being caught up in a rush.
_STALL_US = 1_000_000
_UNLIMITED = 1_000_000


class Pacer:
    """limit() is the virtual time (us) up to which the device may run now.

    factor 1 is real time, 0 stands still except for `step`, a million or more has no limit.
    """

    def __init__(self, now_us, factor=1.0):
        self.factor = 0.0
        self.set(now_us, factor)

    def set(self, now_us, factor):
        """Change the factor at that virtual moment.  Raises ValueError for a negative one."""
        if isinstance(factor, bool) or not isinstance(factor, (int, float)) or not 0 <= factor < float("inf"):
            raise ValueError("the speed factor is a number from 0 up")
        self.factor = factor
        self._base_us = now_us
        self._base_real = time.monotonic()

    def step(self, now_us, us):
        """At factor 0: allow us more, counted from now_us; returns the new limit."""
        self._base_us = now_us + us
        return self._base_us

    def limit(self, now_us):
        """See the class; now_us is where the clock stands."""
        if self.factor == 0:
            return self._base_us
        if self.factor >= _UNLIMITED:
            return 1 << 60
        limit = self._base_us + int((time.monotonic() - self._base_real) * 1e6 * self.factor)
        if limit - now_us > _STALL_US * max(1, self.factor):
            self.set(now_us, self.factor)
            return now_us
        return limit

    def seconds_until(self, when_us, now_us):
        """Real seconds until the limit reaches when_us; None while the clock stands still."""
        if self.factor == 0:
            return None
        return max(0.0, (when_us - self.limit(now_us)) / 1e6 / self.factor)
