"""Made-up matches full of trouble, told: the tables that are drawn, and what the points are made of."""

import re
from pathlib import Path

import pytest

from support.duel import play_both
from support.house_rules import PRESETS, house_rules
from support.matches import MOODS, Dice, Table
from tapete_host.replay_html import page
from tapete_host.replay_story import TRICK, read_story
from tapete_host.tell import Teller
from tapete_host.tell_text import WIDTH, account, plain
from tute.referee import Referee

SEEDS = range(12)
GOLDEN = Path(__file__).resolve().parents[1] / "golden"


def made(preset: str, number: int):
    """A match by the house rules of this number, as an acta, and its rules."""
    words, rules = house_rules(preset, number)
    table = Table(rules, Dice(number + 1), MOODS[number % len(MOODS)])
    lines = play_both(Referee(rules, 2, {}), Referee(rules, 2, {}), table, 2, words)
    return "\n".join(["acta 1", f"rules {words}", "target 2", *lines]) + "\n", rules


@pytest.mark.parametrize("preset", PRESETS)
def test_made_up_matches_are_told(preset):
    for number in SEEDS:
        text, rules = made(preset, number)
        story = read_story(text.encode())
        assert not story.errors and story.events == text.count("\n") - 3
        for round_ in story.rounds:
            check_tables(round_, rules)
            check_points(round_, rules)
        story.options = {}
        for lang in ("en", "es"):
            for line in account(story, Teller(lang, story.names)):
                assert not re.search(r"[a-z]_[a-z]|None|[{}]", plain(line)) and len(plain(line)) <= WIDTH, (
                    text
                )


@pytest.mark.parametrize("preset", PRESETS)
def test_made_up_matches_make_a_page(preset):
    text, _ = made(preset, 3)
    story = read_story(text.encode())
    drawn = page(story, "es", "made")
    assert drawn.count('<article class="trick">') == sum(len(round_.tricks) for round_ in story.rounds)
    assert drawn.count('class="chart"') <= len(story.rounds) and "None" not in drawn.split("<main>")[1]


def test_a_claim_after_the_next_deal_turns_the_round_before():
    """The result of the first round is turned when the second is dealt already (acta.md 5)."""
    text = (GOLDEN / "ends/match-turned.acta").read_text().replace("target 1", "target 3")
    text = text[: text.index("claim 3 2")] + "deal 1 CO\nclaim 3 2\n"
    story = read_story(text.encode())
    first, second = story.rounds
    assert first.result["by"] == "renuncio" and first.result["winner"] == "1+3"
    assert second.result is None and second.dealer == 1 and story.games == {"1+3": 1, "2+4": 0}
    told = [plain(line) for line in account(story, Teller("en"), 200)]
    assert any(line.startswith("The result of round 1 is turned. Seat 1 and Seat 3 win") for line in told)


def check_tables(round_, rules):
    for block in round_.blocks:
        seats = [seat for seat, _ in block.cards]
        assert len(set(seats)) == len(seats) <= rules.players
        assert len({card for _, card in block.cards}) == len(seats)
        if block.taken is not None:
            assert block.kind == TRICK and len(seats) == rules.players and block.winner in seats
        elif block.kind != TRICK:
            assert not seats


def check_points(round_, rules):
    if not round_.result:
        return
    sides = len(round_.tallies)
    for name, tally in round_.tallies.items():
        assert tally.total == round_.result["points"][name]
        assert tally.total == tally.cards + tally.cantes + tally.ten + tally.other
    moved = [tally.other for tally in round_.tallies.values()]
    if rules.round_win == "most_points" and rules.renuncio_penalty != "points_to_opponents":
        assert moved == [0] * sides, round_.result
    if round_.result["by"] in ("points", "last_trick") and rules.round_win == "most_points":
        whole = 120 + rules.last_trick_bonus
        assert sum(tally.cards + tally.ten for tally in round_.tallies.values()) == whole
