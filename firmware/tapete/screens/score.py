"""Screens that settle: the count of a round, the end of a match."""

from tapete.screens import parts
from tapete.screens.font import font
from tapete.screens.page import INK, MIDDLE, PAPER, RIGHT

_COLUMNS = (128, 264)  # x of each side's numbers
_WIDE = 128


def count(page, words, view):
    """The round, part by part, and who won it for what."""
    _winner(page, words, view, "nobody_round", 232)
    key = ("by_" if view.winner >= 0 else "by0_") + view.by
    page.text(words.say(key) if words.has(key) else "", 10, parts.HEAD + 8, page.width - 20)
    y = parts.HEAD + 36
    page.fill(10, y - 3, page.width - 20, 1)
    totals = [0, 0]
    for side in (0, 1):
        page.text(parts.side_name(page, words, side, _WIDE), _COLUMNS[side], y + 2, _WIDE, None, RIGHT)
    y += 28
    for part in ("cards", "cantes", "ten"):
        page.text(words.say(part), 14, y, 130)
        for side in (0, 1):
            points = view.parts[part][side] if view.parts else 0
            totals[side] += points
            page.text(str(points), _COLUMNS[side], y, _WIDE, None, RIGHT)
        y += 26
    _total(page, words, view, totals, y)
    parts.banner(page, _last(words, view))
    parts.buttons(page, words, view)


def _winner(page, words, view, nobody, w):
    """The headline: the winning side, its names shortened to `w` pixels."""
    won = view.winner >= 0
    name = parts.side_name(page, words, view.winner, w, page.large) if won else words.say(nobody)
    parts.headline(page, words, view, name, parts.STAR if won else "")


def _total(page, words, view, totals, y):
    page.text(words.say("total"), 14, y + 15, 70)
    for side in (0, 1):
        x = _COLUMNS[side]
        won = side == view.winner
        if won:
            page.tab(x + 54, y, _WIDE - 48, 46)
        page.text(str(totals[side]), x, y + 4, _WIDE, page.large, RIGHT, PAPER if won else INK)
        parts.games(page, view, side, x - 6, y + 14, 56)


def _last(words, view):
    """What the audit found, else the last event. Nothing is said about plays that stayed open."""
    for seat in sorted(view.audit or ()):
        if view.audit[seat] == "renuncio":
            return words.say("audit_renuncio", (int(seat),))
    return parts.banner_text(words, view)


def match_end(page, words, view):
    """Who won the match, and how it stands."""
    _winner(page, words, view, "nobody_match", 330)
    if view.winner >= 0:
        page.text(words.say("wins_match"), 0, parts.HEAD + 14, page.width, None, MIDDLE)
    huge = font("huge")
    for side in (0, 1):
        x = 10 + side * 200
        if side == view.winner:
            page.tab(x + 30, 94, 120, 96)
        text = str(view.games[side])
        page.text(text, x, 106, 180, huge, MIDDLE, PAPER if side == view.winner else INK)
        page.text(parts.side_name(page, words, side, 180), x, 204, 180, None, MIDDLE)
    page.fill(192, 140, 16, 6)
    parts.banner(page, parts.banner_text(words, view))
    parts.buttons(page, words, view)
