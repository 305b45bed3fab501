"""Screens of a trick: in progress, won, and after a restart. The table is seen from above."""

from tapete.screens.page import MIDDLE
from tapete.screens.parts import STAR, TURN, banner_text, duty_text


def trick(page, words, view):
    """Cards, whose turn it is, who is winning, and how it stands; of a complete trick, who took it for how much."""
    page.grid.headline(page, words, view, head(words, view), STAR if view.kind == "won" else TURN)
    _table(page, words, view)


won = trick


def head(words, view):
    """The headline of a trick: whose turn it is, or who took it."""
    if view.kind == "won" and view.banner and view.banner[0] == "took":
        return words.say("takes", view.banner[1])
    return words.name(view.turn, 12) if view.turn else ""


def resume(page, words, view):
    """After a start: what the acta knows, to be compared with the table."""
    page.grid.headline(page, words, view, words.say("resume_title"))
    _table(page, words, view)


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
    grid.banner(page, duty_text(page, words, view) or banner_text(words, view))
    grid.buttons(page, words, view)
