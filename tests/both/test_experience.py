"""Experience: 12 for a match, 20 for one won, 2 a round, 1 a trick, 1 a cante (rules section 4; OP-28, OP-29)."""

import tute
from support.whole_match import Honest
from tute.referee import Referee
from tute.rules import parse_rules

tute.keep = True  # tests read sources: what is lent is not to be compiled again for every use

# the seed of a match that ends 3 to 2, in which seat 3 takes 14 tricks and sings twice, seat 2 11 and once
WORKED = 1036


def played(seed=WORKED, rules="online-pairs"):
    """A whole honest match."""
    match = Honest(Referee(parse_rules(rules)), seed)
    match.match()
    return match


def counted(lines, rules="online-pairs"):
    """Tricks, cantes and rounds won by seat, counted from the answers to these lines alone."""
    ref = Referee(parse_rules(rules))
    tricks, cantes, rounds = [[0] * 5 for _ in range(3)]
    for line in lines:
        answer = ref.push(line)
        if answer.taken:
            tricks[answer.taken[0]] += 1
        if answer.cantes:
            cantes[answer.seat] += 1
        if answer.round:
            for seat in answer.round["winner"].split("+"):
                rounds[int(seat)] += 1
    return tricks, cantes, rounds


def test_the_worked_example():
    match = played()
    tricks, cantes, rounds = counted(match.lines)
    assert (tricks[3], cantes[3], rounds[3]) == (14, 2, 3) and (tricks[2], cantes[2], rounds[2]) == (11, 1, 2)
    xp = match.answer.xp
    assert match.answer.match == {"1+3": 3, "2+4": 2, "winner": "1+3"}
    assert xp["3"] == 12 + 20 + 3 * 2 + 14 + 2 == 54
    assert xp["2"] == 12 + 2 * 2 + 11 + 1 == 28
    for seat in (1, 2, 3, 4):
        won = 20 if seat in (1, 3) else 0
        assert xp[str(seat)] == 12 + won + 2 * rounds[seat] + tricks[seat] + cantes[seat], seat
    assert match.answer.dumps().find('"xp": {"1": 47, "2": 28, "3": 54, "4": 32}}') > 0  # the last key
    assert [entry for entry in match.ref.ledger if entry[0] == 3] == [
        (3, "match_played", 12),
        (3, "match_won", 20),
        (3, "round_won", 6),
        (3, "trick", 14),
        (3, "cante", 2),
    ]


def test_nobody_who_leaves_is_paid():
    match = played()
    ends = [i for i, line in enumerate(match.lines) if line[:5] == "deal "]
    lines = match.lines[: ends[4]]  # at 2 to 2
    tricks, cantes, rounds = counted(lines)
    for seat in (1, 2, 3, 4):
        ref = Referee(parse_rules("online-pairs"))
        for line in lines:
            assert "xp" not in ref.push(line).to_dict()
        answer = ref.push("leave %d" % seat)
        winners = (2, 4) if seat in (1, 3) else (1, 3)
        for other in (1, 2, 3, 4):
            earned = 12 + 2 * rounds[other] + tricks[other] + cantes[other] + (20 if other in winners else 0)
            assert answer.xp[str(other)] == (0 if other == seat else earned)
        assert not [entry for entry in ref.ledger if entry[0] == seat]
        assert ref.push("undo").xp is None and ref.phase == "round_over"
        answer = ref.push("end")
        for other in (1, 2, 3, 4):
            assert answer.xp[str(other)] == 12 + 2 * rounds[other] + tricks[other] + cantes[other]


def test_undo_and_the_same_events_again_give_the_same():
    match = played()
    ref, kept = match.ref, match.ref.ledger
    back = len(match.lines) - 60  # into the round before the last
    for _ in range(60):
        answer = ref.push("undo")
        assert answer.ok and answer.xp is None
    fresh = Referee(parse_rules("online-pairs"))
    for line in match.lines[:back]:
        fresh.push(line)
    assert ref.ledger == fresh.ledger and ref.games == fresh.games
    for line in match.lines[back:]:
        answer = ref.push(line)
    assert answer.xp == match.answer.xp and ref.ledger == kept


SMALL = "online-pairs hand_size=1 removed_ranks=245673RCS tute_ranks=- match_target=1"


def told(ref, lines):
    answer = None
    for line in lines.split(" / "):
        answer = ref.push(line)
        assert answer.ok, (line, answer.refused)
    return answer


def test_a_round_of_one_trick():
    answer = told(Referee(parse_rules(SMALL)), "deal 4 AO / play AE 1 / play AC 2 / play AB 3 / play AO 4")
    assert answer.xp == {"1": 12, "2": 34, "3": 12, "4": 35}  # trumps take it: the last trick counts too


def test_void_and_replayed_rounds_pay_nothing():
    trick = "deal 4 6C / play 5O 1 / play RO 2 / play 7O 3 / play AO 4"
    ref = Referee(parse_rules("online-pairs"))
    told(ref, trick + " / cante 20 E 4")
    assert ref.ledger == []
    told(ref, "misdeal")
    assert ref.ledger == []
    told(ref, trick)
    assert told(ref, "end").xp == {"1": 12, "2": 12, "3": 12, "4": 12}
    ref = Referee(parse_rules("online-pairs renuncio_penalty=replay_round"))
    told(ref, "deal 4 6C / play 5O 1 / play RO 2 / play 2B 3 / play AO 4 / cante 20 E 4")
    told(ref, "play 4E 4 / play AE 1 / play 2E 2 / play 7O 3")
    assert ref.last_round["by"] == "renuncio" and ref.ledger == []
    told(ref, trick + " / concede 1")
    assert ref.ledger == [(2, "round_won", 2), (4, "round_won", 2), (4, "trick", 1)]


def test_a_cante_that_is_disproved_is_not_paid():
    ref = Referee(parse_rules("online-pairs renuncio_penalty=warn"))
    told(ref, "deal 4 6C / play 5O 1 / play RO 2 / play 7O 3 / play AO 4 / cante 20 E 4 said")
    told(ref, "play 4E 4 / play AE 1 / play RE 2 / concede 1")
    assert ref.ledger == [(2, "round_won", 2), (4, "round_won", 2), (4, "trick", 1)]


def test_a_claim_after_the_last_round_turns_what_is_paid():
    ref = Referee(parse_rules("online-pairs renuncio_detection=on_claim match_target=1"))
    lines = (
        "deal 4 6C / play 5O 1 / play RO / play 2B / play AO / play 4E 4 / play AE 1 / play 2E 2 / play 7O 3"
    )
    answer = told(ref, lines + " / concede 2")
    assert answer.xp == {"1": 35, "2": 12, "3": 34, "4": 13}
    answer = told(ref, "claim 4 3")
    assert answer.xp == {"1": 13, "2": 34, "3": 12, "4": 35}
    assert told(ref, "undo").xp == {"1": 35, "2": 12, "3": 34, "4": 13}
    assert told(ref, "undo").xp is None


def test_a_correction_turns_what_is_paid():
    ref = Referee(parse_rules(SMALL.replace("match_target=1", "match_target=2")))
    for i, line in enumerate(
        "deal 4 AO / play AE 1 / play AC 2 / play AB 3 / play AO 4 / award 1+3".split(" / ")
    ):
        ref.push(line, i + 3)
    for i, line in enumerate("deal 1 AO / play AC 2 / play AE 3 / play AB 4 / play AO 1".split(" / ")):
        answer = ref.push(line, i + 10)
    assert answer.xp is None and ref.games == (1, 1)
    answer = ref.push("correct 10 deal 1 AB", 20)
    assert not answer.ok  # the trump card was laid by another
    answer = ref.push("correct 3 deal 4 AC", 21)
    assert not answer.ok
    ref.push("end", 22)
    assert ref.ledger[0] == (1, "match_played", 12)
    answer = ref.push("correct 22 -", 23)
    assert answer.ok and answer.xp is None and ref.ledger[0][1] == "round_won"


def test_three_sides_and_two():
    match = played(5, "amelia-3")
    tricks, cantes, rounds = counted(match.lines, "amelia-3")
    for seat in (1, 2, 3):
        won = 20 if match.answer.match["winner"] == str(seat) else 0
        assert match.answer.xp[str(seat)] == 12 + won + 2 * rounds[seat] + tricks[seat] + cantes[seat]
    ref = Referee(parse_rules("amelia-3"))
    lines = [
        line for line in match.lines[: match.lines.index([x for x in match.lines if x[:5] == "deal "][1])]
    ]
    told(ref, " / ".join(lines))
    tricks, cantes, rounds = counted(lines, "amelia-3")
    answer = ref.push("leave 1")
    assert answer.match.get("winner") is None  # nobody wins a match of three that one leaves
    assert answer.xp == {
        "1": 0,
        "2": 12 + 2 * rounds[2] + tricks[2] + cantes[2],
        "3": 12 + 2 * rounds[3] + tricks[3] + cantes[3],
    }
    answer = told(Referee(parse_rules("amelia-2")), "deal 2 6C / concede 1 / leave 1")
    assert answer.match == {"1": 0, "2": 1, "winner": "2"} and answer.xp == {"1": 0, "2": 34}
