"""Found by reading acta.md against the referee: what an undo or a refused correction leaves of the round before."""

import tute
from tute.referee import Referee
from tute.rules import parse_rules

tute.keep = True

# seat 2 discards on an ace of oros and lays an oros in the next trick
OFFENCE = "deal 4 6C;play AO 1;play 5B 2;play 2O 3;play 4O 4;play 2E 1;play 5O 2;concede 1"
FINDING = {"seat": 2, "trick": 1, "card": "5B", "duty": ["follow"], "witnesses": ["5O"], "status": "proven"}


def read(options, events):
    """A referee that has read these events, and its answers."""
    ref = Referee(parse_rules("online-pairs " + options))
    return ref, [ref.push(text, i + 1).to_dict() for i, text in enumerate(events.split(";"))]


def test_undo_takes_back_a_card_shown_after_the_round_though_the_next_was_scanned():
    events = "deal 4 6C;play AO 1;play 5B 2;concede 1;hand 1 AE;show 2 7O;undo;show 2 7O"
    _, answers = read("renuncio_penalty=warn", events)
    again = answers[7]
    assert again.pop("line") == 8 and answers[5].pop("line") == 6
    assert again == answers[5]
    assert again["audit"] == {"1": "clean", "2": "renuncio", "3": "clean", "4": "clean"}
    assert again["renuncios"][0]["witnesses"] == ["7O"]


def test_undo_of_a_claim_turns_the_result_back_and_tells_it():
    ref, answers = read("renuncio_detection=on_claim", OFFENCE + ";hand 1 AE;claim 1 2;undo;claim 1 2")
    claim, undo, again = answers[9:]
    finding = dict(FINDING)
    finding["claimed_by"] = 1
    for answer in (claim, again):
        assert answer["claim"] == "upheld" and answer["renuncios"] == [finding]
        assert answer["round"]["winner"] == "1+3" and answer["round"]["by"] == "renuncio"
        assert answer["match"] == {"1+3": 1, "2+4": 0}
    assert undo["round"] == {
        "winner": "2+4",
        "points": {"1+3": 11, "2+4": 0},
        "games": 1,
        "by": "concession",
    }
    assert undo["match"] == {"1+3": 0, "2+4": 1}
    assert undo["audit"]["2"] == "renuncio"
    assert ref.games == (1, 0)


def test_undo_that_turns_no_result_tells_none():
    _, answers = read("renuncio_detection=on_claim", OFFENCE + ";deal 1 5E;undo;undo")
    assert "round" not in answers[9] and "match" not in answers[9]
    assert "round" not in answers[10] and answers[10]["turn"] == 3


def test_undo_of_a_correction_reads_the_round_before_from_its_deal():
    events = "deal 2 5O;play 4O 3;play 7O 4;play 2O 1;play 5O 2;play AE 4;play 3E 1;play AO 2;claim 1 2"
    events += ";forget;forget;claim 4 1;show 1 SO 4B SB;correct 11 hand 1 2B;undo"
    ref, answers = read("renuncio_detection=on_claim", events)
    assert answers[11]["claim"] == "unfounded"
    assert answers[13]["ok"] and answers[14]["ok"]
    assert ref.games == (1, 0)


def test_hands_scanned_after_an_undone_deal_are_undone_alone():
    events = "hand 1 AE;deal 4 6C;undo;hand 2 AO;undo;deal 4 6C;play AO 1;undo;play AE 1"
    _, answers = read("", events)
    assert [answer["ok"] for answer in answers] == [True] * 9
    assert answers[8]["verdict"] == "legal"


def test_a_refused_correction_leaves_the_round_before_alone():
    events = OFFENCE + ";deal 1 5E;show 2 AE;play 3E 2;correct 10 claim 1 2;undo;undo;claim 1 2"
    _, answers = read("renuncio_detection=on_claim renuncio_penalty=lose_match", events)
    assert answers[11]["refused"] == "then_line 11: match_over"
    assert answers[14]["renuncios"][0]["card"] == "5B"
    assert answers[14]["match"] == {"1+3": 1, "2+4": 0, "winner": "1+3"}


def test_of_two_claimed_offences_the_one_laid_first_decides_whichever_is_claimed_first():
    offences = OFFENCE.replace(
        "concede 1", "play 3B 3;play 7E 4;play 5E 4;play SB 1;play 6O 2;play 6E 3;concede 1"
    )
    for options, claims, winners in (
        ("", "claim 1 2;claim 4 3", ["1+3", None]),
        ("", "claim 4 3;claim 1 2", [None, "1+3"]),
        (" renuncio_priority=both_void", "claim 1 2;claim 4 3", ["1+3", "void"]),
    ):
        ref, answers = read("renuncio_detection=on_claim" + options, offences + ";" + claims)
        for answer, winner in zip(answers[-2:], winners):
            assert answer["claim"] == "upheld" and len(answer["renuncios"]) == 1
            if winner:
                assert answer["round"]["winner"] == (None if winner == "void" else winner)
        assert ref.last_round["by"] == "renuncio"
        assert ref.games == ((0, 0) if winners[1] == "void" else (1, 0))
