"""The screen of a cante: who sang what, as large as it sounds."""

from tapete.screens import parts, play
from tapete.screens.font import font
from tapete.screens.page import MIDDLE


def cante(page, words, view):
    """The call, its suit, and the score with it."""
    if not view.banner or view.banner[0] != "cante":
        play.trick(page, words, view)  # something else happened since
        return
    seat, kind, of = view.banner[1]
    parts.headline(page, words, view, words.name(seat, 12), parts.STAR)
    wide = parts.SIDES - 16
    said = words.say("o_cante_of", (kind, of))
    if kind == "tute":
        page.text("TUTE", 8, 96, wide, page.large, MIDDLE, told=False)
        for suit in range(4):
            page.text(parts.SUITS[suit], 30 + suit * 56, 150, 50, page.large, MIDDLE, told=False)
    else:
        huge = font("huge")
        drawn = parts.SUITS[of]
        x = 8 + (wide - huge.width(kind) - 16 - huge.width(drawn)) // 2
        x += page.text(kind, x, 84, 140, huge, told=False) + 16
        page.text(drawn, x, 84, 100, huge, told=False)
    page.text(said, 8, 198, wide, None, MIDDLE)
    parts.scores(page, words, view)
    parts.buttons(page, words, view)
