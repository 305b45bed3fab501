"""Three and four sides: who is out, who wins among the others, and that undo forgets it (acta.md section 5)."""

import tute
from tute.referee import Referee
from tute.rules import parse_rules

tute.keep = True  # tests read sources: what is lent is not to be compiled again for every use

THREE = "amelia-3 hand_size=4 removed_ranks=245673S"
# seat 2 revokes in the first trick, is found out in the third and would win: 18, 38 and 26
REVOKE = (
    "deal 3 CO / play RB 1 / play AE 2 / play AB 3 / play RE 3 / play AO 1 / play CE 2 / play CB 1 / play RO 2"
    " / play CO 3 / play AC 2 / play RC 3 / play CC 1"
)
FOUND = 9  # events of it up to the proof
# all three revoke
ALL = (
    "deal 3 AC / play AB 1 / play RC 2 / play AC 3 / play AE 3 / play AO 1 / play RE 2 / play CB 3 / play CC 1"
    " / play RB 2 / play CO 1 / play RO 2 / play CE 3"
)


def match(words, lines):
    """A referee of three that has taken these lines, and its last answer."""
    ref = Referee(parse_rules(THREE + " " + words))
    return ref, told(ref, lines)


def told(ref, lines):
    answer = None
    for line in lines.split(" / "):
        answer = ref.push(line)
        assert answer.ok, (line, answer.refused)
    return answer


def result(answer):
    return answer.round and (answer.round["winner"], answer.round["games"], answer.round["by"])


def test_an_offender_does_not_win():
    _, answer = match("", REVOKE)
    assert result(answer) == ("3", 1, "points") and answer.audit == {
        "1": "clean",
        "2": "renuncio",
        "3": "clean",
    }
    ref, answer = match("", " / ".join(REVOKE.split(" / ")[:FOUND]))
    assert answer.renuncios[0]["seat"] == 2 and answer.round is None and ref.turn == 3


def test_an_offender_does_not_sing():
    lines = "deal 3 6C / play AO 1 / play 4E 2 / play 5O 3 / play 3O 1 / play 6O 2 / play 7O 3"
    lines += " / play 5E 1 / play AE 2 / play 7E 3"
    for words, reason in (("", "side"), (" renuncio_penalty=warn", None)):
        ref = Referee(parse_rules("amelia-3" + words))
        told(ref, lines)
        assert ref.turn == 2 and ref.check("cante 40 2") == reason
        assert ref.cante_seats("40") == ([] if reason else [2])
        assert ref.check("swap 7C 2") == "none"
        told(
            ref,
            "undo / undo / undo / undo / undo / play SO 2 / play 7O 3 / play 5E 1 / play AE 2 / play 7E 3",
        )
        assert ref.push("undo").ok and ref.turn == 3


def test_undo_and_the_same_again():
    ref, answer = match("", REVOKE)
    lines = REVOKE.split(" / ")
    for n in range(len(lines), 0, -1):
        for _ in range(len(lines) - n + 1):
            assert ref.push("undo").ok
        again = told(ref, " / ".join(lines[n - 1 :]))
        assert again.dumps() == answer.dumps(), n


def test_all_findings_of_an_event_count():
    _, answer = match("renuncio_detection=audit", ALL)
    assert result(answer) == (None, 0, "renuncio")
    assert [found["seat"] for found in answer.renuncios] == [2, 3, 1]
    ref, answer = match("", " / ".join(ALL.split(" / ")[:9]))
    assert result(answer) == ("2", 1, "renuncio")  # two are proven, he is not yet
    for words in ("renuncio_priority=both_void", "renuncio_priority=first_in_time"):
        _, answer = match(words + " renuncio_detection=audit", REVOKE)
        assert result(answer) == ("3", 1, "points")  # that is about two sides


def test_claims_after_the_round():
    ref, answer = match("renuncio_detection=on_claim", ALL)
    assert result(answer) == ("3", 1, "points") and ref.games == (0, 0, 1)
    assert result(told(ref, "claim 1 3")) == ("2", 1, "points")  # 10 and 20 are left
    assert result(told(ref, "claim 1 2")) == ("1", 1, "renuncio")
    assert result(told(ref, "claim 2 1")) == (None, 0, "renuncio")
    assert ref.games == (0, 0, 0) and ref.next_dealer == 3
    for games, dealer in (((1, 0, 0), 1), ((0, 1, 0), 1), ((0, 0, 1), 1)):
        told(ref, "undo")
        assert ref.games == games and ref.next_dealer == dealer


def test_a_tute_shown_by_an_offender_wins_nothing():
    lines = "deal 3 6C / play 4O 1 / play AO 2 / play 5O 3 / play 4E 2 / play 5E 3 / play 6B 1"
    lines += " / play 4B 3 / play AB 1 / play 5B 2"  # and he has kept the RE
    ref = Referee(parse_rules("amelia-3 tute_effect=win_match"))
    answer = told(ref, lines + " / cante tute R 1")
    assert answer.renuncios[0]["card"] == "6B" and answer.renuncios[0]["witnesses"] == ["RC", "RE"]
    assert answer.round is None and ref.turn == 1 and ref.phase == "window"
    assert result(told(ref, "concede 3")) == ("2", 1, "concession") and ref.phase == "round_over"
    # told at the end, when the round is over: the others are counted
    ref = Referee(parse_rules("amelia-3 tute_effect=win_match renuncio_detection=audit"))
    answer = told(ref, lines + " / cante tute R 1")
    assert result(answer) == ("2", 1, "points") and ref.phase == "round_over"
    assert answer.round["points"] == {"1": 11, "2": 11, "3": 0}


def test_giving_up():
    ref, _ = match("", "deal 3 CO / play RB 1")
    assert result(told(ref, "concede 2")) is None and ref.turn == 2
    assert ref.check("concede 2") == "already"
    assert result(told(ref, "concede 1")) == ("3", 1, "concession")
    told(ref, "undo")
    assert result(told(ref, "misdeal")) == (None, 0, "ruling")
    told(ref, "deal 3 CO")  # nothing is left of it
    assert ref.check("concede 2") is None and ref.check("award 1+3") == "seat"
    assert result(told(ref, "award 2")) == ("2", 1, "ruling")


def test_proof_and_concession_add_up():
    lines = REVOKE.split(" / ")
    ref, _ = match("", " / ".join(lines[:FOUND]))
    assert ref.check("concede 2") == "already"
    assert result(told(ref, "concede 1")) == ("3", 1, "concession")
    ref, _ = match("", " / ".join(lines[:2]) + " / concede 3 / " + " / ".join(lines[2 : FOUND - 1]))
    assert result(told(ref, lines[FOUND - 1])) == ("1", 1, "renuncio")


def test_whoever_left_last_is_out_for_this_round_only():
    ref, _ = match("", REVOKE)
    told(ref, "deal 1 CO / play RB 2 / play AB 3 / play CB 1")
    assert ref.check("cante 20 C 3") is None and ref.check("concede 2") is None


def test_claims_that_lapse_put_out_one_after_another():
    words = "renuncio_detection=on_claim false_claim=lose_round renuncio_claim_by=anyone"
    # seat 2 has neither bastos nor oros: nobody can know
    start = "deal 3 CO / play RB 1 / play AE 2 / claim 1 2 / claim 3 2 / claim 2 2 / play AB 3"
    ref, _ = match(words, start)
    assert result(told(ref, "concede 3")) is None
    answer = told(ref, "concede 1")
    assert (
        result(answer) == ("2", 1, "concession") and answer.claim == "unfounded"
    )  # he has won before they lapse
    told(ref, "undo / undo")
    told(ref, "play AC 3 / play AO 1 / play RC 2 / play CB 1 / play CE 2 / play RO 3 / play CO 3 / play RE 1")
    answer = told(ref, "play CC 2")
    assert answer.round["points"] == {"1": 26, "2": 0, "3": 56} and answer.audit["2"] == "clean"
    assert result(answer) == ("2", 1, "ruling")  # 1 is out, then 3: he is left
