"""Two players whose deal was scanned: what the mat tells is given to `drawn` while draws are owed.

It stays to the end of such a round, so it is small; `drawn`, which knows what to do, is lent for each window.
"""

from tute import lend


def watch(t):
    """From now on draws of the table `t` are heard."""
    ref = t.ref
    state = [0, (), [], False, None, False]  # as drawn names them

    def on(event):
        if t.ref is not ref or ref.phase in ("round_over", "match_over"):
            t.tags = None
        owed = t.tags and ref.phase == "window" and ref.owed
        if owed and t.asked:
            if event[0] and _hides(t, event):  # it is not shown, and whose it was nobody knows afterwards
                state[:] = [ref.trick_no, lend("scans").placed(ref), [], True, None, False]
                return
            owed = False
        if owed and not (t.doubt or t.blocked()) and (event[0] or state[4]):
            t.room("drawn").on(t, state, event)
        elif event[0]:
            t.hear(event)

    t.tags = on


def _hides(t, event):
    """While something is asked: whether a card may be a draw, and nobody was asked to lay it."""
    placed = lend("scans").placed(t.ref)
    for uid in event[1] if event[0] == "pair" else (event[1],):
        card = t.card(uid)
        if card is None or card in t.here or placed[card // 10] >> card % 10 & 1:
            continue
        if not any([q.laid and _fits(t, q.key, card) for q in t.asked]):
            return True
    return False


def _fits(t, key, card):
    if key == "cante":
        return card % 10 in (6, 7)  # knights and kings
    return key != "swap" or card // 10 == t.suit


def again(t):
    """Two play on, in a round that was open before: are its draws to be heard?"""
    if not t.tags and lend("scans").scanned(t.ref):
        watch(t)
