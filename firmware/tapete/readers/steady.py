"""Whether a reader that works does so well; lent to the mat while there is doubt of it.

"recovering": it had to be set up again some eight times within a minute.  "too_many": for some 8 s no sweep could
tell what lies there.  "clone": it is of no known version, which is told once.
"""

SHAKY = 60  # of PN5180.climbs
_STEADY = 40  # and when that is over
_MOST = 68  # to which it counts: a minute without is then enough
_UNCLEAR = 5  # regular looks, and one


def look(mat, now):
    """Tell when such a state begins or ends."""
    reader = mat._reader
    mat._crowded += mat._crowded > 0
    reader.climbs = min(reader.climbs, _MOST)
    _tell(mat, "recovering", reader.climbs > (SHAKY if mat._told is None else _STEADY), now)
    _tell(mat, "too_many", mat._crowded >= _UNCLEAR, now)
    if reader.state == "clone":
        reader.state = "working"
        mat._events.append(("reader", "clone", now, 0, reader.detail.split(",")[0]))


def _tell(mat, state, on, now):
    if not on:
        if mat._told == state:
            mat._working(now)
    elif mat._told is None:
        mat._told = state
        mat._events.append(("reader", state, now, 0, mat._reader.detail))
