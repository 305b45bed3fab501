"""House rules: every option of rules 2.5, 3.4 and 3.5 by its name, and the presets as records.

A preset is a name and the options in which it differs from `online-pairs`, whose values are the defaults below. A
device reads rules when a match begins: ``tute.lend("rules")`` keeps these tables out of its heap afterwards.
"""

from tute.record import Rules, RulesError

# name:values. Words: the first is the default. `#n`: a number. `?x`: yes or no. `=X/Y`: letters of Y, `-` for none.
_OPTIONS = (
    "players:4|2|3",
    "sides:pairs|individual",
    "removed_ranks:=-/A3RCS76542",
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
    "tute_ranks:=RC/RCS",
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

# what a preset has otherwise than the defaults above, by the table of rules 2.5
PRESETS = {
    "online-pairs": "",
    "amelia-2": "players=2 sides=individual hand_size=8 trump_source=stock_upcard upcard_home=under_stock "
    "first_leader=non_dealer dealer_next=alternate stock_duty=free cante_declarer=winner "
    "cante_deadline=first_opportunity cante_order=window cante_party=player cante_min_stock=1 "
    "cante_excludes_last_drawn=yes exchange=stock_upcard exchange_needs=player_trick exchange_min_stock=1",
    "amelia-3": "players=3 sides=individual removed_ranks=2 hand_size=12 upcard_home=dealer_hand "
    "cante_declarer=winner cante_deadline=first_opportunity cante_party=player exchange=none",
    "amelia-4": "upcard_home=dealer_hand cante_deadline=first_opportunity cante_party=player exchange=none",
    "wikipedia-2": "players=2 sides=individual hand_size=8 trump_source=stock_upcard upcard_home=under_stock "
    "first_leader=non_dealer dealer_next=alternate beat_reference=lead beat_waived_when_trumped=no "
    "ruff_duty=any_trump cante_declarer=winner cantes_per_player=unlimited cante_order=window "
    "cante_party=player tute_ranks=R tute_after_cante=other_window cante_phase=POST cante_min_stock=3 "
    "exchange=stock_upcard exchange_needs=nothing exchange_min_stock=3 exchange_moment=any_time",
    "wikipedia-4": "upcard_home=dealer_hand beat_reference=lead beat_waived_when_trumped=no "
    "ruff_duty=any_trump cantes_per_player=unlimited cante_party=player tute_ranks=R exchange=none",
    # wikipedia-4 with the play options of online-pairs
    "wikipedia-4-classical": "upcard_home=dealer_hand cantes_per_player=unlimited cante_party=player "
    "tute_ranks=R exchange=none",
}

# pairs of options that cannot stand together; `!` turns a value around
_CLASHES = (
    "sides=pairs players=!4",
    "partner_winning_exempt=yes sides=individual",
    # a stock is drawn from by two, the trump card lies under it
    "trump_source=stock_upcard players=!2",
    "trump_source=last_dealt upcard_home=under_stock",
    "trump_source=stock_upcard upcard_home=!under_stock",
    # seats that only a table for two has
    "first_leader=non_dealer players=!2",
    "dealer_next=alternate players=!2",
    # a trump card that is not there to be taken
    "trump_source=last_dealt exchange=stock_upcard",
    "trump_source=stock_upcard exchange=dealer_upcard",
    "upcard_home=dealer_hand exchange=dealer_upcard",
    "exchange=dealer_upcard exchange_min_stock=!0",
    "tute_on_deal=yes tute_ranks=-",
    # whoever wins at 101 has always more than 100
    "round_win=first_to_101 double_win=!none",
    # who the others are is not said where there are more than two sides
    "renuncio_penalty=lose_match sides=individual players=!2",
    "renuncio_penalty=points_to_opponents sides=individual players=!2",
)


# words of the option table that no referee here knows, and what it knows in their place
_UNKNOWN = {"first_cante": "last_dealt, stock_upcard", "bidder": "last_dealt, stock_upcard"}


def _value(spec, text):
    """The value that `text` gives to an option of this spec; None if it is none of its values."""
    kind = spec[0]
    if kind == "#":
        plain = not [digit for digit in text if digit not in "0123456789"]  # isdigit() knows others too
        return int(text) if len(text) in (1, 2, 3) and plain else None
    if kind == "?":
        return {"yes": True, "no": False}.get(text)
    if kind == "=":
        text = "" if text == "-" else text.upper()
        bad = [x for i, x in enumerate(text) if x not in spec[spec.find("/") + 1 :] or x in text[:i]]
        return None if bad else text
    if text not in spec.split("|"):
        return None
    return int(text) if spec == "4|2|3" else text


def value_text(value):
    """The value of an option as a `rules` line has it: ``yes``, ``-``, ``RC``, ``3``."""
    if value is True or value is False:
        return "yes" if value else "no"
    return str(value) or "-"


def option_values():
    """[(option, its values or None if they are numbers or letters, its default)...], in the order of the table."""
    found = []
    for option in _OPTIONS:
        name, spec = option.split(":")
        values = ["yes", "no"] if spec[0] == "?" else None if spec[0] in "#=" else spec.split("|")
        found.append((name, values, _default(spec)))
    return found


def _default(spec):
    return spec[1:].split("/")[0] if spec[0] in "#?=" else spec.split("|")[0]


def _set(rules, word, at):
    """Takes `option=value` at offset `at`; the name of the option."""
    name, _, text = word.partition("=")
    for option in _OPTIONS:
        known, spec = option.split(":")
        if known == name:
            value = _value(spec, text)
            if value is None or text in _UNKNOWN:
                hints = {"#": "a number", "?": "yes or no", "=": "ranks such as RC, or -"}
                hint = _UNKNOWN.get(text) or hints.get(spec[0], spec.replace("|", ", "))
                raise RulesError(at + len(name) + 1, hint)
            setattr(rules, name, value)
            return name
    raise RulesError(at, "option")


def _has(rules, word):
    name, _, text = word.partition("=")
    value = value_text(getattr(rules, name))
    return value != text[1:] if text[0] == "!" else value == text


def pack_size(rules):
    """Number of cards in the pack."""
    return 40 - 4 * len(rules.removed_ranks)


def _clash(rules):
    """The names of options that cannot stand together, empty if all can."""
    for words in _CLASHES:
        if all([_has(rules, word) for word in words.split()]):
            return [word.partition("=")[0] for word in words.split()]
    dealt = rules.players * rules.hand_size
    pack = pack_size(rules)
    if not 0 < dealt <= pack:
        return ["hand_size", "players", "removed_ranks"]
    if (dealt == pack) != (rules.trump_source == "last_dealt"):
        return ["hand_size", "players", "trump_source"]
    if [rank for rank in rules.tute_ranks if rank in rules.removed_ranks]:
        return ["tute_ranks", "removed_ranks"]
    return [] if rules.match_target else ["match_target", "round_win"]


def find_rules(name):
    """The preset of this name, as `Rules`; RulesError if there is none."""
    if name not in PRESETS:
        raise RulesError(0, "preset")
    rules = Rules(name)
    for option in _OPTIONS:
        known, spec = option.split(":")
        setattr(rules, known, _value(spec, _default(spec)))
    for word in PRESETS[name].split():
        _set(rules, word, 0)
    return rules


def parse_rules(text):
    """Rules from ``PRESET [option=value ...]``; RulesError with the offset of the word that cannot be."""
    rules = None
    at = 0
    places = []  # (option, offset) of the words
    for word in text.split(" "):
        if word and rules:
            places.append((_set(rules, word, at), at))
        elif word:
            rules = find_rules(word)
        at += len(word) + 1
    if not rules:
        raise RulesError(0, "preset")
    clash = _clash(rules)
    if clash:
        words = " ".join(["%s=%s" % (name, value_text(getattr(rules, name))) for name in clash])
        at = ([0] + [at for name, at in places if name in clash])[-1]
        raise RulesError(at, "options that can stand together: not " + words)
    if rules.round_win == "first_to_101" and rules.points_shown == "always":
        rules.points_shown = "cantes"  # whoever says that he has 101 must not be told
    return rules
