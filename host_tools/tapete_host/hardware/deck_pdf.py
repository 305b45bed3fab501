"""A deck's stickers as a sheet to lay them out on, and as a list, at true scale; changes with what is printed."""

from reportlab.lib.units import mm

from tapete_host.hardware import paper
from tapete_host.hardware.mat import STICKER
from tute.cards import SUITS

_RANKS = "A3RCS76542"
_STEP_X, _STEP_Y = 40, 24  # mm from label to label
_LEFT, _TOP = 45, 272
_ROW = 6  # mm, a line of the list
_COLUMN = 92
# Title of the sheet, what to do, title of the list, its sum.
_WORDS = {
    "en": (
        "Tapete: stickers, {}",
        "Lay each sticker on its circle before it is glued. Print at 100 %.",
        "Tapete: deck, {}",
        "{} of 40 cards have a sticker.",
    ),
    "es": (
        "Tapete: pegatinas, {}",
        "Pon cada pegatina en su círculo antes de pegarla. Imprimir al 100 %.",
        "Tapete: baraja, {}",
        "{} de 40 cartas tienen pegatina.",
    ),
}


def sheets(name: str, stickers: dict[str, str], words: dict[str, str], lang: str) -> bytes:
    """Two A4 pages of a deck: a place for every sticker under its card's name, and a list. `stickers`: UID by card, as
    far as known; `words`: what each card is called in this language, `en` or `es`."""
    places, do, listed, known = _WORDS[lang]
    canvas, out = paper.canvas(f"deck {name}".rstrip(), paper.A4)
    _title(canvas, places.format(name or "?"), do)
    for column, suit in enumerate(SUITS):
        for row, rank in enumerate(_RANKS):
            _label(canvas, _LEFT + column * _STEP_X, _TOP - 14 - row * _STEP_Y, rank + suit, words, stickers)
    paper.rulers(canvas, 55, 10, 8, 90)
    canvas.showPage()
    _title(canvas, listed.format(name or "?"), known.format(len(stickers)))
    for place, card in enumerate(rank + suit for suit in SUITS for rank in _RANKS):
        _entry(canvas, place, card, words, stickers)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _title(canvas, words: str, small: str) -> None:
    canvas.setFillColorRGB(*paper.INK)
    canvas.setFont("Helvetica-Bold", 14)
    canvas.drawString(20 * mm, 284 * mm, words)
    paper.note(canvas, 20, 279, small, 8)


def _label(canvas, x: float, y: float, card: str, words: dict[str, str], stickers: dict[str, str]) -> None:
    """The circle of a sticker with its middle at (x, y), and what is to lie on it."""
    paper.pen(canvas, paper.GREY, 0.2)
    canvas.circle(x * mm, y * mm, STICKER / 2 * mm)
    canvas.setFillColorRGB(*paper.INK)
    canvas.setFont("Helvetica-Bold", 13)
    canvas.drawCentredString(x * mm, y * mm, card)
    canvas.setFont("Helvetica", 5)
    canvas.drawCentredString(x * mm, (y - 3) * mm, words[card])
    canvas.drawCentredString(x * mm, (y - 6) * mm, stickers.get(card, "")[-8:])


def _entry(canvas, place: int, card: str, words: dict[str, str], stickers: dict[str, str]) -> None:
    x, y = 20 + place // 20 * _COLUMN, 266 - place % 20 * _ROW - place % 20 // 10 * _ROW
    paper.note(canvas, x, y, card, 9)
    paper.note(canvas, x + 10, y, words[card], 9)
    paper.note(canvas, x + 48, y, stickers.get(card, "") or "-", 8)
