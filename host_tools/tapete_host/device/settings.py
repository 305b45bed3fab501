"""A device's settings, checked by the firmware's own rules before they are written (firmware/tapete/settingsfile.py).

The device checks the file again when it starts and says on its console what it ignores.
"""

import difflib
import importlib
import json
from collections.abc import Iterable

from tapete import settingsfile
from tapete.boards import NAMES as BOARDS
from tapete_host import build
from tapete_host.device import REFUSED, DeviceError, plan
from tapete_host.device.board import Board
from tute.record import RulesError
from tute.rules import parse_rules

PATH = "/settings.json"
DEFAULTS = dict(settingsfile.DEFAULTS)
PANELS = {"ssd1683": 300, "ssd1680": 128, "uc8179": 480}
"""Lines of the panel that each driver is for: tapete.panels.start.DRIVERS, which want a device's framebuf."""
_SECRET = ("password", "secret", "token", "key", "psk")
_MASK = "********"
_TRUE, _FALSE = ("true", "on", "yes", "1"), ("false", "off", "no", "0")


# What can be chosen where a value's type allows more.
_CHOICES: dict[str, Iterable] = {
    "board": BOARDS,
    "panel": ("", *PANELS),
    "lang": build.LANGUAGES,
    "volume": range(4),
    "deck": (1, 2),
    "dealt_at_once": range(1, 7),
}


def read(board: Board) -> dict:
    """What the device's file sets; empty if it has none. DeviceError if it cannot be read as settings."""
    if PATH[1:] not in board.names("/"):
        return {}
    try:
        found = json.loads(board.read(PATH))
    except ValueError as error:
        raise DeviceError(
            f"{PATH} on the device is no JSON ({error}): tapete settings reset begins anew"
        ) from None
    if not isinstance(found, dict):
        raise DeviceError(f"{PATH} on the device is no JSON object: tapete settings reset begins anew")
    return found


def lines(values: dict) -> int:
    """The height of the panel that a device with these settings has; 0 if it is none that is known here."""
    panel, board = (str(values.get(name) or DEFAULTS[name]) for name in ("panel", "board"))
    if not panel and board in BOARDS:
        panel = importlib.import_module(f"tapete.boards.{board}").PANEL
    return PANELS.get(panel, 0)


def write(board: Board, values: dict) -> None:
    """Put these settings on the device in the place of all others. DeviceError if it has no fonts for their panel."""
    _refuse_unseen(board, lines(values))
    board.write(PATH, json.dumps(values).encode())


def _refuse_unseen(board: Board, height: int) -> None:
    """A deploy that lacks room takes the fonts of other panels away."""
    screens = [plan.path(folder, "tapete/screens") for folder in plan.FOLDERS]
    fonts = [name for folder in screens for name in board.names(folder) if name.endswith(".bin")]
    if fonts and all(plan.is_foreign(name, height) for name in fonts):
        raise DeviceError(
            f"{board.address}: the fonts for this panel are no longer on its flash, which had no room for them: tapete "
            "flash --panel NAME puts them there",
            REFUSED,
        )


def rows(values: dict, names: Iterable[str] = ()) -> list[str]:
    """`name = value` of these settings, of all if none is named; a secret is masked, a default says that it is one.

    DeviceError for a name that there is not.
    """
    known = {**DEFAULTS, **values}
    return [_row(name, known[_known(name, known)], name in values) for name in names or known]


def _row(name: str, value: object, own: bool) -> str:
    told = _MASK if value and is_secret(name) else json.dumps(value, ensure_ascii=False)
    return f"{name} = {told}" + ("" if own else "  (default)")


def is_secret(name: str) -> bool:
    """Whether a setting's value is not shown."""
    return any(word in name.lower().split("_") for word in _SECRET)


def parse(words: Iterable[str]) -> dict:
    """The settings that `name=value` words set. DeviceError says which can be, for a name or a value that cannot."""
    found = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise DeviceError(f"{word}: write name=value, as in volume=3", REFUSED)
        found[name] = _value(_known(name, DEFAULTS), text)
    return found


def _known(name: str, known: Iterable[str]) -> str:
    if name in known:
        return name
    near = difflib.get_close_matches(name, list(known), 1)
    meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted(known))}"
    raise DeviceError(f"there is no setting {name}: {meant}", REFUSED)


def _value(name: str, text: str) -> object:
    value = _typed(DEFAULTS[name], text)
    try:
        settingsfile.check(None, name, value)
    except ValueError:
        raise DeviceError(f"{name}={text}: it is {_kind(DEFAULTS[name])}", REFUSED) from None
    choices = list(_CHOICES.get(name, ()))
    if choices and value not in choices:
        raise DeviceError(
            f"{name}={text}: it is one of {', '.join(str(c) or '(nothing)' for c in choices)}", REFUSED
        )
    if name == "rules":
        _check_rules(text)
    return value


def _typed(default: object, text: str) -> object:
    """The text as a value of the default's type; as it is if it has none."""
    if isinstance(default, bool):
        word = text.lower()
        return True if word in _TRUE else False if word in _FALSE else text
    if isinstance(default, str):
        return text
    try:
        return json.loads(text)
    except ValueError:
        if not isinstance(default, list):
            return text
        return [_typed(default[0], word.strip()) for word in text.split(",")]


def _kind(default: object) -> str:
    if isinstance(default, bool):
        return "yes or no"
    if isinstance(default, int):
        return "a number from 0 to 999"
    if isinstance(default, list):
        sort = "numbers" if isinstance(default[0], int) else "texts"
        return f"a list of {len(default)} {sort}, with commas between them"
    return "a text"


def _check_rules(text: str) -> None:
    try:
        parse_rules(text)
    except RulesError as error:
        expected = f"at character {error.at + 1} {error.expected} was expected"
        raise DeviceError(f"rules={text}: {expected}; see tapete rules", REFUSED) from None
