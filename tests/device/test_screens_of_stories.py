"""Every view that the stories of the table bring is laid out on every panel, with short and long names; in Spanish
and English, and in every language with `make soak`."""

import os
import sys

import tapete.table
from support.render_screens import PANELS
from support.screen_check import faults
from support.views import CATALOGUES, LANGUAGES
from tapete import screens
from tapete.screens import strings
from tapete.screens.page import Page
from tapete.screens.view import View

sys.path.append("tests/both")

NAMES = (
    ["", "", "", ""],
    ["Ana", "Luis", "Eva", "Bartolomé"],
    ["Maximiliano", "Guadalupe", "Wenceslao", "Montserrat"],
)

SPOKEN = CATALOGUES if os.getenv("TAPETE_SOAK") else LANGUAGES
SOME = 5 if os.getenv("TAPETE_SOAK") else 2

strings.STRICT = True
_look = tapete.table.look
_seen = {}
_wrong = []
_kept = []


def _copy(view, lang, names):
    copy = View(view.kind, lang)
    for key in view.__dict__:
        if key not in ("lang", "names", "kind"):
            value = getattr(view, key)
            setattr(copy, key, list(value) if isinstance(value, list) else value)
    copy.names = names
    return copy


def _draw(view, panel):
    """Lay a view out; raises for a key without words and for what does not fit."""
    width, lines = panel
    page, said = screens._sized(width, lines, view), []
    page.clear()
    screens._layout(view, page)
    assert not faults(page), faults(page)
    screens._layout(view, Page(page.grid, width, lines, said))
    assert said


def _watched(table):
    """Keep what is seen, some of each kind, to be drawn once the stories are told."""
    view = _look(table)
    what = view.kind, view.banner and view.banner[0], view.question and view.question[0]
    _seen[what] = _seen.get(what, 0) + 1
    if _seen[what] <= SOME:
        _kept.append((what, _copy(view, "es", view.names)))
    return view


def _draw_kept():
    """On the first panel with all names, on the others with the longest."""
    for panel in PANELS:
        for lang in SPOKEN:
            for names in NAMES if panel == PANELS[0] else NAMES[2:]:
                for what, view in _kept:
                    try:
                        _draw(_copy(view, lang, names[: len(view.names)]), panel)
                    except Exception as error:
                        _wrong.append((what, panel, lang, names[0], repr(error)))
    _kept.clear()
    screens._sized(PANELS[0][0], PANELS[0][1], View())


def _play(name):
    tapete.table.look = _watched
    try:
        module = __import__(name)
        for test in sorted(dir(module)):
            if test.startswith("test_"):
                _tell(getattr(module, test))
    finally:
        tapete.table.look = _look
    _draw_kept()
    assert not _wrong, "%d: %s" % (len(_wrong), "\n".join([str(wrong) for wrong in _wrong[:20]]))


def _tell(story):
    """Whether the story ends well is for its own test to say; here only its pictures count."""
    try:
        story()
    except Exception as error:
        print("story", story, repr(error))


def test_tricks():
    _play("test_table_trick")


def test_doubts():
    _play("test_table_doubt")


def test_cantes():
    _play("test_table_cante")
    kinds = set(what[0] for what in _seen)
    assert len(kinds) >= 6, kinds


def test_menus():
    _play("test_table_menu")


def test_seats():
    _play("test_table_seats")


def test_two_and_three_players():
    _play("test_table_presets")
