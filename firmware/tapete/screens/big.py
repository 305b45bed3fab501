"""The trick for people who see badly: turn, trump, score and the last card as large as the panel allows."""

from tapete.screens import parts
from tapete.screens.font import font
from tapete.screens.page import MIDDLE, PAPER
from tapete.screens.play import head
from tapete.screens.strings import capitals


def trick(page, words, view):
    """The turn in a black bar, the trump huge in its corner, the last card, what each side has, and news."""
    low = page.low
    corner = 60 if low else 98
    mark = parts.STAR if view.kind == "won" else parts.TURN
    text = capitals(head(words, view))
    wide = page.width - corner
    page.fill(0, 0, wide, 38 if low else parts.HEAD)
    y = 3 if low else 11
    x = 6 + page.text(mark, 6, y, 44, page.large, ink=PAPER, told=False)
    room = wide - x - 2
    if view.banner and view.banner[0] == "took" and page.large.width(text) > room:  # the points must be seen
        seat, points = view.banner[1]
        text = "%s +%d" % (capitals(words.name(seat, 6)), points)
    page.text(text, x, y, room, page.large, ink=PAPER, cut=True)
    if view.trump >= 0:
        parts.trump_text(page, words, view)  # told only
        page.tab(wide + 2, 0, corner - 2, 54 if low else 92)
        page.text(
            words.suit(view.trump),
            wide + 2,
            3 if low else 10,
            corner - 2,
            font("huge"),
            MIDDLE,
            PAPER,
            told=False,
        )
    (_low if low else _wide)(page, words, view, wide)
    page.grid.buttons(page, words, view)


won = trick


def _card(page, words, view, x, y, w, h):
    """The card that was laid last, black where it wins -> the name of who laid it."""
    seat, number = view.cards[-1] if view.cards else (0, -1)
    if number < 0:
        page.dash(x, y, w, h)
        return ""
    black = seat == view.winning
    parts.outline(page, x, y, w, h, black, seat in view.provisional)
    if page.telling:
        page.tell(words.name(seat) + ": " + words.card(number))
    text = words.drawn(number)
    face = font("huge")
    page.text(
        text,
        x,
        y + (h - face.cap * page.width // page.pixels) // 2,
        w,
        face,
        MIDDLE,
        PAPER if black else 0,
        told=False,
    )
    return words.name(seat, 8)


def _points(page, view, side, x, y, w):
    """What a side has, or where the house hides that, its rounds; huge where there is room."""
    text = "%d/%d" % (view.games[side], view.target)
    face = page.large
    if view.points:
        text = str(view.points[side])
        huge = font("huge")
        if huge.width(text) <= w:
            face = huge
    page.text(text, x, y, w, face, told=False)


def _wide(page, words, view, edge):
    laid = _card(page, words, view, 8, 57, 164, 80)
    _name(page, laid, 182, 61, edge - 184)
    if laid and view.winning != view.cards[-1][0]:  # else it is the black one
        star = page.text(parts.STAR, 182, 101, 44, page.large, told=False)
        _name(page, words.name(view.winning, 12), 186 + star, 101, page.width - 192 - star)
    sides = len(view.games)
    wide = page.width // sides
    for side in range(sides):
        x = side * wide + 10
        if side:
            page.fill(x - 8, 146, 2, 94)
        taken = parts.games(page, view, side, x, 143, wide - 18) if view.points else 0
        name = parts.side_name(page, words, side, wide - 26 - taken)
        if page.telling:
            page.tell("%s: %s (%d)" % (name, view.points[side] if view.points else "", view.games[side]))
        page.text(name, x, 143, wide - 26 - taken, cut=True, told=False)
        _points(page, view, side, x, 170, wide - 12)
    page.grid.banner(page, parts.duty_text(page, words, view) or parts.banner_text(words, view))


def _name(page, name, x, y, w):
    """A name in large type, shortened until it fits."""
    name = capitals(name)
    while page.large.width(name) > w:
        name = name[:-1]
    page.text(name, x, y, w, page.large, told=False)


def _low(page, words, view, edge):
    laid = _card(page, words, view, 2, 42, 98, 60)
    sides = len(view.games)
    wide = (page.width - 104) // sides
    key = view.buttons[0]
    usual = key in ("", "ok", "menu")
    if not usual:
        page.grid.button(page, 0, words.say("k_" + key))
    said = parts.duty_text(page, words, view)
    if not said and view.banner and view.banner[0] not in ("played", "took"):
        said = parts.banner_text(words, view)
    if said:
        x = 4 if usual else page.width // 4 + 4
        page.text(said, x, 107, page.width - x - 2, cut=True)
    elif usual:
        page.text(laid, 4, 107, 96, cut=True, told=False)
    for side in range(sides):
        x = 104 + side * wide
        name = parts.side_name(page, words, side, wide - 4)
        if page.telling:
            page.tell("%s: %s (%d)" % (name, view.points[side] if view.points else "", view.games[side]))
        if not said:
            page.text(name, x, 107, wide - 4, cut=True, told=False)
        if sides == 2 and view.points:
            parts.games(page, view, side, 104 + side * 66, 38, 64, 0)
        _points(page, view, side, x, 57, wide - 2)
