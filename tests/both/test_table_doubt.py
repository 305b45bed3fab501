"""Table, stories of doubt: two cards at once, cards that were not heard, cards that cannot be, proofs."""

from support.story import Story
from tute.cards import parse_card


def dealt(upcard="6C", **kw):
    return Story(**kw).deal(upcard)


def c(name):
    return parse_card(name)


# Two cards in one sweep


def test_order_is_asked_and_the_table_goes_on():
    s = dealt().lay("AO").together("3O", "4O")
    assert s.asked() == "order" and s.view.question[1] == (2, 3)
    assert s.events(2) == ["play 3O 2", "play 4O 3"] and s.view.provisional == (2, 3)
    assert s.notes()[-1] == "@doubt order 0 3O 4O"
    s.press("ok")
    assert s.asked() is None and s.view.provisional == () and s.notes()[-1] == "@settled"
    s.lay("5O")
    assert s.view.kind == "won"
    s.check()


def test_the_other_order():
    s = dealt().lay("AO").together("3O", "4O").press("cante")
    assert s.events(4) == ["undo", "undo", "play 4O 2", "play 3O 3"]
    assert s.notes()[-1] == "@batch 4 undo; undo; play 4O 2; play 3O 3;"
    assert s.ref.table == [(1, c("AO")), (2, c("4O")), (3, c("3O"))] and s.view.provisional == ()
    s.lay("5O").check()


def test_later_cards_move_with_the_answer():
    s = dealt().together("3O", "4O").lay("5O")
    assert s.events(1) == ["play 5O 3"] and s.view.provisional == (1, 2, 3)
    s.press("cante")
    assert s.ref.table == [(1, c("4O")), (2, c("3O")), (3, c("5O"))]
    s.check()


def test_the_last_card_waits_for_the_answer():
    s = dealt().together("3O", "4O").lay("5O", "6O")
    assert s.events(1) == ["play 5O 3"] and s.view.provisional == (1, 2, 3, 4)
    s.lay("AB")  # and so does the next lead
    assert s.events(1) == ["play 5O 3"]
    s.press("ok")
    assert s.events(2) == ["play 6O 4", "play AB 1"]
    s.check()


def test_cards_collected_before_the_answer_are_not_lost():
    s = dealt().together("3O", "4O").lay("5O", "6O").collect()
    assert s.asked() == "order"
    s.press("cante")
    assert s.events(1) == ["play 6O 4"] and s.ref.last_trick == [
        (1, c("4O")),
        (2, c("3O")),
        (3, c("5O")),
        (4, c("6O")),
    ]
    s.check()


def test_two_cards_of_which_the_second_would_complete_the_trick():
    s = dealt().lay("AO", "3O").together("4O", "5O")
    assert s.asked() == "order" and s.events(1) == ["play 4O 3"] and s.view.kind == "question"
    s.press("cante")
    assert s.ref.last_trick == [(1, c("AO")), (2, c("3O")), (3, c("5O")), (4, c("4O"))]
    s.check()


def test_two_cards_of_which_the_first_completes_the_trick():
    s = dealt().lay("AO", "3O", "4O").together("5O", "AB")
    assert s.asked() == "order" and s.events(1) == ["play 4O 3"]
    s.press("ok")
    assert s.events(2) == ["play 5O 4", "play AB 1"]
    s.check()
    s = dealt().lay("AO", "3O", "4O").together("AB", "5O").press("cante")
    assert s.events(2) == ["play 5O 4", "play AB 1"]
    s.check()


def test_no_question_where_only_one_order_can_be():
    s = dealt("6O").lay("AO", "3O").together("6O", "4O")  # 6O is the dealer's, seat 4
    assert s.asked() is None and s.events(2) == ["play 4O 3", "play 6O 4"]
    s.check()


def test_a_later_card_answers_the_order():
    # 6O is known to be seat 4's: if it comes third after the pair, one of the pair was not a play of its own
    s = dealt("6O").lay("AO").together("3O", "4O")
    assert s.asked() == "order"
    s.lay("6O")
    assert s.asked() == "order"  # both orders allow it, and it would complete the trick
    s.press("ok")
    assert s.events(1) == ["play 6O 4"]
    s.check()


def test_a_card_that_only_one_answer_allows_gives_it():
    s = dealt("6O").trick("AO", "3O", "4O", "5O")
    s.together("RE", "CE")  # proposed: seat 1 sings; then the next card would be seat 1's lead
    assert s.events(1) == ["cante 20 E 1"]
    s.lay("2E")
    assert s.events(1) == ["play 2E 1"]
    s.lift("2E")
    s.press("deshacer").collect()
    s.together("RE", "CE").lay("6O")  # the dealer's: it cannot be led by seat 1, nor be third
    assert s.asked() == "cante_or_play" and s.view.provisional == (1,)
    s.press("ok")
    assert s.asked() == "impossible"
    s.lift("6O")
    assert s.asked() is None
    s.check()


def test_deshacer_takes_both_back():
    s = dealt().lay("AO").together("3O", "4O").press("deshacer")
    assert s.ref.table == [(1, c("AO"))] and s.asked() is None and s.view.provisional == ()
    s.lift("3O", "4O").lay("4O", "3O")
    assert s.ref.table == [(1, c("AO")), (2, c("4O")), (3, c("3O"))]
    s.check()


def test_a_second_pair_under_a_doubt_waits():
    s = dealt().together("3O", "4O").together("5O", "6O")
    assert s.asked() == "order" and s.events(1) == ["play 4O 2"]
    s.press("ok")
    assert s.asked() == "order" and s.events(1) == ["play 5O 3"]
    s.press("cante")
    assert s.ref.last_trick == [(1, c("3O")), (2, c("4O")), (3, c("6O")), (4, c("5O"))]
    s.check()


def test_three_cards_at_once_are_asked_one_by_one():
    s = dealt().lay("AO").together("3O", "4O", "5O")
    assert s.asked() == "whose" and s.view.question[1] == (2,)
    s.choose("card", c("5O"))
    assert s.events(1) == ["play 5O 2"] and s.view.question[1] == (3,)
    s.choose("card", c("3O"))
    assert s.asked() is None and s.ref.last_trick[2:] == [(3, c("3O")), (4, c("4O"))]
    s.check()


def test_three_cards_of_which_one_is_taken_up_again():
    s = dealt().lay("AO").together("3O", "4O", "5O").lift("5O").choose("card", c("4O"))
    assert s.events(2) == ["play 4O 2", "play 3O 3"]
    s.check()


def test_a_pair_with_a_card_that_lies_already():
    s = dealt().lay("AO").lift("AO").together("AO", "3O")
    assert s.asked() is None and s.events(1) == ["play 3O 2"]
    s.check()


# A card is missing


def test_no_card_of_an_open_trick_is_heard():
    s = dealt().lay("AO", "3O", "5O").lift("AO", "3O", "5O")
    assert s.asked() is None
    s.wait(1200)
    assert s.asked() == "missing"
    n = len(s.journal.lines)
    s.lay("4O")
    assert s.asked() == "place" and len(s.journal.lines) == n
    s.choose("seat", 3)
    assert s.ref.last_trick == [(1, c("AO")), (2, c("3O")), (3, c("4O")), (4, c("5O"))]
    assert s.events(2)[0].startswith("correct ") and s.events(1) == ["play 5O 4"]
    s.check()


def test_the_last_card_was_missed():
    s = dealt().lay("AO", "3O", "4O").collect().wait(1200).lay("5O")
    assert s.asked() == "place"
    s.press("ok")  # proposed: the seat in turn
    assert s.events(1) == ["play 5O 4"] and s.view.kind == "won"
    s.collect().lay("AB")
    assert s.events(1) == ["play AB 1"]
    s.check()


def test_the_lead_itself_was_missed():
    s = dealt().lay("3O", "4O", "5O").collect().wait(1200).lay("AO").choose("seat", 1)
    assert s.ref.last_trick == [(1, c("AO")), (2, c("3O")), (3, c("4O")), (4, c("5O"))]
    s.check()


def test_a_lead_comes_while_the_trick_is_open_and_gone():
    s = dealt().lay("AO", "3O", "4O").collect().lay("AB")
    assert s.asked() == "missing" and s.events(1) == ["play 4O 3"]
    s.lay("5O").press("ok")  # the missing one, beside the lead
    assert s.events(2) == ["play 5O 4", "play AB 1"]
    s.check()


def test_what_came_is_the_missing_card_itself():
    s = dealt().lay("AO", "3O", "4O").collect().lay("5O")
    assert s.asked() == "missing"
    s.press("ok")  # that is it
    assert s.asked() == "place"
    s.press("ok")
    assert s.events(1) == ["play 5O 4"] and s.view.kind == "won"
    s.check()


def test_the_missing_card_chosen_by_buttons():
    s = dealt().lay("AO", "3O", "5O").collect().lay("AB").press("cante")
    assert s.asked() == "pick_suit"
    s.choose("suit", 0)
    assert s.asked() == "pick_card" and ("card", (c("AO"),)) not in s.view.question[2]
    s.choose("card", c("4O")).choose("seat", 3)
    assert s.ref.last_trick == [(1, c("AO")), (2, c("3O")), (3, c("4O")), (4, c("5O"))]
    assert s.events(1) == ["play AB 1"]
    s.check()


def test_nothing_was_missing():
    s = dealt().lay("AO", "3O", "4O").collect().wait(1200).press("cambio")
    assert s.asked() is None
    s.wait(5000)
    assert s.asked() is None
    s.lay("5O")
    assert s.events(1) == ["play 5O 4"]
    s.check()


def test_the_cards_come_back_by_themselves():
    s = dealt().lay("AO", "3O").lift("AO", "3O").wait(2300)
    assert s.asked() == "missing"
    s.lay("3O")
    assert s.asked() is None and s.banner() == "restored"
    s.lay("4O")
    assert s.events(1) == ["play 4O 3"]
    s.check()


def test_two_cards_missing_are_asked_twice():
    s = dealt().lay("AO", "5O").collect().wait(2300).lay("3O").choose("seat", 2)
    assert s.ref.table == [(1, c("AO")), (2, c("3O")), (3, c("5O"))]
    s.lift("3O").wait(2300)
    assert s.asked() == "missing"
    s.lay("4O").choose("seat", 3)
    assert s.ref.last_trick == [(1, c("AO")), (2, c("3O")), (3, c("4O")), (4, c("5O"))]
    s.check()


def test_wrong_card_laid_for_the_missing_one():
    s = dealt().lay("AO", "3O", "4O").collect().wait(1200).lay("AB")
    assert s.asked() == "place"
    s.press("deshacer")  # no
    assert s.asked() == "missing" and s.events(1) == ["play 4O 3"]
    s.lift("AB").lay("5O").press("ok")
    assert s.events(1) == ["play 5O 4"]
    s.check()


def test_the_moved_card_is_judged_at_its_new_place():
    s = dealt("RC").lay("2C", "4C")  # seat 3's card was not heard
    s.lay("AO")  # seat 4's, taken for seat 3's
    assert s.events(1) == ["play AO 3"]
    s.collect().wait(2300)
    assert s.asked() == "missing"
    s.lay("5C").choose("seat", 3)  # then AO is seat 4's, who holds RC: it is taken back, not judged here
    assert s.banner() == "lay_again" and s.ref.table[2] == (3, c("5C")) and s.ref.turn == 4
    s.lay("AO")
    assert s.view.kind == "refused"
    s.lift("AO").lay("RC")
    assert s.events(2) == ["show 4 AO", "play RC 4"]
    s.check()


def test_a_card_that_cannot_stand_beside_the_next_one_missing_is_put_in_alone():
    s = dealt("6B").lay("AO", "6O").lay("2B")  # heard: seats 1, 3 and 4 of four
    s.collect().wait(2300).lay("5O").choose("seat", 2)
    assert s.ref.last_trick[1:] == [(2, c("5O")), (3, c("6O")), (4, c("2B"))]
    s.check()
    s = dealt("6B").lay("AO", "2E").collect().wait(2300)  # seats 1 and 4; 2E is no card of one who holds 6B
    s.lay("5O").choose("seat", 2)
    assert s.ref.table == [(1, c("AO")), (2, c("5O")), (3, c("2E"))]
    s.lift("5O").wait(2300).lay("7O").choose("seat", 3)
    assert s.banner() == "lay_again"  # seat 4 cannot have laid 2E and hold 6B
    assert s.ref.table == [(1, c("AO")), (2, c("5O")), (3, c("7O"))]
    s.lay("6B")
    assert s.ref.last_trick[3] == (4, c("6B"))
    s.check()


# A card that cannot be the seat's


def test_the_dealers_card_too_early():
    s = dealt("6O").lay("AO", "6O")
    assert s.asked() == "impossible" and s.view.question[1] == (2, c("6O"))
    assert s.events(1) == ["play AO 1"]
    s.lift("6O")
    assert s.asked() is None and s.banner() == "taken_back"
    s.lay("3O", "4O", "6O")
    assert s.view.kind == "won"
    s.check()


def test_cards_before_it_were_missed():
    s = dealt("6O").lay("AO", "6O").press("ok")
    assert s.asked() == "missing"
    s.lay("3O").press("ok")
    assert s.events(1) == ["play 3O 2"] and s.asked() == "impossible"  # seat 3's is still missing
    s.press("ok").lay("4O").press("ok")
    assert s.ref.last_trick == [(1, c("AO")), (2, c("3O")), (3, c("4O")), (4, c("6O"))]
    s.check()


def test_it_is_taken_back_by_button():
    s = dealt("6O").lay("AO", "6O").press("cante")
    assert s.asked() is None
    s.lay("3O").lift("6O")
    assert s.events(1) == ["play 3O 2"]
    s.check()


def test_other_cards_wait_for_it():
    s = dealt("6O").lay("AO", "6O", "3O")
    assert s.events(1) == ["play AO 1"]
    s.lift("6O")
    assert s.events(1) == ["play 3O 2"]
    s.check()


# A card that is not in the deck


def test_a_foreign_card_is_asked_and_the_table_goes_on():
    s = dealt().lay("AO", "?")
    assert s.asked() == "foreign"
    s.lay("3O")
    assert s.events(1) == ["play 3O 2"] and s.view.provisional == (2,)
    s.lift("?")
    assert s.asked() is None and s.view.provisional == ()
    s.lay("4O", "5O")
    assert s.view.kind == "won"
    s.check()


def test_a_new_sticker_is_named_by_buttons_and_later_cards_move():
    s = dealt().lay("AO", "?", "3O").press("cante").choose("suit", 0).choose("card", c("7O"))
    assert s.ref.table == [(1, c("AO")), (2, c("7O")), (3, c("3O"))]
    s.lay("4O")
    assert s.view.kind == "won"
    s.lift("?", "AO", "3O", "4O").lay("AB")
    assert s.events(1) == ["play AB 1"]
    s.table.here = [card for card in s.table.here]
    s.check()


def test_a_foreign_card_is_answered_before_the_trick_is_fixed():
    s = dealt().lay("AO", "?", "3O", "4O", "5O")
    assert s.events(1) == ["play 4O 3"]
    s.press("ok")  # it is nothing
    assert s.events(1) == ["play 5O 4"] and s.view.kind == "won"
    s.check()


def test_a_foreign_card_between_rounds_is_only_told():
    s = Story().lay("?")
    assert s.asked() is None and s.banner() == "foreign"
    s.lift("?").deal("6C").check()


def test_uids_of_foreign_cards_are_nowhere():
    s = dealt().lay("AO", "?").press("ok").lift("?")
    text = " ".join(s.journal.lines + s.told)
    assert "deadbeef" not in text.lower() and "\\xde" not in text


# A round ended by a proof


def proven(**kw):
    """Seat 2 lays no oros in trick 1, and one in trick 2."""
    s = dealt(**kw).trick("AO", "2B", "4O", "5O")
    return s.lay("7O", "RO")


def test_a_proof_is_shown_with_names_and_both_tricks():
    s = proven()
    assert s.events(1) == ["play RO 2"]  # the card is on flash
    assert s.ref.phase == "round_over" and s.asked() == "proof"
    assert s.view.question[1] == (2, 1, c("2B"), c("RO"), 2)
    options = s.view.question[2]
    assert ("laid_by", (1, c("2B"), 1)) in options and ("laid_by", (2, c("RO"), 1)) in options
    s.press("ok")
    assert s.view.kind == "count" and s.view.by == "renuncio" and s.view.winner == 0
    assert s.view.audit[2] == "renuncio"
    s.collect().press("ok").deal("7C", 1).check()


def test_another_seat_laid_it():
    s = proven().choose("laid_by", 1, c("2B"), 3)
    assert s.asked() is None and s.ref.phase == "play"
    assert s.ref.table == [(1, c("7O")), (2, c("RO"))]
    assert [line.split()[0] for line in s.events(3)] == ["correct"] * 3
    assert s.view.kind == "trick"
    s.lay("2O")
    assert s.events(1) == ["play 2O 3"]  # seat 3 is now the one who did not follow
    assert s.asked() == "proof"
    s.check()


def test_a_correction_taken_back_ends_the_round_again():
    s = proven().choose("laid_by", 1, c("2B"), 3)
    assert s.ref.phase == "play"
    while s.ref.phase == "play":
        s.press("deshacer")
    assert s.ref.phase == "round_over" and s.view.kind == "count" and s.view.by == "renuncio"
    s.collect().press("ok").deal("7C", 1).check()


def test_the_witness_was_laid_by_another():
    s = proven().choose("laid_by", 2, c("RO"), 1)
    assert s.ref.phase == "play" and s.ref.table == [(1, c("RO")), (2, c("7O"))] or s.asked() == "proof"
    s.check()


def test_cards_that_come_while_a_proof_is_asked_wait():
    s = proven().lay("3B")
    assert s.events(1) == ["play RO 2"]
    s.choose("laid_by", 1, c("2B"), 3)
    assert s.events(1) == ["play 3B 3"]
    s.check()
    s = proven().lay("3B").press("ok")
    assert s.events(1) == ["play RO 2"]
    s.collect().press("ok").deal("7C", 1).check()


def test_deshacer_at_a_proof_asks_and_takes_the_card_back():
    s = proven().press("deshacer")
    assert s.asked() == "undo"
    s.press("cante")
    assert s.asked() == "proof"
    s.press("deshacer", "ok")
    assert s.events(1) == ["undo"] and s.ref.table == [(1, c("7O"))] and s.asked() is None
    s.lift("RO").lay("3B")
    assert s.events(1) == ["play 3B 2"]
    s.check()


def test_with_an_antenna_a_seat_proofs_act_by_themselves():
    s = dealt(central=False)
    for seat, name in ((1, "AO"), (2, "2B"), (3, "4O"), (4, "5O")):
        s.lay_at(seat, name)
    s.collect().lay_at(1, "7O").lay_at(2, "RO")
    assert s.asked() is None and s.view.kind == "count"
    s.check()


def test_a_proof_in_the_last_trick_can_be_exchanged_too():
    s = dealt().trick("AO", "2B", "4O", "5O")
    s.lay("7B", "RO")
    assert s.asked() == "proof"
    s.choose("laid_by", 2, c("RO"), 1)
    s.check()


def test_a_warning_goes_on():
    s = proven(rules="online-pairs renuncio_penalty=warn")
    assert s.asked() is None and s.view.banner == ("renuncio", (2, 1, c("2B"))) and s.ref.phase == "play"
    s.check()


def test_a_cante_that_is_disproved_is_asked_too():
    s = dealt().trick("AO", "3O", "4O", "5O").press("cante").choose("cante_of", "20", 2).press("ok")
    s.lay("RE", "AE", "CE")  # seat 1 announced both, seat 3 lays the knight
    assert s.asked() == "proof_cante" and s.view.question[1] == (1, "20", 2)
    assert s.view.banner == ("false_cante", (1, "20", 2)) and s.ref.phase == "round_over"
    s.choose("laid_by", 2, c("CE"), 1)  # no: seat 1 led it, seat 3 the king
    assert s.asked() == "proof_cante"
    s.press("ok")
    assert s.view.kind == "count" and s.view.winner == 1
    s.check()


def test_a_forty_that_is_disproved():
    s = dealt("6B").trick("AO", "3O", "4O", "5O").press("cante").choose("cante_of", "40").choose("seat", 1)
    s.lay("AE", "2E", "3E", "4E").collect()
    s.lay("2B", "4B", "RB")
    assert s.view.banner == ("false_cante", (1, "40", 3)) and s.asked() == "proof_cante"
    s.check()


def test_a_whole_trick_and_more_played_and_collected_under_a_question():
    s = dealt().together("3O", "4O").lay("5O", "6O").collect()
    s.lay("AB", "3B").collect()
    assert s.events(1) == ["play 5O 3"] and s.asked() == "order"
    s.press("ok")
    assert s.asked() is None
    assert s.events(3) == ["play 6O 4", "play AB 1", "play 3B 2"]
    s.lay("4B", "5B")
    assert s.view.kind == "won"
    s.check()


def test_a_card_missed_before_the_question_was_answered():
    s = dealt().together("3O", "4O").lay("6O").collect()  # seat 4's card was not heard
    s.press("cante").wait(1200)
    assert s.asked() == "missing"
    s.lay("5O").press("ok")
    assert s.ref.last_trick == [(1, c("4O")), (2, c("3O")), (3, c("6O")), (4, c("5O"))]
    s.check()


def test_one_of_two_waiting_cards_is_taken_up():
    s = dealt("RC").lay("2C", "4C", "5C", "AO").together("RC", "7B")  # AO is refused and still lies there
    assert s.view.kind == "refused"
    s.lift("7B").lift("AO")
    assert s.events(2) == ["show 4 AO", "play RC 4"]
    s.check()


def test_a_lead_while_a_question_is_open_and_cards_are_missing():
    s = dealt().together("3O", "4O").collect().lay("AB")  # two more were not heard
    assert s.asked() == "order" and s.events(1) == ["play 4O 2"]
    s.press("cante")
    assert s.asked() == "missing" and s.ref.table == [(1, c("4O")), (2, c("3O"))]
    s.lay("5O").press("ok")
    assert s.asked() == "missing"  # the lead that waits says that one more is
    s.lay("6O").press("ok")
    assert s.ref.last_trick == [(1, c("4O")), (2, c("3O")), (3, c("5O")), (4, c("6O"))]
    assert s.events(1) == ["play AB 2"]
    s.check()
