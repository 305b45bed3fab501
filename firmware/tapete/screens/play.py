"""Screens of a trick: in progress, won, and after a restart. The table is seen from above."""

from tapete.screens import parts
from tapete.screens.page import MIDDLE, RIGHT

# Upper left corner of a seat's card: 1 near us, 2 at the right, 3 opposite, 4 at the left.
_PLACES = ((94, 192), (182, 132), (94, 57), (6, 132))


def trick(page, words, view):
    """Cards, whose turn it is, who is winning, and how it stands."""
    parts.headline(page, words, view, _turn(words, view), parts.TURN)
    _table(page, words, view)


def won(page, words, view):
    """A complete trick: who took it, for how much."""
    text = _turn(words, view)
    if view.banner and view.banner[0] == "took":
        text = words.say("takes", view.banner[1])
    parts.headline(page, words, view, text, parts.STAR)
    _table(page, words, view)


def resume(page, words, view):
    """After a start: what the acta knows, to be compared with the table."""
    parts.headline(page, words, view, words.say("resume_title"))
    _table(page, words, view)


def _turn(words, view):
    return words.name(view.turn, 12) if view.turn else ""


def _table(page, words, view):
    laid = {}
    for seat, card in view.cards:
        laid[seat] = card
    for seat in (1, 2, 3, 4):
        _seat(page, words, view, seat, laid.get(seat, -1))
    if view.trick_no:
        page.text(words.say("trick", (view.trick_no,)), 84, 146, 96, None, MIDDLE)
    parts.scores(page, words, view)
    parts.banner(page, parts.banner_text(words, view))
    parts.buttons(page, words, view)


def _seat(page, words, view, seat, card):
    x, y = _PLACES[seat - 1]
    turn = seat == view.turn and view.kind == "trick"
    name = words.name(seat)
    unsure = seat in view.provisional
    _name(page, name + " ?" if unsure else name, seat)
    if card >= 0:
        parts.card(page, words, card, x, y, seat == view.winning, unsure)
        if page.telling:
            page.tell(name + ": " + words.card(card) + ("?" if unsure else ""))
    elif turn:
        page.frame(x, y, parts.CARD_W, parts.CARD_H, 4)
        page.text(parts.TURN, x + 2, y + 5, parts.CARD_W, page.large, MIDDLE, told=False)
    else:
        page.dash(x, y, parts.CARD_W, parts.CARD_H)


def _name(page, name, seat):
    if seat == 1 or seat == 3:
        x, y, w, align = 176, 206 if seat == 1 else 71, 86, 0
    else:
        x, y, w, align = (6 if seat == 4 else 148), 106, 110, RIGHT if seat == 2 else 0
    page.text(name, x, y, w, None, align, cut=True, told=False)
