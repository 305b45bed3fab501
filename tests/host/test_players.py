"""Two and three players at the virtual table: the game is chosen with the buttons, a round is played to its count."""

import contextlib

import pytest

from support.web_host import Table


def choose(table, title):
    """Begin a match of the game of this name, by the buttons."""
    asks(table, "setup_start")
    table.post("/api/button", name="cante")
    for _ in range(9):
        asks(table, "setup_rules")
        if f"> {title}" in table.wait("a choice", lambda state: marked(state))["screen"]["texts"]:
            break
        before = marked(table.state())
        table.post("/api/button", name="cambio")
        table.wait("the next game", lambda state, before=before: marked(state) not in (None, before))
    for key in ("setup_target", "setup_dealer", "setup_start"):
        table.post("/api/button", name="ok")
        asks(table, key)
    table.post("/api/button", name="ok")
    return table.wait("the deal", lambda state: state["screen"]["kind"] == "deal")


def asks(table, key):
    """Wait for a question."""
    table.wait(key, lambda state: (state["question"] or "").startswith(key))


def marked(state):
    """The option that the panel marks."""
    return next((text for text in state["screen"]["texts"] or () if text.startswith("> ")), None)


@pytest.mark.parametrize("players, title", [(2, "Tute para dos"), (3, "Tute para tres")])
def test_a_round(tmp_path, players, title, soak):
    if players == 3 and not soak:
        pytest.skip("half as much again: in make soak")
    with contextlib.closing(Table(tmp_path / "profile", 40)) as table:
        state = choose(table, title)
        assert state["players"] == players
        dealt = table.post("/api/deal", seed=7)
        assert [len(dealt["hands"][str(seat)]) for seat in (1, 2, 3, 4)] == (
            [8, 8, 0, 0] if players == 2 else [12] * 3 + [0]
        )
        done = table.post("/api/play", what="round")
        assert done["phase"] == "round_over", done
        state = table.wait("the count", lambda state: state["screen"]["kind"] == "count")
        plays = [line for line in table.acta() if line.startswith("play ")]
        assert len(plays) == (40 if players == 2 else 36) and not state["trouble"] and not state["hands"]
        piles = [place for place in state["cards"].values() if place["at"] == "pile"]
        assert len(piles) == len(plays) and {place["seat"] for place in piles} <= set(range(1, players + 1))


class NewTable(Table):
    """As it comes out of its box."""

    LANG = ()


def test_a_new_device_asks_for_its_language_and_is_set_up_by_the_page_as_well(tmp_path):
    with contextlib.closing(NewTable(tmp_path / "profile", 40)) as table:
        asks(table, "lang")
        table.post("/api/button", name="cante")
        table.wait("English", lambda state: "Go on in English?" in state["screen"]["texts"])
        assert table.post("/api/play", what="card")["did"][:3] == ["ok", "ok", "deal"]
        texts = table.wait("the round", lambda state: state["phase"] == "play")["screen"]["texts"]
        assert any(text.startswith("Trump") for text in texts), texts
