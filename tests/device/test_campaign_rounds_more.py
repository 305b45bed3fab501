"""The second half of the rounds with a fault every 30 s: another process, another core."""

import os

from support.campaign import NOISE, Campaign, report

SOAK = os.getenv("TAPETE_SOAK") == "1"


def test_more_rounds_with_a_fault_every_30_s():
    done = [
        Campaign(seed, trouble=True, **NOISE).play(10 if SOAK else 5)
        for seed in range(201, 226 if SOAK else 202)
    ]
    total, _ = report(done)
    assert total["questions"] * 20 <= total["cards"], total
