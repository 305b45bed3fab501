"""What house rules may count as a renuncio though no card was laid: a cante without right (bad_cante), a card out of
turn (out_of_turn; rules 3.5). Lent, and only where the rules say `renuncio`.

Such an event is accepted as an offence and as nothing else: the cante does not count, the card goes back.
"""

from tute import acta
from tute.audit import ILLEGAL, Finding
from tute.trick import CANTE_DUTY, TURN_DUTY

# a cante for these reasons is one without right; for others it is none at all
_BAD = ("side", "stock", "last_drawn", "limit", "tute_after_cante", "order", "deadline")


def take(ref, event, reason, dry):
    """An event that was refused for this reason: None if it is an offence instead, else the reason."""
    kind, seat, arg, flag = event
    r = ref._round
    if kind == acta.CANTE:
        if ref.rules.bad_cante == "refuse" or not seat or reason not in _BAD:
            return reason
        finding = Finding(seat - 1, max(r.count, 1), 0, [], CANTE_DUTY)
        finding.call = arg
        finding.order = r.cantes.asked + 1
    else:
        if ref.rules.out_of_turn != "renuncio" or reason != "not_your_turn" or r.live_mode and not flag:
            return reason
        owed = (len(ref.owed),) if ref.owed else ()  # he may have drawn it since the last trick
        reason = r.why_not_held(seat - 1, (arg,), *owed)
        if reason:
            return reason
        # a record without witnesses, so that nothing seen later counts against it
        finding = Finding(seat - 1, r.count + 1, arg << 22 | 3 << 20, [], TURN_DUTY)
        if not dry:
            ref._more["judged"] = ILLEGAL
    if not dry:
        r.found.append(finding)
        r.cantes.asked += kind == acta.CANTE
        r.news = True
    return None
