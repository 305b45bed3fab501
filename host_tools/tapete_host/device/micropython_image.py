"""MicroPython as one puts it on a chip: a given file or the maker's, checked and taken apart. Changes with the pinned
release, or with the image format (Espressif: "Firmware Image Format" in esptool's documentation)."""

import contextlib
import hashlib
import http.client
import os
import pathlib
import struct
import urllib.request
from dataclasses import dataclass

from tapete_host.device import FAILED, REFUSED, DeviceError, partitions
from tapete_host.device.partitions import Partition

NAMES = {"esp32": "ESP32", "esp32s3": "ESP32-S3"}
"""The chips that Tapete's boards have, by the name in a board record."""

_CHIP_IDS = {0: "esp32", 9: "esp32s3"}
_BOOTLOADER_AT = {"esp32": 0x1000, "esp32s3": 0}
_MAGIC = 0xE9
_HEADER = 24  # bytes of the two headers before the first segment
_TIMEOUT_S = 30
_SITE = "https://micropython.org/resources/firmware/"


@dataclass(frozen=True)
class Release:
    """A file on the maker's site and its SHA-256."""

    url: str
    sha256: str

    @property
    def name(self) -> str:
        return self.url.rpartition("/")[2]


# The maker publishes no checksums. These are what unrelated public repositories have pinned for the same files, one and
# the same digest in each; a file that differs is refused.
RELEASES = {
    "esp32": Release(
        _SITE + "ESP32_GENERIC-20260824-v1.29.0.bin",
        "e67ad6015a0a504c1fec9aa9bbf589d0432ed28e62546f4f8dd8a147f8bd95f6",
    ),
    "esp32s3": Release(
        _SITE + "ESP32_GENERIC_S3-20260824-v1.29.0.bin",
        "1dd9dcd27ba2d6a1cb7f7b49a063f46d3d807d68b0151161233920228285e300",
    ),
}


@dataclass(frozen=True)
class Image:
    """MicroPython for one kind of chip: `parts` are (offset in flash, bytes), `rows` its partition table, `revision`
    that of the oldest chip that runs it, as in chip.Chip."""

    chip: str
    parts: tuple[tuple[int, bytes], ...]
    rows: tuple[Partition, ...]
    revision: int = 0


def download(release: Release, folder: pathlib.Path) -> bytes:
    """The file of a release, from the folder if it is there already. DeviceError without a network, or if it is not
    the file whose SHA-256 is known."""
    kept = folder / release.name
    if kept.exists() and _digest(kept.read_bytes()) == release.sha256:
        return kept.read_bytes()
    data = _fetched(release)
    if _digest(data) != release.sha256:
        raise DeviceError(
            f"what {release.url} gave is not the file that is known (its SHA-256 is another): try again later, or "
            "give a file that you trust with --image",
            REFUSED,
        )
    with contextlib.suppress(OSError):  # then it is fetched again the next time
        folder.mkdir(parents=True, exist_ok=True)
        new = kept.with_name(f"{kept.name}.{os.getpid()}")  # another process may be fetching the same
        new.write_bytes(data)
        new.replace(kept)
    return data


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _fetched(release: Release) -> bytes:
    try:
        with urllib.request.urlopen(release.url, timeout=_TIMEOUT_S) as answer:
            return answer.read()
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        raise DeviceError(
            f"MicroPython could not be fetched ({reason}): connect this computer to the network, or fetch "
            f"{release.url} elsewhere and give the file with --image",
            FAILED,
        ) from None


def opened(path: pathlib.Path) -> Image:
    """The image in a file; DeviceError says what is wrong with it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DeviceError(f"{path} cannot be read: {error.strerror}", REFUSED) from None
    try:
        return parsed(data)
    except ValueError as wrong:
        raise DeviceError(
            f"{path} is no MicroPython for an ESP32 or ESP32-S3 ({wrong}): take the .bin of the first installation "
            "from micropython.org/download",
            REFUSED,
        ) from None


def parsed(data: bytes) -> Image:
    """The parts of a merged image: bootloader, partition table, program. ValueError says what is wrong with it."""
    if data[:4] == b"UF2\n":
        raise ValueError("it is a .uf2")
    base = 0 if data[:1] == b"\xe9" else 0x1000 if data[0x1000:0x1001] == b"\xe9" else -1
    if base < 0 or len(data) < base + _HEADER:
        raise ValueError("no bootloader is in it")
    chip = _chip(data[base:])
    begin = _BOOTLOADER_AT[chip]
    if base not in (0, begin):
        raise ValueError("its bootloader is in the wrong place")
    flash = data if base == begin else b"\xff" * begin + data
    rows = _table(flash)
    app = next((row for row in rows if row.is_app), None)
    if app is None or _chip(flash[app.offset :]) != chip:
        raise ValueError("its program is missing")
    return Image(chip, tuple(_parts(flash, begin, app, rows)), tuple(rows), _revision(flash[begin:]))


def _chip(program: bytes) -> str:
    """The chip that a program is for (byte 12 of its header)."""
    if len(program) < _HEADER or program[0] != _MAGIC:
        raise ValueError("a part of it is missing")
    (number,) = struct.unpack_from("<H", program, 12)
    if number not in _CHIP_IDS:
        raise ValueError(f"it is for another chip, number {number}")
    return _CHIP_IDS[number]


def _revision(program: bytes) -> int:
    """The oldest revision in a header: bytes 15 and 16, or in older ones the major alone in byte 14."""
    major, whole = struct.unpack_from("<BH", program, 14)
    return whole or 100 * major


def _table(flash: bytes) -> list[Partition]:
    rows = partitions.parse(flash[partitions.AT : partitions.AT + partitions.SIZE])
    if any(row.label == "ffat" for row in rows):
        raise ValueError("it is made for TinyUF2")
    return rows


def _parts(flash: bytes, begin: int, app: Partition, rows: list[Partition]):
    """What is written. What lies between is the chip's own (nvs, phy_init), but for the choice between programs."""
    yield begin, _whole(flash[begin : partitions.AT].rstrip(b"\xff"), flash[begin : partitions.AT])
    yield (
        partitions.AT,
        flash[partitions.AT : partitions.AT + partitions.SIZE].ljust(partitions.SIZE, b"\xff"),
    )
    for row in rows:
        if row.chooses_app:
            yield row.offset, b"\xff" * row.size
    yield app.offset, _whole(flash[app.offset :], flash[app.offset :])
    if len(flash) > app.end:
        raise ValueError("its program is larger than its partition")


def _whole(part: bytes, room: bytes) -> bytes:
    """A program's bytes, padded to words; ValueError if its segments are cut short or its SHA-256 does not fit."""
    at = _HEADER
    for _ in range(room[1]):
        if at + 8 > len(room):
            raise ValueError("a part of it is missing")
        at += 8 + struct.unpack_from("<I", room, at + 4)[0]
    at = at // 16 * 16 + 16  # the checksum is the last byte of these
    if at > len(room):
        raise ValueError("a part of it is missing")
    if room[23] and hashlib.sha256(room[:at]).digest() != room[at : at + 32]:
        raise ValueError("its SHA-256 does not fit: it is damaged")
    used = max(len(part), at + 32 * room[23])
    return room[:used].ljust((used + 3) // 4 * 4, b"\xff")
