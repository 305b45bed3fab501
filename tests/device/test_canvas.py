"""The canvas: bands join without a seam, everything is clipped, bits are drawn in either colour."""

from array import array

from framebuf import MONO_HLSB, MONO_VLSB

from tapete.panels.canvas import INK, PAPER
from tapete.panels.drawing import Drawing, picture, text_width

_STAR = bytes([0b10000001, 0b10000000, 0b01111110, 0b00000000, 0b10000001, 0b10000000])
_DART = array("h", [0, 0, 60, 40, 0, 80, 15, 40])


class Font:
    """Three rows; 'i' is 3 wide, everything else 9 (so two bytes a row)."""

    height = 3
    _WIDE = (9, _STAR)
    _SLIM = (3, bytes([0b01000000, 0, 0b01000000]))

    def glyph(self, char):
        return self._SLIM if char == "i" else self._WIDE


def scene(canvas):
    """Something of everything, across all seams and over all edges."""
    canvas.rect(-10, -10, 60, 400, INK, True)
    canvas.rect(70, 60, 100, 180, INK)
    canvas.ellipse(200, 150, 90, 140, INK)
    canvas.ellipse(390, 290, 40, 40, INK, True)
    canvas.line(0, 0, 399, 299, INK)
    canvas.line(-20, 310, 420, -5, INK)
    canvas.hline(0, 74, 400, INK)
    canvas.hline(0, 75, 400, INK)
    canvas.vline(333, -5, 900, INK)
    canvas.poly(250, 100, _DART, INK, True)
    canvas.poly(260, 20, _DART, INK)
    for y in range(-2, 302, 7):
        canvas.glyphs("xixxi", y - 6, y, Font(), INK)
        canvas.glyphs("ixi", 20, y, Font(), PAPER)
    canvas.pixel(399, 299, INK)


def test_every_split_into_bands_gives_the_same_picture():
    whole = picture(scene, lines=300)
    assert len(whole) == 15000
    assert whole.count(b"\xff") < 14000
    for lines in (1, 7, 75, 80, 299):
        assert picture(scene, lines=lines) == whole, lines


def test_the_last_band_may_be_shorter():
    seen = []
    picture(lambda canvas: seen.append((canvas.y0, canvas.h)), lines=80)
    assert seen == [(0, 80), (80, 80), (160, 80), (240, 60)]


def test_bits_are_msb_left_and_zero_bits_leave_what_is_there():
    def paint(canvas):
        canvas.blit(_STAR, 0, 0, 9, 3)
        canvas.rect(0, 3, 16, 3, INK, True)
        canvas.blit(_STAR, 0, 3, 9, 3, PAPER)

    whole = picture(paint, 16, 6)
    assert whole == bytes([0x7E, 0x7F, 0x81, 0xFF, 0x7E, 0x7F, 0x81, 0x80, 0x7E, 0x00, 0x81, 0x80])


def test_columns_of_eight_draw_what_the_same_rows_draw():
    rows = bytes([0b10100000, 0b01000000, 0b01100000])
    columns = bytes([0b001, 0b110, 0b101])  # the lowest bit is the top pixel

    def drawn(c, bits, form):
        def paint(canvas):
            canvas.rect(0, 0, 16, 6, 1 - c, True)
            canvas.blit(bits, 5, 2, 3, 3, c, form)

        return picture(paint, 16, 6)

    for c in (INK, PAPER):
        assert drawn(c, rows, MONO_HLSB) == drawn(c, columns, MONO_VLSB)


def test_a_canvas_begins_as_paper_and_text_tells_where_it_ends():
    buf = bytearray(50 * 75)
    canvas = Drawing(buf, 400, 300)
    canvas.fill(INK)
    canvas.begin(75)
    assert buf == b"\xff" * len(buf)
    assert canvas.glyphs("xix", 5, 0, Font()) == 26 == 5 + text_width("xix", Font())
    assert buf == b"\xff" * len(buf)
    canvas.glyphs("x", 0, 73, Font())
    assert buf[:2] == b"\x7e\x7f"


def test_text_is_drawn_without_allocating():
    import gc
    import sys

    if sys.implementation.version < (1, 24):
        return
    canvas = Drawing(bytearray(50 * 75), 400, 300)
    font = Font()
    glyphs = canvas.glyphs
    glyphs("x", 0, 0, font)
    gc.collect()
    before = gc.mem_alloc()
    glyphs("xixixixixixixixi", 0, 0, font)
    used = gc.mem_alloc() - before
    assert used == 0, used


def test_a_buffer_below_one_row_is_refused():
    try:
        Drawing(bytearray(49), 400, 300)
    except ValueError:
        return
    raise AssertionError("accepted")
