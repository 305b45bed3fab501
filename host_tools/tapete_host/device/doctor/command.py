"""`tapete doctor` at the terminal: the stages in their order, a line each, what to do, the report card."""

import datetime
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from tapete_host.device import DONE, FAILED, REFUSED, DeviceError
from tapete_host.device.board import Board
from tapete_host.device.doctor import report, stages
from tapete_host.device.doctor.advice import advice
from tapete_host.device.doctor.line import Figures, Line, PartFailed, figures, opened
from tapete_host.device.doctor.person import Nobody, Person
from tapete_host.device.doctor.stages import Part

_PROTOCOL = 1
_INDENT = 19  # where the words of a stage's line begin


class _Progress:
    """A line that is written over, where there is a terminal."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self.stage = ""

    def show(self, done: int, of: int) -> None:
        """So much of a stage is done."""
        self._put(f"{self.stage:<9} ... {done}/{of}")

    def clear(self) -> None:
        """Take it away, before a line that stays."""
        self._put("")

    def _put(self, text: str) -> None:
        if self._shown:
            click.echo(f"\r\x1b[K{text}", nl=False, err=True)


def check_places(*files: Path | None) -> None:
    """Raises click.UsageError where a report could not be written in the end."""
    for file in files:
        if file and not file.parent.is_dir():
            raise click.UsageError(f"{file}: there is no folder {file.parent}")


def examine(
    board: Board, names: Sequence[str], person: bool, json_file: Path | None, html_file: Path | None
) -> int:
    """Run these stages, all if none is named -> the exit code: 1 if one fails. DeviceError if the device is gone, and
    then no report is written."""
    began = datetime.datetime.now().astimezone()
    with opened(board) as line:
        unit = _unit(line)
        click.echo(_title(unit))
        parts = _run(line, unit, [name for name in stages.STAGES if not names or name in names], person)
    made = report.Report(began, board.address, person, unit, parts)
    click.echo(made.summary())
    if json_file:
        json_file.write_text(made.json(), encoding="utf-8")
    if html_file:
        html_file.write_text(made.html(), encoding="utf-8")
    return DONE if made.passed else FAILED


def _unit(line: Line) -> Figures:
    """Who is there; a device that cannot say it has its one line all the same."""
    try:
        unit = figures(line.ask("hello"))
    except PartFailed as failed:
        return {"antennas": 1, "error": failed.text}
    if unit["doctor"] != _PROTOCOL:
        raise DeviceError(
            f"the device speaks version {unit['doctor']} of the doctor's protocol, this is {_PROTOCOL}: tapete "
            "flash puts its own program on it",
            REFUSED,
        )
    return unit


def _title(unit: Figures) -> str:
    if "unit" not in unit:
        return f"unit unknown: {unit['error']}"
    return "unit {unit}: board {board}, program {program}, MicroPython {micropython}".format(**unit)


def _run(line: Line, unit: Figures, names: list[str], person: bool) -> list[Part]:
    progress = _Progress()
    done: list[Part] = []
    for name in names:
        progress.stage = name
        who = Person(line) if person else Nobody()
        part = Part(name, line, who, unit, progress.show)
        if name == "antennas" and _deaf(done):
            part.state, part.words = stages.SKIPPED, "the reader does not work"
        else:
            stages.run(part)
        progress.clear()
        click.echo(_told(part))
        done.append(part)
    return done


def _deaf(done: list[Part]) -> bool:
    """Whether the one reader there is has failed: its antenna would only say the same. Of four others may work."""
    return any(p.stage == "reader" and p.state == stages.FAILED and p.unit["antennas"] == 1 for p in done)


def _told(part: Part) -> str:
    state = part.state.upper() if part.state == stages.FAILED else part.state
    told = f"{part.stage:<10}{state:<9}{part.words}"
    if part.state != stages.FAILED:
        return told
    wrapped = click.wrap_text(
        advice(part.number), 100, initial_indent=" " * _INDENT, subsequent_indent=" " * _INDENT
    )
    return f"{told} (error {part.number})\n{wrapped}"
