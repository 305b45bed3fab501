"""The referee against the second, naive one (support/naive.py): every answer of seeded matches full of trouble."""

import os
import sys

import tute
from support.matches import MODES, MOODS, Dice, Table, legal_in
from support.naive import Naive
from tute.acta import parse_line
from tute.referee import Referee
from tute.rules import parse_rules

SOAK = bool(os.getenv("TAPETE_SOAK"))
# Seeds under --soak. MicroPython takes three to four times as long a seed, and the whole soak has an hour.
SEEDS = (500, 40, 180) if sys.implementation.name == "micropython" else (2000, 300, 900)
tute.keep = True  # tests read sources: what is lent is not to be compiled again for every use
SMALL = " hand_size=4 removed_ranks=24567S"
MIDDLE = " hand_size=5 removed_ranks=24567"
PLAYS = (
    "",
    " ruff_duty=any_trump beat_reference=lead beat_waived_when_trumped=no",
    " ruff_duty=over_else_trump",
    " partner_winning_exempt=yes must_beat=no",
)


def play_both(words, seed, mood, rounds, enumerate_hands):
    """Plays a match of so many rounds through both; says where they part."""
    rules = parse_rules("online-pairs" + words)
    ref = Referee(rules, rounds)
    naive = Naive(rules, rounds, enumerate_hands)
    dice = Dice(seed)
    table = Table(rules, dice, mood)
    script = []
    lines = []
    for _ in range(rounds * 140):
        if not lines:
            if ref.phase in ("play", "window"):
                lines = [table.line(ref, lambda hand: legal_in(ref, hand))]
            elif ref.phase == "match_over" and dice.chance(70):
                break
            elif ref.phase != "deal" and dice.chance(mood.get("undo", 0)):
                lines = ["undo"]
            elif ref.phase == "round_over" and dice.chance(mood.get("claim", 0) * 2):
                lines = ["claim %d %d" % (1 + dice.below(4), 1 + dice.below(4))]
            else:
                lines = table.deal(ref.next_dealer or 1)
        line = lines.pop(0)
        script.append(line)
        found = ref.push(parse_line(line)).to_dict()
        del found["line"]
        wanted = naive.push(line)
        if found != wanted:
            keys = [key for key in set(list(found) + list(wanted)) if found.get(key) != wanted.get(key)]
            told = ["%s: %s, naive %s" % (key, found.get(key), wanted.get(key)) for key in keys]
            raise AssertionError(
                "seed %d, rules%s\n%s\n%s" % (seed, words, "\n".join(script), "\n".join(told))
            )
        table.took(found)
    return len(script)


def campaign(size, enumerate_hands, matches, rounds, first):
    seen = 0
    for i in range(matches):
        words = size + MODES[i % len(MODES)] + PLAYS[i // 3 % len(PLAYS)]
        seen += play_both(words, first + i, MOODS[i % len(MOODS)], rounds, enumerate_hands)
    return seen


def test_small_packs_hand_by_hand():
    assert campaign(SMALL, True, SEEDS[0] if SOAK else 7, 2, 1) > 200


def test_middle_packs_hand_by_hand():
    assert campaign(MIDDLE, True, SEEDS[1] if SOAK else 1, 1, 5001) > 20


def test_full_packs_counted():
    assert campaign("", False, SEEDS[2] if SOAK else 3, 2, 9001) > 150
