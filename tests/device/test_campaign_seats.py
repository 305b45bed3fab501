"""Truthful people where each seat has its antenna, with noise and random faults. The actas are the true ones."""

import os

from support.campaign import NOISE, Campaign, report

SOAK = os.getenv("TAPETE_SOAK") == "1"


def test_rounds_with_an_antenna_a_seat():
    done = (
        Campaign(seed, board="wroom_mfrc522", trouble=True, **NOISE).play(5 if SOAK else 1)
        for seed in range(301, 311 if SOAK else 302)
    )
    total, _ = report(done)
    assert total["questions"] * 20 <= total["cards"], total
