"""A page: what one picture consists of, laid out and measured once, then painted band by band."""

from tapete.screens import strings
from tapete.screens.font import font

INK = 0
PAPER = 1
LEFT, MIDDLE, RIGHT = 0, 1, 2

_FILL, _DASH, _TAB, _FRAME = 0, 1, 2, 3


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
        self._said = said
        self.telling = said is not None
        self._items = []  # (y, h, font or shape, x, w or text, ink, top or thickness)
        self.small = font("small")
        self.large = font("large")

    def tell(self, text):
        """Note words for something that is drawn as a picture."""
        if self._said is not None and text:
            self._said.append(text)

    def fill(self, x, y, w, h, ink=INK):
        """Fill a rectangle."""
        if self._said is None:
            self._items.append((y, h, _FILL, x, w, ink, 0))

    def dash(self, x, y, w, h):
        """Draw a rectangle's outline in short strokes."""
        if self._said is None:
            self._items.append((y, h, _DASH, x, w, INK, 0))

    def tab(self, x, y, w, h, ink=INK):
        """Fill a rectangle with rounded corners."""
        if self._said is None:
            self._items.append((y, h, _TAB, x, w, ink, 0))

    def frame(self, x, y, w, h, thick):
        """Draw a rounded rectangle's outline: a black tab with a white one inside."""
        if self._said is None:
            self._items.append((y, h, _FRAME, x, w, INK, thick))

    def text(self, text, x, y, w, face=None, align=LEFT, ink=INK, cut=False, told=True):
        """One line inside x..x+w with the top of its capitals at y -> its width.

        Too long: cut with "…" if `cut` or on a device, else Overflow.
        """
        face = face or self.small
        if told:
            self.tell(text)
        if self._said is not None:
            return 0
        wide = face.width(text)
        if wide > w:
            if strings.STRICT and not cut:
                raise Overflow("%r: %d pixels into %d" % (text, wide, w))
            text = self._shorter(text, w, face)
            wide = face.width(text)
        if align:
            x += (w - wide) // (3 - align)
        self._items.append((y - face.cap // 3, face.cap * 5 // 3, face, x, text, ink, y))
        return wide

    def _shorter(self, text, w, face):
        while text and face.width(text + "…") > w:
            text = text[:-1]
        return text + "…"

    def wrap(self, text, x, y, w, lines, face=None, align=LEFT, ink=INK):
        """A text in up to `lines` lines, broken between words -> the y after the last one."""
        face = face or self.small
        self.tell(text)
        if self._said is not None:
            return y
        line = ""
        for word in text.split(" "):
            longer = line + " " + word if line else word
            if line and lines > 1 and face.width(longer) > w:
                self.text(line, x, y, w, face, align, ink, told=False)
                y += face.height
                lines -= 1
                line = word
            else:
                line = longer
        self.text(line, x, y, w, face, align, ink, told=False)
        return y + face.height

    def lines(self, text, w, face=None):
        """How many lines `wrap` needs."""
        face = face or self.small
        count = 1
        line = ""
        for word in text.split(" "):
            longer = line + " " + word if line else word
            if line and face.width(longer) > w:
                count += 1
                line = word
            else:
                line = longer
        return count

    def paint(self, canvas):
        """Draw what touches the canvas's band. The same each time."""
        for y, h, what, x, w, ink, top in self._items:
            if not canvas.sees(y, h):
                continue
            if what == _FILL:
                canvas.rect(x, y, w, h, ink, True)
            elif what == _TAB:
                _tab(canvas, x, y, w, h, ink)
            elif what == _FRAME:
                _tab(canvas, x, y, w, h, ink)
                _tab(canvas, x + top, y + top, w - 2 * top, h - 2 * top, PAPER)
            elif what == _DASH:
                _dashes(canvas, x, y, w, h)
            else:
                what.draw(canvas, w, x, top, ink)


def _tab(canvas, x, y, w, h, ink):
    canvas.rect(x + 3, y, w - 6, h, ink, True)
    canvas.rect(x + 1, y + 1, w - 2, h - 2, ink, True)
    canvas.rect(x, y + 3, w, h - 6, ink, True)


def _dashes(canvas, x, y, w, h):
    for i in range(x + 2, x + w - 5, 8):
        canvas.rect(i, y, 4, 2, INK, True)
        canvas.rect(i, y + h - 2, 4, 2, INK, True)
    for i in range(y + 2, y + h - 5, 8):
        canvas.rect(x, i, 2, 4, INK, True)
        canvas.rect(x + w - 2, i, 2, 4, INK, True)
