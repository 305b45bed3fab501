"""What somebody wants on a device: board, panel, deck and settings, checked as the device would check them."""

import importlib
import json
import pathlib
import tempfile
from dataclasses import dataclass, field

from tapete_host import find_tute
from tapete_host.device import REFUSED, DeviceError
from tapete_host.device.micropython_image import NAMES as CHIPS
from tapete_host.device.micropython_image import Image
from tapete_host.hardware.pin_rules import PANELS

# isort: split
from tapete import settingsfile
from tapete.boards import NAMES as BOARDS
from tapete.deckfile import DeckFile

LANGUAGES = tuple(sorted(path.stem for path in (find_tute.FIRMWARE / "tapete/screens").glob("??.txt")))
_KNOWN = dict(settingsfile.DEFAULTS)
_CHOICES = {"board": BOARDS, "panel": PANELS, "lang": LANGUAGES}
_TRUTH = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}
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


def parsed(text: str) -> tuple[str, object]:
    """(setting, value) of KEY=VALUE: yes or no, a number, words, or words with commas where the setting has several.
    DeviceError says what would do."""
    key, equals, typed = text.partition("=")
    if key not in _KNOWN:
        raise DeviceError(f"there is no setting {key}; there are {', '.join(sorted(_KNOWN))}", REFUSED)
    try:
        value = _value(typed.strip(), _KNOWN[key])
        settingsfile.check(None, key, value)
        if not equals or key in _CHOICES and value not in _CHOICES[key]:
            raise ValueError
    except (ValueError, KeyError):
        raise DeviceError(f"{text}: {key} is {_kind(key)}", REFUSED) from None
    return key, value


def _value(typed: str, model: object) -> object:
    if isinstance(model, bool):
        return _TRUTH[typed.lower()]
    if isinstance(model, int):
        return int(typed)
    if isinstance(model, list):
        return [_value(word.strip(), model[0]) for word in typed.split(",")]
    return typed


def _kind(key: str) -> str:
    model = _KNOWN[key]
    if key in _CHOICES:
        return "one of " + ", ".join(_CHOICES[key])
    if isinstance(model, bool):
        return "yes or no"
    if isinstance(model, int):
        return "a number from 0 to 999"
    if isinstance(model, list):
        what = "names" if isinstance(model[0], str) else "numbers"
        return f"{len(model)} {what} with commas between them"
    return "a text"


def deck(path: pathlib.Path) -> bytes:
    """The bytes of a deck file in which nothing is wrong; cards without a sticker may be registered at the table."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DeviceError(f"{path} cannot be read: {error.strerror}", REFUSED) from None
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder, "deck.txt")
        copy.write_bytes(data)
        wrong = [f"{text} ({kind})" for kind, text in DeckFile(str(copy)).problems if kind in _WRONG_DECK]
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
