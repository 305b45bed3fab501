"""House rules: every option of rules 2.5, 3.4 and 3.5 by its name, and the presets as records.

A preset is a name and the options in which it differs from `online-pairs`, whose values are the defaults below. A
device reads rules when a match begins: ``tute.lend("rules")`` keeps these tables out of its heap afterwards.
"""

from tute.record import Rules, RulesError

# name:values. Words: the first is the default. `#n`: a number. `?x`: yes or no. `=X`: letters, `-` for none.
_OPTIONS = (
    "players:4|2|3",
    "sides:pairs|individual",
    "removed_ranks:=-",
    "hand_size:#10",
    "trump_source:last_dealt|stock_upcard|first_cante|bidder",
    "upcard_home:table_until_played|dealer_hand|under_stock",
    "direction:ccw|cw",
    "first_leader:dealer_right|non_dealer",
    "dealer_next:rotate_ccw|last_trick_winner|alternate",
    "draw_order:winner_first",
    "stock_duty:full|free|trump_only|assist_only",
    "must_beat:?yes",
    "beat_reference:highest|lead",
    "beat_waived_when_trumped:?yes",
    "ruff_duty:over_else_free|none|any_trump|over_else_trump",
    "partner_winning_exempt:?no",
    "cante_declarer:winning_side|winner|any_side_with_trick",
    "cante_deadline:none|first_opportunity|first_window_only",
    "cantes_per_player:1|1_per_side|unlimited",
    "cante_order:round|window|off",
    "cante_party:side|player",
    "tute_ranks:=RC",
    "tute_after_cante:never|other_window|always",
    "tute_effect:win_round|win_match|none|marks",
    "tute_on_deal:?no",
    "cante_phase:both|PRE|POST",
    "cante_min_stock:#0",
    "cante_excludes_last_drawn:?no",
    "exchange:dealer_upcard|stock_upcard|none",
    "exchange_needs:side_trick|player_trick|just_won|nothing",
    "exchange_min_stock:#0",
    "exchange_moment:between_tricks|any_time",
    "exchange_two_takes:7654|anything",
    "last_trick_bonus:#10",
    "round_win:most_points|first_to_101",
    "tie:last_trick|nobody",
    "tie_fallback:latest_trick_among_tied|nobody",
    "double_win:none|over_100|over_100_or_120",
    "points_shown:always|cantes|round_end",
    "match_target:#3",
    "renuncio_detection:live|audit|on_claim",
    "renuncio_claim_by:opponents|anyone|device",
    "renuncio_claim_until:next_first_lead|trick_end|round_count",
    "renuncio_correction:until_trick_complete|until_next_card|none",
    "renuncio_penalty:lose_round|lose_match|replay_round|points_to_opponents|warn",
    "renuncio_priority:first_in_time|both_void",
    "false_claim:warn|none|lose_round",
    "out_of_turn:take_back|lead_accepted|renuncio",
    "bad_cante:refuse|renuncio",
)

PRESETS = {"online-pairs": ""}

# pairs of options that cannot stand together; `!` turns a value around
_CLASHES = (
    "sides=pairs players=!4",
    "trump_source=last_dealt exchange=stock_upcard",
    "trump_source=stock_upcard exchange=dealer_upcard",
    "trump_source=last_dealt upcard_home=under_stock",
    "renuncio_penalty=lose_match players=3",
    "renuncio_penalty=points_to_opponents players=3",
)


def _value(spec, text):
    """The value that `text` gives to an option of this spec; None if it is none of its values."""
    kind = spec[0]
    if kind == "#":
        return int(text) if len(text) in (1, 2, 3) and text.isdigit() else None
    if kind == "?":
        return {"yes": True, "no": False}.get(text)
    if kind == "=":
        text = "" if text == "-" else text.upper()
        bad = [x for i, x in enumerate(text) if x not in "A3RCS76542" or x in text[:i]]
        return None if bad else text
    if text not in spec.split("|"):
        return None
    return int(text) if spec == "4|2|3" else text


def _set(rules, word, at):
    """Takes `option=value` at offset `at`."""
    name, _, text = word.partition("=")
    for option in _OPTIONS:
        known, spec = option.split(":")
        if known == name:
            value = _value(spec, text)
            if value is None:
                hints = {"#": "a number", "?": "yes or no", "=": "ranks such as RC, or -"}
                raise RulesError(at + len(name) + 1, hints.get(spec[0], spec.replace("|", ", ")))
            setattr(rules, name, value)
            return
    raise RulesError(at, "option")


def _has(rules, word):
    name, _, text = word.partition("=")
    value = str(getattr(rules, name))
    return value != text[1:] if text[0] == "!" else value == text


def pack_size(rules):
    """Number of cards in the pack."""
    return 40 - 4 * len(rules.removed_ranks)


def _clash(rules):
    """The options that cannot stand together, in words that name both; None if all can."""
    players = "players=%d" % rules.players
    for pair in _CLASHES:
        if all([_has(rules, word) for word in pair.split()]):
            return pair.replace("players=!4", players)
    size = "hand_size=%d " % rules.hand_size
    dealt = rules.players * rules.hand_size
    pack = pack_size(rules)
    if not 0 < dealt <= pack:
        return size + players
    if (dealt == pack) != (rules.trump_source != "stock_upcard"):
        return size + "trump_source=" + rules.trump_source
    return None if rules.match_target else "match_target=0 round_win=" + rules.round_win


def find_rules(name):
    """The preset of this name, as `Rules`; RulesError if there is none."""
    if name not in PRESETS:
        raise RulesError(0, "preset")
    rules = Rules(name)
    for option in _OPTIONS:
        known, spec = option.split(":")
        setattr(rules, known, _value(spec, spec.split("|")[0] if spec[0] not in "#?=" else spec[1:]))
    for word in PRESETS[name].split():
        _set(rules, word, 0)
    return rules


def parse_rules(text):
    """Rules from ``PRESET [option=value ...]``; RulesError with the offset of the word that cannot be."""
    rules = None
    at = 0
    for word in text.split(" "):
        if word and rules:
            _set(rules, word, at)
        elif word:
            rules = find_rules(word)
        at += len(word) + 1
    if not rules:
        raise RulesError(0, "preset")
    clash = _clash(rules)
    if clash:
        raise RulesError(0, "options that can stand together: not " + clash)
    return rules
