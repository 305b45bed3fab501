"""The grid of a panel too low for that of `parts` (2.9", 296 x 128): what several screens share, in fewer lines.

  0 ┌──────────────────────────────┬───────┐
    │ headline: whose turn         │ trump │
 38 ├──────┬──────┬──────┬─────────┴───────┤
    │ the four seats, each with its card   │
 66 ├──────────────────┬───────────────────┤
    │ side 1+3         │ side 2+4          │
102 ├──────────────────┴───────────────────┤
    │ banner: what happened last           │
128 └──────────────────────────────────────┘

What is left out: cantes once they are told (they are in the points), the number of the trick, the label of the trump,
and the words above buttons that do what is written on them.
"""

from tapete.screens import parts
from tapete.screens.page import INK, MIDDLE, PAPER, RIGHT
from tapete.screens.strings import capitals

_CARD_W, _CARD_H = 68, 36
_LINE = 107  # y of the last line
_left = [5]  # x at which the banner begins: behind the word above OK, where there is one


def headline(page, words, view, text, mark=""):
    """The black bar: one line of large capitals, and the trump in its corner."""
    page.fill(0, 0, page.width, 38)
    text = capitals(text)
    if page.telling:
        page.tell(text)
    x = 6
    if mark:
        x += page.text(mark, x, 3, 40, page.large, ink=PAPER, told=False) + 2
    room = page.width - 4
    if view.trump >= 0 and view.kind != "match_end" and view.kind != "trouble":
        room = _trump(page, words, view) - 6
    page.text(text, x, 3, room - x, page.large, ink=PAPER, cut=True, told=False)


def _trump(page, words, view):
    """The shown card while it lies, else the trump suit, in the upper right corner -> its left edge."""
    text = parts.trump_text(page, words, view)
    wide = page.large.width(text)
    x = page.width - 8 - wide
    page.tab(x, 2, wide + 6, 34, PAPER)
    page.text(text, x + 3, 3, wide, page.large, told=False)
    return x


def card(page, words, number, x, y, black=False, unsure=False):
    """A card: rank and suit in large type; black for the one that wins, dashed where in doubt."""
    parts.outline(page, x, y, _CARD_W, _CARD_H, black, unsure)
    text = words.drawn(number)
    page.text(text, x, y + 2, _CARD_W, page.large, MIDDLE, PAPER if black else INK, told=False)


def seat(page, words, view, seat, name, number, unsure):
    """A seat in its column: name, and the card behind it; black for the one that wins, dashed where in doubt."""
    wide = page.width // len(view.names)
    x = (seat - 1) * wide
    room = wide - 6
    text = ""
    ink = INK
    if number >= 0:
        parts.outline(page, x + 1, 41, wide - 2, 24, seat == view.winning, unsure)
        if seat == view.winning:
            ink = PAPER
        text = words.drawn(number)
        right = page.small.width(text)
        page.text(text, x + wide - 2 - right, 44, right, ink=ink, told=False)
        room -= right + 2
    elif seat == view.turn:
        page.frame(x + 1, 41, wide - 2, 24, 2)
    for longest in (8, 7, 6, 5, 4, 3):
        name = words.name(seat, longest)
        if page.small.width(name) <= room:
            break
    page.text(name, x + 4, 44, room, cut=True, ink=ink, told=False)


def scores(page, words, view, y=69):
    """Every side: points, and beside them names and games; below them what OK does now, if that is unusual."""
    key = view.buttons[0]
    _left[0] = 5
    if y == 69 and key not in ("", "ok", "menu"):
        button(page, 0, words.say("k_" + key))
        _left[0] += page.width // 4
    wide = page.width // len(view.games)
    for side in range(len(view.games)):
        if side:
            page.fill(side * wide - 1, y, 2, 32)
        standing(page, words, view, side, side * wide + 5, y)


def standing(page, words, view, side, x, y):
    """A side: its points, names and games; beside each other where there are two, else in two lines."""
    points = str(view.points[side]) if view.points else ""
    wide = page.width // len(view.games) - 10
    taken = 0
    if len(view.games) == 2:
        taken = page.text(points, x, y, 60, page.large, told=False)
        taken += 6 if taken else 0
        wide -= taken
    else:
        page.text(points, x, y + 16, wide, told=False)
    name = parts.side_name(page, words, side, wide)
    if page.telling:
        page.tell("%s: %s (%d)" % (name, points, view.games[side]))
    page.text(name, x + taken, y - 3, wide, cut=True, told=False)
    if taken or not points:
        parts.games(page, view, side, x + taken, y + 18, wide, 0)
    else:
        parts.games(page, view, side, x, y + 16, wide)


def banner(page, text):
    """The last line, in words."""
    page.fill(0, 104, page.width, 1)
    page.text(text, _left[0], _LINE, page.width - 5 - _left[0], cut=True)


def buttons(page, words, view):
    """Nothing: OK, CANTE, CAMBIO and DESHACER do what is written on them. See labels()."""


def labels(page, words, view):
    """What the four buttons do now, where it is not what is written on them -> y at which the room above ends."""
    end = 128
    for i in range(4):
        key = view.buttons[i]
        if key and key != ("ok", "cante", "swap", "undo")[i]:
            button(page, i, words.say("k_" + key))
            end = 107
    return end


def button(page, i, text):
    """The word above button i (0..3)."""
    wide = page.width // 4
    page.tab(i * wide + 1, _LINE, wide - 2, 21)
    page.text(text, i * wide + 2, _LINE + 2, wide - 4, None, MIDDLE, PAPER)


def count(page, words, view, names, points):
    """The count of a round, a row a side, a column a part; points(view, part, side) is what a side has of a part."""
    left = x = 81
    sides = range(len(view.games))
    top = 108 - 22 * len(sides)
    for i in range(4):
        wide = (44, 46, 34, 44)[i]
        page.text(words.say(names[i] + "_short"), x, top - 1 if len(sides) > 2 else 64, wide, None, RIGHT)
        for side in sides:
            y = top + 21 + 22 * side
            won = i == 3 and side == view.winner
            if won:
                page.tab(x + 8, y - 2, wide - 5, 22)
            text = str(points(view, names[i], side))
            page.text(text, x, y, wide, None, RIGHT, PAPER if won else INK)
        x += wide
    for side in sides:
        y = top + 21 + 22 * side
        page.text(parts.side_name(page, words, side, left - 4), 3, y, left - 4, cut=True)
        parts.games(page, view, side, x, y, page.width - x)
