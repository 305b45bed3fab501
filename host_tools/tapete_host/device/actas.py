"""`tapete actas`: the matches on a device, as files of the computer and back."""

import contextlib
import tempfile
from collections.abc import Iterable
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from tapete_host import replay_command
from tapete_host.device import DONE, DeviceError, matches
from tapete_host.device.board import Board
from tapete_host.web_acta import Acta
from tute.acta import LINE_BYTES, seal, unseal
from tute.reader import Reader

_PART = matches.FOLDER + "/{:04d}.{:02d}"


def chosen(board: Board, words: Iterable[str]) -> list[int]:
    """The matches that these words mean: numbers, `last`; all without a word. DeviceError if one is not there."""
    there = matches.numbers(board)
    if not there:
        raise DeviceError("there is no match on the device")
    found = [there[-1] if word == "last" else int(word) for word in words]
    for number in found:
        if number not in there:
            raise DeviceError(f"there is no match {number}: there are {', '.join(map(str, there))}")
    return found or there


def _fetch(board: Board, numbers: list[int], folder: Path) -> list[Path]:
    """Copy these matches into a folder, under a progress bar where there is a terminal to show it."""
    err = Console(stderr=True)
    shown = track(
        numbers, "Reading", console=err, transient=True, disable=len(numbers) < 2 or not err.is_terminal
    )
    return [_save(folder / f"{number:04d}.acta", public(matches.lines(board, number))) for number in shown]


def _save(path: Path, lines: list[bytes]) -> Path:
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def public(lines: list[bytes]) -> list[bytes]:
    """The lines as anyone may read them, with their checksums: while a round is open, what names cards that nobody has
    seen is not among them (rules 3.6)."""
    acta = Acta()
    text = "".join(str(unseal(line)[0], "utf-8") + "\n" for line in lines)
    acta.load(text)
    told = acta.told_text()
    return lines if told == text else [seal(line).encode() for line in told.splitlines()]


@contextlib.contextmanager
def _copies(board: Board, words: Iterable[str]):
    """These matches as files, for the commands that read files: in a folder in which one works meanwhile."""
    with tempfile.TemporaryDirectory() as folder:
        names = [path.name for path in _fetch(board, chosen(board, words), Path(folder))]
        with contextlib.chdir(folder):
            yield names


def listed(board: Board, lang: str | None) -> int:
    """A line a match, and the sum."""
    if not matches.numbers(board):
        click.echo("no match on the device")
        return DONE
    with _copies(board, ()):
        return replay_command.replay((".",), lang=lang)


def replayed(board: Board, words: Iterable[str], lang: str | None, check: bool) -> int:
    """Told, or checked, as `tapete replay` does it."""
    with _copies(board, words) as names:
        return replay_command.replay(tuple(names), lang=lang, check=check)


def pull(board: Board, words: Iterable[str], to: Path, force: bool) -> int:
    """Copy matches into a folder. A file that is there already is only ever gone on with: never replaced by another
    match, or by less, unless `force`."""
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=to) as scratch:
        for new in _fetch(board, chosen(board, words), Path(scratch)):
            old = to / new.name
            if old.exists() and not force and not _goes_on(old.read_bytes(), new.read_bytes()):
                raise DeviceError(
                    f"{old} is another match, or holds more: take it away, or pull with --force"
                )
            new.replace(old)
            click.echo(old)
    return DONE


def _goes_on(old: bytes, new: bytes) -> bool:
    before, after = old.splitlines(), new.splitlines()
    return len(before) <= len(after) and all(map(_same, before, after))


def _same(before: bytes, after: bytes) -> bool:
    """Whether a line is what was told of it before: while the round was open, perhaps only its beginning."""
    told = unseal(before)[0].removeprefix(b"# ").partition(b",")[0]
    return before == after or unseal(after)[0].removeprefix(b"# ").startswith(told)


def push(board: Board, path: Path, lines: list[bytes]) -> int:
    """Make these lines of a file (see whole) the match that the device goes on with; the one before stays on it."""
    there = matches.numbers(board)
    number = (there[-1] if there else 0) + 1
    board.make_folder(matches.FOLDER)
    board.write(_PART.format(number, 0), b"".join(line + b"\n" for line in lines))
    click.echo(f"{path}: match {number} on the device, {len(lines)} lines; it goes on with it")
    return DONE


def whole(path: Path) -> list[bytes]:
    """The lines of an acta with checksums. DeviceError unless every one can be read; a torn last line is left out."""
    data = path.read_bytes()
    reader = Reader(iter(data.splitlines(keepends=True)))
    wrong = [(number, error) for number, _, error in reader if error]
    if wrong:
        raise DeviceError(
            f"{path}:{wrong[0][0]}: {wrong[0][1]}: it is not put on a device; see tapete replay --check"
        )
    if reader.head.rules is None:
        raise DeviceError(f"{path}: no acta")
    kept = data[: reader.kept] if reader.dropped is not None else data
    lines = [line if unseal(line)[1] else seal(line.decode()).encode() for line in kept.splitlines()]
    if any(len(line) > LINE_BYTES for line in lines):
        raise DeviceError(f"{path}: a line has more than {LINE_BYTES} bytes with its checksum")
    return lines


def delete(board: Board, words: list[str], force: bool, ask: bool) -> int:
    """Remove matches; the one that is played only with `force`."""
    numbers = chosen(board, words)
    last = matches.numbers(board)[-1]
    if last in numbers and not force:
        raise DeviceError(f"match {last} is the one that the device goes on with: remove it with --force")
    told = ", ".join(map(str, numbers))
    if ask and not click.confirm(f"Remove match {told} for good? (tapete actas pull keeps a copy)", err=True):
        raise DeviceError("nothing was removed")
    for number in numbers:
        _remove(board, number, number == last)
    click.echo(f"removed: {told}")
    return DONE


def _remove(board: Board, number: int, last: bool) -> None:
    if last and "now" in board.names(matches.HOT):
        board.remove(matches.HOT + "/now")  # a later match of the same number must not find its lines
    for path in reversed(
        matches.parts(board, number)
    ):  # the first part last: a cut leaves what can be removed
        board.remove(path)
