"""A reader on a virtual table, for tests and measurements of what hears tags (MicroPython and the shim)."""

from tapete import board
from tapete.readers.pn5180 import PN5180
from tapete_host.sim.rng import Rng
from tapete_host.sim.world import World


def make(seed=1, strict=True, wide=False, uptime_ms=0):
    """(world, started reader); wide: a coil so large that 40 tags lie well apart."""
    world = World(board="wroom_pn5180", seed=seed, strict=strict, uptime_ms=uptime_ms)
    if wide:
        world.field.coil_mm = 600
    b = board.load("wroom_pn5180")
    reader = PN5180(
        b.open_spi("reader"), b.open_pin("rd_nss", 1), b.open_pin("rd_busy"), b.open_pin("rd_rst", 0)
    )
    return world, reader


def spread(world, uids):
    """Lay tags 60 mm apart, all equally strong (needs a wide field)."""
    for i, uid in enumerate(uids):
        world.field.lay(uid, x=60 * (i % 7) - 180, y=60 * (i // 7) - 180)


def random_uids(n, seed):
    """n different ICODE SLIX2 UIDs with 40 random bits."""
    rng = Rng(seed)
    uids = []
    while len(uids) < n:
        uid = b"\xe0\x04\x01" + bytes([rng.below(256) for _ in range(5)])
        if uid not in uids:
            uids.append(uid)
    return uids


def percentile(values, share):
    """The smallest value that `share` (0..1) of the sorted values do not exceed."""
    return values[min(len(values) - 1, int(len(values) * share))]
