"""The example matches: two of every preset, played to their end; together they hold every kind of scene."""

import json

import pytest

from support import example_matches
from tapete_host import cli
from tapete_host.replay import Replay
from tapete_host.replay_story import read_story
from tute.rules import PRESETS

FOLDER = example_matches.FOLDER
NAMES = [f"{preset}-{number}" for preset in PRESETS for number in (1, 2)]


def answers(name):
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]


def test_there_are_two_of_every_preset():
    assert (
        sorted(path.stem for path in FOLDER.glob("*.acta"))
        == sorted(NAMES)
        == sorted(example_matches.MATCHES)
    )


@pytest.mark.parametrize("name", NAMES)
def test_an_example_says_what_it_shows_and_is_played_to_its_end(name):
    lines = (FOLDER / f"{name}.acta").read_text().splitlines()
    assert lines[0] == "acta 1" and lines[1].startswith("# ") and lines[1].endswith(".")
    assert lines[2].split()[1] == name.rsplit("-", 1)[0]
    last = [answer for answer in answers(name) if "match" in answer][-1]
    seats = {line.split()[1] for line in lines if line.startswith("seat ")}
    assert "winner" in last["match"] and set(last["xp"]) == seats


def test_the_recorded_answers_hold(capsys):
    assert cli.run(["replay", "--check", "--lang", "en", str(FOLDER)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{len(NAMES)} matches: no faults"


def test_together_they_hold_every_kind_of_scene():
    told = [answer for name in NAMES for answer in answers(name)]
    verbs = {answer["event"].split()[0] for answer in told if answer["ok"]}
    assert verbs >= set(
        "play cante swap deal show hand forget draw claim claim101 concede award misdeal leave undo correct".split()
    )
    draws = [len(answer["event"].split()) for answer in told if answer["event"].startswith("draw")]
    assert 2 in draws and 3 in draws  # unseen, seen
    found = [finding for answer in told for finding in answer.get("renuncios", ())]
    assert any(finding.get("counted") for finding in found) and any(finding["witnesses"] for finding in found)
    assert {finding["status"] for finding in found} == {"proven", "suspected"}
    duties = {duty for finding in found for duty in finding["duty"]}
    assert duties >= {"follow", "beat", "trump", "cante"}
    assert {answer.get("claim") for answer in told} >= {"upheld", "pending", "unfounded"}
    assert {answer["refused"] for answer in told if not answer["ok"]} >= {
        *("renuncio", "not_your_turn", "deadline", "stock", "side", "last_drawn"),
    }
    ends = {answer["round"]["by"] for answer in told if "round" in answer}
    assert ends == {"points", "last_trick", "tute", "renuncio", "claim101", "carry", "concession", "ruling"}
    assert {answer["round"]["games"] for answer in told if "round" in answer} == {0, 1, 2}
    calls = {call for answer in told for side in answer.get("cantes", {}).values() for call in side}
    assert calls >= {"40", "20O", "20C", "20E", "20B", "tuteR", "tuteC"}


@pytest.mark.parametrize("name", NAMES)
def test_the_experience_that_is_told_adds_up(name):
    story = read_story((FOLDER / f"{name}.acta").read_bytes())
    for seat, total in story.xp.items():
        assert total == sum(points for owner, _, points in story.ledger if owner == int(seat))


@pytest.mark.parametrize("name", ["online-pairs-1", "amelia-2-2", "amelia-3-2", "wikipedia-4-2"])
def test_the_search_finds_the_same_match_again(name):
    text = "\n".join(example_matches.play(name)) + "\n"
    assert (FOLDER / f"{name}.acta").read_text() == text, "python -m support.example_matches"
    assert all(heard.answer for heard in Replay(text.encode()))
