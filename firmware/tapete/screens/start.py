"""Screens before the first card: start, a new match, the deal and its trump card."""

from tapete.screens import parts
from tapete.screens.font import font
from tapete.screens.page import MIDDLE, PAPER, RIGHT


def splash(page, words, view):
    """While the device starts: the four suits and its name."""
    huge = font("huge")
    step = (page.width - 16) // 4
    y, name, gap = (3, 57, 5) if page.low else (40, 140, 12)
    for suit in range(4):
        page.text(words.suit(suit), 16 + suit * step, y, step - 8, huge, MIDDLE, told=False)
    page.tab(16, name, page.width - 32, 42 if page.low else 62)
    page.text("TAPETE", 0, name + gap, page.width, page.large, MIDDLE, PAPER)
    if not page.low:
        page.text(words.say("splash"), 0, 216, page.width, None, MIDDLE)
    text = parts.banner_text(words, view) or words.say("starting")
    page.text(text, 10, 106 if page.low else 262, page.width - 20, None, MIDDLE)


def new_match(page, words, view):
    """Who sits where, who deals, to how many rounds."""
    grid = page.grid
    grid.headline(page, words, view, words.say("new_title"))
    _seats(page, words, view)
    if page.low:
        grid.labels(page, words, view)
    else:
        grid.banner(page, parts.banner_text(words, view))
        grid.buttons(page, words, view)


def _seats(page, words, view):
    wide = 94 if page.low else 140
    middle = (page.width - wide) // 2
    far = page.width - wide - 5
    rows = (84, 63, 42) if page.low else (202, 131, 60)
    places = ((middle, rows[0]), (far, rows[1]), (middle, rows[2]), (5, rows[1]))
    for k, place in enumerate(parts.PLACES[len(view.names) - 2]):
        seat = k + 1
        x, y = places[place - 1]
        page.frame(x, y, wide, 21 if page.low else 32, 1 if page.low else 2)
        longest = 14 if not page.low else 7 if seat == view.dealer else 10
        name = words.name(seat, longest)
        y += 2 if page.low else 6
        room = wide - 8
        if seat == view.dealer:
            page.text(parts.TURN, x + 8, y, 20, told=False)
            if page.low or page.small.width(name) > wide - 60:
                x += 20
                room -= 20
        while page.small.width(name) > room and longest > 4:
            longest -= 1
            name = words.name(seat, longest)
        page.text(name, x + 4, y, room, None, MIDDLE, cut=True)
    target = words.say("target", (view.target,))
    if page.low:
        page.text(target, 5, rows[2] + 2, 96, cut=True)
    else:
        page.text(target, 148, rows[1] + 6, page.width - 296, None, MIDDLE)


def deal(page, words, view):
    """Who deals, then who leads; the place for the trump card, or the card that lies there. While the deal is scanned:
    whose the next card is, and how many have passed."""
    grid = page.grid
    if view.question:
        _passing(page, words, view)
        return
    if view.turn:
        grid.headline(page, words, view, words.name(view.turn, 12), parts.TURN)
    elif view.dealer:
        text = words.say("deals_name", (words.name(view.dealer, 12),))
        grid.headline(page, words, view, text)
    else:
        grid.headline(page, words, view, words.say("deals"))
    number = view.upcard
    if number < 0 and view.banner and view.banner[0] == "trump_seen":
        number = view.banner[1][0]
    said = parts.banner_text(words, view) or words.say("b_lay_trump")
    if page.low:
        _low_card(page, words, number, 5, 54)
        page.wrap(said, 84, 42, page.width - 90, 3)
        grid.labels(page, words, view)
        return
    _big_card(page, words, number, 14, 64)
    page.wrap(said, 138, 70, page.sides - 150, 6)
    grid.scores(page, words, view)
    grid.banner(page, words.say("target", (view.target,)))
    grid.buttons(page, words, view)


def _passing(page, words, view):
    """A deal that is scanned; which cards they were is never shown."""
    grid = page.grid
    key, args, options, _ = view.question
    seat = args[0] if key == "scan_passing" else 0
    text = words.name(seat, 12) if seat else words.say("deals_name", (words.name(view.dealer, 12),))
    grid.headline(page, words, view, text, parts.TURN if seat else "")
    x, y, w, h, top = (5, 54, 68, 36, 2) if page.low else (14, 64, 110, 164, 63)
    page.dash(x, y, w, h)
    page.text(str(args[1 if seat else 0]), x, y + top, w, page.large, MIDDLE, told=False)
    said = words.say("q_" + key, args)
    wrong = view.banner and parts.banner_text(words, view)
    if page.low:
        page.wrap(wrong or said, 84, 42, page.width - 90, 3)
    else:
        page.wrap(said, 138, 70, page.sides - 150, 6)
        grid.scores(page, words, view)
        grid.banner(page, wrong or words.say("target", (view.target,)))
    grid.button(page, 0, words.say("o_" + options[0][0]))
    grid.button(page, 3, words.say("k_" + view.buttons[3]))


def _low_card(page, words, number, x, y):
    """The same where there is no room for a large one."""
    if number >= 0:
        if page.telling:
            page.tell(words.card(number))
        page.grid.card(page, words, number, x, y)
        return
    page.dash(x, y, 68, 36)
    page.text("?", x, y + 2, 68, page.large, MIDDLE, told=False)


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
    page.text(rank, x + 10, y + 7, 60, page.large, told=False)
    page.text(rank, x + 40, y + 119, 60, page.large, RIGHT, told=False)
    page.text(words.suit(number // 10), x, y + 46, 116, font("huge"), MIDDLE, told=False)
