"""Makes wrong input out of right input: seeded, for both interpreters; changes when inputs go wrong in other ways."""

from tapete_host.sim.rng import Rng

_ODD = (
    b"\x00",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\n",
    b"\r\n",
    b"#",
    b" ",
    b"-1",
    b"0",
    b"1e999",
    b"9" * 25,
    b"NaN",
    b"null",
    b"[]",
    b"{}",
    b'"',
    b"[" * 40,
    b"\\ud800",
    b"AO",
    b"1",
    b" *0000",
    b"true",
)


class Fuzz:
    """Samples, and what becomes of them. `bytes`: how many were made so far."""

    def __init__(self, samples, seed=1, longest=4000):
        """samples: list of bytes; longest: what a sample may grow to."""
        self.samples = samples
        self.longest = longest
        self.rng = Rng(seed)
        self.bytes = 0

    def next(self):
        """The next input, as bytes: a sample that has gone wrong in one to four places; now and then a right one."""
        below = self.rng.below
        data = self.samples[below(len(self.samples))]
        for _ in range(below(5)):
            data = self._change(data)
        data = data[: self.longest]
        self.bytes += len(data) + 1
        return data

    def _change(self, data):
        below = self.rng.below
        kind = below(8)
        at = below(len(data) + 1)
        if kind == 0:
            return data[:at] + bytes([below(256)]) + data[at + 1 :]
        if kind == 1:
            return data[:at] + _ODD[below(len(_ODD))] + data[at:]
        if kind == 2:
            return data[:at] + data[at + below(12) :]
        if kind == 3:
            return data[:at]
        if kind == 4:
            piece = data[at : at + 1 + below(40)]
            return data[:at] + piece * (1 + below(3)) + data[at:]
        other = self.samples[below(len(self.samples))]
        if kind == 5:
            return data[:at] + other[below(len(other) + 1) :]
        words = data.split(b" ")
        if kind == 6:
            theirs = other.split(b" ")
            words[below(len(words))] = theirs[below(len(theirs))]
            return b" ".join(words)
        lines = data.split(b"\n")
        i, j = below(len(lines)), below(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
        return b"\n".join(lines)
