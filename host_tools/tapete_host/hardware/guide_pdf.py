"""The quick guide for the table, with a sheet to keep the score on by hand, as PDF; changes with what it tells.

The guide's paragraphs are the device's own help, so that paper and panel say the same.
"""

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth

from tapete_host.build import FIRMWARE
from tapete_host.hardware import paper

_PAGES = 6  # of the help: help_1 to help_6 in the catalogues (firmware/tapete/advice.py)
_LEFT, _RIGHT, _MIDDLE = 20, 190, 105
_SIZE, _LINE = 11, 5.2  # of the guide's type, in points; from line to line, in mm
_ROWS = 14
_POINTS = (("A", 11), ("3", 10), ("R", 4), ("C", 3), ("S", 2))
# What the panel has no words for: title, the ranks with points, the last trick and cantes, head of the score sheet.
_WORDS = {
    "en": (
        "Tapete: Tute at this table",
        ("Ace", "three", "king", "knight", "jack"),
        "Last trick 10. Cante: 40 in trumps, 20 in another suit.",
        "If the device fails: the score by hand",
        ("Round", "Seats 1 and 3", "Seats 2 and 4", "Dealer", "Cantes"),
    ),
    "es": (
        "Tapete: tute en esta mesa",
        ("As", "tres", "rey", "caballo", "sota"),
        "Diez de últimas: 10. Cante: 40 en triunfo, 20 en otro palo.",
        "Si el aparato falla: los tantos a mano",
        ("Ronda", "Puestos 1 y 3", "Puestos 2 y 4", "Reparte", "Cantes"),
    ),
}


def guide(lang: str) -> bytes:
    """One A4 page in this language, `en` or `es`."""
    title, ranks, more, by_hand, heads = _WORDS[lang]
    canvas, out = paper.canvas(title, paper.A4)
    canvas.setFillColorRGB(*paper.INK)
    canvas.setFont("Helvetica-Bold", 22)
    canvas.drawString(_LEFT * mm, 276 * mm, title)
    low = min(_column(canvas, _LEFT, _help(lang)[::2]), _column(canvas, _MIDDLE + 4, _help(lang)[1::2]))
    worth = ", ".join(f"{name} {points}" for name, (_, points) in zip(ranks, _POINTS, strict=True))
    _line(canvas, _LEFT, low - 4, f"{worth}. {more}", "Helvetica", _SIZE)
    _line(canvas, _LEFT, low - 18, by_hand, "Helvetica-Bold", 14)
    _score(canvas, low - 23, heads)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _help(lang: str) -> list[tuple[str, str]]:
    """(heading, text) of every page of the device's help."""
    rows = (FIRMWARE / f"tapete/screens/{lang}.txt").read_text(encoding="utf-8").splitlines()
    texts = dict(row.split(" ", 1) for row in rows if row.startswith("help_"))
    return [tuple(texts[f"help_{page}"].split("|")) for page in range(1, _PAGES + 1)]


def _line(canvas, x: float, y: float, words: str, font: str, size: float) -> None:
    canvas.setFillColorRGB(*paper.INK)
    canvas.setFont(font, size)
    canvas.drawString(x * mm, y * mm, words)


def _column(canvas, x: float, pages: list[tuple[str, str]]) -> float:
    """Paragraphs under their headings -> how far down they come."""
    y = 262.0
    for heading, text in pages:
        _line(canvas, x, y, heading, "Helvetica-Bold", _SIZE)
        for words in _wrapped(text, (_MIDDLE - _LEFT - 4) * mm):
            y -= _LINE
            _line(canvas, x, y, words, "Helvetica", _SIZE)
        y -= 2 * _LINE
    return y


def _wrapped(text: str, width: float) -> list[str]:
    """The text in lines of at most this width, in points."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and stringWidth(longer, "Helvetica", _SIZE) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _score(canvas, top: float, heads: tuple[str, ...]) -> None:
    """An empty sheet: a line a round, with the columns' names above."""
    step = (top - 18) / (_ROWS + 1)
    edges = [_LEFT, _LEFT + 18, _LEFT + 62, _LEFT + 106, _LEFT + 130, _RIGHT]
    paper.pen(canvas, paper.INK, 0.25)
    for row in range(_ROWS + 2):
        canvas.line(_LEFT * mm, (top - row * step) * mm, _RIGHT * mm, (top - row * step) * mm)
    for x in edges:
        canvas.line(x * mm, top * mm, x * mm, (top - (_ROWS + 1) * step) * mm)
    for x, head in zip(edges, heads, strict=False):
        paper.note(canvas, x + 1.5, top - step + 2, head, 10)
    for row in range(1, _ROWS + 1):
        paper.note(canvas, _LEFT + 7, top - (row + 1) * step + 2, str(row), 10)
