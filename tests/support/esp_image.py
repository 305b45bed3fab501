"""MicroPython images for tests: headers, segments, checksums and tables as real ones have them, and nothing to run."""

import hashlib
import random
import struct

CHIP_IDS = {"esp32": 0, "esp32s2": 2, "esp32s3": 9}
NVS = (0x9000, 0x6000)
_LOAD = {
    "esp32": 0x3FFF0030,
    "esp32s2": 0x3FFC0000,
    "esp32s3": 0x3FCD0000,
}  # RAM of each, for one segment of data
ROWS = (("nvs", 1, 2, *NVS), ("phy_init", 1, 1, 0xF000, 0x1000), ("factory", 0, 0, 0x10000, 0x1F0000))


def program(chip: str, size: int, seed: int, revision: int = 0) -> bytes:
    """A bootloader or program for that chip, of that revision or newer: one segment of `size` bytes, a checksum and a
    SHA-256."""
    data = random.Random(seed).randbytes(size // 8 * 4) + bytes(size - size // 8 * 4)
    header = struct.pack("<BBBBIB3xHB8xB", 0xE9, 1, 2, 0x20, 0x40080000, 0xEE, CHIP_IDS[chip], revision, 1)
    made = header + struct.pack("<II", _LOAD[chip], len(data)) + data
    checksum = 0xEF
    for byte in data:
        checksum ^= byte
    made += bytes(15 - len(made) % 16) + bytes([checksum])
    return made + hashlib.sha256(made).digest()


def table(rows=ROWS) -> bytes:
    """A partition table with its MD5."""
    made = b"".join(
        struct.pack("<2sBBII16sI", b"\xaa\x50", kind, subtype, offset, size, label.encode(), 0)
        for label, kind, subtype, offset, size in rows
    )
    made += b"\xeb\xeb" + b"\xff" * 14 + hashlib.md5(made).digest()
    return made.ljust(0xC00, b"\xff")


def merged(chip: str = "esp32", rows=ROWS, size: int = 20_000, seed: int = 1, revision: int = 0) -> bytes:
    """A .bin as the maker's site has them: bootloader, table and program in one, from the bootloader's place on."""
    begin = 0x1000 if chip == "esp32" else 0
    app = min(offset for _, kind, _, offset, _ in rows if kind == 0)
    parts = (
        (begin, program(chip, 8_000, seed, revision)),
        (0x8000, table(rows)),
        (app, program(chip, size, seed + 1)),
    )
    made = b""
    for offset, data in parts:
        made = made.ljust(offset - begin, b"\xff") + data
    return made
