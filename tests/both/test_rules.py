"""House rules: presets after the table of rules 2.5, options, what cannot stand together."""

import json

from tute.record import RulesError
from tute.rules import PRESETS, find_rules, option_values, parse_rules, value_text

VECTORS = json.load(open(__file__[: __file__.rfind("/both/")] + "/vectors.json"))

# The table of rules 2.5 as it is printed there: a column a preset, `.` where it says nothing.
COLUMNS = "online-pairs amelia-2 amelia-3 amelia-4 wikipedia-2 wikipedia-4"
TABLE = """
players                   4 2 3 4 2 4
sides                     pairs individual individual pairs individual pairs
removed_ranks             - - 2 - - -
hand_size                 10 8 12 10 8 10
trump_source              last_dealt stock_upcard last_dealt last_dealt stock_upcard last_dealt
upcard_home               table_until_played under_stock dealer_hand dealer_hand under_stock dealer_hand
direction                 ccw ccw ccw ccw ccw ccw
first_leader              dealer_right non_dealer dealer_right dealer_right non_dealer dealer_right
dealer_next               rotate_ccw alternate rotate_ccw rotate_ccw alternate rotate_ccw
draw_order                . winner_first . . winner_first .
stock_duty                . free . . full .
must_beat                 yes yes yes yes yes yes
beat_reference            highest highest highest highest lead lead
beat_waived_when_trumped  yes yes yes yes . no
ruff_duty                 over_else_free over_else_free over_else_free over_else_free any_trump any_trump
partner_winning_exempt    no . . no . no
cante_declarer            winning_side winner winner winning_side winner winning_side
cante_deadline            none first_opportunity first_opportunity first_opportunity none none
cantes_per_player         1 1 1 1 unlimited unlimited
cante_order               round window round round window round
cante_party               side player player player player player
tute_ranks                RC RC RC RC R R
tute_after_cante          never never never never other_window never
tute_effect               win_round win_round win_round win_round win_round win_round
tute_on_deal              no no no no no no
cante_phase               . both . . POST .
cante_min_stock           . 1 . . 3 .
cante_excludes_last_drawn . yes . . no .
exchange                  dealer_upcard stock_upcard none none stock_upcard none
exchange_needs            side_trick player_trick . . nothing .
exchange_min_stock        0 1 . . 3 .
exchange_moment           between_tricks between_tricks . . any_time .
exchange_two_takes        7654 7654 . . 7654 .
last_trick_bonus          10 10 10 10 10 10
round_win                 most_points most_points most_points most_points most_points most_points
tie                       last_trick last_trick last_trick last_trick last_trick last_trick
tie_fallback              . . latest_trick_among_tied . . .
double_win                none none none none none none
points_shown              always always always always always always
match_target              3 3 3 3 3 3
"""
ROWS = [row.split() for row in TABLE.split("\n") if row]


def fails(text):
    """(offset, expected) of the error."""
    try:
        parse_rules(text)
    except RulesError as error:
        return error.at, error.expected
    raise AssertionError(text)


def test_presets_are_the_columns_of_the_table():
    for i, preset in enumerate(COLUMNS.split()):
        rules = parse_rules(preset)
        assert rules.preset == preset
        for row in ROWS:
            assert len(row) == 7, row
            if row[i + 1] != ".":
                assert value_text(getattr(rules, row[0])) == row[i + 1], (preset, row[0])
        # the options of 3.4 and 3.5 have one default for all
        assert (rules.renuncio_detection, rules.renuncio_penalty) == ("live", "lose_round")
        assert (rules.renuncio_claim_by, rules.renuncio_claim_until) == ("opponents", "next_first_lead")
        assert (rules.renuncio_correction, rules.renuncio_priority) == (
            "until_trick_complete",
            "first_in_time",
        )
        assert (rules.false_claim, rules.out_of_turn, rules.bad_cante) == ("warn", "take_back", "refuse")


def test_the_classical_reading_has_the_play_options_of_online_pairs():
    rules = find_rules("wikipedia-4-classical")
    wikipedia, online = find_rules("wikipedia-4"), find_rules("online-pairs")
    play = ("must_beat", "beat_reference", "beat_waived_when_trumped", "ruff_duty")
    for row in ROWS:
        other = online if row[0] in play else wikipedia
        assert getattr(rules, row[0]) == getattr(other, row[0]), row[0]


def test_presets_agree_with_the_vectors():
    for preset in VECTORS["legal_options"]:
        rules = find_rules(preset)
        for name, value in VECTORS["legal_options"][preset].items():
            assert getattr(rules, name) == value, (preset, name)
    names = {
        "declarer": "cante_declarer",
        "deadline": "cante_deadline",
        "order_scope": "cante_order",
        "party": "cante_party",
        "tute_ranks": "tute_ranks",
        "min_stock": "cante_min_stock",
        "last_drawn_excluded": "cante_excludes_last_drawn",
    }
    for preset in VECTORS["cante_options"]:
        given = VECTORS["cante_options"][preset]
        rules = find_rules(preset)
        for short in names:
            assert getattr(rules, names[short]) == given[short], (preset, short)
        assert rules.cantes_per_player == {1: "1", 99: "unlimited"}[given["per_player"]]
        phases = {"both": ["PRE", "POST"], "POST": ["POST"], "PRE": ["PRE"]}[rules.cante_phase]
        assert given["phases"] == (phases if rules.trump_source == "stock_upcard" else ["NA"]), preset
    needs = {"side": "side_trick", "player": "player_trick", "no": "nothing"}
    for preset in VECTORS["exchange_options"]:
        given = VECTORS["exchange_options"][preset]
        rules = find_rules(preset)
        assert rules.exchange == given["source"], preset
        if rules.exchange != "none":
            assert rules.exchange_needs == needs[given["need_trick"]], preset
            assert rules.exchange_min_stock == given["min_stock"], preset


def test_sides():
    assert find_rules("online-pairs").side_names() == ["1+3", "2+4"]
    assert find_rules("wikipedia-2").side_names() == ["1", "2"]
    assert find_rules("amelia-3").side_names() == ["1", "2", "3"]
    assert parse_rules("amelia-4 sides=individual").side_names() == ["1", "2", "3", "4"]


def test_options():
    rules = parse_rules(
        "online-pairs  must_beat=no tute_ranks=r match_target=6 removed_ranks=- renuncio_detection=audit"
    )
    assert rules.must_beat is False and rules.tute_ranks == "R" and rules.match_target == 6
    assert rules.removed_ranks == "" and rules.renuncio_detection == "audit"
    assert parse_rules("online-pairs").must_beat is True


def test_every_value_of_every_option_is_read_and_written_back():
    for name, values, default in option_values():
        for value in values or [default]:
            if value in ("first_cante", "bidder"):
                assert fails("online-pairs %s=%s" % (name, value)) == (26, "last_dealt, stock_upcard")
                continue
            try:
                rules = parse_rules("online-pairs %s=%s" % (name, value))
            except RulesError as error:
                assert name in error.expected and value in error.expected, (name, value, error.expected)
                continue
            assert value_text(getattr(rules, name)) == value, name


def test_whoever_says_that_he_has_101_is_not_told():
    assert parse_rules("amelia-2 round_win=first_to_101").points_shown == "cantes"
    assert parse_rules("amelia-2 round_win=first_to_101 points_shown=always").points_shown == "cantes"
    assert parse_rules("amelia-2 round_win=first_to_101 points_shown=round_end").points_shown == "round_end"


def test_what_cannot_be_read():
    assert fails("") == (0, "preset")
    assert fails("offline-pairs") == (0, "preset")
    assert fails("online-pairs color=red") == (13, "option")
    assert fails("online-pairs must_beat=maybe") == (23, "yes or no")
    assert fails("online-pairs must_beat") == (22 + 1, "yes or no")
    assert fails("online-pairs match_target=x")[0] == 26
    assert fails("online-pairs tute_ranks=RR")[0] == 24
    assert fails("online-pairs tute_ranks=RA")[0] == 24  # of R, C and S
    assert fails("online-pairs tie=both") == (17, "last_trick, nobody")


# (rules, words that the error must name)
CLASHES = (
    ("online-pairs players=3 sides=pairs", "players=3 sides=pairs"),
    ("amelia-3 sides=pairs", "players=3 sides=pairs"),
    ("amelia-2 partner_winning_exempt=yes", "partner_winning_exempt=yes sides=individual"),
    ("online-pairs hand_size=8", "hand_size=8 trump_source=last_dealt"),
    ("online-pairs hand_size=11", "hand_size=11 players=4"),
    ("online-pairs removed_ranks=2", "removed_ranks=2 hand_size=10"),
    ("amelia-2 hand_size=20", "hand_size=20 trump_source=stock_upcard"),
    ("amelia-3 hand_size=8 trump_source=stock_upcard", "trump_source=stock_upcard players=3"),
    ("online-pairs upcard_home=under_stock", "upcard_home=under_stock trump_source=last_dealt"),
    ("amelia-2 upcard_home=dealer_hand", "upcard_home=dealer_hand trump_source=stock_upcard"),
    ("online-pairs first_leader=non_dealer", "first_leader=non_dealer players=4"),
    ("amelia-3 dealer_next=alternate", "dealer_next=alternate players=3"),
    ("online-pairs exchange=stock_upcard", "exchange=stock_upcard trump_source=last_dealt"),
    ("amelia-2 exchange=dealer_upcard", "exchange=dealer_upcard trump_source=stock_upcard"),
    ("amelia-4 exchange=dealer_upcard", "exchange=dealer_upcard upcard_home=dealer_hand"),
    ("online-pairs exchange_min_stock=3", "exchange_min_stock=3 exchange=dealer_upcard"),
    ("amelia-2 tute_on_deal=yes tute_ranks=-", "tute_on_deal=yes tute_ranks=-"),
    ("amelia-2 tute_ranks=RCS removed_ranks=S", "tute_ranks=RCS removed_ranks=S"),
    ("amelia-2 round_win=first_to_101 double_win=over_100", "round_win=first_to_101 double_win=over_100"),
    ("amelia-3 renuncio_penalty=lose_match", "renuncio_penalty=lose_match players=3"),
    ("amelia-3 renuncio_penalty=points_to_opponents", "renuncio_penalty=points_to_opponents players=3"),
    ("amelia-4 sides=individual renuncio_penalty=lose_match", "renuncio_penalty=lose_match sides=individual"),
    (
        "amelia-4 sides=individual renuncio_penalty=points_to_opponents",
        "renuncio_penalty=points_to_opponents sides=individual",
    ),
    ("online-pairs match_target=0", "match_target=0 round_win=most_points"),
)


def test_what_cannot_stand_together_names_both():
    for text, named in CLASHES:
        at, expected = fails(text)
        for word in named.split():
            assert word in expected, (text, expected)
        # the place of a word that was given, the last of them
        word = text[at:].split(" ")[0]
        assert "=" in word and word in named.split(), (text, at)


def test_what_sounds_odd_and_can_stand():
    for text in (
        "amelia-2 renuncio_penalty=lose_match",
        "amelia-2 renuncio_penalty=points_to_opponents",
        "amelia-3 renuncio_penalty=replay_round",
        "amelia-4 sides=individual",
        "online-pairs direction=cw",
        "online-pairs hand_size=9 removed_ranks=2",
        "amelia-2 hand_size=6",
    ):
        assert parse_rules(text).preset == text.split()[0]


def test_all_presets_are_listed():
    assert sorted(PRESETS) == sorted(COLUMNS.split() + ["wikipedia-4-classical"])
