"""What to do about a part that has failed, by the number of its error (advice.txt); changes with what the desktop finds
wrong by itself.

The numbers are those of firmware/README.md: the device says most, these are said here, where the limits are.
"""

import functools
import re
from pathlib import Path

MISSED, MANGLED, PHANTOM = 22, 23, 24
PANEL_UNSEEN = 34
UNHEARD, UNLIT = 51, 52
FLASH_NEARLY_FULL, FLASH_SLOW = 65, 66
LITTLE_HEAP, BROKEN_HEAP, CLOCK_DRIFTS = 71, 72, 73
BATTERY_LOW = 82

_OTHER = "The program on the device is not of this version: tapete flash."


def advice(number: int) -> str:
    """What to do, in plain words."""
    return known().get(number, _OTHER)


@functools.cache
def known() -> dict[int, str]:
    """The advice of every number that has its own."""
    text = (Path(__file__).parent / "advice.txt").read_text(encoding="utf-8")
    entries = re.findall(r"^(\d+) +(.*(?:\n +.*)*)", text, re.M)
    return {int(number): re.sub(r"\s+", " ", words).strip() for number, words in entries}
