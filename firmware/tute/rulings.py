"""What is seldom said: claims, rulings, giving up (acta.md section 3). Lent to the referee.

Its functions take the referee as `ref` and work on its state; they belong to it as its own methods do, and are here so
that a device need not hold them while cards are played.
"""

from tute import acta, lend
from tute.record import STOPPED


def take(ref, event, dry):
    """Takes such an event; the reason if it is refused. With `dry` nothing changes."""
    kind, seat, arg, flag = event
    if kind == acta.CLAIM:
        return claim(ref, seat, arg, dry)
    if kind == acta.LEAVE or kind == acta.END:
        return None if dry else leave(ref, seat)
    if not ref.is_open():
        return ref.no_round()
    if kind == acta.DRAW:
        return lend("draws").draw(ref, seat, arg, dry)
    r = ref._round
    if kind == acta.CLAIM101:
        return claim101(ref, r, seat, dry)
    if kind == acta.AWARD and bool(flag) != (ref.sides < ref.seats):
        return "seat"
    if kind == acta.CONCEDE and r.out >> ref.side_of(seat) & 1:
        return "already"
    if dry:
        return None
    if kind == acta.CONCEDE:
        ref._result = lose(ref, r, seat, "concession")
    elif kind == acta.AWARD:
        r.ruled = True
        ref._result = (ref.side_of(seat), 1, "ruling")
    else:
        r.void = True
        ref._result = (-1, 0, "ruling")
    return None


def lose(ref, r, seat, by, mute=True):
    """The side of this seat loses an open round: the result, None if it goes on among three or more."""
    side = ref.side_of(seat)
    if ref.sides > 2:
        return lend("outcomes").put_out(ref, r, [side], by, mute)
    ref._wins_match = False
    return (1 - side, 1, by)


def claim101(ref, r, seat, dry):
    """`claim101`: whoever has just won a trick says that his side has 101 points. The reason if it is refused."""
    if ref.rules.round_win != "first_to_101" or not r.last_winner:
        return "nothing_to_claim"
    side = ref.side_of(seat)
    if seat != r.last_winner or r.out >> side & 1:
        return "claim_by"
    if not r.window_open():
        return "claim_late"
    if not dry:
        if r.forfeit >= 0:
            lend("outcomes").move_forfeit(r)
        r.claimant = side
        right = r.points[side] > 100
        ref._result = (side, 1, "claim101") if right else lose(ref, r, seat, "claim101", False)
        ref._more["claim"] = "upheld" if right else "unfounded"
    return None


def leave(ref, seat):
    """The match stops; `seat` gave it up, 0: nobody did."""
    side = ref.side_of(seat) if seat else -1
    ref._match.left = seat or STOPPED
    ref._hands = None
    ref._stop = 1 - side if side >= 0 and ref.sides == 2 else -1
    if ref.is_open():
        ref._round.void = True
        ref._result = (-1, 0, "concession" if side >= 0 else "ruling")
    else:
        match = ref._match
        match.over = True
        match.winner = ref._stop
        ref._stop = None
        lend("match").tell_match(ref)


def claim(ref, seat, against, dry):
    """A claim is about the open round once it is led, before that about the last."""
    r = ref._round
    rules = ref.rules
    if r is None:
        return "no_round"
    if against > ref.seats:
        return "seat"
    if r.result is None and not r.count and ref._previous:
        r = ref._previous
    until = rules.renuncio_claim_until
    who = rules.renuncio_claim_by
    if r.result and until != "next_first_lead":
        return "claim_late"
    if who == "device" or who == "opponents" and ref.side_of(seat) == ref.side_of(against):
        return "claim_by"
    laid = r.laid(0, r.count)
    offenders = [finding.p + 1 for finding in r.found + r.told]  # some without a card of theirs on the table
    if against not in [who for who, _ in laid] + offenders:
        return "nothing_to_claim"
    if [seat, against - 1, "pending"] in r.claims:
        return "already"
    if until == "trick_end" and against not in [
        who for who, _ in laid[-(r.count % r.players or r.players) :]
    ]:
        return "claim_late"
    if not dry:
        if r is not ref._round:
            ref._base = None  # the round before is part of what was kept
        entry = [seat, against - 1, "pending"]
        r.claims.append(entry)
        hear_claim(ref, r, entry)
    return None


def hear_claim(ref, r, entry):
    """Answers a claim as far as it can be answered now."""
    detection = ref.rules.renuncio_detection
    p = entry[1]
    if detection != "audit" or r.result:
        proofs = lend("proofs")
        state = proofs.state_of(r, p)
        if state == "renuncio":
            entry[2] = "upheld"
            news = [finding for finding in r.found if finding.p == p]
            if detection == "on_claim" and news:
                proofs.tell(ref, r, news, entry[0])
                r.told = lend("outcomes").in_time(r.told)  # an earlier offence goes before an earlier claim
                result = proofs.penalty(ref, r, r.told)
                if r.result:
                    turn(ref, r, result or again(ref, r))
                else:
                    ref._result = result
        elif state == "clean" or r.result:
            entry[2] = "unfounded"
            result = false_claim(ref, r, entry)
            if r.result:
                turn(ref, r, result or again(ref, r))
            else:
                ref._result = result
        else:
            r.news = True  # suspicions against this seat may be told now
    ref._more["claim"] = entry[2]


def again(ref, r):
    """The result of an ended round, counted again where it was counted."""
    return lend("outcomes").recount(ref, r, r.result, lend("match").count)


def false_claim(ref, r, entry):
    """The result that an unfounded claim makes, None if it makes none."""
    if ref.rules.false_claim == "lose_round" and ref.rules.renuncio_detection != "live":
        return lose(ref, r, entry[0], "ruling")
    return None


def close_claims(ref, r, acts):
    """The round ends: pending claims turn. The result that this makes, or None. `acts`: whether unfounded ones may
    turn the result."""
    result = None
    if r.out and len([side for side in range(ref.sides) if not r.out >> side & 1]) == 1:
        acts = False  # the one who is left has won already
    for entry in r.claims:
        if entry[2] == "pending":
            entry[2] = "upheld"
            if lend("proofs").state_of(r, entry[1]) != "renuncio":
                entry[2] = "unfounded"
                if acts and not result:
                    result = false_claim(ref, r, entry)
            if ref._more.get("claim") != "upheld":
                ref._more["claim"] = entry[2]
    return result


def turn(ref, r, result):
    """A result that stood is turned by a claim: none that the table made, no void round, nothing once the match was
    stopped."""
    was = r.result
    void = was[0] < 0 and was[2] not in ("carry", "last_trick")
    moved = (
        r.unmoved and tuple(r.points) != ref._match.results[-1][3]
    )  # points went over, though the same side wins
    if result == was and not moved or r.ruled or void or ref._match.left:
        ref._wins_match = False
        return
    match = lend("match")
    match.set_result(ref, r, result)
    if ref._match.over:
        ref._round = r  # a round dealt since then does not count
    if r is ref._round:
        match.pass_deal(ref, r)
    else:
        lend("dealing").carry(ref, ref._round)
