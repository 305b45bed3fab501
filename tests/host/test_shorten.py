"""Short names for the device: what is renamed everywhere alike, and what must stay."""

import ast
import pathlib
from concurrent.futures import ThreadPoolExecutor

import pytest

from tapete_host import build, shorten

TABLE = '''
"""Documentation may name gone_at."""
from micropython import const

LIMIT = const(3)
_LIMIT = const(4)

class Table:
    """Its gone_at."""

    def __init__(self, journal):
        self.gone_at = journal
        self.points = 0
        self.step = None

    def look_gone(self, now):
        return getattr(self, "points") + now
'''
ROOM = """
from tapete.table import LIMIT, Table

def run(t, sock):
    sock.write_hot = 1
    t.look_gone(now=LIMIT)
    return t.gone_at
"""
SOURCES = {"tapete/table.py": TABLE, "tapete/room.py": ROOM}


def short(sources=None):
    sources = sources or SOURCES
    renaming = shorten.plan(sources)
    return renaming, {name: shorten.apply(text, renaming) for name, text in sources.items()}


def test_what_modules_share_is_renamed_alike_in_all():
    renaming, texts = short()
    assert f"self.{renaming['gone_at']} = journal" in texts["tapete/table.py"]
    assert f"return t.{renaming['gone_at']}" in texts["tapete/room.py"]
    assert "documentation may name gone_at" in texts["tapete/table.py"].lower()


def test_what_is_public_stays_public_as_a_constant_must():
    renaming, _ = short()
    assert renaming["_LIMIT"][0] == "_" and renaming["LIMIT"][0] != "_"


def test_what_is_spelt_or_called_by_keyword_or_not_ours_stays():
    renaming, texts = short()
    # A text, a keyword, a class, a module, an attribute put in from outside, and a name of the standard library.
    assert not {"points", "now", "Table", "table", "room", "write_hot", "const", "getattr"} & set(renaming)
    assert 'getattr(self, "points")' in texts["tapete/table.py"]


def test_names_that_meet_differ_and_others_may_be_the_same():
    apart = {"a.py": "def first(): pass\n", "b.py": "def second(): pass\n"}
    assert len(set(short(apart)[0].values())) == 1
    together = {"a.py": "def first(): pass\n", "b.py": "from a import first\ndef second(): first()\n"}
    assert len(set(short(together)[0].values())) == 2


def test_a_class_and_its_parent_share_no_name_though_they_share_no_module():
    parent = "class Parent:\n    def __init__(self):\n        self.first = 1\n"
    child = "from parent import Parent\nclass Child(Parent):\n    def more(self):\n        self.second = 1\n"
    renaming = short({"parent.py": parent, "child.py": child})[0]
    assert renaming["first"] not in (renaming["second"], renaming["more"])


def test_the_firmware_stays_python_line_by_line():
    texts = {str(p): (build.FIRMWARE / p).read_text() for p in build.sources()}
    made = {str(p): text for p, text in build.shortened().items()}
    for name, text in made.items():
        ast.parse(text)
        assert text.count("\n") == texts[name].count("\n"), name
    words = {w for text in texts.values() for w in shorten.names(text)}
    fewer = {w for text in made.values() for w in shorten.names(text)}
    assert len(fewer) < len(words) * 0.7, (len(fewer), len(words))


def test_a_program_beside_keeps_the_names_of_its_variables():
    text = """
from tapete.table import look

class Eye:
    def look(self):
        return self.points

def run(t):
    gone_at, points = t.gone_at, look(t)
    return gone_at
"""
    renaming = {"gone_at": "a", "points": "a", "look": "b", "run": "a"}
    wanted = text.replace("t.gone_at", "t.a").replace("self.points", "self.a").replace("look", "b")
    assert shorten.apply_outside(text, renaming) == wanted


def test_names_that_are_kept_are_those_that_would_be_found(monkeypatch, tmp_path):
    few = [path for path in build.sources() if path.parent.name == "boards"]
    monkeypatch.setattr(build, "sources", lambda: few)
    monkeypatch.setattr(build, "CACHE", tmp_path)
    found = build._planned()
    (kept,) = tmp_path.glob("short.*.json")
    with monkeypatch.context() as without:
        without.setattr(shorten, "plan", None)  # it is not needed again
        assert list(build._planned()) == list(found) and build.renaming() == found[1]
    kept.write_text("{")
    assert build._planned() == found and kept.read_text() != "{"


def test_two_that_build_at_once_do_not_take_each_others_files(monkeypatch, tmp_path):
    monkeypatch.setattr(build, "CACHE", tmp_path)
    path = pathlib.Path("room/thing.py")
    for number in range(3):  # a changed source each time; what was made of the one before goes
        text = f"NUMBER = {number}\n"
        with ThreadPoolExecutor(8) as many:
            made = set(many.map(build.compile_text, 24 * [path], 24 * [text]))
        assert len(made) == 1 and len(list(tmp_path.rglob("*"))) == 2, list(tmp_path.rglob("*"))
    with pytest.raises(build.BuildError, match="room/thing"):
        build.compile_text(path, "def\n")
