"""Mats and card templates as PDF at true scale; changes with what is printed."""

from reportlab.lib.units import mm

from tapete_host.hardware import paper
from tapete_host.hardware.mat import CARD, FRAME, HOLE, STICKER, Mat

OVERLAP = 8  # of neighbouring tiles
TILE = (180, 255)  # the most that a tile may show
PALE = (0.75, 0.75, 0.75)
COIL, ZONE, FIELD = (0.1, 0.42, 0.66), (0.80, 0.93, 0.80), (0.91, 0.95, 0.99)
SEAT = ((0.1, 0.1, 0.1), (0.65, 0.25, 0.05), (0.1, 0.35, 0.1), (0.45, 0.1, 0.45))


def whole(mat: Mat) -> bytes:
    """One page, the mat with crop marks and rulers round it; its trim box is the mat."""
    wide, high = (side + 2 * FRAME for side in mat.size)
    canvas, out = paper.canvas(mat.title, (wide, high))
    canvas.setTrimBox((FRAME * mm, FRAME * mm, (wide - FRAME) * mm, (high - FRAME) * mm))
    canvas.saveState()
    canvas.translate(wide / 2 * mm, high / 2 * mm)
    _Sheet(canvas, mat).draw()
    canvas.restoreState()
    _crops(canvas, FRAME, FRAME, *mat.size)
    paper.rulers(canvas, FRAME + 8, 4, 4, FRAME + 8)
    paper.note(
        canvas,
        FRAME + 8 + paper.RULER + 14,
        4,
        "Print at 100 % (Imprimir al 100 %). Measure both rulers: 100 mm.",
    )
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def tiles(mat: Mat) -> bytes:
    """paper.A4 pages from the top left; each overlaps its neighbours."""
    columns, rows = grid(mat)
    canvas, out = paper.canvas(mat.title, paper.A4)
    for row in range(rows):
        for column in range(columns):
            _tile(canvas, mat, column, row)
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def templates() -> bytes:
    """One paper.A4 page: a jig that puts a sticker into a card's centre, and fillers that level a pack."""
    canvas, out = paper.canvas("card templates", paper.A4)
    wide, high = CARD
    left, low = (paper.A4[0] - 2 * wide - 12) / 2, 66
    for row in range(2):
        for column in range(2):
            jig = (row, column) == (1, 0)
            _template(canvas, left + column * (wide + 12), low + row * (high + 12), jig)
    paper.rulers(canvas, 55, 12, 12, 100)
    lines = (
        f"Card {wide} x {high} mm: measure yours, and print at 100 % (Imprimir al 100 %).",
        f"Jig: cut out the circle of {STICKER} mm, glue strips under the thick lines, push the card into the corner.",
        f"Filler: cut out card and circle of {HOLE} mm, of paper as thick as the sticker; between card and sleeve.",
    )
    for index, words in enumerate(lines):
        paper.note(canvas, 24, 46 - 5 * index, words, 8)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _template(canvas, x, y, jig):
    """One card's outline with its hole; x, y: its lower left corner."""
    wide, high = CARD
    middle_x, middle_y = x + wide / 2, y + high / 2
    paper.pen(canvas, paper.INK, 0.2)
    if jig:
        canvas.rect(x * mm, y * mm, wide * mm, high * mm)
        canvas.setLineWidth(1.2 * mm)
        canvas.line((x - 0.6) * mm, (y - 0.6) * mm, (x + wide) * mm, (y - 0.6) * mm)
        canvas.line((x - 0.6) * mm, (y - 0.6) * mm, (x - 0.6) * mm, (y + high) * mm)
        canvas.setLineWidth(0.2 * mm)
    else:
        canvas.roundRect(x * mm, y * mm, wide * mm, high * mm, 3 * mm)
    canvas.circle(middle_x * mm, middle_y * mm, (STICKER if jig else HOLE) / 2 * mm)
    canvas.line((middle_x - 3) * mm, middle_y * mm, (middle_x + 3) * mm, middle_y * mm)
    canvas.line(middle_x * mm, (middle_y - 3) * mm, middle_x * mm, (middle_y + 3) * mm)
    paper.note(canvas, x + 4, y + high - 8, "jig" if jig else "filler", 10)


def grid(mat: Mat) -> tuple[int, int]:
    """Columns and rows of tiles."""
    return len(mat.seams[0]) + 1, len(mat.seams[1]) + 1


def window(mat: Mat, column: int, row: int) -> tuple[float, float, float, float]:
    """What a tile shows: left, low, width, height, from the middle of the mat; rows count from the top."""
    left, right = _between(mat.size[0], mat.seams[0], column)
    low, high = _between(mat.size[1], mat.seams[1], len(mat.seams[1]) - row)
    return left, low, right - left, high - low


def _between(size, seams, index):
    """From where to where the piece of that number reaches, half an overlap beyond each seam."""
    edges = [-size / 2, *seams, size / 2]
    start, end = edges[index], edges[index + 1]
    return start - (OVERLAP / 2 if index else 0), end + (OVERLAP / 2 if index < len(seams) else 0)


def corner(mat: Mat, column: int, row: int) -> tuple[float, float]:
    """Where the lower left corner of that window is on the paper.A4 page."""
    _, _, wide, high = window(mat, column, row)
    return (paper.A4[0] - wide) / 2 + 3, (paper.A4[1] - high) / 2 + 4


def _tile(canvas, mat, column, row):
    columns, rows = grid(mat)
    left, low, wide, high = window(mat, column, row)
    x, y = corner(mat, column, row)
    canvas.saveState()
    edge = canvas.beginPath()
    edge.rect(x * mm, y * mm, wide * mm, high * mm)
    canvas.clipPath(edge, stroke=0)
    canvas.translate((x - left) * mm, (y - low) * mm)
    _Sheet(canvas, mat).draw()
    canvas.restoreState()
    _crops(canvas, x, y, wide, high)
    paper.pen(canvas, paper.GREY, 0.15, (2, 2))
    if column < columns - 1:
        canvas.line((x + wide - OVERLAP) * mm, (y - 3) * mm, (x + wide - OVERLAP) * mm, (y + high + 3) * mm)
    if row < rows - 1:
        canvas.line((x - 3) * mm, (y + OVERLAP) * mm, (x + wide + 3) * mm, (y + OVERLAP) * mm)
    canvas.setDash()
    paper.rulers(canvas, 30, 9, 7, 60)
    number = row * columns + column + 1
    words = f"{mat.title}. Sheet {number} of {columns * rows}: row {row + 1}, column {column + 1}."
    paper.note(canvas, x + 2, y + high + 9, words, 9)
    paper.note(
        canvas,
        x + 2,
        y + high + 4,
        "Print at 100 % (Imprimir al 100 %). Glue the next sheet on the dashed line.",
        7,
    )
    _map(canvas, columns, rows, column, row)


def _map(canvas, columns, rows, column, row):
    """Which of the sheets this is, as a little plan."""
    side = 4
    x, y = paper.A4[0] - 12 - columns * side, 6
    paper.pen(canvas, paper.INK, 0.2)
    for r in range(rows):
        for c in range(columns):
            here = (c, r) == (column, row)
            canvas.setFillColorRGB(*(paper.INK if here else (1, 1, 1)))
            canvas.rect((x + c * side) * mm, (y + (rows - 1 - r) * side) * mm, side * mm, side * mm, fill=1)


def _crops(canvas, x, y, wide, high):
    """Crop marks at the corners, clear of the picture by 1 mm."""
    paper.pen(canvas, paper.INK, 0.1)
    for cx, out_x in ((x, -1), (x + wide, 1)):
        for cy, out_y in ((y, -1), (y + high, 1)):
            canvas.line((cx + out_x) * mm, cy * mm, (cx + 6 * out_x) * mm, cy * mm)
            canvas.line(cx * mm, (cy + out_y) * mm, cx * mm, (cy + 6 * out_y) * mm)


class _Sheet:
    """Draws one mat round the origin."""

    def __init__(self, canvas, mat):
        self.canvas, self.mat = canvas, mat

    def draw(self):
        wide, high = self.mat.size
        paper.pen(self.canvas, PALE, 0.2)
        self.canvas.rect(-wide / 2 * mm, -high / 2 * mm, wide * mm, high * mm)
        if not self.mat.own:
            self.keep_out()
        for _, x, y in self.mat.antennas:
            self.antenna(x, y)
        for _, x, y in self.mat.places():
            self.zone(x, y)
        for seat, x, y in self.mat.places():
            self.card(seat, x, y)
        self.words()

    def square(self, x, y, half, fill=0, radius=0.0):
        box = ((x - half) * mm, (y - half) * mm, 2 * half * mm, 2 * half * mm)
        self.canvas.roundRect(*box, radius * mm, stroke=1, fill=fill)

    def keep_out(self):
        """The line that piles stay outside of."""
        half = self.mat.coil / 2 + self.mat.piles
        inside = min(self.mat.size) / 2 - 2
        paper.pen(self.canvas, (0.75, 0.2, 0.15), 0.4, (4, 3))
        self.square(0, 0, min(half, inside), radius=40)
        self.canvas.setFillColorRGB(0.75, 0.2, 0.15)
        self.canvas.setFont("Helvetica", 9)
        words = "Stock, tricks and hands stay outside this line - Mazo, bazas y manos, fuera de esta línea"
        self.canvas.drawCentredString(0, (min(half, inside) - 6) * mm, words)

    def antenna(self, x, y):
        """The coil, and the part of it that can be used."""
        half = self.mat.coil / 2
        if not self.mat.own:
            self.canvas.setFillColorRGB(*FIELD)
            paper.pen(self.canvas, COIL, 0.15)
            self.square(x, y, self.mat.reach(), fill=1)
        paper.pen(self.canvas, COIL, 0.5, (3, 2))
        self.square(x, y, half, radius=2)

    def zone(self, x, y):
        """Where the sticker's middle may lie."""
        self.canvas.setFillColorRGB(*ZONE)
        paper.pen(self.canvas, (0.18, 0.49, 0.20), 0.2)
        tolerance = self.mat.tolerance()
        if self.mat.own:
            self.square(x, y, tolerance, fill=1)
        else:
            self.canvas.circle(x * mm, y * mm, tolerance * mm, stroke=1, fill=1)

    def card(self, seat, x, y):
        """A card's outline with its middle, and whose it is."""
        canvas, (wide, high) = self.canvas, CARD
        canvas.saveState()
        canvas.translate(x * mm, y * mm)
        canvas.rotate({1: 0, 2: 90, 3: 180, 4: 270}[seat])
        paper.pen(canvas, SEAT[0] if self.mat.own else SEAT[seat - 1], 0.4)
        canvas.roundRect(-wide / 2 * mm, -high / 2 * mm, wide * mm, high * mm, 3 * mm)
        paper.pen(canvas, paper.INK, 0.2)
        canvas.line(-4 * mm, 0, 4 * mm, 0)
        canvas.line(0, -4 * mm, 0, 4 * mm)
        canvas.setFillColorRGB(*(SEAT[0] if self.mat.own else SEAT[seat - 1]))
        canvas.setFont("Helvetica-Bold", 15)
        canvas.drawCentredString(0, (-high / 2 + 5) * mm, f"{seat}")
        canvas.restoreState()

    def words(self):
        """What the sheet is and what its lines mean."""
        mat = self.mat
        spread = (
            f"Keep every sticker's middle in its green square: ±{mat.tolerance():.0f} mm."
            if mat.own
            else f"Keep every sticker's middle in its green circle: ±{mat.tolerance():.1f} mm."
        )
        piles = (
            f"Stock, tricks and hands stay {mat.piles} mm from every antenna."
            if mat.own
            else f"Blue: usable field, ±{mat.reach():.0f} mm. Dashed blue: the coil."
        )
        lines = [*mat.notes, spread, piles, f"Card {CARD[0]} x {CARD[1]} mm: measure yours. Never tried yet."]
        x, y, step = (0, 15, 5) if mat.own else (0, -mat.size[1] / 2 + 42, 5)
        self.canvas.setFillColorRGB(*paper.INK)
        self.canvas.setFont("Helvetica-Bold", 11 if mat.own else 14)
        self.canvas.drawCentredString(x, y * mm, f"Tapete, {mat.title}" if not mat.own else "Tapete")
        self.canvas.setFont("Helvetica", 6.5 if mat.own else 10)
        for index, words in enumerate(lines if not mat.own else [mat.title, *lines]):
            self.canvas.drawCentredString(x, (y - step * (index + 1)) * mm, words)
