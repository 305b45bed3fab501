"""What an API request may contain: every value is looked at, and what is wrong is said in one sentence."""

import json

from tapete_host.sim.people import FOREIGN
from tapete_host.web_dealer import CARDS

BUTTONS = ("ok", "cante", "cambio", "deshacer")
BODY_BYTES = 16 * 1024
REACH_MM = 250  # a card may be laid beside the mat, not in another room
PRESS_MS = (10, 20_000)
SPEED = (0, 100)
STEP_MS = (1, 600_000)
LATEST_MS = 1 << 40
SEEDS = 1 << 31
UNTIL = ("quiet", "event", "screen")
_SHOW = 40


class BadRequest(Exception):
    """What is wrong with a request and what is allowed, in one sentence."""


def shown(value: object) -> str:
    """A wrong value as it may be repeated in a sentence: JSON, cut short."""
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= _SHOW else text[: _SHOW - 3] + "..."


def _no_constant(name: str):
    raise ValueError(f"{name} is not a number")


def body(data: bytes) -> dict:
    """The JSON object that a request carries; an empty body is an empty object."""
    if len(data) > BODY_BYTES:
        raise BadRequest(f"The body has more than {BODY_BYTES} bytes.")
    if not data.strip():
        return {}
    try:
        value = json.loads(data.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise BadRequest("The body is not UTF-8 text.")
    except RecursionError:
        raise BadRequest("The body is nested too deeply.")
    except ValueError as error:
        raise BadRequest(f"The body is not JSON: {error}.")
    if not isinstance(value, dict):
        raise BadRequest(f'The body must be a JSON object such as {{"lay": ["AO"]}}, not {shown(value)}.')
    return value


def keys(given: dict, *allowed: str) -> None:
    """Refuse any key that is not among the allowed ones."""
    for key in given:
        if key not in allowed:
            raise BadRequest(f"Unknown key {shown(key)}; allowed are {', '.join(allowed)}.")


def need(given: dict, key: str) -> object:
    """The value of a key that must be there."""
    if key not in given:
        raise BadRequest(f"The key {shown(key)} is missing.")
    return given[key]


def card(value: object) -> str:
    """A card's name in upper case; of a tag of no deck (`foreign`, or the hex digits of its UID) the UID."""
    name = value.upper() if isinstance(value, str) else ""
    digits = set(name) <= set("0123456789ABCDEF")
    if name in CARDS or digits and (len(name) in (8, 14, 20) or len(name) == 16 and name.startswith("E0")):
        return name
    if value == "foreign":
        return FOREIGN
    raise BadRequest(
        f"{shown(value)} is not a card: a rank of A 3 R C S 7 6 5 4 2, then a suit of O C E B, or"
        ' "foreign" for a tag of no deck.'
    )


def whole(value: object, name: str, low: int, high: int) -> int:
    """An integer within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadRequest(f'"{name}" must be a whole number from {low} to {high}, not {shown(value)}.')
    return value


def number(value: object, name: str, low: float, high: float) -> float:
    """A number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise BadRequest(f'"{name}" must be a number from {low} to {high}, not {shown(value)}.')
    return value


def flag(value: object, name: str) -> bool:
    """true or false."""
    if not isinstance(value, bool):
        raise BadRequest(f'"{name}" must be true or false, not {shown(value)}.')
    return value


def choice(value: object, name: str, allowed: tuple[str, ...] | list[str]) -> str:
    """One of some words."""
    if not isinstance(value, str) or value not in allowed:
        raise BadRequest(f'"{name}" must be one of {", ".join(allowed)}, not {shown(value)}.')
    return value


def moment(given: dict, now_ms: float) -> int | None:
    """`at_ms`: a moment of virtual time that has not passed, or None."""
    if "at_ms" not in given:
        return None
    value = whole(given["at_ms"], "at_ms", 0, LATEST_MS)
    if value < now_ms:
        raise BadRequest(f'"at_ms" {value} is in the past: the clock stands at {int(now_ms)} ms.')
    return value


def seat(value: object) -> int:
    """A seat's number."""
    return whole(value, "seat", 1, 4)


def laid(value: object) -> dict:
    """One entry of "lay": a card's name, or an object with its place in mm and how well it is heard."""
    if not isinstance(value, dict):
        return {"card": card(value)}
    keys(value, "card", "x", "y", "coupling")
    entry: dict = {"card": card(need(value, "card"))}
    if ("x" in value) != ("y" in value):
        raise BadRequest('A place needs both "x" and "y", in mm from the middle of the mat.')
    for key in ("x", "y"):
        if key in value:
            entry[key] = number(value[key], key, -REACH_MM, REACH_MM)
    if "coupling" in value:
        entry["coupling"] = number(value["coupling"], "coupling", 0, 1)
    return entry


def mat(given: dict) -> tuple[list[dict], list[str], int | None]:
    """(cards to lay, cards to lift, over which seat's antenna) of a mat request."""
    keys(given, "lay", "lift", "seat", "at_ms")
    over = seat(given["seat"]) if "seat" in given else None
    lists = {}
    for key in ("lay", "lift"):
        value = given.get(key, [])
        if not isinstance(value, list):
            raise BadRequest(f'"{key}" must be a list of cards such as ["AO"], not {shown(value)}.')
        if len(value) > 40:
            raise BadRequest(f'"{key}" names {len(value)} cards; the pack has 40.')
        lists[key] = value
    lay = [laid(value) for value in lists["lay"]]
    lift = [card(value) for value in lists["lift"]]
    if not lay and not lift:
        raise BadRequest('Nothing to do: give "lay" or "lift" at least one card.')
    names = [entry["card"] for entry in lay] + lift
    for name in names:
        if names.count(name) > 1:
            raise BadRequest(f"{name} is named twice.")
    if over is not None and any("x" in entry for entry in lay):
        raise BadRequest('Give either "seat" or a place: the place says over which antenna it is.')
    return lay, lift, over
