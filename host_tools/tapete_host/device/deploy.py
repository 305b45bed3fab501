"""A new program on a device beside the one that runs: what differs is sent, all is tested there, one rename lets the
device try it, and it is left again if it does not greet. Changes with the order of these steps, on which it rests that
the device has a whole program at every moment (firmware/README.md, "Two programs")."""

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import serial

from tapete_host.device import REFUSED, DeviceError, asked, greeting, plan, settings
from tapete_host.device.board import Board
from tapete_host.device.disk import TRIAL
from tapete_host.device.plan import File, Plan

Tell = Callable[..., None]
"""Told what happens: tell("step", words), tell("part", 0 to 1) of that step, tell("note", sentence)."""

_RESERVE = (
    10  # blocks of flash that stay free while a program is tried: for the match that goes on, and /trial
)
_ROOMY = 64  # blocks: where both programs leave fewer for matches, the old one goes once the new one plays
_MAIN = "main.py"
_START = "start.mpy"
_SCREEN = "tapete.renewal"
_KEPT, _LEFT = "note program kept", "note program left: "
_DECIDED = re.compile(rf"^(?:{_KEPT}|{_LEFT}(.*?))\r?$".encode(), re.M)
_AT_ONCE = 16  # files in one program
_SLOW_S = 60  # a large file is copied, or a module loaded
_AGAIN_S = 20  # for a board's own USB to come back after a restart


@dataclass(frozen=True)
class Program:
    """What is wanted on a device: its files by name (build.compile_firmware), and the start.mpy that tries them."""

    files: Mapping[str, bytes]
    trial: bytes


@dataclass
class Found:
    """What a device has: files by path, the running program's folder, free blocks of flash, version of its .mpy, and
    the height of its panel, 0 if it does not know that."""

    files: dict[str, File]
    runs: str = "/"
    free: int = 0
    mpy: int = 0
    lines: int = 0


def deploy(address: str, program: Program, tell: Tell, seconds: float = greeting.WAIT_S) -> str:
    """Bring the device at this port to this program -> what was done, in words; `seconds` for its first screen.

    DeviceError says what went wrong; the device then has the program that it had.
    """
    tell("step", "stopping the app")
    with Board(address) as board:
        found = _found(board, tell)
        _refuse(address, found, program)
        done, left = _brought(board, found, program, tell)
        if not done:
            return "has this program already, nothing was sent"
        _let_try(board, program, plan.other(found.runs))
        tell("step", "starting the new program")
        line = board.restarted()
    plays = _outcome(address, line, seconds, tell)
    return f"{done}; {plays}{'' if left >= _ROOMY else _room_made(address, tell)}"


def _found(board: Board, tell: Tell) -> Found:
    tell("step", "looking at what it has")
    board.run(asked.KIT)
    return replace(_looked(board, asked.LOOK), lines=_lines(board))


def _lines(board: Board) -> int:
    try:
        return settings.lines(settings.read(board))
    except DeviceError:  # it cannot be read: doctor says so
        return 0


def _looked(board: Board, program: str) -> Found:
    found = Found({})

    def take(text: str) -> None:
        kind, _, rest = text.partition(" ")
        if kind == "file":
            size, known, path = rest.split(" ", 2)
            found.files[path] = File(int(size), known)
        elif kind == "runs":
            found.runs = rest
        elif kind in ("free", "mpy"):
            setattr(found, kind, int(rest))

    board.lines(program, take, _SLOW_S)
    return found


def _refuse(address: str, found: Found, program: Program) -> None:
    if found.runs not in plan.FOLDERS or plan.path(found.runs, _START) not in found.files:
        raise DeviceError(
            f"{address}: no program of Tapete is in its files, where another could be put beside it (or it is built "
            "into its MicroPython): use tapete flash",
            REFUSED,
        )
    version = program.files[_START][1]
    if found.mpy != version:
        raise DeviceError(
            f"{address}: its MicroPython takes .mpy files of version {found.mpy}, and these have {version}: tapete "
            "flash puts a newer MicroPython there",
            REFUSED,
        )


def _brought(board: Board, found: Found, program: Program, tell: Tell) -> tuple[str, int]:
    """Make the program whole beside the one that runs -> what was done, "" if the one that runs is it already; and how
    many blocks of flash are left."""
    files = plan.needed(program.files, found.files, found.lines)
    same_main = _same(found, f"/{_MAIN}", files[_MAIN])
    if same_main and not plan.differs(plan.sums(files), found.files, found.runs):
        return "", found.free
    steps, left = _planned(found, files)
    if left < _RESERVE:
        found, spare = _without_spare(found)
        files = plan.needed(program.files, found.files, found.lines)
        steps, left = _planned(found, files)
        _refuse_full(board.address, left)
        steps.removes[:0] = spare
        tell("note", "fonts of other panels are removed, for the room (for another panel: tapete flash)")
    _show(board, found.runs)
    with _tidy(board, steps):
        _carry_out(board, steps, files, tell)
        _test(board, found, steps, files, tell)
    if not same_main:
        board.write(f"/{_MAIN}", files[_MAIN])
    size = sum(len(files[name]) for name, _ in steps.sends)
    return f"{len(steps.sends)} files sent ({-(-size // 1024)} KB), {len(steps.copies)} copied there", left


def _planned(found: Found, files: Mapping[str, bytes]) -> tuple[Plan, int]:
    """The steps to a program with these files, and how many blocks of flash they leave."""
    steps = plan.made(plan.sums(files), found.files, found.runs)
    return steps, found.free - plan.blocks(steps, files, found.files)


def _without_spare(found: Found) -> tuple[Found, list[str]]:
    """The device without the fonts of panels that it has not, which neither program reads, and their paths."""
    spare = [at for at in found.files if plan.is_foreign(at, found.lines)]
    files = {at: file for at, file in found.files.items() if at not in spare}
    free = found.free + plan.taken_by(found.files[at].size for at in spare)
    return replace(found, files=files, free=free), spare


def _same(found: Found, path: str, data: bytes) -> bool:
    file = found.files.get(path)
    return file is not None and file.sum == plan.digest(data)


def _refuse_full(address: str, left: int) -> None:
    lacking = _RESERVE - left
    if lacking > 0:
        raise DeviceError(
            f"{address}: {lacking * 4} KB of flash are lacking for a second program, so the old one stays: fetch old "
            "matches and remove them (tapete actas pull, delete), or use tapete flash, which needs no second one",
            REFUSED,
        )


def _show(board: Board, folder: str) -> None:
    """The panel says that the device is being updated, where the running program can draw that."""
    program = f"os.chdir({folder!r})\ntry:\n __import__({_SCREEN!r})\nexcept Exception: pass\nos.chdir('/')\nforget()"
    board.lines(program, lambda text: None, _SLOW_S)


@contextlib.contextmanager
def _tidy(board: Board, steps: Plan) -> Iterator[None]:
    """When something fails, and the device still answers: the room is the match's that goes on."""
    try:
        yield
    except DeviceError:
        with contextlib.suppress(DeviceError):
            _remove(board, [to for _, to in (*steps.copies, *steps.sends)])
        raise


def _remove(board: Board, paths: list[str]) -> None:
    for begin in range(0, len(paths), _AT_ONCE):
        board.lines(asked.REMOVE.format(paths[begin : begin + _AT_ONCE]), lambda text: None, _SLOW_S)


def _carry_out(board: Board, steps: Plan, files: Mapping[str, bytes], tell: Tell) -> None:
    for number, what in enumerate((steps.moves, steps.removes, steps.copies)):
        tell("step", ("making room", "making room", "copying on the device")[number])
        for begin in range(0, len(what), _AT_ONCE):
            program = (asked.MOVE, asked.REMOVE, asked.COPY)[number].format(what[begin : begin + _AT_ONCE])
            board.lines(program, lambda text: None, _SLOW_S)
            tell("part", min(1, (begin + _AT_ONCE) / len(what)))
    tell("step", "sending")
    _send(board, steps, files, tell)


def _send(board: Board, steps: Plan, files: Mapping[str, bytes], tell: Tell) -> None:
    total, done = sum(len(files[name]) for name, _ in steps.sends), 0

    def sent(size: int) -> None:
        nonlocal done
        done += size
        tell("part", done / total)

    for name, to in steps.sends:
        board.run(asked.FOLDER.format(to))
        board.put(to, files[name], sent)


def _test(board: Board, before: Found, steps: Plan, files: Mapping[str, bytes], tell: Tell) -> None:
    """Read back what is new, and load every module but those that begin to play."""
    tell("step", "testing")
    folder = plan.other(before.runs)
    found = _looked(board, asked.LOOK_AT.format(plan.new(steps)))
    wrong = plan.differs(plan.sums(files), {**plan.kept(before.files, steps), **found.files}, folder)
    if wrong:
        raise DeviceError(
            f"{board.address}: {plan.path(folder, wrong[0])} does not read back as it was written, so the old program "
            "stays: try again, by another cable or supply; if it stays so, the board's flash is worn"
        )
    _load(board, folder, modules(files), tell)


def modules(files: Mapping[str, bytes]) -> list[str]:
    """The modules of a program that do nothing by being loaded, in the order of their names."""
    names = (name.removesuffix(".mpy") for name in files if name.endswith(".mpy"))
    dotted = (name.replace("/", ".").removesuffix(".__init__") for name in names)
    return sorted(name for name in dotted if name not in ("start", _SCREEN))


def _load(board: Board, folder: str, names: list[str], tell: Tell) -> None:
    failed: list[str] = []
    seen = 0

    def take(text: str) -> None:
        nonlocal seen
        seen += 1
        tell("part", seen / len(names))
        if text.startswith("fails "):
            failed.append(text.removeprefix("fails "))

    board.lines(asked.LOAD.format(folder, names), take, _SLOW_S)
    if failed:
        name, _, error = failed[0].partition(" ")
        raise DeviceError(
            f"{board.address}: {name} does not load on the device ({error}), so the old program stays: mend it and "
            "deploy again"
        )


def _let_try(board: Board, program: Program, folder: str) -> None:
    """Put down what tries the new program, and switch to it by one rename."""
    board.run(asked.CLEAR)
    for name, data in (
        (_START, program.trial),
        ("keep", folder.encode()),
        ("back", plan.other(folder).encode()),
        ("go", f"/{TRIAL}".encode()),
    ):
        board.run(asked.FOLDER.format(f"/{TRIAL}/{name}"))
        board.put(f"/{TRIAL}/{name}", data)
    board.run(asked.SWITCH)


def _room_made(address: str, tell: Tell) -> str:
    """Remove the old program where two nearly fill the flash -> that in words: the new one plays in any case."""
    tell("step", "making room for matches")
    try:
        with Board(address) as board:
            found = _found(board, tell)
            _remove(board, plan.unused(found.files, found.runs))
            line = board.restarted()
        with contextlib.closing(line):
            greeting.wait(line)
    except DeviceError as error:
        return f"; the old program is still on its flash, which is nearly full ({error})"
    return "; the old program was removed, for the matches to have room"


# What it says then


def _outcome(address: str, line: serial.SerialBase, seconds: float, tell: Tell) -> str:
    """Wait for the program's first screen, and that the device keeps it -> that in words."""
    try:
        heard = greeting.until(line, _DECIDED, seconds)
    except DeviceError:  # a chip with USB of its own is away for a moment
        line.close()
        line = greeting.opened_again(address, _AGAIN_S)
        heard = greeting.until(line, _DECIDED, seconds)
    with contextlib.closing(line):
        decided = _DECIDED.search(heard)
        if decided and decided[1] is not None:
            kind = greeting.wait(line)
            raise DeviceError(
                f"{address}: the new program was left ({decided[1].decode('utf-8', 'replace')}), so the old one plays "
                f"again (screen {kind}): tapete logs tells of a crash"
            )
    if not decided:
        _go_back(address, greeting.meaning(heard), tell)
    greets = greeting.GREETS.search(heard)
    return f"it plays (screen {greets[1].decode()})" if greets else "it plays"


def _go_back(address: str, why: str, tell: Tell) -> None:
    """Stop a program that does not greet, and start the one before it; raises DeviceError, which tells that."""
    tell("step", "going back to the old program")
    said = f"{address}: the new program did not greet ({why})"
    try:
        with Board(address) as board:
            board.run(asked.KIT)
            runs = board.run(asked.BACK).strip()
            line = board.restarted()
        with contextlib.closing(line):
            kind = greeting.wait(line)
    except DeviceError as error:
        raise DeviceError(
            f"{said}, and what it does now is not known ({error}): leave it its power, it goes back to the old program "
            "by itself after three starts"
        ) from None
    raise DeviceError(f"{said}, so the old one plays again ({runs}, screen {kind}): mend it and deploy again")
