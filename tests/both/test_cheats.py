"""Rounds in which people cheat: nobody honest is accused, every cheat is found, and at the event at which the second,
naive referee has the proof."""

import os

import tute
from support.cheats import rounds_with_cheats, told

SOAK = bool(os.getenv("TAPETE_SOAK"))
tute.keep = True  # tests read sources: what is lent is not to be compiled again for every use
ROUNDS = 20000 if SOAK else 500


def test_every_cheat_is_proven_and_nobody_else():
    counts = rounds_with_cheats(ROUNDS, 3)
    print(told(counts))
    assert counts["rounds"] == ROUNDS
    assert counts["stood"] > ROUNDS and counts["by counting alone"] > ROUNDS // 10
    assert counts["proven"] == counts["stood"] - counts["stock cheats open at the end"]
    assert counts["suspected"] and counts["stock cheats proven"]
