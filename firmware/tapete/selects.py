"""Chip selects of four readers behind a 74HC139; changes when what picks one of them does."""


class Decoder:
    """Half a 74HC139: two address pins and an enable pin make four select lines, at most one of them low.

    `line(n)` is a function for reader n (0 to 3) that is used as Pin.value of a select pin: 0 selects, 1 releases.
    The address moves only while the enable is high, so no other reader is selected on the way.
    """

    def __init__(self, enable, a0, a1):
        """enable, a0, a1: machine.Pin outputs, enable high."""
        self._enable = enable.value
        self._a0 = a0.value
        self._a1 = a1.value
        self._at = -1

    def line(self, n):
        """The select function of reader n."""

        def select(level):
            if not level and n != self._at:
                self._enable(1)
                self._a0(n & 1)
                self._a1(n >> 1)
                self._at = n
            self._enable(level)

        return select
