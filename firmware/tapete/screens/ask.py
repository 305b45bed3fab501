"""The screen of a question: it stops the eye, not the game."""

from tapete.screens import parts
from tapete.screens.page import INK, MIDDLE, PAPER, RIGHT

_ROW = 30  # an option
# Banners that are shown with a question: why it is asked still, or what came of the one before.
_WHY = (
    "antenna_taken enrol_taken enrol_at_once enrol_known enrol_foreign enrol_undone enrol_heard_all"
    " foreign not_written of_the_other_deck name_card_new not_a_name_card name_of_card"
).split()


def question(page, words, view):
    """The question, its options, and the cards it is about; an unsure card carries a question mark."""
    if page.low:
        _low(page, words, view)
        return
    menu = view.question[0] == "menu"
    page.grid.headline(page, words, view, words.say("q_menu" if menu else "question_title"))
    width = page.width
    if view.cards:
        width -= 116
        _trick(page, words, view, width + 12)
    _choices(page, words, view, parts.HEAD + 8, width, parts.FOOT + 28)
    _buttons(page, words, view)


def resume(page, words, view):
    """After a start: who laid what lies there and is not in the acta."""
    question(page, words, view)


def new_match(page, words, view):
    """A question of the set-up."""
    if page.low:
        _low(page, words, view)
        return
    page.grid.headline(page, words, view, words.say("new_title"))
    _choices(page, words, view, parts.HEAD + 8, page.width, parts.FOOT + 28)
    _buttons(page, words, view)


def _low(page, words, view):
    """The question and its options alone. Options that have a button of their own bear its number, so that only a
    list needs the line of buttons."""
    cycle = view.question[3] >= 0
    end = 105 if cycle else 128
    if view.question[0] == "past":  # its cards are what it is about
        end -= 22
        cards = [words.drawn(card) for _, card in view.cards]
        page.text("  ".join(cards), 8, end, page.width - 16, told=False)
    _choices(page, words, view, 2, page.width, end)
    if cycle:
        _buttons(page, words, view)


def _choices(page, words, view, y, w, end):
    """The question and its options, the selected one black. Longer lists scroll under the selection."""
    key, args, options, selected = view.question
    asleep = view.banner and view.banner[0] == "asleep"
    if asleep:  # that must be read, whatever options are hidden
        end -= 24
    if key == "before_lead":
        key += "_" + args[2]
    elif key == "proof" and args[3] >= 0:
        key += "_witness"
    elif key == "setup_start" and len(args) > 5:
        key += "_3"
    if key != "menu" or page.low:
        y = page.wrap(words.say("q_" + key, args), 10, y, w - 16, 3, words=words) + (0 if page.low else 4)
    if key == "enrol":  # the card that is to be laid, drawn as well
        page.grid.card(page, words, args[0], page.width - 92, y + (4 if page.low else 20))
    step = _ROW if selected >= 0 else _ROW + 6
    if page.low:
        step = min(max((end - y) // len(options), 21), 30)
        y += max(0, min(end - y - step * len(options), 6))
    high = 20 if page.low else _ROW - 2
    gap = 1 if page.low else 4
    rows = (end - y) // step
    first = max(0, min(selected - rows + 2, len(options) - rows))
    for i in range(first, min(first + rows, len(options))):
        text = words.say("o_" + options[i][0], options[i][1])
        mark = "> " if i == selected else ""
        ink = PAPER if i == selected else INK
        if selected < 0:
            mark = "%d " % (i + 1)
            page.tab(8, y, 24, high - 1 + page.low)
            page.text(mark[0], 8, y + gap, 24, None, MIDDLE, PAPER, told=False)
        elif i == selected:
            page.tab(6, y, w - 10, high)
            page.text(parts.TURN, 13, y + gap, 20, ink=PAPER, told=False)
        if page.telling:
            page.tell(mark + words.plain(text))
        page.text(text, 38, y + gap, w - 46, None, ink=ink, told=False)
        if i == first > 0 or i == first + rows - 1 < len(options) - 1:
            if not page.low:
                page.text("…", w - 26, y + gap, 20, None, RIGHT, ink, told=False)
            elif i != selected:
                page.text("…", 13, y + gap, 20, told=False)
        y += step
    end -= 0 if asleep else 24
    room = y - step + high <= end  # where there is none, it sounded
    if asleep or room and view.banner and view.banner[0] in _WHY:
        page.text(parts.banner_text(words, view), 10, end, w - 16)


def _buttons(page, words, view):
    """ "opt1" to "opt3" choose that option, and name it where it is short."""
    for i in range(4):
        key = view.buttons[i]
        if key[:3] == "opt":
            option = view.question[2][int(key[3]) - 1]
            text = key[3] + " " + words.say("o_" + option[0], option[1])
            page.grid.button(page, i, text if page.small.width(text) <= page.width // 4 - 10 else key[3])
        elif key:
            page.grid.button(page, i, words.say("k_" + key))


def _trick(page, words, view, x):
    page.fill(x - 10, parts.HEAD + 8, 2, parts.FOOT - parts.HEAD - 10)
    y = parts.HEAD + 10
    for seat, card in view.cards:
        unsure = seat in view.provisional
        name = words.name(seat, 6)
        if page.telling:
            page.tell(name + ": " + words.card(card) + ("?" if unsure else ""))
        page.text(name, x, y, 54, cut=True, told=False)
        text = words.drawn(card)
        if unsure:
            text = "?" + text
        page.text(text, x + 42, y, page.width - x - 48, None, RIGHT, told=False)
        y += 34
