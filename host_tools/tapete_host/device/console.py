"""`tapete console` and `tapete logs`: what a device says while it plays, and what it has written down."""

import re
import sys
import time
from collections.abc import Iterator

import serial

from tapete_host import crash
from tapete_host.device import DONE, FAILED, DeviceError, port
from tapete_host.device.board import Board

_BAUD = 115200
_LOOK_S = 0.2  # between two looks: at the clock, and for a port that is gone
_LOGS = (
    ("/crash.txt", "the last crash"),
    ("/health.txt", "troubles: SECONDS PART STATE, since the clock was set"),
    ("/resets.txt", "how often it was reset"),
)


def listen(address: str, seconds: float | None, until: str | None) -> int:
    """Print what the device says, without disturbing it, until so many seconds have passed or a line matches the
    pattern `until`; exit code 1 if such a line did not come. A device that goes away is waited for.

    DeviceError if the port does not open at first, or `until` is no pattern.
    """
    wanted = _pattern(until)
    for text in _lines(address, None if seconds is None else time.monotonic() + seconds):
        print(text, flush=True)
        if wanted and wanted.search(text):
            return DONE
    return FAILED if wanted else DONE


def _lines(address: str, end: float | None) -> Iterator[str]:
    """What comes up to this moment, line by line."""
    line = port.opened(address, baudrate=_BAUD, timeout=_LOOK_S)
    held = b""
    try:
        while end is None or time.monotonic() < end:
            line, data = _read(line, address)
            *whole, held = (held + data).split(b"\n")
            for raw in whole:
                yield raw.decode(errors="replace").rstrip("\r")
    finally:
        line.close()


def _pattern(until: str | None) -> re.Pattern | None:
    try:
        return re.compile(until) if until else None
    except re.error as error:
        raise DeviceError(f"--until {until}: no pattern ({error})") from None


def _read(line: serial.SerialBase, address: str) -> tuple[serial.SerialBase, bytes]:
    """(the port, what came): another port if the device went away and came back."""
    try:
        return line, line.read(max(1, line.in_waiting))
    except (serial.SerialException, OSError):
        line.close()
    print(f"{address} went away; waiting until it comes back (Ctrl-C ends)", file=sys.stderr)
    while True:
        try:
            return port.opened(address, baudrate=_BAUD, timeout=_LOOK_S), b""
        except DeviceError:
            time.sleep(_LOOK_S)


def logs(board: Board) -> int:
    """Print what the device has written down about itself; a crash in terms of the sources (see crash)."""
    there = board.names("/")
    for path, title in _LOGS:
        if path[1:] in there:
            text = board.read(path).decode(errors="replace")
            print(f"{path}: {title}\n{crash.told(text) if path == '/crash.txt' else text}".rstrip() + "\n")
        else:
            print(f"{path}: none\n")
    return DONE
