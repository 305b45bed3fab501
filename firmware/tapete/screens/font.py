"""Characters and icons of the panel, read from a font file (see tapete_host.fonts) when used."""

from tapete.screens import strings

_VLSB = 0  # framebuf.MONO_VLSB by its number: `texts` also runs where there is no framebuf
_RECORD = 7  # bytes a character in the table


class Font:
    """One size of type. `cap` is the height of a capital and `height` the distance of two lines, in pixels.

    Text is placed by the top of its capitals: accents reach above `y`, tails below `y + cap`.
    The glyphs read last stay in memory, in one piece of it that is taken at the start: glyphs that came and went
    one by one would leave a small heap in pieces. `many` have a slot of `common` bytes, which most of them fit into,
    `few` one of the largest's size. A character that the font lacks is drawn as a box.
    """

    def __init__(self, name, index, common, many, few):
        self._file = open(strings.FOLDER + "/" + name + ".bin", "rb")
        head = self._file.read(8)
        if head[:3] != b"TF\x01":
            raise ValueError(name + ": no font file")
        self.cap = head[3]
        self.height = head[4]
        self._chars = self._file.read(head[6] | head[7] << 8).decode()
        self._table = self._file.read(head[5] * _RECORD)
        self._start = 8 + (head[6] | head[7] << 8) + len(self._table)
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
        """How many pixels wide a text is."""
        width = 0
        for char in text:
            at = self._find(char)
            width += self._table[at * _RECORD] if at >= 0 else self.cap * 2 // 3
        return width

    def fits(self, text, room):
        """How many of the first characters are at most `room` pixels wide."""
        count = 0
        for char in text:
            room -= self.width(char)
            if room < 0:
                break
            count += 1
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
# By font: bytes of most of its glyphs; how many of these and how many larger ones are kept.
_ROOM = {"small": (32, 32, 8), "large": (110, 12, 6), "huge": (0, 0, 1)}


def font(name):
    """The font of that name: "small" (capitals of 4 mm on the 4.2" panel), "large" (8 mm), "huge" (15 mm)."""
    if name not in _fonts:
        common, many, few = _ROOM[name]
        _fonts[name] = Font(name, ("small", "large", "huge").index(name), common, many, few)
    return _fonts[name]


def forget(name):
    """Give back what a font takes until it is used again."""
    if name in _fonts:
        _fonts.pop(name).close()
