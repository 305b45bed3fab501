"""mypy of the firmware against MicroPython's ESP32 stubs, of the oldest version it runs on and of the newest."""

import os
import pathlib
import shutil
import subprocess
import sys

_ROOT = pathlib.Path(__file__).resolve().parents[2]
_PLACE = _ROOT / ".build" / "stubs"
_TYPESHED = _ROOT / ".build" / "typings"  # the newest, with the standard library: `make types` puts it there
_OLDEST = "1.23.0.post2"
VERSIONS = (_OLDEST, "1.29.0.post1")  # the newest is that of `make types`


def check(version: str) -> str:
    """What mypy says."""
    command = [sys.executable, "-m", "mypy", "--custom-typeshed-dir", str(_TYPESHED), "firmware"]
    env = dict(os.environ, MYPYPATH=f"{_stubs(version)}{os.pathsep}firmware")
    done = subprocess.run(command, capture_output=True, text=True, cwd=_ROOT, env=env)
    return done.stdout + done.stderr


def _stubs(version: str) -> pathlib.Path:
    """The folder with these stubs, installed if they are not."""
    place = _PLACE / version if version == _OLDEST else _TYPESHED
    if not place.exists():
        new = place.with_suffix(".new")
        shutil.rmtree(new, ignore_errors=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*pip, "--target", str(new), f"micropython-esp32-stubs=={version}"], check=True)
        _leave_to_typeshed(new)
        new.rename(place)
    return place


def _leave_to_typeshed(stubs: pathlib.Path) -> None:
    """Take away what the newest typeshed has too: old stubs declared parts of the standard library beside that of
    mypy itself, which no longer goes with them."""
    shared = {path.stem for path in (_TYPESHED / "stdlib").iterdir()}
    for path in list(stubs.iterdir()):
        if path.stem in shared:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
