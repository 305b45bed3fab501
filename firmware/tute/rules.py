"""House rules: every option of rules 2.5, 3.4 and 3.5 by its name, and the presets as records.

A preset is a name and the options in which it differs from `online-pairs`, whose values are the defaults below.
"""

# name:values. Words: the first is the default. `#n`: a number. `?x`: yes or no. `=X`: a set of letters, `-` for none.
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

# pairs of options that cannot stand together: "option=value option=value"; `!` turns a value around
_CLASHES = (
    "sides=pairs players=!4",
    "trump_source=last_dealt exchange=stock_upcard",
    "trump_source=stock_upcard exchange=dealer_upcard",
    "trump_source=last_dealt upcard_home=under_stock",
    "renuncio_penalty=lose_match players=3",
    "renuncio_penalty=points_to_opponents players=3",
)


class RulesError(ValueError):
    """A `rules` line that cannot be: `at` is the offset of the word in the text, `expected` says what could stand."""

    def __init__(self, at, expected):
        super().__init__(expected)
        self.at = at
        self.expected = expected


def _value(spec, text):
    """The value that `text` gives to an option of this spec; None if it is none of its values."""
    kind = spec[0]
    if kind == "#":
        return int(text) if text.isdigit() and len(text) < 4 else None
    if kind == "?":
        return text == "yes" if text in ("yes", "no") else None
    if kind == "=":
        text = "" if text == "-" else text.upper()
        for i, letter in enumerate(text):
            if letter not in "A3RCS76542" or letter in text[:i]:
                return None
        return text
    if text not in spec.split("|"):
        return None
    return int(text) if spec == "4|2|3" else text


def _choices(spec):
    return {"#": "a number", "?": "yes or no", "=": "ranks such as RC, or -"}.get(
        spec[0], spec.replace("|", ", ")
    )


class Rules:
    """One set of house rules: an attribute for each option, and `preset`. Made by `parse_rules`; then left alone."""

    def __init__(self, preset):
        self.preset = preset
        for option in _OPTIONS:
            name, spec = option.split(":")
            default = spec[1:] if spec[0] in "#?=" else spec.split("|")[0]
            setattr(self, name, _value(spec, default))

    def set(self, word, at=0):
        """Takes `option=value`; RulesError at offset `at` if there is no such option or value."""
        name, _, text = word.partition("=")
        for option in _OPTIONS:
            if option.startswith(name + ":"):
                spec = option[len(name) + 1 :]
                value = _value(spec, text)
                if value is None:
                    raise RulesError(at + len(name) + 1, _choices(spec))
                setattr(self, name, value)
                return
        raise RulesError(at, "option")

    def side_names(self):
        """Names of the sides, by side index: ``["1+3", "2+4"]``."""
        if self.sides == "pairs":
            return ["1+3", "2+4"]
        return [str(seat) for seat in range(1, self.players + 1)]

    def pack_size(self):
        """Number of cards in the pack."""
        return 40 - 4 * len(self.removed_ranks)

    def clash(self):
        """What cannot stand together, in words that name both options; None if all can."""
        for pair in _CLASHES:
            if all([self._has(word) for word in pair.split()]):
                return pair.replace("!4", str(self.players)) + ": impossible together"
        dealt = self.players * self.hand_size
        pack = self.pack_size()
        if not self.hand_size or dealt > pack:
            return "hand_size=%d players=%d: the pack has %d cards" % (self.hand_size, self.players, pack)
        if (dealt == pack) != (self.trump_source != "stock_upcard"):
            return "hand_size=%d trump_source=%s: impossible together" % (self.hand_size, self.trump_source)
        if not self.match_target:
            return "match_target=0: at least 1"
        return None

    def _has(self, word):
        name, _, text = word.partition("=")
        value = str(getattr(self, name))
        return value != text[1:] if text[0] == "!" else value == text


def find_rules(name):
    """The preset of this name, as `Rules`; RulesError if there is none."""
    if name not in PRESETS:
        raise RulesError(0, "preset")
    rules = Rules(name)
    for word in PRESETS[name].split():
        rules.set(word)
    return rules


def parse_rules(text):
    """Rules from ``PRESET [option=value ...]``; RulesError with the offset of the word that cannot be."""
    rules = None
    at = 0
    for word in text.split(" "):
        if word:
            if rules:
                rules.set(word, at)
            else:
                rules = find_rules(word)
        at += len(word) + 1
    if rules is None:
        raise RulesError(0, "preset")
    clash = rules.clash()
    if clash:
        raise RulesError(0, clash)
    return rules
