"""Everything that is said by sound is on the panel too, for a bar with noise and for people who hear badly; and what a
card brings on the panel sounds, for people who see badly."""

from support.story import Story
from tapete import screens
from tapete.sounds import NAMES


def dealt(upcard="6C", **kw):
    return Story(lang="en", **kw).deal(upcard)


def shown(s):
    return " | ".join(screens.texts(s.view))


def a_cante(s):
    s.trick("AO", "3O", "4O", "2O").press("cante")
    s.choose("cante_of", "20", 2)
    return s.choose("seat", 1) if s.asked() == "cante_seat" else s


def a_swap(s):
    s = dealt("RC").trick("AO", "3O", "4O", "2O").press("cambio").lay("7C")
    return s.choose("seat", 1) if s.asked() == "swap_seat" else s


def a_refusal(s):
    s = dealt("RC").lay("2C", "4C", "5C")
    s.heard()
    return s.lay("AO")


def a_trouble(s):
    s.table.trouble("no_answer", ())
    return s


def a_match(s):
    # the count of its last round is shown first
    return dealt(target=1).lay("AO").press("menu").choose("menu_concede").choose("seat", 2).press("ok")


# For each sound what makes it, and words that are then on the panel.
SAID = {
    "card1": (lambda s: s.lay("AO"), "Player 1 plays the ace of coins"),
    "card2": (lambda s: s.lay("AO", "3O"), "Player 2 plays the three of coins"),
    "card3": (lambda s: s.lay("AO", "3O", "4O"), "Player 3 plays the four of coins"),
    "trick": (lambda s: s.lay("AO", "3O", "4O", "2O"), "PLAYER 1 +21"),
    "cante": (a_cante, "Sing twenty in swords"),
    "swap": (a_swap, "swaps the seven"),
    "refused": (a_refusal, "NOT ALLOWED"),
    "question": (lambda s: s.press("menu"), "MENU"),
    "answered": (lambda s: s.press("menu").choose("menu_claim"), "Who claims a revoke?"),
    "undo": (lambda s: s.lay("AO").press("deshacer"), "Undone: ace of coins of Player 1"),
    "round": (
        lambda s: s.lay("AO").press("menu").choose("menu_concede").choose("seat", 2),
        "the others concede",
    ),
    "match": (a_match, "The match is won"),
    "trouble": (a_trouble, "READER SILENT"),
}
AT_START = ("start",)  # the panel has the splash, and then the match: see test_app


def test_each_sound_has_its_words_on_the_panel():
    assert sorted(list(SAID) + list(AT_START)) == sorted(NAMES), (
        "a new sound: say what the panel shows with it"
    )
    for name in SAID:
        make, words = SAID[name]
        s = dealt()
        s.heard()
        s = make(s)
        assert name in s.heard(), name
        assert words in shown(s), (name, words, shown(s))


def test_what_a_card_brings_sounds():
    s = dealt()
    for name in ("AO", "3O", "4O", "2O", "RB", "4B"):
        s.heard()
        before = shown(s)
        s.lay(name)
        assert shown(s) != before and s.heard(), name
        if s.view.kind == "won":
            s.collect()
