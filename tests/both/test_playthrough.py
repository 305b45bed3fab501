"""The golden playthroughs: a round of every preset, line by line."""

import tute
from support import playthrough
from support.house_rules import PRESETS
from tute.game import Game

tute.keep = True  # tests read sources: what is lent is not to be compiled again for every use


def golden(preset):
    with open(playthrough.path(preset)) as file:
        return file.read()


def test_every_round_is_told_as_in_its_file():
    for preset in PRESETS:
        told = playthrough.playthrough(preset, playthrough.SEEDS[preset]).split("\n")
        kept = golden(preset).split("\n")
        for i, line in enumerate(told):
            assert i < len(kept) and line == kept[i], (preset, i + 1, line, kept[i : i + 1])
        assert len(told) == len(kept), preset


def test_the_files_show_cantes_exchanges_draws_and_duties():
    for preset in PRESETS:
        text = golden(preset)
        rules = Game(preset).rules
        assert "> cante 20" in text and ("> cante 40" in text or '"by": "last_trick"' in text), preset
        assert ("> swap" in text) == (rules.exchange != "none"), preset
        assert ("drawn before it" in text) == (rules.players == 2), preset
        assert text.count("  > play") == (36 if rules.players == 3 else 40), preset
        assert "  not " in text, preset
