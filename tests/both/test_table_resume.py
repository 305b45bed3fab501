"""Table, stories of a restart: power fails at any line, and the mat may have changed meanwhile."""

from support.story import Cut, Story, replay, state_of
from tute.cards import parse_card


def c(name):
    return parse_card(name)


def dealt(upcard="6C", **kw):
    return Story(**kw).deal(upcard)


def again(s, *lying):
    """Power off and on, with these cards on the mat."""
    return Story(lines=s.journal.lines, on_mat=lying)


# The mat against the acta


def test_same_cards_go_on():
    s = again(dealt().lay("AO", "3O"), "AO", "3O")
    assert s.banner() == "resumed" and s.asked() is None and s.view.kind == "trick"
    s.lay("4O")
    assert s.events(1) == ["play 4O 3"]
    s.check()


def test_nothing_yet_is_a_new_match():
    s = Story(lines=[])
    assert s.view.kind == "new_match" and s.asked() == "setup_start"
    s.press("ok")
    assert s.ref.phase == "deal"


def test_the_chosen_dealer_is_remembered():
    s = Story()
    s.journal.lines[-1] = "@dealer 2"
    s = again(s)
    assert s.view.dealer == 2
    s.deal("6C", 2)
    assert s.events() == ["deal 2 6C"]


def test_names_target_and_games_are_read():
    head = ["acta 1", "rules online-pairs", "target 5", "games 2+4 2", "seat 1 Ana", "seat 2 Luis Mari"]
    s = Story(lines=head)
    assert s.view.names == ["Ana", "Luis Mari", "", ""] and s.view.target == 5 and s.view.games == [0, 2]
    s.deal("6C").check()


def test_one_card_more_is_asked():
    s = again(dealt().lay("AO", "3O"), "AO", "3O", "4O")
    assert s.view.kind == "resume" and s.asked() == "whose" and s.view.question[1] == (3,)
    assert s.events(1) == ["play 3O 2"]
    s.press("ok")
    assert s.events(1) == ["play 4O 3"] and s.asked() is None
    s.check()


def test_one_card_more_that_nobody_laid():
    s = again(dealt().lay("AO", "3O"), "AO", "3O", "4O").choose("none_of_them")
    assert s.events(1) == ["play 3O 2"]
    s.wait(3000).lift("4O").lay("4O")
    assert s.events(1) == ["play 4O 3"]
    s.check()


def test_more_cards_are_asked_one_by_one_in_turn_order():
    s = again(dealt().lay("AO"), "AO", "4O", "3O", "5O")
    assert s.view.question[1] == (2,)
    s.choose("card", c("3O"))
    assert s.view.question[1] == (3,)
    s.choose("card", c("4O"))
    assert s.view.question[1] == (4,)
    s.press("ok")
    assert s.ref.last_trick == [(1, c("AO")), (2, c("3O")), (3, c("4O")), (4, c("5O"))]
    s.check()


def test_a_lead_that_was_not_written_is_asked():
    s = again(dealt().trick("AO", "3O", "4O", "5O"), "AB")
    assert s.asked() == "whose" and s.view.question[1] == (1,)
    s.press("ok")
    assert s.events(1) == ["play AB 1"]
    s.check()


def test_cards_laid_while_it_is_asked_wait():
    s = again(dealt().lay("AO"), "AO", "3O").lay("4O")
    assert s.events(1) == ["play AO 1"]
    s.press("ok")
    assert s.events(2) == ["play 3O 2", "play 4O 3"]
    s.check()


def test_fewer_with_the_trick_complete_were_collected():
    s = again(dealt().lay("AO", "3O", "4O", "5O"), "4O")
    assert s.asked() is None and s.view.kind == "won"
    s.lift("4O").lay("AB")
    assert s.events(1) == ["play AB 1"]
    s.check()


def test_fewer_with_the_trick_open_are_kept_and_shown_as_missing():
    s = again(dealt().lay("AO", "3O"), "AO")
    assert s.view.banner == ("missing", ([2],)) and s.ref.table == [(1, c("AO")), (2, c("3O"))]
    s.wait(3000)
    assert s.asked() is None
    s.lay("4O")
    assert s.events(1) == ["play 4O 3"]
    s.check()


def test_all_gone_with_the_trick_open_is_asked():
    s = again(dealt().lay("AO", "3O", "4O"))
    s.wait(1200)
    assert s.asked() == "missing"
    s.lay("5O").press("ok")
    assert s.view.kind == "won"
    s.check()


def test_old_cards_on_the_mat_are_no_plays():
    s = again(dealt().trick("AO", "3O", "4O", "5O").trick("AB", "3B", "4B", "5B"), "AO", "3B")
    assert s.asked() is None
    s.lift("AO", "3B").lay("AE")
    assert s.events(1) == ["play AE 1"]
    s.check()


def test_a_card_alone_between_rounds_may_be_the_trump_card():
    s = again(Story(), "6C").wait(1200)
    assert s.banner() == "trump_seen"
    s.press("ok")
    assert s.events(1) == ["deal 4 6C"]
    s.check()


def test_a_refused_card_is_asked_and_refused_again():
    s = dealt("RC").lay("2C", "4C", "5C", "AO")
    assert s.view.kind == "refused"
    s = again(s, "2C", "4C", "5C", "AO")
    assert s.asked() == "whose"
    s.press("ok")
    assert s.view.kind == "refused"
    s.lift("AO")
    assert s.events(1) == ["show 4 AO"]
    s.check()


def test_after_the_match_its_end_is_shown():
    s = dealt().press("menu").choose("menu_end").choose("yes")
    assert s.ref.phase == "match_over"
    s = again(s)
    s.press("ok")
    assert s.view.kind in ("match_end", "new_match")


# Doubts and what belongs together


def test_an_open_question_is_asked_again():
    s = dealt().lay("AO").together("3O", "4O")
    s = again(s, "AO", "3O", "4O")
    assert s.asked() == "order" and s.view.provisional == (2, 3)
    s.press("cante")
    assert s.ref.table == [(1, c("AO")), (2, c("4O")), (3, c("3O"))]
    s.lay("5O").check()


def test_an_open_question_with_later_cards():
    s = dealt().together("3O", "4O").lay("5O", "6O")
    s = again(s, "3O", "4O", "5O", "6O")  # 6O was held: it is not in the acta
    assert s.asked() == "order" and s.view.provisional == (1, 2, 3, 4)
    s.press("cante")
    assert s.ref.last_trick == [(1, c("4O")), (2, c("3O")), (3, c("5O")), (4, c("6O"))]
    s.check()


def test_an_open_cante_or_play():
    s = dealt().trick("AO", "3O", "4O", "5O").together("RE", "CE").lay("3E")
    s = again(s, "RE", "CE", "3E")
    assert s.asked() == "cante_or_play" and s.view.provisional == (1,)
    s.choose("order_of", c("RE"))
    assert s.ref.table == [(1, c("RE")), (2, c("CE")), (3, c("3E"))]
    s.check()


def test_an_open_lead_or_cante():
    s = dealt().trick("AO", "3O", "4O", "5O").lay("RE", gap=100).lay("CE")
    s = again(s, "RE", "CE")
    assert s.asked() == "cante_or_play"
    s.choose("cante_of", "20", 2, 3)
    assert s.events(1) == ["cante 20 E 3"]
    s.check()


def test_a_proof_is_asked_again():
    s = again(dealt().trick("AO", "2B", "4O", "5O").lay("7O", "RO"), "7O", "RO")
    assert s.asked() == "proof" and s.view.question[1] == (2, 1, c("2B"), c("RO"), 2)
    s.choose("laid_by", 1, c("2B"), 3)
    assert s.ref.table == [(1, c("7O")), (2, c("RO"))]
    s.lay("3B").check()


def test_an_answered_question_is_not_asked_again():
    for button in ("ok", "cante"):
        s = dealt().together("3O", "4O").press(button)
        s = again(s, "3O", "4O")
        assert s.asked() is None, button
        s.check()


def cut_everywhere(prepare, act, finish, most=12):
    """Power fails at every line that `act` writes; afterwards finish(story) says what must hold."""
    whole = prepare()
    act(whole)
    wanted = state_of(whole.ref)
    for n in range(most):
        s = prepare()
        s.journal.cut = n
        try:
            act(s)
        except Cut:
            lying = list(s.lying)
            s = Story(lines=s.journal.lines, on_mat=lying)
            finish(s, n, wanted)
            s.check()
        else:
            assert state_of(s.ref) == wanted
            return n
    raise AssertionError("too many lines")


def test_a_batch_is_finished_wherever_power_failed():
    def prepare():
        return dealt().together("3O", "4O").lay("5O")

    def act(s):
        s.press("cante")

    def finish(s, n, wanted):
        if n == 0:  # nothing of the answer was written: asked again
            assert s.asked() == "order"
            s.press("cante")
        assert s.asked() is None, n
        assert state_of(s.ref) == wanted, n

    assert cut_everywhere(prepare, act, finish) >= 7


def test_a_card_put_in_is_finished_wherever_power_failed():
    def prepare():
        return dealt().lay("AO", "4O", "5O").collect().wait(1200).lay("3O")

    def act(s):
        s.choose("seat", 2)

    def finish(s, n, wanted):
        if n == 0:  # nobody said at whose place: it lies there, and the trick's cards are gone
            assert s.asked() in ("whose", "missing"), s.asked()
            return
        assert state_of(s.ref) == wanted, n

    assert cut_everywhere(prepare, act, finish) == 4


def test_a_cante_before_the_lead_is_finished_wherever_power_failed():
    def prepare():
        return dealt().trick("AO", "3O", "4O", "5O").lay("AB").press("cante", "ok").lay("RC", "CC")

    def act(s):
        s.press("ok")

    def finish(s, n, wanted):
        if n:
            assert state_of(s.ref) == wanted, n
        else:
            assert s.ref.table == [(1, c("AB"))]

    assert cut_everywhere(prepare, act, finish) == 4


def test_an_exchange_is_finished_wherever_power_failed():
    def prepare():
        return dealt().trick("AO", "2B", "4O", "5O").lay("7O", "RO")

    def act(s):
        s.choose("laid_by", 1, c("2B"), 3)

    def finish(s, n, wanted):
        if n:
            assert state_of(s.ref) == wanted, n
        else:
            assert s.ref.phase == "round_over"

    assert cut_everywhere(prepare, act, finish) == 4


def test_two_cards_at_once_wherever_power_failed():
    def prepare():
        return dealt().lay("AO")

    def act(s):
        s.together("3O", "4O")

    def finish(s, n, wanted):
        if n == 0:
            assert s.asked() == "whose"
            s.choose("card", c("3O")).press("ok")
        else:
            assert s.asked() == "order", (n, s.asked())
            s.press("ok")
        assert state_of(s.ref) == wanted, (n, s.events())
        s.lay("5O")
        assert s.ref.last_trick == [(1, c("AO")), (2, c("3O")), (3, c("4O")), (4, c("5O"))]

    assert cut_everywhere(prepare, act, finish) == 3


def test_king_and_knight_at_once_wherever_power_failed():
    def prepare():
        return dealt().trick("AO", "3O", "4O", "5O")

    def act(s):
        s.together("RE", "CE")

    def finish(s, n, wanted):
        if n == 0:
            assert s.asked() == "whose"
            return
        assert s.asked() == "cante_or_play"
        s.press("ok")
        assert state_of(s.ref) == wanted and s.asked() is None
        s.lift("RE", "CE").lay("AB")
        assert s.events(1) == ["play AB 1"]

    assert cut_everywhere(prepare, act, finish) == 2


def test_a_confirmed_card_survives_power_at_any_line_of_a_round():
    from support.rounds import Deal
    from tute.cards import card_name

    d = Deal(3, 4)
    tricks = [[card_name(card) for _, card in laid] for laid in d.tricks()]
    for n in range(0, 44, 3):
        s = dealt(card_name(d.upcard))
        s.journal.cut = n
        sounded = 0
        s.heard()
        try:
            for names in tricks:
                for name in names:
                    s.lay(name, gap=100)
                    sounded += 1
                s.collect()
        except Cut:
            s = Story(lines=s.journal.lines, on_mat=list(s.lying))
            if s.asked():
                s.press("ok")
            assert len([line for line in s.events() if line.startswith("play")]) in (sounded, sounded + 1)
            s.check()


def test_replay_of_every_prefix_stands():
    s = (
        dealt()
        .lay("AO")
        .together("3O", "4O")
        .lay("5O")
        .press("cante")
        .collect()
        .press("cante")
        .lay("RE", "CE")
    )
    s.press("ok")
    for n in range(len(s.journal.lines)):
        replay(s.journal.lines[: n + 1])
