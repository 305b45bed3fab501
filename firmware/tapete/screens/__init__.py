"""The screens: a view becomes a page, a page is painted. The same view always gives the same picture."""

import sys

from tapete import lend
from tapete.screens import parts
from tapete.screens.font import forget, suit
from tapete.screens.page import PAPER, Page
from tapete.screens.strings import Words, forget_texts

# The module that lays out each kind of view. All but `play` are lent.
_HOMES = {
    "trick": "play",
    "won": "play",
    "resume": "play",
    "splash": "start",
    "new_match": "start",
    "deal": "start",
    "cante": "sung",
    "question": "ask",
    "refused": "refused",
    "count": "score",
    "match_end": "score",
    "trouble": "trouble",
    "by_hand": "trouble",
    "advice": "trouble",
}

_ASKED = ("new_match", "resume")  # kinds that `ask` lays out as long as they carry a question

# The view of the last picture and its page. One is enough: the panel paints a picture for its new and its old RAM
# before it asks for the next. And the home that was last asked for, whose texts are kept.
_last: list = [None, None, ""]
_lent: list = ["", None, None]  # a home beside `play`, its module, the view that it has laid out once


def _layout(view, page):
    home = "ask" if view.question and view.kind in _ASKED else _HOMES[view.kind]
    if view.big and home == "play" and view.kind != "resume":
        home = "big"
    if home == "play":
        from tapete.screens import play as module

        forget("huge")
    else:
        module = _borrow(home, view)
    if home != _last[2]:
        _last[2] = home
        forget_texts()
    getattr(module, view.kind)(page, Words(view.lang, view.names, view.french), view)


def _borrow(home, view):
    """The module of that home. It is given back when a view has been laid out twice: as picture and in words."""
    known, module, before = _lent
    if home != known:
        module = _lent[1] = None
        _lent[0] = ""
        module = lend("screens." + home)
    _lent[:] = ("", None, None) if before is view else (home, module, view)
    return module


def _script(view):
    """Whose letters a view needs beside the Latin ones: its language's, and whoever has a name keeps it in others."""
    last = max(view.names)
    if view.lang == "ko" or last >= "\uac00":
        return "ko"
    return "ru" if view.lang == "ru" or last >= "\u0400" else ""


def _sized(width, lines, view):
    """The page of a panel of that size, with type for the view; what was another's is given back."""
    page = _last[1]
    if suit(lines, _script(view)) or not page:
        _last[0] = _last[1] = page = None
        grid = parts if lines >= 200 else lend("screens.low")
        page = _last[1] = Page(grid, width, lines)
    return page


def rest(play=False):
    """Give back the page, its layout and the texts until the next picture, for what needs their room meanwhile; and the
    type, but only where that takes more than a piece which is hard to find again in a heap full of small ones.

    play: the layout of the screens of a trick as well, while none is played."""
    large = _last[1] and _last[1].lines > 300
    _last[:] = (None, None, "")
    _lent[:] = ("", None, None)
    forget_texts()
    for name in ("small", "large", "huge") if large else ("huge",):
        forget(name)
    name = __name__ + "." + "play"  # words that are known: a new one would fill the table of names
    if play and name in sys.modules:
        del sys.modules[name]
        delattr(sys.modules[__name__], "play")


def paint(view, canvas):
    """Draw the band of the canvas. Called again and again, it draws the same; the layout is that for the canvas's
    width and height, the whole panel's."""
    page = _sized(canvas.width, canvas.height, view)
    if canvas.night != view.night:  # the band was begun in the other colour
        canvas.night = view.night
        canvas.fill(PAPER)
    if _last[0] is not view:
        _last[0] = None
        page.clear()
        _layout(view, page)
        _last[0] = view
    page.paint(canvas)


def texts(view):
    """What a person can read on the picture, cards and suits in words, from top to bottom.

    The picture is that of the panel which was painted last; before the first it is that of the 4.2" one.
    """
    said: list = []
    page = _last[1]
    page = _sized(page.pixels, page.lines, view) if page else _sized(400, 300, view)
    _layout(view, Page(page.grid, page.pixels, page.lines, said))
    return said
