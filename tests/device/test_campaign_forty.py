"""Each of the forty cards of a round not read when it is laid, never or one to three cards late: the acta is exact."""

import os

from support.campaign import report
from support.forty import NEVER, Forty

SOAK = os.getenv("TAPETE_SOAK") == "1"


def _each(late):
    """A round for every card, each with one drop; or a sample: one round with two."""
    done = Forty(31 + late)
    if SOAK:
        for i in range(40):
            done.play_with(i, {i: late})
    else:
        done.play_with(late, {3 + 5 * late: late, 25 + 4 * late: late})
    report([done])


def test_never_read():
    _each(NEVER)


def test_read_one_card_late():
    _each(1)


def test_read_two_cards_late():
    _each(2)


def test_read_three_cards_late():
    _each(3)
