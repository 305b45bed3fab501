"""The screens: a view becomes a page, a page is painted. The same view always gives the same picture."""

from tapete import lend
from tapete.screens.font import forget, suit
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
    "by_hand": "trouble",
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


def _grid(lines):
    """The module that draws what screens share, on a panel of so many lines."""
    if lines < 200:
        from tapete.screens import low

        return low
    from tapete.screens import parts

    return parts


def _page(view, canvas):
    known, page = _last
    if not page or page.across != canvas.width:
        known = page = _last[1] = None
        suit(canvas.height)
        page = _last[1] = Page(_grid(canvas.height), canvas.width, canvas.height)
    if known is not view:
        _last[0] = None
        page.clear()
        _layout(view, page)
        _last[0] = view
    return page


def paint(view, canvas):
    """Draw the band of the canvas. Called again and again, it draws the same; the layout is that for the canvas's
    width and height, the whole panel's."""
    _page(view, canvas).paint(canvas)


def texts(view):
    """What a person can read on the picture, cards and suits in words, from top to bottom.

    The picture is that of the panel which was painted last; before the first it is that of the 4.2" one.
    """
    said: list = []
    page = _last[1]
    _layout(view, Page(page.grid, page.across, page.lines, said) if page else Page(_grid(300), said=said))
    return said
