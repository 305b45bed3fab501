"""Screens of a title and a text: a trouble, what is wrong and what to do, how play goes on by hand meanwhile; help."""

from tapete.screens.page import MIDDLE, RIGHT
from tapete.screens.parts import HEAD, TURN, banner_text, games, side_name
from tapete.screens.strings import capitals


def trouble(page, words, view):
    """The state by its name, a sentence or two about it, and that the match is safe."""
    _titled(page, words, view, _text(words, view), banner_text(words, view))


def advice(page, words, view):
    """A page of the help, and which of how many it is."""
    option = view.question[2][view.question[3]]
    _titled(page, words, view, words.say("help_" + str(option[1][0])), words.say("o_help_page", option[1]))


def _titled(page, words, view, said, below):
    """What was said before "|" as the headline, the rest as text."""
    grid = page.grid
    title, _, text = said.partition("|")
    grid.headline(page, words, view, title)
    if page.low:
        lines = (grid.labels(page, words, view) - 43) // page.small.height
        page.wrap(text, 5, 43, page.width - 10, lines, words=words)
        return
    page.wrap(text, 14, HEAD + 24, page.width - 28, 6, words=words)
    grid.banner(page, below)
    grid.buttons(page, words, view)


def _text(words, view):
    """The trouble's title and text, with "|" between them."""
    key, args = view.trouble or ("other", ("",))
    key = "t_" + key
    if args and words.has(key + "_s"):  # the reader of a seat
        key += "_s"
    return words.say(key, args) if words.has(key) else words.say("t_other", (key[2:],))


def by_hand(page, words, view):
    """What people need who play on without the reader: turn, trump, score and dealer, large; and in a line each
    what is wrong and what to do, and how the round gets into the acta."""
    grid = page.grid
    if view.turn:
        grid.headline(page, words, view, words.name(view.turn, 12), TURN)
    else:  # between two rounds
        grid.headline(page, words, view, _text(words, view).partition("|")[0])
    key = "h_" + (view.trouble or ("other",))[0]
    wrong = words.say(key if words.has(key) else "h_other")
    if page.low:
        grid.scores(page, words, view, 42)
        if view.dealer:
            page.text(words.say("deals_name", (words.name(view.dealer, 7),)), 5, 82, 146, cut=True)
        page.text(words.say("by_hand_short"), 150, 82, page.width - 155, None, RIGHT)
        page.text(wrong, 5, 106, page.width - 10)
        return
    part = page.width // len(view.games)
    for side in range(len(view.games)):
        if side:
            page.fill(side * part - 1, HEAD + 8, 2, 98)
        _standing(page, words, view, side, side * part + 12, part - 24)
    if view.dealer:
        text = capitals(words.say("deals_name", (words.name(view.dealer, 12),)))
        page.text(text, 10, 172, page.width - 20, page.large, MIDDLE)
    page.text(wrong, 10, 218, page.width - 20)
    grid.banner(page, words.say("by_hand"))
    grid.buttons(page, words, view)


def _standing(page, words, view, side, x, w):
    """Names, points and rounds of a side."""
    from tapete.screens.font import font

    name = side_name(page, words, side, w)
    points = str(view.points[side]) if view.points else ""
    page.tell("%s: %s (%d)" % (name, points, view.games[side]))
    page.text(name, x, HEAD + 8, w, told=False)
    if not points:  # the house hides them: how the match stands is what remains
        page.text("%d/%d" % (view.games[side], view.target), x, HEAD + 52, w, page.large, told=False)
        return
    three = len(view.games) > 2  # beside each other there is no room for huge ones
    page.text(points, x, HEAD + 35, w, page.large if three else font("huge"), told=False)
    games(page, view, side, x, HEAD + (80 if three else 62), w)
