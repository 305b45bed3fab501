"""Constants put where they are used: which are, which stay, and that a source stays the same program."""

import ast

import pytest

from tapete_host import build, fold

CARDS = '''
"""Cards."""
SUITS = "OCEB"
RANKS = "24567SCR3A"
REY = 7
LOW, HIGH = -1, REY + 2
_ALL = 1 << REY  # every one of them
EACH = [1]
'''
USER = """
from tute import cards
from tute.cards import (
    RANKS,
    REY,
    SUITS as NAMES,
)

def pick(seat, most=REY):
    from tute.cards import HIGH

    return NAMES[most] + RANKS[HIGH] + str(cards.LOW) + str(cards.EACH)
"""
SOURCES = {"tute/cards.py": CARDS, "tute/user.py": USER}


def test_ints_and_short_texts_are_put_where_they_are_used():
    made = fold.fold(SOURCES)
    assert made["tute/user.py"].split("\n")[2:] == [
        "from tute.cards import RANKS",
        *[""] * 5,
        "def pick(seat, most=7):",
        "    pass",
        "",
        "    return 'OCEB'[most] + RANKS[9] + str((-1)) + str(cards.EACH)",
        "",
    ]
    defined = {n.id for n in ast.walk(ast.parse(made["tute/cards.py"])) if isinstance(n, ast.Name)}
    assert defined == {"RANKS", "EACH"}


def test_lines_stay_where_they_are():
    for path, text in fold.fold(SOURCES).items():
        assert text.count("\n") == SOURCES[path].count("\n")


@pytest.mark.parametrize(
    "more",
    [
        "\ndef change():\n    global REY\n    REY = 8\n",
        "\ndef other(REY):\n    return REY\n",
        "\nREY = 9\n",
        '\ndef ask(module):\n    return getattr(module, "REY")\n',
        "\ndef ask(board):\n    return board.REY\n",
        "\nimport strings\nstrings.REY = 1\n",
        '\ndef say(n):\n    return f"{n} {REY}"\n',
    ],
)
def test_a_name_stays_that_is_given_or_asked_for_elsewhere(more):
    made = fold.fold({"tute/cards.py": "REY = 7\n" + more})
    assert made["tute/cards.py"] == "REY = 7\n" + more


def test_a_module_of_which_all_is_taken_keeps_its_names():
    made = fold.fold({"cards.py": "REY = 7\n", "user.py": "from cards import *\nprint(REY)\n"})
    assert made["cards.py"] == "REY = 7\n" and "print(REY)" in made["user.py"]


def test_the_folded_firmware_says_the_same_constants():
    texts = {str(p): (build.FIRMWARE / p).read_text() for p in build.sources()}
    made = fold.fold(texts)
    names = {"tute.cards": {}, "tute.trick": {}}
    exec(compile(made["tute/acta.py"].replace("from tute", "# "), "acta", "exec"), names)
    assert "CORRECT" not in names and callable(names["call_text"])
    assert sum(made[p] != texts[p] for p in texts) > 30
    for path, text in made.items():
        left = [
            n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.ImportFrom) and n.module == "tute.acta"
        ]
        assert not {a.name for n in left for a in n.names} & {"PLAY", "CORRECT", "CANTE_40"}, path
