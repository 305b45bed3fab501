"""Rounds to a match: what ends a round, who wins it, games, the next dealer (OP-04, OP-24 to OP-27). Lent."""

from tute import lend
from tute.answer import by_side


def settle(ref):
    """After an accepted event: tells what it proved, and ends the round if that, or the last card, ends it."""
    r = ref._round
    if r.news or r.false_calls:
        lend("proofs").settle(ref, r)
    if not r.result:
        result = ref._result or (count(ref, r) if r.count == r.size else None)
        if result:
            finish(ref, r, result)


def count_round(rules, points, last_side, sung, recent=(), out=0):
    """Result of a round played to its last card: (winner, games, by). Sides are indices, -1 nobody.

    points: by side, cards, cantes and the ten. last_side: won the last trick. sung: by side, whether it made a cante.
    recent: sides that won the tricks, newest first (three sides or more). out: mask of sides that cannot win; where
    one cannot, the best of the others wins with less than 101 too.
    """
    best = max([total for side, total in enumerate(points) if not out >> side & 1])
    tied = [side for side, total in enumerate(points) if total == best and not out >> side & 1]
    if rules.round_win == "first_to_101" and best <= 100 and not out:
        return -1, 0, "carry"
    winner = tied[0]
    by = "points"
    if len(tied) > 1:
        by = "last_trick"
        winner = -1
        if rules.tie == "last_trick":
            if last_side in tied:
                winner = last_side
            elif rules.tie_fallback == "latest_trick_among_tied":
                for side in recent:
                    if side in tied:
                        winner = side
                        break
        if winner < 0:
            return -1, 0, by
    limit = 120 if rules.double_win == "over_100_or_120" and sung[winner] else 100
    return winner, 2 if rules.double_win != "none" and best > limit else 1, by


def count(ref, r):
    """The result by the count of a round, forfeited points gone to the other side."""
    if r.forfeit >= 0:
        lend("outcomes").move_forfeit(r)
    sung = [bool(calls) for calls in r.calls_by_side()]
    recent = lend("outcomes").recent(r) if ref.sides > 2 else ()
    return count_round(ref.rules, r.points, ref.side_of(r.last_winner), sung, recent, r.out)


def finish(ref, r, result):
    """The round is over with this result, unless what is only now told turns it."""
    ref._result = None
    r.turn = 0
    if ref.rules.renuncio_detection == "audit":
        proofs = lend("proofs")
        news = proofs.tell(ref, r, r.found[:], 0, range(ref.seats))
        if result[2] != "ruling" and ref._stop is None:
            result = proofs.penalty(ref, r, news) or result
    acts = result[2] not in ("ruling", "renuncio") and ref._stop is None
    turned = lend("rulings").close_claims(ref, r, acts) if r.claims else None
    if acts:
        result = turned or result
        if not turned and (r.out or r.forfeit >= 0):
            result = lend("outcomes").recount(ref, r, result, count)
    ref._match.results += (None,)
    set_result(ref, r, result)
    pass_deal(ref, r)


def set_result(ref, r, result):
    """The last round has this result, in the place of the one it may have had."""
    match = ref._match
    if r.result:
        add_games(ref, r.result[0], -r.result[1])
    r.result = result
    if r.unmoved:
        lend("outcomes").move_back(r, result)
    match.results = match.results[:-1] + (result + (tuple(r.points),),)
    if ref.rules.round_win == "first_to_101":
        match.carried = r.carried if r.void else tuple(r.points) if result[2] == "carry" else ()
    lend("experience").pay(ref, r)
    add_games(ref, result[0], result[1])
    if ref._stop is not None:
        match.over = True
        match.winner = ref._stop
    elif ref._wins_match and result[0] >= 0:
        match.over = True
        match.winner = result[0]
    ref._stop = None
    ref._wins_match = False
    tell_result(ref, r)


def tell_result(ref, r):
    """Puts the last result into the answer."""
    ref._more["round"] = round_pairs(ref, ref._match.results[-1])
    ref._more["audit"] = lend("proofs").audit_pairs(r)
    tell_match(ref)


def tell_match(ref):
    """Puts the games, and the experience of a match that is over, into the answer."""
    ref._more["match"] = match_pairs(ref)
    if ref._match.over:
        ref._more["xp"] = lend("experience").pairs(ref)


def add_games(ref, side, games):
    """The side (-1: nobody) gets so many games of a round; negative takes them back."""
    match = ref._match
    match.games = tuple([n + games if i == side else n for i, n in enumerate(match.games)])
    winners = [i for i, n in enumerate(match.games) if n >= ref.target]
    match.winner = winners[0] if winners else -1
    match.over = bool(winners)


def pass_deal(ref, r):
    """Sets who deals next, after a round that counts or is void."""
    match = ref._match
    if r.void:
        match.next_dealer = match.dealer
    elif ref.rules.dealer_next == "last_trick_winner" and r.last_winner:
        match.next_dealer = r.last_winner
    else:
        match.next_dealer = r.after[match.dealer]


def round_pairs(ref, result):
    """A result as the `round` key gives it."""
    winner, games, by, points = result
    names = ref.side_names
    return (
        ("winner", names[winner] if winner >= 0 else None),
        ("points", by_side(names, points)),
        ("games", games),
        ("by", by),
    )


def match_pairs(ref):
    """The `match` key."""
    match = ref._match
    winner = (("winner", ref.side_names[match.winner]),) if match.winner >= 0 else ()
    return by_side(ref.side_names, match.games) + winner
