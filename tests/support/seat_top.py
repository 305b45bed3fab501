"""Four MFRC522, one a seat, on a virtual table, for tests and measurements (MicroPython and the shim)."""

import time

from support.mat_bench import Stepped
from tapete import board
from tapete.readers.seats import Seats
from tapete.seatmat import SeatMat
from tapete_host.sim.rng import Rng
from tapete_host.sim.world import World

BOARDS = ("wroom_mfrc522", "s3_mfrc522")


def make(name="wroom_mfrc522", seed=1, strict=True, uptime_ms=0):
    """(world, readers not yet started)."""
    world = World(board=name, seed=seed, strict=strict, uptime_ms=uptime_ms)
    b = board.load(name)
    select, rst = b.open_seats()
    return world, Seats(b.open_spi("reader"), select, rst)


def heard(seats, antenna=0, expected=0):
    """Visit one antenna -> sorted UIDs."""
    assert seats.on(antenna), seats.states
    time.sleep_us(5200)
    seats.hear(antenna, expected)
    return sorted(seats.found)


def spread(field, uids):
    """Lay tags 60 mm apart over one antenna, all equally strong."""
    field.coil_mm = 600
    for i, uid in enumerate(uids):
        field.lay(uid, x=60 * (i % 7) - 180, y=60 * (i // 7) - 180)


def random_uids(n, seed, kinds=(7,)):
    """n different UIDs; each of 4, 7 or 10 bytes as `kinds` has it."""
    rng = Rng(seed)
    uids = []
    while len(uids) < n:
        size = kinds[rng.below(len(kinds))]
        uid = bytes([4] + [rng.below(256) for _ in range(size - 1)])
        # 0x88 is the cascade tag: no level's part begins with it
        if uid not in uids and 0x88 not in (uid[3], uid[6 if size > 4 else 3]):
            uids.append(uid)
    return uids


class Bench(Stepped):
    """A SeatMat over four MFRC522."""

    def __init__(self, name="wroom_mfrc522", seed=1, strict=True, antennas=(0, 0, 0, 0), uptime_ms=0):
        world, reader = make(name, seed, strict, uptime_ms)
        super().__init__(world, reader, SeatMat(reader, list(antennas)))

    def names(self):
        """The events so far in short, e.g. ["laid AO 2", "pair 5C 1 RO 3", "reader bus_fault 4"], and forget them."""
        out = []
        for _, event in self.events:
            kind = event[0]
            if kind == "reader":
                out.append("reader %s %d" % (event[1], event[3]))
            elif kind == "pair":
                cards = ["%s %d" % (self.name(uid), seat) for uid, seat in zip(event[1], event[3])]
                out.append("pair " + " ".join(sorted(cards)))
            elif kind == "laid":
                out.append("laid %s %d" % (self.name(event[1]), event[3]))
            else:
                out.append(kind + " " + self.name(event[1]))
        self.events.clear()
        return out

    def present(self):
        return sorted([self.name(uid) for uid in self.mat.present()])
