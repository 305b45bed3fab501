"""Modelled times of the reader's polls and sweeps, for `make bench`: one JSON line on stdout.

    micropython tests/support/sweep_times.py [sets]      (MICROPYPATH as for tests/device)

All times in ms of the modelled clock (SPI frames, air, field), none of it real time.  "inventory" is a sweep
of tags that are all awake; "sweep" has the field reset before it, as the mat does every 2 s.

"known" is what the mat does of it as long as nobody is quiet but tags it knows: each is asked by its UID, and a
poll hears whoever else there is.

"floor" is what the air and the tags alone take with the field reset, for an SPI that costs nothing: the field off
and on, a request, 16 slots; for each two tags in one slot two requests more, to either side of the collision.
Five random tags come without a collision in 49.99 % of all sets (16*15*14*13*12 / 16**5), so the median is the
quickest set with one collision, and below its floor no driver comes that uses this inventory.
"""

import json
import sys

from support.table_top import make, percentile, random_uids, spread
from tapete_host.sim.field import (
    ANSWER_EOF_US,
    ANSWER_SOF_US,
    EOF_US,
    POWER_LOSS_US,
    T1_US,
    T2_US,
    WAKE_US,
    answer_us,
    request_us,
)


def _timed(world, call):
    begun = world.now
    result = call()
    return result, world.now - begun


def _polls(world, reader):
    """Empty poll, poll with one new tag, addressed requests with and without answer."""
    import time

    out = {}
    time.sleep_ms(5)
    out["poll_empty"] = _timed(world, reader.poll_new)[1]
    uid = random_uids(1, 5)[0]
    spread(world, [uid])
    time.sleep_ms(5)
    heard, out["poll_new_card"] = _timed(world, reader.poll_new)
    assert heard == uid
    out["hear"] = _timed(world, lambda: reader.hear(uid))[1]
    world.field.lift(uid)
    out["hear_absent"] = _timed(world, lambda: reader.hear(uid))[1]
    return out


def _distribution(times):
    times.sort()
    return {
        "median": percentile(times, 0.5),
        "p99": percentile(times, 0.99),
        "max": times[-1],
    }


def _laid(world, reader, uids):
    """These tags lie there, all awake."""
    spread(world, uids)
    reader.field(False)
    world.advance(6000)
    reader.field(True)
    world.advance(2000)


def _cleared(world, uids):
    """They are gone, and forgotten."""
    for uid in uids:
        world.field.lift(uid)
    world.field.tags.clear()


def sweeps(world, reader, tags, sets, reset, seed=1000):
    """Times (us) of `sets` sweeps of so many tags, each set with other UIDs; every tag must be found."""
    times = []
    for k in range(sets):
        uids = random_uids(tags, seed + k)
        _laid(world, reader, uids)
        found, us = _timed(world, lambda: reader.sweep(reset))
        assert sorted(found) == sorted(uids) and not reader.unclear, (tags, k, uids, found)
        times.append(us)
        _cleared(world, uids)
    return times


def roll_calls(world, reader, tags, sets, seed=1000):
    """Times (us) of asking so many known, quiet tags by their UIDs, and of the poll that goes with it."""
    times = []
    for k in range(sets):
        uids = random_uids(tags, seed + k)
        _laid(world, reader, uids)
        for uid in uids:
            reader.quiet(uid)
        world.advance(2000)

        def call(uids=uids):
            return [uid for uid in uids if reader.hear(uid)] if reader.poll_new() is None else []

        heard, us = _timed(world, call)
        assert heard == uids, (k, uids, heard)
        times.append(us)
        _cleared(world, uids)
    return times


def floor(tags, collisions):
    """us that a sweep takes at least: field, requests, answers and empty slots as ISO15693 has them, no SPI."""
    answer = T1_US + ANSWER_SOF_US + answer_us(96) + ANSWER_EOF_US
    taken = tags - collisions
    slots = taken * (answer + T2_US) + (16 - taken) * (T1_US + ANSWER_SOF_US) + 15 * EOF_US
    forks = 2 * collisions * (request_us(6) + answer + T2_US) - (T2_US if collisions else 0)
    return POWER_LOSS_US + WAKE_US + request_us(5) + slots + forks


def _ms(entry):
    return {k: _ms(v) if isinstance(v, dict) else v / 1000 for k, v in entry.items()}


def main(sets):
    world, reader = make(wide=True)
    _, start = _timed(world, reader.start)
    out = _polls(world, reader)
    out["start"] = start
    out = {"unit": "ms", "polls": _ms(out), "known": {}, "inventory": {}, "sweep": {}}
    for tags in (1, 2, 3, 4, 5, 6, 8):
        n = sets if tags == 5 else max(sets // 10, 20)
        out["known"][str(tags)] = _ms(_distribution(roll_calls(world, reader, tags, min(n, 200))))
        out["inventory"][str(tags)] = _ms(_distribution(sweeps(world, reader, tags, n, False)))
        out["sweep"][str(tags)] = _ms(_distribution(sweeps(world, reader, tags, n, True)))
    out["floor"] = _ms({"5 apart": floor(5, 0), "5, two in a slot": floor(5, 1)})
    five = out["inventory"]["5"]
    out["sets"] = sets
    out["budget"] = {"tags": 5, "median": 45, "p99": 80}
    out["kept"] = five["median"] <= 45 and five["p99"] <= 80
    print(json.dumps(out))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
