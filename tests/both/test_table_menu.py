"""Table, stories of the menu, of a new match and of a match's end."""

from support.story import Story
from tapete import names, screens
from tapete.screens.strings import capitals
from tute.cards import parse_card


def c(name):
    return parse_card(name)


def dealt(upcard="6C", **kw):
    return Story(**kw).deal(upcard)


# The menu


def test_held_ok_opens_it_and_the_game_goes_on_under_it():
    s = dealt().lay("AO").press("menu")
    assert s.asked() == "menu" and s.view.kind == "question"
    s.lay("3O")
    assert s.events(1) == ["play 3O 2"] and s.asked() == "menu"
    s.press("ok")
    assert s.asked() is None and s.view.kind == "trick"
    s.press("menu", "deshacer").check()
    assert s.asked() is None


def test_ok_opens_what_the_panel_names_above_it():
    s = dealt().lay("AO")
    assert s.view.buttons[0] == "menu"
    s.press("ok")
    assert s.asked() == "menu"
    s.press("ok").check()
    assert s.asked() is None and s.view.kind == "trick"


def test_after_the_count_it_is_said_what_to_do():
    s = dealt().lay("AO").press("menu").choose("menu_concede").choose("seat", 2).collect()
    assert s.banner() == "conceded"
    s.press("ok")
    assert s.view.kind == "deal" and s.banner() == "lay_trump"
    s.deal("7C", 1).check()


def test_concede():
    s = dealt().lay("AO").press("menu").choose("menu_concede").choose("seat", 2)
    assert s.events(1) == ["concede 2"] and s.view.kind == "count"
    assert s.view.winner == 0 and s.view.by == "concession" and s.view.games == [1, 0]
    s.collect().press("ok").deal("7C", 1).check()


def test_misdeal_wants_a_yes():
    s = dealt().press("menu").choose("menu_misdeal").press("ok")
    assert s.events() == ["deal 4 6C"]  # no is proposed
    s.press("menu").choose("menu_misdeal").choose("yes")
    assert s.events(1) == ["misdeal"]
    s.press("ok")
    assert s.view.dealer == 4
    s.deal("7C", 4).check()


def test_claim():
    s = (
        dealt()
        .trick("AO", "2B", "4O", "5O")
        .press("menu")
        .choose("menu_claim")
        .choose("seat", 1)
        .choose("seat", 2)
    )
    assert s.events(1) == ["claim 1 2"] and s.view.banner == ("claim", (1, 2, "pending"))
    s.check()


def test_award():
    s = dealt().lay("AO").press("menu").choose("menu_award").choose("side", 1)
    assert s.events(1) == ["award 2+4"] and s.view.winner == 1 and s.view.by == "ruling"
    s.collect().check()


def test_leave_and_end():
    s = dealt().lay("AO").press("menu").choose("menu_leave").choose("seat", 3)
    assert s.events(1) == ["leave 3"] and s.ref.phase == "match_over" and s.ref.winner == 1
    s.collect().check()
    s = dealt().press("menu").choose("menu_end").choose("yes")
    assert s.events(1) == ["end"] and s.ref.winner == -1
    s.check()


def test_end_between_rounds_goes_to_the_end_of_the_match():
    s = Story().press("menu").choose("menu_end").choose("yes")
    assert s.events() == ["end"] and s.view.kind == "match_end"
    s.press("ok")
    assert s.view.kind == "new_match"


def test_what_may_not_be_is_denied_in_words():
    s = Story().press("menu").choose("menu_concede").choose("seat", 1)
    assert s.events() == [] and s.view.banner == ("denied", ("concede", "no_round"))
    s.check()


def test_fix_an_earlier_card_by_laying_it():
    s = (
        dealt()
        .trick("AO", "3O", "4O", "5O")
        .press("menu")
        .choose("menu_fix")
        .choose("trick", 1)
        .choose("seat", 2)
    )
    assert s.asked() == "fix_card" and s.view.question[1] == (1, 2)
    s.lay("RO")
    assert s.events(1)[0].endswith(" play RO 2") and s.events(1)[0].startswith("correct ")
    assert s.ref.points == [15, 0]
    s.lift("RO").lay("AB")
    assert s.events(1) == ["play AB 1"]
    s.check()


def test_fix_an_earlier_card_by_buttons():
    s = dealt().trick("AO", "3O", "4O", "5O").lay("AB").press("menu").choose("menu_fix").choose("trick", 1)
    s.choose("seat", 4).choose("choose_card").choose("suit", 0).choose("card", c("7O"))
    assert s.ref.last_trick[3] == (4, c("7O")) and s.ref.table == [(1, c("AB"))]
    s.lay("3B").check()


def test_a_fix_that_cannot_stand_is_denied():
    s = dealt("RC").trick("2C", "4C", "5C", "RC").press("menu").choose("menu_fix").choose("trick", 1)
    s.choose("seat", 1).lay("AO")  # then RC could not be right
    assert s.events(1) == ["play RC 4"] or s.events(1)[0].startswith("correct")
    s.lift("AO").check()


def test_fix_with_nothing_to_fix():
    s = dealt().press("menu").choose("menu_fix")
    assert s.asked() is None and s.heard()[-1] == "refused"


def test_no_menu_under_a_question():
    s = dealt().together("3O", "4O").press("menu")
    assert s.asked() == "order"
    s.press("ok").check()


def test_go_on_from_a_score():
    s = dealt().lay("AO").press("menu").choose("menu_score")
    assert s.asked() == "setup_games" and s.view.kind == "new_match"
    s.choose("number", 2).choose("number", 1)
    assert s.asked() == "setup_start" and s.view.question[1][3:] == (2, 1)
    s.press("ok")
    assert "games 1+3 2" in s.journal.lines and "games 2+4 1" in s.journal.lines
    assert s.view.games == [2, 1]
    s.collect().deal("6C").press("menu").choose("menu_concede").choose("seat", 2)
    assert s.ref.phase == "match_over"
    s.check()


# A new match


def test_set_up_by_buttons():
    s = Story(lines=[])
    assert s.view.question[1] == ("online-pairs", 3, 4, 0, 0)
    s.press("cante")
    assert s.asked() == "setup_rules"
    s.choose("preset", "online-pairs")
    s.choose("number", 1)
    s.choose("seat", 2)
    assert s.view.question[1] == ("online-pairs", 1, 2, 0, 0)
    s.press("ok")
    assert s.journal.lines == ["acta 1", "rules online-pairs", "target 1", "@dealer 2"]
    s.deal("6C", 2)
    assert s.events() == ["deal 2 6C"]
    s.check()


def test_another_game_for_four_in_pairs():
    s = Story(lines=[]).press("cante").choose("preset", "wikipedia-4")
    s.choose("number", 3).choose("seat", 4).press("ok")
    assert s.journal.lines[1] == "rules wikipedia-4"
    s.deal("6C").trick("AO", "3O", "4O", "5O")
    assert s.view.kind == "won" and s.view.buttons == ["menu", "cante", "", "undo"]  # nothing is exchanged
    s.press("cambio").choose("lay_cards").lay("7C")
    assert s.banner() == "swap_refused" and s.events() == ["deal 4 6C"] + s.events()[1:5]
    s.collect().check()


def test_a_game_that_the_table_does_not_play_is_named_and_another_proposed():
    for rules, name in (
        ("amelia-2 round_win=first_to_101", "amelia-2"),
        ("online-pairs sides=individual", "online-pairs"),
    ):
        s = Story(rules, lines=[])
        assert s.view.kind == "trouble" and s.view.trouble == ("rules", (name,))
        s.press("ok")
        assert s.asked() == "setup_start" and s.view.question[1][0] == "online-pairs"
        s.press("ok")
        assert s.journal.lines[1] == "rules online-pairs"
        s.deal("6C").check()


def test_rules_that_nobody_can_read_are_as_good_as_none():
    for rules in ("", "mus", "online-pairs exchange=sometimes"):
        s = Story(rules, lines=[])
        assert s.view.trouble[0] == "rules"
        s.press("ok", "ok")
        assert s.journal.lines[1] == "rules online-pairs"


def test_an_acta_of_a_game_that_the_table_does_not_play_is_left():
    lines = [
        "acta 1",
        "rules amelia-3 round_win=first_to_101",
        "target 3",
        "seat 1 Ana",
        "deal 3 AO",
        "play 3C 1",
    ]
    s = Story(lines=lines)
    assert s.ref is None and s.view.trouble == ("rules", ("amelia-3",))
    s.press("ok")
    assert s.asked() == "setup_start"
    s.press("ok").deal("6C").check()


def test_names_of_the_settings_are_written():
    s = Story(names=["Ana", "", "Eva", ""])
    assert s.journal.lines[3:5] == ["seat 1 Ana", "seat 3 Eva"] and s.view.names[2] == "Eva"


def test_back_from_the_set_up_and_in_again():
    s = Story(lines=[]).press("deshacer")
    assert s.view.kind == "splash"
    s.press("cambio")
    assert s.view.kind == "new_match"
    s.press("cante", "deshacer")
    assert s.asked() == "setup_start"


def test_cards_during_the_set_up_are_nothing():
    s = Story(lines=[]).lay("AO", "3O")
    s.press("ok").wait(3000)
    assert s.events() == [] and s.banner() != "trump_seen"
    s.collect().deal("6C").check()


# A match's end


def test_three_rounds_and_the_next_match():
    s = Story()
    for dealer in (4, 1, 2):
        s.deal("6C", dealer).lay("AO").press("menu").choose("menu_concede").choose("seat", 1)
        s.collect()
        if dealer != 2:
            assert s.view.kind == "count"
            s.press("ok")
    assert s.ref.phase == "match_over" and s.view.kind == "count"
    assert "match" in s.heard()
    s.press("ok")
    assert s.view.kind == "match_end" and s.view.winner == 1
    s.press("deshacer")
    assert s.asked() == "undo"
    s.press("cante", "ok")
    assert s.asked() == "setup_start"
    s.press("ok")
    assert s.journal.lines[0] == "acta 1" and s.events() == [] and s.view.games == [0, 0]
    s.deal("7O", 3).check()


def test_a_match_may_be_undone_at_its_end():
    s = Story()
    s.deal("6C").press("menu").choose("menu_leave").choose("seat", 2)
    s.press("ok", "deshacer", "ok")
    assert s.events(1) == ["undo"] and s.ref.phase == "play"
    s.lay("AO").check()


def test_cards_after_the_end_are_nothing():
    s = Story().deal("6C").press("menu").choose("menu_leave").choose("seat", 2).lay("AO").lift("AO")
    assert s.events(1) == ["leave 2"]
    s.check()


def test_parts_of_the_count():
    from support.rounds import Deal
    from tute.cards import card_name

    def sung(d, side):
        """(seat, cards) of a cante that this side can make."""
        for seat in (side + 1, side + 3):
            for suit in range(4):
                if d.hands[seat][suit] >> 6 & 3 == 3:
                    return seat, [card_name(suit * 10 + 7), card_name(suit * 10 + 6)]
        return None

    calls = 0
    for seed in range(8, 40):
        d = Deal(seed, 4)
        s = dealt(card_name(d.upcard))
        called = None
        for laid in d.tricks():
            s.trick(*[card_name(card) for _, card in laid])
            if not called and s.ref.phase == "window":
                called = sung(d, (s.ref.turn - 1) % 2)
                if called:
                    s.press("cante").lay(*called[1])
                    if s.asked():
                        s.choose("seat", called[0])
                    s.collect()
        if not called:
            continue
        assert s.view.kind == "count", s.asked()
        calls += 1
        assert sum(s.view.parts["cantes"]) in (20, 40)
        if calls == 3:
            break
    assert s.view.kind == "count"
    parts = s.view.parts
    assert sum(parts["cards"]) == 120 and sum(parts["ten"]) == 10, parts
    for side in (0, 1):
        assert parts["cards"][side] + parts["cantes"][side] + parts["ten"][side] == s.view.points[side]
    s.check()


def test_rooms_leave_the_heap_when_nobody_needs_them():
    import sys

    import tute

    rooms = (
        "declare declared doubt settle missing place whose rewrite mend menu setup resume takeback".split()
    )
    for name in rooms:
        sys.modules.pop("tapete." + name, None)
    kept, tute.keep = tute.keep, False
    try:
        s = dealt().trick("AO", "3O", "4O", "5O").press("cante")
        s.wait(20000)
        assert "declare" in s.table._rooms  # the question is open
        s.press("deshacer").wait(6000)
        assert s.table._rooms == {}
        for name in rooms:
            assert "tapete." + name not in sys.modules, name
    finally:
        tute.keep = kept


# Settings


def test_language_sound_and_points_are_set_by_buttons_and_kept():
    s = Story(lines=[]).press("cambio")
    assert s.asked() == "options" and s.view.kind == "new_match"
    assert s.view.question[2][:3] == [("lang", ("Español",)), ("volume_2", ()), ("points_1", ())]
    seen = []
    while s.view.lang not in seen:
        seen.append(s.view.lang)
        s.press("ok")
    assert "en" in seen and "es" in seen and s.settings.saved == 0, "written once, at the end"
    s.press("cambio", "ok")
    assert s.view.question[2][1][0] == "volume_3" == "volume_%d" % s.sounds.volume
    s.press("cambio", "ok", "deshacer")
    assert s.asked() == "setup_start" and not s.settings.points_shown and s.settings.saved == 1


def test_large_type_and_night_are_set_by_buttons_and_kept():
    s = dealt(volume=3).lay("AO").press("menu").choose("menu_options")
    s.choose("big_0").choose("night_0")
    assert s.view.night and s.sounds.volume == 1, "at night sounds are quiet"
    s.choose("volume_3")
    assert s.settings.volume == s.sounds.volume == 0, "off is off"
    s.choose("volume_0").choose("volume_1").press("deshacer")
    assert s.view.big and s.view.night and s.settings.volume == 2 and s.sounds.volume == 1
    s.press("menu").choose("menu_options").choose("big_1").choose("night_1").press("deshacer")
    assert not s.view.big and not s.view.night and s.sounds.volume == 2 and s.settings.saved == 2


def test_settings_in_the_middle_of_a_trick_change_nothing_else():
    s = dealt().lay("AO").press("menu").choose("menu_options").press("cambio", "ok", "ok")
    assert s.settings.volume == 0 == s.sounds.volume
    s.press("cambio", "ok").lay("3O").press("deshacer")
    assert s.asked() is None and s.view.points is None and s.view.kind == "trick"
    assert s.events(2) == ["play AO 1", "play 3O 2"]
    s.lay("4O").check()


def test_a_table_on_mains_need_not_sleep_before_a_match_and_in_it():
    s = Story(lines=[]).press("cambio").choose("sleeping_1")
    assert s.view.question[2][s.view.question[3]] == ("sleeping_0", ()) and not s.settings.sleep
    s.press("deshacer")
    assert s.settings.saved == 1 and s.asked() == "setup_start"
    s = dealt().lay("AO").press("menu").choose("menu_options").choose("sleeping_1").press("deshacer")
    assert not s.settings.sleep and s.asked() is None and s.settings.points_shown
    s.lay("3O").check()


def test_settings_that_cannot_be_written_are_said():
    s = Story(lines=[])
    s.settings.save = lambda: False
    s.press("cambio", "ok", "deshacer")
    assert s.banner() == "not_written" and s.asked() == "setup_start"


def spell(s, name):
    """Choose the letters of a name, by their groups."""
    for k, letter in enumerate(name):
        capital = letter if k == 0 or name[k - 1] == "-" else capitals(letter)
        group = [group for group in names.groups(s.settings.lang) if capital in group][0]
        s.choose("letter_group", " ".join(group)).choose("letter_group", letter)
        assert s.view.question[1][1] == name[: k + 1]
    return s.choose("name_is_done", name)


def test_help_is_read_page_by_page_and_the_game_goes_on():
    s = dealt().lay("AO").press("menu").choose("menu_help")
    assert s.view.kind == "advice" and s.view.buttons == ["ok", "prev", "next", "back"]
    for n in range(1, 7):
        assert s.view.question[2][s.view.question[3]] == ("help_page", (n, 6))
        s.press("cambio")
    assert s.view.question[3] == 0, "behind the last page comes the first"
    s.press("ok")
    assert s.view.kind == "trick" and s.asked() is None
    s.lay("3O").check()


def test_help_from_the_settings_leads_back_to_them():
    for button in ("ok", "deshacer"):
        s = Story(lines=[]).press("cambio").choose("help")
        assert s.view.kind == "advice"
        s.press(button)
        assert s.asked() == "options" and s.view.question[2][s.view.question[3]][0] == "help"


def test_names_are_spelt_chosen_exchanged_and_forgotten():
    s = Story(lines=[]).press("cambio").choose("names")
    assert s.view.question[2] == [("place_unnamed", (seat,)) for seat in (1, 2, 3, 4)]
    spell(s.choose("place_unnamed", 1).choose("name_another"), "Íñigo")
    spell(s.choose("place_unnamed", 2).choose("name_another"), "Ana-Eva")
    s.choose("place_has_name", 1).choose("name_chosen", "Ana-Eva")
    assert s.settings.names == ["Ana-Eva", "Íñigo", "", ""] and s.settings.known == "Ana-Eva,Íñigo"
    s.choose("place_has_name", 2).choose("name_nobody").choose("place_unnamed", 2).choose(
        "name_chosen", "Íñigo"
    )
    s.press("deshacer", "deshacer")
    assert s.asked() == "setup_start" and s.settings.saved == 1
    s.press("ok")
    assert s.journal.lines[3:5] == ["seat 1 Ana-Eva", "seat 2 Íñigo"] and s.view.names[0] == "Ana-Eva"
    s = Story(lines=[], known="Ana", names=["Luis", "", "", ""]).press("cambio").choose("names")
    s.choose("names_forget")
    assert (
        s.settings.names == [""] * 4 and s.settings.known == "" and "names_forget" not in str(s.view.question)
    )


def test_names_are_spelt_with_the_letters_of_the_language():
    for lang, name in (("ru", "Алёна-Юля"), ("ko", "지민"), ("ko", "Ana")):
        s = Story(lines=[], lang=lang).press("cambio").choose("names")
        spell(s.choose("place_unnamed", 1).choose("name_another"), name)
        assert s.settings.names[0] == s.settings.known == name


def test_a_name_is_given_up_letter_by_letter_and_ends_at_twelve():
    s = Story(lines=[]).press("cambio").choose("names").choose("place_unnamed", 3).choose("name_another")
    groups = len(names.groups("es"))
    for _ in range(names.LONGEST):
        s.choose("letter_group", "A B C D E").press("ok")
    assert s.view.question[1] == (3, "Aaaaaaaaaaaa") and len(s.view.question[2]) == 1
    s.press("deshacer")
    assert s.view.question[1] == (3, "Aaaaaaaaaaa") and len(s.view.question[2]) == 1 + groups
    s.choose("letter_group", "F G H I J").press("deshacer")
    for _ in range(11):
        s.press("deshacer")
    assert s.view.question[1] == (3, "")
    s.press("deshacer", "deshacer", "deshacer", "deshacer")
    assert s.asked() == "setup_start" and s.settings.names == [""] * 4 and s.settings.saved == 0


def test_two_players_have_two_names():
    s = Story("amelia-2", lines=[], names=["Ana", "Luis", "Eva", "Juan"]).press("cambio").choose("names")
    assert len(s.view.question[2]) == 3
    s.choose("place_has_name", 2).choose("name_chosen", "Eva")
    assert s.settings.names == ["Ana", "Eva", "Luis", "Juan"]


# Tricks read back


def test_the_last_trick_may_be_seen_while_a_round_is_played():
    s = dealt().press("menu").choose("menu_past")
    assert s.asked() is None, "there is none yet"
    s.trick("AO", "3O", "4O", "5O").trick("AB", "3B", "4B", "5B").lay("RC").press("menu").choose("menu_past")
    assert s.view.question[2] == [("trick_in_past", (2, 1, 21))]
    assert s.view.cards == [(1, c("AB")), (2, c("3B")), (3, c("4B")), (4, c("5B"))]
    s.press("ok")
    assert s.asked() is None and s.view.cards == [(1, c("RC"))]
    s.lay("2C").check()


def test_after_the_round_all_tricks_are_read_back_with_what_they_are_worth():
    s = (
        dealt("6C")
        .trick("AO", "3O", "4O", "5O")
        .lay("AB")
        .press("menu")
        .choose("menu_fix")
        .choose("trick", 1)
    )
    s.choose("seat", 4).choose("lay_it").lay("6O").collect()
    s.trick("AB", "3B", "4B", "5B").press("menu").choose("menu_award").choose("side", 1).press("ok")
    s.press("menu").choose("menu_past")
    assert [option[1] for option in s.view.question[2]] == [(1, 1, 21), (2, 1, 21)]
    s.press("cante")
    assert (4, c("6O")) in s.view.cards, "as it was put right"
    s.press("cambio")
    assert s.view.cards[0] == (1, c("AB"))
    s.press("deshacer")
    assert s.asked() is None and s.view.kind == "deal"


def test_the_first_start_asks_for_the_language_in_each_of_them_until_one_is_taken():
    s = Story(lines=[], path="/nowhere")
    asked = []
    for _ in range(9):
        assert s.asked() == "lang" and s.view.kind == "new_match" and s.settings.saved == 0
        asked.append((s.view.lang, screens.texts(s.view)[1]))
        s.press("cante")
    assert len(dict(asked)) == 8 and asked[0] == asked[8] == ("es", "¿Seguimos en español?")
    assert len({text for _, text in asked}) == 8 and asked[1] == ("en", "Go on in English?")
    s.press("ok")
    assert s.asked() == "setup_start" and s.settings.saved == 1 and s.view.lang == "en"


def test_the_first_language_is_kept_by_deshacer_and_asked_for_no_more():
    s = Story(lines=[], path="/nowhere").press("deshacer")
    assert s.asked() == "setup_start" and s.settings.saved == 1 and s.view.lang == "es"
    assert Story(lines=[]).asked() == "setup_start"


def test_tricks_are_read_back_by_a_button_at_the_count_and_when_the_match_is_over():
    s = dealt().trick("AO", "3O", "4O", "5O").press("menu").choose("menu_award").choose("side", 1)
    assert s.view.kind == "count" and s.view.buttons[1] == "past"
    s.press("cante")
    assert s.asked() == "past" and [option[1] for option in s.view.question[2]] == [(1, 1, 21)]
    s.press("deshacer")
    assert s.view.kind == "count"
    for _ in range(2):
        s.press("ok").deal("6C").trick("AO", "3O", "4O", "5O")
        s.press("menu").choose("menu_award").choose("side", 1)
    s.press("ok")
    assert list(s.view.xp) == [12 + 3, 12 + 20 + 6, 12, 12 + 20 + 6], (
        "rules 4: played, won, three rounds, three tricks"
    )
    assert s.view.kind == "match_end" and s.view.buttons == ["next_match", "past", "", "undo"]
    s.press("cante")
    assert s.view.cards == [(1, c("AO")), (2, c("3O")), (3, c("4O")), (4, c("5O"))]
    s.press("ok")
    assert s.view.kind == "match_end"
    s.press("ok")
    assert s.asked() == "setup_start"
