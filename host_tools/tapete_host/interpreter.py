"""The MicroPython that runs the firmware on this computer: where it is, and that it is one that can."""

import shutil
import subprocess

from tapete_host.sim import client

OLDEST = (1, 23)  # as firmware/tapete/device.py has it
_NEEDED = ".".join(map(str, OLDEST))
_ASK = "import sys; print(sys.implementation.name, *sys.implementation.version[:2])"
_SECONDS = 60  # only what is no MicroPython takes so long


class NoInterpreter(Exception):
    """There is none that can; the text says why and what helps."""


def micropython() -> str:
    """The MicroPython binary, as the client finds it. Raises NoInterpreter."""
    found = client.micropython()
    if shutil.which(found) is None:
        raise NoInterpreter(f"There is no MicroPython at {found}: run make setup, or set TAPETE_MICROPYTHON.")
    name, *version = _answer(found).split() or [""]
    if name != "micropython":
        raise NoInterpreter(
            f"{found} is not MicroPython: set TAPETE_MICROPYTHON to one of version {_NEEDED} or newer."
        )
    if tuple(map(int, version)) < OLDEST:
        raise NoInterpreter(
            f"{found} is MicroPython {'.'.join(version)}, which is too old: set TAPETE_MICROPYTHON to one of version "
            f"{_NEEDED} or newer."
        )
    return found


def _answer(program: str) -> str:
    """What it says of itself; nothing if it cannot be asked."""
    try:
        done = subprocess.run([program, "-c", _ASK], capture_output=True, text=True, timeout=_SECONDS)
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return ""
    return done.stdout if done.returncode == 0 else ""
