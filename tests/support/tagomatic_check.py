"""bofh69/PN5180-tagomatic, unchanged, takes stock of ISO14443A stickers over our PN5180 model.

Run by tests/host/test_other_tagomatic.py in a process of its own: CPython, that package's src on the path. Its serial
link to a board is replaced by one whose board is a world. Prints a line per finding.
"""

import random
import sys
import types

from support.rf_host import Host
from tapete_host.sim.world import World

SETS = 20
LONGEST = 400  # frames of one stock-taking
LINK_US = 6000  # what a call over its serial link takes at least: its inventory waits for no answer by itself


class Interface:
    """The calls of its sketch, each answered as the sketch does: 0, or (0, result)."""

    def __init__(self, world):
        self.host = Host(world)
        self.sent = 0

    def close(self):
        pass

    def write_register(self, address, value):
        self.host.put(address, value)
        return 0

    def write_register_or_mask(self, address, value):
        self.host.set_bits(address, value)
        return 0

    def write_register_and_mask(self, address, value):
        self.host.mask_bits(address, value)
        return 0

    def read_register(self, address):
        return 0, self.host.get(address)

    def load_rf_config(self, tx, rx):
        self.host.send(bytes((0x11, tx, rx)))
        return 0

    def rf_on(self, flags):
        self.host.send(bytes((0x16, flags)))
        self.host.w.sleep(6000)
        return 0

    def rf_off(self):
        self.host.send(b"\x17\x00")
        return 0

    def send_data(self, bits, values):
        self.sent += 1
        if self.sent > LONGEST:
            raise RuntimeError("it never ends")
        self.host.send(bytes((9, bits)) + bytes(values))
        self.host.w.sleep(LINK_US)
        return 0

    def read_data(self, length):
        return 0, list(self.host.ask(b"\x0a\x00", length))

    def wait_for_irq(self, ms):
        end = self.host.w.now + ms * 1000
        while not self.host.get(2) & self.host.get(1):
            if self.host.w.now > end:
                return False
            self.host.w.sleep(200)
        return True


sys.modules["simple_rpc"] = types.ModuleType("simple_rpc")
sys.modules["simple_rpc"].Interface = Interface

from pn5180_tagomatic import PN5180, RxProtocol, TxProtocol  # noqa: E402


def found(world):
    """UIDs that it finds, as bytes."""
    reader = PN5180(world)
    with reader.start_session(TxProtocol.ISO_14443_A_106, RxProtocol.ISO_14443_A_106) as session:
        return [one.uid_as_bytes() for one in session.get_all_iso14443a_uids()]


def tags(count, seed):
    """So many random 7-byte UIDs, and their world."""
    rng = random.Random(seed)
    uids = {b"\x04" + bytes(rng.randrange(256) for _ in range(2)) + rng.randbytes(4) for _ in range(count)}
    world = World(seed=seed)
    for n, uid in enumerate(sorted(uids)):
        world.lay(uid, x=(-40, 0, 40, 0)[n], y=(0, -40, 0, 40)[n])
    return world, uids


def of_sets(count, base, cut):
    """Words for what it finds in SETS sets of so many tags. Raises AssertionError for a tag that is not there."""
    whole = endless = 0
    for seed in range(1, SETS + 1):
        world, uids = tags(count, seed)
        world.reader.coll_from = base
        world.reader.coll_cut = cut
        try:
            got = found(world)
        except RuntimeError:
            endless += 1
            continue
        assert set(got) <= uids, (seed, got)
        whole += set(got) == uids
    return f"{whole} of {SETS} whole, {endless} never end"


def slots():
    """One 16-slot round without sub-rounds over five cards of ISO15693. Whoever is alone in his slot must be found; of
    a slot with two it takes what arrived for a UID, for it does not look at the collision."""
    whole = strange = 0
    cards = [rank + suit for suit in "OCEB" for rank in "24567SCR3A"]
    for seed in range(1, SETS + 1):
        world = World(seed=seed)
        laid = [world.deck[card] for card in random.Random(seed).sample(cards, 5)]
        for n, uid in enumerate(laid):
            world.lay(uid, x=(-40, 0, 40, 0, 0)[n], y=(0, -40, 0, 40, 0)[n])
        alone = [uid for uid in laid if [other[7] & 15 for other in laid].count(uid[7] & 15) == 1]
        reader = PN5180(world)
        with reader.start_session(TxProtocol.ISO_15693_ASK100_26, RxProtocol.ISO_15693_26) as session:
            got = [one.uid_as_bytes() for one in session.iso15693_inventory()]
        assert set(alone) <= set(got), (seed, got)
        whole += sorted(got) == sorted(laid)
        strange += not set(got) <= set(laid)
    print(
        f"16 slots of ISO15693, five cards: all that are alone in their slot in {SETS} of {SETS}; all five in",
        end="",
    )
    print(f" {whole}; a UID that is nobody's in {strange}")


def main():
    slots()
    for uid in ("DEADBEEF", "04B7809AF83880", "04112233445566778899"):
        world = World()
        world.lay(bytes.fromhex(uid))
        assert found(world) == [bytes.fromhex(uid)], uid
    print("one tag of 4, 7, 10 bytes: right")
    for cut in (True, False):
        for base in ("level", "fifo", "frame"):
            print(
                f"answers {'cut at' if cut else 'go on behind'} a collision, its place from the {base}:",
                end="",
            )
            for count in (2, 3, 4):
                print(f" {count} tags {of_sets(count, base, cut)};", end="", flush=True)
            print()
    print("done")


main()
