"""The suits and marks of the panel as shapes: drawn large, then brought to a few pixels of one bit each."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

# Characters of the private use area under which the fonts carry the icons.
SUITS = "\ue000\ue001\ue002\ue003"  # oros, copas, espadas, bastos
FRENCH = "\ue008\ue009\ue00a\ue00b"  # what stands for them in a French deck: diamonds, hearts, spades, clubs
PIP, HOLE, TURN, STAR = "\ue004", "\ue005", "\ue006", "\ue007"
MARKS = PIP + HOLE + TURN + STAR

_GRID = 1000  # shapes are given on a square of this side, origin at the top left


class Pen:
    """Draws on the large square; ink is 1."""

    def __init__(self, side: int) -> None:
        self.scale = side / _GRID
        self.image = Image.new("1", (side, side), 0)
        self.draw = ImageDraw.Draw(self.image)

    def poly(self, points: list[tuple[float, float]], ink: int = 1) -> None:
        self.draw.polygon([(x * self.scale, y * self.scale) for x, y in points], fill=ink)

    def disc(self, x: float, y: float, rx: float, ry: float | None = None, ink: int = 1) -> None:
        ry = rx if ry is None else ry
        box = [x - rx, y - ry, x + rx, y + ry]
        self.draw.ellipse([v * self.scale for v in box], fill=ink)

    def stroke(self, x0: float, y0: float, x1: float, y1: float, w: float, ink: int = 1) -> None:
        """A bar with round ends."""
        d = math.hypot(x1 - x0, y1 - y0)
        nx, ny = -(y1 - y0) / d * w / 2, (x1 - x0) / d * w / 2
        self.poly([(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)], ink)
        self.disc(x0, y0, w / 2, ink=ink)
        self.disc(x1, y1, w / 2, ink=ink)


def _oros(p: Pen, fine: bool) -> None:
    """A coin: a rim, and a sun inside."""
    p.disc(500, 500, 490)
    if not fine:
        p.disc(500, 500, 330, ink=0)
        p.disc(500, 500, 190)
        return
    p.disc(500, 500, 400, ink=0)
    points = []
    for i in range(24):
        r = 350 if i % 2 == 0 else 225
        a = math.pi * i / 12
        points.append((500 + r * math.cos(a), 500 + r * math.sin(a)))
    p.poly(points)
    p.disc(500, 500, 125, ink=0)
    p.disc(500, 500, 60)


def _copas(p: Pen, fine: bool) -> None:
    """A chalice: rim, bowl, knot, foot."""
    p.poly([(90, 20), (910, 20), (880, 330), (120, 330)])
    p.disc(500, 330, 380, 290)
    p.poly([(420, 560), (580, 560), (560, 860), (440, 860)])
    p.disc(500, 720, 130, 60)
    p.poly([(210, 985), (790, 985), (740, 900), (590, 840), (410, 840), (260, 900)])
    if fine:
        p.poly([(150, 150), (850, 150), (845, 205), (155, 205)], 0)
        for x in (320, 500, 680):
            p.disc(x, 350, 62, 78, ink=0)
    else:
        p.poly([(150, 150), (850, 150), (840, 225), (160, 225)], 0)


def _espadas(p: Pen, fine: bool) -> None:
    """A sword that stands on its pommel."""
    half, guard = (115, 100) if fine else (140, 130)
    p.poly([(500, 0), (500 + half, 130), (500 + half, 650), (500 - half, 650), (500 - half, 130)])
    if fine:
        p.poly([(482, 150), (518, 150), (518, 600), (482, 600)], 0)
        p.disc(150, 700, 85)
        p.disc(850, 700, 85)
    p.stroke(150, 660, 850, 660, guard)
    p.poly([(425, 690), (575, 690), (560, 900), (440, 900)])
    p.disc(500, 905, 92)


def _bastos(p: Pen, fine: bool) -> None:
    """A club with its cut twigs, thick end up and to the right."""
    p.poly([(20, 880), (120, 980), (640, 600), (860, 420), (580, 140), (400, 360)])
    p.disc(730, 270, 210)
    p.disc(70, 930, 70)
    p.stroke(360, 620, 200, 470, 120)
    p.disc(190, 460, 75)
    p.stroke(520, 640, 690, 790, 120)
    p.disc(700, 800, 75)
    p.stroke(520, 330, 400, 180, 130)
    p.disc(392, 170, 80)
    p.stroke(760, 430, 880, 570, 130)
    p.disc(890, 580, 75)
    if fine:
        p.stroke(640, 300, 700, 360, 40, 0)
        p.stroke(500, 430, 590, 520, 40, 0)
        p.stroke(330, 640, 400, 700, 36, 0)
        p.disc(765, 235, 70, ink=0)
        p.disc(765, 235, 32)


def _diamonds(p: Pen, fine: bool) -> None:
    p.poly([(500, 10), (860, 500), (500, 990), (140, 500)])


def _hearts(p: Pen, fine: bool) -> None:
    p.disc(270, 300, 250)
    p.disc(730, 300, 250)
    p.poly([(500, 300), (500, 985), (62, 425), (90, 300)])
    p.poly([(500, 300), (500, 985), (938, 425), (910, 300)])


def _spades(p: Pen, fine: bool) -> None:
    p.disc(275, 600, 225)
    p.disc(725, 600, 225)
    p.poly([(500, 10), (905, 470), (905, 620), (500, 620), (95, 620), (95, 470)])
    p.poly([(440, 560), (560, 560), (690, 985), (310, 985)])


def _clubs(p: Pen, fine: bool) -> None:
    p.disc(500, 250, 225)
    p.disc(255, 610, 225)
    p.disc(745, 610, 225)
    p.poly([(440, 300), (560, 300), (690, 985), (310, 985)])
    p.poly([(300, 520), (700, 520), (700, 680), (300, 680)])


def _star(p: Pen, fine: bool) -> None:
    points = []
    for i in range(10):
        r = 500 if i % 2 == 0 else 205
        a = math.pi * i / 5 - math.pi / 2
        points.append((500 + r * math.cos(a), 530 + r * math.sin(a)))
    p.poly(points)


def _pip(p: Pen, fine: bool) -> None:
    p.disc(500, 500, 440)


def _hole(p: Pen, fine: bool) -> None:
    p.disc(500, 500, 440)
    p.disc(500, 500, 290, ink=0)


def _turn(p: Pen, fine: bool) -> None:
    p.poly([(120, 40), (920, 500), (120, 960)])


_SHAPES = {
    **dict(zip(SUITS, (_oros, _copas, _espadas, _bastos), strict=True)),
    **dict(zip(MARKS, (_pip, _hole, _turn, _star), strict=True)),
    **dict(zip(FRENCH, (_diamonds, _hearts, _spades, _clubs), strict=True)),
}


def icon(char: str, side: int) -> Image.Image:
    """The shape of one character on a square of `side` pixels, one bit deep, ink 1.

    Every pixel is ink where the shape covers half of it. Small sizes leave out what would only be noise.
    """
    over = 16
    pen = Pen(side * over)
    _SHAPES[char](pen, side >= 30)
    covered = pen.image.convert("L").resize((side, side), Image.Resampling.BOX)
    return covered.point(lambda v: 255 if v >= 128 else 0).convert("1")
