"""What stands against a card, as named flags with their rules, and the three errors of the library.

For programs that drive a game (`tute.game`); not on a device.
"""

from tute.trick import BEAT, DUTIES, FOLLOW, OVERTRUMP, TRUMP, UNDERTRUMP

TYPE_CHECKING = False  # for who checks types it is true
if TYPE_CHECKING:
    from collections.abc import Iterator

NO_ROUND = 1
UNKNOWN_CARD = 2
ALREADY_PLAYED = 4
NOT_YOUR_TURN = 8
NOT_IN_HAND = 16
DUTY_SHIFT = 5  # flags of `tute.trick` follow
MUST_FOLLOW = FOLLOW << DUTY_SHIFT
MUST_BEAT = BEAT << DUTY_SHIFT
MUST_TRUMP = TRUMP << DUTY_SHIFT
MUST_OVERTRUMP = OVERTRUMP << DUTY_SHIFT
MUST_UNDERTRUMP = UNDERTRUMP << DUTY_SHIFT

NAMES = ("no_round", "unknown_card", "already_played", "not_your_turn", "not_in_hand") + tuple(
    ["must_" + duty for duty in DUTIES]
)

# by name: what it says, and the rule that says so
RULES = {
    "no_round": "no round is open: deal one, or the match is over (acta.md 4, `no_round`, `round_over`)",
    "unknown_card": "the card is not in this pack: a 2 with three players, or no card at all (AM-06, OP-03)",
    "already_played": "the card was laid in this round (acta.md 4, `card_played`)",
    "not_your_turn": "another seat is to play: the winner of the last trick leads, then round the table (OP-12, WK-21)",
    "not_in_hand": "the seat does not hold the card (acta.md 4, `card_elsewhere`)",
    "must_follow": "the seat holds a card of the suit that was led (2.6; OP-10, AM-10, WK-22)",
    "must_beat": "it holds a higher card of the suit that was led, and has to beat (2.6; OP-10, AM-10, WK-08)",
    "must_trump": "it is void of the suit that was led and holds a trump (2.6; OP-10, AM-10, WK-24)",
    "must_overtrump": "it is void, the trick is trumped, and it holds a higher trump (2.6; OP-10, AM-10)",
    "must_undertrump": "void, it cannot overtrump, but has to lay a trump all the same (2.6; WK-24, C-07)",
}


class Why:
    """What stands against a card: a set of flags. False if nothing does.

    >>> why = Why(NOT_YOUR_TURN | MUST_BEAT)
    >>> bool(why), "must_beat" in why, MUST_FOLLOW in why
    (True, True, False)
    >>> list(why)
    ['not_your_turn', 'must_beat']
    >>> why
    Why('not_your_turn', 'must_beat')
    >>> bool(Why())
    False
    """

    flags: int

    def __init__(self, *flags: "int | str") -> None:
        self.flags = 0
        for flag in flags:
            self.flags |= 1 << NAMES.index(flag) if isinstance(flag, str) else flag

    def __bool__(self) -> bool:
        return self.flags != 0

    def __contains__(self, flag: "int | str") -> bool:
        return self.flags & Why(flag).flags != 0

    def __iter__(self) -> "Iterator[str]":
        return iter([name for i, name in enumerate(NAMES) if self.flags >> i & 1])

    def __eq__(self, other: object) -> bool:
        return self.flags == (other.flags if isinstance(other, Why) else other)

    def __hash__(self) -> int:
        return self.flags

    def __repr__(self) -> str:
        return "Why(%s)" % ", ".join(["'%s'" % name for name in self])

    def rules(self) -> "list[str]":
        """A sentence for each flag, with its rule.

        >>> Why(ALREADY_PLAYED).rules()
        ['the card was laid in this round (acta.md 4, `card_played`)']
        """
        return [RULES[name] for name in self]


class UnreadableError(ValueError):
    """A text that is no event, no position or no rules. `given` is the text, `position` the game's."""

    def __init__(self, given: str, problem: str, position: str = "") -> None:
        super().__init__("cannot read %r: %s%s" % (given, problem, position and "; in " + position))
        self.given = given
        self.position = position


class IllegalError(ValueError):
    """An event that the rules refuse. `given` is its text, `reason` a reason code of acta.md section 4 or the names of
    `Why`, `why` the flags if it was a card, `position` the game's text."""

    def __init__(self, given: str, reason: str, position: str, why: "Why | None" = None) -> None:
        super().__init__("%s: %s; in %s" % (given, reason, position))
        self.given = given
        self.reason = reason
        self.why = why
        self.position = position


class AmbiguousError(ValueError):
    """A text that could mean more than one legal thing: `given`. `meant` lists them, `position` is the game's text."""

    def __init__(self, given: str, meant: str, position: str) -> None:
        super().__init__("%s: could be %s; in %s" % (given, meant, position))
        self.given = given
        self.meant = meant
        self.position = position
