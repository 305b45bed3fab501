"""The second half of the rounds with a fault every 30 s: another process, another core."""

import os

from support.campaign import NOISE, Campaign, report

SOAK = os.getenv("TAPETE_SOAK") == "1"


def test_more_rounds_with_a_fault_every_30_s():
    done = (
        Campaign(seed, trouble=True, **NOISE).play(10 if SOAK else 2)
        for seed in range(201, 226 if SOAK else 202)
    )
    total, _ = report(done)
    assert total["questions"] * 20 <= total["cards"], total


def test_a_deal_that_a_hanging_button_undoes_is_given_again():
    campaign = Campaign(5)

    def touch(_, i, name):
        for ms in (700, 1200) if i == 0 else ():
            campaign.world.at(ms, lambda: campaign.world.press("deshacer", 80))

    campaign.players.touch = touch
    campaign.play(1)
    assert campaign.counts["undo"] == 2
