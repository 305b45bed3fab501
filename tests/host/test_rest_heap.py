"""A whole sleep as the chip does it: main.py in a process of its own, in the heap of an ESP32 without PSRAM."""

import contextlib
import tempfile

import pytest

from support import heap_match
from support.heap_scenes import Scenes
from tapete_host.sim.client import Table

HEAP = heap_match.BUDGET + heap_match.SHIM_HEAP


# In `make test` tests/device/test_rest.py has the same in one process.
soaked = pytest.mark.skipif("not config.getoption('--soak')", reason="a minute each: under --soak")


@contextlib.contextmanager
def tired():
    """A Table on which a match is set up and a battery is low, and its people."""
    with tempfile.TemporaryDirectory() as folder:
        with Table(folder, heap_match.image(heap_match.NAMED), heap=str(HEAP)) as table:
            people = Scenes(table)
            people.set_up()
            table.ask("fault", name="battery", mv=3450)
            yield table, people
            assert not [line for line in table.lines if line.startswith(("note crash", "Traceback"))]


def falls_asleep(table, people):
    """Ten quiet minutes, and the battery told in the first -> the state."""
    table.step(85_000)
    people.wait_for("note battery low: 3450 mV")
    people.wait_for("screen trouble")
    people.press("ok")
    table.step(615_000)
    people.wait_for("note asleep: OK wakes it")
    return table.wait_for(lambda state: state["asleep"])


@soaked
def test_the_button_wakes_it_between_rounds():
    with tired() as (table, people):
        before = falls_asleep(table, people)
        table.step(60_000)
        assert table.ask("state")["starts"] == before["starts"], "no look at the mat between rounds"
        people.press("ok")
        people.wait_for("screen deal")
        state = table.ask("state")
        assert (state["cause"], state["wake"]) == (4, 2)
        people.deal("6C")


@soaked
def test_a_card_wakes_it_while_a_round_is_open():
    with tired() as (table, people):
        people.deal("6C")
        people.play("5O", "RO")
        before = falls_asleep(table, people)
        table.step(61_000)
        assert table.ask("state")["starts"] - before["starts"] in (11, 12)
        people.lay("2B")
        people.wait_for("screen resume ")
        people.press("ok")
        people.wait_for("acta .* play 2B ")
