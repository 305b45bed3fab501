"""The canvas: what painters draw on, one band of the panel at a time, in panel coordinates.

A painter is ``paint(canvas)``. It is called once for every band of a picture and again for the same
picture later (the panel wants its old picture too), so it must draw the same each time. It draws the
whole panel; the canvas clips to the band ``y0 <= y < y0 + h``. Each band is PAPER when it begins.
``canvas.sees(y, h)`` lets a painter leave out what would be clipped anyhow.

Colours: ``PAPER`` = 1 (white), ``INK`` = 0 (black). The bytes are framebuf.MONO_HLSB: eight pixels a
byte, the most significant bit is the leftmost: what the SSD16xx and UC81xx controllers want.

Bits (glyphs, icons): packed rows, most significant bit leftmost, each row padded to whole bytes,
top row first; bytes, bytearray or memoryview. Bit 1 is drawn in the colour asked for, bit 0 leaves
what is there. ``((width + 7) // 8) * height`` bytes in all.

A font is any object with

    .height            rows of every glyph, in pixels
    .glyph(char)       -> (width, rows): width in pixels *including* the space to the next glyph, rows
                       as above (``(width + 7) // 8 * height`` bytes). Never raises: a character that
                       the font lacks gives a replacement glyph. Return the same tuple each time (keep
                       them): then text is drawn without allocating.
"""

import framebuf

PAPER = 1
INK = 0

WIDTH = 400
HEIGHT = 300
BAND_LINES = 75
"""Lines a band: four equal bands on 300 lines; 3,750 bytes go out in one DMA piece (below 4,092)."""

_HLSB = framebuf.MONO_HLSB


def text_width(text, font):
    """Pixels that ``text`` takes in ``font``, the space after the last glyph included."""
    width = 0
    for char in text:
        width += font.glyph(char)[0]
    return width


def _reusable(source):
    """``source`` if blit takes a list (MicroPython 1.24 on: no object a glyph is needed), else None."""
    try:
        framebuf.FrameBuffer(bytearray(1), 8, 1, _HLSB).blit(source, 0, 0)
        return source
    except TypeError:
        return None


class Canvas:
    """One band of a ``width`` x ``height`` panel, drawn in ``buf``.

    ``buf`` is a bytearray of a whole number of rows (``(width + 7) // 8`` bytes each); a band has as
    many lines as fit. ``y0`` is the panel line of the band's first row and ``h`` its lines.
    """

    def __init__(self, buf, width, height):
        self.width = width
        self.height = height
        self.lines = len(buf) // ((width + 7) // 8)
        if not self.lines:
            raise ValueError("the band buffer is smaller than one row")
        self.y0 = 0
        self.h = self.lines
        self._fb = framebuf.FrameBuffer(buf, width, self.lines, _HLSB)
        # Bit 0 -> PAPER, which is the key (left alone); bit 1 -> INK.
        self._ink = framebuf.FrameBuffer(bytearray(b"\x80"), 2, 1, _HLSB)
        self._source = _reusable([b"\0", 8, 1, _HLSB])

    def begin(self, y0):
        """Become the band that starts at panel line ``y0``, all PAPER; the last one may be shorter."""
        self.y0 = y0
        self.h = min(self.lines, self.height - y0)
        self._fb.fill(PAPER)

    def sees(self, y, h=1):
        """Whether lines ``y`` to ``y + h - 1`` touch this band."""
        return y < self.y0 + self.h and y + h > self.y0

    def fill(self, c):
        """Fill the whole band."""
        self._fb.fill(c)

    def pixel(self, x, y, c):
        """Set one pixel."""
        self._fb.pixel(x, y - self.y0, c)

    def rect(self, x, y, w, h, c, fill=False):
        """Draw a rectangle's outline one pixel wide, or fill it."""
        if self.sees(y, h):
            self._fb.rect(x, y - self.y0, w, h, c, fill)

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

    def blit(self, bits, x, y, w, h, c=INK, form=_HLSB):
        """Draw the 1 bits of packed rows (see above) in colour ``c``, upper left corner at (x, y).

        ``form`` is the framebuf format of ``bits`` where it is not rows: MONO_VLSB = columns of eight.
        """
        if w <= 0 or not self.sees(y, h):
            return
        source = self._source
        if source is None:
            source = framebuf.FrameBuffer(bytearray(bits), w, h, form)
        else:
            source[0] = bits
            source[1] = w
            source[2] = h
            source[3] = form
        if c:
            self._fb.blit(source, x, y - self.y0, 0)
        else:
            self._fb.blit(source, x, y - self.y0, PAPER, self._ink)

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


def picture(paint, width=WIDTH, height=HEIGHT, lines=BAND_LINES):
    """Paint every band and return the whole picture, ``(width + 7) // 8 * height`` bytes.

    For tests and reports: it is what a panel shows after ``show(paint)``.
    """
    stride = (width + 7) // 8
    buf = bytearray(stride * lines)
    canvas = Canvas(buf, width, height)
    whole = bytearray(stride * height)
    for y0 in range(0, height, canvas.lines):
        canvas.begin(y0)
        paint(canvas)
        end = canvas.h * stride
        whole[y0 * stride : y0 * stride + end] = buf[:end]
    return whole
