"""Whether a reader that works does so well; lent to the mat while there is doubt of it.

"recovering": it had to be set up again some eight times within a minute.  "too_many": for 3 s no sweep could tell
what lies there.
"""

from time import ticks_diff

SHAKY = 60  # of PN5180.climbs
_STEADY = 40  # and when that is over
_MOST = 68  # to which it counts: a minute without is then enough
_CROWD = 3000  # ms


def look(mat, now):
    """Tell when such a state begins or ends."""
    reader = mat._reader
    reader.climbs = min(reader.climbs, _MOST)
    crowd = mat._crowded is not None and ticks_diff(now, mat._crowded) >= _CROWD
    _tell(mat, "recovering", reader.climbs > (SHAKY if mat._told is None else _STEADY), now)
    _tell(mat, "too_many", crowd, now)


def _tell(mat, state, on, now):
    if not on:
        if mat._told == state:
            mat._working(now)
    elif mat._told is None:
        mat._told = state
        mat._events.append(("reader", state, now, 0, ""))
