"""A whole device put on a board: identify, keep what is its own, write, verify, restart, hear it. Changes with the
order of these steps, on which it rests that a cut loses nothing (kept)."""

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from littlefs import LittleFSError

from tapete_host import places
from tapete_host.device import (
    REFUSED,
    DeviceError,
    disk,
    greeting,
    kept,
    micropython_image,
    partitions,
    wishes,
)
from tapete_host.device.chip import Chip
from tapete_host.device.micropython_image import NAMES, RELEASES, Image
from tapete_host.device.partitions import Partition
from tapete_host.device.wishes import Wish

Tell = Callable[..., None]
"""Told what happens: tell("step", words), tell("part", 0 to 1) of that step, tell("note", sentence)."""

_FLASH_MB = 4
_NEEDED = 1536 * 1024  # bytes of file system: the program, and some seasons of matches


@dataclass(frozen=True)
class Plan:
    """What is to come on a board: MicroPython, the file system's place now and then, what is kept, the file system."""

    image: Image
    before: Partition | None
    place: Partition
    own: kept.Own
    board: str
    disk: bytes

    @property
    def head(self) -> bytes:
        return self.disk[: disk.HEAD]


def flash(address: str, wish: Wish, tell: Tell) -> str:
    """Flash the board at this port -> what was done, in words. DeviceError says what went wrong."""
    tell("step", "connecting")
    chip = Chip(address, wish.baud)
    try:
        done = _written(chip, wish, tell)
        restarts = wish.restart and chip.can_restart
        if restarts:
            tell("step", "restarting")
            chip.restart()
    finally:
        chip.close()
    return f"{done}; {_heard(address, wish, restarts, tell)}"


def _written(chip: Chip, wish: Wish, tell: Tell) -> str:
    found = f"{NAMES[chip.kind]} {chip.mac}, {_megabytes(chip.flash)} flash, {chip.psram or 'no PSRAM known'}"
    tell("note", found)
    copy = kept.Copy(chip.mac)
    plan = _planned(chip, wish, copy, tell)
    if not wish.erase:
        copy.save(plan.own, plan.head)
    with _copy_named(copy):
        _write(chip, plan, wish.erase, tell)
    if wish.erase and copy.load().files:
        tell("note", f"what a try before this one had saved is in {copy.put_aside()}")
    copy.drop()
    words = kept.words(plan.own.files)
    return f"written and verified, board {plan.board}" + (f", kept: {words}" if words else "")


def _planned(chip: Chip, wish: Wish, copy: kept.Copy, tell: Tell) -> Plan:
    image = _image(chip, wish)
    place = _place(chip, image)
    wishes.settings(None, wish.settings, chip.kind)  # a wrong board is told before anything is read
    before = None if wish.erase else _vfs_before(chip, place)
    own = kept.Own({}) if wish.erase else _own(chip, before, copy, tell)
    settings = wishes.settings(own.files.get("settings.json"), wish.settings, chip.kind)
    made = _disk(chip, place, own.files, settings, wish)
    return Plan(image, before, place, own, str(settings["board"]), made)


def _megabytes(size: int) -> str:
    return f"{size >> 20} MB"


def _image(chip: Chip, wish: Wish) -> Image:
    image = wish.image
    if image is None:
        data = micropython_image.download(RELEASES[chip.kind], places.downloads())
        image = micropython_image.parsed(data)
    if image.chip != chip.kind:
        raise DeviceError(
            f"this chip is an {NAMES[chip.kind]}, and the image is MicroPython for the {NAMES[image.chip]}: leave "
            "--image away, or give the other file",
            REFUSED,
        )
    if chip.revision < image.revision:
        raise DeviceError(
            f"this MicroPython wants revision {image.revision / 100:.1f} of the {NAMES[chip.kind]}, and this one is "
            f"{chip.revision / 100:.1f}: take a newer board, or an older MicroPython with --image",
            REFUSED,
        )
    return image


def _place(chip: Chip, image: Image) -> Partition:
    place = partitions.vfs(list(image.rows), chip.flash)
    if place is None or place.size < _NEEDED:
        raise DeviceError(
            f"the flash is too small: {_megabytes(chip.flash)}, and this MicroPython leaves no room in it for Tapete; "
            f"take a board with {_FLASH_MB} MB or more",
            REFUSED,
        )
    return place


def _vfs_before(chip: Chip, place: Partition) -> Partition | None:
    """Where the file system is that the board has now, or None; where the new one will be if there is no table, which a
    cut may have taken."""
    try:
        rows = partitions.parse(chip.read(partitions.AT, partitions.SIZE))
    except ValueError:
        return place
    before = partitions.vfs(rows, chip.flash)
    return before if before and before.size >= 2 * disk.HEAD else None


def _own(chip: Chip, place: Partition | None, copy: kept.Copy, tell: Tell) -> kept.Own:
    tell("step", "reading what it has")
    if place is None:
        return copy.load()
    return kept.of(
        lambda at, size: chip.read(place.offset + at, size), place.size, copy, lambda x: tell("note", x)
    )


def _disk(
    chip: Chip, place: Partition, own: dict[str, bytes], settings: dict[str, object], wish: Wish
) -> bytes:
    files = {**own, **wish.firmware, "settings.json": json.dumps(settings).encode()}
    if wish.deck is not None:
        files["deck.txt"] = wish.deck
    try:
        return disk.image(place.size // disk.BLOCK * disk.BLOCK, files)
    except LittleFSError:
        raise DeviceError(
            f"the program and what the device has do not fit its {_megabytes(chip.flash)} of flash: fetch old matches "
            "from it and remove them, or take a larger board",
            REFUSED,
        ) from None


@contextlib.contextmanager
def _copy_named(copy: kept.Copy) -> Iterator[None]:
    """Say where everything is when a write fails."""
    try:
        yield
    except DeviceError as error:
        if not copy.load().files:
            raise
        raise DeviceError(f"{error}; what the device had is in {copy.path} until then", error.code) from None


def _write(chip: Chip, plan: Plan, erase: bool, tell: Tell) -> None:
    """First no file system, then everything else, last the root folder: see kept."""
    tell("step", "erasing")
    if erase:
        chip.erase_all()
    else:
        for offset in sorted({plan.place.offset, (plan.before or plan.place).offset}):
            chip.erase(offset, disk.HEAD)
    begin = plan.place.offset
    body = disk.runs(b"\xff" * disk.HEAD + plan.disk[disk.HEAD :])
    parts = [*plan.image.parts, *((begin + at, data) for at, data in body), (begin, plan.head)]
    tell("step", "writing")
    _write_all(chip, parts, lambda part: tell("part", part))


def _write_all(chip: Chip, parts: list[tuple[int, bytes]], progress: Callable[[float], None]) -> None:
    total, done = sum(len(data) for _, data in parts), 0

    def told(part: float) -> None:
        progress((done + part * len(data)) / total)

    for offset, data in parts:
        chip.write(offset, data, told)
        done += len(data)


def _heard(address: str, wish: Wish, restarts: bool, tell: Tell) -> str:
    if not wish.restart:
        return "not restarted"
    if not restarts:
        tell("note", "this port cannot restart a board: press its EN (or RST) now")
    tell("step", "waiting for its first words")
    try:
        return f"it plays (screen {greeting.wait_at(address)})"
    except DeviceError as error:
        raise DeviceError(f"it is written and verified, but {error}", error.code) from None
