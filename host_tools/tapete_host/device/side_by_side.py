"""Several devices worked at side by side: a process for each port, their lines on the terminal, and the exit code.
Changes with what people see meanwhile."""

import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from tapete_host.device import DONE, FAILED, DeviceError

Work = Callable[..., str]
"""work(address, wish, tell) -> what was done, in words; tell("step", words), tell("part", 0 to 1) of that step,
tell("note", sentence). A function of a module, and a wish that can be pickled. DeviceError says what went wrong."""


def side_by_side(work: Work, addresses: Sequence[str], wish: object) -> int:
    """Do the work at each address -> the exit code: that of the first that failed."""
    context = multiprocessing.get_context("spawn")
    pipes: dict[Connection, str] = {}
    processes = []
    lines = Lines(addresses)
    for address in addresses:
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_one, args=(work, address, wish, theirs), daemon=True)
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


def _one(work: Work, address: str, wish: object, pipe: Connection) -> None:
    """A port's process: what is told goes through the pipe, at last ("done", words) or ("failed", why, code)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us,
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(FAILED))  # and what was begun is put in order
    try:
        pipe.send(("done", work(address, wish, lambda *what: pipe.send(what))))
    except DeviceError as error:
        pipe.send(("failed", str(error), error.code))


class Lines:
    """A line for each port while it is worked at, where there is a terminal; what has to be said, anywhere."""

    def __init__(self, addresses: Sequence[str]):
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


def _listen(pipes: dict[Connection, str], lines: Lines) -> None:
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
