"""Screens before the first card: start, a new match, the deal and its trump card."""

from tapete.screens import parts
from tapete.screens.font import font
from tapete.screens.page import MIDDLE, PAPER, RIGHT


def splash(page, words, view):
    """While the device starts: the four suits and its name."""
    huge = font("huge")
    for suit in range(4):
        page.text(parts.SUITS[suit], 16 + suit * 96, 40, 88, huge, MIDDLE, told=False)
    page.tab(16, 140, page.width - 32, 62)
    page.text("TAPETE", 0, 152, page.width, page.large, MIDDLE, PAPER)
    page.text(words.say("splash"), 0, 216, page.width, None, MIDDLE)
    page.text(parts.banner_text(words, view) or words.say("starting"), 10, 262, page.width - 20, None, MIDDLE)


def new_match(page, words, view):
    """Who sits where, who deals, to how many rounds."""
    parts.headline(page, words, view, words.say("new_title"))
    _seats(page, words, view)
    parts.banner(page, parts.banner_text(words, view))
    parts.buttons(page, words, view)


def _seats(page, words, view):
    for seat, x, y in ((1, 130, 208), (2, 255, 137), (3, 130, 66), (4, 5, 137)):
        page.frame(x, y - 6, 140, 32, 2)
        name = words.name(seat, 14)
        if seat == view.dealer:
            page.text(parts.TURN, x + 8, y, 20, told=False)
        page.text(name, x + 4, y, 132, None, MIDDLE, cut=True)
    page.text(words.say("target", (view.target,)), 148, 137, 104, None, MIDDLE)


def deal(page, words, view):
    """Who deals, then who leads; the place for the trump card, or the card that lies there."""
    if view.turn:
        parts.headline(page, words, view, words.name(view.turn, 12), parts.TURN)
    elif view.dealer:
        text = words.say("deals_name", (words.name(view.dealer, 12),))
        parts.headline(page, words, view, text)
    else:
        parts.headline(page, words, view, words.say("deals"))
    number = view.upcard
    if number < 0 and view.banner and view.banner[0] == "trump_seen":
        number = view.banner[1][0]
    _big_card(page, words, number, 14, 64)
    page.wrap(parts.banner_text(words, view) or words.say("b_lay_trump"), 138, 70, 120, 6)
    parts.scores(page, words, view)
    parts.banner(page, words.say("target", (view.target,)))
    parts.buttons(page, words, view)


def _big_card(page, words, number, x, y):
    """A card of 110 x 164: rank in two corners, the suit large in the middle; number -1 is an empty place."""
    if number < 0:
        page.dash(x, y, 110, 164)
        page.text("?", x, y + 63, 110, page.large, MIDDLE, told=False)
        return
    page.frame(x, y, 110, 164, 3)
    if page.telling:
        page.tell(words.card(number))
    rank = words.letter(number)
    page.text(rank, x + 10, y + 10, 60, page.large, told=False)
    page.text(rank, x + 40, y + 116, 60, page.large, RIGHT, told=False)
    page.text(parts.SUITS[number // 10], x, y + 46, 116, font("huge"), MIDDLE, told=False)
