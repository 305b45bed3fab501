"""The table where each seat has its antenna: turns, order, cantes, proofs, the set-up, a reader that is away."""

from support.seat_story import SeatStory
from tute.cards import parse_card as c


def dealt(upcard="6C", **kw):
    return SeatStory(**kw).deal(upcard)


# Turns


def test_each_card_is_its_seats_play():
    s = dealt().lay("AO", "3O", "RO", "5O")
    assert s.events(4) == ["play AO 1", "play 3O 2", "play RO 3", "play 5O 4"]
    s.collect().lay("7O")
    assert s.events(1) == ["play 7O 1"]
    s.check()


def test_the_trump_card_may_be_shown_anywhere():
    s = SeatStory()
    s.lay_at(3, "6C").wait(1200)
    s.press("ok").lift("6C")
    assert s.events() == ["deal 4 6C"]
    s.check()


def test_the_lead_confirms_the_trump_card():
    s = SeatStory()
    s.lay_at(4, "6C").wait(1200)
    s.lift("6C").lay_at(1, "AO")
    assert s.events() == ["deal 4 6C", "play AO 1"]
    s.check()


def test_a_card_before_its_turn_is_refused_and_counts_when_its_turn_comes():
    s = dealt().lay("AO")
    s.heard()
    s.lay_at(3, "RO")
    assert s.events(1) == ["play AO 1"]
    assert s.view.kind == "refused" and s.view.banner[1][:3] == (3, c("RO"), "not_your_turn")
    assert s.heard() == ["refused"]
    s.lay_at(2, "3O")
    assert s.events(2) == ["play 3O 2", "play RO 3"]
    assert s.asked() is None and s.view.turn == 4
    s.lay("5O").check()
    assert s.view.kind == "won"


def test_a_card_before_its_turn_may_be_taken_back_and_leaves_nothing():
    s = dealt().lay("AO").lay_at(4, "RO")
    s.lift("RO").lay_at(2, "3O").lay_at(3, "4O")
    assert s.events(3) == ["play AO 1", "play 3O 2", "play 4O 3"]
    s.lay_at(4, "RO")
    assert s.events(1) == ["play RO 4"]
    s.check()


def test_a_card_that_waited_is_judged_in_its_turn():
    s = dealt("RC").lay("2C", "4C").lay_at(4, "AO")
    s.lay_at(3, "5C")
    # The dealer's trump card is known: he has a copa.
    assert s.view.kind == "refused" and s.view.banner[1][2] == "renuncio"
    s.lift("AO").lay_at(4, "RC")
    assert s.events(3) == ["play 5C 3", "show 4 AO", "play RC 4"]
    s.check()


def test_the_wrong_leader_is_refused():
    s = dealt().lay("5O", "4O", "AO", "7O").collect()
    s.lay_at(1, "2C")
    assert s.view.banner[1][:3] == (1, c("2C"), "not_your_turn")
    s.lift("2C").lay_at(3, "3E")
    assert s.events(1) == ["play 3E 3"]
    s.check()


def test_cards_of_unknown_order_are_those_of_the_turn():
    s = dealt().lay("AO")
    s.together_at((4, "5O"), (2, "3O"), (3, "RO"))
    assert s.events(3) == ["play 3O 2", "play RO 3", "play 5O 4"]
    assert s.asked() is None
    s.check()


def test_the_last_card_and_the_next_lead_at_once():
    s = dealt().lay("AO", "3O", "RO")
    s.together_at((1, "7E"), (4, "5O"))
    assert s.events(2) == ["play 5O 4", "play 7E 1"]
    s.check()


# Two cards of one seat


def test_two_cards_of_the_seat_in_turn_are_asked():
    s = dealt().lay("AO")
    s.together_at((2, "3O"), (2, "7C"))
    assert s.asked() == "whose" and s.events(1) == ["play AO 1"]
    s.choose("card", c("3O"))
    assert s.events(1) == ["play 3O 2"]
    s.lift("7C").lay("4O", "5O").check()


def test_one_of_two_taken_up_answers_it():
    s = dealt().lay("AO")
    s.together_at((2, "3O"), (2, "7C"))
    s.lift("3O")
    assert s.asked() is None and s.events(1) == ["play 7C 2"]
    s.check()


def test_two_cards_that_waited_are_asked_when_their_turn_comes():
    s = dealt().lay("AO").lay_at(3, "RO").lay_at(3, "4O")
    s.lay_at(2, "3O")
    assert s.asked() == "whose" and s.view.question[1] == (3,)
    s.choose("card", c("4O"))
    assert s.events(2) == ["play 3O 2", "play 4O 3"]
    s.check()


# Cantes and the swap


def after_a_trick(**kw):
    """Seat 1 has won the first trick."""
    return dealt(**kw).lay("AO", "3O", "RO", "5O").collect()


def test_a_cante_is_his_who_lays_the_cards_before_him():
    s = after_a_trick().press("cante")
    s.lay_at(3, "RE").lay_at(3, "CE")
    assert s.events(1) == ["cante 20 E 3"]
    s.lift("RE", "CE").lay_at(1, "7E").check()


def test_a_cante_of_the_other_side_is_refused_by_name():
    s = after_a_trick().press("cante")
    s.lay_at(2, "RE").lay_at(2, "CE")
    assert s.events(1) == ["play 5O 4"]
    assert s.banner() == "cante_refused" and s.view.banner[1][0] == 2
    s.check()


def test_king_and_knight_together_before_the_leader_are_a_cante_or_a_lead():
    s = after_a_trick()
    s.together_at((1, "RE"), (1, "CE"))
    assert s.asked() == "cante_or_play"
    assert [option[0] for option in s.view.question[2]] == ["cante_of", "order_of", "order_of"]
    s.press("ok")
    assert s.events(1) == ["cante 20 E 1"]
    s.lift("CE", "RE").lay("RE")
    assert s.events(1) == ["play RE 1"]
    s.check()


def test_king_and_knight_as_a_lead_leave_the_knight_in_hand():
    s = after_a_trick()
    s.together_at((1, "RE"), (1, "CE"))
    s.choose("order_of", c("RE"), c("CE"))
    assert s.events(1) == ["play RE 1"]
    s.lift("CE").lay_at(2, "4E")
    assert s.events(1) == ["play 4E 2"]
    s.check()


def test_king_and_knight_of_another_seat_are_no_cante_without_the_button():
    s = after_a_trick()
    s.together_at((2, "RE"), (2, "CE"))
    assert s.asked() is None and s.events(1) == ["play 5O 4"]
    s.lift("RE", "CE").lay_at(1, "7E").check()


def test_the_knight_laid_after_the_led_king_by_another_seat_is_a_play():
    s = after_a_trick()
    s.lay_at(1, "RE", 100).lay_at(2, "CE")
    assert s.asked() is None
    assert s.events(2) == ["play RE 1", "play CE 2"]
    s.check()


def test_the_knight_laid_after_the_led_king_by_the_same_seat_is_asked():
    s = after_a_trick()
    s.lay_at(1, "RE", 100).lay_at(1, "CE")
    assert s.asked() == "cante_or_play"
    s.check()


def test_a_swap_is_his_who_lays_the_card():
    s = after_a_trick(upcard="RC").press("cambio").lay_at(3, "7C")
    assert s.events(1) == ["swap 7C 3"]
    s.lift("7C").lay_at(1, "7E").check()


# Proofs


def test_proofs_act_by_themselves():
    s = dealt()
    for seat, name in ((1, "AO"), (2, "2B"), (3, "4O"), (4, "5O")):
        s.lay_at(seat, name)
    s.collect().lay_at(1, "7O").lay_at(2, "RO")
    assert s.asked() is None and s.view.kind == "count"
    s.check()


# A card that is never heard


def test_a_card_that_is_not_heard_is_chosen_by_buttons_while_the_next_waits():
    s = dealt().lay("AO")  # the three of seat 2 has a dead sticker
    s.lay_at(3, "RO")
    assert s.view.buttons[0] == "unheard"
    s.press("ok")
    assert s.asked() == "missing"
    s.choose("choose_card").choose("suit", 0).choose("card", c("3O"))
    assert s.events(2) == ["play 3O 2", "play RO 3"]
    assert s.asked() is None
    s.lay("5O").check()


def test_a_lead_that_is_not_heard_is_chosen_by_buttons():
    s = after_a_trick().lay_at(2, "4E")
    s.press("ok").choose("choose_card").choose("suit", 2).choose("card", c("7E"))
    assert s.events(2) == ["play 7E 1", "play 4E 2"]
    s.check()


def test_the_question_for_the_unheard_card_is_answered_by_laying_it_again():
    s = dealt().lay("AO").lay_at(3, "RO").press("ok")
    s.lay_at(2, "3O")
    assert s.asked() is None and s.events(2) == ["play 3O 2", "play RO 3"]
    s.check()


def test_a_missing_card_laid_before_its_player_is_put_in_at_his_place():
    s = dealt().lay("AO", "3O", "RO")
    s.lift("AO", "3O", "RO").wait(2500)
    assert s.asked() == "missing"
    s.lay_at(4, "5O")
    assert s.events(1) == ["play 5O 4"] and s.asked() is None
    s.check()


# Readers that are away


def test_while_a_reader_is_away_its_seat_lays_anywhere():
    s = dealt()
    s.deaf.append(2)
    s.lay_at(1, "AO").lay_at(3, "3O")
    assert s.events(2) == ["play AO 1", "play 3O 2"]
    s.lay_at(3, "RO").lay_at(4, "5O")
    assert s.events(2) == ["play RO 3", "play 5O 4"]
    s.check()


def test_a_proof_that_rests_on_such_a_card_is_asked():
    s = dealt()
    s.deaf.append(2)
    for seat, name in ((1, "AO"), (1, "2B"), (3, "4O"), (4, "5O")):
        s.lay_at(seat, name)
    s.collect().lay_at(1, "7O").lay_at(3, "RO")
    assert s.asked() == "proof"
    s.start()  # power fails before it is answered
    assert s.asked() == "proof"
    s.press("ok")
    assert s.view.kind == "count"
    s.check()


# Start and set-up


def test_after_a_start_the_cards_of_the_seat_in_turn_are_proposed_first():
    s = dealt().lay("AO", "3O")
    s.lying += ["4O", "RO"]
    s.where["4O"] = 4
    s.where["RO"] = 3
    s.start()
    assert s.asked() == "whose" and s.view.question[2][0] == ("card", (c("RO"),))
    s.press("ok")
    s.press("ok")
    assert s.events(2) == ["play RO 3", "play 4O 4"]
    s.check()


def test_before_the_first_match_each_player_lays_any_card():
    s = SeatStory(antennas=(0, 0, 0, 0), wired=(3, 1, 4, 2))
    assert s.asked() == "antenna" and s.view.question[1] == (1,)
    for seat, name in ((1, "AO"), (2, "3O"), (3, "RO"), (4, "5O")):
        assert s.view.question[1] == (seat,)
        s.lay_at(seat, name).lift(name)
    assert s.settings.antennas == [2, 4, 1, 3] and s.settings.saved == 1
    assert s.view.kind == "deal"
    s.deal("6C").lay("AO", "3O", "RO", "5O")
    assert s.events(4) == ["play AO 1", "play 3O 2", "play RO 3", "play 5O 4"]
    s.check()


def test_two_players_cannot_sit_at_one_antenna():
    s = SeatStory(antennas=(0, 0, 0, 0))
    s.lay_at(1, "AO").lift("AO").lay_at(1, "3O")
    assert s.asked() == "antenna" and s.view.question[1] == (2,)
    assert s.banner() == "antenna_taken"
    s.lift("3O").lay_at(2, "3O")
    assert s.view.question[1] == (3,)


def test_as_they_are_wired_is_one_press_and_is_not_asked_again():
    s = SeatStory(antennas=(0, 0, 0, 0)).press("ok")
    assert s.view.kind == "deal" and s.settings.antennas == [1, 2, 3, 4] and s.settings.saved == 1


def test_players_who_change_places_lay_again():
    s = SeatStory(antennas=(0, 0, 0, 0)).press("deshacer")
    assert s.asked() == "setup_start" and s.settings.antennas == [0, 0, 0, 0]
    s.choose("options").choose("antennas")
    for seat, name in ((1, "AO"), (2, "3O"), (3, "RO"), (4, "5O")):
        s.lay_at(seat, name)
    assert s.asked() == "options" and s.settings.antennas == [1, 2, 3, 4]
    s.press("deshacer", "ok")
    assert s.view.kind == "deal"
    s.collect().deal("6C").lay("AO").check()


def test_cards_that_lie_there_from_the_set_up_are_no_trump_card():
    s = SeatStory(antennas=(0, 0, 0, 0))
    for seat, name in ((1, "AO"), (2, "3O"), (3, "RO"), (4, "5O")):
        s.lay_at(seat, name)
    s.lift("AO", "3O", "RO").wait(3000)
    assert s.events() == [] and s.view.upcard == -1
    s.lift("5O").deal("6C")
    assert s.events() == ["deal 4 6C"]
