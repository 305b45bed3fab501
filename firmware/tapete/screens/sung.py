"""The screen of a cante: who sang what, as large as it sounds."""

from tapete.screens import parts, play
from tapete.screens.font import font
from tapete.screens.page import MIDDLE


def cante(page, words, view):
    """The call, its suit, and the score with it."""
    if not view.banner or view.banner[0] != "cante":
        play.trick(page, words, view)  # something else happened since
        return
    grid = page.grid
    seat, kind, of = view.banner[1]
    grid.headline(page, words, view, words.name(seat, 12), parts.STAR)
    said = words.say("o_cante_of", (kind, of))
    if page.low:
        wide = _call(page, words, kind, of, 6, 40, 0)
        page.wrap(said, wide + 20, 45, page.width - wide - 26, 2)
        grid.scores(page, words, view, 92)
        return
    wide = page.sides - 16
    _call(page, words, kind, of, 8, 84, wide)
    page.text(said, 8, 198, wide, None, MIDDLE)
    grid.scores(page, words, view)
    grid.buttons(page, words, view)


def _call(page, words, kind, of, x, y, w):
    """The call itself, in the middle of `w` or at x -> its width."""
    face = font("huge")
    if kind == "tute":
        if not w:
            return page.text("TUTE", x, y + 7, 120, page.large, told=False)
        page.text("TUTE", x, y + 12, w, page.large, MIDDLE, told=False)
        first = x + w // 2 - 105
        for suit in range(4):
            page.text(words.suit(suit), first + suit * 56, y + 66, 50, page.large, MIDDLE, told=False)
        return w
    drawn = words.suit(of)
    wide = face.width(kind) + 16
    whole = wide + face.width(drawn)
    if w:
        x += (w - whole) // 2
    page.text(kind, x, y, wide, face, told=False)
    page.text(drawn, x + wide, y, whole - wide, face, told=False)
    return whole
