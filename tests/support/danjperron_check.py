"""danjperron/micropython-mfrc522, unchanged, against our MFRC522 and ISO14443A models.

Run by tests/host/test_other_mfrc522.py: MicroPython, with the machine shim and that driver on the path. Prints a
line per finding and "done" at the end; what is not as it should be is an exception.
"""
# ruff: noqa: E402

import os

# Their driver asks which board it is on; its branch for the ESP32 opens SPI without a number, which no MicroPython
# of today takes, so it is told that it is on the other board it knows.
os.uname = lambda: ("rp2",)

from mfrc522 import MFRC522

from tapete_host.sim.rng import Rng
from tapete_host.sim.strict import StrictError
from tapete_host.sim.world import World

UID4 = bytes.fromhex("DEADBEEF")
UID7 = bytes.fromhex("04B7809AF83880")
UID10 = bytes.fromhex("04112233445566778899")


def driver(world, seat):
    """Theirs, on a seat's reader."""
    p = world.pins
    return MFRC522(
        sck=p["rd_sck"],
        mosi=p["rd_mosi"],
        miso=p["rd_miso"],
        rst=p["seat_rst"],
        cs=p["seat_cs%d" % seat],
        baudrate=1_000_000,
        spi_id=1,
    )


def strict_from_here(world):
    """All chips mind the data sheet from now on."""
    world.strict = True
    for chip in world.readers:
        chip.strict = True


def start():
    """(world, four drivers), set up as their example with four readers on one reset line does."""
    world = World("s3_mfrc522", strict=False)
    readers = [driver(world, seat) for seat in (1, 2, 3, 4)]
    strict_from_here(world)
    for reader in readers:
        reader.init()
    world.sleep(6000)
    return world, readers


def impatience():
    """Strict mode on their constructor: RST goes up, and the chip is written to at once."""
    try:
        driver(World("s3_mfrc522"), 1)
    except StrictError as broken:
        return str(broken)
    return "nothing"


def read(reader):
    """The UID that they read, or None."""
    status, _ = reader.request(reader.REQIDL)
    if status != reader.OK:
        return None
    status, uid = reader.SelectTagSN()
    return bytes(uid) if status == reader.OK else None


def counted(world, act):
    """(result, SPI frames) of a call."""
    before = sum([chip.frames for chip in world.readers])
    result = act()
    return result, sum([chip.frames for chip in world.readers]) - before


def fresh(world):
    """The tags forget what they were told."""
    for tag in world.field.tags.values():
        tag.power_up()


def uids_of_all_lengths():
    world, readers = start()
    for uid in (UID4, UID7, UID10):
        for seat, reader in enumerate(readers):
            world.lay(uid, seat=seat + 1)
            world.sleep(6000)
            fresh(world)
            assert read(reader) == uid, uid
        world.lift(uid)
    print("UIDs of 4, 7 and 10 bytes over each of four readers: 12 of 12")


def random_uids():
    rng = Rng(7)
    world, readers = start()
    for _ in range(100):
        uid = b"\x04" + bytes([rng.below(256) for _ in range(6)])
        if uid[3] == 0x88:
            continue  # they go by the byte 88 where SAK would tell
        world.lay(uid, seat=1)
        world.sleep(6000)
        fresh(world)
        assert read(readers[0]) == uid
        world.lift(uid)
    print("random 7-byte UIDs read right: all")


def frames():
    world, readers = start()
    reader = readers[0]
    world.lay(UID7, seat=1)
    world.sleep(6000)
    (status, bits), n = counted(world, lambda: reader.request(reader.REQIDL))
    assert (status, bits) == (reader.OK, 16)
    (status, uid), m = counted(world, reader.SelectTagSN)
    assert bytes(uid) == UID7
    world.lift(UID7)
    world.readers[0].air_log = []
    begin = world.now
    (status, bits), empty = counted(world, lambda: reader.request(reader.REQIDL))
    assert status == reader.ERR
    print("SPI frames: %d for a REQA, %d for both levels, %d for an empty REQA" % (n, m, empty))
    print("an empty REQA takes %d ms; its timer ran out after 16" % ((world.now - begin) // 1000))
    assert empty == 2013


def ntag():
    world, readers = start()
    reader = readers[0]
    world.lay(UID7, seat=1)
    world.sleep(6000)
    assert read(reader) == UID7
    assert reader.IsNTAG() and reader.NTAG == reader.NTAG_213
    status, page = reader.read(0)
    assert status == reader.OK and bytes(page[:3]) == UID7[:3]
    status = reader.writeNTAGPage(6, [1, 2, 3, 4])
    assert status == reader.OK
    status, page = reader.read(6)
    assert bytes(page[:4]) == b"\1\2\3\4"
    print("NTAG213: version, read and write right")


def two_at_once():
    """Without anticollision two tags are an error; each alone is read."""
    world, readers = start()
    reader = readers[0]
    a, b = bytes.fromhex("04010203040580"), bytes.fromhex("04030203040580")
    world.lay(a, seat=1)
    world.lay(b, seat=1)
    world.sleep(6000)
    assert read(reader) is None
    world.lift(a)
    fresh(world)
    assert read(reader) == b
    print("two tags at once: refused, and no UID that is not there")


def main():
    print("strict mode says to their constructor: " + impatience())
    uids_of_all_lengths()
    random_uids()
    frames()
    ntag()
    two_at_once()
    print("done")


main()
