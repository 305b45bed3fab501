"""Reads an acta with the referee: every line that is an event or cannot be read, answered in turn (acta.md section 4).

Started as a program it is `tapete replay`.
"""

import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from tapete_host import find_tute  # noqa: F401
from tute.acta import ActaError
from tute.answer import Answer, to_json
from tute.reader import Head, Reader
from tute.record import RulesError
from tute.referee import Referee


@dataclass(frozen=True)
class Heard:
    """One line: the answer to its event, or the error of a line that cannot be read."""

    line: int
    answer: Answer | None = None
    error: ActaError | None = None

    def dumps(self) -> str:
        """The line as acta.md section 4 prints it."""
        if self.answer:
            return self.answer.dumps()
        error = self.error
        return to_json(
            (("line", self.line), ("error", (("column", error.column), ("expected", error.expected))))
        )


class Replay:
    """An acta, given as bytes, being read. Iterating gives `Heard` after `Heard`; `referee` then stands behind that
    line. `good` is False once a line could not be read, `dropped` the text of a torn last line, else None."""

    def __init__(self, data: bytes):
        self._reader = Reader(io.BytesIO(data))
        self.referee: Referee | None = None
        self.good = True

    @property
    def head(self) -> Head:
        """The head so far; whole before the first event."""
        return self._reader.head

    @property
    def dropped(self) -> str | None:
        return self._reader.dropped

    @property
    def kept(self) -> int:
        """Number of bytes before a torn last line; all of them if there is none."""
        return self._reader.kept

    @property
    def sealed(self) -> bool:
        """Whether the lines bear checksums."""
        return self._reader.sealed

    def __iter__(self) -> Iterator[Heard]:
        for line, event, error in self._reader:
            if error is None and self.referee is None:
                error = self.seat_referee()
                if error:
                    yield self._failed(line, error)
                    return
            yield self._failed(line, error) if error else Heard(line, self.referee.push(event, line))
        if self.good and not self.head.rules:
            yield self._failed(1, ActaError(1, "acta 1 and rules"))

    def seat_referee(self) -> ActaError | None:
        """Seats the referee once the head is whole; the error if he cannot referee these rules."""
        head = self.head
        try:
            self.referee = self.referee or Referee(head.rules, head.target, head.games)
        except RulesError as wrong:
            return ActaError(1, wrong.expected)
        return None

    def _failed(self, line: int, error: ActaError) -> Heard:
        self.good = False
        return Heard(line, error=error)


def main(arguments: list[str] | None = None) -> int:
    """`tapete replay`; gives its exit code."""
    from tapete_host.cli import run

    return run(["replay", *(sys.argv[1:] if arguments is None else arguments)])


if __name__ == "__main__":
    sys.exit(main())
