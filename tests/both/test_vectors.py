"""The worked vectors of the rule dossier by the presets that they name, a test for each, with its rules in its name."""

from support.vectors import VECTORS, cards, named_after, rules_line
from tute import swap
from tute.acta import CANTE_40, CANTE_TUTE
from tute.cantes import Cantes
from tute.cards import POINTS, RANKS, SUITS, card_name, hand_of, parse_card
from tute.match import count_round
from tute.referee import Referee
from tute.rules import parse_rules
from tute.trick import Trick

SEATS = {"N": 1, "W": 2, "S": 3, "E": 4, "A": 1, "B": 2, "C": 3, "P": 1, "Q": 2}
SIDES = ("NS", "EW", "A", "B", "C", "P", "Q")


def trick_of(rules, trump, table, stock=0):
    trick = Trick(rules, SUITS.find(trump))
    trick.stock = stock
    for seat, card in enumerate(table):
        trick.lay(seat + 1, card)
    return trick


def legal(vector):
    trick = trick_of(
        parse_rules(rules_line(vector)), vector["trump"], cards(vector["table"]), vector["stock"]
    )
    found = [card_name(card) for card in trick.legal(hand_of(cards(vector["hand"])))]
    assert sorted(found) == sorted(vector["legal"].split()), found


def trick(vector):
    laid = trick_of(parse_rules("online-pairs"), vector["trump"], cards(vector["plays"]))
    assert (laid.winner - 1, laid.points) == (vector["winner"], vector["points"])


def declare(vector):
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
            assert (reason or "ok") == expected, (step, reason)
            if not reason:
                cantes.add(p, call)


def exchange(vector):
    won = ("p" if vector["own_trick"] else "") + ("s" if vector["side_trick"] else "")
    reason = swap.refuse(
        parse_rules(vector["preset"]),
        SUITS.find(vector["trump"]),
        parse_card(vector["upcard"]),
        parse_card(vector["card"]),
        True,
        won,
        vector["stock"],
    )
    assert (reason or "ok") == vector["expect"], reason


def pile_points(pile):
    total = 0
    for word in pile.split():
        total += 30 if word[1] == "*" else POINTS[parse_card(word) % 10]
    return total


def scoring(vector):
    names = [name for name in SIDES if name in vector["piles"]]
    extra = vector["overrides"]
    points = [pile_points(vector["piles"][name]) for name in names]
    if "tute" in extra:
        tute(vector, points, names.index(extra["tute"]))
        return
    words = vector["preset"]
    if "double" in extra:
        words += " double_win=" + extra["double"]
    if "carry" in extra:
        words += " round_win=first_to_101"
    rules = parse_rules(words)
    cantes = vector["cantes"]
    last = names.index(vector["last_side"])
    points = [points[i] + sum(cantes.get(name, [])) for i, name in enumerate(names)]
    points[last] += rules.last_trick_bonus
    assert points == [vector["totals"][name] for name in names]
    recent = [names.index(name) for name in extra.get("recent", [])]
    winner, games, _ = count_round(rules, points, last, [name in cantes for name in names], recent)
    assert (names[winner] if winner >= 0 else None, games) == (vector["winner"], vector["games"])


def tute(vector, points, side):
    """A tute by the side that won the last trick, whatever was won so far."""
    ref = Referee(parse_rules(vector["preset"]))
    seat = side + 1
    for line in ("deal 1 2B", "play SO 2", "play 5O 3", "play 4O 4", "play 2O 1"):
        assert ref.push(line).ok
    ref._round.points = points
    answer = ref.push("cante tute R %d" % seat)
    result = answer.round
    assert (result["winner"], result["games"], result["by"]) == (
        ref.side_names[side],
        vector["games"],
        "tute",
    )
    wanted = [vector["totals"][name] for name in SIDES if name in vector["totals"]]
    assert [result["points"][name] for name in ref.side_names] == wanted


TESTS = {"legal": legal, "trick": trick, "declare": declare, "exchange": exchange, "scoring": scoring}
for kind in TESTS:
    globals().update(named_after(kind, TESTS[kind]))


def test_presets_have_the_options_that_the_vectors_state():
    options = VECTORS["legal_options"]
    for preset in options:
        rules = parse_rules(preset)
        for name in options[preset]:
            # where two play, every card laid is the lead, and nobody ruffs before
            assert getattr(rules, name) == options[preset][name], (preset, name)
    stated = VECTORS["cante_options"]
    for preset in stated:
        rules = parse_rules(preset)
        wanted = stated[preset]
        limit = {1: "1", 99: "unlimited"}[wanted["per_player"]]
        assert (rules.cante_declarer, rules.cante_deadline) == (wanted["declarer"], wanted["deadline"])
        assert (rules.cante_order, rules.cante_party) == (wanted["order_scope"], wanted["party"])
        assert (rules.cantes_per_player, sorted(rules.tute_ranks)) == (limit, sorted(wanted["tute_ranks"]))
        assert rules.cante_min_stock == wanted["min_stock"], preset
        assert rules.cante_excludes_last_drawn == wanted["last_drawn_excluded"], preset
        assert (rules.cante_phase == "POST") == (wanted["phases"] == ["POST"]), preset
    taken = VECTORS["exchange_options"]
    for preset in taken:
        rules = parse_rules(preset)
        wanted = taken[preset]
        assert rules.exchange == wanted["source"], preset
        if "need_trick" in wanted:
            needs = {"side": "side_trick", "player": "player_trick", "no": "nothing"}[wanted["need_trick"]]
            assert (rules.exchange_needs, rules.exchange_min_stock) == (needs, wanted["min_stock"]), preset
