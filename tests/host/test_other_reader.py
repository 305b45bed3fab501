"""An independent public driver of the PN5180 takes stock of our tags; runs only where TAPETE_PN5180 names it.

See host_tools/CHECKS.md for where to get it.
"""

import os
import pathlib
import random
import shutil
import subprocess

import pytest
from conftest import TESTS

from tapete_host.sim.client import Table

DRIVER = os.environ.get("TAPETE_PN5180", "")
OURS = TESTS / "support" / "idf"
# The IDF's headers that the driver includes.
HEADERS = (
    "driver/gpio.h",
    "driver/spi_master.h",
    "esp_heap_caps.h",
    "esp_log.h",
    "esp_random.h",
    "esp_rom_sys.h",
)
HEADERS += ("esp_timer.h", "freertos/FreeRTOS.h", "freertos/task.h")
SETS = 40

pytestmark = [
    pytest.mark.skipif(
        not DRIVER, reason="TAPETE_PN5180 does not name components/pn5180 of the other driver"
    ),
    pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here"),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> pathlib.Path:
    """The driver, unchanged, compiled with our idf.c."""
    folder = tmp_path_factory.mktemp("idf")
    for name in HEADERS:
        header = folder / "include" / name
        header.parent.mkdir(parents=True, exist_ok=True)
        header.write_text('#include "idf.h"\n')
    theirs = pathlib.Path(DRIVER)
    made = folder / "inventory"
    command = [
        "cc",
        "-O1",
        "-w",
        f"-I{folder / 'include'}",
        f"-I{OURS}",
        f"-I{OURS.parent / 'wire'}",
        f"-I{theirs / 'include'}",
    ]
    command += [
        str(OURS / "idf.c"),
        *(str(theirs / "src" / f"{name}.c") for name in ("pn5180", "pn5180-15693")),
    ]
    subprocess.run([*command, "-o", str(made)], check=True)
    return made


def inventories(program, folder, seed: int, cards: list[str], count: int = 1) -> list[list[str]]:
    """What the driver finds with these cards on the mat, by name; strict chips."""
    with Table(folder, seed=seed, speed=2_000_000, boot=False) as table:
        table.ask("mat", lay=cards)
        names = {uid: name for name, uid in table.ask("deck")["deck"].items()}
        command = [str(program), str(table.folder / "d"), str(count)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, (seed, cards, done.stdout, done.stderr)
        assert table.ask("state")["violations"] == []
    lines = [line.split() for line in done.stdout.splitlines()]
    assert all(words[0] == "found" for words in lines), done.stdout
    return [[names[uid] for uid in words[1:]] for words in lines]


def test_it_finds_every_card_and_no_other(program, tmp_path):
    cards = [rank + suit for suit in "OCEB" for rank in "24567SCR3A"]
    right = 0
    for seed in range(1, SETS + 1):
        laid = random.Random(seed).sample(cards, 5)
        (tmp_path / "flash.bin").unlink(missing_ok=True)
        (found,) = inventories(program, tmp_path, seed, laid)
        assert set(found) <= set(laid), (seed, laid, found)
        right += sorted(found) == sorted(laid)
    print(f"sets of five complete: {right} of {SETS}")
    assert right == SETS


def test_an_empty_mat_and_one_card(program, tmp_path):
    assert inventories(program, tmp_path, 1, [], 2) == [[], []]
    assert inventories(program, tmp_path, 1, ["RE"], 3) == [["RE"]] * 3
