"""Truthful people at a table in trouble: noise, shadows, a random fault every 30 s. The actas are the true ones."""

import os

from support.campaign import NOISE, Campaign, report

SOAK = os.getenv("TAPETE_SOAK") == "1"
ROUNDS = 10  # of one device


def test_rounds_without_faults():
    done = (Campaign(seed, **NOISE).play(ROUNDS if SOAK else 2) for seed in range(1, 11 if SOAK else 2))
    total, _ = report(done)
    assert total["questions"] * 100 <= total["cards"], total
    assert SOAK is False or total["rounds"] == 100


def test_rounds_with_a_fault_every_30_s():
    done = (
        Campaign(seed, trouble=True, **NOISE).play(ROUNDS if SOAK else 3)
        for seed in range(101, 126 if SOAK else 102)
    )
    total, _ = report(done)
    assert total["questions"] * 20 <= total["cards"], total
    assert total["faults"] * 40 >= total["virtual s"], "a fault every 30 s"
