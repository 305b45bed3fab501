"""House rules: presets, options, what cannot stand together."""

from tute.record import RulesError
from tute.rules import find_rules, parse_rules


def fails(text):
    """(offset, expected) of the error."""
    try:
        parse_rules(text)
    except RulesError as error:
        return error.at, error.expected
    raise AssertionError(text)


def test_online_pairs():
    rules = find_rules("online-pairs")
    assert (rules.players, rules.sides, rules.hand_size, rules.match_target) == (
        4,
        "pairs",
        10,
        3,
    )  # OP-03 OP-07 OP-04
    assert rules.must_beat and rules.beat_waived_when_trumped  # OP-10 OP-11
    assert rules.ruff_duty == "over_else_free" and rules.tute_ranks == "RC"  # OP-10(3) OP-19
    assert rules.tie == "last_trick" and rules.last_trick_bonus == 10  # OP-26 OP-25
    assert rules.renuncio_detection == "live" and rules.renuncio_penalty == "lose_round"
    assert rules.side_names() == ["1+3", "2+4"]


def test_options():
    rules = parse_rules(
        "online-pairs  must_beat=no tute_ranks=r match_target=6 removed_ranks=- renuncio_detection=audit"
    )
    assert rules.must_beat is False and rules.tute_ranks == "R" and rules.match_target == 6
    assert rules.removed_ranks == "" and rules.renuncio_detection == "audit"
    assert parse_rules("online-pairs").must_beat is True


def test_what_cannot_be_read():
    assert fails("") == (0, "preset")
    assert fails("offline-pairs") == (0, "preset")
    assert fails("online-pairs color=red") == (13, "option")
    assert fails("online-pairs must_beat=maybe") == (23, "yes or no")
    assert fails("online-pairs must_beat") == (22 + 1, "yes or no")
    assert fails("online-pairs match_target=x")[0] == 26
    assert fails("online-pairs tute_ranks=RR")[0] == 24
    assert fails("online-pairs tie=both") == (17, "last_trick, nobody")


def test_what_cannot_stand_together_names_both():
    for words in (
        "players=3 sides=pairs",
        "hand_size=8 trump_source=last_dealt",
        "exchange=stock_upcard trump_source=last_dealt",
        "hand_size=11 players=4",
        "upcard_home=under_stock trump_source=last_dealt",
    ):
        _, expected = fails("online-pairs " + words)
        for word in words.split():
            assert word in expected, (words, expected)
    assert "match_target=0" in fails("online-pairs match_target=0")[1]
