"""Records for whoever listens on the serial line: a ring of 2 KB, written in idle time only."""

import sys

_SIZE = 2048
_CHUNK = 96  # bytes a piece: the UART holds 128, so a piece does not wait for it


class Console:
    """put() never waits and never fails; what nobody could write in time is lost, the oldest first, and
    counted."""

    def __init__(self, out=None):
        self.out = out or sys.stdout.buffer
        self._lines = []
        self._size = 0
        self._at = 0  # bytes of the first line already written
        self.lost = 0

    def put(self, text):
        """One record, without LF."""
        line = text.encode() + b"\n"
        if len(line) > _SIZE // 2:
            line = ("note record of %d bytes cut: " % len(line)).encode() + line[:80] + b"\n"
        first = 1 if self._at else 0  # a line once begun is written to its end
        while self._size + len(line) > _SIZE and len(self._lines) > first:
            self._size -= len(self._lines.pop(first))
            self.lost += 1
        self._lines.append(line)
        self._size += len(line)

    def idle(self, now=0):
        """Write one piece -> whether there was one."""
        if self.lost and not self._at:
            lost, self.lost = self.lost, 0
            self.out.write(b"note lost %d\n" % lost)
            return True
        if not self._lines:
            return False
        line = self._lines[0]
        end = self._at + _CHUNK
        self.out.write(line[self._at : end])
        if end < len(line):
            self._at = end
        else:
            self._lines.pop(0)
            self._size -= len(line)
            self._at = 0
        return True

    @property
    def waiting(self):
        """Whether something is still to be written."""
        return bool(self._lines or self.lost)

    def flush(self):
        """Write all there is: before a stop or a reset, not in a game."""
        while self.idle():
            pass
