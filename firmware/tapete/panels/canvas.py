"""The canvas: what painters draw on, one band of the panel at a time, in panel coordinates.

A painter is ``paint(canvas)``. It is called once for every band of a picture and again for the same
picture later (the panel wants its old picture too), so it must draw the same each time. It draws the
whole panel; the canvas clips to the band ``y0 <= y < y0 + h``. Each band is PAPER when it begins.
``canvas.sees(y, h)`` lets a painter leave out what would be clipped anyhow.

Colours: ``PAPER`` = 1 (white), ``INK`` = 0 (black). The bytes are framebuf.MONO_HLSB: eight pixels a
byte, the most significant bit is the leftmost: what the SSD16xx and UC81xx controllers want. A panel whose
controller stands on its side has them in MONO_VLSB; a painter does not see the difference.

Bits (glyphs, icons): packed rows, most significant bit leftmost, each row padded to whole bytes,
top row first; bytes, bytearray or memoryview. Bit 1 is drawn in the colour asked for, bit 0 leaves
what is there. ``((width + 7) // 8) * height`` bytes in all.

More shapes, and text in a painter's own font, are in `drawing`.
"""

import framebuf

PAPER = 1
INK = 0

WIDTH = 400
HEIGHT = 300

_HLSB = framebuf.MONO_HLSB


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
    many lines as fit. ``y0`` is the panel line of the band's first row and ``h`` its lines. ``form`` is
    ``night`` exchanges PAPER and INK in all that is drawn from then on: it is a picture's, so a painter sets it,
    and fills the band where that was begun otherwise. ``form`` is
    the format of ``buf``; with MONO_VLSB the width is a multiple of eight, and so is the number of lines.
    """

    def __init__(self, buf, width, height, form=_HLSB):
        self.width = width
        self.height = height
        self.lines = len(buf) // ((width + 7) // 8)
        if not self.lines:
            raise ValueError("the band buffer is smaller than one row")
        self.night = False
        self.y0 = 0
        self.h = self.lines
        self._fb = framebuf.FrameBuffer(buf, width, self.lines, form)
        # Bit 0 -> PAPER, which is the key (left alone); bit 1 -> INK.
        self._ink = framebuf.FrameBuffer(bytearray(b"\x80"), 2, 1, _HLSB)
        self._source = _reusable([b"\0", 8, 1, _HLSB])

    def begin(self, y0):
        """Become the band that starts at panel line ``y0``, all PAPER; the last one may be shorter."""
        self.y0 = y0
        self.h = min(self.lines, self.height - y0)
        self.fill(PAPER)

    def sees(self, y, h=1):
        """Whether lines ``y`` to ``y + h - 1`` touch this band."""
        return y < self.y0 + self.h and y + h > self.y0

    def fill(self, c):
        """Fill the whole band."""
        self._fb.fill(c ^ self.night)

    def rect(self, x, y, w, h, c, fill=False):
        """Draw a rectangle's outline one pixel wide, or fill it."""
        if self.sees(y, h):
            self._fb.rect(x, y - self.y0, w, h, c ^ self.night, fill)

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
        if c ^ self.night:
            self._fb.blit(source, x, y - self.y0, 0)
        else:
            self._fb.blit(source, x, y - self.y0, PAPER, self._ink)
