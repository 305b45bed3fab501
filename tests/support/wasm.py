"""MicroPython's WebAssembly builds from npm, each version in a folder of its own; they run in Node."""

import pathlib
import shutil
import subprocess
from typing import NamedTuple

from support import compiled
from tapete_host.build import FIRMWARE

_HERE = pathlib.Path(__file__).resolve().parent
_ROOT = _HERE.parents[1]
_PLACE = _ROOT / ".build" / "wasm"
_PACKAGE = "@micropython/micropython-webassembly-pyscript"
_SECONDS = 120  # for npm
_FILE_SECONDS = 900  # for the tests of a file, on a slow machine with other things to do
NEWEST = "1.29.0-6"


def interpreter(version: str = NEWEST) -> pathlib.Path | None:
    """Path of this version's micropython.mjs, installed if npm can; None without Node or network."""
    place = _PLACE / version
    found = place / "node_modules" / _PACKAGE / "micropython.mjs"
    if not shutil.which("node"):
        return None
    if not found.exists() and shutil.which("npm"):
        place.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--no-save", "--prefix", str(place), f"{_PACKAGE}@{version}"]
        try:
            subprocess.run(command, capture_output=True, timeout=_SECONDS, check=True)
        except (subprocess.SubprocessError, OSError):
            return None
    return found if found.exists() else None


class Outcome(NamedTuple):
    """What became of one test: `word` is ok, failed or skipped, `text` what it printed."""

    file: str
    test: str
    word: str
    text: str


def run_file(version: str, path: pathlib.Path) -> list[Outcome]:
    """Run the tests of one file of tests/both in this version; a run that ends early is one more failure."""
    command = ["node", str(_HERE / "run_wasm.mjs"), str(interpreter(version)), str(compiled.firmware())]
    try:
        done = subprocess.run(
            [*command, str(_ROOT), str(path.relative_to(_ROOT))],
            capture_output=True,
            text=True,
            timeout=_FILE_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return [Outcome(path.stem, "", "failed", f"no end after {_FILE_SECONDS} s")]
    found, rest = outcomes(path.stem, done.stdout)
    if done.returncode or not found:
        found.append(Outcome(path.stem, "", "failed", rest + done.stderr))
    return found


def outcomes(file: str, said: str) -> tuple[list[Outcome], str]:
    """What run_micropython has said of each test, and what came behind the last."""
    found: list[Outcome] = []
    text = ""
    for line in said.splitlines(keepends=True):
        if line.startswith("@@"):
            word, test = line[2:].split()
            found.append(Outcome(file, test, word, text))
            text = ""
        else:
            text += line
    return found, text


def start(version: str) -> str:
    """Import the device's main, from its source, in this version -> what it says."""
    command = ["node", str(_HERE / "start_wasm.mjs"), str(interpreter(version)), str(FIRMWARE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=_FILE_SECONDS)
    return done.stdout + done.stderr
