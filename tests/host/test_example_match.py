"""The example match goes through radio frames and gives, line for line, the expected acta and answers."""

import json
import pathlib

import pytest

from support import find_match
from tapete_host import demo, replay
from tute.acta import seal

EXAMPLES = demo.EXAMPLES


@pytest.fixture(scope="module")
def told():
    """Everything that the device told while people played the script."""
    return demo.collect()


def game(lines):
    """Acta lines that are events of the game, as texts."""
    return [
        text
        for text in lines
        if text[0] != "@" and text.split()[0] not in ("acta", "rules", "target", "seat")
    ]


def test_acta_is_line_for_line_the_expected_one(told):
    expected = [line.rsplit(" *", 1) for line in (EXAMPLES / "partida.acta").read_text().splitlines()]
    assert all(seal(text) == f"{text} *{check}" for text, check in expected)
    assert [told.acta[n] for n in sorted(told.acta)] == [text for text, _ in expected]


def test_answers_are_line_for_line_the_expected_ones(told):
    assert [text for _, text in told.answers] == (EXAMPLES / "partida.jsonl").read_text().splitlines()


def test_the_device_wrote_the_match_that_the_referee_was_given(told):
    """The gestures were made from events; apart from the missed card, those events are what the device writes."""
    wanted = [text for text, remark in find_match.match() if not remark.startswith("refused")]
    at = len(wanted) - 1 - wanted[::-1].index("play 4E 4")
    # The reader missed the third card of that trick: the last one was taken as its owner's, and put right.
    missed = ["play 7C 4", "correct {} play 4E 4", "play 7C 1"]
    assert wanted[at + 1] == "play 7C 1"
    found = game(told.acta[n] for n in sorted(told.acta))
    corrected = next(n for n, text in told.acta.items() if text == "play 7C 4")
    assert found == wanted[:at] + [text.format(corrected) for text in missed] + wanted[at + 2 :]


def test_the_match_holds_what_it_is_an_example_of(told):
    answers = [json.loads(text) for _, text in told.answers]
    events = [a["event"] for a in answers]
    found = [r for a in answers for r in a.get("renuncios", ())]
    assert {e.split()[1] for e in events if e.startswith("cante")} == {"40", "20"}
    assert any(e.startswith("swap") for e in events)
    assert [a["refused"] for a in answers if not a["ok"]] == ["renuncio"]
    by_witness, by_counting = found
    assert by_witness["witnesses"] and "counted" not in by_witness
    assert by_counting["counted"] is True and not by_counting["witnesses"]
    rounds = [a["round"] for a in answers if "round" in a]
    assert [r["by"] for r in rounds] == ["points", "renuncio", "renuncio", "last_trick"]
    assert set(rounds[-1]["points"].values()) == {65}
    undone = events.index("undo")
    assert events[undone - 1].startswith("play") and events[undone + 1].startswith("cante")
    assert events[undone + 2] == events[undone - 1]
    assert [a for a in answers if a["event"].startswith("correct")]


def test_recorded_answers_hold_when_the_acta_is_read_again(told, capsys):
    """`tapete replay --json` gives what the device answered."""
    assert replay.main([str(EXAMPLES / "partida.acta"), "--json"]) == 0
    replayed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert replayed == [json.loads(text) for line, text in told.answers if line]


def test_pictures_show_every_kind_of_screen(told, tmp_path):
    kinds = {screen for _, screen, _ in told.pictures}
    assert kinds >= {"splash", "deal", "trick", "won", "cante", "question", "refused", "count", "match_end"}
    strip, film = demo.write_pictures(told, tmp_path)
    assert strip.stat().st_size > 10_000 and film.stat().st_size > 50_000


def test_a_script_that_cannot_be_played_says_where(tmp_path):
    script = pathlib.Path(tmp_path / "bad.guion")
    script.write_text("ok\nlay XX\n")
    with pytest.raises(demo.PlayError, match="XX"):
        demo.collect(script)
