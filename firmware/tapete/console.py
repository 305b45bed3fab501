"""Records for whoever listens on the serial line: a ring of 2 KB, written in idle time only."""

import sys

_SIZE = 2048
_CHUNK = 96  # bytes a piece: the UART holds 128, so a piece does not wait for it


class Console:
    """put() never fails, and waits only to end a record once begun; what nobody could write in time is lost,
    the oldest first, and counted. out: what takes the bytes (stdout)."""

    def __init__(self, out=None):
        self.out = out or sys.stdout.buffer
        self._ring = memoryview(bytearray(_SIZE))
        self._first = 0  # place of the oldest byte
        self._used = 0
        self._begun = False  # a part of the oldest record is written
        self.lost = 0

    @property
    def waiting(self):
        """Whether something is still to be written."""
        return bool(self._used or self.lost)

    def put(self, text):
        """One record, without LF."""
        line = text.encode() + b"\n"
        if len(line) > _SIZE // 2:
            line = ("note record of %d bytes cut: " % len(line)).encode() + line[:80] + b"\n"
        while self._used + len(line) > _SIZE:
            if self._begun:
                self._piece()
            else:
                self._skip(self._length(_SIZE))
                self.lost += 1
        at = (self._first + self._used) % _SIZE
        room = min(len(line), _SIZE - at)
        self._ring[at : at + room] = line[:room]
        self._ring[: len(line) - room] = line[room:]
        self._used += len(line)

    def idle(self, now=0):
        """Write one piece -> whether there was one."""
        if self.lost and not self._begun:
            lost, self.lost = self.lost, 0
            self.out.write(b"note lost %d\n" % lost)
            return True
        if not self._used:
            return False
        self._piece()
        return True

    def flush(self):
        """Write all there is: before a stop or a reset, not in a game."""
        while self.idle():
            pass

    def _length(self, most):
        """Bytes to the end of the oldest record, at most `most`."""
        for n in range(min(most, self._used)):
            if self._ring[(self._first + n) % _SIZE] == 10:
                return n + 1
        return min(most, self._used)

    def _piece(self):
        size = min(self._length(_CHUNK), _SIZE - self._first)
        piece = self._ring[self._first : self._first + size]
        self._begun = piece[size - 1] != 10
        self.out.write(piece)
        self._skip(size)

    def _skip(self, size):
        self._first = (self._first + size) % _SIZE
        self._used -= size
