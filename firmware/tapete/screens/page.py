"""A page: what one picture consists of, laid out and measured once, then painted band by band."""

from array import array

from tapete.screens import strings
from tapete.screens.font import font

INK = 0
PAPER = 1
LEFT, MIDDLE, RIGHT = 0, 1, 2

_FILL, _TAB, _FRAME, _DASH, _TEXT = 0, 1, 2, 3, 4
_FONTS = ("small", "large", "huge")
# Room that no sample of a screen exceeds. A list that grew would need a long piece of a heap in pieces.
_ITEMS = 64
_TEXTS = 40


class Overflow(Exception):
    """A text does not fit into its place (tests only: on the device it is cut with "…")."""


class Page:
    """Takes texts and shapes in panel coordinates; `paint(canvas)` draws those that touch the canvas's band.

    With `said` (a list) nothing is kept for drawing: the texts that a person can read are put into it.
    `telling` says so: words for what is drawn as a picture need not be made else.
    """

    def __init__(self, said=None):
        self.width = 400
        self.height = 300
        self.telling = said is not None
        self._said = said
        # Two words an item: place (y, x, h) and kind (ink, thick, w, number of its text).
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
        if text is not None:
            kind |= self._written << 18
            if self._written == len(self._texts):
                self._grow(self._texts, None, 1)
            self._texts[self._written] = text
            self._written += 1
        at = self._count * 2
        if at == len(self._items):
            self._grow(self._items, 0, 2)
        self._items[at] = y | x << 9 | h << 18
        self._items[at + 1] = kind | ink << 4 | thick << 5 | w << 9
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
        self._put(_DASH, x, y, w, h, INK)

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

    def wrap(self, text, x, y, w, lines, face=None, ink=INK):
        """A text in up to `lines` lines, broken between words -> the y after the last one."""
        face = face or self.small
        self.tell(text)
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
            y, x, h = place & 511, place >> 9 & 511, place >> 18
            ink, w = kind >> 4 & 1, kind >> 9 & 511
            what = kind & 15
            if what >= _TEXT:
                reach = h // 2  # accents above, tails below
                if canvas.sees(y - reach, h + 2 * reach):
                    font(_FONTS[what - _TEXT]).draw(canvas, self._texts[kind >> 18], x, y, ink)
            elif canvas.sees(y, h):
                _shape(canvas, what, x, y, w, h, ink, kind >> 5 & 15)


def _shape(canvas, what, x, y, w, h, ink, thick):
    if what == _FILL:
        canvas.rect(x, y, w, h, ink, True)
    elif what == _DASH:
        for i in range(x + 2, x + w - 5, 8):
            canvas.rect(i, y, 4, 2, ink, True)
            canvas.rect(i, y + h - 2, 4, 2, ink, True)
        for i in range(y + 2, y + h - 5, 8):
            canvas.rect(x, i, 2, 4, ink, True)
            canvas.rect(x + w - 2, i, 2, 4, ink, True)
    else:
        canvas.rect(x + 3, y, w - 6, h, ink, True)
        canvas.rect(x + 1, y + 1, w - 2, h - 2, ink, True)
        canvas.rect(x, y + 3, w, h - 6, ink, True)
        if what == _FRAME:
            _shape(canvas, _TAB, x + thick, y + thick, w - 2 * thick, h - 2 * thick, PAPER, 0)
