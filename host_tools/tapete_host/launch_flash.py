"""The virtual device's flash between two starts: what is put on it, and the acta read from it."""

import hashlib
import json
import pathlib

from littlefs import LittleFS
from littlefs.errors import LittleFSError

from tapete_host import build
from tapete_host.device import matches
from tapete_host.device.disk import PROGRAM, empty, mounted, read, write
from tapete_host.sim import wiring
from tapete_host.sim.field import make_deck, make_deck14443
from tapete_host.sim.rng import Rng
from tute.cards import SUITS

BLOCKS = 512  # 2 MB, as the device's partition
_TRIES = 5
_RANKS = "A3RCS76542"


def _has_seats(board: str) -> bool:
    return wiring.load(board).READER == "mfrc522"


def deck_text(seed: int, board: str = "wroom_pn5180") -> str:
    """The deck file of the stickers that a model with this seed has: those that the board's reader can hear."""
    make = make_deck14443 if _has_seats(board) else make_deck
    deck = make(Rng(seed))
    rows = [f"{rank}{suit} {deck[rank + suit].hex().upper()}" for suit in SUITS for rank in _RANKS]
    return "deck Mesa\n" + "\n".join(rows) + "\n"


def _remove_firmware(disk: LittleFS) -> None:
    for name in disk.listdir("/"):
        if name in PROGRAM:
            disk.remove("/" + name, recursive=True)


def _settings(disk: LittleFS, wanted: dict, seats: bool) -> None:
    """Change these settings and leave the others as they are; `seats`: the board has an antenna a seat."""
    old: dict = {}
    if "settings.json" in disk.listdir("/"):
        with disk.open("/settings.json", "rb") as file:
            try:
                old = json.loads(file.read())
            except ValueError:
                return  # the firmware says what is wrong with it; it is not ours to replace
    if not isinstance(old, dict):
        return
    if seats and "antennas" not in old:
        wanted = {**wanted, "antennas": [1, 2, 3, 4]}  # as the model is wired: nobody need be asked
    if all(old.get(key) == value for key, value in wanted.items()):
        return
    write(disk, "settings.json", json.dumps({**old, **wanted}).encode())


def _deck(disk: LittleFS, seed: int, board: str) -> bool:
    """Put a deck on the flash if it has none, or one of ours of stickers that this board cannot hear -> whether
    the old one was replaced."""
    ours = {deck_text(seed, name).encode() for name in ("wroom_pn5180", "wroom_mfrc522")}
    wanted = deck_text(seed, board).encode()
    if "deck.txt" in disk.listdir("/"):
        with disk.open("/deck.txt", "rb") as file:
            old = file.read()
        if old == wanted or old not in ours:
            return False
        write(disk, "deck.txt", wanted)
        return True
    write(disk, "deck.txt", wanted)
    return False


def prepare(profile: pathlib.Path, seed: int, settings: dict) -> tuple[pathlib.Path, list[str]]:
    """Make or bring up to date the flash file of a profile -> (its path, what was done, in words).

    The firmware on it is replaced when it differs from the sources; matches, settings and deck stay.
    Raises build.BuildError if the firmware does not compile.
    """
    profile.mkdir(parents=True, exist_ok=True)
    path, stamp_path = profile / "flash.bin", profile / "firmware.sha256"
    firmware = build.compile_firmware()
    stamp = hashlib.sha256()
    for name, data in sorted(firmware.items()):
        stamp.update(name.encode() + b"\0" + data)
    done = []
    disk = None
    if path.exists():
        try:
            disk = mounted(path.read_bytes())
        except (LittleFSError, ValueError, ZeroDivisionError):
            path.replace(path.with_suffix(".damaged"))
            done.append("the flash could not be read and was put aside as flash.damaged")
    fresh = disk is None
    disk = disk or empty(BLOCKS)
    if fresh or not stamp_path.exists() or stamp_path.read_text(encoding="utf-8") != stamp.hexdigest():
        _remove_firmware(disk)
        for name, data in firmware.items():
            write(disk, name, data)
        done.append(f"firmware put on the flash ({sum(map(len, firmware.values())) // 1024} KB)")
    board = settings.get("board", "wroom_pn5180")
    if _deck(disk, seed, board):
        done.append("the deck replaced by one whose stickers this board's readers hear")
    _settings(disk, settings, _has_seats(board))
    if fresh or bytes(disk.context.buffer) != path.read_bytes():
        scratch = path.with_suffix(".new")
        scratch.write_bytes(bytes(disk.context.buffer))
        scratch.replace(path)
    stamp_path.write_text(stamp.hexdigest(), encoding="utf-8")
    return path, done


class _OnDisk:
    """The files of an image, as `matches` reads them."""

    def __init__(self, disk: LittleFS):
        self._disk = disk

    def names(self, folder: str) -> list[str]:
        return self._disk.listdir(folder) if self._disk_has(folder) else []

    def _disk_has(self, folder: str) -> bool:
        parent, _, name = folder.rpartition("/")
        return name in self.names(parent or "/") if name else True

    def read(self, path: str) -> bytes:
        return read(self._disk, path)


def _newest(disk: LittleFS) -> str:
    files = _OnDisk(disk)
    found = matches.numbers(files)
    return matches.text(files, found[-1]) if found else ""


def acta_text(path: pathlib.Path) -> str:
    """The acta of the newest match on a flash file, without checksums; "" if there is none.

    The device may be writing: what cannot be read at this moment is tried again.
    Raises LittleFSError if it never can.
    """
    for left in range(_TRIES, 0, -1):
        try:
            return _newest(mounted(path.read_bytes()))
        except (LittleFSError, ValueError, IndexError):
            if left == 1:
                raise
    return ""
