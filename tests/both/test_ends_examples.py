"""The example actas of every penalty, detection and end (acta.md section 5): tests/golden/ends, answer by answer."""

import tute
from support.make_ends import FOLDER, answers, names

tute.keep = True  # tests read sources: what is lent is not to be compiled again for every use

PENALTIES = "lose_round lose_match replay_round points_to_opponents warn"
ENDS = "points last_trick tute renuncio claim101 carry concession ruling"


def recorded(name):
    with open(FOLDER + name + ".jsonl") as file:
        return file.read().split("\n")[:-1]


def test_all_answers_are_those_recorded():
    for name in names():
        found = answers(name)
        for line, wanted in zip(found, recorded(name)):
            assert line == wanted, (name, line)
        assert len(found) == len(recorded(name)), name


def test_every_example_begins_with_what_it_shows_and_can_be_read():
    for name in names():
        with open(FOLDER + name + ".acta") as file:
            first = file.readline()
        assert first[:2] == "# " and first[2:3].strip(), name
        assert not [line for line in recorded(name) if '"error"' in line], name


def test_every_penalty_detection_and_end_has_its_example():
    have = names()
    for penalty in PENALTIES.split():
        for detection in ("live", "audit", "on_claim"):
            assert detection + "-" + penalty in have, (detection, penalty)
    text = "\n".join(["\n".join(recorded(name)) for name in have])
    for by in ENDS.split():
        assert '"by": "%s"' % by in text, by
    for claim in ("upheld", "pending", "unfounded"):
        assert '"claim": "%s"' % claim in text, claim
    for event in ("leave", "end", "concede", "award", "misdeal", "claim101", "correct", "undo"):
        assert '"event": "%s' % event in text, event
    for sides in ('"1+3": 1', '"3": 1', '"4": 0'):
        assert sides in text
