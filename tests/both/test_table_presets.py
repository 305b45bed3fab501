"""Table, whole matches of every preset by buttons and cards: legal cards, all cantes by button, swaps, every screen.

The people know their own hands; the table does not. What it wrote is read again by another referee.
"""

import os

from support.shuffle import legal
from support.story import Story
from tapete import games, house, screens
from tute.cards import CABALLO, DOS, REY, SIETE, card_name
from tute.dealt import seeded
from tute.experience import ledger
from tute.rules import PRESETS, find_rules, parse_rules

SOAK = bool(os.getenv("TAPETE_SOAK")) if hasattr(os, "getenv") else False


def side(ref):
    """The seats of the side that won the last trick."""
    return [seat for seat in range(1, ref.seats + 1) if ref.side_of(seat) == ref.side_of(ref.turn)]


def sing(s, hands):
    """Every cante that a hand of the winner's side holds and may call is called -> how many stood."""
    stood = 0
    for seat in side(s.ref) if s.ref.phase == "window" else ():
        for suit in range(4):
            pair = [suit * 10 + REY, suit * 10 + CABALLO]
            if s.ref.phase != "window" or not all([card in hands[seat - 1] for card in pair]):
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


def swap(s, hands, stock):
    """The exchange of the trump card under the stock, where the winner holds what it takes."""
    for strength in (SIETE, DOS):
        card, upcard = s.ref.trump * 10 + strength, s.ref.upcard
        seat = s.ref.turn
        if not stock or upcard is None or card not in hands[seat - 1] or seat not in s.ref.swap_seats(card):
            continue
        s.press("cambio").lay(card_name(card))
        if s.asked() == "swap_seat":
            s.choose("seat", seat)
        assert s.events(1) == ["swap %s %d" % (card_name(card), seat)] and s.ref.upcard == card
        s.collect()
        hands[seat - 1][hands[seat - 1].index(card)] = upcard
        stock[-1] = card


def play_round(s, seed):
    """Deal, sing, swap, draw, lay legal cards, collect -> cantes that stood."""
    deal, stood = seeded(s.ref.rules, s.view.dealer, seed), 0
    hands, stock = [list(hand) for hand in deal.hands], list(deal.stock)
    s.deal(card_name(deal.upcard), s.view.dealer)
    while s.ref.phase in ("play", "window"):
        for _ in range(s.ref.seats):
            seat = s.ref.turn
            card = legal(s.ref, hands[seat - 1])[seed % 2 - 1]
            hands[seat - 1].remove(card)
            s.lay(card_name(card), gap=600)  # sooner, king and knight of a suit could be a cante
            assert s.events(1) == ["play %s %d" % (card_name(card), seat)], (s.events(3), s.view.banner)
            assert screens.texts(s.view) and s.view.stock == len(stock) - len(s.ref.owed or ())
        s.collect()
        stood += sing(s, hands)
        if s.ref.phase == "window":
            swap(s, hands, stock)
            for seat in (s.ref.turn, 3 - s.ref.turn) if stock else ():
                hands[seat - 1].append(stock.pop(0))
    return stood


def play_match(name, seed):
    """Set the match up by its name and play it to its end -> cantes that stood."""
    s = Story(lines=[]).press("cante").choose("preset", name)
    s.choose("number", 2).choose("seat", find_rules(name).players).press("ok")
    assert len(s.view.names) == s.ref.seats
    stood = 0
    while s.ref.phase != "match_over":
        seed += 1
        stood += play_round(s, seed)
        told = screens.texts(s.view)
        assert s.view.kind == "count" and ("Partida ganada" in told) == (s.ref.phase == "match_over"), told
        s.press("ok")
        s.check()
    assert s.view.kind == "match_end" and max(s.ref.games) == 2, s.view.kind
    paid = ledger(s.ref)
    for seat, points in enumerate(s.view.xp, 1):
        assert points == sum([row[2] for row in paid if row[0] == seat]) >= 12
    assert s.journal.lines[1] == "rules " + name
    return stood


def test_house_rules_are_chosen_line_by_line_and_remembered():
    s = Story(lines=[]).press("cante").choose("house")
    assert s.asked() == "house" and s.view.question[1] == ("online-pairs",)
    lines = [option[0] for option in s.view.question[2]]
    assert (
        lines
        == (
            "house_done house_detection_live house_the_penalty_lose_round house_tute_win_round house_cantes_1"
            " house_deadline_none house_exchange_dealer_upcard house_tie_last_trick"
        ).split()
    )
    s.choose("house_detection_live").press("ok")
    assert s.view.question[2][1][0] == "house_detection_on_claim" and s.view.question[3] == 1
    s.choose("house_tie_last_trick").choose("house_the_penalty_lose_round").press("ok").choose(
        "house_tie_nobody"
    )
    s.choose("house_done").choose("number", 2).choose("seat", 4)
    assert s.asked() == "setup_start" and s.view.question[2][1] == ("house_change", ())
    s.press("ok")
    assert (
        s.journal.lines[1] == "rules online-pairs renuncio_detection=on_claim renuncio_penalty=replay_round"
    )
    assert s.ref.rules.renuncio_detection == "on_claim" and s.settings.rules == s.journal.lines[1][6:]
    s = Story(lines=[], rules=s.settings.rules).press("cante").press("ok")
    assert s.view.question[2][1][0] == "house_detection_on_claim"
    s.choose("house_detection_on_claim").press("deshacer")
    assert s.asked() == "setup_rules" and s.view.question[3] == len(PRESETS)
    s.choose("preset", "amelia-2").choose("number", 2).choose("seat", 1).press("ok")
    assert s.journal.lines[1] == "rules amelia-2", "another preset has its own rules"


def test_house_rules_that_cannot_be_or_are_too_long_are_not_offered():
    for name in PRESETS:
        for option, _, can, at in house.choices(name):
            assert len(can) > 1 and can[at][1] == name
            for value, text in can:
                rules = parse_rules(text)
                assert str(getattr(rules, option)) == value and games.rules_of(text)
    options = [row[0] for row in house.choices("amelia-4")]
    assert "exchange" not in options, "who holds the trump card cannot exchange it"
    seen = "amelia-3"
    for _ in range(30):  # whatever is pressed, the line can be written
        rows = house.choices(seen)
        option, _, can, at = rows[len(seen) % len(rows)]
        seen = can[(at + 1) % len(can)][1]
        assert len(("rules " + seen).encode()) <= 194


def test_the_set_up_offers_every_preset():
    assert games.presets() == sorted(PRESETS)


def test_matches_of_every_preset():
    for name in PRESETS:
        stood = sum([play_match(name, 100 * n) for n in range(20 if SOAK else 1)])
        assert stood or not SOAK, name


def test_three_players_go_on_from_a_score_after_a_restart():
    s = Story(lines=[], names=["Ana", "Luis", "Eva", "Juan"]).press("cante").choose("preset", "amelia-3")
    s.choose("number", 3).choose("seat", 2).press("ok")
    s.press("menu").choose("menu_score").choose("number", 1).choose("number", 0).choose("number", 2)
    assert s.asked() == "setup_start" and s.view.question[1] == ("amelia-3", 3, 3, 1, 0, 2)
    assert (s.settings.rules, s.settings.target, s.settings.saved) == ("amelia-3", 3, 1), "it is remembered"
    assert screens.texts(s.view)
    s.press("ok")
    assert s.journal.lines[:7] == [
        "acta 1", "rules amelia-3", "target 3", "games 1 1", "games 3 2", "seat 1 Ana", "seat 2 Luis",
    ]  # fmt: skip
    assert s.journal.lines[7] == "seat 3 Eva", "the fourth is not in the match"
    s.deal("6C", 3).lay("AO", "3O")
    before = s.view.cards
    s.start()
    assert s.view.names == ["Ana", "Luis", "Eva"] and s.view.games == [1, 0, 2] and s.view.cards == before
    s.lay("4O").collect()
    assert s.ref.trick_no == 2 and s.view.kind == "won"
    s.press("menu").choose("menu_award").choose("side", 1)
    assert s.view.kind == "count" and list(s.view.games) == [1, 1, 2] and screens.texts(s.view)
    s.check()


def test_two_players_swap_undo_and_start_again_in_the_middle():
    s = Story(lines=[]).press("cante").choose("preset", "wikipedia-2").choose("number", 1).choose("seat", 1)
    s.press("ok").deal("RC", 1).lay("AO", "4O").collect()
    assert (s.view.stock, s.ref.turn) == (22, 2)
    s.press("cambio").lay("7C").choose("seat", 2).collect()
    assert s.events(1) == ["swap 7C 2"] and s.view.upcard == s.ref.upcard, s.view.banner
    s.press("deshacer")
    if s.asked() == "undo":
        s.press("ok")
    assert s.events(1) == ["undo"] and card_name(s.ref.upcard) == "RC"
    s.press("cambio").lay("7C").choose("seat", 2).collect().lay("AB")
    s.start()
    assert s.view.turn == 1 and card_name(s.ref.upcard) == "7C" and s.view.stock == 22
    s.lay("2B").check()
    assert s.view.kind == "won"
