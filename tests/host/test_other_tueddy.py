"""A public 16-slot inventory takes stock of ISO15693 stickers over our PN5180 model, with its known bugs; runs only
where TAPETE_TUEDDY names it.

See host_tools/CHECKS.md for where to get it.
"""

import os
import pathlib
import random
import shutil

import pytest

from support import arduino_run
from tapete_host.sim.world import World

DRIVER = os.environ.get("TAPETE_TUEDDY", "")
SETS = 60
PLACES = ((-40, 0), (0, -40), (40, 0), (0, 40), (0, 0))

pytestmark = [
    pytest.mark.skipif(not DRIVER, reason="TAPETE_TUEDDY does not name the folder of tueddy/PN5180-Library"),
    pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler here"),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> pathlib.Path:
    """The library, unchanged, compiled with our Arduino."""
    sources = [pathlib.Path(DRIVER) / name for name in ("PN5180.cpp", "PN5180ISO15693.cpp")]
    return arduino_run.build("pn5180_main.cpp", sources, tmp_path_factory.mktemp("arduino"))


def laid(seed: int, strict: bool = False) -> tuple[World, list[bytes]]:
    """A world with five cards of its deck."""
    world = World(seed=seed, strict=strict)
    cards = [rank + suit for suit in "OCEB" for rank in "24567SCR3A"]
    uids = [world.deck[card] for card in random.Random(seed).sample(cards, 5)]
    for uid, (x, y) in zip(uids, PLACES, strict=True):
        world.lay(uid, x=x, y=y)
    return world, uids


def kind(uids: list[bytes]) -> str:
    """What is hard about a set: two in one slot, or one alone in slot 0."""
    slots = [uid[7] & 15 for uid in uids]
    if len(set(slots)) < len(slots):
        return "two in one slot"
    return "one alone in slot 0" if 0 in slots else "plain"


def test_sets_of_five(program, tmp_path):
    results: dict[str, list[int]] = {}
    for seed in range(1, SETS + 1):
        world, uids = laid(seed)
        (line,), _ = arduino_run.run(program, tmp_path, world, 1)
        found = {bytes.fromhex(word) for word in line.split()[1:]}
        row = results.setdefault(kind(uids), [0, 0, 0])
        row[0] += 1
        row[1] += found == set(uids)
        row[2] += not found <= set(uids)
    for name, (sets, whole, strange) in sorted(results.items()):
        print(f"{name}: {whole} of {sets} sets whole, {strange} with a UID that is nobody's")
    assert results["plain"][0] == results["plain"][1] > 10
    assert results["one alone in slot 0"][1] == 0, "it looks for the first answer before that has ended"
    assert results["two in one slot"][1] < results["two in one slot"][0], "its known bug with masks"


def test_what_strict_chips_say(program, tmp_path):
    world, _ = laid(1, strict=True)
    _, refused = arduino_run.run(program, tmp_path, world, 1)
    print("strict:", refused[0])
    assert "11 bytes are read of an answer that has 10" in refused[0]
