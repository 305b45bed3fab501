"""Screens that stop the eye, not the game: a question with its options, and a refusal with its reason."""

from tapete.screens import parts
from tapete.screens.page import PAPER, RIGHT
from tapete.screens.strings import capitals

_CARDS = 290  # x of the cards of the trick beside a question


def question(page, words, view):
    """The question, its options, and the cards it is about; an unsure card carries a question mark."""
    menu = view.question[0] == "menu"
    parts.headline(page, words, view, words.say("q_menu" if menu else "question_title"))
    width = page.width
    if view.cards:
        _trick(page, words, view)
        width = _CARDS - 6
    parts.choices(page, words, view, parts.HEAD + 8, width)
    parts.buttons(page, words, view)


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
    key, args = view.banner
    y = _who(page, words, key, args)
    page.wrap(_why(words, key, args), 14, y, page.width - 28, 4)
    parts.buttons(page, words, view)


def _who(page, words, key, args):
    """The upper line: name and card, or the event in words -> y of the reason."""
    y = parts.HEAD + 18
    if key == "refused" or key == "swap_refused":
        seat, card = args[0], args[1]
        parts.card(page, words, card, 14, y, black=True)
        text = capitals(words.name(seat, 12)) if seat else ""
        if page.telling:
            page.tell(text + ": " + words.card(card))
        page.text(text, 106, y + 5, page.width - 116, page.large, cut=True, told=False)
        page.text(words.card(card), 14, y + 60, page.width - 28, None, told=False)
        return y + 98
    if key == "cante_refused":
        seat, kind, of = args[0], args[1], args[2]
        text = "TUTE" if kind == "tute" else kind + parts.SUITS[of]
        wide = page.large.width(text) + 16
        page.tab(14, y, wide, parts.CARD_H)
        page.text(text, 22, y + 5, wide, page.large, ink=PAPER, told=False)
        name = capitals(words.name(seat, 12)) if seat else ""
        if page.telling:
            page.tell(name + ": " + words.cante(kind, of))
        page.text(name, 30 + wide, y + 5, page.width - 40 - wide, page.large, cut=True, told=False)
        page.text(words.cante(kind, of), 14, y + 60, page.width - 28, None, told=False)
        return y + 98
    return page.wrap(parts.message(words, key, args), 14, y, page.width - 28, 2) + 16


def _why(words, key, args):
    if key == "refused":
        if args[2] == "renuncio":
            return words.say("r_renuncio", (words.duties(args[3]),)).strip()
        return words.reason(args[2])
    if key == "cante_refused":
        return words.reason(args[3])
    if key == "swap_refused":
        return words.reason(args[2], "s")
    if key == "denied":
        return words.reason(args[1], "x")
    return ""
