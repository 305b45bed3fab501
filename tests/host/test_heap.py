"""The firmware plays in the heap of an ESP32 without PSRAM: as .mpy, in a process of its own with just that heap."""

import os
import re
import subprocess

import pytest

from support import heap_match, heap_people, heap_scenes, wasm_heap
from support.views import CATALOGUES
from tapete_host.sim.client import micropython

HEAP = heap_match.BUDGET + heap_match.SHIM_HEAP
SPARE = 4096  # bytes that must stay free on the screens of a trick
NAMES = 1260  # then MicroPython doubles its table of names: 14 KB in one piece


@pytest.fixture
def rounds(soak) -> int:
    return 99 if soak else 1


def crashes(lines):
    return [line for line in lines if line.startswith(("note crash", "Traceback"))]


def test_a_match_plays_in_the_budget(soak, rounds):
    for lang in CATALOGUES if soak else ("ru",):  # the language whose texts and type take most
        lines = heap_match.plays(heap_match.image({"lang": lang}), HEAP, rounds)
        answers = [line for line in lines if line.startswith("answer ")]
        assert not crashes(lines) and len(answers) >= 41 and '"round": ' in answers[-1], answers[-3:]


def test_the_example_match_plays_in_the_budget(soak, rounds):
    for lang in CATALOGUES if soak else ("es",):
        lines = heap_match.plays_example(heap_match.image({**heap_match.NAMED, "lang": lang}), HEAP, rounds)
        told = "\n".join(lines)
        assert not crashes(lines), lang
        assert "swap 7B 2" in told and "cante 40 3" in told and "question before_lead" in told, (
            "not the first round"
        )


def test_a_match_with_scanned_deals_plays_in_the_budget(soak, rounds):
    if not soak:
        pytest.skip("sixteen seconds: under --soak")
    lines = heap_match.plays_scanned(heap_match.image({"lang": "es"}), HEAP, rounds)
    answers = [line for line in lines if line.startswith("answer ")]
    assert not crashes(lines) and '"round": ' in answers[-1], answers[-3:]
    hands = [line.partition(" hand ")[2] for line in lines if " hand " in line]
    assert hands[:4] == ["1", "2", "3", "4"]


def test_a_match_plays_in_the_budget_where_each_seat_has_its_antenna(soak, rounds):
    if not soak:
        pytest.skip("eight seconds: under --soak, and in make bench")
    lines = heap_match.plays_seats(heap_match.image(heap_match.SEATED), HEAP, rounds)
    answers = [line for line in lines if line.startswith("answer ")]
    assert not crashes(lines) and len(answers) >= 41 and '"round": ' in answers[-1], answers[-3:]


def test_every_other_scene_plays_in_the_budget(soak):
    if not soak:
        pytest.skip("half a minute: under --soak, and in make bench")
    heap_scenes.plays_scenes(heap_match.image(heap_match.NAMED), HEAP)


def test_another_match_is_set_up_in_the_budget(soak, rounds):
    if not soak:
        pytest.skip("half a minute: under --soak")
    for lang in ("es", "ru"):
        lines = heap_scenes.plays_evening(heap_match.image({"lang": lang}), HEAP, rounds)
        assert not crashes(lines) and len([line for line in lines if " rules " in line]) == 3, lang


def test_nothing_is_collected_by_itself_while_cards_are_played(soak, rounds):
    """In Russian and Korean a few are left, about one a round: their texts take twice the memory."""
    for lang in [known for known in CATALOGUES if known not in ("ru", "ko")] if soak else ("es",):
        count, low = heap_match.automatic({"lang": lang}, HEAP, rounds)
        assert count == 0 and low >= SPARE, (lang, count, low)


@pytest.mark.parametrize("board", ("wroom_pn5180", "wroom_mfrc522"))
def test_the_table_of_names_is_not_doubled(board):
    # What is left is for letters that somebody takes out of a text by their number: 22 names came in all scenes.
    assert heap_match.names(board) <= NAMES - 30


def test_letters_that_are_drawn_do_not_become_names():
    """A language with hundreds of syllables would fill MicroPython's table of names, which is never emptied."""
    drawn = """
import micropython
from support.render_screens import digest
from support.views import samples
seen = [samples(lang) for lang in ("es", "ru", "ko")]
for _, view in seen[0]:
    digest(view)
for views in seen:
    for _, view in views:
        digest(view)
    micropython.qstr_info()
"""
    parts = ["host_tools/tapete_host/sim/shim", "firmware", "host_tools", "tests"]
    env = dict(os.environ, MICROPYPATH=":".join(parts) + ":.frozen")
    command = [micropython(), "-c", drawn]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=True)
    counts = [int(count) for count in re.findall(r"n_qstr=(\d+)", done.stdout)]
    assert len(counts) == 3 and len(set(counts)) == 1, counts


def test_a_heap_that_is_too_small_is_noticed():
    with pytest.raises(heap_people.OutOfMemory):
        heap_match.plays(heap_match.image({"lang": "es"}), 190_000, 1)


def test_it_fits_on_32_bits(soak):
    if not soak:
        pytest.skip("takes half a minute and npm: under --soak, and in make bench")
    found = wasm_heap.figures(99)
    if found is None:
        pytest.skip("no Node, or no WebAssembly build to be had")
    assert found["peak"] < 150_000, found
