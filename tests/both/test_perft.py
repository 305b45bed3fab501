"""Perft: the counts of the golden file hold for the engine and for the naive implementation, under every preset."""

import os

import tute
from support import perft, perft_naive
from support.house_rules import PRESETS
from tute.game import Game

SOAK = bool(os.getenv("TAPETE_SOAK"))
tute.keep = True  # tests read sources: what is lent is not to be compiled again for every use
PUSHES = 50000 if SOAK else 1500  # so many cards are pushed for a position, about


def depth_of(counts, pushes):
    """How deep so many pushes go."""
    depth = 1
    while depth < len(counts) and sum(counts[:depth]) <= pushes:
        depth += 1
    return depth


def test_the_engine_counts_what_the_file_says():
    total = 0
    for text, counts in perft.read():
        depth = depth_of(counts, PUSHES)
        game = Game.from_text(text)
        found = perft.perft(game, depth)
        for i in range(depth):
            assert found[i] == counts[i], (text, i + 1, found[i], counts[i], perft.differences(text, i + 1))
        assert game.text() == text
        total += sum(found)
    print(total, "sequences of plays")


def test_the_naive_implementation_counts_what_the_file_says():
    for text, counts in perft.read():
        depth = depth_of(counts, PUSHES // 9)
        assert perft_naive.perft(perft_naive.read(text), depth) == counts[depth - 1], (text, depth)


def test_the_file_has_every_preset_from_the_first_card_and_to_the_last():
    whole, begun = set(), set()
    for text, counts in perft.read():
        preset = text.split(" ")[0]
        if " | - | 0-" in text:
            begun.add(preset)
        if len(counts) > 2 and counts[-1] == counts[-2]:
            whole.add(preset)
    assert begun >= set(PRESETS) and whole >= set(PRESETS)


def test_a_mismatch_is_divided_by_its_first_card():
    text = perft.read()[0][0]
    assert perft.divide(text, 3) == perft_naive.divide(text, 3)
    assert perft.differences(text, 2) == "the same: the golden file is out of date"
    legal = perft_naive.legal
    perft_naive.legal = lambda hand, table, *rest: hand
    try:
        assert "naive 10" in perft.differences(text, 2)
    finally:
        perft_naive.legal = legal
