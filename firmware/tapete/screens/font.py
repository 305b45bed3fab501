"""Characters and icons of the panel, read from a font file (see tapete_host.fonts) when used."""

from array import array

from tapete.screens import strings

_VLSB = 0  # framebuf.MONO_VLSB by its number: `texts` also runs where there is no framebuf
_HEAD = 28  # bytes
_ABSENT, _INSIDE = -1, -2


class Font:
    """One size of type, for panels of so many lines. `cap` is the height of a capital in pixels, `height` the
    distance of two lines in the units of a page, as all widths are.

    Text is placed by the top of its capitals: accents reach above `y`, tails below `y + cap`.
    In memory are two bytes of code a glyph, and three of width and place unless it is as wide as all of its script
    (Hangul). The glyphs read last stay too, in one piece that is taken at the start: glyphs that came and went one by
    one would leave a small heap in pieces. `many` have a slot of `common` bytes, which most of them fit into, `few`
    one of the largest's size; which slot it is follows from the glyph's number. A face with `common` 0 keeps
    none: it is read as it is drawn. A character that the font lacks is drawn as a box.

    Texts are read as bytes of UTF-8: a character by itself would take a place in the table of names for good.
    """

    def __init__(self, name, index, lines, script=""):
        self._file = strings.opened("/%s%d%s.bin" % (name, lines, script))
        head = self._file.read(_HEAD)
        if head[:4] != b"TF\x03\0":
            raise ValueError(name + ": no font file")
        self.cap, height, own, even, wide, self._size, self._even, common, most, self._many, few, _ = array(
            "H", head[4:]
        )
        self._up = up(lines)
        self.height = height * 5 // self._up
        self._codes = self._file.read(2 * (own + even))
        self._widths = self._file.read(own) + bytes((wide,))
        self._places = array("H", self._file.read(2 * own))
        self._start = _HEAD + 2 * even + 5 * own
        self.index = index
        many = self._many
        room = memoryview(bytearray(many * common + few * most))
        self._slots = [room[i * common : (i + 1) * common] for i in range(many)]
        room = room[many * common :]
        self._slots += [room[i * most : (i + 1) * most] for i in range(few)]
        self._common = common
        self._kept = array("H", b"\xff" * (2 * many + 2 * few))  # by slot: its glyph
        self._heads = bytearray(4 * (many + few))  # by slot: dx + 128, width, top + 128, rows of eight pixels
        self._head = bytearray(4)
        self._code = self._left = 0  # of the character that is being read
        self._pair = bytearray(2)
        self._turn = 0

    def close(self):
        """Give the file back."""
        self._file.close()

    def _find(self, byte):
        """The number of the glyph whose character ends with this byte; it lacks, or the character goes on."""
        if byte > 191:  # the first of several
            self._left = 1 + (byte > 223) + (byte > 239)
            self._code = byte & 63 >> self._left
            return _INSIDE
        if byte > 127:
            self._code = byte = self._code << 6 | byte & 63
            self._left -= 1
            if self._left:
                return _INSIDE
        self._pair[0] = byte & 255
        self._pair[1] = byte >> 8 & 255
        at = self._codes.find(self._pair)
        while at > 0 and at & 1:
            at = self._codes.find(self._pair, at + 1)
        if at < 0 and strings.STRICT:
            raise ValueError("no glyph for U+%04X" % byte)
        return at >> 1

    def _advance(self, at):
        """How far the pen moves behind a glyph, in pixels."""
        if at < 0:
            return 0 if at == _INSIDE else self.cap * 2 // 3
        return self._widths[min(at, len(self._widths) - 1)]

    def width(self, text):
        """How many units wide a text is."""
        width = 0
        for byte in text.encode():
            width += self._advance(self._find(byte))
        return (width * 5 + self._up - 1) // self._up

    def fits(self, text, room):
        """How many of the first characters are at most `room` units wide."""
        count = len(text)
        while count and self.width(text[:count]) > room:
            count -= 1
        return count

    def _seek(self, at):
        """Read the head of a glyph; its columns come next in the file -> how many, and of how many rows."""
        own = len(self._places)
        self._file.seek(
            self._start + (self._places[at] if at < own else self._even + (at - own) * self._size)
        )
        self._file.readinto(self._head)
        return self._head[1], self._head[3]

    def _slot(self, at):
        """The number of the slot that holds the columns of a glyph; behind them is what was there before."""
        kept = self._kept
        slot = at % (self._many // 2) * 2
        large = self._many + at % (len(kept) - self._many)
        if kept[slot] == at:
            return slot
        if kept[slot + 1] == at:
            return slot + 1
        if kept[large] == at:
            return large
        wide, rows = self._seek(at)
        if wide * rows > self._common:
            slot = large
        else:
            self._turn ^= 1
            slot += self._turn
        kept[slot] = at
        self._heads[4 * slot : 4 * slot + 4] = self._head
        self._file.readinto(self._slots[slot])
        return slot

    def draw(self, canvas, text, x, y, ink):
        """Draw a text with the top of its capitals at y, in colour `ink`."""
        heads = self._heads
        for byte in text.encode():
            at = self._find(byte)
            if at >= 0 and not self._common:
                self._rows(canvas, at, x, y, ink)
            elif at >= 0:
                slot = self._slot(at)
                place = 4 * slot
                canvas.blit(
                    self._slots[slot],
                    x + heads[place] - 128,
                    y + heads[place + 2] - 128,
                    heads[place + 1],
                    heads[place + 3] * 8,
                    ink,
                    _VLSB,
                )
            elif at == _ABSENT:
                canvas.rect(x, y, self.cap * 2 // 3 - 2, self.cap, ink)
            x += self._advance(at)

    def _rows(self, canvas, at, x, y, ink):
        """Draw a glyph of a face that keeps none, eight lines at a time."""
        wide, rows = self._seek(at)
        x += self._head[0] - 128
        y += self._head[2] - 128
        line = self._slots[-1][:wide]
        for _ in range(rows):
            self._file.readinto(line)
            canvas.blit(line, x, y, wide, 8, ink, _VLSB)
            y += 8


_fonts: dict = {}
_suited = [300, ""]  # lines of the panel, and script


def up(lines):
    """Pixels of five units of a page, on a panel of so many lines: type and rules grow with the panel."""
    return lines // 60 if lines > 300 else 5


def suit(lines, script):
    """From now on the fonts are those for panels of so many lines, and of a script with files of its own ("ru", "ko";
    "" is Latin) -> whether they are others than before; then those are given back."""
    if _suited[0] == lines and _suited[1] == script:
        return False
    for name in list(_fonts):
        forget(name)
    _suited[:] = (lines, script)
    return True


def font(name):
    """The font of that name: "small" (capitals of 4 mm and more), "large" (8 mm on the 4.2" panel), "huge" (15).

    Huge ones are the same in every script."""
    if name not in _fonts:
        index = ("small", "large", "huge").index(name)
        _fonts[name] = Font(name, index, _suited[0], _suited[1] if index < 2 else "")
    return _fonts[name]


def forget(name):
    """Give back what a font takes until it is used again."""
    if name in _fonts:
        _fonts.pop(name).close()
