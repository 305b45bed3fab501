"""Table, stories of cantes and of the exchange of the trump card, by button."""

from support.story import Story
from tute.cards import parse_card


def won(upcard="6C"):
    """Seat 1 has just won the first trick, trump is copas, dealer 4; the trick is collected."""
    return Story().deal(upcard).trick("AO", "3O", "4O", "5O")


# Cantes


def test_the_forty_shown_by_the_winner():
    s = won().press("cante")
    assert s.asked() == "cante"
    s.heard()
    s.lay("RC", "CC")
    assert s.asked() == "cante_seat" and s.view.question[2] == [("seat", (1,)), ("seat", (3,))]
    s.press("ok")
    assert s.events(1) == ["cante 40 1"]
    assert s.view.kind == "cante" and s.view.banner == ("cante", (1, "40", 1))
    assert s.view.points == [61, 0] and s.view.cantes == [(0, "40")]
    assert s.heard()[-1] == "cante"
    s.lift("RC", "CC").lay("AB")
    assert s.events(1) == ["play AB 1"]
    s.check()


def test_the_partner_sings_with_one_press():
    s = won().press("cante").lay("CB", "RB")
    s.press("cante")  # the second of the two names
    assert s.events(1) == ["cante 20 B 3"]
    assert s.view.banner == ("cante", (3, "20", 3))
    s.check()


def test_both_cards_together_in_one_sweep():
    s = won().press("cante").together("RE", "CE").press("ok")
    assert s.events(1) == ["cante 20 E 1"]
    s.check()


def test_one_of_the_cards_comes_late_and_one_is_changed():
    s = won().press("cante").lay("RE").wait(10000)
    assert s.events(1) == ["play 5O 4"] and s.asked() == "cante"
    s.lift("RE").lay("RB", "CE")  # no pair
    assert s.asked() == "cante"
    s.lay("CB").press("ok")
    assert s.events(1) == ["cante 20 B 1"]
    s.collect().lay("CE")
    assert s.events(1) == ["play CE 1"]
    s.check()


def test_announced_only_chosen_by_button():
    s = won().press("cante").choose("cante_of", "20", 0)
    s.press("ok")
    assert s.events(1) == ["cante 20 O 1 said"]
    s.check()


def test_tute_ends_the_round():
    s = won("2C").press("cante").lay("RO", "RC", "RE", "RB").choose("seat", 3)
    assert s.events(1) == ["cante tute R 3"]
    assert s.ref.phase == "round_over" and s.view.by == "tute"
    s.press("ok")
    s.wait(3000)
    assert s.view.kind != "count" and s.banner() != "trump_seen"  # the kings only have to be taken up
    s.collect().check()


def test_the_side_that_lost_the_trick_is_refused_in_words():
    s = won().press("cante").lay("RO", "CO").press("ok")  # seat 1: RO and CO not his? he may hold them
    s.collect().trick("AC", "2C", "4C", "5C")
    assert s.ref.turn == 1
    s.press("cante").choose("cante_of", "40")
    # seats 1 and 3 sang a 20 before: the 40 is refused to both
    assert s.events(1) == ["play 5C 4"]
    assert s.view.banner == ("cante_refused", (1, "40", 1, "order"))
    s.check()


def test_a_refused_cante_leaves_no_line_and_its_cards_are_no_plays():
    s = won().press("cante").lay("RB", "CB").press("ok").collect()
    s.press("cante").lay("RE", "CE").press("ok")
    # one cante a player and window: seat 1 has had his, seat 3 may
    assert s.events(1) == ["cante 20 E 3"], s.events()
    s.collect()
    s.press("cante").lay("RO", "CO")
    assert s.banner() == "cante_refused" and s.events(1) == ["cante 20 E 3"]
    s.wait(2000).collect().lay("7E")
    assert s.events(1) == ["play 7E 1"]
    s.check()


def test_a_wrong_card_waits_and_is_the_lead_when_the_call_is_given_up():
    s = won().press("cante").lay("7B")
    assert s.asked() == "cante" and s.banner() == "not_for_cante"
    assert s.events(1) == ["play 5O 4"]
    s.press("deshacer")
    assert s.events(1) == ["play 7B 1"] and s.asked() is None
    s.check()


def test_giving_up_the_call_puts_its_cards_aside():
    s = won().press("cante").lay("RB").press("deshacer").wait(3000)
    assert s.events(1) == ["play 5O 4"]
    s.lift("RB").lay("RB")
    assert s.events(1) == ["play RB 1"]
    s.check()


def test_button_pressed_twice_calls_nothing():
    s = won().press("cante", "cante")
    assert s.events(1) == ["play 5O 4"] and s.asked() == "cante"
    s.press("deshacer").press("cambio", "cambio")
    assert s.events(1) == ["play 5O 4"] and s.asked() == "swap"
    s.press("deshacer").check()


def test_cante_in_the_middle_of_a_trick_is_too_late():
    s = won().lay("AB", "3B").press("cante")
    assert s.asked() is None and s.view.banner[0] == "cante_refused" and s.view.banner[1][3] == "moment"
    s.check()


def test_called_after_the_lead_was_laid():
    s = won().lay("AB").press("cante")
    assert s.asked() == "before_lead" and s.view.question[1] == (1, parse_card("AB"), "cante")
    s.press("ok")
    s.lay("RC", "CC").press("ok")
    assert s.events(3) == ["undo", "cante 40 1", "play AB 1"]
    assert s.view.cantes == [(0, "40")]
    s.lift("RC", "CC").lay("3B")
    assert s.events(1) == ["play 3B 2"]
    assert "@batch 3 undo; cante 40 1; play AB 1;" in s.notes()
    s.check()


def test_called_after_the_lead_while_the_next_player_is_quick():
    s = won().lay("AB").press("cante").lay("3B")  # seat 2 does not wait for the answer
    assert s.events(1) == ["play 3B 2"]
    s.press("ok").lay("RC", "CC").press("ok")
    assert s.events(5) == ["undo", "undo", "cante 40 1", "play AB 1", "play 3B 2"]
    s.check()
    s = won().lay("AB").press("cante", "ok").lay("3B")
    assert s.events(1) == ["play AB 1"]  # waits
    s.lay("RC", "CC").press("ok")
    assert s.events(4) == ["undo", "cante 40 1", "play AB 1", "play 3B 2"]
    s.check()


def test_no_it_was_not_before_the_lead():
    s = won().lay("AB").press("cante", "cante")
    assert s.asked() is None and s.banner() == "cante_refused"
    assert s.events(1) == ["play AB 1"]
    s.check()


def test_tute_before_the_lead_makes_the_lead_nothing():
    s = won("2C").lay("AB").press("cante", "ok").lay("CO", "CC", "CE", "CB").press("ok")
    assert s.events(2) == ["undo", "cante tute C 1"]
    assert s.ref.phase == "round_over"
    s.collect().check()


def test_before_the_first_trick_it_is_refused():
    s = Story().deal("6C").press("cante").lay("RC", "CC")
    assert s.banner() == "cante_refused" and s.view.banner[1][3] == "moment"
    s.collect().lay("AO")
    assert s.events(1) == ["play AO 1"]
    s.check()


def test_one_card_of_the_cante_stays_as_the_lead():
    s = won().press("cante").lay("RE", "CE").press("ok")
    s.lift("CE")
    s.lay("AE")
    assert s.asked() == "lead" and s.view.question[1] == (parse_card("RE"),)
    assert s.events(1) == ["cante 20 E 1"]
    s.press("ok")
    assert s.events(2) == ["play RE 1", "play AE 2"]
    s.check()


def test_one_card_of_the_cante_stays_and_is_not_the_lead():
    s = won().press("cante").lay("RE", "CE").press("ok")
    s.lift("CE").lay("AE").press("cante")
    assert s.events(1) == ["play AE 1"]
    s.lift("RE").lay("2E")
    assert s.events(1) == ["play 2E 2"]
    s.check()


def test_both_cards_of_the_cante_still_lie_when_the_lead_comes():
    s = won().press("cante").lay("RE", "CE").press("ok").lay("AB")
    assert s.events(1) == ["play AB 1"]
    s.lift("RE", "CE").lay("3B").check()


# Swaps


def test_the_seven_takes_the_trump_card():
    s = won("AC").press("cambio")
    assert s.asked() == "swap"
    s.heard()
    s.lay("7C")
    assert s.asked() == "swap_seat"
    s.press("ok")
    assert s.events(1) == ["swap 7C 1"]
    assert s.view.banner == ("swap", (1, parse_card("7C"), parse_card("AC")))
    assert s.view.upcard == parse_card("7C") and "swap" in s.heard()
    s.lift("7C").lay("AB")
    assert s.events(1) == ["play AB 1"]
    s.check()


def test_seven_then_two_by_another_player():
    s = won("AC").press("cambio").lay("7C").press("ok").lift("7C")
    s.press("cambio").lay("2C").press("cante")
    assert s.events(2) == ["swap 7C 1", "swap 2C 3"]
    s.check()


def test_swap_chosen_by_button():
    s = won("AC").press("cambio").choose("card", parse_card("7C"))
    s.press("ok")
    assert s.events(1) == ["swap 7C 1"]
    s.check()


def test_a_card_that_is_no_seven_and_no_two():
    s = won("AC").press("cambio").lay("5C")
    assert s.banner() == "not_for_swap" and s.events(1) == ["play 5O 4"]
    s.lift("5C").lay("7C").press("ok")
    assert s.events(1) == ["swap 7C 1"]
    s.check()


def test_swap_that_may_not_be_is_refused_in_words():
    s = won("AC").press("cambio").lay("2C")  # the two takes no ace
    assert s.view.banner == ("swap_refused", (1, parse_card("2C"), "rank"))
    assert s.events(1) == ["play 5O 4"]
    s.collect().check()
    s = Story().deal("AC").press("cambio").lay("7C")
    assert s.banner() == "swap_refused" and s.events(1) == ["deal 4 AC"]
    s.collect().check()


def test_swap_after_the_lead_was_laid():
    s = won("AC").lay("AB").press("cambio")
    assert s.asked() == "before_lead" and s.view.question[1][2] == "swap"
    s.press("ok").lay("7C").press("ok")
    assert s.events(3) == ["undo", "swap 7C 1", "play AB 1"]
    s.check()


def test_undo_of_a_cante_and_of_a_swap():
    s = won("AC").press("cambio").lay("7C").press("ok").collect().press("cante").lay("RE", "CE").press("ok")
    s.press("deshacer")
    assert s.view.banner == ("undone", ("cante", 1, -1)) and s.view.cantes == []
    s.press("deshacer")
    assert s.view.banner == ("undone", ("swap", 1, parse_card("7C"))) and s.view.upcard == parse_card("AC")
    s.check()


# King and knight when a lead is due, without a button


def test_king_and_knight_together_may_be_a_cante():
    s = won().together("RE", "CE")
    assert s.asked() == "cante_or_play"
    assert s.events(1) == ["cante 20 E 1"]  # proposed
    s.press("ok")
    assert s.asked() is None and s.notes()[-1] == "@settled"
    s.lift("RE", "CE").lay("AB")
    assert s.events(1) == ["play AB 1"]
    s.check()


def test_taking_both_up_answers_that_it_was_a_cante():
    s = won().together("RE", "CE").lift("RE", "CE")
    assert s.asked() is None and s.events(1) == ["cante 20 E 1"] and s.notes()[-1] == "@settled"
    s.lay("AB").check()


def test_king_and_knight_were_played():
    s = won().together("RE", "CE").choose("order_of", parse_card("CE"))
    assert s.events(3) == ["undo", "play CE 1", "play RE 2"]
    assert s.ref.cantes_by_side == [[], []]
    s.lay("3E", "AE")
    assert s.view.kind == "won"
    s.check()


def test_cards_go_on_under_the_proposed_cante_and_move_with_the_answer():
    s = won().together("RE", "CE").lay("3E")
    assert s.events(1) == ["play 3E 1"] and s.view.provisional == (1,) and s.asked() == "cante_or_play"
    s.choose("order_of", parse_card("RE"))
    assert s.events(5) == ["undo", "undo", "play RE 1", "play CE 2", "play 3E 3"]
    s.lay("AE")
    assert s.view.kind == "won"
    s.check()


def test_the_trick_is_not_fixed_before_the_answer():
    s = won().together("RE", "CE").lay("AB", "3B", "4B", "5B")
    assert s.ref.table and s.ref.trick_no == 2 and s.view.kind == "question"
    assert s.events(1) == ["play 4B 3"]
    s.press("ok")
    assert s.events(1) == ["play 5B 4"] and s.view.kind == "won"
    s.check()


def test_king_and_knight_one_right_after_the_other():
    s = won().lay("RE", gap=150).lay("CE")
    assert s.asked() == "cante_or_play" and s.events(2) == ["play RE 1", "play CE 2"]
    s.choose("cante_of", "20", 2, 3)
    assert s.events(3) == ["undo", "undo", "cante 20 E 3"]
    s.lift("RE", "CE").lay("AB")
    assert s.events(1) == ["play AB 1"]
    s.check()


def test_king_and_knight_of_two_players_in_their_own_time():
    s = won().lay("RE", gap=900).lay("CE")
    assert s.asked() is None and s.events(2) == ["play RE 1", "play CE 2"]
    s.check()


def test_king_and_knight_that_nobody_may_sing_are_an_order_only():
    s = Story().deal("6C").together("RE", "CE")  # no trick yet: no cante
    assert s.asked() == "order"
    s.check()


def test_deshacer_takes_the_doubtful_cards_back():
    s = won().together("RE", "CE").lay("AB").press("deshacer")
    assert s.ref.phase == "window" and s.asked() is None
    s.wait(3000)
    assert s.ref.phase == "window"
    s.collect().lay("RE")
    assert s.events(1) == ["play RE 1"]
    s.check()
