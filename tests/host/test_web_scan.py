"""A deal scanned at the virtual table by one press; nobody is told what was dealt before the round is over."""

import contextlib
import re

import pytest
from test_players import choose

from support.web_host import Table
from tapete_host.web_acta import Acta, public

CARD = re.compile(r"\b[A3RCS76542][OCEB]\b")
HANDS = ["hand 1 AO 3O", "hand 2 RE", "hand 3 6B 2B", "hand 4 5C"]
HEAD = "acta 1\nrules online-pairs\n"


def acta_of(*lines):
    acta = Acta()
    acta.load(HEAD + "".join(line + "\n" for line in lines))
    assert not acta.puzzle, acta.puzzle
    return acta


@pytest.mark.parametrize(
    "text, told",
    [
        ("hand 1 AO 3O", "hand 1"),
        ("draw 2 3C", "draw 2"),
        ("draw 2", "draw 2"),
        ("draw", "draw"),
        ("correct 9 draw 2 3C", "correct 9 draw 2"),
        ("correct 9 play 3C 1", "correct 9 play 3C 1"),
        ("@batch 4 hand 1 AO; hand 2 3O;", "@batch"),
        ("@batch 2 forget; draw 1 AO;", "@batch"),
        ("@batch 2 undo; play AO 1;", "@batch 2 undo; play AO 1;"),
        ("play AO 1", "play AO 1"),
        ("show 2 AO", "show 2 AO"),
    ],
)
def test_what_is_told_of_a_line(text, told):
    assert public(text) == told


def test_hands_are_withheld_until_their_round_is_over():
    dealing = acta_of(*HANDS)
    playing = acta_of(*HANDS, "deal 4 4C", "play AO 1")
    for acta in (dealing, playing):
        assert [line.text for line in acta.told()][2:6] == ["hand 1", "hand 2", "hand 3", "hand 4"]
        assert all(line.answer is None for line in acta.told()[2:6])
        assert "# hand 1, told after the round\n" in acta.told_text() and "3O" not in acta.told_text()
    assert playing.scanned and not dealing.scanned
    over = acta_of(*HANDS, "deal 4 4C", "play AO 1", "concede 2")
    assert [line.text for line in over.told()][2:6] == HANDS
    again = acta_of(*HANDS, "deal 4 4C", "concede 2", *HANDS)
    assert [line.text for line in again.told()][2:6] == HANDS
    assert [line.text for line in again.told()][-4:] == ["hand 1", "hand 2", "hand 3", "hand 4"]
    assert not acta_of(*HANDS, "deal 4 4C", "forget").scanned


def test_draws_are_withheld_until_their_round_is_over():
    acta = Acta()
    acta.load("acta 1\nrules wikipedia-2\ndeal 1 6C\nplay AO 2\nplay 2O 1\ndraw 2 3C\ndraw 1 4C\n")
    assert not acta.puzzle and [line.text for line in acta.told()][-2:] == ["draw 2", "draw 1"]
    acta.add(8, "concede 2")
    assert [line.text for line in acta.told()][-3:-1] == ["draw 2 3C", "draw 1 4C"]
    acta.add(9, "hand 1 AO")
    assert [line.text for line in acta.told()][-4:] == ["draw 2 3C", "draw 1 4C", "concede 2", "hand 1"]


def told(table):
    """All that the API tells of the acta, and of answers and screens."""
    state = table.state()
    seen = [table.request("GET", "/api/acta")[2].decode(), str(table.get("/api/acta?as=json"))]
    return " ".join(
        [*seen, str(state["answer"]), str(state["screen"]), str(state["notes"]), str(state["question"])]
    )


def test_a_round_is_dealt_over_the_mat_and_played(tmp_path):
    with contextlib.closing(Table(tmp_path / "profile", 40)) as table:
        table.wait("the set-up", lambda state: state["screen"]["kind"] == "new_match")
        dealt = table.post("/api/deal", seed=7, scan=True)
        assert dealt["scanned"], table.state()
        hidden = {card for hand in dealt["hands"].values() for card in hand}
        assert hidden & set(CARD.findall(told(table))) == set()
        table.post("/api/play", what="card")
        table.post("/api/play", what="card")
        state = table.wait("a card", lambda state: len(state["table"]) == 1)
        known = {dealt["trump"], state["table"][0]["card"]}
        assert set(CARD.findall(told(table))) <= known
        done = table.post("/api/play", what="round")
        assert done["phase"] == "round_over", done
        hands = [line for line in table.acta() if line.startswith("hand ")]
        assert [set(line.split()[2:]) for line in hands] == [set(dealt["hands"][seat]) for seat in "1234"]
        assert not table.state()["trouble"]


def test_two_players_draw_over_the_mat(tmp_path, soak):
    if not soak:
        pytest.skip("under --soak; tests/device/test_scan.py has its radio")
    with contextlib.closing(Table(tmp_path / "profile", 40)) as table:
        choose(table, "Tute habanero")
        dealt = table.post("/api/deal", seed=7, scan=True)
        assert dealt["scanned"]
        done = table.post("/api/play", what="round")
        assert done["phase"] == "round_over", done
        draws = [line for line in table.acta() if line.startswith("draw ")]
        assert len(draws) == 23 and all(CARD.search(line) for line in draws)
