"""What printed sheets have in common: size, pens, small print, rulers that show the scale. Millimetres."""

import io

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

A4 = (210, 297)
RULER = 100
INK, GREY = (0.1, 0.1, 0.1), (0.45, 0.45, 0.45)


def canvas(title, size):
    """(a canvas, what its bytes go to) for pages of this size in mm."""
    out = io.BytesIO()
    # No compression and no date: the same file from the same measures, whichever zlib is about.
    canvas = Canvas(out, pagesize=(size[0] * mm, size[1] * mm), invariant=1, pageCompression=0)
    canvas.setTitle(f"Tapete, {title}")
    canvas.setAuthor("Tapete")
    return canvas, out


def pen(canvas, colour, width, dash=None):
    """Draw lines so from now on; width and dash in mm."""
    canvas.setStrokeColorRGB(*colour)
    canvas.setLineWidth(width * mm)
    canvas.setDash(*([[d * mm for d in dash], 0] if dash else []))


def note(canvas, x, y, words, size=8):
    """Small print from (x, y) on."""
    canvas.setFillColorRGB(*INK)
    canvas.setFont("Helvetica", size)
    canvas.drawString(x * mm, y * mm, words)


def rulers(canvas, x, y, across, up):
    """100 mm along the lower edge from (x, y), and along the left edge from (across, up): paper may stretch one way."""
    pen(canvas, INK, 0.2)
    canvas.line(x * mm, y * mm, (x + RULER) * mm, y * mm)
    canvas.line(across * mm, up * mm, across * mm, (up + RULER) * mm)
    for at in range(0, RULER + 1, 5):
        long = 3 if at % 50 == 0 else 2 if at % 10 == 0 else 1
        canvas.line((x + at) * mm, y * mm, (x + at) * mm, (y + long) * mm)
        canvas.line(across * mm, (up + at) * mm, (across + long) * mm, (up + at) * mm)
    note(canvas, x + RULER + 1.5, y, "100 mm", 6)
    canvas.saveState()
    canvas.translate(across * mm, (up + RULER + 1.5) * mm)
    canvas.rotate(90)
    note(canvas, 0, -1.5, "100 mm", 6)
    canvas.restoreState()
