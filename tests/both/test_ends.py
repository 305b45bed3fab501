"""Ends of rounds and matches: 101 points and carried deals, tutes, ties, giving up (acta.md section 5, `Ends`)."""

import tute
from tute.referee import Referee
from tute.rules import parse_rules

tute.keep = True  # tests read sources: what is lent is not to be compiled again for every use


def told(ref, lines):
    """Pushes lines that must stand, parted by ` / `; the last answer."""
    answer = None
    for line in lines.split(" / "):
        answer = ref.push(line)
        assert answer.ok, (line, answer.refused)
    return answer


def refused(ref, line):
    """The reason for which a line is refused, dry and in earnest."""
    reason = ref.check(line)
    answer = ref.push(line)
    assert answer.refused == reason and reason, (line, reason, answer.refused)
    return reason


def match(rules, lines="", target=None):
    """A referee that has taken these lines."""
    ref = Referee(parse_rules(rules), target)
    if lines:
        told(ref, lines)
    return ref


# a first trick of 21 points for seat 1, in a deal of seat 4
TRICK = "deal 4 6C / play AO 1 / play 3O 2 / play 2O 3 / play 4O 4"


def test_a_claim_of_101_without_reason():
    ref = match("online-pairs round_win=first_to_101", "deal 4 6C")
    assert refused(ref, "claim101 1") == "nothing_to_claim"
    ref = match("online-pairs round_win=first_to_101", TRICK)
    assert refused(ref, "claim101 2") == "claim_by"
    assert refused(ref, "claim101 3") == "claim_by"  # his partner won the trick
    answer = told(ref, "claim101 1")
    assert answer.claim == "unfounded"
    assert answer.round == {"winner": "2+4", "points": {"1+3": 21, "2+4": 0}, "games": 1, "by": "claim101"}
    told(ref, "undo / play AE 1")
    assert refused(ref, "claim101 1") == "claim_late"
    assert refused(match("online-pairs", TRICK), "claim101 1") == "nothing_to_claim"


def test_the_table_of_three_goes_on_without_who_claimed_wrongly():
    ref = match("amelia-3 round_win=first_to_101", "deal 3 6C / play AO 1 / play 4O 2 / play 5O 3")
    answer = told(ref, "claim101 1")
    assert answer.claim == "unfounded" and answer.round is None and answer.turn == 1
    told(ref, "cante 40 1 / play 3O 1 / play CO 2 / play 6O 3")
    assert refused(ref, "claim101 1") == "claim_by"
    answer = told(ref, "concede 2")
    assert answer.round == {
        "winner": "3",
        "points": {"1": 64, "2": 0, "3": 0},
        "games": 1,
        "by": "concession",
    }


def test_a_tute_that_was_dealt():
    ref = match("online-pairs", "deal 4 6C")
    assert refused(ref, "cante tute R 2") == "moment"
    ref = match("online-pairs tute_on_deal=yes", "deal 4 RC")
    assert refused(ref, "cante tute S 4") == "rank"
    assert refused(ref, "cante tute R 2") == "cards"  # the dealer has one
    assert refused(ref, "cante 40 4") == "moment"
    assert refused(ref, "cante tute C") == "seat_needed"
    answer = told(ref, "cante tute R 4")
    assert answer.round["winner"] == "2+4" and answer.round["by"] == "tute"
    ref = match("online-pairs tute_on_deal=yes", TRICK)
    told(ref, "play AE 1")
    assert refused(ref, "cante tute R 1") == "moment"


def test_effects_of_a_tute():
    lines = TRICK + " / cante tute R 3"
    for effect in ("win_round", "marks"):
        ref = match("online-pairs tute_effect=" + effect, lines)
        assert ref.last_round["by"] == "tute" and ref.games == (1, 0) and ref.phase == "round_over"
    ref = match("online-pairs tute_effect=win_match", lines)
    assert ref.games == (1, 0) and ref.phase == "match_over" and ref.winner == 0
    ref = match("online-pairs tute_effect=none", lines)
    assert ref.last_round is None and ref.cantes_by_side == [["tuteR"], []]
    assert refused(ref, "cante 40 3") == "limit"


def test_a_card_out_of_turn():
    start = "deal 4 6C / play AO 1"
    assert refused(match("online-pairs", start), "play 3O 3") == "not_your_turn"
    ref = match("online-pairs out_of_turn=renuncio", start)
    assert refused(ref, "play 3O 3") == "not_your_turn"
    answer = told(ref, "play 3O 3 stands")
    assert answer.verdict == "illegal" and answer.duty is None
    assert answer.renuncios == [
        {"seat": 3, "trick": 1, "card": "3O", "duty": ["turn"], "witnesses": [], "status": "proven"}
    ]
    assert answer.round["winner"] == "2+4" and answer.round["by"] == "renuncio"
    told(ref, "undo")
    assert ref.turn == 2 and ref.table == [(1, 9)]
    ref = match("online-pairs out_of_turn=renuncio renuncio_detection=audit renuncio_penalty=warn", start)
    assert refused(ref, "play 6C 3") == "card_elsewhere"
    answer = told(ref, "play 3O 3")
    assert answer.verdict == "illegal" and answer.renuncios is None and answer.turn == 2
    told(ref, "play 3O 2 / play 4O 3")  # it was not that hand's after all
    answer = told(ref, "concede 2")
    assert [found["duty"] for found in answer.renuncios] == [["turn"]] and answer.audit["3"] == "renuncio"


def test_a_cante_without_right():
    assert refused(match("online-pairs", TRICK), "cante 40 2") == "side"
    ref = match("online-pairs bad_cante=renuncio", TRICK)
    assert refused(ref, "cante tute S 1") == "rank"  # no such cante
    told(ref, "show 2 RE")
    assert refused(ref, "cante 20 E 1") == "cards"  # a line that cannot be
    answer = told(ref, "cante 40 2")
    assert answer.cantes is None and answer.points == (21, 0)
    assert answer.renuncios == [
        {"seat": 2, "trick": 1, "card": "40", "duty": ["cante"], "witnesses": [], "status": "proven"}
    ]
    assert answer.round["winner"] == "1+3"
    ref = match("online-pairs bad_cante=renuncio renuncio_detection=on_claim", TRICK)
    assert told(ref, "cante 20 E 4").renuncios is None
    answer = told(ref, "claim 1 4")
    assert answer.claim == "upheld" and answer.renuncios[0]["card"] == "20E"


def test_the_table_and_the_one_who_leaves_have_the_last_word():
    """No claim turns a round that was awarded, dealt wrong or broken off."""
    start = (
        "deal 4 6C / play 5O 1 / play RO / play 2B / play AO / play 4E 4 / play AE 1 / play 2E 2 / play 7O 3"
    )
    for end in ("award 1+3", "misdeal", "end", "leave 4"):
        ref = match("online-pairs renuncio_detection=on_claim", start + " / " + end)
        before = ref.last_round
        answer = told(ref, "claim 4 3")
        assert answer.claim == "upheld" and answer.round is None, end
        assert ref.last_round == before and ref.phase == ("match_over" if end[0] in "el" else "round_over")
    ref = match("online-pairs renuncio_detection=on_claim", start + " / concede 2 / claim 4 3")
    assert ref.last_round["by"] == "renuncio"


# trumps are led, seat 2 revokes and is found out in the third trick; 2+4 would win 108 to 34
SMALL = "online-pairs hand_size=4 removed_ranks=24567S"
REVOKE = (
    "deal 4 CE / play AE 1 / play 3C 2 / play 3E 3 / play CE 4 / play RO 1 / play AO 2 / play CO 3 / play CB 4"
    " / cante 20 C 4 / play RE 2 / play AC 3 / play CC 4 / play 3B 1 / play AB 2 / play RB 3 / play RC 4 / play 3O 1"
)


def test_who_deals_next():
    last = "renuncio_detection=on_claim dealer_next=last_trick_winner"
    for words, lines, dealer in (
        ("renuncio_detection=on_claim", REVOKE, 1),
        (last, REVOKE, 2),
        (last, "deal 3 CE / concede 1", 4),  # no trick was won
        (last, "deal 3 CE / play AE 4 / play 3E 1 / misdeal", 3),
        ("renuncio_penalty=replay_round renuncio_detection=audit", REVOKE, 4),
        ("direction=cw", "deal 3 CE / concede 1", 2),
        ("tie=nobody renuncio_detection=on_claim", REVOKE, 1),
    ):
        assert match(SMALL + " " + words, lines).next_dealer == dealer, words
    ref = match("amelia-2", "deal 2 RB / concede 1")
    assert ref.next_dealer == 1
    told(ref, "deal 1 RB / misdeal")
    assert ref.next_dealer == 1
    told(ref, "deal 1 RB / concede 1")
    assert ref.next_dealer == 2


def test_a_claim_that_voids_the_last_round_leaves_the_deal():
    ref = match(SMALL + " renuncio_detection=on_claim renuncio_penalty=replay_round", REVOKE)
    assert ref.next_dealer == 1
    told(ref, "claim 1 2")
    assert ref.next_dealer == 4 and ref.games == (0, 0)
    told(ref, "undo")
    assert ref.next_dealer == 1 and ref.games == (0, 1)


def test_claims_that_lapse_with_a_proven_renuncio_change_nothing():
    words = " renuncio_detection=on_claim false_claim=lose_round"
    ref = match(SMALL + words, "deal 4 CE / play AE 1 / play 3C 2 / play 3E 3 / play CE 4 / claim 1 2")
    told(ref, "play RO 1 / play AO 2 / play CO 3 / play CB 4 / claim 3 4")
    answer = told(ref, "play RE 2")
    assert answer.round["winner"] == "1+3" and answer.round["by"] == "renuncio" and answer.claim == "upheld"
    ref = match(SMALL + words, REVOKE.split(" / cante")[0] + " / claim 1 4")
    answer = told(ref, "concede 4")
    assert answer.claim == "unfounded" and answer.round["winner"] == "2+4" and answer.round["by"] == "ruling"


def test_carried_sums_follow_a_claim_about_the_deal_before():
    # 34 and 108 carried would be 108: so let the offender's side have less
    words = SMALL + " round_win=first_to_101 renuncio_detection=on_claim"
    lines = REVOKE.replace(" / cante 20 C 4", "")
    ref = match(words, lines)
    assert ref.last_round["by"] == "carry" and ref.points == [34, 88]
    told(ref, "deal 1 CE")
    assert ref.points == [34, 88]
    told(ref, "claim 1 2")
    assert ref.games == (1, 0) and ref.points == [0, 0] and ref.phase == "play"
    told(ref, "undo")
    assert ref.games == (0, 0) and ref.points == [34, 88]
    told(ref, "undo / undo")
    assert ref.points == [34, 49] and ref.phase == "play"
    told(ref, "play 3O 1 / deal 1 CE / play AE 2 / undo / undo")
    assert ref.points == [34, 88] and ref.phase == "round_over"
    ref = match(words + " renuncio_penalty=points_to_opponents", lines + " / deal 1 CE / claim 1 2")
    assert ref.last_round["by"] == "points" and ref.last_round["points"] == {"1+3": 122, "2+4": 0}
    assert ref.games == (1, 0) and ref.points == [0, 0]


def test_a_claim_of_101_counts_what_is_forfeited():
    words = "online-pairs round_win=first_to_101 renuncio_penalty=points_to_opponents"
    start = "deal 4 6C / play 5O 1 / play RO 2 / play 2B 3 / play AO 4 / play 4E 4 / play AE 1 / play 2E 2 / play 7O 3"
    ref = match(words, start)  # seat 3 revoked, seat 1 has just won a trick
    assert ref.points == [11, 15] and ref.turn == 1
    answer = told(ref, "claim101 1")
    assert answer.round == {"winner": "2+4", "points": {"1+3": 0, "2+4": 26}, "games": 1, "by": "claim101"}


def test_offences_are_told_by_their_time():
    words = (
        "online-pairs bad_cante=renuncio out_of_turn=renuncio renuncio_detection=audit renuncio_penalty=warn"
    )
    ref = match(words, "deal 4 6C / play AO 1 / play 3O 2 / play 5O 4 / play 2B 3 / play 4O 4 / cante 40 2")
    told(ref, "cante 20 E 4 / play AE 1 / play 3E 2 / play 2O 3 / play 4E 4")
    answer = told(ref, "concede 1")
    found = [(entry["seat"], entry["trick"], entry["card"], entry["duty"]) for entry in answer.renuncios]
    # the 5O was shown before the 2B was laid, the cantes were made after the 4O
    assert found == [
        (4, 1, "5O", ["turn"]),
        (3, 1, "2B", ["follow"]),
        (2, 1, "40", ["cante"]),
        (4, 1, "20E", ["cante"]),
    ]
    assert answer.audit == {"1": "clean", "2": "renuncio", "3": "renuncio", "4": "renuncio"}


def test_a_card_out_of_turn_can_be_claimed():
    ref = match("online-pairs out_of_turn=renuncio renuncio_detection=on_claim", "deal 4 6C / play AO 1")
    assert refused(ref, "claim 2 3") == "nothing_to_claim"
    told(ref, "play 5O 3")
    answer = told(ref, "claim 2 3")
    assert answer.claim == "upheld" and answer.round["winner"] == "2+4"


def test_forfeited_points_go_back_when_a_ruling_decides():
    words = SMALL + " renuncio_detection=on_claim renuncio_penalty=points_to_opponents false_claim=lose_round"
    ref = match(words, REVOKE)
    assert told(ref, "claim 1 2").round["points"] == {"1+3": 142, "2+4": 0}
    answer = told(ref, "claim 1 4")
    assert answer.round == {"winner": "2+4", "points": {"1+3": 34, "2+4": 108}, "games": 1, "by": "ruling"}
    assert told(ref, "undo").round["points"] == {"1+3": 142, "2+4": 0}
    assert told(ref, "undo").round["points"] == {"1+3": 34, "2+4": 108}


def test_a_tie_of_sides_without_a_trick_is_nobodys():
    ref = match("amelia-3 hand_size=4 removed_ranks=245673S", "deal 3 CO / play AO 1 / concede 1 / play CC 2")
    answer = told(ref, "play CO 3 / play RO 1 / play RC 2 / play AC 3 / play AE 1 / play CE 2 / play RE 3")
    assert answer.points == (54, 0, 0)
    answer = told(ref, "play AB 1 / play CB 2 / play RB 3")
    assert (
        answer.round["winner"] is None and answer.round["games"] == 0 and answer.round["by"] == "last_trick"
    )
    assert ref.next_dealer == 1 and ref.ledger == [(1, "trick", 4)]


def test_a_side_may_bring_all_games_that_it_needs():
    ref = Referee(parse_rules("online-pairs"), 3, [0, 3])
    assert ref.phase == "match_over" and ref.winner == 1
    assert refused(ref, "deal 4 6C") == "match_over"
    ref = Referee(parse_rules("online-pairs"), 3, [2, 2])
    answer = told(ref, "deal 4 6C / concede 1")
    assert answer.match == {"1+3": 2, "2+4": 3, "winner": "2+4"} and answer.xp["2"] == 34


def test_a_claim_can_open_a_match_again_that_a_tute_has_won():
    start = "deal 4 6C / play 5O 1 / play RO 2 / play 2B 3 / play AO 4 / play 4E 4 / play AE 1 / play 2E 2 / play 7O 3"
    ref = match("online-pairs tute_effect=win_match renuncio_detection=on_claim", start)
    answer = told(ref, "cante tute C 3")
    assert answer.match == {"1+3": 1, "2+4": 0, "winner": "1+3"} and ref.phase == "match_over"
    assert answer.xp == {"1": 12 + 20 + 2 + 1, "2": 12, "3": 12 + 20 + 2 + 1, "4": 12 + 1}
    answer = told(ref, "claim 2 3")
    assert answer.round["by"] == "renuncio" and answer.match == {"1+3": 0, "2+4": 1} and answer.xp is None
    assert ref.phase == "round_over" and ref.next_dealer == 1
    told(ref, "deal 1 6C / undo / undo")
    assert ref.phase == "match_over" and ref.winner == 0


def test_a_forfeit_judges_a_claim_of_101_again():
    words = SMALL + " round_win=first_to_101 renuncio_penalty=points_to_opponents renuncio_detection="
    lines = REVOKE.split(" / play AB 2")[0]  # seat 2 has won three tricks: 69 points with the cante
    ref = match(words + "audit", lines)
    assert ref.points == [34, 69]
    answer = told(ref, "claim101 2")
    assert answer.claim == "unfounded" and answer.round["by"] == "claim101"
    assert answer.round["winner"] == "1+3" and answer.round["points"] == {"1+3": 103, "2+4": 0}
    # 61 to 61 is carried; seat 3 revokes and comes to 130
    tied = (
        "deal 4 CO / play AB 1 / play RO 2 / play CB 3 / play AO 4 / play CO 4 / play 3O 1 / play 3E 2 / play 3B 3"
        " / play AC 1 / play 3C 2 / play CC 3 / play RC 4 / play CE 1 / play RE 2 / play RB 3 / play AE 4"
    )
    again = (
        "deal 1 CE / play AE 2 / play 3C 3 / play 3E 4 / play CE 1 / play RO 2 / play AO 3 / play CO 4 / play CB 1"
        " / cante 20 C 1 / play RE 3 / play AC 4 / play CC 1 / play 3B 2 / claim101 3"
    )
    for detection, claim, winner in (("on_claim", "upheld", "1+3"), ("audit", "unfounded", "2+4")):
        ref = match(words + detection, tied)
        assert ref.last_round["by"] == "carry" and ref.points == [61, 61]
        answer = told(ref, again)
        assert answer.claim == claim and answer.round["winner"] == winner, (detection, answer.round)
        if detection == "on_claim":
            answer = told(ref, "claim 2 3")
            assert (
                answer.claim == "upheld"
                and answer.round["winner"] == "2+4"
                and answer.round["by"] == "claim101"
            )
        assert answer.round["points"] == {"1+3": 61, "2+4": 164}


def test_a_tute_of_whoever_cannot_win_ends_nothing():
    ref = match(
        "amelia-3 round_win=first_to_101", "deal 3 6C / play AO 1 / play 4O 2 / play 5O 3 / claim101 1"
    )
    answer = told(ref, "cante tute R 1")
    assert answer.round is None and answer.cantes[0] == ["tuteR"] and ref.turn == 1


def test_points_that_go_over_are_told_though_the_same_side_wins():
    both = (
        "deal 4 RB / play RE 1 / play AB 2 / play CE 3 / play 3C 4 / play AE 2 / play CO 3 / play RB 4 / play RC 1"
        " / play AC 4 / play 3B 1 / play AO 2 / play CC 3 / play 3E 1 / play CB 2 / play RO 3 / play 3O 4"
    )
    ref = match(SMALL + " renuncio_detection=on_claim renuncio_penalty=points_to_opponents", both)
    assert ref.last_round["points"] == {"1+3": 35, "2+4": 87} and ref.games == (0, 1)
    answer = told(ref, "claim 2 1")
    assert answer.round == {"winner": "2+4", "points": {"1+3": 0, "2+4": 122}, "games": 1, "by": "points"}
    assert ref.games == (0, 1) and ref.last_round == answer.round
    assert told(ref, "undo").round["points"] == {"1+3": 35, "2+4": 87}
