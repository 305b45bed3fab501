"""Somebody at the terminal of `tapete doctor`, and at the virtual board beside it: does what is asked."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence

from support.web_host import ROOT, Table

WAIT_S = 120


def doctor(
    table: Table, *words: str, no: Sequence[str] = (), does: dict[str, Callable] | None = None
) -> tuple[int, str]:
    """(exit code, all that was printed) of the command with these words.

    Questions are answered with yes, or no where they have one of the texts in `no`. `does`: what is done at a text
    (a pattern), with its groups; without it buttons are pressed as asked for.
    """
    person = {r"> Press (\w+)\n": lambda name: table.post("/api/button", name=name), **(does or {})}
    command = [sys.executable, "-m", "tapete_host", "doctor", "--port", table.serial_line(), *words]
    path = os.pathsep.join([str(ROOT / "host_tools"), str(ROOT / "firmware")])
    process = subprocess.Popen(
        command,
        env=dict(os.environ, PYTHONPATH=path, PYTHONUNBUFFERED="1"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        bufsize=0,
    )
    try:
        return _led(process, no, person)
    finally:
        process.kill()  # where a test has failed on the way
        process.wait(WAIT_S)


def _led(process: subprocess.Popen, no: Sequence[str], person: dict[str, Callable]) -> tuple[int, str]:
    """Read what is printed letter by letter, as questions do not end their lines, and do what it says."""
    said = new = ""
    while letter := process.stdout.read(1):
        said += letter
        new += letter
        if re.search(r"\[[yY]/[nN]\]: ?$", new):
            process.stdin.write("n\n" if any(text in new for text in no) else "y\n")
            new = ""
        elif new.endswith("press Enter:"):
            process.stdin.write("\n")
            new = ""
        for pattern, act in person.items():
            if found := re.search(pattern, new):
                new = ""
                act(*found.groups())
                break
    return process.wait(WAIT_S), said
