"""The screen of a refusal: who, what, and why not."""

from tapete.screens import parts
from tapete.screens.page import PAPER
from tapete.screens.strings import begin, capitals


def refused(page, words, view):
    """Who, what, and why not, in words."""
    grid = page.grid
    grid.headline(page, words, view, words.say("refused_title"))
    key, args = view.banner or ("answered", (0, -1))
    if page.low:
        _low_refused(page, words, view, key, args, (grid.labels(page, words, view) - 43) // page.small.height)
        return
    y = _who(page, words, key, args)
    if _taught(view, key, args):
        _teach(page, words, view, args, y)
    else:
        y = page.wrap(_why(words, key, args), 14, y, page.width - 28, 4)
        if key == "refused" and args[1] >= 0:
            page.wrap(words.say("b_dismissed", (args[1],)), 14, y, page.width - 28, 2)
    grid.buttons(page, words, view)


def _low_refused(page, words, view, key, args, lines):
    """Whose what, and the reason, in so many lines of small type."""
    said = ""
    if (key == "refused" or key == "swap_refused") and args[1] >= 0:
        said = words.card(args[1])
    elif key == "cante_refused" and args[1]:
        said = words.cante(args[1], args[2])
    y = 43
    if said:
        said = words.name(args[0]) + ": " + said if args[0] else begin(said)
        page.text(said, 5, y, page.width - 10, cut=True)
        y += page.small.height
        lines -= 1
    said = _why(words, key, args) or parts.message(words, key, args)
    if _taught(view, key, args):
        said = words.say("r_renuncio", (parts.duty_text(page, words, view),))
    page.wrap(said, 5, y, page.width - 10, lines)


def _taught(view, key, args):
    """Whether it is said in full what was owed, and why: teaching mode."""
    return view.duty and key == "refused" and args[2] == "renuncio"


def _teach(page, words, view, args, y):
    """What the refused card owed, what the seat owes in all, and why: a line each."""
    wide = page.width - 28
    led = view.cards[0][1] // 10
    best = [card for seat, card in view.cards if seat == view.winning][0]
    y = page.wrap(_duties(words, args[3]) or words.say("r_renuncio", ("",)), 14, y - 8, wide, 2)
    page.text(parts.duty_text(page, words, view), 14, y, wide, cut=True)
    said = words.say("y_because_of", (led, best))
    if page.telling:
        said = words.plain(said)
    page.text(said, 14, y + page.small.height, wide, cut=True)


def _who(page, words, key, args):
    """The upper line: name and card, or the event in words -> y of the reason."""
    y = parts.HEAD + 18
    width = page.width - 28
    if (key == "refused" or key == "swap_refused") and args[1] >= 0:
        seat, card = args[0], args[1]
        page.grid.card(page, words, card, 14, y, black=True)
        _name(page, words, seat, words.card(card), 106, y)
        page.text(words.say("o_card", (card,)), 14, y + 60, width, told=False)
        return y + 98
    if key == "cante_refused" and args[1]:
        seat, kind, of = args[0], args[1], args[2]
        text = "TUTE" if kind == "tute" else kind + words.suit(of)
        wide = page.large.width(text) + 16
        page.tab(14, y, wide, parts.CARD_H)
        page.text(text, 22, y + 5, wide, page.large, ink=PAPER, told=False)
        said = words.cante(kind, of)
        _name(page, words, seat, said, 30 + wide, y)
        page.text(begin(said), 14, y + 60, width, told=False)
        return y + 98
    return page.wrap(parts.message(words, key, args), 14, y, width, 2) + 16


def _name(page, words, seat, said, x, y):
    """Whose it is, large, at x; told with what was refused."""
    name = capitals(words.name(seat, 12)) if seat else ""
    if page.telling:
        page.tell(name + ": " + said)
    page.text(name, x, y + 5, page.width - x - 10, page.large, cut=True, told=False)


def _why(words, key, args):
    if key == "refused":
        if args[2] == "renuncio":
            return words.say("r_renuncio", (_duties(words, args[3]),)).strip()
        return parts.reason(words, args[2])
    return parts.reason_of(words, key, args)


def _duties(words, duties):
    """What a renuncio would have had to do, in one sentence; "" without duties."""
    said = ""
    for duty in duties or ():
        part = words.say("d_" + duty)
        said = words.say("or", (said, part)) if said else part
    return words.say("d_must", (said,)) if said else ""
