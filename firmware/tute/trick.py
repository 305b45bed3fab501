"""One trick (baza): who wins it, which cards are legal on it and why another is not (rules 2.6, 3.1; OP-09 to OP-12).

Legality is told by *witnesses*: a card is illegal for a hand if and only if a single other card of that hand makes it
so (rules 3.2). `Trick.witnesses` gives those cards for any card; legal cards, reasons and the audit all rest on it.
"""

from tute.cards import ABOVE, PARTS

# kinds of renuncio, as flags, in the order of acta.md section 4
FOLLOW = 1
BEAT = 2
TRUMP = 4
OVERTRUMP = 8
UNDERTRUMP = 16
DUTIES = ("follow", "beat", "trump", "overtrump", "undertrump")

# what the trump witnesses of a card prove; RUFF_EITHER: overtrump if they top the trick, else undertrump
RUFF_KINDS = (TRUMP, OVERTRUMP, UNDERTRUMP, OVERTRUMP | UNDERTRUMP)
RUFF_EITHER = 3

_ALL = 1023
_FULL = 0
_ASSIST = 1
_FREE = 2


def duty_names(flags):
    """The names of these kinds of renuncio, in their order."""
    return [DUTIES[i] for i in range(5) if flags >> i & 1]


class Trick:
    """The open trick of a round with trump suit `trump` under `rules`. Seats are 1..players."""

    def __init__(self, rules, trump):
        self.trump = trump
        self.must_beat = rules.must_beat
        self.follow_highest = rules.beat_reference == "highest"
        self.waive = rules.beat_waived_when_trumped
        self.ruff = ("none", "any_trump", "over_else_free", "over_else_trump").index(rules.ruff_duty)
        self.exempt = rules.partner_winning_exempt and rules.sides == "pairs"
        self.stock_duty = rules.stock_duty
        self.clear()

    def clear(self):
        """Makes it an empty trick."""
        self.led = -1  # suit of the first card
        self.winner = 0  # seat that is winning
        self.points = 0
        self.mode = _FULL

    def copy_to(self, other):
        """Copies the state of this trick to another of the same round."""
        for name in ("led", "winner", "points", "mode", "high", "ref", "top", "low_trump", "discard"):
            if hasattr(self, name):
                setattr(other, name, getattr(self, name))

    def lay(self, seat, card, stock=0):
        """Seat lays a card. `stock`: cards left to draw, trump card included, before this trick."""
        suit, strength, _, points = PARTS[card]
        trump = self.trump
        self.points += points
        if self.led < 0:
            self.led = suit
            self.winner = seat
            self.high = strength  # highest card of the led suit
            self.ref = strength if self.must_beat else -1  # what the led suit must beat; -1: nothing
            self.top = -1  # highest trump on a plain lead
            self.low_trump = _ALL  # witnesses against a trump that does not top the trick
            if suit == trump or not self.ruff:
                self.discard = _ALL  # witnesses against a card neither of the led suit nor a trump
            else:
                self.discard = _ALL | _ALL << 10
            if stock:
                self._stock_mode()
        elif suit == self.led:
            if strength > self.high:
                self.high = strength
                if self.ref >= 0 and self.follow_highest:
                    self.ref = strength
                if self.top < 0:
                    self.winner = seat
        elif suit == trump and strength > self.top:
            self.top = strength
            self.winner = seat
            if self.waive:
                self.ref = -1
            self._ruffed(ABOVE[strength] << 10)
        if self.exempt:
            # whoever plays next is no partner of this seat: he is the winner's if this seat is not
            self.mode = _ASSIST if (self.winner - seat) % 2 else _FULL

    def _ruffed(self, above):
        if self.ruff == 1:
            self.discard = _ALL | _ALL << 10 | 2 << 20
        elif self.ruff:
            self.low_trump = _ALL | above | 1 << 20
            self.discard = self.low_trump if self.ruff == 2 else _ALL | _ALL << 10 | RUFF_EITHER << 20

    def _stock_mode(self):
        duty = self.stock_duty
        if duty == "free" or duty == "trump_only" and self.led != self.trump:
            self.mode = _FREE
        elif duty != "full":
            self.mode = _ASSIST

    def witnesses(self, suit, strength):
        """The cards that make this card illegal if they are in the same hand: mask of the led suit, mask of trumps
        << 10, index in RUFF_KINDS of what those trumps prove << 20. 0: nothing can."""
        led = self.led
        if led < 0:
            return 0
        if self.mode:
            return _ALL if self.mode == _ASSIST and suit != led else 0
        if suit == led:
            return ABOVE[self.ref] if strength <= self.ref else 0
        if suit == self.trump:
            return self.low_trump if strength < self.top else _ALL
        return self.discard

    def why_not(self, card, hand):
        """Kinds of renuncio (flags) that laying `card` from `hand` (four masks) would be; 0: it is legal."""
        suit, strength, _, _ = PARTS[card]
        w = self.witnesses(suit, strength)
        if w & hand[self.led]:
            return BEAT if suit == self.led else FOLLOW
        trumps = w >> 10 & hand[self.trump]
        if not trumps:
            return 0
        kind = w >> 20
        if kind == RUFF_EITHER:
            return OVERTRUMP if trumps & ABOVE[self.top] else UNDERTRUMP
        return RUFF_KINDS[kind]

    def legal(self, hand):
        """The cards of `hand` (four masks) that may be laid, ascending."""
        return [c for c in range(40) if hand[c // 10] >> c % 10 & 1 and not self.why_not(c, hand)]
