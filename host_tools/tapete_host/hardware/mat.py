"""The mats' measures: antennas, outlines, where a sticker may lie; changes when a build's geometry does.

Millimetres from the middle of the mat, x to the right and y away from seat 1, who sits below.  What is reckoned
here follows from three numbers that nobody has measured on a built mat: the usable part of a coil, the distance at
which stickers begin to hide one another, and the size of the card.
"""

from math import hypot

CARD = (62, 95)  # a Spanish card as most makers name it; measure yours
STICKER = 20  # across, the usual class
HOLE = 22  # of a filler, round the sticker
USABLE = 0.9  # of a coil's half side: beyond, a sticker gets little of the field
NEIGHBOUR = 24  # stickers of the 20 mm class nearer than this weaken one another
FRAME = 10  # paper round the mat, for crop marks and rulers


class Mat:
    """One mat to print.

    name      of the file
    title     for people
    size      its width and height
    coil      side of an antenna
    antennas  [(seat or 0, x, y)]
    centre    how far a card's centre is from the middle
    own       True where each seat has its antenna
    piles     least distance of stock, tricks and hands from an antenna's edge
    seams     (x places, y places) at which the A4 sheets join: nowhere across a sticker's place
    notes     lines for the sheet
    """

    def __init__(self, name, title, size, coil, centre, own, piles, seams, notes):
        self.name, self.title, self.size, self.coil = name, title, size, coil
        self.centre, self.own, self.piles = centre, own, piles
        self.seams, self.notes = seams, notes
        self.antennas = [(seat, x, y) for seat, x, y in self.places()] if own else [(0, 0, 0)]

    def places(self) -> list[tuple[int, float, float]]:
        """(seat, x, y) of the four outlines' centres."""
        d = self.centre
        return [(1, 0, -d), (2, d, 0), (3, 0, d), (4, -d, 0)]

    def reach(self) -> float:
        """Half side of the square over an antenna in which a sticker's centre may lie."""
        return USABLE * self.coil / 2

    def to_the_edge(self) -> float:
        """How far a card may lie off its outline before its sticker leaves the usable field."""
        return self.reach() if self.own else self.reach() - self.centre

    def to_the_neighbour(self) -> float:
        """How far two neighbours may both lie off, towards one another, before their stickers are too near."""
        (_, x1, y1), (_, x2, y2), *_ = self.places()
        return (hypot(x2 - x1, y2 - y1) - NEIGHBOUR) / 2

    def tolerance(self) -> float:
        """How far any card may lie off its outline."""
        return min(self.to_the_edge(), self.to_the_neighbour())


EXACT = Mat(
    "exact",
    "exact: an antenna a seat",
    (300, 300),
    35,
    85,
    True,
    80,
    ((25,), (-25,)),
    ("One card a seat over its own antenna (MFRC522),", "the antenna's middle under the cross."),
)
SIMPLE = Mat(
    "simple-130",
    "simple: one coil of 130 mm",
    (440, 440),
    130,
    38,
    False,
    150,
    ((-72, 72), (19,)),
    ("One PN5180 with a coil of 130 x 130 mm, matched anew;", "its middle under the middle of the mat."),
)
MODULE = Mat(
    "simple-65",
    "simple: the module's own coil of 65 mm",
    (370, 370),
    65,
    20,
    False,
    150,
    ((-60, 60), (10,)),
    (
        "One PN5180 module as it is sold, its coil's middle",
        "under the middle of the mat. Needs a frame with recesses.",
    ),
)
MATS = (EXACT, SIMPLE, MODULE)
