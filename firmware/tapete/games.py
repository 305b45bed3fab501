"""Which games this table can play; changes when gestures and screens learn another."""

from tapete import screens
from tute import lend
from tute.record import RulesError

USUAL = "online-pairs"


def rules_of(text):
    """The Rules that this text names, None if it cannot be read or is a game that the table does not know."""
    screens.rest()
    try:
        rules = lend("rules").parse_rules(text)
    except RulesError:
        return None
    return rules if _known(rules) else None


def presets():
    """Names of the presets, sorted. All can be played: to ask each whether it can takes more memory than there is
    beside a match that has ended."""
    return sorted(lend("rules").PRESETS)


def _known(rules):
    """Two, three, or four in pairs play, and the most points win a round."""
    return (rules.sides == "pairs" or rules.players < 4) and rules.round_win == "most_points"
