"""tute as a library: its documentation runs, it stays off the device, programs need no more than `tute`."""

import doctest
import importlib
import inspect
import os
import pathlib
import re
import subprocess
import sys

import pytest

from tapete_host import build

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def python(*arguments: str) -> str:
    """What a program prints that finds nothing but `tute`."""
    env = {"PYTHONPATH": str(FIRMWARE), "PATH": os.environ["PATH"]}
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=env, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", build.LIBRARY)
def test_the_examples_of_a_module_run(name):
    assert doctest.testmod(importlib.import_module("tute." + name), optionflags=FLAGS).failed == 0


def test_every_public_thing_of_the_library_is_documented():
    import tute.library as library

    for name in library.__all__:
        thing = getattr(library, name)
        assert not callable(thing) or (thing.__doc__ or "").strip(), name
        if isinstance(thing, type):
            for member, value in vars(thing).items():
                inner = getattr(value, "fget", None) or getattr(value, "__func__", value)
                public = callable(inner) and member[:1] != "_"
                assert not public or inner.__doc__, f"{name}.{member}"


@pytest.mark.parametrize("name", build.LIBRARY)
def test_every_function_of_a_module_says_its_types(name):
    module = importlib.import_module("tute." + name)
    things = list(vars(module).values())
    members = [value for thing in things if isinstance(thing, type) for value in vars(thing).values()]
    for thing in things + members:
        function = getattr(thing, "fget", None) or getattr(thing, "__func__", thing)
        if (
            inspect.isfunction(function)
            and function.__module__ == module.__name__
            and function.__name__ != "<lambda>"
        ):
            signature = inspect.signature(function)
            untold = [
                parameter.name
                for parameter in signature.parameters.values()
                if parameter.annotation is inspect.Parameter.empty and parameter.name not in ("self", "cls")
            ]
            assert not untold and signature.return_annotation is not inspect.Signature.empty, (
                function.__qualname__
            )


def test_the_library_is_not_on_a_device():
    on_device = {str(path) for path in build.sources()}
    frozen = _frozen_of_tute()
    assert {f"tute/{name}.py" for name in build.LIBRARY}.isdisjoint(on_device)
    assert {path for path in on_device if path.startswith("tute/")} == {f"tute/{name}" for name in frozen}
    there = {path.stem for path in (FIRMWARE / "tute").glob("*.py")}
    assert set(build.LIBRARY) == there - {name[:-3] for name in frozen}


def _frozen_of_tute() -> list[str]:
    """The files of `tute` that the manifest freezes, as MicroPython's build runs it: in the manifest's folder."""
    program = (
        "package = lambda name, files=None: name == 'tute' and print(*files)\n"
        "include = module = lambda name: None\n"
        "exec(open('manifest.py').read())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=FIRMWARE, check=True
    )
    return done.stdout.split()


def test_nothing_of_the_device_names_the_library():
    words = re.compile(r"tute(\.|\s+import\s+.*\b)(%s)\b" % "|".join(build.LIBRARY))
    for path in build.sources():
        if str(path) != "tute/__init__.py":
            assert not words.search((FIRMWARE / path).read_text()), path


def test_importing_tute_does_not_load_the_library():
    program = (
        "import sys, tute\n"
        "from tute import acta, referee\n"
        "print([name for name in sys.modules if name in ('tute.library', 'tute.game')])\n"
        "print(tute.Game.deal(seed=1).turn, tute.card_name(tute.parse_card('ao')), tute.Referee().phase)"
    )
    assert python("-c", program) == "[]\n1 AO deal\n"


def test_unknown_names_are_not_there():
    import tute

    for name in ("Gane", "nothing", "_hidden"):
        with pytest.raises(AttributeError):
            getattr(tute, name)


def test_the_page_about_the_library_runs():
    from tute.why import NAMES

    made = doctest.testfile(str(FIRMWARE / "tute/README.md"), module_relative=False, optionflags=FLAGS)
    assert made.failed == 0 and made.attempted > 30
    text = (FIRMWARE / "tute/README.md").read_text()
    flags = re.findall(r"^\| `([a-z_]+)` \|", text, re.M)
    assert flags == list(NAMES)
    assert sorted(re.findall(r"^\| `(\w+\.py)` \|", text, re.M)) == sorted(PROGRAMS)


# program -> (arguments, what it must print)
PROGRAMS = {
    "random_match.py": (
        ("amelia-4", "3"),
        r"(dealt by \d: (1\+3|2\+4|nobody) by \w+ \(1\+3 \d+, 2\+4 \d+\)\n){3,}(1\+3|2\+4) wins the match\n",
    ),
    "score_hand.py": (
        ("A3R.RC7.S4.RC", "C", "8"),
        r"10 cards, 41 points, cantes: 40 20B\nwins \d of 8 random deals with trump C\n",
    ),
    "last_tricks.py": ((), r"[^\0]*\nRO: [+-]\d+ for 1\+3, then (\w\w ){10}\w\w\n[^\0]*"),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_examples_play(name):
    arguments, expected = PROGRAMS[name]
    out = python(str(ROOT / "host_tools/examples" / name), *arguments)
    assert re.fullmatch(expected, out), out


def test_the_last_tricks_are_solved_as_by_looking_at_everything():
    import tute

    sys.path.insert(0, str(ROOT / "host_tools/examples"))
    try:
        import last_tricks
    finally:
        sys.path.pop(0)

    def everything(game: tute.Game) -> int:
        if game.outcome() is not None:
            return game.points[0] - game.points[1]
        values = []
        for card in list(game.legal_plays):
            game.push(card)
            values.append(everything(game))
            game.pop()
        return (max if game.turn % 2 else min)(values)

    game = tute.Game.from_text(last_tricks.POSITION)
    value, line = last_tricks.solve(game)
    assert game.text() == last_tricks.POSITION and value == everything(game)
    for card in line:
        game.push_text(card)
    assert game.points[0] - game.points[1] == value and sum(game.points) == 130
