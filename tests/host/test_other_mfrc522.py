"""Independent public drivers of the MFRC522 read our tags; runs only where the environment names them.

See host_tools/CHECKS.md for where to get them.
"""

import os
import pathlib
import random
import shutil
import subprocess

import pytest
from conftest import LIBRARY, ROOT, SHIM, TESTS

from support import arduino_run
from tapete_host.sim.client import micropython
from tapete_host.sim.world import World

PYTHON = os.environ.get("TAPETE_MFRC522", "")
ARDUINO = os.environ.get("TAPETE_RFID", "")
SETS = 10
CARDS = [rank + suit for suit in "OCEB" for rank in "24567SCR3A"]


@pytest.mark.skipif(not PYTHON, reason="TAPETE_MFRC522 does not name danjperron's mfrc522.py")
def test_a_micropython_driver_reads_uids_of_all_lengths():
    theirs = pathlib.Path(PYTHON).resolve()
    assert theirs.name == "mfrc522.py", "TAPETE_MFRC522 names another file"
    paths = [SHIM, *LIBRARY, theirs.parent]
    env = dict(os.environ, MICROPYPATH=":".join(map(str, paths)) + ":.frozen")
    command = [micropython(), "-X", "heapsize=64M", str(TESTS / "support" / "danjperron_check.py")]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300, cwd=ROOT)
    print(done.stdout)
    lines = done.stdout.splitlines()
    assert lines and lines[-1] == "done", done.stdout + done.stderr
    assert "SPI frames: 22 for a REQA, 160 for both levels, 2013 for an empty REQA" in lines


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> pathlib.Path:
    """The library, unchanged, compiled with our Arduino."""
    folder = tmp_path_factory.mktemp("arduino")
    return arduino_run.build("mfrc522_main.cpp", [pathlib.Path(ARDUINO) / "MFRC522.cpp"], folder)


def inventories(program, folder, world, count) -> list[tuple[list[str], dict[str, int]]]:
    """What the library finds over seat 1: (UIDs, status code -> how often) each time. Strict chips."""
    (version, *lines), refused = arduino_run.run(program, folder, world, count)
    assert refused == [] and version == "version 92"
    found = []
    for line in lines:
        uids, troubles, _ = line.removeprefix("found").split("|")
        found.append((uids.split(), {t.split(":")[0]: int(t.split(":")[1]) for t in troubles.split()}))
    return found


def taken(program, folder, count: int, coll_from: str) -> tuple[int, int]:
    """Of sets of `count` cards laid over one reader, each looked at once: (sets found whole, failed selects)."""
    whole = failed = 0
    for seed in range(SETS):
        world = World("s3_mfrc522", seed=seed + 1)
        world.readers[0].coll_from = coll_from
        laid = random.Random(seed).sample(CARDS, count)
        for n, card in enumerate(laid):
            world.lay(card, seat=1, x=(-15, 15, -15, 15, 0)[n], y=(-15, -15, 15, 15, 0)[n], coupling=3)
        wanted = {world.deck[card].hex().upper() for card in laid}
        ((uids, troubles),) = inventories(program, folder, world, 1)
        assert set(uids) <= wanted, (seed, laid, uids)
        whole += set(uids) == wanted
        failed += sum(troubles.values())
    return whole, failed


@pytest.mark.skipif(not ARDUINO, reason="TAPETE_RFID does not name the src folder of miguelbalboa/rfid")
@pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler here")
class TestArduino:
    def test_one_tag_of_each_length_and_none(self, program, tmp_path):
        for uid in ("DEADBEEF", "04B7809AF83880", "04112233445566778899", None):
            world = World("s3_mfrc522")
            if uid:
                world.lay(uid, seat=1)
            for uids, _ in inventories(program, tmp_path, world, 5):
                assert uids == ([uid] if uid else [])

    @pytest.mark.parametrize("coll_from", ("level", "fifo", "frame"))
    def test_several_tags(self, program, tmp_path, coll_from):
        for count in (2, 3, 4):
            whole, failed = taken(program, tmp_path, count, coll_from)
            print(
                f"CollPos from the {coll_from}: {count} tags: {whole} of {SETS} whole, {failed} selects failed"
            )
            assert coll_from != "level" or (whole, failed) == (SETS, 0)
