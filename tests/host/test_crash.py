"""Tracebacks of the compiled firmware, told in the terms of its sources."""

import re
import subprocess

import pytest
from click.testing import CliRunner

from tapete_host import build
from tapete_host.cli import tapete
from tapete_host.interpreter import micropython

MAIN = """
import sys
from tapete.loop import Loop
from tute import cards

def step(now):
    return 1 // 0

loop = Loop()
loop.add("reader", step)
for way in (lambda: cards.hand_of(5), loop.turn):
    try:
        way()
    except Exception as wrong:
        sys.print_exception(wrong)
"""


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """What MicroPython prints where compiled modules raise."""
    folder = tmp_path_factory.mktemp("device")
    build.write(folder)
    (folder / "tried.mpy").write_bytes(build.beside("tried.mpy", MAIN))
    command = [micropython(), "-c", "import sys; sys.path.append(''); import tried"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    return done.stdout + done.stderr


def lines_of(path, begin):
    """The numbers of the lines of a source that begin so."""
    rows = (build.FIRMWARE / path).read_text().splitlines()
    return [number for number, row in enumerate(rows, 1) if row.strip().startswith(begin)]


@pytest.mark.parametrize(
    "path, name",
    [("tute/cards.py", "hand_of"), ("tapete/loop.py", "Loop.turn"), ("tapete/loop.py", "Loop._run")],
)
def test_a_function_is_found_with_its_line_and_whole_name(printed, path, name):
    assert f"{name.rpartition('.')[2]}\n" not in printed or name == "Loop.turn", (
        "short names were to be tried"
    )
    told = CliRunner().invoke(tapete, ["crash"], input=printed).output
    (line,) = lines_of(path, f"def {name.rpartition('.')[2]}(")
    assert re.search(f'^  File "firmware/{path}", line {line}, in {re.escape(name)}$', told, re.M), told


def test_the_rest_stays_as_it_is(tmp_path):
    text = 'Traceback (most recent call last):\n  File "boot.py", line 7, in <module>\n'
    text += '  File "tapete/table.mpy", line 1, in <lambda>\n  File "gone/by.mpy", line 1, in a\nOSError: 5\n'
    file = tmp_path / "crash.txt"
    file.write_text(text)
    told = CliRunner().invoke(tapete, ["crash", str(file)]).output
    assert told == text.replace('"tapete/table.mpy", line 1', '"firmware/tapete/table.py"')
