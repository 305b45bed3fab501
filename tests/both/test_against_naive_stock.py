"""The referee against the second, naive one (support/naive): every answer of made-up matches of two with a stock, with
draws unseen, scanned or not told at all. Small packs by all deals and stock orders, whole packs by matching."""

import os
import sys

import tute
from support.duel import campaign

SOAK = bool(os.getenv("TAPETE_SOAK"))
# Seeds under --soak. MicroPython takes three to four times as long a seed, and the whole soak has an hour.
MICRO = sys.implementation.name == "micropython"
SHARE = 3 if MICRO else 9
tute.keep = True  # tests read sources: what is lent is not to be compiled again for every use
TWO = ("amelia-2", "wikipedia-2")


def test_two_draws_each_deal_by_deal():
    seeds = 150 * SHARE if SOAK else 4
    assert campaign(TWO, "hand_size=2 removed_ranks=24567SA3", True, 0, seeds) > 15 * seeds


def test_one_draw_each_deal_by_deal():
    seeds = 150 * SHARE if SOAK else 3
    assert campaign(TWO, "hand_size=3 removed_ranks=24567SA3", True, 1000, seeds) > 15 * seeds


def test_twelve_cards_with_swaps_deal_by_deal():
    seeds = 40 * SHARE if SOAK else 1
    assert campaign(TWO, "hand_size=5 removed_ranks=2456SA3", True, 2000, seeds) > 20 * seeds


def test_sixteen_cards_matched():
    seeds = 100 * SHARE if SOAK else 3
    assert campaign(TWO, "hand_size=4 removed_ranks=456SA3", False, 3000, seeds) > 30 * seeds


def test_whole_pack_matched():
    seeds = 60 * SHARE if SOAK else 2
    assert campaign(TWO, "", False, 4000, seeds) > 80 * seeds
