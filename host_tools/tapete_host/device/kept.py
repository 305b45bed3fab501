"""What a device has of its own while its flash is written anew: a copy on this computer, by the chip's MAC. Changes
with how a write may be cut off.

The copy is made before anything is written and goes when all has been verified. A write first erases the two blocks of
the root folder (the head) and puts them back last, so a flash half written holds no file system, and the copy is what
counts; one that holds a whole file system has it all, and may have been played with since. A head that was cut off
while it was erased or written may still look whole to littlefs, and have old files or lack some; but then it is a head
that was there, or was to come, with more of its bits set, since erasing sets bits and programming clears them.
"""

import os
import pathlib
import time
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from littlefs import LittleFSError

from tapete_host import places
from tapete_host.device import REFUSED, DeviceError, disk

_BLANK = b"\xff" * disk.HEAD


@dataclass(frozen=True)
class Own:
    """What a device has: its files by path, and the heads that it has had since they were whole on it."""

    files: dict[str, bytes]
    heads: tuple[bytes, ...] = ()


class Copy:
    """The copy for one chip, if there is one: a .zip that any program opens."""

    def __init__(self, mac: str, at: pathlib.Path | None = None):
        self.path = (at or places.copies()) / f"{mac.replace(':', '')}.zip"

    def exists(self) -> bool:
        return self.path.exists()

    def save(self, own: Own, head: bytes) -> None:
        """Keep this, and the head that is to come; on the disk when this returns. DeviceError if it cannot be."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._save({f"device/{path}": data for path, data in own.files.items()}, (*own.heads, head))
        except OSError as error:
            raise DeviceError(
                f"what the device has could not be kept in {self.path.parent} ({error.strerror}), so nothing was "
                "written: make room there, or name another folder in TAPETE_STATE"
            ) from None

    def _save(self, files: dict[str, bytes], heads: tuple[bytes, ...]) -> None:
        new = self.path.with_suffix(".new")
        with open(new, "wb") as out:
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
                for path, data in (
                    *files.items(),
                    *((f"heads/{n:03}", head) for n, head in enumerate(heads)),
                ):
                    made.writestr(path, data)
            out.flush()
            os.fsync(out.fileno())
        new.replace(self.path)

    def load(self) -> Own:
        """What is in it; nothing if there is none. DeviceError if it cannot be read."""
        if not self.exists():
            return Own({})
        try:
            with zipfile.ZipFile(self.path) as made:
                found = {name: made.read(name) for name in sorted(made.namelist())}
        except (OSError, zipfile.BadZipFile) as error:
            raise DeviceError(
                f"{self.path} cannot be read ({error}): move it away, and keep it", REFUSED
            ) from None
        files = {
            name.removeprefix("device/"): data for name, data in found.items() if name.startswith("device/")
        }
        return Own(files, tuple(data for name, data in found.items() if name.startswith("heads/")))

    def drop(self) -> None:
        """The device has it all."""
        self.path.unlink(missing_ok=True)

    def put_aside(self) -> pathlib.Path:
        """Keep it under another name, where no later write takes it -> that name."""
        stem = f"{self.path.stem}-{time.strftime('%Y%m%d-%H%M%S')}"
        numbers = ("", *(f"-{n}" for n in range(2, 1000)))
        aside = next(p for n in numbers if not (p := self.path.with_name(f"{stem}{n}.zip")).exists())
        self.path.replace(aside)
        return aside


def of(read_at: Callable[[int, int], bytes], size: int, copy: Copy, note: Callable[[str], None]) -> Own:
    """What the device at hand has of its own.

    read_at(offset, bytes) reads its file system's partition, of `size` bytes; note(text) is told what people should
    know. DeviceError if there is something that cannot be read, and no copy of it.
    """
    head = read_at(0, disk.HEAD)
    before = copy.load()
    if head != _BLANK and not _cut_off(head, before.heads):
        try:
            return _whole(*disk.own_files(read_at, size), head, copy, note)
        except (LittleFSError, UnicodeDecodeError):
            pass
    if copy.exists():
        if before.files:
            note(f"the last try was cut off: what the device had comes from {copy.path}")
        return before
    if head != _BLANK:
        raise DeviceError(
            "what its file system holds cannot be read: it is damaged, or of another program; --erase begins anew, and "
            "what is there is lost",
            REFUSED,
        )
    return Own({})


def _cut_off(head: bytes, heads: Sequence[bytes]) -> bool:
    """Whether a head is one of these on its way: all bits that are set in it, and more."""
    bits = int.from_bytes(head)
    return any(head != known and bits | int.from_bytes(known) == bits for known in heads)


def _whole(files: dict[str, bytes], ours: bool, head: bytes, copy: Copy, note: Callable[[str], None]) -> Own:
    own = Own(files, (head,))
    if copy.exists() and copy.load().files not in ({}, files):
        note(f"the device was used since the last try; what it had then is in {copy.put_aside()}")
    if files and not ours:
        copy.save(own, head)
        note(f"it had {len(files)} files of another program: they are in {copy.put_aside()}")
        return Own({}, (head,))
    return own


def words(files: dict[str, bytes]) -> str:
    """What is kept, in words; "" if it is nothing."""
    matches = {name[6:10] for name in files if name.startswith("actas/") and name[6:10].isdigit()}
    parts = [f"{len(matches)} match{'es' if len(matches) != 1 else ''}"] if matches else []
    parts += ["settings"] if "settings.json" in files else []
    parts += ["deck"] if "deck.txt" in files else []
    rest = sum(not name.startswith("actas/") and name not in ("settings.json", "deck.txt") for name in files)
    parts += [f"{rest} other file{'s' if rest != 1 else ''}"] if rest else []
    return ", ".join(parts)
