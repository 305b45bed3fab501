"""What has to be done so that a device's second program is the one that is wanted: pure. Changes with how two programs
share a flash (firmware/README.md, "Two programs").

Fonts and catalogues are most of a program and seldom change. What both programs have alike of them is there once, in
the folder of either, and each program looks into both.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tapete_host.build import POINTER
from tapete_host.device.disk import BLOCK, SECOND

FOLDERS = ("/", f"/{SECOND}")
_SCREENS = "tapete/screens/"
_SHARED = (".bin", ".txt")
_START = "start.mpy"
_FONT = re.compile(r"[a-z]+(\d+)[a-z]*\.bin$")  # the lines of the panel that it is for
_OF_NONE = ("main.py", POINTER)  # they start either


@dataclass(frozen=True)
class File:
    """A file on the device: its size in bytes, and the hash of what is in it (see digest)."""

    size: int
    sum: str


@dataclass
class Plan:
    """Steps in this order; at each moment the running program is whole.

    moves and copies: (from, to); sends: (name in the program, to)
    """

    moves: list[tuple[str, str]] = field(default_factory=list)
    removes: list[str] = field(default_factory=list)
    copies: list[tuple[str, str]] = field(default_factory=list)
    sends: list[tuple[str, str]] = field(default_factory=list)


def digest(data: bytes) -> str:
    """The hash by which a file is known: 32 hex digits, the first half of a SHA-256."""
    return hashlib.sha256(data).hexdigest()[:32]


def other(folder: str) -> str:
    """The folder of the program that does not run."""
    return FOLDERS[folder == FOLDERS[0]]


def path(folder: str, name: str) -> str:
    """Where a program in this folder has this file."""
    return f"{folder.rstrip('/')}/{name}"


def sums(wanted: Mapping[str, bytes]) -> dict[str, str]:
    """The hash of each file of a program, by name."""
    return {name: digest(data) for name, data in wanted.items() if name not in _OF_NONE}


def differs(wanted: Mapping[str, str], found: Mapping[str, File], folder: str) -> list[str]:
    """Names of the files that the program in this folder lacks, or has otherwise."""
    return [name for name, known in wanted.items() if _has(found, folder, name) != known]


def _has(found: Mapping[str, File], folder: str, name: str) -> str:
    file = found.get(path(folder, name))
    if file is None and _is_shared(name):
        file = found.get(path(other(folder), name))
    return file.sum if file else ""


def _is_shared(name: str) -> bool:
    return name.startswith(_SCREENS) and name.endswith(_SHARED)


def is_foreign(at: str, lines: int) -> bool:
    """Whether a file is a font for panels of another height; none is where that is not known (0)."""
    font = _FONT.match(at.rpartition("/")[2])
    return bool(lines and font and int(font[1]) != lines)


def needed(files: Mapping[str, bytes], found: Mapping[str, File], lines: int) -> dict[str, bytes]:
    """A program without fonts for other panels than the device's, where it has none of them already."""
    return {
        name: data
        for name, data in files.items()
        if not is_foreign(name, lines) or any(path(folder, name) in found for folder in FOLDERS)
    }


def made(wanted: Mapping[str, str], found: Mapping[str, File], running: str) -> Plan:
    """The plan for a program with these hashes beside the one that runs."""
    plan = Plan()
    alike = {file.sum: at for at, file in found.items() if _is_of(at, running)}
    for name, known in sorted(wanted.items()):
        if _is_shared(name):
            _share(plan, name, known, found, running)
        elif _has(found, other(running), name) != known:
            _place(plan, name, known, found, running, alike)
    for name in _names(found, other(running)):
        if name not in wanted:
            _give_up(plan, name, found, running)
    return plan


def _is_of(at: str, folder: str) -> bool:
    second = at.startswith(FOLDERS[1] + "/")
    return second == (folder == FOLDERS[1])


def _names(found: Mapping[str, File], folder: str) -> Iterator[str]:
    """The files of a program that there are in a folder."""
    for at in found:
        name = at[len(folder.rstrip("/")) + 1 :]
        if _is_of(at, folder) and (name == _START or name.startswith(("tapete/", "tute/"))):
            yield name


def _place(
    plan: Plan, name: str, known: str, found: Mapping[str, File], running: str, alike: Mapping[str, str]
) -> None:
    target = path(other(running), name)
    if target in found:
        plan.removes.append(target)
    if known in alike:
        plan.copies.append((alike[known], target))
    else:
        plan.sends.append((name, target))


def _share(plan: Plan, name: str, known: str, found: Mapping[str, File], running: str) -> None:
    ours, theirs = found.get(path(running, name)), found.get(path(other(running), name))
    if theirs and theirs.sum == known:
        return
    _give_up(plan, name, found, running)
    if not ours or ours.sum != known:
        plan.sends.append((name, path(other(running), name)))


def _give_up(plan: Plan, name: str, found: Mapping[str, File], running: str) -> None:
    """Take a file away from the program that does not run; if the other one reads it there it gets it."""
    target = path(other(running), name)
    if target not in found:
        return
    if _is_shared(name) and path(running, name) not in found:
        plan.moves.append((target, path(running, name)))
    else:
        plan.removes.append(target)


def unused(found: Mapping[str, File], running: str) -> list[str]:
    """The paths of the other program's files that the running one does not read."""
    spare = other(running)
    return [
        path(spare, name)
        for name in _names(found, spare)
        if not _is_shared(name) or path(running, name) in found
    ]


def new(plan: Plan) -> list[str]:
    """The paths of files that are not what was there before."""
    return [to for _, to in (*plan.moves, *plan.copies, *plan.sends)]


def kept(found: Mapping[str, File], plan: Plan) -> dict[str, File]:
    """What stays as it was found."""
    gone = {*plan.removes, *(old for old, _ in plan.moves)}
    return {at: file for at, file in found.items() if at not in gone}


def blocks(plan: Plan, wanted: Mapping[str, bytes], found: Mapping[str, File]) -> int:
    """How many blocks of flash the plan takes more than it gives back."""
    taken = [len(wanted[name]) for name, _ in plan.sends] + [found[at].size for at, _ in plan.copies]
    given = [found[at].size for at in plan.removes]
    there = {_folder(at) for at in found}
    folders = {_folder(to) for _, to in (*plan.copies, *plan.sends)} - there
    return taken_by(taken) - taken_by(given) + 2 * len(folders)


def taken_by(sizes: Iterable[int]) -> int:
    """Blocks of flash that files of these sizes take."""
    return sum(-(-size // BLOCK) for size in sizes)


def _folder(at: str) -> str:
    return at.rpartition("/")[0]
