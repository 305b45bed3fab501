"""Characters and icons of the panel, read from a font file (see tapete_host.fonts) when used."""

from tapete.screens import strings

_VLSB = 0  # framebuf.MONO_VLSB by its number: `texts` also runs where there is no framebuf
_RECORD = 7  # bytes a character in the table


class Font:
    """One size of type, for panels of so many lines. `cap` is the height of a capital in pixels, `height` the
    distance of two lines in the units of a page, as all widths are.

    Text is placed by the top of its capitals: accents reach above `y`, tails below `y + cap`.
    The glyphs read last stay in memory, in one piece of it that is taken at the start: glyphs that came and went
    one by one would leave a small heap in pieces. `many` have a slot of `common` bytes, which most of them fit into,
    `few` one of the largest's size. A character that the font lacks is drawn as a box.
    """

    def __init__(self, name, index, lines):
        self._file = open("%s/%s%d.bin" % (strings.FOLDER, name, lines), "rb")
        head = self._file.read(12)
        if head[:3] != b"TF\x02":
            raise ValueError(name + ": no font file")
        self._up = up(lines)
        self.cap = head[3]
        self.height = head[4] * 5 // self._up
        common = head[8] | head[9] << 8
        many, few = head[10], head[11]
        self._chars = self._file.read(head[6] | head[7] << 8).decode()
        self._table = self._file.read(head[5] * _RECORD)
        self._start = 12 + (head[6] | head[7] << 8) + len(self._table)
        self.index = index
        most = max([self._size(place) for place in range(0, len(self._table), _RECORD)])
        room = memoryview(bytearray(many * common + few * most))
        self._slots = [room[i * common : (i + 1) * common] for i in range(many)]
        room = room[many * common :]
        self._slots += [room[i * most : (i + 1) * most] for i in range(few)]
        self._common = common
        self._many = many
        self._where = bytearray(head[5])  # by glyph: number of its slot, from 1; 0: it is not in memory
        self._kept = bytearray(many + few)  # by slot: its glyph
        self._next = bytearray((0, many))  # of the common slots and of the large ones: that read longest ago

    def close(self):
        """Give the file back."""
        self._file.close()

    def _size(self, place):
        return self._table[place + 2] * self._table[place + 4]

    def _find(self, char):
        at = self._chars.find(char)
        if at < 0 and strings.STRICT:
            raise ValueError("no glyph for %r" % char)
        return at

    def width(self, text):
        """How many units wide a text is."""
        width = 0
        for char in text:
            at = self._find(char)
            width += self._table[at * _RECORD] if at >= 0 else self.cap * 2 // 3
        return (width * 5 + self._up - 1) // self._up

    def fits(self, text, room):
        """How many of the first characters are at most `room` units wide."""
        count = len(text)
        while count and self.width(text[:count]) > room:
            count -= 1
        return count

    def _bits(self, at):
        """The columns of a glyph, and what lies behind them."""
        slot = self._where[at]
        if slot:
            return self._slots[slot - 1]
        place = at * _RECORD
        large = self._size(place) > self._common
        slot = self._next[large]
        if slot + 1 < (len(self._slots) if large else self._many):
            self._next[large] = slot + 1
        else:
            self._next[large] = self._many if large else 0
        old = self._kept[slot]
        if self._where[old] == slot + 1:
            self._where[old] = 0
        self._kept[slot] = at
        self._where[at] = slot + 1
        self._file.seek(self._start + (self._table[place + 5] | self._table[place + 6] << 8))
        self._file.readinto(self._slots[slot])
        return self._slots[slot]

    def draw(self, canvas, text, x, y, ink):
        """Draw a text with the top of its capitals at y, in colour `ink`."""
        table = self._table
        for char in text:
            at = self._find(char)
            if at < 0:
                side = self.cap * 2 // 3
                canvas.rect(x, y, side - 2, self.cap, ink)
                x += side
                continue
            place = at * _RECORD
            if table[place + 2]:
                canvas.blit(
                    self._bits(at),
                    x + table[place + 1] - 128,
                    y + table[place + 3] - 128,
                    table[place + 2],
                    table[place + 4] * 8,
                    ink,
                    _VLSB,
                )
            x += table[place]


_fonts: dict = {}
_lines = 300  # of the panel


def up(lines):
    """Pixels of five units of a page, on a panel of so many lines: type and rules grow with the panel."""
    return lines // 60 if lines > 300 else 5


def suit(lines):
    """From now on the fonts are those for panels of so many lines; those of another panel are given back."""
    global _lines
    for name in [] if lines == _lines else list(_fonts):
        forget(name)
    _lines = lines


def font(name):
    """The font of that name: "small" (capitals of 4 mm and more), "large" (8 mm on the 4.2" panel), "huge" (15)."""
    if name not in _fonts:
        _fonts[name] = Font(name, ("small", "large", "huge").index(name), _lines)
    return _fonts[name]


def forget(name):
    """Give back what a font takes until it is used again."""
    if name in _fonts:
        _fonts.pop(name).close()
