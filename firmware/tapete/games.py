"""Which games this table can play; changes when gestures and screens learn another."""

from tute import lend
from tute.record import RulesError

USUAL = "online-pairs"


def rules_of(text):
    """The Rules that this text names, None if it cannot be read or is a game that the table does not know."""
    try:
        rules = lend("rules").parse_rules(text)
    except RulesError:
        return None
    return rules if _known(rules) else None


def presets():
    """Names of the presets that can be played, sorted."""
    book = lend("rules")
    return [name for name in sorted(book.PRESETS) if _known(book.find_rules(name))]


def _known(rules):
    """Two, three, or four in pairs play, and the most points win a round."""
    return (rules.sides == "pairs" or rules.players < 4) and rules.round_win == "most_points"
