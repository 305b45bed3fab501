"""Every view that the stories of the table bring is laid out in every language, with short and long names."""

import sys

import tapete.table
from support.views import LANGUAGES
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

strings.STRICT = True
_look = tapete.table.look
_seen = {}
_wrong = []


def _draw(view, lang, names):
    """Lay out a copy of the view; raises for a key without words and for what does not fit."""
    copy = View(view.kind, lang)
    for key in view.__dict__:
        if key not in ("lang", "names", "kind"):
            setattr(copy, key, getattr(view, key))
    copy.names = names
    screens._layout(copy, Page())
    return screens.texts(copy)


def _watched(table):
    view = _look(table)
    what = view.kind, view.banner and view.banner[0], view.question and view.question[0]
    _seen[what] = _seen.get(what, 0) + 1
    if _seen[what] < 6:
        for lang in LANGUAGES:
            for names in NAMES:
                try:
                    assert _draw(view, lang, names)
                except Exception as error:
                    _wrong.append((what, lang, names[0], repr(error)))
    return view


def _play(name):
    tapete.table.look = _watched
    try:
        module = __import__(name)
        for test in sorted(dir(module)):
            if test.startswith("test_"):
                _tell(getattr(module, test))
    finally:
        tapete.table.look = _look
    assert not _wrong, _wrong


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
