"""The referee against the second, naive one (support/naive): every answer of made-up matches full of trouble, in the
games without a stock. The games of two are in test_against_naive_stock.py."""

import os
import sys

import tute
from support.duel import campaign

SOAK = bool(os.getenv("TAPETE_SOAK"))
# Seeds under --soak. MicroPython takes three to four times as long a seed, and the whole soak has an hour.
MICRO = sys.implementation.name == "micropython"
SHARE = 3 if MICRO else 9
tute.keep = True  # tests read sources: what is lent is not to be compiled again for every use
TWELVE_OF_THREE = "hand_size=4 removed_ranks=24567SA"


FOUR = ("online-pairs", "amelia-4", "wikipedia-4", "wikipedia-4-classical")


def test_four_with_eight_cards_deal_by_deal():
    seeds = 150 * SHARE if SOAK else 3
    assert campaign(FOUR, "hand_size=2 removed_ranks=24567SA3", True, 0, seeds) > 40 * seeds


def test_three_with_twelve_cards_deal_by_deal():
    if MICRO and not SOAK:
        return  # to list all deals takes MicroPython too long here
    seeds = 8 * SHARE if SOAK else 1
    assert campaign(("amelia-3",), TWELVE_OF_THREE, True, 1, seeds, 1) > 5 * seeds


def test_four_with_twenty_cards_matched():
    seeds = 60 * SHARE if SOAK else 2
    assert campaign(FOUR, "hand_size=5 removed_ranks=24567", False, 1000, seeds) > 100 * seeds


def test_three_with_the_whole_pack_matched():
    seeds = 50 * SHARE if SOAK else 3
    assert campaign(("amelia-3",), "", False, 2000, seeds) > 50 * seeds


def test_four_with_the_whole_pack_matched():
    seeds = 40 * SHARE if SOAK else 1
    assert campaign(FOUR, "", False, 3000, seeds) > 100 * seeds
