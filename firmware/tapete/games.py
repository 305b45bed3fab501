"""Which games this table can play; changes when gestures and screens learn another."""

from tute import lend
from tute.record import RulesError

USUAL = "online-pairs"


def rules_of(text):
    """The Rules that this text names, None if it cannot be read or is a game that the table does not know: four in
    pairs play, with all cards dealt, and the most points win a round."""
    try:
        rules = lend("rules").parse_rules(text)
    except RulesError:
        return None
    known = rules.players == 4 and rules.sides == "pairs" and rules.trump_source == "last_dealt"
    return rules if known and rules.round_win == "most_points" else None


def presets():
    """Names of the presets that can be played, sorted."""
    return [name for name in sorted(lend("rules").PRESETS) if rules_of(name)]
