"""What several screens share: header, trump corner, cards, scores, banner, button labels; on one grid, in units.

A panel that is too low for it has the grid of `low`, with the same functions; so screens ask `page.grid` for these.

  0 ┌─────────────────────────────────────────┬───────┐
    │ headline: whose turn                    │ trump │
 53 ├──────────────────────────────┬──────────┴───────┤
    │ table                        │ side 1+3         │
    │                              ├──────────────────┤
    │                              │ side 2+4         │
243 ├──────────────────────────────┴──────────────────┤
    │ banner: what happened last                      │
274 ├───────────┬───────────┬───────────┬─────────────┤
    │ OK        │ CANTE     │ CAMBIO    │ DESHACER    │
300 └───────────┴───────────┴───────────┴─────────────┘
"""

from tapete.screens import strings
from tapete.screens.page import INK, MIDDLE, PAPER, RIGHT
from tapete.screens.strings import capitals

HEAD = 53
FOOT = 243

PIP, HOLE, TURN, STAR = "\ue004", "\ue005", "\ue006", "\ue007"

# Where each seat is when two, three or four play: 1 near us, 2 at the right, 3 opposite, 4 at the left.
PLACES = (b"\1\3", b"\1\2\4", b"\1\2\3\4")

CARD_W = 76
CARD_H = 48


def headline(page, words, view, text, mark=""):
    """The black bar: one line of large capitals, and the trump in its corner."""
    page.fill(0, 0, page.width, HEAD)
    text = capitals(text)
    if page.telling:
        page.tell(text)
    x = 10
    if mark:
        x += page.text(mark, x, 10, 44, page.large, ink=PAPER, told=False) + 4
    room = page.width - 10
    if view.trump >= 0 and view.kind != "match_end":
        room = _trump(page, words, view, x + page.large.width(text)) - 10
    page.text(text, x, 11, room - x, page.large, ink=PAPER, cut=True, told=False)


def _trump(page, words, view, taken):
    """The trump, always in the upper right corner: the shown card while it lies, else its suit -> left edge.

    Its label gives way to a headline that ends at `taken`.
    """
    text = trump_text(page, words, view)
    wide = page.large.width(text)
    x = page.width - 12 - wide
    page.tab(x, 3, wide + 8, HEAD - 7, PAPER)
    page.text(text, x + 5, 7, wide, page.large, told=False)
    name = words.say("trump")
    wide = page.small.width(name)
    if taken > x - wide - 20:
        return x
    page.text(name, x - wide - 8, 17, wide, ink=PAPER, told=False)
    return x - wide - 8


def trump_text(page, words, view):
    """The letters of the shown card while it lies, else of the trump suit; told in words."""
    if page.telling:
        shown = words.card(view.upcard) if view.upcard >= 0 else words.item("suits", view.trump)
        page.tell(words.say("trump") + ": " + shown)
    text = words.suit(view.trump)
    return words.letter(view.upcard) + text if view.upcard >= 0 else text


def outline(page, x, y, w, h, black, unsure):
    """That of a card: black for the one that wins, dashed where in doubt."""
    if black:
        page.tab(x, y, w, h)
    elif unsure:
        page.dash(x, y, w, h)
    else:
        page.frame(x, y, w, h, 2)


def card(page, words, number, x, y, black=False, unsure=False):
    """A small card: rank and suit in large type."""
    outline(page, x, y, CARD_W, CARD_H, black, unsure)
    text = words.drawn(number)
    page.text(text, x + 2, y + 5, CARD_W - 2, page.large, MIDDLE, PAPER if black else INK, told=False)


def seat(page, words, view, seat, name, number, unsure):
    """A seat of the table seen from above: its name, and its card or the place for it.

    `number` is -1 where no card lies; `unsure` is "?" where one is in doubt.
    """
    place = PLACES[len(view.names) - 2][seat - 1]
    x = far = page.sides - 88
    if unsure:
        name += " ?"
    if place % 2:
        x = far // 2 + 3
        page.text(name, x + 82, 206 if place == 1 else 71, far - x - 2, cut=True, told=False)
    else:
        wide = far // 2 + 19
        if place == 4:
            x = 6
        page.text(
            name, x if place == 4 else far + 76 - wide, 106, wide, None, place % 4, cut=True, told=False
        )
    y = (192, 132, 57, 132)[place - 1]
    if number >= 0:
        card(page, words, number, x, y, seat == view.winning, unsure)
    elif seat == view.turn and view.kind == "trick":
        page.frame(x, y, CARD_W, CARD_H, 4)
        page.text(TURN, x + 2, y + 5, CARD_W, page.large, MIDDLE, told=False)
    else:
        page.dash(x, y, CARD_W, CARD_H)


def side_name(page, words, side, w, face=None):
    """The names of a side, shortened alike until they fit."""
    face = face or page.small
    for longest in (12, 7, 6, 5, 4, 3):
        name = words.side(side, longest)
        if face is page.large:
            name = capitals(name)
        if face.width(name) <= w:
            break
    return name


def scores(page, words, view):
    """Every side: names, points, games as marks, cantes."""
    page.fill(page.sides - 6, HEAD + 8, 2, FOOT - HEAD - 16)
    step = 95 if len(view.games) == 2 else 63
    for side in range(len(view.games)):
        if side:
            page.fill(page.sides + 4, HEAD + side * step, page.width - page.sides - 12, 1)
        _side(page, words, view, side, HEAD + 4 + side * step)


def _side(page, words, view, side, y):
    x, wide = page.sides + 4, page.width - page.sides - 12
    three = len(view.games) > 2
    taken = games(page, view, side, x, y - 3 if three else y + 34, wide)
    name = side_name(page, words, side, wide - (taken + 4) * three)
    points = str(view.points[side]) if view.points else ""
    if page.telling:
        page.tell("%s: %s (%d)" % (name, points, view.games[side]))
    page.text(name, x, y - 3 * three, wide - (taken + 4) * three, cut=True, told=False)
    taken = page.text(points, x, y + (20 if three else 25), wide, page.large, told=False)
    first, twenties = "", ""
    for by, what in view.cantes:
        if by == side:
            if what[:2] == "20":
                twenties += words.suit("OCEB".find(what[2]))
                if page.telling:
                    page.tell(words.cante("20", "OCEB".find(what[2])))
            else:
                first = "Tute " if what[:4] == "tute" else what + " "
                if page.telling:
                    page.tell(first)
    if three:  # beside the points
        x += taken + 4
        wide -= taken + 4
        y -= 39
    if twenties and page.small.width(first + "20 " + twenties) <= wide:
        first += "20 "
    page.text(first + twenties, x, y + 68, wide, None, RIGHT if three else 0, cut=three, told=False)


def games(page, view, side, x, y, w, align=RIGHT):
    """Rounds won, as marks where the target is small -> how wide they are."""
    won = view.games[side]
    if view.target <= 3:
        marks = PIP * won + HOLE * (view.target - won)
    else:
        marks = "%d/%d" % (won, view.target)
    return page.text(marks, x, y, w, None, align, told=False)


def message(words, key, args):
    """An event in words. Where the seat is not known, "key_0" says it without a name."""
    if args and args[0] == 0 and words.has("b_" + key + "_0"):
        key += "_0"
    elif key == "claim":
        key += "_" + args[2]
    return words.say("b_" + key, args)


def reason(words, code, where=""):
    """Why something was refused (acta.md 4), `where` being "s" for a swap, "x" for what is no cante."""
    if code.startswith("then_line "):
        line, _, why = code[10:].partition(": ")
        return words.say("r_then_line", (line, reason(words, why, where)))
    key = "r" + where + "_" + code
    if not words.has(key):
        key = "r_" + code
    return words.say(key) if strings.STRICT or words.has(key) else words.say("r_other")


def reason_of(words, key, args):
    """Why a declaration or another event was refused, from its banner; "" for other banners."""
    if key == "cante_refused":
        return reason(words, args[3])
    if key == "swap_refused":
        return reason(words, args[2], "s")
    if key == "denied":
        return reason(words, args[1], "x")
    return ""


def banner_text(words, view):
    """What the banner says, for a refusal its reason; "" without one."""
    if not view.banner:
        return ""
    return reason_of(words, *view.banner) or message(words, *view.banner)


def duty_text(page, words, view):
    """Teaching mode: what the seat in turn owes; "" where it is not told."""
    if not view.duty:
        return ""
    duty, ruff, args = view.duty
    said = words.say("y_" + duty, args)
    if ruff:
        said += " " + words.say("y_" + ruff, args)
    return words.plain(said) if page.telling else said


def banner(page, text):
    """One line in words above the buttons."""
    page.fill(0, FOOT, page.width, 1)
    page.text(text, 10, FOOT + 3, page.width - 20, cut=True)


def buttons(page, words, view):
    """What the four buttons do now, each above its button."""
    for i in range(4):
        key = view.buttons[i]
        if key:
            button(page, i, words.say("k_" + key))


def button(page, i, text):
    """The word above button i (0..3)."""
    wide = page.width // 4
    page.tab(i * wide + 3, 273, wide - 6, 27)
    page.text(text, i * wide + 5, 275, wide - 10, None, MIDDLE, PAPER)
