"""Teaching mode at the table: the duty of the seat in turn, from what lies open, and only where it is turned on."""

from support.story import Story
from tapete import screens
from tute.cards import parse_card


def c(name):
    return parse_card(name)


def dealt(**kw):
    return Story(**kw).deal("6C")


def said(s):
    """What can be read on the panel."""
    return " | ".join(screens.texts(s.view))


def test_the_duty_of_the_next_seat_stands_where_the_last_card_was_told():
    s = dealt(teaching=True, lang="en").lay("AO")
    assert s.view.duty == ("follow", "trump", (0, -1, -1)), "nothing beats the ace"
    assert "Follow coins or trump" in said(s) and "plays the" not in said(s)
    s.lay("3O")
    s.lay("SC")
    assert s.view.duty == ("follow", "over", (0, -1, c("SC")))
    s.lay("2O")
    assert s.view.kind == "won" and s.view.duty == ("sing", "", (0,)), "seat 3 has won with a trump"
    assert "+" in said(s) and "May sing now: 1 & 3" in said(s)
    s.collect().lay("RC")
    assert s.view.duty == ("beat", "free", (1, c("RC"), -1))


def test_without_it_nothing_is_told():
    s = dealt(lang="en")
    for name in ("AO", "3O", "SC", "2O"):
        s.lay(name)
        assert s.view.duty is None and "Follow" not in said(s) and "sing now" not in said(s)


def test_news_goes_before_the_duty():
    s = dealt(teaching=True).lay("AO").press("deshacer")
    assert s.banner() == "undone" and s.view.duty is None
    s.lift("AO").lay("AO")
    assert s.view.duty[0] == "follow"


def test_a_refused_card_is_told_what_was_owed_and_why():
    for teaching in (True, False):
        s = Story(teaching=teaching, lang="en").deal("RC").lay("2C", "4C", "5C", "AO")
        assert s.view.kind == "refused"
        told = said(s)
        assert "The duty is to follow suit" in told
        assert ("Follow (> 5" in told and "The lead was cups" in told) == teaching, told


def test_it_is_turned_on_by_buttons_and_kept():
    s = dealt(lang="en").lay("AO").press("menu").choose("menu_options")
    s.choose("teaching_0").press("deshacer")
    assert s.settings.teaching and s.settings.saved == 1 and s.view.duty[0] == "follow"
    s.press("menu").choose("menu_options").choose("teaching_1").press("deshacer")
    assert not s.settings.teaching and s.view.duty is None
