"""A reader that goes away in a trick, and play by hand, in the heap of an ESP32 without PSRAM."""

import tempfile

import pytest

from support import heap_match
from support.heap_scenes import Scenes
from tapete_host.sim.client import Table

HEAP = heap_match.BUDGET + heap_match.SHIM_HEAP


def test_trouble_and_play_by_hand_fit_the_budget(soak):
    if not soak:
        pytest.skip("a quarter of a minute: under --soak")
    with tempfile.TemporaryDirectory() as folder:
        with Table(folder, heap_match.image(heap_match.NAMED), heap=str(HEAP), again=False) as table:
            people = Scenes(table)
            people.set_up()
            people.deal("6C")
            people.play("5O", "RO")
            table.ask("fault", name="reader_dead")
            people.wait_for("note reader bus_fault: ")
            people.wait_for("screen trouble")
            table.step(50_000)
            people.wait_for("screen by_hand")
            people.press("ok")
            people.choose("menu", 5)
            people.choose("award")
            people.wait_for("acta .* award ")
            people.wait_for("screen by_hand")
            table.ask("fault", name="reader_dead", on=False)
            people.wait_for("note reader working: ")
            people.lift("5O", "RO")
            people.press("ok")
            people.wait_for("screen deal")
            people.deal("6B")
            people.play("7O")
            told = list(table.lines)
    assert not [line for line in told if line.startswith(("note crash", "Traceback", "MemoryError"))], told[
        -5:
    ]
