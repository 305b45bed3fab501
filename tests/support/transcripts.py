"""What each command of `tapete` says, in success and in its main failures, as golden files that a person reads: a
command line, its exit code, what it prints (`<` is typed, `!` goes to standard error). As a program: makes them again.

All that speak to a device have one virtual board, in the order of the list; so each finds what those before it have
left. Words that differ from run to run stand in angle brackets. `tests/host/test_transcripts.py` compares.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass

from support.web_host import Table
from tapete_host import launch_flash

GOLDEN = pathlib.Path(__file__).resolve().parents[1] / "golden" / "transcripts"
_ROOT = GOLDEN.parents[2]
_EXAMPLE = _ROOT / "host_tools/examples/partida.acta"
_SHORT = 16  # lines: the head and some cards
_SPEED = 16
_WAIT_S = 40
ELSEWHERE = {"doctor", "deploy"}
"""Commands that have no transcript yet."""


@dataclass(frozen=True)
class Step:
    """A command line as one types it, what is typed at its questions, and what is put into its environment."""

    line: str
    typed: str = ""
    more: tuple[tuple[str, str], ...] = ()


def _free(*lines: str) -> list[Step]:
    return [Step(f"tapete {line}") for line in lines]


# File -> what is in it. Those in HERE need no device.
HERE = {
    "general": _free("--version", "nonsense", "replay --nonsense", "replay"),
    "replay": _free(
        "replay match.acta --check --lang en",
        "replay nowhere.acta",
        "replay bad.acta --lang en",
        "replay --json --check match.acta",
        "replay --html page.html match.acta",
        "replay --answers x match.acta",
    ),
    "rules": _free(
        "rules --lang en", "rules amelia-4 tie=nobody --lang en", "rules mus", "rules amelia-4 tie=all"
    ),
    "new": [
        Step("tapete new fresh.acta --lang en", "2\n\n\n\n\nend\nquit\n"),
        Step("tapete new bad.acta --lang en"),
        Step("tapete new nowhere/fresh.acta --lang en", "2\n\n\n\n\n"),
    ],
    "crash": [
        Step(
            "tapete crash",
            'Traceback (most recent call last):\n  File "tapete/table.mpy", line 1, in xx\nOSError: 5\n',
        ),
        *_free("crash nowhere.txt"),
    ],
    "print": _free(
        "print nonsense",
        "print cards jig.pdf",
        "print guide guide.pdf --lang en",
        "print mat exact mat.pdf",
        "print mat exact nowhere/mat.pdf",
    ),
    "sim": _free("sim --nonsense", "sim --board nonsense", "sim --port 70000"),
    "fonts": _free("fonts nowhere.bdf"),
    "flash": _free(
        "flash --port /dev/nowhere --image nowhere.bin",
        "flash --port /dev/nowhere --image bad.acta",
        "flash --port /dev/nowhere --deck half.txt",
        "flash --port /dev/nowhere --set volume=9",
        "flash --port /dev/nowhere --board nonsense",
        "flash --port /dev/nowhere --erase",
    )
    + [
        Step("tapete flash", more=(("TAPETE_TEST_PORTS", "0"),)),
        Step("tapete flash", more=(("TAPETE_TEST_PORTS", "2"),)),
        Step("tapete flash --all", more=(("TAPETE_TEST_PORTS", "0"),)),
        Step("tapete flash --all --erase", more=(("TAPETE_TEST_PORTS", "2"),)),
    ],
    "deck": _free(
        "deck check whole.txt",
        "deck check half.txt",
        "deck check nowhere.txt",
        "deck replace whole.txt ao e0040150a1b2c3d4",
        "deck replace whole.txt XX E0040150A1B2C3D4",
        "deck merge half.txt whole.txt -o both.txt",
        "deck merge half.txt -o part.txt",
        "deck print whole.txt sheet.pdf --lang en",
        "deck push half.txt",
    ),
    "ports": [
        Step("tapete ports", more=(("TAPETE_TEST_PORTS", "0"),)),
        Step("tapete ports", more=(("TAPETE_TEST_PORTS", "2"),)),
    ],
    "no_device": [
        Step("tapete logs", more=(("TAPETE_TEST_PORTS", "0"),)),
        Step("tapete logs", more=(("TAPETE_TEST_PORTS", "2"),)),
        *_free(
            "logs --port /dev/nowhere",
            "logs --port socket://127.0.0.1:1",
            "settings set volum=2 --port /dev/nowhere",
            "settings set volume=9 --port /dev/nowhere",
            "settings set volume --port /dev/nowhere",
            "actas push nowhere.acta --port /dev/nowhere",
            "actas push bad.acta --port /dev/nowhere",
            "actas delete seven --port /dev/nowhere",
            "enroll --no-check --port /dev/nowhere",
            "enroll --card XX --port /dev/nowhere",
            "enroll --file half.txt --port /dev/nowhere",
            "enroll --file nowhere.txt --port /dev/nowhere",
            "enroll --anew --port /dev/nowhere",
            "console --until ( --port /dev/nowhere",
        ),
    ],
}
# At the board, file by file.
THERE = {
    "device_settings": _free(
        "settings get lang volume + settings set lang=en names=Ana,Luis,Eva,Juan + settings reset names",
        "settings get nonsense",
    )
    + [Step("tapete settings reset", "n\n")],
    "device_deck": _free(
        "deck check + deck pull mine.txt + deck push mine.txt + enroll + deck pull other.txt --second",
        "deck pull mine.txt",
        "enroll --file mine.txt --no-check --second",
    ),
    "device_actas": _free(
        "actas list + actas pull",
        "actas push short.acta + actas list --lang en + actas pull last --to copies + actas pull 77",
        "actas check last + actas replay last --lang en + actas delete last --yes",
        "actas delete last --force --yes",
    )
    + [Step("tapete actas push short.acta + actas delete last --force", "n\n")],
    "device_console": _free("console --seconds 0.1 --until never", "logs"),
}


def commands() -> set[str]:
    """The commands of which there is a transcript, `settings get` and its like by both words."""
    lines = [step.line for part in (HERE, THERE) for group in part.values() for step in group]
    found = [words.split() for line in lines for words in line.removeprefix("tapete ").split(" + ")]
    return {name for words in found for name in (words[0], " ".join(words[:2]))}


def _files(folder: pathlib.Path) -> None:
    """What the command lines name."""
    shutil.copy(_EXAMPLE, folder / "match.acta")
    lines = _EXAMPLE.read_text().splitlines(keepends=True)
    (folder / "short.acta").write_text("".join(lines[:_SHORT]))
    (folder / "bad.acta").write_text("acta 1\nrules mus\nplay XX 1\n")
    whole = launch_flash.deck_text(1)
    (folder / "whole.txt").write_text(whole)
    (folder / "half.txt").write_text("".join(whole.splitlines(keepends=True)[:31]))


# Ports as a computer would list them: what is plugged into the one at hand is nobody's business. All steps of a file
# run in one process, which has loaded the tool once.
_RUNNER = """
import io, json, os, pathlib, sys
from contextlib import redirect_stderr, redirect_stdout
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo
from tapete_host import cli
from tapete_host.device import port
def plugged(number):
    found = ListPortInfo(f"/dev/ttyUSB{number}")
    found.vid, found.product = 0x10C4, "CP2102 USB to UART Bridge Controller"
    return found
list_ports.comports = lambda: [plugged(number) for number in range(int(os.environ.get("TAPETE_TEST_PORTS", "0")))]
port.VIRTUAL = pathlib.Path("/nowhere")
for name in ("find", "listing"):
    made = getattr(port, name)
    made.__defaults__ = tuple(pathlib.Path("/nowhere") if isinstance(x, pathlib.Path) else x for x in made.__defaults__)
before = dict(os.environ)
for words, typed, more in json.loads(sys.argv[1]):
    os.environ.clear()
    os.environ.update(before, **more)
    out, err = io.StringIO(), io.StringIO()
    sys.stdin = io.StringIO(typed)
    with redirect_stdout(out), redirect_stderr(err):
        code = cli.run(words)
    print(json.dumps([code, out.getvalue(), err.getvalue()]), flush=True)
"""


def _ran(steps: list[Step], folder: pathlib.Path, more: dict[str, str]) -> list[tuple[int, str, str]]:
    """(exit code, standard output, standard error) of each."""
    mine = {name: value for name, value in os.environ.items() if name != "TAPETE_PORT"}
    environment = {**mine, "COLUMNS": "120", "LC_ALL": "C.UTF-8", "PYTHONPATH": _path(), **more}
    asked = [(step.line.split()[1:], step.typed, dict(step.more)) for step in steps]
    done = subprocess.run(
        [sys.executable, "-c", _RUNNER, json.dumps(asked)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=_WAIT_S * len(steps),
    )
    assert done.returncode == 0 and not done.stderr, done.stderr
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def _written(step: Step, code: int, out: str, err: str) -> str:
    """A step as it is in a golden file."""
    ports = f"   # {dict(step.more)['TAPETE_TEST_PORTS']} boards plugged in" if step.more else ""
    typed = "".join(f"< {line}\n" for line in step.typed.splitlines())
    told = "".join(f"! {line}\n" for line in err.splitlines())
    return f"$ {step.line}{ports}\n{typed}{out}{told}[{code}]\n"


def _path() -> str:
    return os.pathsep.join(str(_ROOT / name) for name in ("host_tools", "firmware"))


def _plain(text: str, folder: pathlib.Path, more: dict[str, str]) -> str:
    """Without what differs from run to run."""
    if address := more.get("TAPETE_PORT"):
        text = text.replace(address, "<port>")
    text = text.replace(str(folder), "<folder>").replace(str(_ROOT), "<tree>")
    return re.sub(r"\d+\.\d+ s\b|\(\d+ s\)", "<time>", text)


def told(group: str, folder: pathlib.Path, **more: str) -> str:
    """A golden file's content, run anew in this folder."""
    steps = {**HERE, **THERE}[group]
    ran = _ran(steps, folder, more)
    text = "\n".join(_written(step, *what) for step, what in zip(steps, ran, strict=True))
    return re.sub(r"[ \t]+$", "", _plain(text, folder, more), flags=re.M)


def path(group: str) -> pathlib.Path:
    """Its golden file."""
    return GOLDEN / f"{group}.txt"


def prepared(folder: pathlib.Path) -> pathlib.Path:
    """A folder with the files that the command lines name."""
    folder.mkdir(parents=True, exist_ok=True)
    _files(folder)
    return folder


def board(folder: pathlib.Path) -> Table:
    """The virtual board that all share."""
    return Table(folder / "profile", _SPEED, "--lang", "en", "--panel", "ssd1680", "--pty")


def told_at(table: Table, group: str, folder: pathlib.Path) -> str:
    """What a group is told at this virtual board; the groups before it have restarted its app, and left a match."""
    if group == "device_console":
        table.wait("the app, which has no more to say", lambda s: s["screen"]["kind"] == "question")
    return told(group, prepared(folder / group), TAPETE_PORT=table.serial_line())


def _all(folder: pathlib.Path) -> Iterator[tuple[str, str]]:
    for group in HERE:
        yield group, told(group, prepared(folder / group))
    table = board(folder)
    try:
        table.at_table()
        for group in THERE:
            yield group, told_at(table, group, folder)
    finally:
        table.close()


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        for name, text in _all(pathlib.Path(scratch)):
            path(name).write_text(text)
