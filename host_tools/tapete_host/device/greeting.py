"""The first words of a device that starts, and what other words mean; changes with what the app tells its console
(firmware/README.md, "Console") and with what ROM and MicroPython say instead."""

import contextlib
import re
import time

import serial

from tapete_host.device import NO_PORT, DeviceError, port

WAIT_S = 45  # a start takes two seconds; the first one after flashing writes to the file system
GREETS = re.compile(rb"^screen ([a-z_]+)", re.M)
# What came -> what it means and what to do; the first that is found counts.
_MEANINGS = (
    (rb"safe mode", "it found OK held down and started nothing: let OK go and press EN (or RST)"),
    (
        rb"waiting for download",
        "it waits in its bootloader: let BOOT go, take off what is wired to GPIO0, and press EN",
    ),
    (rb"[Bb]rownout", "its supply dips: take another cable, or a supply of its own"),
    (
        rb"invalid header|No bootable app|flash read err",
        "it finds no MicroPython: flash once more, with --erase",
    ),
    (rb"filesystem appears to be corrupted", "its file system is damaged: flash once more"),
    (
        rb"incompatible \.mpy",
        "this MicroPython is too old for the program: leave --image away, or give 1.23 or newer",
    ),
    (rb"KeyboardInterrupt", "somebody has stopped it with Ctrl-C: press EN (or RST)"),
    (rb"Traceback", "the program ended with an error: `tapete crash` tells where from what it printed"),
    (
        rb"(?s)rst:.*rst:.*rst:",
        "it starts over and over: take another cable, and take off what is wired to it",
    ),
    (rb">>> $", "it shows MicroPython's prompt: press EN (or RST)"),
)
_SILENT = "it says nothing: press EN (or RST) once, and look at the wires of its buttons and panel"


def wait(line: serial.SerialBase, seconds: float = WAIT_S) -> str:
    """The kind of the first screen that the app tells of (firmware/tapete/app: `screen KIND | ...`).

    DeviceError says what came instead within these seconds, and what to do.
    """
    heard = until(line, GREETS, seconds)
    found = GREETS.search(heard[: heard.rfind(b"\n") + 1])
    if not found:
        raise DeviceError(meaning(heard))
    return found[1].decode()


def until(line: serial.SerialBase, pattern: re.Pattern[bytes], seconds: float) -> bytes:
    """What comes up to a line in which this is, or within these seconds. DeviceError if the line breaks."""
    heard = b""
    line.timeout = 0.2
    end = time.monotonic() + seconds
    while time.monotonic() < end and not pattern.search(heard[: heard.rfind(b"\n") + 1]):
        try:
            heard += line.read(max(1, line.in_waiting))
        except (serial.SerialException, OSError):
            raise DeviceError(
                "the connection broke while it started: put the cable in again", NO_PORT
            ) from None
    return heard


def wait_at(address: str, seconds: float = WAIT_S) -> str:
    """The same at a port that may be gone for a moment: a chip with USB of its own comes back under its name."""
    end = time.monotonic() + seconds
    while True:
        try:
            with contextlib.closing(opened_again(address, end - time.monotonic())) as line:
                return wait(line, max(1.0, end - time.monotonic()))
        except DeviceError as error:
            if error.code != NO_PORT or time.monotonic() > end:
                raise
        time.sleep(0.1)


def opened_again(address: str, seconds: float) -> serial.SerialBase:
    """The port, which may come back within these seconds. DeviceError if it does not."""
    end = time.monotonic() + seconds
    while True:
        try:
            return port.opened(address, baudrate=115200)
        except DeviceError as error:
            if error.code != NO_PORT or time.monotonic() > end:
                raise
        time.sleep(0.1)


def meaning(heard: bytes) -> str:
    """The sentence for what was heard instead of a greeting."""
    if not heard.strip():
        return _SILENT
    lines = heard.decode("utf-8", "replace").strip().splitlines()
    last = next((line for line in reversed(lines) if not line.startswith(">>>")), lines[-1])[:80]
    for pattern, words in _MEANINGS:
        if re.search(pattern, heard):
            return f"{words} (it said: {last})"
    return f"it did not begin: press EN (or RST) once; it said: {last}"
