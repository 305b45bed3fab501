"""The worked vectors of the rule dossier (a copy is tests/vectors.json), each under the id of the rule it shows."""

import json

from tute import swap
from tute.acta import CANTE_40, CANTE_TUTE
from tute.cantes import Cantes
from tute.cards import POINTS, RANKS, SUITS, card_name, hand_of, parse_card
from tute.match import count_round
from tute.rules import parse_rules
from tute.trick import Trick

VECTORS = json.load(open(__file__[: __file__.rfind("/both/")] + "/vectors.json"))


def cards(text):
    return [parse_card(name) for name in text.split()]


def label(vector):
    return "%s, %s: %s" % (vector.get("id"), vector.get("rule", ""), vector.get("note"))


def option_words(options):
    words = []
    for name in options:
        value = options[name]
        if value is True or value is False:
            value = "yes" if value else "no"
        words.append("%s=%s" % (name, value))
    return " ".join(words)


def trick_of(rules, trump, table, stock=0):
    trick = Trick(rules, SUITS.find(trump))
    for seat, card in enumerate(table):
        trick.lay(seat + 1, card, stock)
    return trick


def test_legal():
    for vector in VECTORS["legal"]:
        rules = parse_rules(vector["preset"] + " " + option_words(vector["overrides"]))
        trick = trick_of(rules, vector["trump"], cards(vector["table"]), vector["stock"])
        found = [card_name(card) for card in trick.legal(hand_of(cards(vector["hand"])))]
        assert sorted(found) == sorted(vector["legal"].split()), label(vector)


def test_trick():
    for vector in VECTORS["trick"]:
        trick = trick_of(parse_rules("online-pairs"), vector["trump"], cards(vector["plays"]))
        assert (trick.winner - 1, trick.points) == (vector["winner"], vector["points"]), label(vector)


SEATS = {"N": 1, "W": 2, "S": 3, "E": 4, "A": 1, "B": 2, "C": 3, "P": 1, "Q": 2}


def test_declare():
    for vector in VECTORS["declare"]:
        cantes = Cantes(parse_rules(vector["preset"]), SUITS.find(vector["trump"]))
        hands = {}
        for seat in vector["hands"]:
            hands[SEATS[seat] - 1] = cards(vector["hands"][seat])
        drawn = {}
        phase, stock = "", 0
        for step in vector["steps"]:
            p = SEATS[step[1]] - 1
            if step[0] == "drawn":
                drawn[p] = parse_card(step[2])
            elif step[0] == "trick":
                cantes.open_window(p)
                phase = "" if step[2] == "NA" else step[2]
                stock = step[3]
            else:
                kind, what, expected = step[2:]
                call = CANTE_40
                if kind != "40":
                    call = SUITS.find(what) if kind == "20" else CANTE_TUTE + RANKS.find(what)

                def held(wanted, hand=hands[p]):
                    return all([card in hand for card in wanted])

                reason = cantes.refuse(p, call, held, phase, stock, drawn.get(p, -1))
                assert (reason or "ok") == expected, (label(vector), step, reason)
                if not reason:
                    cantes.add(p, call)


def test_exchange():
    for vector in VECTORS["exchange"]:
        rules = parse_rules(vector["preset"])
        won = ("p" if vector["own_trick"] else "") + ("s" if vector["side_trick"] else "")
        reason = swap.refuse(
            rules,
            SUITS.find(vector["trump"]),
            parse_card(vector["upcard"]),
            parse_card(vector["card"]),
            True,
            won,
            vector["stock"],
        )
        assert (reason or "ok") == vector["expect"], (label(vector), reason)


def pile_points(pile):
    total = 0
    for word in pile.split():
        total += 30 if word[1] == "*" else POINTS[parse_card(word) % 10]
    return total


def test_scoring():
    for vector in VECTORS["scoring"]:
        names = [name for name in ("NS", "EW", "A", "B", "C", "P", "Q") if name in vector["piles"]]
        extra = vector["overrides"]
        words = "online-pairs"
        if "double" in extra:
            words += " double_win=" + extra["double"]
        if "carry" in extra:
            words += " round_win=first_to_101"
        rules = parse_rules(words)
        if "tute" in extra:
            continue  # ends the round before any count: test_referee
        cantes = vector["cantes"]
        points = [pile_points(vector["piles"][name]) + sum(cantes.get(name, [])) for name in names]
        points[names.index(vector["last_side"])] += rules.last_trick_bonus
        assert points == [vector["totals"][name] for name in names], label(vector)
        recent = [names.index(name) for name in extra.get("recent", [])]
        sung = [name in cantes for name in names]
        winner, games, _ = count_round(rules, points, names.index(vector["last_side"]), sung, recent)
        found = names[winner] if winner >= 0 else None
        assert (found, games) == (vector["winner"], vector["games"]), label(vector)
