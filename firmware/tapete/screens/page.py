"""A page: what one picture consists of, laid out and measured once, then painted band by band."""

from array import array

from tapete.screens import strings
from tapete.screens.font import font, up

INK = 0
PAPER = 1
LEFT, MIDDLE, RIGHT = 0, 1, 2

_FILL, _TAB, _FRAME, _DASH, _TEXT = 0, 1, 2, 3, 4
_FONTS = ("small", "large", "huge")
# Room that no sample of a screen exceeds. A list that grew would need a long piece of a heap in pieces.
_ITEMS = 44
_TEXTS = 30


class Overflow(Exception):
    """A text does not fit into its place (tests only: on the device it is cut with "…")."""


class Page:
    """Takes texts and shapes, for a panel of so many pixels; `paint(canvas)` draws those that touch the canvas's band.

    Painters count in units: a pixel on the 4.2" panel (400 x 300) and on the 2.9" (296 x 128), 1.6 of them on the
    7.5" (500 x 300 units). `low`: there is no room for more than the essential.
    `grid` is the module that draws what several screens share on this panel: `parts`, or `low`.
    With `said` (a list) nothing is kept for drawing: the texts that a person can read are put into it.
    `telling` says so: words for what is drawn as a picture need not be made else.
    """

    def __init__(self, grid, width=400, lines=300, said=None):
        self.grid = grid
        self.pixels = width
        self.lines = lines
        self.low = lines < 200
        self._up = up(lines)
        self.width = width * 5 // self._up
        self.sides = self.width * 27 // 40  # x of the scores
        self.telling = said is not None
        self._said = said
        # Two words an item, in pixels: place (y, x, h) and kind (ink, thick, w, number of its text).
        self._items = array("i", bytes(0 if self.telling else 8 * _ITEMS))
        self._texts = [None] * (0 if self.telling else _TEXTS)
        self._count = self._written = 0
        self.small = font("small")
        self.large = font("large")

    def clear(self):
        """An empty page in the same memory."""
        for i in range(self._written):
            self._texts[i] = None
        self._count = self._written = 0

    def tell(self, text):
        """Note words for something that is drawn as a picture."""
        if self.telling and text:
            self._said.append(text)

    def _put(self, kind, x, y, w, h, ink, thick=0, text=None):
        if self.telling:
            return
        by = self._up
        if text is not None:
            kind |= self._written << 20
            if self._written == len(self._texts):
                self._grow(self._texts, None, 1)
            self._texts[self._written] = text
            self._written += 1
        at = self._count * 2
        if at == len(self._items):
            self._grow(self._items, 0, 2)
        left, top = x * by // 5, y * by // 5
        if kind & 15 < _TEXT:
            h = (y + h) * by // 5 - top
        self._items[at] = top | left << 9 | h << 19
        self._items[at + 1] = kind | ink << 4 | thick * by // 5 << 5 | (x + w) * by // 5 - left << 10
        self._count += 1

    def _grow(self, room, empty, by):
        if strings.STRICT:
            raise Overflow("a page of more than %d pieces" % len(room))
        for _ in range(by):
            room.append(empty)

    def fill(self, x, y, w, h, ink=INK):
        """Fill a rectangle."""
        self._put(_FILL, x, y, w, h, ink)

    def dash(self, x, y, w, h):
        """Draw a rectangle's outline in short strokes."""
        self._put(_DASH, x, y, w, h, INK, 2)

    def tab(self, x, y, w, h, ink=INK):
        """Fill a rectangle with rounded corners."""
        self._put(_TAB, x, y, w, h, ink)

    def frame(self, x, y, w, h, thick):
        """Draw a rounded rectangle's outline, paper inside."""
        self._put(_FRAME, x, y, w, h, INK, thick)

    def text(self, text, x, y, w, face=None, align=LEFT, ink=INK, cut=False, told=True):
        """One line inside x..x+w with the top of its capitals at y -> its width.

        Too long: cut with "…" if `cut` or on a device, else Overflow.
        """
        face = face or self.small
        if told:
            self.tell(text)
        if self.telling or not text:
            return 0
        wide = face.width(text)
        if wide > w:
            if strings.STRICT and not cut:
                raise Overflow("%r: %d pixels into %d" % (text, wide, w))
            text = text[: face.fits(text, w - face.width("…"))] + "…"
            wide = face.width(text)
        if align:
            x += (w - wide) // (3 - align)
        self._put(_TEXT + face.index, x, y, wide, face.cap, ink, 0, text)
        return wide

    def wrap(self, text, x, y, w, lines, face=None, ink=INK, words=None):
        """A text in up to `lines` lines, broken between words -> the y after the last one. `words` tell its pictures
        of suits by name."""
        face = face or self.small
        self.tell(words.plain(text) if words else text)
        start = end = 0  # the line so far is text[start:end]
        while end < len(text):
            after = text.find(" ", end + 1)
            if after < 0:
                after = len(text)
            if end > start and lines > 1 and face.width(text[start:after]) > w:
                self.text(text[start:end], x, y, w, face, LEFT, ink, told=False)
                y += face.height
                lines -= 1
                start = end + 1
            end = after
        self.text(text[start:], x, y, w, face, LEFT, ink, told=False)
        return y + face.height

    def paint(self, canvas):
        """Draw what touches the canvas's band. The same each time."""
        items = self._items
        for i in range(0, self._count * 2, 2):
            place, kind = items[i], items[i + 1]
            y, x, h = place & 511, place >> 9 & 1023, place >> 19
            ink, w = kind >> 4 & 1, kind >> 10 & 1023
            what = kind & 15
            if what >= _TEXT:
                reach = h // 2  # accents above, tails below
                if canvas.sees(y - reach, h + 2 * reach):
                    font(_FONTS[what - _TEXT]).draw(canvas, self._texts[kind >> 20], x, y, ink)
            elif canvas.sees(y, h):
                _shape(canvas, what, x, y, w, h, ink, kind >> 5 & 31)


def _shape(canvas, what, x, y, w, h, ink, thick):
    if what == _FILL:
        canvas.rect(x, y, w, h, ink, True)
    elif what == _DASH:
        long = 2 * thick
        for i in range(x + thick, x + w - long, 2 * long):
            canvas.rect(i, y, long, thick, ink, True)
            canvas.rect(i, y + h - thick, long, thick, ink, True)
        for i in range(y + thick, y + h - long, 2 * long):
            canvas.rect(x, i, thick, long, ink, True)
            canvas.rect(x + w - thick, i, thick, long, ink, True)
    else:
        canvas.rect(x + 3, y, w - 6, h, ink, True)
        canvas.rect(x + 1, y + 1, w - 2, h - 2, ink, True)
        canvas.rect(x, y + 3, w, h - 6, ink, True)
        if what == _FRAME:
            _shape(canvas, _TAB, x + thick, y + thick, w - 2 * thick, h - 2 * thick, PAPER, 0)
