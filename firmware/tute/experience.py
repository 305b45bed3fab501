"""Experience: what each seat earns in a match (rules section 4; OP-28, OP-29). Lent.

While a match goes on one small int a seat is kept, `Match.earned`: tricks taken | cantes << 15, of the rounds that pay
(void and replayed ones do not). Rounds won are in the results. Nothing is paid before the match ends, and nothing to
whoever left it.
"""

REASONS = ("match_played", "match_won", "round_won", "trick", "cante")
POINTS = (12, 20, 2, 1, 1)

_CANTES = 15
_TRICKS = (1 << _CANTES) - 1


def pay(ref, r):
    """Counts a round that has ended, or has another result now, among those that pay."""
    match = ref._match
    earned = list(match.earned or [0] * ref.seats)
    for p, before in enumerate(r.earned):
        earned[p] -= before
    now: list = []
    if not r.void:
        now = list(r.cantes.won)
        if r.count == r.size:
            now[r.last_winner - 1] += 1  # no window opens after the last trick
        for p, _, _ in r.cantes.calls:
            now[p] += 1 << _CANTES
    for p, more in enumerate(now):
        earned[p] += more
    r.earned = tuple(now)
    match.earned = tuple(earned)


def ledger(ref):
    """[(seat, reason, points)...]: one entry a seat and reason, seats ascending, reasons as in REASONS, none of 0
    points. Before the match ends: what was earned in the rounds so far."""
    match = ref._match
    rounds = [result[0] for result in match.results]
    found = []
    for seat in range(1, ref.seats + 1):
        if seat == match.left:
            continue
        side = ref.side_of(seat)
        earned = match.earned[seat - 1] if match.earned else 0
        times = (
            int(match.over),
            int(match.over and match.winner == side),
            rounds.count(side),
            earned & _TRICKS,
            earned >> _CANTES,
        )
        for i, n in enumerate(times):
            if n:
                found.append((seat, REASONS[i], n * POINTS[i]))
    return found


def pairs(ref):
    """The `xp` key: points by seat, as (key, value) pairs."""
    sums = [0] * ref.seats
    for seat, _, points in ledger(ref):
        sums[seat - 1] += points
    return tuple([(str(p + 1), points) for p, points in enumerate(sums)])
