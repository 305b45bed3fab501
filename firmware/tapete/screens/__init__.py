"""The screens: a view becomes a page, a page is painted. The same view always gives the same picture."""

from tapete import lend
from tapete.screens.font import forget
from tapete.screens.page import Page
from tapete.screens.strings import Words

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
    "refused": "ask",
    "count": "score",
    "match_end": "score",
    "trouble": "trouble",
}

_ASKED = ("new_match", "resume")  # kinds that `ask` lays out as long as they carry a question

# The view of the last picture and its page. One is enough: the panel paints a picture for its new and its old RAM
# before it asks for the next.
_last: list = [None, None]
_lent: list = ["", None, None]  # a home beside `play`, its module, the view that it has laid out once


def _layout(view, page):
    home = "ask" if view.question and view.kind in _ASKED else _HOMES[view.kind]
    if home == "play":
        from tapete.screens import play as module

        forget("huge")
    else:
        module = _borrow(home, view)
    getattr(module, view.kind)(page, Words(view.lang, view.names), view)


def _borrow(home, view):
    """The module of that home. It is given back when a view has been laid out twice: as picture and in words."""
    known, module, before = _lent
    if home != known:
        module = _lent[1] = None
        _lent[0] = ""
        module = lend("screens." + home)
    _lent[:] = ("", None, None) if before is view else (home, module, view)
    return module


def _page(view):
    known, page = _last
    if known is not view:
        _last[0] = None
        if page:
            page.clear()
        else:
            page = _last[1] = Page()
        _layout(view, page)
        _last[0] = view
    return page


def paint(view, canvas):
    """Draw the band of the canvas. Called again and again, it draws the same."""
    _page(view).paint(canvas)


def texts(view):
    """What a person can read on the picture, cards and suits in words, from top to bottom."""
    said: list = []
    _layout(view, Page(said))
    return said
