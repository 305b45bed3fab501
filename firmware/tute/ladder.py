"""What the seat in turn owes, by what lies open on the table, in words for who is learning (rules 2.6, 3.6). Lent.

Nothing of any hand goes into it, neither scanned nor shown: it says what the rule asks of whoever plays next, and which
side may sing if it has the cards.
"""

from tute import lend
from tute.acta import CANTE_40, CANTE_TUTE
from tute.cards import CABALLO, REY

_ALL = 1023  # cards of a suit, or of trumps among witnesses

# In tuples, because there short texts take no place in the table of names.
_DUTIES = ("lead", "sing", "any", "follow", "beat")
_RUFFS = ("free", "trump", "over", "under")


def owed(ref):
    """(duty, else, args) of the seat in turn in the open round of a Referee.

    duty  "sing" (args: the side that may, in an open window), "lead" (args: the seat), "any" (no duty), "follow" or
          "beat" (args: suit that was led, card to be beaten, trump to be overtrumped; -1: none)
    else  what he owes who cannot follow: "free", "trump", "over", "under" (over, else any trump); "" without duty
    """
    r = ref._round
    trick = r.trick
    led = trick.led
    if led < 0:
        side = _singer(r) if r.window_open() else -1
        return (_DUTIES[0], "", (r.turn,)) if side < 0 else (_DUTIES[1], "", (side,))
    if trick.mode == "f":
        return _DUTIES[2], "", ()
    beaten = _lowest(trick.witnesses(led, 0) & _ALL) - 1
    ruff, top = _void(trick, led)
    if beaten < 0:
        return _DUTIES[3], _RUFFS[ruff], (led, -1, top)
    return _DUTIES[4], _RUFFS[ruff], (led, led * 10 + beaten, top)


def _void(trick, led):
    """(place in _RUFFS of what is owed without the suit that was led, the trump to be overtrumped or -1)."""
    trump = trick.trump
    if led == trump:
        return 0, -1
    # any suit that is neither: what stands against its cards is the duty
    other = [suit for suit in range(4) if suit != led and suit != trump][0]
    against = trick.witnesses(other, 0)
    if not against >> 10 & _ALL:
        return 0, -1
    kind = against >> 20
    if not kind & 1 or trick.top == 9:
        return 1, -1
    return (2 if kind == 1 else 3), trump * 10 + trick.top


def _lowest(mask):
    """Number of the lowest bit that is set, 0 for none."""
    low = 0
    while mask and not mask >> low & 1:
        low += 1
    return low


def _singer(r):
    """Side index of whoever may sing something in the open window by what is known to all; -1: nobody."""
    first = r.turn - 1
    for k in range(r.players):
        p = (first + k) % r.players
        side = r.side_of[p + 1]
        if not r.mute >> side & 1 and _may(r, p):
            return side
    return -1


def _may(r, p):
    """Whether seat index p may sing one thing or another if it holds the cards."""
    refuse = lend("declaring").refuse
    trump = r.trick.trump
    ways = [("", 0)]
    if r.rules.trump_source == "stock_upcard":
        ways = [(r.phase(made), r.stock - made) for made in lend("draws").tries(r, p)]
    for call in (CANTE_40, 0, 1, 2, 3, CANTE_TUTE + REY, CANTE_TUTE + CABALLO):
        for phase, stock in ways:
            if call != trump and refuse(r.cantes, p, call, _hidden(r, stock), phase, stock) is None:
                return True
    return False


def _hidden(r, stock):
    """A function of cards: whether none of them lies open to all."""
    return lambda cards: not [card for card in cards if r.at[card] or stock and card == r.upcard]
