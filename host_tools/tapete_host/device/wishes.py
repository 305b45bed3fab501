"""What somebody wants on a device: board, panel, deck and settings, checked as the device would check them."""

import importlib
import json
import pathlib
from dataclasses import dataclass, field

from tapete_host import find_tute  # noqa: F401
from tapete_host.device import REFUSED, DeviceError
from tapete_host.device.deck import opened
from tapete_host.device.micropython_image import NAMES as CHIPS
from tapete_host.device.micropython_image import Image

# isort: split
from tapete.boards import NAMES as BOARDS

_WRONG_DECK = ("malformed", "foreign", "double")


@dataclass(frozen=True)
class Wish:
    """What is put on each device.

    firmware: path to contents (build.compile_firmware); image: None is the pinned MicroPython; settings: those to
    change; deck: a deck file's bytes, None leaves the device's
    """

    firmware: dict[str, bytes]
    image: Image | None = None
    settings: dict[str, object] = field(default_factory=dict)
    deck: bytes | None = None
    erase: bool = False
    restart: bool = True
    baud: int = 460800


def deck(path: pathlib.Path) -> bytes:
    """The bytes of a deck file in which nothing is wrong; cards without a sticker may be registered at the table."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DeviceError(f"{path} cannot be read: {error.strerror}", REFUSED) from None
    wrong = [f"{text} ({kind})" for kind, text in opened(data).problems if kind in _WRONG_DECK]
    if wrong:
        raise DeviceError(f"{path} is no deck: {wrong[0]}", REFUSED)
    return data


def boards_of(chip: str) -> list[str]:
    """The board records with this kind of chip."""
    return [name for name in BOARDS if importlib.import_module(f"tapete.boards.{name}").CHIP == chip]


def settings(own: bytes | None, wanted: dict[str, object], chip: str) -> dict[str, object]:
    """The settings: what the device's file has (None: nothing) with these changed, for a board that has this
    chip. DeviceError if a board is wanted that has another."""
    old = _loaded(own)
    fit = boards_of(chip)
    if wanted.get("board", fit[0]) not in fit:
        raise DeviceError(
            f"board {wanted['board']} does not have the {CHIPS[chip]} that is here: leave it away, or take one of "
            + ", ".join(fit),
            REFUSED,
        )
    if old.get("board") not in fit:
        old["board"] = fit[0]
    return {**old, **wanted}


def _loaded(own: bytes | None) -> dict[str, object]:
    try:
        old = json.loads(own or b"{}")
    except ValueError:
        old = None
    return old if isinstance(old, dict) else {}
