"""A tute that was dealt, shown before the first card (tute_on_deal). Lent, and only where the rules have it."""

from tute import lend
from tute.acta import CANTE_TUTE
from tute.cards import RANKS


def why_not(r, p, call):
    """Why seat index p may not make this call before the first card, None if it may."""
    if call < CANTE_TUTE:
        return "moment"
    if RANKS[call - CANTE_TUTE] not in r.rules.tute_ranks:
        return "rank"
    if r.why_not_held(p, lend("declaring").cante_cards(call, r.trick.trump)):
        return "cards"
    return "already" if [entry for entry in r.cantes.calls if entry[1] == call] else None
