"""What a program needs to drive matches of Tute, in one place: `tute.Game` is `tute.library.Game`. Not on a device."""

from tute.cards import POINTS, RANKS, SUITS, card_name, parse_card
from tute.dealt import Deal, shuffled
from tute.game import CARD_NAMES, Game, Outcome
from tute.position import hand_text, parse_hand, rules_text
from tute.record import Rules, RulesError
from tute.rules import PRESETS, find_rules, parse_rules
from tute.sheet import Referee
from tute.why import (
    ALREADY_PLAYED,
    MUST_BEAT,
    MUST_FOLLOW,
    MUST_OVERTRUMP,
    MUST_TRUMP,
    MUST_UNDERTRUMP,
    NO_ROUND,
    NOT_IN_HAND,
    NOT_YOUR_TURN,
    UNKNOWN_CARD,
    AmbiguousError,
    IllegalError,
    UnreadableError,
    Why,
)

# suits and ranks as numbers: a card is suit * 10 + rank
OROS, COPAS, ESPADAS, BASTOS = 0, 1, 2, 3
DOS, CUATRO, CINCO, SEIS, SIETE, SOTA, CABALLO, REY, TRES, AS = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9

__all__ = (
    "ALREADY_PLAYED",
    "AS",
    "AmbiguousError",
    "BASTOS",
    "CABALLO",
    "CARD_NAMES",
    "CINCO",
    "COPAS",
    "CUATRO",
    "DOS",
    "Deal",
    "ESPADAS",
    "Game",
    "IllegalError",
    "MUST_BEAT",
    "MUST_FOLLOW",
    "MUST_OVERTRUMP",
    "MUST_TRUMP",
    "MUST_UNDERTRUMP",
    "NOT_IN_HAND",
    "NOT_YOUR_TURN",
    "NO_ROUND",
    "OROS",
    "Outcome",
    "POINTS",
    "PRESETS",
    "RANKS",
    "REY",
    "Referee",
    "Rules",
    "RulesError",
    "SEIS",
    "SIETE",
    "SOTA",
    "SUITS",
    "TRES",
    "UNKNOWN_CARD",
    "UnreadableError",
    "Why",
    "card_name",
    "find_rules",
    "hand_text",
    "parse_card",
    "parse_hand",
    "parse_rules",
    "rules_text",
    "shuffled",
)
