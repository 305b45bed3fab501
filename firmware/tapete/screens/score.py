"""Screens that settle: the count of a round, the end of a match."""

from tapete.screens import parts
from tapete.screens.font import font
from tapete.screens.page import INK, MIDDLE, PAPER, RIGHT

_PARTS = ("cards", "cantes", "ten", "total")


def count(page, words, view):
    """The round, part by part, and who won it for what."""
    _winner(page, words, view, "nobody_round", page.width - 168)
    key = ("by_" if view.winner >= 0 else "by0_") + view.by
    said = words.say(key) if words.has(key) else ""
    if page.low:
        if len(view.games) == 2:  # a third side takes its line
            page.text(_found(words, view) or _last(words, view) or said, 5, 42, page.width - 10, cut=True)
        page.grid.count(page, words, view, _PARTS, _points)
        return
    page.text(said, 10, parts.HEAD + 8, page.width - 20)
    _down(page, words, view, parts.HEAD + 36)
    page.grid.banner(page, _found(words, view) or _last(words, view) or parts.banner_text(words, view))
    page.grid.buttons(page, words, view)


def _last(words, view):
    """That this round has won the match, or ""."""
    return words.say("wins_match") if view.xp and view.winner >= 0 else ""


def _winner(page, words, view, nobody, w):
    """The headline: the winning side, its names shortened to `w`."""
    won = view.winner >= 0
    name = parts.side_name(page, words, view.winner, w, page.large) if won else words.say(nobody)
    page.grid.headline(page, words, view, name, parts.STAR if won else "")


def _points(view, part, side):
    """What a side has of a part; of "total" the sum."""
    if not view.parts:
        return 0
    if part == "total":
        return sum([view.parts[name][side] for name in _PARTS[:3]])
    return view.parts[part][side]


def _down(page, words, view, y):
    """A row a part, a column a side, the total large."""
    page.fill(10, y - 3, page.width - 20, 1)
    sides = range(len(view.games))
    step = page.width * (17 if len(sides) == 2 else 13) // 50
    wide = step - 8
    first = page.width - len(sides) * step
    for side in sides:
        name = parts.side_name(page, words, side, wide)
        page.text(name, first + side * step, y + 2, wide, None, RIGHT)
    y += 28
    for part in _PARTS[:3]:
        page.text(words.say(part if len(sides) == 2 else part + "_short"), 14, y, first - 4)
        for side in sides:
            page.text(str(_points(view, part, side)), first + side * step, y, wide, None, RIGHT)
        y += 26
    page.text(words.say("total"), 14, y + 15, 70)
    for side in sides:
        x = first + side * step
        won = side == view.winner
        text = str(_points(view, "total", side))
        if won:
            page.tab(x + wide - 74, y, 80, 46)
        page.text(text, x, y + 4, wide, page.large, RIGHT, PAPER if won else INK)
        if len(sides) == 2:  # else the next deal shows them
            parts.games(page, view, side, x + wide - 134, y + 14, 56)


def _found(words, view):
    """What the audit found, or "". Nothing is said about plays that stayed open."""
    for seat in sorted(view.audit or ()):
        if view.audit[seat] == "renuncio":
            return words.say("audit_renuncio", (int(seat),))
    return ""


def match_end(page, words, view):
    """Who won the match, and how it stands."""
    _winner(page, words, view, "nobody_match", page.width - 70)
    if page.low:
        _sides(page, words, view, 66, 43, 62)
        page.grid.labels(page, words, view)
        return
    if view.winner >= 0:
        page.text(words.say("wins_match"), 0, parts.HEAD + 6, page.width, None, MIDDLE)
    _sides(page, words, view, 120, 84, 96)
    page.grid.banner(page, parts.banner_text(words, view))
    page.grid.buttons(page, words, view)


def _sides(page, words, view, w, y, h):
    """What each side has won, huge, in fields of w x h; its names below, or beside where there is no room."""
    if len(view.games) > 2:
        _three(page, words, view, y, h)
        return
    huge = font("huge")
    half = page.width // 2
    for side in (0, 1):
        x = side * half
        at = x + (half - w) // 2
        if page.low:
            at = half - w - 14 if side == 0 else half + 14
        if side == view.winner:
            page.tab(at, y, w, h)
        ink = PAPER if side == view.winner else INK
        page.text(str(view.games[side]), at, y + (7 if page.low else 12), w, huge, MIDDLE, ink)
        if page.low:
            pair = len(view.names) > 2
            for i in range(1 + pair):
                name = words.name(side + 1 + 2 * i, 8)
                room = half - w - 24
                down = 10 + 24 * i if pair else 22
                page.text(name, 5 if side == 0 else at + w + 5, y + down, room, None, side and 0, cut=True)
        else:
            page.text(parts.side_name(page, words, side, half - 20), x + 10, 186, half - 20, None, MIDDLE)
            _earned(page, words, view.xp[side::2], x + 10, half - 20)
    page.fill(half - 8, y + h // 2 - 2, 16, 4 if page.low else 6)


def _earned(page, words, xp, x, w):
    """The experience of a side's players, in their order."""
    if xp:
        page.text(
            words.say("experience_one" if len(xp) == 1 else "experience_two", xp), x, 213, w, None, MIDDLE
        )


def _three(page, words, view, y, h):
    """The same for three: a field each, names below the figures."""
    wide = page.width // 3
    for side in range(3):
        x = side * wide + 6
        won = side == view.winner
        if won:
            page.tab(x, y, wide - 12, h)
        ink = PAPER if won else INK
        figure = page.large if page.low else font("huge")
        page.text(str(view.games[side]), x, y + (2 if page.low else 12), wide - 12, figure, MIDDLE, ink)
        name = parts.side_name(page, words, side, wide - 20)
        if page.low:
            page.text(name, x + 4, y + 39, wide - 20, None, MIDDLE, ink, cut=True)
        else:
            page.text(name, x, 186, wide - 12, None, MIDDLE, cut=True)
            _earned(page, words, view.xp[side : side + 1], x, wide - 12)
