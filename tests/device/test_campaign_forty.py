"""Each of the forty cards of a round not read when it is laid, never or one to three cards late: the acta is exact."""

import os

from support.campaign import report
from support.forty import NEVER, Forty

SOAK = os.getenv("TAPETE_SOAK") == "1"


def _each(late):
    """A round for every card, each with one drop."""
    if not SOAK:
        return
    done = Forty(31 + late)
    for i in range(40):
        done.play_with(i, {i: late})
    report([done])


def test_never_read():
    _each(NEVER)


def test_read_one_card_late():
    _each(1)


def test_read_two_cards_late():
    _each(2)


def test_read_three_cards_late():
    _each(3)


def test_a_sample_of_each():
    done = Forty(41)
    if SOAK:
        done.play_with(1, {2: 1, 13: NEVER, 22: 2, 35: 3})
    done.play_with(2, {0: 3, 11: 1, 24: 2, 37: NEVER})
    report([done])
    assert done.counts["questions"] >= (2 if SOAK else 1), "a dead sticker is asked for"
