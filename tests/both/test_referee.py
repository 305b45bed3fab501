"""The referee event by event: the example of acta.md section 6, refusals by name, and what seldom happens."""

import sys

import tute
from tute.acta import ActaError, parse_line
from tute.referee import Referee, dumps
from tute.rules import parse_rules


def referee(words="", target=3):
    return Referee(parse_rules("online-pairs " + words), target)


def told(ref, lines):
    """Pushes lines that must stand; the last answer."""
    answer = None
    for line in lines.split("\n") if "\n" in lines else lines.split(" / "):
        if line.strip():
            answer = ref.push(line.strip())
            assert answer.ok, (line, answer.refused)
    return answer


def refused(ref, line):
    """The reason for which a line is refused, dry and in earnest."""
    reason = ref.check(line)
    answer = ref.push(line)
    assert answer.refused == reason and reason, (line, reason, answer.refused)
    assert not answer.ok
    return reason


START = "deal 4 6C / play 5O 1 / play RO / play 2B / play AO"


def test_example_of_the_format():
    ref = referee()
    lines = ["deal 4 6C", "play 5O 1", "play RO", "play 2B", "play AO"]
    found = [dumps(ref.push(parse_line(line), i + 6)) for i, line in enumerate(lines)]
    state = '"points": {"1+3": 0, "2+4": %d}, "trump": "C", "upcard": "6C"}'
    assert found == [
        '{"line": 6, "event": "deal 4 6C", "ok": true, "turn": 1, "trick": 1, ' + state % 0,
        '{"line": 7, "event": "play 5O 1", "ok": true, "verdict": "legal", "turn": 2, "trick": 1, '
        + state % 0,
        '{"line": 8, "event": "play RO 2", "ok": true, "verdict": "legal", "turn": 3, "trick": 1, '
        + state % 0,
        '{"line": 9, "event": "play 2B 3", "ok": true, "verdict": "open", "duty": ["follow", "trump"], '
        '"turn": 4, "trick": 1, ' + state % 0,
        '{"line": 10, "event": "play AO 4", "ok": true, "verdict": "legal", "turn": 4, "trick": 2, '
        '"taken": {"seat": 4, "points": 15}, ' + state % 15,
    ]
    told(ref, "play 4E 4 / play AE 1 / play 2E 2")
    answer = ref.push("play 7O 3", 14)
    assert answer.renuncios == [
        {"seat": 3, "trick": 1, "card": "2B", "duty": ["follow"], "witnesses": ["7O"], "status": "proven"}
    ]
    assert answer.round == {"winner": "2+4", "points": {"1+3": 11, "2+4": 15}, "games": 1, "by": "renuncio"}
    assert answer.audit == {"1": "clean", "2": "clean", "3": "renuncio", "4": "clean"}
    assert answer.match == {"1+3": 0, "2+4": 1}
    assert answer.turn is None and ref.phase == "round_over" and ref.next_dealer == 1


def test_what_stands_can_be_asked():
    ref = referee()
    assert (ref.phase, ref.turn, ref.next_dealer, ref.dealer) == ("deal", 0, 0, 0)
    told(ref, "deal 4 6C / play 5O 1 / play RO")
    assert (ref.phase, ref.turn, ref.trump, ref.upcard, ref.trick_no) == ("play", 3, 1, 13, 1)
    assert ref.table == [(1, 2), (2, 7)] and ref.winning == 2 and ref.last_trick == []
    assert ref.played(7) and not ref.played(13)
    told(ref, "play 2B / play AO")
    assert ref.phase == "window" and ref.table == [] and ref.winning is None
    assert ref.last_trick == [(1, 2), (2, 7), (3, 30), (4, 9)]
    assert ref.points == [0, 15] and ref.side_of(3) == 0 and ref.side_names == ["1+3", "2+4"]
    assert (
        ref.cante_seats("20", 2) == [2, 4]
        and ref.cante_seats("40") == [2, 4]
        and ref.cante_seats("tute", 6) == [2, 4]
    )
    assert ref.swap_seats(14) == [] and ref.swap_seats(10) == [2, 4]
    told(ref, "cante 20 E 2")
    assert ref.cantes_by_side == [[], ["20E"]] and ref.last_round is None


def test_refused_cards_in_the_order_of_checking():
    ref = referee()
    assert refused(ref, "play AO") == "no_round"
    told(ref, START)
    assert refused(ref, "play AO 1") == "card_played"
    assert refused(ref, "play 3O 1") == "not_your_turn"
    assert refused(ref, "play 3O 7") == "seat"
    told(ref, "play 4O 4")
    assert refused(ref, "play 6C") == "card_elsewhere"  # the dealer's trump card
    answer = ref.push("concede 1")
    assert answer.round["by"] == "concession" and answer.round["winner"] == "2+4"
    assert refused(ref, "play 3O") == "round_over"
    ref = referee("hand_size=9 removed_ranks=2")
    told(ref, "deal 4 6C")
    assert refused(ref, "play 2O 1") == "card_unknown"


def test_a_renuncio_that_is_known_is_refused_and_may_stand():
    ref = referee()
    told(ref, "deal 4 6C / play 5O 1 / play 7O 2 / play RO 3")
    answer = ref.push("play 2B 4")  # he has the 6C: no oros, no trump
    assert (answer.refused, answer.verdict, answer.duty) == ("renuncio", "illegal", ["follow", "trump"])
    assert answer.renuncios is None and answer.turn == 4
    told(ref, "show 4 2B")
    answer = ref.push("play 2B 4 stands")
    assert answer.event == "play 2B 4 stands" and answer.verdict == "illegal"
    assert answer.renuncios[0]["witnesses"] == ["6C"] and answer.renuncios[0]["duty"] == ["trump"]
    assert answer.round["winner"] == "1+3" and answer.taken == (3, 4)


def test_refused_cantes():
    ref = referee()
    assert refused(ref, "cante 40 1") == "no_round"
    told(ref, "deal 4 6C")
    assert refused(ref, "cante 40 1") == "moment"
    told(ref, "play 5O 1 / play RO / play 2B / play AO")
    assert refused(ref, "cante 40 1") == "side"  # OP-15
    assert refused(ref, "cante tute S 2") == "rank"
    assert refused(ref, "cante 20 C 2") == "rank"
    assert refused(ref, "cante 20 O 2") == "cards"  # the RO has been laid
    told(ref, "cante 20 E 2")
    assert refused(ref, "cante 20 B 2") == "limit"  # OP-17
    assert refused(ref, "cante 20 E 4") == "cards"
    assert refused(ref, "cante 40 4") == "order"  # OP-16
    assert refused(ref, "cante tute C 4") == "cards"  # CE is his partner's
    assert refused(ref, "cante 20 E 2") == "already"
    told(ref, "cante 20 B 4 said")
    assert refused(ref, "cante 20 B 4") == "already"


def test_a_cante_without_its_seat():
    ref = referee()
    told(ref, START)
    assert ref.push("cante 40").event == "cante 40 4"  # both could: the winner of the trick
    ref = referee()
    told(ref, START + " / show 2 RE")
    assert ref.push("cante 20 E").event == "cante 20 E 2"  # only one could
    ref = referee()
    told(ref, START + " / show 1 RE")
    assert refused(ref, "cante 20 E") == "seat_needed"


def test_swaps():
    ref = referee()
    assert refused(ref, "swap 7C 1") == "no_round"
    told(ref, "deal 4 SC")
    assert refused(ref, "swap 7C 2") == "needs_trick"
    told(ref, "play 5O 1")
    assert refused(ref, "swap 7C 2") == "moment"
    told(ref, "play RO / play 2B / play AO")
    assert refused(ref, "swap 7C 1") == "needs_trick"
    assert refused(ref, "swap 7O 2") == "suit"
    assert refused(ref, "swap 2C 2") == "rank"  # OP-23
    told(ref, "show 1 7C")
    assert refused(ref, "swap 7C 2") == "cards"
    told(ref, "undo")
    answer = ref.push("swap 7C 2")
    assert answer.ok and answer.upcard == 14 and answer.to_dict()["upcard"] == "7C"
    assert refused(ref, "show 4 SC") == "card_elsewhere"
    told(ref, "show 2 SC / show 4 7C / swap 2C 2 / show 2 7C / show 4 2C")
    told(ref, "play 2C 4")
    assert ref.push("play AC 1").to_dict()["upcard"] is None
    told(ref, "play SC 2 / play 5B 3")
    assert refused(ref, "swap 7C 1") == "stock"
    assert refused(referee_after("exchange=none", START), "swap 7C 2") == "none"


def referee_after(words, lines):
    ref = referee(words)
    told(ref, lines)
    return ref


def test_tute_wins_the_round():
    ref = referee()
    told(ref, "deal 4 2C / play AO 1 / play 2O / play 4O / play 5O")
    answer = ref.push("cante tute R 3")  # OP-19; vector SV05: the totals are irrelevant
    assert answer.to_dict()["cantes"] == {"1+3": ["tuteR"], "2+4": []}
    assert answer.round == {"winner": "1+3", "points": {"1+3": 11, "2+4": 0}, "games": 1, "by": "tute"}
    assert answer.match == {"1+3": 1, "2+4": 0}


def test_match_to_its_target_and_after():
    ref = referee(target=2)
    told(ref, "deal 4 2C / award 2+4")
    answer = told(ref, "deal 1 2C / concede 3")
    assert answer.match == {"1+3": 0, "2+4": 2, "winner": "2+4"}
    assert ref.phase == "match_over" and ref.winner == 1 and ref.games == (0, 2)
    assert ref.last_round == {"winner": "2+4", "points": {"1+3": 0, "2+4": 0}, "games": 1, "by": "concession"}
    for line in ("deal 2 2C", "play AO", "misdeal", "end", "hand 1 AO"):
        assert refused(ref, line) == "match_over"
    told(ref, "undo")
    assert ref.phase == "play" and ref.winner == -1
    told(ref, "undo / undo / undo")
    assert refused(ref, "undo") == "nothing_to_undo"


def test_brought_games():
    ref = Referee(parse_rules("online-pairs"), 3, [2, 0])
    assert told(ref, "deal 4 2C / award 1+3").match == {"1+3": 3, "2+4": 0, "winner": "1+3"}


def test_a_void_round_is_dealt_again_by_the_same_seat():
    ref = referee()
    answer = told(ref, "deal 2 AO / play 2C / misdeal")
    assert answer.round == {"winner": None, "points": {"1+3": 0, "2+4": 0}, "games": 0, "by": "ruling"}
    assert ref.next_dealer == 2
    assert told(ref, "deal 3 AO").ok  # the table is right


def test_leaving_and_ending():
    answer = told(referee(), "deal 2 AO / leave 3")
    assert answer.match == {"1+3": 0, "2+4": 0, "winner": "2+4"} and answer.round["winner"] is None
    answer = told(referee(), "deal 2 AO / award 1+3 / end")
    assert answer.match == {"1+3": 1, "2+4": 0} and answer.round is None


def test_scanned_hands():
    ref = referee()
    told(ref, "hand 1 AO 3O / hand 1 RO")
    assert refused(ref, "hand 2 AO") == "already"
    assert refused(ref, "hand 1 2O 4O 5O 6O 7O SO CO AC") == "too_many"
    assert refused(ref, "deal 2 AO") == "card_elsewhere"
    assert ref.phase == "deal"
    told(ref, "hand 4 2O 4O 5O 6O 7O SO CO 2E 4E 5E")
    assert refused(ref, "deal 4 2C") == "too_many"
    assert refused(ref, "deal 4 RO") == "card_elsewhere"
    told(ref, "undo")
    told(ref, "deal 4 2C / hand 2 4O")
    assert refused(ref, "hand 3 2C") == "already"
    answer = ref.push("play 3C 1")
    assert refused(ref, "hand 3 AC") == "round_open"
    told(ref, "undo / play 2O 1")
    assert refused(ref, "play AO 2") == "card_elsewhere"
    answer = ref.push("play 4B 2")
    assert (answer.refused, answer.duty) == ("renuncio", ["follow"])
    told(ref, "forget")
    answer = ref.push("play AO 2")
    assert answer.ok and answer.verdict == "legal"
    told(ref, "undo / undo")
    assert refused(ref, "play AO 2") == "card_elsewhere"


def test_a_scan_given_up_twice_after_a_claim_about_the_round_before():
    ref = referee("renuncio_penalty=warn")
    told(ref, "deal 4 2C / play 5O 1 / play 4O / concede 1 / hand 3 3O / deal 1 6C / claim 1 2")
    told(ref, "play RO 2 / forget / play AO 3 / forget")
    assert ref.table == [(2, 7), (3, 9)]
    told(ref, "play 3O 4 / undo / undo / undo / undo")
    assert refused(ref, "play 3O 4") == "not_your_turn"
    assert refused(ref, "show 2 3O") == "card_elsewhere"


def test_giving_up_a_scan_loses_nothing():
    # a cante without its seat stays his whose it was by the hands that are void now
    ref = referee("renuncio_penalty=warn")
    told(ref, "hand 2 CB RB / deal 1 2C / play SE 2 / play SC 3 / play RC 4 stands / play 5E 1")
    assert ref.push("cante 20 B").event == "cante 20 B 2"
    told(ref, "play 6B 4 / play 2C 1 / play RB 2 / forget")
    assert (ref.turn, ref.cantes_by_side) == (3, [[], ["20B"]])
    # what could not stand without the hands keeps them
    ref = referee("renuncio_detection=on_claim renuncio_penalty=warn")
    for i, line in enumerate("hand 3 RO/deal 1 2C/play 5O 2/play 2B 3/claim 2 3/claim 2 3".split("/")):
        answer = ref.push(line, i + 1)
    assert answer.claim == "upheld"
    assert refused(ref, "forget") == "then_line 6: already"
    assert refused(ref, "play RO 4") == "card_elsewhere"


def test_shown_cards():
    ref = referee()
    assert refused(ref, "show 1 AO") == "no_round"
    told(ref, START)
    assert refused(ref, "show 1 AO") == "card_played"
    assert refused(ref, "show 1 6C") == "card_elsewhere"
    assert refused(ref, "show 1 2O 4O 6O 7O SO CO 3O 2E 4E 5E") == "too_many"
    answer = ref.push("show 3 CO")
    assert answer.renuncios[0]["witnesses"] == ["CO"] and answer.round["by"] == "renuncio"
    answer = ref.push("show 2 CE")
    assert answer.ok and answer.audit is None and answer.turn is None and answer.points is None
    answer = ref.push("show 2 3O")  # nothing of the RO that it does not beat
    assert answer.ok and "renuncios" not in answer.to_dict()


def test_claims():
    ref = referee("renuncio_detection=on_claim")
    assert refused(ref, "claim 1 2") == "no_round"
    told(ref, "deal 4 6C / play 5O 1")
    assert refused(ref, "claim 1 3") == "claim_by"
    assert refused(ref, "claim 1 2") == "nothing_to_claim"
    told(ref, "play RO / play 2B / play AO / play 4E 4 / play AE 1 / play 2E 2")
    answer = ref.push("claim 2 3")
    assert answer.claim == "pending"
    assert refused(ref, "claim 2 3") == "already"
    assert ref.push("claim 2 1").claim == "unfounded"
    answer = ref.push("play 7O 3")
    assert answer.claim == "upheld" and answer.renuncios[0]["claimed_by"] == 2
    assert answer.round["winner"] == "2+4"


def test_a_claim_turns_a_finished_round_until_the_next_lead():
    lines = START + " / play 4E 4 / play AE 1 / play 2E 2 / play 7O 3 / concede 2"
    ref = referee("renuncio_detection=on_claim")
    assert told(ref, lines).match == {"1+3": 1, "2+4": 0}
    told(ref, "deal 1 AO")
    answer = ref.push("claim 4 3")
    assert answer.claim == "upheld" and answer.round["by"] == "renuncio"
    assert answer.match == {"1+3": 0, "2+4": 1}
    told(ref, "undo")
    assert ref.games == (1, 0) and ref.phase == "play"
    told(ref, "play 2O 2")
    assert refused(ref, "claim 4 3") == "nothing_to_claim"  # the lead was laid: another round
    ref = referee("renuncio_detection=on_claim renuncio_claim_until=round_count")
    told(ref, lines)
    assert refused(ref, "claim 4 3") == "claim_late"


def test_a_false_claim():
    ref = referee("renuncio_detection=on_claim false_claim=lose_round")
    answer = told(ref, "deal 4 6C / play 5O 1 / play 2O 2 / claim 1 2")
    assert answer.claim == "pending"
    answer = told(ref, "play 3O 3 / play 4O 4 / claim 2 1")
    assert answer.claim == "unfounded" and answer.round["winner"] == "1+3" and answer.round["by"] == "ruling"


def test_an_announced_cante_that_is_disproved():
    ref = referee()
    told(ref, START + " / cante 20 E 4 said / play 4E 4 / play AE 1 / play RE 2")
    ref = referee("renuncio_penalty=warn")
    told(ref, START + " / cante 20 E 4 said / play 4E 4 / play AE 1")
    answer = ref.push("play RE 2")
    assert answer.to_dict()["cantes"] == {"1+3": [], "2+4": []} and answer.points == (0, 15)
    assert answer.renuncios == [
        {"seat": 4, "trick": 1, "card": "20E", "duty": ["cante"], "witnesses": [], "status": "proven"}
    ]


def test_out_of_turn_leads_may_be_accepted():
    ref = referee("out_of_turn=lead_accepted")
    told(ref, "deal 4 6C / play 5O 3")
    assert ref.turn == 4
    assert refused(ref, "play 7O 2") == "not_your_turn"


def test_corrections():
    ref = referee()
    lines = ["deal 4 6C", "play 5O 1", "play RO", "play 2B", "play AO", "play 4E 4"]
    for i, line in enumerate(lines):
        ref.push(parse_line(line), i + 3)
    assert refused(ref, "correct 99 -") == "no_line"
    assert refused(ref, "correct 4 play AO 1") == "then_line 7: card_played"
    answer = ref.push("correct 6 play 2E 3", 9)
    assert answer.ok and answer.event == "correct 6 play 2E 3"
    assert ref.last_trick[2] == (3, 20)
    told(ref, "play 7E 1 / play 2O 2")
    answer = ref.push("correct 7 play 3O 4", 12)
    assert answer.ok
    # the seat 3 laid 2B after all, and shows an oros that it had
    told(ref, "play AE 3")
    told(ref, "undo / undo / undo / undo / undo")
    assert ref.last_trick[2] == (3, 30)


def test_a_correction_can_prove():
    ref = referee()
    for i, line in enumerate(
        ["deal 4 6C", "play 5O 1", "play RO", "play 3O", "play AO", "play 4E 4", "play AE 1"]
    ):
        ref.push(parse_line(line), i + 3)
    ref.push(parse_line("play 2E 2"), 10)
    ref.push(parse_line("play 7O 3"), 11)
    assert ref.phase == "window"
    answer = ref.push("correct 6 play 2B 3", 12)
    assert answer.renuncios[0]["witnesses"] == ["7O"] and answer.round["winner"] == "2+4"
    assert answer.match == {"1+3": 0, "2+4": 1} and answer.audit["3"] == "renuncio"


def test_seldom_events():
    ref = referee()
    assert refused(ref, "misdeal") == "no_round"
    told(ref, START)
    assert refused(ref, "draw") == "stock"
    assert refused(ref, "claim101 4") == "nothing_to_claim"
    assert refused(ref, "award 2") == "seat"
    assert refused(ref, "deal 1 AO") == "round_open"


def test_what_is_no_event():
    ref = referee()
    for text in ("", "# deal", "foo", "play", "acta 1"):
        try:
            ref.push(text)
        except ActaError as error:
            assert error.column >= 1 and error.expected
            continue
        raise AssertionError(text)


def test_what_is_lent_does_not_stay():
    lent = "corrections dealing declaring grammar history match proofs rulings scans swap".split()
    kept = tute.keep
    had = [name for name in lent if sys.modules.pop("tute." + name, None)]
    tute.keep = False
    try:
        ref = referee()
        told(ref, START + " / cante 20 E 2 / swap 2C 4 / undo / claim 1 2 / concede 3 / show 1 AC")
        assert not [name for name in lent if "tute." + name in sys.modules], sys.modules
    finally:
        tute.keep = kept
        for name in had:
            __import__("tute." + name)
