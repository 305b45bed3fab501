"""What a device has of its own while its flash is written anew: a copy on this computer, by the chip's MAC. Changes
with how a write may be cut off.

The copy is made before anything is written and goes when all has been verified. A write first erases the two blocks of
the root folder and puts them back last, so a flash half written holds no file system, and the copy is what counts; one
that holds a whole file system has it all, and may have been played with since.
"""

import hashlib
import json
import os
import pathlib
import time
import zipfile
from collections.abc import Callable

from littlefs import LittleFSError

from tapete_host.device import REFUSED, DeviceError, disk

_ABOUT = "about.json"
_BLANK = b"\xff" * disk.HEAD


def folder() -> pathlib.Path:
    """Where copies are: TAPETE_STATE, or tapete in the user's folder of states (XDG_STATE_HOME)."""
    own = os.environ.get("TAPETE_STATE")
    base = os.environ.get("XDG_STATE_HOME") or pathlib.Path.home() / ".local" / "state"
    return pathlib.Path(own) if own else pathlib.Path(base) / "tapete"


class Copy:
    """The copy for one chip, if there is one: a .zip that any program opens."""

    def __init__(self, mac: str, at: pathlib.Path | None = None):
        self.path = (at or folder()) / f"{mac.replace(':', '')}.zip"

    def exists(self) -> bool:
        return self.path.exists()

    def save(self, files: dict[str, bytes], head: bytes) -> None:
        """Keep these files, and of which root folder (its two blocks) they were; on the disk when this returns."""
        about = {"heads": [_digest(head[: disk.BLOCK]), _digest(head[disk.BLOCK :])]}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_suffix(".new")
        with open(new, "wb") as out:
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
                made.writestr(_ABOUT, json.dumps(about))
                for path, data in files.items():
                    made.writestr("device/" + path, data)
            out.flush()
            os.fsync(out.fileno())
        new.replace(self.path)

    def files(self) -> dict[str, bytes]:
        """What is in it, by path on the device."""
        with zipfile.ZipFile(self.path) as made:
            names = [name for name in made.namelist() if name.startswith("device/")]
            return {name.removeprefix("device/"): made.read(name) for name in names}

    def heads(self) -> list[str]:
        """Digests of the two blocks of the root folder when it was made."""
        with zipfile.ZipFile(self.path) as made:
            return json.loads(made.read(_ABOUT))["heads"]

    def drop(self) -> None:
        """The device has it all."""
        self.path.unlink(missing_ok=True)

    def put_aside(self) -> pathlib.Path:
        """Keep it under another name, where no later write takes it -> that name."""
        aside = self.path.with_name(f"{self.path.stem}-{time.strftime('%Y%m%d-%H%M%S')}.zip")
        self.path.replace(aside)
        return aside


def _digest(block: bytes) -> str:
    return hashlib.sha256(block).hexdigest()


def of(
    read_at: Callable[[int, int], bytes], size: int, copy: Copy, note: Callable[[str], None]
) -> dict[str, bytes]:
    """What the device at hand has of its own, by path; the copy holds it from then on, if it is anything.

    read_at(offset, bytes) reads its file system's partition, of `size` bytes; note(text) is told what people should
    know.
    DeviceError if there is something that cannot be read, and no copy of it.
    """
    head = read_at(0, disk.HEAD)
    try:
        files, ours = ({}, True) if head == _BLANK else disk.own_files(read_at, size)
        whole = head != _BLANK and not _half_erased(head, copy)
    except LittleFSError:
        files, ours, whole = {}, True, False
    if whole:
        return _new_copy(files, ours, head, copy, note)
    if copy.exists():
        note(f"the last try was cut off: what the device had comes from {copy.path}")
        return copy.files()
    if head != _BLANK:
        raise DeviceError(
            "what its file system holds cannot be read: it is damaged, or of another program; --erase begins anew, and "
            "what is there is lost",
            REFUSED,
        )
    return {}


def _half_erased(head: bytes, copy: Copy) -> bool:
    """Whether one block of the root folder is as it was when the copy was made, and the other is gone: then the file
    system that is found is an older one."""
    if not copy.exists():
        return False
    blocks = (head[: disk.BLOCK], head[disk.BLOCK :])
    same = [_digest(block) == old for block, old in zip(blocks, copy.heads(), strict=True)]
    return any(same) and any(not one and b"littlefs" not in block[:64] for one, block in zip(same, blocks))


def _new_copy(
    files: dict[str, bytes], ours: bool, head: bytes, copy: Copy, note: Callable[[str], None]
) -> dict[str, bytes]:
    if copy.exists() and copy.files() != files:
        note(f"the device was used since the last try; what it had then is in {copy.put_aside()}")
    if files:
        copy.save(files, head)
    else:
        copy.drop()
    if files and not ours:
        note(f"it had {len(files)} files of another program: they are in {copy.put_aside()}")
        return {}
    return files


def words(files: dict[str, bytes]) -> str:
    """What is kept, in words; "" if it is nothing."""
    matches = {name[6:10] for name in files if name.startswith("actas/") and name[6:10].isdigit()}
    parts = [f"{len(matches)} match{'es' if len(matches) != 1 else ''}"] if matches else []
    parts += ["settings"] if "settings.json" in files else []
    parts += ["deck"] if "deck.txt" in files else []
    rest = sum(not name.startswith("actas/") and name not in ("settings.json", "deck.txt") for name in files)
    parts += [f"{rest} other file{'s' if rest != 1 else ''}"] if rest else []
    return ", ".join(parts)
