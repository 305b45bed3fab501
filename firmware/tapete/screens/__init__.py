"""The screens: a view becomes a page, a page is painted. The same view always gives the same picture."""

import sys

from tapete.screens.page import Page
from tapete.screens.strings import Words

# The module that lays out each kind of view. All but `play` leave the heap when another is needed.
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

_pages: list = []  # (view, page) of the last pictures: the panel asks for the old and the new one
_loaded = None  # the module beside `play` that is in memory


def _layout(view, page):
    global _loaded
    home = "ask" if view.question and view.kind in _ASKED else _HOMES[view.kind]
    name = __name__ + "." + home
    if home != _loaded:
        if _loaded is not None:
            sys.modules.pop(__name__ + "." + _loaded, None)
            globals().pop(_loaded, None)
        _loaded = home if home != "play" else None
    if name not in sys.modules:
        __import__(name)
    getattr(sys.modules[name], view.kind)(page, Words(view.lang, view.names), view)


def _page(view):
    for known, page in _pages:
        if known is view:
            return page
    if len(_pages) > 1:
        page = _pages.pop(0)[1]
        page.clear()
    else:
        page = Page()
    _layout(view, page)
    _pages.append((view, page))
    return page


def paint(view, canvas):
    """Draw the band of the canvas. Called again and again, it draws the same."""
    _page(view).paint(canvas)


def texts(view):
    """What a person can read on the picture, cards and suits in words, from top to bottom."""
    said: list = []
    _layout(view, Page(said))
    return said
