"""Screens of a trick: in progress, won, and after a restart. The table is seen from above."""

from tapete.screens.page import MIDDLE
from tapete.screens.parts import STAR, TURN, banner_text


def trick(page, words, view):
    """Cards, whose turn it is, who is winning, and how it stands."""
    page.grid.headline(page, words, view, _turn(words, view), TURN)
    _table(page, words, view)


def won(page, words, view):
    """A complete trick: who took it, for how much."""
    text = _turn(words, view)
    if view.banner and view.banner[0] == "took":
        text = words.say("takes", view.banner[1])
    page.grid.headline(page, words, view, text, STAR)
    _table(page, words, view)


def resume(page, words, view):
    """After a start: what the acta knows, to be compared with the table."""
    page.grid.headline(page, words, view, words.say("resume_title"))
    _table(page, words, view)


def _turn(words, view):
    return words.name(view.turn, 12) if view.turn else ""


def _table(page, words, view):
    grid = page.grid
    laid = {}
    for seat, card in view.cards:
        laid[seat] = card
    for seat in range(1, len(view.names) + 1):
        card = laid.get(seat, -1)
        name = words.name(seat)
        unsure = "?" if seat in view.provisional else ""
        if page.telling and card >= 0:
            page.tell(name + ": " + words.card(card) + unsure)
        grid.seat(page, words, view, seat, name, card, unsure)
    if view.trick_no and not page.low:
        page.text(words.say("trick", (view.trick_no,)), 84, 146, page.sides - 174, None, MIDDLE)
        if view.stock > 0:
            page.text(words.say("stock", (view.stock,)), 8, 122, page.sides - 22)
    grid.scores(page, words, view)
    grid.banner(page, banner_text(words, view))
    grid.buttons(page, words, view)
