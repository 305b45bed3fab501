"""What was heard wrong: a scan given up, a line read as another (acta.md section 3). Lent."""

from tute import acta, lend


def forget(ref, dry):
    """The scanned hands of this round are void, if all that came since can stand without them."""
    if not ref.is_open():
        if not dry:
            ref._hands = None
        return None
    begun = ref._begun
    stop = len(ref._words) if dry else ref._pos
    if not scanned(ref, begun, stop):
        return None
    history = lend("history")
    more, seat, base = ref._more, ref._seat, ref._base
    state = ref._state(ref._round)
    failed = history.replay_from(ref, begun, stop, begun)
    if failed or dry:
        ref._restore(state)
    else:
        base = history.first_kept(base)  # the later ones know what is given up
        if base:
            ref._previous = base[1][1]  # read again from the top it would be there twice
    ref._more, ref._seat, ref._begun, ref._base = more, seat, begun, base
    if base and not failed and not dry:
        ref._pos = stop
        ref._keep(ref._round, base)
    return "then_line %d: %s" % failed if failed else None


def scanned(ref, pos, stop):
    """Whether there may be a scan between these places that was not given up: any line may be one by a correction."""
    while stop > pos and not ref._fixes:
        stop -= 1
        kind = ref._words[stop] >> 11 & 31
        if kind in (acta.HAND, acta.FORGET):
            return kind == acta.HAND
    return stop > pos


def correct(ref, line, event, dry):
    """Reads the event of a line as another (None: as if it were not there), if all later ones can stand then."""
    history = lend("history")
    pos = history.place_of(ref, line) if line else -1
    if pos < 0:
        return "no_line"
    calls, findings, results = ref.cantes_by_side, told(ref), ref._match.results
    state = ref._state(ref._round)
    if event and event[0] == acta.CLAIM:
        ref._base = None  # it may touch the round before, which is part of what was kept
    stop = len(ref._words)
    ref._fixes.append((line, event))
    failed = history.replay_from(ref, pos, stop)
    if failed or dry:
        ref._fixes.pop()
        ref._restore(state)
        return "then_line %d: %s" % failed if failed else None
    ref._pos = stop
    ref._more = more = {}
    if ref.cantes_by_side != calls:
        more["cantes"] = ref.cantes_by_side
    news = [pairs for pairs in told(ref) if pairs not in findings]
    if news:
        more["renuncios"] = news
    history.tell_turned(ref, results)
    return None


def told(ref):
    """The findings told in this round."""
    r = ref._round
    proofs = lend("proofs")
    stock = ref.rules.trump_source == "stock_upcard"
    return [proofs.finding_pairs(r, finding) for finding in r.told + (r.hinted if stock else [])] if r else []
