"""A program on a device that is spoken to in lines while it runs; changes with how such a program ends."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator

from tapete_host.device import REFUSED, DeviceError
from tapete_host.device.board import Board

_ENDED = b"\4"  # the raw REPL's word for a program that has ended; its error comes next, and the same again
_LAST_S = 1  # for that error


class Talk:
    """Lines to the program and from it. DeviceError if the cable is pulled, or the program ends unasked."""

    def __init__(self, board: Board):
        self._board = board
        self._held = b""

    def send(self, text: str) -> None:
        """One line."""
        self._board.say(text.encode() + b"\n")

    def line(self, seconds: float) -> str:
        """The next line; DeviceError if none comes for so long."""
        end = time.monotonic() + seconds
        while _ENDED in self._held.partition(b"\n")[0] or b"\n" not in self._held:
            if _ENDED in self._held:
                raise self._ended()
            if time.monotonic() > end:
                raise DeviceError(
                    f"{self._board.address}: the device has said nothing for {seconds:.0f} s. Look at the cable and "
                    "try again: the device goes on by itself within two minutes"
                )
            self._held += self._board.hear()
        raw, _, self._held = self._held.partition(b"\n")
        return raw.decode(errors="replace").rstrip("\r")

    def _ended(self) -> DeviceError:
        """The program has raised: what it said is on its way."""
        end = time.monotonic() + _LAST_S
        while self._held.count(_ENDED) < 2 and time.monotonic() < end:
            self._held += self._board.hear()
        said = self._held.split(_ENDED)[1].decode(errors="replace").strip().splitlines()
        if said and said[-1].startswith("ImportError"):
            return DeviceError(
                f"{self._board.address}: the program on the device is older than this command, or not there: tapete "
                "flash puts this one on it",
                REFUSED,
            )
        why = (said or ["no reason"])[-1]
        return DeviceError(f"{self._board.address}: the device's program ended: {why}", REFUSED)


@contextlib.contextmanager
def with_program(board: Board, program: str) -> Iterator[Talk]:
    """Talk to a program that this starts on the device, and ends behind the block: the next command finds the prompt
    and an empty heap."""
    board.begin(program)
    try:
        yield Talk(board)
    except BaseException:
        with contextlib.suppress(DeviceError):
            board.renew()
        raise
    board.renew()


@contextlib.contextmanager
def meanwhile(act: Callable[[], object], seconds: float) -> Iterator[None]:
    """Call act() every so many seconds in a thread, until the block ends; a DeviceError that it raises ends that."""
    over = threading.Event()

    def work() -> None:
        with contextlib.suppress(DeviceError):
            while not over.wait(seconds):
                act()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
