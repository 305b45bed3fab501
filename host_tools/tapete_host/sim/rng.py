"""Seeded pseudo-random numbers, the same in both interpreters; changes when that sequence does."""


class Rng:
    """xorshift32.  MicroPython's `random` has one global state, so each model carries its own."""

    def __init__(self, seed):
        self.state = (seed * 2654435761 + 0x9E3779B9) & 0xFFFFFFFF or 1
        for _ in range(4):
            self.bits32()

    def bits32(self):
        """The next number, 0..2^32-1."""
        x = self.state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self.state = x
        return x

    def below(self, n):
        """A number 0..n-1."""
        return (self.bits32() >> 4) % n

    def chance(self, p):
        """True with probability p (0..1)."""
        return p > 0 and self.bits32() < p * 4294967296.0
