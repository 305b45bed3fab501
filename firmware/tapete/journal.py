"""The acta on flash: what append() has returned is there after any cut of power.

A littlefs append costs a sector erase (45 ms). So the lines of the trick on the table go to one *hot* file,
rewritten whole and kept under 120 bytes, which littlefs stores inside its directory block: no erase. In idle
time they are folded into the file of the round. The hot file's first line carries the number of its first
event, so lines found in both are read once. Files under the journal's folder:

    0007.00 0007.01 ...   match 7: head, then a part a round; put together they are one valid acta
    hot/now               `#7 37 *hhhh`, then the sealed lines 37, 38... not yet in a part
"""

import os
import time

from tapete import lend
from tute.acta import LINE_BYTES, seal

HOT_LIMIT = 120  # bytes; littlefs keeps files below 128 (its cache) in the directory block
_HEAD = 17  # bytes of its first line, at most
_FULL = 84  # a hot file of this size may not take two more lines
_SLOW_US = 15000  # a hot write that takes longer has erased: its directory block was compacted
_NEAR = 16  # hot writes after which the next compaction is made in idle time (it comes after 30 or so)

# littlefs files whose close() failed, by path: (file, lines that it may have written, size of the file before).
# MicroPython closes such a file again when it is collected as garbage, which may write its old content over what
# has been confirmed since. So it is kept, and closed before anything else is written to that path.
_stuck: dict = {}


class Journal:
    """Lines of the match that is played, on flash.

    match    its number, 0 when there is none
    line     number of its last line
    trouble  None, or (key, args) while lines are in RAM only: flash_full, flash_error with (errno, lines)
    dropped  text of a torn last line that load() found and cut off: it was never confirmed
    damage   None, or (line, reason): load() found a bad line before the last; what stood above it went on as
             a new match, and the damaged files were left as they are
    """

    def __init__(self, fs="/actas"):
        self.path = fs
        self.match = 0
        self.line = 0
        self.trouble = None
        self.dropped = None
        self.damage = None
        self.clear()

    def clear(self):
        """Forget the place in the files; for load() and a new match."""
        self.pending = []  # sealed lines, with LF, that are not yet in a part
        self.folded = 0  # lines in the parts
        self.part = 0
        self.fresh = True  # the part has no line yet
        self._size = _HEAD  # bytes of the hot file
        self._writes = _NEAR  # hot writes since a compaction was seen: unknown at start

    def open_match(self, head):
        """Begin a match with these head lines (texts without checksum) -> its number.

        The old one stays readable; the oldest are removed when flash runs out."""
        while self.pending and self._fold():
            pass
        recovery = lend("recovery")
        numbers = recovery.matches(self.path)
        recovery.make_room(self.path, numbers)
        self.clear()
        self.match = (numbers[-1] if numbers else 0) + 1
        self.line = len(head)
        self.dropped = self.damage = None
        self.take_up(head)
        try:
            replace(self.path, self.pending, self.name(0))
        except OSError as error:
            self.failed(error)
            return self.match
        self._in_part(len(head))
        self.fresh = False
        return self.match

    def load(self):
        """Take up the last match and yield (number, text) of its lines; read to the end before any append.

        A torn last line is cut off and left in `dropped`; a bad line elsewhere ends it: see `damage`."""
        return lend("recovery").load(self)

    def append(self, text):
        """Seal one line and put it on flash -> its number. When flash fails it is kept in RAM: see trouble.

        Raises ValueError for a line that nobody could read back (acta.md section 1: at most 200 bytes)."""
        line = seal(text) + "\n"
        size = len(line.encode())
        if size > LINE_BYTES + 1:
            raise ValueError(text)
        if self._size + size > HOT_LIMIT:
            self._fold()
        self.line += 1
        self.pending.append(line)
        self._size += size
        try:
            self.write_hot()
            self.trouble = None
        except OSError as error:
            self.failed(error)
        return self.line

    def fold(self, now=False):
        """One piece of idle work, at most some 100 ms of flash -> True if something was done.

        With `now` (a trick is complete) lines are folded however few they are."""
        if self.pending and (now or self._size > _FULL or self.trouble):
            return self._fold()
        if self._writes < _NEAR:
            return False
        self._compact()
        return True

    @property
    def waiting(self):
        """How many lines are not yet in a part."""
        return len(self.pending)

    def name(self, part):
        """Path of a part of this match."""
        return "%s/%04d.%02d" % (self.path, self.match, part)

    def take_up(self, texts):
        """Make these the lines that are not yet in a part."""
        self.pending = [seal(text) + "\n" for text in texts]
        self._in_part(0)

    def failed(self, error):
        """Note an OSError of the flash as the trouble to be shown."""
        self.trouble = ("flash_full" if error.errno == 28 else "flash_error", (error.errno, self.waiting))

    def _fold(self):
        """Move the lines to the part of their round; a deal begins a new part -> whether all went well."""
        try:
            while self.pending:
                if self.pending[0].startswith("deal ") and not self.fresh:
                    self.part += 1
                    self.fresh = True
                n = 1
                while n < len(self.pending) and not self.pending[n].startswith("deal "):
                    n += 1
                name = self.name(self.part)
                late = unstick(name)
                if not late:
                    write(name, "ab", self.pending[:n])
                self.fresh = False
                self._in_part(late or n)
        except OSError as error:
            self.failed(error)
            return False
        self.trouble = None
        return True

    def _in_part(self, n):
        # The hot file on flash keeps the old lines until the next append: their numbers say they are folded.
        self.folded += n
        self.pending = self.pending[n:]
        self._size = _HEAD + sum([len(line.encode()) for line in self.pending])

    def write_hot(self):
        """Put the pending lines into the hot file. Raises OSError."""
        begin = time.ticks_us()
        folder = self.path + "/hot"
        head = seal("#%d %d" % (self.match, self.folded + 1)) + "\n"
        name = folder + "/now"
        unstick(name)
        try:
            write(name, "wb", [head] + self.pending)
        except OSError as error:
            if error.errno != 2:
                raise
            make_folder(self.path)
            make_folder(folder)
            write(name, "wb", [head] + self.pending)
        self._writes = 0 if time.ticks_diff(time.ticks_us(), begin) > _SLOW_US else self._writes + 1

    def _compact(self):
        # littlefs compacts the hot file's block when it is full, some 30 writes after the last time: bring
        # that about here, not in an append. The same bytes are written again, so a cut in between changes
        # nothing.
        name = self.path + "/hot/now"
        try:
            unstick(name)
            f = open(name, "rb+")
        except OSError:  # the next append will say so
            self._writes = 0
            return
        try:
            same = f.read()
            for _ in range(64):
                begin = time.ticks_us()
                f.seek(0)
                f.write(same)
                f.flush()
                if time.ticks_diff(time.ticks_us(), begin) > _SLOW_US:
                    break
        except OSError:
            pass
        self._writes = 0
        try:
            f.close()
        except OSError:
            _stuck[name] = (f, 0, 0)


def replace(folder, lines, name):
    """Make `name` a file of these sealed lines, or leave what was there. Raises OSError."""
    new = folder + "/new"
    unstick(new)
    write(new, "wb", lines)
    os.rename(new, name)


def write(name, mode, lines):
    """Write all lines or none. Raises OSError."""
    f = open(name, mode)
    size = f.seek(0, 2)
    done = 0
    try:
        f.write("".join(lines).encode())
        done = len(lines)
    finally:
        try:
            f.close()
        except OSError:
            _stuck[name] = (f, done, size)
            raise


def unstick(name):
    """End a failed write to this path -> how many lines it wrote after all. Raises OSError while it fails."""
    if name not in _stuck:
        return 0
    f, done, size = _stuck[name]
    f.close()
    del _stuck[name]
    # Where the flash gave a number as its error littlefs has given the file up, and closing it again does nothing.
    return done if os.stat(name)[6] > size else 0


def make_folder(folder):
    """mkdir that does not mind finding it. Raises OSError."""
    try:
        os.mkdir(folder)
    except OSError as error:
        if error.errno != 17:
            raise
