"""Rounds of three or four sides: who is out, and who wins among the others (acta.md section 5, `lose_round`). Lent.

`Round.out` and `Round.mute` are masks of side indices: who cannot win any more, and who may not sing.
"""

from tute.trick import Trick


def put_out(ref, r, sides, by, mute=True):
    """These sides cannot win the round any more (with `mute`: nor sing). The result if that ends it, `by` this."""
    for side in sides:
        r.out |= 1 << side
        if mute:
            r.mute |= 1 << side
    left = [side for side in range(ref.sides) if not r.out >> side & 1]
    if len(left) > 1:
        return None
    ref._wins_match = False
    if left:
        return (left[0], 1, by)
    r.void = True
    return (-1, 0, "renuncio")


def stands(r, result):
    """Whether this result, of a round in which some are out, needs no count among the others."""
    return result[0] >= 0 and not r.out >> result[0] & 1 and result[2] not in ("points", "last_trick")


def recent(r):
    """Gives the side index that won each trick, newest first."""
    for stop in range(r.count - r.count % r.players, 0, -r.players):
        trick = Trick(r.rules, r.trick.trump)
        for seat, card in r.laid(stop - r.players, stop):
            trick.lay(seat, card)
        yield r.side_of[trick.winner]
