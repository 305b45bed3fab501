"""Two players whose deal was scanned: what the mat tells is given to `drawn` while draws are owed.

It stays to the end of such a round, so it is small; `drawn`, which knows what to do, is lent for each window.
"""


def watch(t):
    """From now on draws of the table `t` are heard."""
    ref = t.ref
    state = [0, (), [], False, None, False]  # as drawn names them

    def on(event):
        if t.ref is not ref or ref.phase in ("round_over", "match_over"):
            t.tags = None
        waits = t.tags and ref.phase == "window" and ref.owed and not (t.asked or t.doubt or t.blocked())
        if waits and (event[0] or state[4]):
            t.room("drawn").on(t, state, event)
        elif event[0]:
            mine = t.tags
            t.tags = None
            t.on_mat(event)
            t.tags = mine

    t.tags = on
