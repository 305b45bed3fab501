"""Who stands at the device and says what is seen and heard there; changes with how people are asked."""

import contextlib
import sys
from collections.abc import Iterator

import click

from tapete_host.device import DeviceError
from tapete_host.device.doctor.line import Line


class Person:
    """Somebody at the terminal."""

    there = True

    def __init__(self, line: Line):
        self._line = line

    def tell(self, text: str) -> None:
        """Say what is to be done now."""
        click.echo(f"  > {text}")

    def ask(self, question: str, default: bool = True) -> bool:
        """A question with yes or no; the device waits."""
        with self._answering():
            return click.confirm(f"  > {question}", default=default)

    def wait(self, text: str) -> None:
        """Have something done, and go on at Enter."""
        with self._answering():
            click.prompt(f"  > {text}, then press Enter", default="", show_default=False)

    @contextlib.contextmanager
    def _answering(self) -> Iterator[None]:
        try:
            with self._line.kept_awake():
                yield
        except click.Abort:
            if sys.stdin.isatty():
                raise
            raise DeviceError("nobody is there to answer: add --no-person, or run it at a terminal") from None


class Nobody:
    """The same where nobody is there: nothing is asked."""

    there = False

    def tell(self, text: str) -> None:
        """Nothing."""

    def ask(self, question: str, default: bool = True) -> bool:
        """As if all were well."""
        return True

    def wait(self, text: str) -> None:
        """Nothing."""
