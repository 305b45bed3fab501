"""The PN5180 model speaking ISO14443A (RF configuration 00 80), for decks whose stickers are of both kinds."""

from support.refusing import refused
from support.rf_host import Host
from tapete_host.sim.crc14443 import crc, sealed
from tapete_host.sim.strict import NotModelled
from tapete_host.sim.world import World

UID15693 = bytes.fromhex("E004015012345678")
UID7 = bytes.fromhex("04B7809AF83880")
NEAR = bytes.fromhex("04B7909AF83880")  # differs from it in bit 4 of the fourth byte of the first level


def started(*uids):
    w = World()
    h = Host(w)
    for n, uid in enumerate(uids):
        w.field.lay(uid, 40 * n - 40, 0)
    to_14443(h)
    return w, h


def to_14443(h):
    h.put(0x00, 0)
    h.send(b"\x11\x00\x80")
    h.send(b"\x16\x00")
    h.w.sleep(6000)


def talk(h, data, last=0, align=0, crcs=0, checked=0):
    """(status, bytes) of an exchange, None for silence."""
    h.put(0x00, 0)
    h.put(0x03, 0xFFFFFFFF)
    h.put(0x12, crcs | checked | align << 6)
    h.put(0x19, crcs)
    h.put(0x00, 3)
    h.send(bytes((9, last)) + data)
    h.w.sleep(3000)
    if not h.get(0x02) & 1:
        return None
    status = h.get(0x13)
    n = status & 0x1FF
    return status, h.ask(b"\x0a\0", n) if n else b""


def test_a_tag_is_read_through_both_levels():
    w, h = started(UID7)
    status, atqa = talk(h, b"\x26", 7)
    assert atqa == b"\x44\x00" and not status & 7 << 16 and not status >> 13 & 7
    assert talk(h, b"\x93\x20")[1] == bytes.fromhex("8804B780BB")
    status, sak = talk(h, bytes.fromhex("93708804B780BB"), crcs=1)
    assert sak == b"\x04" and not status & 1 << 16, "the CRC is added, checked and taken off"
    assert talk(h, b"\x95\x20")[1] == bytes.fromhex("9AF83880DA")
    assert talk(h, bytes.fromhex("95709AF83880DA68D4"))[1] == bytes.fromhex("00FE51")
    assert talk(h, sealed(b"\x30\x00"))[1][:3] == UID7[:3]
    assert talk(h, b"\x50\x00", crcs=1) is None
    assert talk(h, b"\x26", 7) is None and talk(h, b"\x52", 7) is not None


def test_collisions_and_bit_frames():
    for base, second in (("frame", 0), ("fifo", 4), ("level", 28)):
        w, h = started(UID7, NEAR)
        w.reader.coll_from = base
        talk(h, b"\x26", 7)
        status, data = talk(h, b"\x93\x20")
        assert len(data) == 4, "cut at the collision"
        w.reader.coll_cut = False
        talk(h, b"\x26", 7)
        talk(h, b"\x26", 7)
        status, data = talk(h, b"\x93\x20")
        assert status & 1 << 18 and status >> 19 & 127 == 28
        assert data[:3] == b"\x88\x04\xb7" and data[3] & 15 == 0 and data[4] == 0
        status, data = talk(h, b"\x93\x54\x88\x04\xb7\x00"[:6], 4, 4)
        assert status & 1 << 18 and status >> 19 & 127 == second, base
        talk(h, b"\x26", 7)
        talk(h, b"\x26", 7)
        status, data = talk(h, b"\x93\x55\x88\x04\xb7\x10", 5, 5)
        assert not status & 1 << 18 and len(data) == 2
        assert data[0] == 0x80 and data[1] == 0x88 ^ 0x04 ^ 0xB7 ^ 0x90


def test_both_kinds_lie_mixed():
    w, h = started(UID7, UID15693)
    assert talk(h, b"\x26", 7)[1] == b"\x44\x00"
    h.put(0x00, 0)
    h.send(b"\x17\x00")
    h.w.sleep(6000)
    h.field_on()
    assert h.request(bytes((0x26, 1, 0))) == bytes((0, 0)) + bytes(reversed(UID15693))
    h.put(0x00, 0)
    h.send(b"\x17\x00")
    h.w.sleep(6000)
    to_14443(h)
    assert talk(h, b"\x26", 7) is not None


def test_what_the_configurations_forbid():
    w, h = started(UID7)
    assert talk(h, b"\x26", 7)
    assert refused(lambda: talk(h, b""), "without bytes")
    h = Host(World())
    h.field_on()
    h.put(0x00, 3)
    assert refused(lambda: h.send(b"\x09\x07\x26"), "not whole", NotModelled)


def test_mangled_answers_are_marked():
    w, h = started(UID7)
    w.field.flip = 1.0
    marked = 0
    for _ in range(20):
        w.field.tags[UID7].power_up()
        status, data = talk(h, b"\x26", 7)
        assert data != b"\x44\x00"
        marked += bool(status & 1 << 16)
    assert marked > 10
    w.field.flip = 0.0
    w.field.pull = 1.0
    hung = 0
    for _ in range(30):
        w.field.tags[UID7].power_up()
        hung += talk(h, b"\x26", 7) is None
    assert hung > 5, "the receiver waits for the rest"


def test_the_crc_counts():
    w, h = started(UID7)
    talk(h, b"\x26", 7)
    assert talk(h, b"\x93\x20", crcs=1) is None, "the tag takes no CRC here"
    talk(h, b"\x26", 7)
    status, data = talk(h, b"\x93\x20", checked=1)
    assert status & 1 << 16, "and sends none"
    assert crc(b"\x93\x70\x88\x04\xb7\x80\xbb", 7) == 0xFAD6
