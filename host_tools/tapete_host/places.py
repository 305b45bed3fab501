"""Where the files are that are neither code nor the user's own: in the source tree, or, where pip has installed the
host tools, beside them and in the user's folders."""

import os
import pathlib

PACKAGE = pathlib.Path(__file__).resolve().parent
_TREE = PACKAGE.parents[1]
# A wheel has the firmware's sources inside the package (pyproject.toml).
INSTALLED = (PACKAGE / "firmware").is_dir()


def _of_user(variable: str, usual: str) -> pathlib.Path:
    """The user's folder for things of this kind, ours in it."""
    named = os.environ.get(variable, "")
    return (pathlib.Path(named) if os.path.isabs(named) else pathlib.Path.home() / usual) / "tapete"


ROOT = pathlib.Path() if INSTALLED else _TREE
"""Where what is made for people goes: the source tree, or the current folder."""

FIRMWARE = (PACKAGE if INSTALLED else _TREE) / "firmware"
"""The firmware's sources."""

CACHE = _of_user("XDG_CACHE_HOME", ".cache") if INSTALLED else _TREE / ".build"
"""What can be made again."""

PROFILE = _of_user("XDG_DATA_HOME", ".local/share") / "profile" if INSTALLED else _TREE / ".profile"
"""Flash and hands of the virtual table."""


def downloads() -> pathlib.Path:
    """Where MicroPython's files from the maker's site are kept: TAPETE_CACHE, or the user's folder of caches."""
    return _named("TAPETE_CACHE", "XDG_CACHE_HOME", ".cache")


def copies() -> pathlib.Path:
    """Where a device's own files are while it is flashed: TAPETE_STATE, or the user's folder of states."""
    return _named("TAPETE_STATE", "XDG_STATE_HOME", ".local/state")


def _named(own: str, variable: str, usual: str) -> pathlib.Path:
    named = os.environ.get(own)
    return pathlib.Path(named) if named else _of_user(variable, usual)


def python_path() -> str:
    """PYTHONPATH for a process of ours: what it needs to import the host tools and the firmware."""
    return os.pathsep.join((str(PACKAGE.parent), str(FIRMWARE)))
