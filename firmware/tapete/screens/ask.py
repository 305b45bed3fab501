"""Screens that stop the eye, not the game: a question with its options, and a refusal with its reason."""

from tapete.screens import parts
from tapete.screens.page import INK, MIDDLE, PAPER, RIGHT
from tapete.screens.strings import capitals

_CARDS = 290  # x of the cards of the trick beside a question
_ROW = 30  # an option


def question(page, words, view):
    """The question, its options, and the cards it is about; an unsure card carries a question mark."""
    menu = view.question[0] == "menu"
    parts.headline(page, words, view, words.say("q_menu" if menu else "question_title"))
    width = page.width
    if view.cards:
        _trick(page, words, view)
        width = _CARDS - 6
    _choices(page, words, view, parts.HEAD + 8, width)
    _buttons(page, words, view)


def resume(page, words, view):
    """After a start: who laid what lies there and is not in the acta."""
    question(page, words, view)


def new_match(page, words, view):
    """A question of the set-up."""
    parts.headline(page, words, view, words.say("new_title"))
    _choices(page, words, view, parts.HEAD + 8, page.width)
    _buttons(page, words, view)


def _choices(page, words, view, y, w):
    """The question and its options, the selected one black. Longer lists scroll under the selection."""
    key, args, options, selected = view.question
    if key == "before_lead":
        key += "_" + args[2]
    elif key == "proof" and args[3] >= 0:
        key += "_witness"
    if key != "menu":
        y = page.wrap(words.say("q_" + key, args), 10, y, w - 16, 3) + 4
    step = _ROW if selected >= 0 else _ROW + 6
    rows = (parts.FOOT + 28 - y) // step
    first = max(0, min(selected - rows + 2, len(options) - rows))
    for i in range(first, min(first + rows, len(options))):
        text = words.say("o_" + options[i][0], options[i][1])
        mark = "> " if i == selected else ""
        if selected < 0:
            mark = "%d " % (i + 1)
            page.tab(8, y, 24, _ROW - 3)
            page.text(mark[0], 8, y + 4, 24, None, MIDDLE, PAPER, told=False)
        elif i == selected:
            page.tab(6, y, w - 10, _ROW - 2)
            page.text(parts.TURN, 13, y + 4, 20, ink=PAPER, told=False)
        if page.telling:
            page.tell(mark + _plain(words, text))
        page.text(text, 38, y + 4, w - 46, None, ink=PAPER if i == selected else INK, told=False)
        if i == first > 0 or i == first + rows - 1 < len(options) - 1:
            page.text("…", w - 26, y + 4, 20, None, RIGHT, PAPER if i == selected else INK, told=False)
        y += step


def _plain(words, text):
    """The text with pictures of suits replaced by their names."""
    for suit in range(4):
        text = text.replace(parts.SUITS[suit], " " + words.item("suits", suit))
    return text


def _buttons(page, words, view):
    """ "opt1" to "opt3" choose that option, and name it where it is short."""
    for i in range(4):
        key = view.buttons[i]
        if key[:3] == "opt":
            option = view.question[2][int(key[3]) - 1]
            text = key[3] + " " + words.say("o_" + option[0], option[1])
            parts.button(page, i, text if page.small.width(text) <= 90 else key[3])
        elif key:
            parts.button(page, i, words.say("k_" + key))


def _trick(page, words, view):
    page.fill(_CARDS - 4, parts.HEAD + 8, 2, parts.FOOT - parts.HEAD - 10)
    y = parts.HEAD + 10
    for seat, card in view.cards:
        unsure = seat in view.provisional
        name = words.name(seat, 6)
        if page.telling:
            page.tell(name + ": " + words.card(card) + ("?" if unsure else ""))
        page.text(name, _CARDS + 6, y, 54, cut=True, told=False)
        text = words.letter(card) + parts.SUITS[card // 10]
        if unsure:
            text = "?" + text
        page.text(text, _CARDS + 48, y, page.width - _CARDS - 54, None, RIGHT, told=False)
        y += 34


def refused(page, words, view):
    """Who, what, and why not, in words."""
    parts.headline(page, words, view, words.say("refused_title"))
    key, args = view.banner or ("answered", ())
    y = _who(page, words, key, args)
    page.wrap(_why(words, key, args), 14, y, page.width - 28, 4)
    parts.buttons(page, words, view)


def _who(page, words, key, args):
    """The upper line: name and card, or the event in words -> y of the reason."""
    y = parts.HEAD + 18
    if (key == "refused" or key == "swap_refused") and args[1] >= 0:
        seat, card = args[0], args[1]
        parts.card(page, words, card, 14, y, black=True)
        text = capitals(words.name(seat, 12)) if seat else ""
        if page.telling:
            page.tell(text + ": " + words.card(card))
        page.text(text, 106, y + 5, page.width - 116, page.large, cut=True, told=False)
        page.text(words.say("o_card", (card,)), 14, y + 60, page.width - 28, told=False)
        return y + 98
    if key == "cante_refused" and args[1]:
        seat, kind, of = args[0], args[1], args[2]
        text = "TUTE" if kind == "tute" else kind + parts.SUITS[of]
        wide = page.large.width(text) + 16
        page.tab(14, y, wide, parts.CARD_H)
        page.text(text, 22, y + 5, wide, page.large, ink=PAPER, told=False)
        name = capitals(words.name(seat, 12)) if seat else ""
        if page.telling:
            page.tell(name + ": " + words.cante(kind, of))
        page.text(name, 30 + wide, y + 5, page.width - 40 - wide, page.large, cut=True, told=False)
        said = words.cante(kind, of)
        page.text(capitals(said[0]) + said[1:], 14, y + 60, page.width - 28, told=False)
        return y + 98
    return page.wrap(parts.message(words, key, args), 14, y, page.width - 28, 2) + 16


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
