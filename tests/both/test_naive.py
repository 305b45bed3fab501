"""The naive referee by itself: matching of cards to slots against all deals and stock orders listed one by one, and the
worked vectors of the rule dossier."""

import os
import sys

import tute
from support.duel import play_both
from support.house_rules import house_rules
from support.matches import MOODS, Dice, Table
from support.naive import Naive, legal, winner_of
from support.naive.calls import refuse_cante, refuse_swap
from support.naive.cards import side_of, value
from support.naive.results import count
from support.naive.rounds import Call, Deal, Play
from support.vectors import VECTORS, rules_line
from tute.rules import parse_rules

SOAK = bool(os.getenv("TAPETE_SOAK"))
SHARE = 1 if sys.implementation.name == "micropython" else 2
tute.keep = True  # tests read sources: what is lent is not to be compiled again for every use
SEATS = {"N": 1, "W": 2, "S": 3, "E": 4, "A": 1, "B": 2, "C": 3, "P": 1, "Q": 2}
SIDES = {"NS": "1+3", "EW": "2+4", "A": "1", "B": "2", "C": "3", "P": "1", "Q": "2"}


def listed_and_matched(presets, size, first, seeds):
    lines = 0
    for number in range(first, first + seeds):
        for preset in presets:
            words, rules = house_rules(preset, number, size)
            table = Table(rules, Dice(number + 1), MOODS[number % len(MOODS)])
            told = "number %d, rules %s" % (number, words)
            lines += len(play_both(Naive(rules, 2, True), Naive(rules, 2), table, 2, told))
    return lines


def test_matching_says_what_the_list_of_all_deals_says():
    seeds = 60 * SHARE if SOAK else 1
    two = ("amelia-2", "wikipedia-2")
    assert listed_and_matched(two, "hand_size=2 removed_ranks=24567SA3", 5000, seeds + 1) > 20
    assert listed_and_matched(two, "hand_size=3 removed_ranks=24567SA3", 6000, seeds) > 20
    assert listed_and_matched(two, "hand_size=5 removed_ranks=2456SA3", 7000, seeds // 2 + 1) > 20
    assert listed_and_matched(("online-pairs",), "hand_size=2 removed_ranks=24567SA3", 8000, seeds) > 20
    if SOAK or SHARE == 2:
        assert (
            listed_and_matched(("amelia-3",), "hand_size=4 removed_ranks=24567SA", 9001, seeds // 8 + 1) > 10
        )


class Staged(Deal):
    """A round as a vector tells it: only what it names has happened."""

    def __init__(self, words, trump):
        shown = [rank + trump for rank in "4567AS"]
        super().__init__(parse_rules(words), 1, shown[0], [], False, {})
        self.hands = {}
        self.left = 0
        self.phase = "NA"
        self.before = []  # what lies on the table
        self.sums = None

    def can_hold(self, moment, cards, more=None):
        return all([card in self.hands[moment.seat] for card in cards])

    def in_window(self):
        return True

    def stock_left(self):
        return self.left

    def window_draws(self):
        made = self.phase == "POST"
        return [] if self.phase == "NA" else [[2, 1, made, 0], [3, 2, made, 0]]

    def table(self):
        return self.before

    def points(self):
        return self.sums or super().points()


def test_vectors_of_duties_and_tricks():
    for vector in VECTORS["legal"]:
        table = vector["table"].split()
        rules = parse_rules(rules_line(vector))
        found = legal(
            vector["hand"].split(), table, vector["trump"], rules, vector["partner_index"], vector["stock"]
        )
        assert sorted(found) == sorted(vector["legal"].split()), vector
    for vector in VECTORS["trick"]:
        cards = vector["plays"].split()
        assert winner_of(cards, vector["trump"]) == vector["winner"], vector
        assert sum([value(card) for card in cards]) == vector["points"], vector


def test_vectors_of_cantes():
    for vector in VECTORS["declare"]:
        deal = Staged(vector["preset"], vector["trump"])
        for name in vector["hands"]:
            deal.hands[SEATS[name]] = vector["hands"][name].split()
        for step in vector["steps"]:
            seat = SEATS[step[1]]
            if step[0] == "trick":
                deal.tricks.append((seat, 0))
                deal.phase, deal.left = step[2], step[3]
            elif step[0] == "say":
                call = step[2] if step[2] == "40" else step[2] + " " + step[3]
                found = refuse_cante(deal, seat, call, [])
                assert (found or "ok") == step[4], (vector, step, found)
                if not found:
                    deal.calls.append(Call(seat, call, len(deal.tricks), False, 0, None))


def test_vectors_of_swaps():
    for vector in VECTORS["exchange"]:
        deal = Staged(vector["preset"], vector["trump"])
        deal.upcard = vector["upcard"]
        deal.left = vector["stock"]
        seat = SEATS[vector["player"]]
        deal.hands[seat] = [vector["card"]]
        if vector["own_trick"] or vector["side_trick"]:
            deal.tricks.append((seat if vector["own_trick"] else (seat + 1) % 4 + 1, 0))
        assert (refuse_swap(deal, seat, vector["card"], []) or "ok") == vector["expect"], vector


def test_vectors_of_scoring():
    for vector in VECTORS["scoring"]:
        options = vector["overrides"]
        if "tute" in options:
            continue  # ends the round before any count
        words = vector["preset"]
        if "double" in options:
            words += " double_win=" + options["double"]
        if "carry" in options:
            words += " round_win=first_to_101"
        deal = Staged(words, "O")
        deal.sums = {}
        for name in vector["piles"]:
            total = sum([30 if c[1] == "*" else value(c) for c in vector["piles"][name].split()])
            total += sum(vector["cantes"].get(name, []))
            total += deal.rules.last_trick_bonus if name == vector["last_side"] else 0
            assert total == vector["totals"][name], vector
            deal.sums[SIDES[name]] = total
        won = list(reversed(options.get("recent", []))) + [vector["last_side"]]
        seats = {}
        for seat in range(deal.players, 0, -1):
            seats[side_of(seat, deal.rules)] = seat
        deal.tricks = [(seats[SIDES[name]], 0) for name in won]
        found = count(deal)
        assert found[:2] == (SIDES.get(vector["winner"]), vector["games"]), (vector, found)


def test_vectors_of_renuncios():
    for vector in VECTORS["renuncio"]:
        deal = Staged(rules_line(vector), vector["trump"])
        deal.hands[2] = deal.pack
        word = "CLEAN"
        for event in vector["events"]:
            if event[0] == "draw":
                deal.draws.append([deal.players + 2 * len(deal.draws), 2, True, event[1]])
                continue
            moment = deal.moment(2)
            if event[0] == "show":
                deal.see(event[2].split(), moment)
            else:
                table = event[2].split()
                deal.before = []
                seats = (1, 4, 3) if len(table) == 1 else (4, 1, 3)  # RV13: his partner is winning
                deal.before = [Laid(card, seat) for card, seat in zip(table, seats)]
                play = Play(deal, event[3], moment)
                play.trick = event[1]
                deal.see([play.card], moment)
                deal.plays.append(play)
            for play in deal.plays:
                status = "PROVEN" if deal.update(play) else "SUSPECTED" if deal.seen_witnesses(play) else ""
                if status and not play.told:
                    play.told = True
                    witnesses = " ".join(deal.seen_witnesses(play))
                    word = "%s@%d of %d by %s" % (status, event[1], play.trick, witnesses)
        assert word == vector["verdict"], (vector, word)


class Laid:
    """A card on the table."""

    def __init__(self, card, seat):
        self.card = card
        self.seat = seat
