"""The partition table of an ESP32's flash: entries of 32 bytes at 0x8000 (ESP-IDF, "Partition Tables"); changes with
where MicroPython has its file system."""

import hashlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass

AT, SIZE = 0x8000, 0xC00
_ENTRY = struct.Struct("<2sBBII16sI")
_MAGIC, _DIGEST, _END = b"\xaa\x50", b"\xeb\xeb" + b"\xff" * 14, b"\xff" * 32
_APP, _DATA, _OTA = 0, 1, 0


@dataclass(frozen=True)
class Partition:
    """One row; offset and size in bytes."""

    label: str
    type: int
    subtype: int
    offset: int
    size: int

    @property
    def end(self) -> int:
        return self.offset + self.size

    @property
    def is_app(self) -> bool:
        return self.type == _APP

    @property
    def chooses_app(self) -> bool:
        """Whether it says which of two programs starts; blank, the first does."""
        return (self.type, self.subtype) == (_DATA, _OTA)


def parse(data: bytes) -> list[Partition]:
    """The rows of a table; raises ValueError if it is none, or its MD5 does not fit."""
    rows = list(_rows(data))
    if not rows:
        raise ValueError("no partition table")
    return rows


def _rows(data: bytes) -> Iterator[Partition]:
    for at in range(0, min(len(data), SIZE) - 31, 32):
        entry = data[at : at + 32]
        if entry == _END:
            return
        if entry[:16] == _DIGEST:
            if entry[16:] != hashlib.md5(data[:at]).digest():
                raise ValueError("damaged partition table")
            return
        magic, kind, subtype, offset, size, label, _ = _ENTRY.unpack(entry)
        if magic != _MAGIC:
            raise ValueError("no partition table")
        yield Partition(label.rstrip(b"\0").decode("latin-1"), kind, subtype, offset, size)


def vfs(rows: list[Partition], flash: int) -> Partition | None:
    """Where MicroPython has its file system in a flash of so many bytes, or None where it has no room for one.

    That is the partition `vfs`, or else (since MicroPython 1.21: ports/esp32/main.c) all behind the last one.
    """
    for row in rows:
        if row.label == "vfs":
            return row if row.end <= flash else None
    end = max(row.end for row in rows)
    return Partition("vfs", _DATA, 0x81, end, flash - end) if end < flash else None
