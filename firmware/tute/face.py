"""Makes the names of `tute.library` names of `tute`, loaded when one is first asked for. Not on a device."""

import sys

FUNCTIONS = (
    "card_name",
    "find_rules",
    "hand_text",
    "parse_card",
    "parse_hand",
    "parse_rules",
    "rules_text",
    "shuffled",
)


def named(name: str) -> object:
    """What `tute.NAME` is: classes, constants and functions of the library, but no module."""
    if name not in FUNCTIONS and not "A" <= name[:1] <= "Z":
        raise AttributeError("module 'tute' has no attribute '%s'" % name)
    __import__("tute.library")
    return getattr(sys.modules["tute.library"], name)


sys.modules["tute"].__getattr__ = named  # type: ignore[method-assign]
