"""`tapete flash`: its ports, a process for each, their lines on the terminal, and the exit code."""

import importlib.util
import multiprocessing
import pathlib
import signal
import sys
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from tapete_host.device import DONE, FAILED, DeviceError

if TYPE_CHECKING:
    from tapete_host.device.wishes import Wish


def flash(ports: Sequence[str], image: str | None, deck: str | None, settings: dict[str, str], **how) -> int:
    """Flash the boards at these ports side by side -> the exit code: that of the first that failed.

    settings: KEY=VALUE by key, as typed; how: erase, restart, baud as in wishes.Wish. DeviceError for what cannot be
    before any board is touched, ModuleNotFoundError without esptool and pyserial.
    """
    _need_packages()
    from tapete_host.device import port

    addresses = list(dict.fromkeys(port.find(name) for name in ports))
    return _side_by_side(addresses, _wish(image, deck, settings, **how))


def _need_packages() -> None:
    """Here, for they are loaded in the ports' processes."""
    for name in ("esptool", "serial"):
        if importlib.util.find_spec(name) is None:
            raise ModuleNotFoundError(name=name)


def _wish(image: str | None, deck: str | None, settings: dict[str, str], **how) -> "Wish":
    from tapete_host import build
    from tapete_host.device import micropython_image, wishes
    from tapete_host.device.settings import parse

    chosen = parse(f"{key}={value}" for key, value in settings.items())
    opened = micropython_image.opened(pathlib.Path(image)) if image else None
    cards = wishes.deck(pathlib.Path(deck)) if deck else None
    try:
        return wishes.Wish(build.compile_firmware(), opened, chosen, cards, **how)
    except build.BuildError as error:
        raise DeviceError(f"the program does not compile: {error}") from None


def _work(address: str, wish: "Wish", pipe: Connection) -> None:
    """A port's process: what flash() tells goes through the pipe, at last ("done", words) or ("failed", why, code)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    from tapete_host.device.flash import flash as flash_one

    try:
        pipe.send(("done", flash_one(address, wish, lambda *what: pipe.send(what))))
    except DeviceError as error:
        pipe.send(("failed", str(error), error.code))


class _Lines:
    """A line for each port while it is worked at, where there is a terminal; what has to be said, anywhere."""

    def __init__(self, addresses: list[str]):
        columns = (
            TextColumn("{task.fields[port]}"),
            BarColumn(20),
            TaskProgressColumn(),
            TextColumn("{task.description}"),
        )
        self._live = Console(stderr=True)
        self.progress = Progress(
            *columns,
            TimeElapsedColumn(),
            console=self._live,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            disable=not self._live.is_terminal,
        )
        self._tasks = {at: self.progress.add_task("", total=1, port=at) for at in addresses}
        self._began = time.monotonic()
        self.codes = {address: FAILED for address in addresses}

    def take(self, address: str, kind: str, *what) -> None:
        """One message of a port's process."""
        if kind == "step":
            self.progress.update(self._tasks[address], description=what[0], completed=0)
        elif kind == "part":
            self.progress.update(self._tasks[address], completed=what[0])
        elif kind == "note":
            self._say(f"{address}: {what[0]}")
        else:
            self.progress.remove_task(self._tasks[address])
            self._end(address, kind, *what)

    def _end(self, address: str, kind: str, words: str, code: int = DONE) -> None:
        self.codes[address] = code
        if kind == "done":
            self._say(f"{address}: {words} ({time.monotonic() - self._began:.0f} s)")
        else:
            named = words.startswith(address)  # a sentence about the port itself
            self._say("tapete: " + (words if named else f"{address}: {words}"), err=True)

    def _say(self, text: str, err: bool = False) -> None:
        """A line that stays, above those that move."""
        if not self.progress.disable:
            self.progress.stop()
        click.echo(text, err=err)
        self.progress.start()


def _side_by_side(addresses: list[str], wish: "Wish") -> int:
    context = multiprocessing.get_context("spawn")
    pipes: dict[Connection, str] = {}
    processes = []
    lines = _Lines(addresses)
    for address in addresses:
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_work, args=(address, wish, theirs), daemon=True)
        process.start()
        theirs.close()
        pipes[ours] = address
        processes.append(process)
    try:
        with lines.progress:
            _listen(pipes, lines)
    except KeyboardInterrupt:
        for process in processes:
            process.terminate()
        click.echo("tapete: stopped: give the same command to begin again, nothing is lost", err=True)
        return 130
    for process in processes:
        process.join()
    return next((code for code in lines.codes.values() if code), DONE)


def _listen(pipes: dict[Connection, str], lines: _Lines) -> None:
    """Until every process has told its end, or is gone without."""
    while pipes:
        for pipe in wait(list(pipes)):
            address = pipes[pipe]
            try:
                message = pipe.recv()
            except EOFError:
                message = ("failed", "its process ended by itself: give the same command again", FAILED)
            lines.take(address, *message)
            if message[0] in ("done", "failed"):
                del pipes[pipe]
                pipe.close()


def confirmed(ports: Sequence[str]) -> bool:
    """Whether somebody who is asked says that everything on the boards may go."""
    if not sys.stdin.isatty():
        raise click.UsageError("--erase asks first, and nobody is there to answer: add --yes")
    return click.confirm(f"Erase all that is on {', '.join(ports)}, matches and settings too?")
