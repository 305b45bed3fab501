"""Table, whole matches of every preset that it plays: four in pairs, legal cards, all cantes by button, every screen.

The people know their own hands; the table does not. What it wrote is read again by another referee.
"""

import os

from support.shuffle import legal, shuffled
from support.story import Story
from tapete import games, screens
from tute.cards import CABALLO, REY, card_name
from tute.rules import find_rules

SOAK = bool(os.getenv("TAPETE_SOAK")) if hasattr(os, "getenv") else False
PRESETS = ("amelia-4", "online-pairs", "wikipedia-4", "wikipedia-4-classical")


def sing(s, hands):
    """Every cante that a hand of the winner's side holds and may call is called -> how many stood."""
    winner, stood = s.ref.turn, 0
    for seat in (winner, (winner + 1) % 4 + 1):
        for suit in range(4):
            pair = [suit * 10 + REY, suit * 10 + CABALLO]
            if s.ref.phase != "window" or not all([card in hands[seat] for card in pair]):
                continue
            kind = "40" if suit == s.ref.trump else "20"
            if seat not in s.ref.cante_seats(kind, suit):
                continue
            s.press("cante").lay(card_name(pair[0]), card_name(pair[1]))
            if s.asked() == "cante_seat":
                s.choose("seat", seat)
            assert s.view.kind == "cante" and screens.texts(s.view)
            s.collect()
            stood += 1
    return stood


def play_round(s, seed):
    """Deal, sing, lay legal cards, collect -> cantes that stood."""
    cards, dealer, stood = shuffled(seed), s.view.dealer, 0
    hands = {(dealer + n) % 4 + 1: cards[n * 10 : n * 10 + 10] for n in range(4)}
    s.deal(card_name(hands[dealer][0]), dealer)
    while s.ref.phase in ("play", "window"):
        for _ in range(4):
            seat = s.ref.turn
            card = legal(s.ref, hands[seat])[seed % 2 - 1]
            hands[seat].remove(card)
            s.lay(card_name(card), gap=600)  # sooner, king and knight of a suit could be a cante
            assert s.events(1) == ["play %s %d" % (card_name(card), seat)], (s.events(3), s.view.banner)
            assert screens.texts(s.view)
        s.collect()
        stood += sing(s, hands)
    return stood


def play_match(name, seed):
    """Set the match up by its name and play it to its end -> cantes that stood."""
    s = Story(lines=[]).press("cante").choose("preset", name)
    s.choose("number", 2).choose("seat", 4).press("ok")
    stood = 0
    while s.ref.phase != "match_over":
        seed += 1
        stood += play_round(s, seed)
        assert screens.texts(s.view) and s.view.kind == "count", s.view.kind
        s.press("ok")
        s.check()
    assert s.view.kind == "match_end" and max(s.ref.games) == 2, s.view.kind
    assert s.journal.lines[1] == "rules " + name
    return stood


def test_the_set_up_offers_these_presets():
    assert tuple(games.presets()) == PRESETS
    assert [games.rules_of(name).side_names() == find_rules(name).side_names() for name in PRESETS] == [
        True
    ] * 4


def test_matches_of_every_preset():
    for name in PRESETS:
        stood = sum([play_match(name, 100 * n) for n in range(20 if SOAK else 1)])
        assert stood or not SOAK, name
