"""A canvas with all that framebuf can draw, and text: for painters that need more than our screens, which use rect
and blit alone and leave this out of the heap.

A font is any object with

    .height            rows of every glyph, in pixels
    .glyph(char)       -> (width, rows): width in pixels *including* the space to the next glyph, rows
                       as above (``(width + 7) // 8 * height`` bytes). Never raises: a character that
                       the font lacks gives a replacement glyph. Return the same tuple each time (keep
                       them): then text is drawn without allocating.
"""

from tapete.panels.canvas import HEIGHT, INK, WIDTH, Canvas

_LINES = 75


def text_width(text, font):
    """Pixels that ``text`` takes in ``font``, the space after the last glyph included."""
    width = 0
    for char in text:
        width += font.glyph(char)[0]
    return width


class Drawing(Canvas):
    """A Canvas with more shapes; see there."""

    def pixel(self, x, y, c):
        """Set one pixel."""
        self._fb.pixel(x, y - self.y0, c)

    def hline(self, x, y, w, c):
        """Draw ``w`` pixels to the right."""
        self._fb.hline(x, y - self.y0, w, c)

    def vline(self, x, y, h, c):
        """Draw ``h`` pixels downwards."""
        self._fb.vline(x, y - self.y0, h, c)

    def line(self, x1, y1, x2, y2, c):
        """Draw a line one pixel wide, both ends included."""
        self._fb.line(x1, y1 - self.y0, x2, y2 - self.y0, c)

    def ellipse(self, x, y, rx, ry, c, fill=False, quadrants=15):
        """Draw an ellipse around (x, y); quadrants add up: 1 upper right, 2 upper left, 4 lower left, 8."""
        if self.sees(y - ry, 2 * ry + 1):
            self._fb.ellipse(x, y - self.y0, rx, ry, c, fill, quadrants)

    def poly(self, x, y, coords, c, fill=False):
        """Draw a closed polygon; ``coords`` is an array('h') of x0, y0, x1, y1... relative to (x, y)."""
        self._fb.poly(x, y - self.y0, coords, c, fill)

    def glyphs(self, text, x, y, font, c=INK):
        """Draw ``text`` with its upper left corner at (x, y); return the x after its last glyph."""
        height = font.height
        seen = self.sees(y, height)
        for char in text:
            width, rows = font.glyph(char)
            if seen:
                self.blit(rows, x, y, width, height, c)
            x += width
        return x


def picture(paint, width=WIDTH, height=HEIGHT, lines=_LINES):
    """Paint every band and return the whole picture, ``(width + 7) // 8 * height`` bytes.

    For tests and reports: it is what a panel shows after ``show(paint)``.
    """
    stride = (width + 7) // 8
    buf = bytearray(stride * lines)
    canvas = Drawing(buf, width, height)
    whole = bytearray(stride * height)
    for y0 in range(0, height, canvas.lines):
        canvas.begin(y0)
        paint(canvas)
        end = canvas.h * stride
        whole[y0 * stride : y0 * stride + end] = buf[:end]
    return whole
