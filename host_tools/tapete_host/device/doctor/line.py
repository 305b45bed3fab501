"""The doctor's lines as the desktop reads them: answers, figures, progress; changes with the protocol
(firmware/README.md)."""

import contextlib
import re
from collections.abc import Callable, Iterator

from tapete_host.device.board import Board
from tapete_host.device.talk import Talk, meanwhile, with_program

# What has a stable name in a compiled firmware: modules, and what a text spells.
_PROGRAM = "from tapete.doctor import serve\nserve.main()"
_SILENCE_S = 40  # longer than a part takes without a word: a panel that is cold, a flash that is slow
_AWAKE_S = 5  # a device that nobody asks for a minute starts again
_ERROR = re.compile(r'ERROR (\d{1,4}) "([^"]*)"')
_PROGRESS = re.compile(r"PROGRESS (\d+) (\d+)")

Figures = dict[str, str | int]


class PartFailed(Exception):
    """A part does not do its work: the number of the ERROR, and its text."""

    def __init__(self, number: int, text: str):
        super().__init__(text)
        self.number = number
        self.text = text


class Line:
    """Asks the device, one command after the other."""

    def __init__(self, talk: Talk):
        self._talk = talk

    def ask(
        self,
        command: str,
        note: Callable[[str], None] = lambda text: None,
        progress: Callable[[int, int], None] = lambda done, of: None,
        seconds: float = 0,
    ) -> str:
        """What comes behind OK. PartFailed for an ERROR; DeviceError when the device falls silent, for `seconds` longer
        than it may."""
        self._talk.send(command)
        while True:
            text = self._talk.line(_SILENCE_S + seconds)
            if text == "OK" or text.startswith("OK "):
                return text[3:]
            if failed := _ERROR.fullmatch(text):
                raise PartFailed(int(failed[1]), failed[2])
            if done := _PROGRESS.fullmatch(text):
                progress(int(done[1]), int(done[2]))
            else:  # a note, or what the chip's own software prints
                note(text.removeprefix("# "))

    @contextlib.contextmanager
    def kept_awake(self) -> Iterator[None]:
        """While somebody thinks: nothing else may be asked."""
        with meanwhile(lambda: self.ask("clock"), _AWAKE_S):
            yield


@contextlib.contextmanager
def opened(board: Board) -> Iterator[Line]:
    """The doctor's line to a device whose app is stopped."""
    with with_program(board, _PROGRAM) as talk:
        line = Line(talk)
        yield line
        line.ask("bye")


def figures(said: str) -> Figures:
    """`a=1 b=x` as a dict; numbers are numbers. A word without = stands for itself."""
    found: Figures = {}
    for word in said.split():
        name, _, value = word.partition("=")
        found[name] = int(value) if re.fullmatch(r"-?\d+", value) else value
    return found
