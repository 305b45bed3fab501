"""Who wins a round, what an offence makes of it, and what the seats earn."""

from support.naive.cards import side_names, side_of


def others(deal, name):
    return [other for other in side_names(deal.rules) if other != name]


def innocents(deal):
    return [name for name in side_names(deal.rules) if name not in deal.out]


def left_over(deal, by):
    """With more than two sides: the result once a side is out, or None: the round goes on."""
    left = innocents(deal)
    if not left:
        return (None, 0, "renuncio")
    if len(left) == 1:
        return (left[0], 1, by)
    return None


def put_out(deal, name, mute=True):
    """This side can no longer win, and only after a wrong claim of 101 still sing."""
    if name not in deal.out:
        deal.out.append(name)
    if mute and name not in deal.mute:
        deal.mute.append(name)


def lose(deal, name, by):
    """What it makes of a round that this side loses it; None: the others play on."""
    if len(side_names(deal.rules)) == 2:
        return (others(deal, name)[0], 1, by)
    put_out(deal, name, by != "claim101")
    return left_over(deal, by)


def penalty(deal, plays):
    """Result that these findings, in the order in which they were laid, make of a round; None to go on."""
    rules = deal.rules
    kind = rules.renuncio_penalty
    sides = [side_of(play.seat, rules) for play in plays]
    if kind == "warn":
        return None
    if kind == "replay_round":
        return (None, 0, "renuncio")
    if len(side_names(rules)) > 2:
        for name in sides:
            put_out(deal, name)
        return left_over(deal, "renuncio")
    if rules.renuncio_priority == "both_void" and len(set(deal.guilty + sides)) > 1:
        return (None, 0, "renuncio")
    deal.guilty += sides
    if kind == "points_to_opponents":
        deal.forfeit = deal.forfeit or sides[0]
        return None
    return (others(deal, sides[0])[0], 1, "renuncio")


def count(deal):
    """The result by points of the round as it stands."""
    rules = deal.rules
    was = deal.result
    deal.result = ("", 0, "points")
    points = deal.points()
    deal.result = was
    names = innocents(deal)
    if rules.round_win == "first_to_101":
        there = [name for name in names if points[name] >= 101]
        if there:
            names = there
        elif not deal.out:
            return (None, 0, "carry")
    most = max([points[name] for name in names])
    tied = [name for name in names if points[name] == most]
    if len(tied) == 1:
        return (tied[0], games_for(deal, tied[0], most), "points")
    winner = tie(deal, tied)
    return (winner, games_for(deal, winner, most) if winner else 0, "last_trick")


def tie(deal, tied):
    rules = deal.rules
    if rules.tie == "nobody" or not deal.tricks:
        return None
    won = [side_of(seat, rules) for seat, _ in deal.tricks]
    if won[-1] in tied:
        return won[-1]
    if rules.tie_fallback == "nobody":
        return None
    recent = [name for name in reversed(won) if name in tied]
    return recent[0] if recent else None


def games_for(deal, name, points):
    rules = deal.rules
    if rules.double_win == "over_100":
        return 2 if points > 100 else 1
    if rules.double_win == "over_100_or_120":
        return 2 if points > (120 if deal.cantes()[name] else 100) else 1
    return 1


def experience(rules, ended, winner, leaver):
    """By seat, for the rounds that ended (rules.md 4)."""
    paid = {}
    for seat in range(1, rules.players + 1):
        paid[seat] = 12
        if winner and side_of(seat, rules) == winner:
            paid[seat] += 20
    for deal in ended:
        won = deal.result[0]
        if is_void(deal.result):
            continue
        for seat in paid:
            if won and side_of(seat, rules) == won:
                paid[seat] += 2
        for seat, _ in deal.tricks:
            paid[seat] += 1
        for call in deal.calls:
            if not call.false:
                paid[call.seat] += 1
    if leaver:
        paid[leaver] = 0
    xp = {}
    for seat in paid:
        xp[str(seat)] = paid[seat]
    return xp


def is_void(result):
    """The same seat deals again, and nobody is paid."""
    return result[0] is None and result[2] not in ("carry", "last_trick")
