"""Table, stories of a trick: the trump card, playing, collecting, refused cards, DESHACER."""

from support.story import Story, answers_of, replay, state_of
from tapete.table import parts, since


def dealt(upcard="6C", **kw):
    story = Story(**kw)
    return story.deal(upcard)


# The trump card


def test_new_match_is_one_press_and_waits_for_the_trump_card():
    s = Story()
    assert s.journal.lines == ["acta 1", "rules online-pairs", "target 3", "@dealer 4"]
    assert s.view.kind == "deal" and s.view.dealer == 4
    assert s.ref.phase == "deal"


def test_trump_card_alone_and_still_is_confirmed_by_ok():
    s = Story().lay("6C")
    assert s.banner() != "trump_seen" and s.events() == []
    s.wait(800)
    assert s.view.banner == ("trump_seen", (13,)) and s.view.upcard == 13 and s.events() == []
    s.press("ok")
    assert s.events() == ["deal 4 6C"]
    assert s.view.kind == "deal" and s.view.trump == 1 and s.view.turn == 1
    s.check()


def test_trump_card_is_confirmed_by_the_lead_once_it_has_gone():
    s = Story().lay("6C").wait(1000).lift("6C")
    assert s.events() == []
    s.lay("AO")
    assert s.events() == ["deal 4 6C", "play AO 1"]
    s.check()


def test_lead_laid_beside_the_trump_card_waits_until_that_is_taken_up():
    s = Story().lay("6C").wait(1000).lay("AO")
    assert s.events() == []
    s.lift("6C")
    assert s.events() == ["deal 4 6C", "play AO 1"]
    s.check()


def test_lead_laid_beside_the_trump_card_is_taken_with_ok():
    s = Story().lay("6C").wait(1000).lay("AO").press("ok")
    assert s.events() == ["deal 4 6C", "play AO 1"]
    s.lay("3O", "4O", "5O")  # the trump card still lies there and is nobody's play
    assert s.events(3) == ["play 3O 2", "play 4O 3", "play 5O 4"]
    s.check()


def test_trump_card_left_on_the_mat_is_played_by_lifting_and_laying_it():
    s = Story().lay("6C").wait(1000).press("ok").lay("AC", "3C", "RC")
    assert len(s.events()) == 4
    s.lift("6C").lay("6C")
    assert s.events(1) == ["play 6C 4"]
    s.check()


def test_shuffled_pack_over_the_mat_is_no_trump_card():
    s = Story()
    for name in ("AO", "3O", "RO", "CO"):
        s.lay(name, gap=100).lift(name, gap=50)
    s.together("2B", "4B", "5B").wait(3000)
    assert s.events() == [] and s.banner() != "trump_seen"
    s.lift("2B", "4B").wait(1000)
    assert s.banner() == "trump_seen"
    s.press("deshacer")  # no, that one just lies there
    assert s.events() == []
    s.wait(3000)
    assert s.view.upcard == -1
    s.lift("5B").deal("7E")
    assert s.events() == ["deal 4 7E"]
    s.check()


def test_dealer_is_chosen_by_button():
    s = Story().press("cambio", "cambio")
    assert s.view.dealer == 2
    s.lay("6C").wait(1000).press("ok")
    assert s.events() == ["deal 2 6C"] and s.view.turn == 3
    s.check()


def test_cards_of_the_last_round_are_not_the_next_trump_card():
    s = played_out()
    assert s.view.kind == "count"
    s.lift(*s.lying[:3]).wait(3000)
    assert s.view.kind == "count" and s.banner() != "trump_seen"
    s.collect().press("ok")
    assert s.view.kind == "deal" and s.view.dealer == 1
    s.deal("2E", 1)
    assert s.events(1) == ["deal 1 2E"]
    s.check()


def played_out():
    """A whole round of legal cards, the last trick still lying there."""
    from support.rounds import Deal
    from tute.cards import card_name

    d = Deal(5, 4)
    s = dealt(card_name(d.upcard))
    for k, laid in enumerate(d.tricks()):
        s.lay(*[card_name(card) for _, card in laid])
        if k < 9:
            s.collect()
    assert s.ref.phase == "round_over", s.ref.phase
    return s


# Playing


def test_each_card_sounds_by_its_place():
    s = dealt()
    s.heard()
    s.lay("AO")
    assert s.heard() == ["card1"]
    s.lay("3O", "4O")
    assert s.heard() == ["card2", "card3"]
    s.lay("5O")
    assert s.heard() == ["trick"]
    assert s.events(4) == ["play AO 1", "play 3O 2", "play 4O 3", "play 5O 4"]
    assert s.view.kind == "won" and s.view.winning == 1 and s.view.points == [21, 0]
    assert s.view.banner == ("took", (1, 21))
    s.check()


def test_a_sound_means_that_it_is_on_flash():
    s = dealt()

    def on_flash(name):
        if name.startswith("card") or name == "trick":
            assert s.journal.lines[-1] == wanted[0]
            again = replay(s.journal.lines)
            assert state_of(again) == state_of(s.ref)

    s.sounds.check = on_flash
    wanted = [None]
    for k, name in enumerate(("AO", "3O", "4O", "5O")):
        wanted[0] = "play %s %d" % (name, k + 1)
        s.lay(name)


def test_the_next_lead_may_come_before_the_trick_is_collected():
    s = dealt().lay("AO", "3O", "4O", "5O").lay("AB")
    assert s.events(1) == ["play AB 1"]
    s.lift("AO", "3O", "4O", "5O").lay("3B")
    assert s.events(1) == ["play 3B 2"]
    s.check()


def test_collecting_writes_nothing_in_any_order_and_twice():
    s = dealt().lay("AO", "3O", "4O", "5O")
    n = len(s.journal.lines)
    s.lift("4O", "AO").lay("4O").lift("4O", "5O", "3O").lift("3O")
    s.wait(5000)
    assert len(s.journal.lines) == n and s.asked() is None
    s.lay("7B")
    assert s.events(1) == ["play 7B 1"]
    s.check()


def test_a_card_heard_again_is_not_played_again():
    s = dealt().lay("AO").lay("AO").lay("3O").lay("AO")
    assert s.events(2) == ["play AO 1", "play 3O 2"]
    s.check()


def test_a_shadowed_card_stays_in_the_acta():
    s = dealt().lay("AO", "3O")
    s.lift("AO").wait(4000)
    assert s.events(2) == ["play AO 1", "play 3O 2"] and s.asked() is None
    s.lay("AO", "4O", "5O")
    assert s.view.kind == "won"
    s.check()


def test_the_seat_of_an_antenna_is_taken_and_told():
    s = dealt(central=False)
    s.lay_at(1, "AO").lay_at(3, "3O")
    assert s.events(1) == ["play AO 1"]
    assert s.view.kind == "refused" and s.view.banner[1][2] == "not_your_turn"
    s.lift("3O").lay_at(2, "2O").lay_at(3, "3O")
    assert s.events(2) == ["play 2O 2", "play 3O 3"]
    s.check()


def test_expect_tells_the_mat_what_matters():
    s = Story()
    assert s.table.expect == "idle"
    s.deal("6C")
    assert s.table.expect == "play"
    s.lay("AO", "3O", "4O")
    assert s.table.expect == "play"
    s.lay("5O")
    assert s.table.expect == "lift"
    s.collect()
    assert s.table.expect == "play"


# Refused


def refused():
    """Seat 4, whose trump card RC is known, lays another card on a lead of copas."""
    s = dealt("RC").lay("2C", "4C", "5C")
    s.heard()
    return s.lay("AO")


def test_a_renuncio_is_refused_in_words_and_not_written():
    s = refused()
    assert s.heard() == ["refused"]
    assert s.view.kind == "refused"
    assert s.view.banner == ("refused", (4, 9, "renuncio", ["follow"]))
    assert s.view.buttons[0] == "stands" and s.table.expect == "lift"
    assert s.events(1) == ["play 5C 3"]
    assert '"refused": "renuncio"' in answers_of(s.told)[-1]
    assert [text for text in s.told if text.startswith("answer 0 ")]
    s.check()


def test_taking_it_back_writes_show():
    s = refused().lift("AO")
    assert s.events(1) == ["show 4 AO"]
    assert s.view.kind == "trick" and s.banner() == "taken_back"
    s.lay("RC")
    assert s.events(1) == ["play RC 4"] and s.view.kind == "won"
    s.check()


def test_ok_lets_it_stand_and_the_proof_is_asked_before_it_counts():
    s = refused().press("ok")
    assert s.events(1) == ["play AO 4 stands"]
    assert s.asked() == "proof"
    s.press("ok")
    assert s.view.kind == "count" and s.view.winner == 0 and s.view.by == "renuncio"
    s.check()


def test_deshacer_says_that_it_was_not_his_card():
    s = refused().press("deshacer")
    assert s.banner() == "dismissed" and s.view.kind == "trick"
    s.lift("AO")
    assert s.events(1) == ["play 5C 3"]
    s.lay("RC")
    assert s.events(1) == ["play RC 4"]
    s.check()


def test_a_card_beside_a_refused_one_waits():
    s = refused().lay("RC")  # the right one, before the wrong one is taken back
    assert s.events(1) == ["play 5C 3"]
    assert s.view.provisional == (4,)
    s.lift("AO")
    assert s.events(2) == ["show 4 AO", "play RC 4"]
    s.check()


def test_a_card_beside_a_refused_one_goes_to_the_next_if_that_stands():
    s = dealt("RC").trick("AC", "2C", "4C", "5C")  # seat 4 need not beat
    s.check()
    s = dealt("RO", rules="online-pairs renuncio_penalty=warn").lay("2O", "4O", "5O", "2B")
    assert s.view.kind == "refused"
    s.lay("7B")
    s.press("ok")
    assert s.events(2) == ["play 2B 4 stands", "play 7B 3"]
    s.check()


def test_an_old_card_is_refused_and_in_nobodys_way():
    s = dealt().trick("AO", "3O", "4O", "5O").trick("AB", "3B", "4B", "5B")
    s.lay("3O")
    assert s.view.kind == "refused" and s.view.banner[1][2] == "card_played"
    s.lay("AE")
    assert s.events(1) == ["play AE 1"] and s.view.kind == "trick"
    s.lift("3O")
    assert s.events(1) == ["play AE 1"]
    s.check()


def test_a_refused_card_lifted_twice_is_shown_once():
    s = refused().lift("AO").lift("AO")
    assert s.events().count("show 4 AO") == 1
    s.lay("AO")  # and again
    assert s.view.kind == "refused"
    s.lift("AO")
    assert s.events(1) == ["show 4 AO"]
    s.check()


# DESHACER


def test_undo_takes_back_the_last_card_and_says_which():
    s = dealt().lay("AO", "3O").press("deshacer")
    assert s.events(1) == ["undo"]
    assert s.view.banner == ("undone", ("play", 2, 8))
    assert s.ref.table == [(1, 9)]
    s.wait(3000)  # the card still lies there: not played again by lying
    assert s.ref.table == [(1, 9)]
    s.lift("3O").lay("3O")
    assert s.events(1) == ["play 3O 2"]
    s.check()


def test_undo_of_a_trick_that_was_collected():
    s = dealt().trick("AO", "3O", "4O", "5O").press("deshacer")
    assert s.ref.table == [(1, 9), (2, 8), (3, 1)]
    s.wait(5000)
    assert s.asked() is None  # nobody wonders where those cards are
    s.lay("7O")
    assert s.events(1) == ["play 7O 4"] and s.view.kind == "won"
    s.check()


def test_undo_of_all_events_back_to_the_deal_and_no_further():
    s = dealt().lay("AO", "3O").press("deshacer", "deshacer", "deshacer")
    assert s.ref.phase == "deal" and s.view.banner == ("undone", ("deal", 4, 13))
    s.press("deshacer")
    assert s.banner() == "nothing_to_undo"
    s.collect().deal("7O")
    assert s.events(1) == ["deal 4 7O"]
    s.check()


def test_undo_of_an_event_that_ended_the_round_wants_ok():
    s = played_out()
    s.press("ok")
    n = len(s.events())
    s.press("deshacer")
    assert s.asked() == "undo" and len(s.events()) == n
    s.press("cante")  # no
    assert s.asked() is None and len(s.events()) == n
    s.press("deshacer", "ok")
    assert s.events(1) == ["undo"] and s.ref.phase == "play" and s.view.kind == "trick"
    s.lift(s.lying[-1])
    s.check()


def test_undo_of_a_show_after_a_refused_card():
    s = refused().lift("AO").press("deshacer")
    assert s.events(1) == ["undo"] and s.view.banner[1][0] == "show"
    s.check()


def test_buttons_that_mean_nothing_now_change_nothing():
    s = dealt().lay("AO", "3O")
    n = len(s.journal.lines)
    s.press("ok", "ok", "cante", "cambio")
    assert len(s.journal.lines) == n and s.asked() is None
    s.lay("4O", "5O").check()


def test_nothing_is_a_gesture_before_the_mat_was_read():
    from support.story import Deck, Journal, Settings, Sounds, factory, uid_of
    from tapete.table import Table

    t = Table(factory, Journal(), Deck(), Settings(), Sounds())
    t.on_mat(("laid", uid_of("AO"), 5))
    t.on_button("ok", "press")
    t.resume()
    assert t.ref is None and t.view.kind == "splash"


def test_reader_trouble_is_shown_and_the_game_goes_on():
    s = dealt().lay("AO")
    s.table.trouble("no_answer")
    s.settle()
    assert s.view.kind == "trouble" and s.view.trouble == ("no_answer", ())
    s.press("ok")  # seen
    assert s.view.kind == "trick"
    s.table.trouble(None)
    s.settle()
    s.lay("3O")
    assert s.events(1) == ["play 3O 2"]
    s.check()


def test_points_may_be_hidden():
    s = dealt(points_shown=False).lay("AO", "3O", "4O", "5O")
    assert s.view.points is None


def test_parts_of_an_event():
    assert parts("play AO 1") == ("play", 1, 9)
    assert parts("cante 20 O 3") == ("cante", 3, -1)
    assert parts("correct 14 play 4C 2") == ("correct", 2, 11)
    assert parts("undo") == ("undo", 0, -1)


def test_ticks_wrap():
    top = 1 << 30
    assert since(5, top - 5) == 10
    assert since(top - 5, 5) == -10
    assert since(700, 200) == 500


def test_every_answer_is_told_in_the_acta_order():
    s = dealt().lay("AO", "3O", "4O", "5O")
    told = [text for text in s.told if text.startswith("acta ")]
    assert told[-1] == "acta %d play 5O 4" % s.journal.line
    again = replay(s.journal.lines[:-1])
    from tute.referee import dumps

    assert answers_of(s.told)[-1] == dumps(again.push("play 5O 4", s.journal.line))


def test_a_trouble_hides_the_question_and_its_buttons():
    s = dealt().lay("AO", "3O", "4O").collect().wait(1200)
    assert s.asked() == "missing"
    s.table.trouble("panel", ())
    assert s.view.kind == "trouble" and s.view.question is None and s.view.buttons == ["ok", "", "", ""]
    s.press("cambio")  # would answer a question that nobody sees
    assert s.view.kind == "trouble"
    s.press("ok")
    assert s.asked() == "missing" and s.view.buttons[0] == "opt1"
    s.check()
