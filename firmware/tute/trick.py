"""One trick (baza): who wins it, what may be laid on it and why other cards may not (rules 2.6, 3.1; OP-09 to OP-12).

Legality is told by *witnesses*: a card is illegal for a hand if and only if a single other card of that hand makes
it so (rules 3.2). `Trick.witnesses` gives those cards for any card; legal cards, reasons and the audit rest on it.
"""

from tute.cards import POINTS, cards_of
from tute.kept import Part

# kinds of renuncio, as flags, in the order of acta.md section 4
FOLLOW = 1
BEAT = 2
TRUMP = 4
OVERTRUMP = 8
UNDERTRUMP = 16
# beside them: a cante that is disproved or without right, a card out of turn
CANTE_DUTY = 32
TURN_DUTY = 64
DUTIES = ("follow", "beat", "trump", "overtrump", "undertrump")

# what the trump witnesses of a card prove; RUFF_EITHER: overtrump if they top the trick, else undertrump
RUFF_KINDS = (TRUMP, OVERTRUMP, UNDERTRUMP)
RUFF_EITHER = 3

_ALL = 1023


def duty_names(flags):
    """The names of these kinds of renuncio, in their order."""
    return [name for i, name in enumerate(DUTIES) if flags >> i & 1]


def above(strength):
    """Mask of the cards of a suit that are stronger."""
    return 2046 << strength & _ALL


class Trick(Part):
    """The open trick of a round with trump suit `trump` under `rules`. Seats are 1..players."""

    led: int  # suit of the first card, -1 while it is empty
    winner: int  # seat that is winning, 0 while it is empty
    points: int
    mode: str  # "a": the led suit need only be followed; "f": no duty at all
    high: int  # highest card of the led suit
    ref: int  # what the led suit must beat; -1: nothing
    top: int  # highest trump on a plain lead, else -1
    low_trump: int  # witnesses against a trump that does not top the trick
    discard: int  # witnesses against a card neither of the led suit nor a trump
    stock: int  # cards left to draw before it, trump card included

    def __init__(self, rules, trump):
        self.rules = rules
        self.trump = trump
        self.stock = 0
        self.high = self.ref = self.top = -1
        self.low_trump = self.discard = 0
        self.exempt = rules.partner_winning_exempt and rules.sides == "pairs"
        self.clear()

    def clear(self):
        """Makes it an empty trick."""
        self.led = -1
        self.winner = 0
        self.points = 0
        self.mode = ""

    def lay(self, seat, card):
        """Seat lays a card."""
        suit = card // 10
        strength = card % 10
        self.points += POINTS[strength]
        if self.led < 0:
            self._lead(suit, strength)
            self.winner = seat
        elif suit == self.led:
            if strength > self.high:
                self.high = strength
                if self.ref >= 0 and self.rules.beat_reference == "highest":
                    self.ref = strength
                if self.top < 0:
                    self.winner = seat
        elif suit == self.trump and strength > self.top:
            self.winner = seat
            self._ruff(strength)
        if self.exempt:
            # whoever plays next is no partner of this seat: he is the winner's if this seat is not
            self.mode = "a" if (self.winner - seat) % 2 else ""

    def _lead(self, suit, strength):
        rules = self.rules
        self.led = suit
        self.high = strength
        self.ref = strength if rules.must_beat else -1
        self.top = -1
        self.low_trump = _ALL
        self.discard = _ALL if suit == self.trump or rules.ruff_duty == "none" else _ALL | _ALL << 10
        if self.stock and rules.stock_duty != "full":
            free = rules.stock_duty == "free" or rules.stock_duty == "trump_only" and suit != self.trump
            self.mode = "f" if free else "a"

    def _ruff(self, strength):
        duty = self.rules.ruff_duty
        self.top = strength
        if self.rules.beat_waived_when_trumped:
            self.ref = -1
        if duty == "any_trump":
            self.discard = _ALL | _ALL << 10 | 2 << 20
        elif duty != "none":
            self.low_trump = self.discard = _ALL | above(strength) << 10 | 1 << 20
            if duty == "over_else_trump":
                self.discard = _ALL | _ALL << 10 | RUFF_EITHER << 20

    def witnesses(self, suit, strength):
        """The cards that make this card illegal if they are in the same hand: mask of the led suit, mask of trumps
        << 10, index in RUFF_KINDS of what those trumps prove << 20. 0: nothing can."""
        led = self.led
        if led < 0:
            return 0
        if self.mode:
            return _ALL if self.mode == "a" and suit != led else 0
        if suit == led:
            return 2046 << self.ref & _ALL if strength <= self.ref else 0
        if suit == self.trump:
            return self.low_trump if strength < self.top else _ALL
        return self.discard

    def why_not(self, card, hand):
        """Kind of renuncio (a flag) that laying `card` from `hand` (four masks) would be; 0: it is legal."""
        suit = card // 10
        w = self.witnesses(suit, card % 10)
        if w & hand[self.led]:
            return BEAT if suit == self.led else FOLLOW
        trumps = w >> 10 & hand[self.trump]
        kind = w >> 20
        if kind == RUFF_EITHER:
            kind = 1 if trumps & above(self.top) else 2
        return RUFF_KINDS[kind] if trumps else 0

    def legal(self, hand):
        """The cards of `hand` (four masks) that may be laid, ascending."""
        return [card for card in cards_of(hand) if not self.why_not(card, hand)]
