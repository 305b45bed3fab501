"""What few rounds need at their end (acta.md section 5): three or four sides, forfeited points, several offences. Lent.

`Round.out` and `Round.mute` are masks of side indices: who cannot win any more, and who may not sing.
"""

from tute.trick import CANTE_DUTY, TURN_DUTY, Trick


def put_out(ref, r, sides, by, mute=True):
    """These sides cannot win the round any more (with `mute`: nor sing). The result if that ends it, `by` this."""
    for side in sides:
        r.out |= 1 << side
        if mute:
            r.mute |= 1 << side
    tute = ref._result
    if tute and tute[2] == "tute" and r.out >> tute[0] & 1:
        ref._result = None  # his tute wins nothing, the others go on
        ref._wins_match = False
    left = [side for side in range(ref.sides) if not r.out >> side & 1]
    if len(left) > 1:
        return None
    ref._wins_match = False
    if left:
        return (left[0], 1, by)
    r.void = True
    return (-1, 0, "renuncio")


def recent(r):
    """Gives the side index that won each trick, newest first."""
    for stop in range(r.count - r.count % r.players, 0, -r.players):
        trick = Trick(r.rules, r.trick.trump)
        for seat, card in r.laid(stop - r.players, stop):
            trick.lay(seat, card)
        yield r.side_of[trick.winner]


def recount(ref, r, result, count):
    """The result of a count again, when points are forfeited or sides are out since. count: `tute.match.count`."""
    if r.void:
        return result
    if r.out:
        if result[0] >= 0 and not r.out >> result[0] & 1 and result[2] not in ("points", "last_trick"):
            return result
        ref._wins_match = False
        return count(ref, r)
    if r.forfeit < 0 or result[2] not in ("points", "last_trick", "carry", "claim101"):
        return result
    if result[2] != "claim101":
        return count(ref, r)
    move_forfeit(r)
    right = r.points[r.claimant] > 100
    if right != (result[0] == r.claimant):
        ref._more["claim"] = "upheld" if right else "unfounded"
    return (r.claimant if right else 1 - r.claimant, 1, "claim101")


def move_forfeit(r):
    """Forfeited points go to the other side (of two): those of this deal, not the carried ones."""
    r.unmoved = r.unmoved or tuple(r.points)
    before = r.carried or (0, 0)
    other = 1 - r.forfeit
    r.points[other] += r.points[r.forfeit] - before[r.forfeit]
    r.points[r.forfeit] = before[r.forfeit]
    r.refresh()


def move_back(r, result):
    """Forfeited points that were moved go back if no count decides after all."""
    if result[2] not in ("points", "last_trick", "carry", "claim101"):
        r.points = list(r.unmoved)
        r.refresh()


def both_offend(ref, r):
    """Whether offences of both sides (of two) are told: renuncio_priority=both_void."""
    sides = [finding.p % 2 for finding in r.told]
    return ref.sides == 2 and min(sides) != max(sides)


def in_time(findings):
    """The findings by the time of their offences: at one place the card out of turn, the card laid, the cantes after
    it one by one; what is still equal stays in the order found."""
    keys = []
    for i, finding in enumerate(findings):
        kind = finding.kinds
        keys.append(
            (
                finding.place * 3 + (0 if kind == TURN_DUTY else 2 if kind == CANTE_DUTY else 1),
                finding.order,
                i,
            )
        )
    keys.sort()
    return [findings[key[-1]] for key in keys]
