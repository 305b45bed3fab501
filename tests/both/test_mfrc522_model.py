"""The MFRC522 and ISO14443A models against data sheet, standard and a public air trace.

Trace: Proxmark/proxmark3#96, a reader and one 7-byte tag, in microseconds.
"""

import os

from support.mfrc522_bench import REQA, WUPA, Bench
from support.refusing import refused
from tapete_host.sim.air14443 import answer_cycles, frame_cycles, micros, odd_parity
from tapete_host.sim.crc14443 import crc, fits, sealed
from tapete_host.sim.rng import Rng
from tapete_host.sim.strict import NotModelled
from tapete_host.sim.tags14443 import ACTIVE, HALT, IDLE, OFF, READY, Tag14443

SOAK = bool(os.getenv("TAPETE_SOAK"))
UID7 = bytes.fromhex("04B7809AF83880")
UID4 = bytes.fromhex("DEADBEEF")
UID10 = bytes.fromhex("04112233445566778899")
SELECT_1 = bytes.fromhex("93708804B780BBD6FA")
SELECT_2 = bytes.fromhex("95709AF83880DA68D4")
HLTA = bytes.fromhex("500057CD")


def with_tag(uid=UID7, **world):
    b = Bench(**world)
    b.set_up()
    b.w.lay(uid, seat=1)
    b.w.sleep(6000)
    return b, b.w.fields[0].tags[uid]


def selected(uid=UID7):
    b, tag = with_tag(uid)
    assert b.wake()
    assert b.ask(SELECT_1) == bytes.fromhex("04DA17")
    assert b.ask(SELECT_2) == bytes.fromhex("00FE51")
    assert tag.state == ACTIVE
    return b, tag


# -- CRC_A


def test_crc_vectors():
    for data, crc_a in (("5000", "57CD"), ("3000", "02A8"), ("00", "FE51"), ("04", "DA17"), ("08", "B6DD")):
        assert sealed(bytes.fromhex(data)) == bytes.fromhex(data + crc_a)
        assert fits(bytes.fromhex(data + crc_a), len(data + crc_a) // 2)
    assert not fits(b"\x50\x00\x57\xcc", 4)


def test_the_coprocessor_knows_the_four_start_values():
    b = Bench()
    for preset, start in ((0, 0x0000), (1, 0x6363), (2, 0xA671), (3, 0xFFFF)):
        b.write(0x11, 0x3C | preset)
        b.write(0x01, 0x00)
        b.write(0x05, 0x04)
        b.write(0x0A, 0x80)
        b.write(0x09, 0x93, 0x70, 0x88)
        b.write(0x01, 0x03)
        assert b.read(0x05) & 0x04, "CRCIRq"
        b.write(0x09, 0x04)  # more bytes while it runs: it does not end by itself
        assert b.read(0x01) & 15 == 3
        wanted = crc(b"\x93\x70\x88\x04", 4, start)
        assert (b.read(0x21) << 8 | b.read(0x22)) == wanted
        assert b.read(0x07) & 0x20, "CRCReady"
        b.write(0x01, 0x00)
    b.write(0x11, 0x3D)
    b.write(0x09, 0x50, 0x00, 0x57, 0xCD)
    b.write(0x01, 0x03)
    assert b.read(0x07) & 0x40, "CRCOk: the CRC of a whole frame is zero"


# -- registers

RESETS = {
    0x01: 0x20,
    0x02: 0x80,
    0x03: 0x00,
    0x04: 0x14,
    0x06: 0x00,
    0x07: 0x21,
    0x08: 0x00,
    0x0A: 0x00,
    0x0B: 0x08,
    0x0C: 0x10,
    0x0D: 0x00,
    0x11: 0x3F,
    0x12: 0x00,
    0x13: 0x00,
    0x14: 0x80,
    0x15: 0x00,
    0x16: 0x10,
    0x17: 0x84,
    0x18: 0x84,
    0x19: 0x4D,
    0x1C: 0x62,
    0x1D: 0x00,
    0x1F: 0xEB,
    0x21: 0xFF,
    0x22: 0xFF,
    0x24: 0x26,
    0x26: 0x48,
    0x27: 0x88,
    0x28: 0x20,
    0x29: 0x20,
    0x2A: 0x00,
    0x2B: 0x00,
    0x2C: 0x00,
    0x2D: 0x00,
    0x36: 0x40,
    0x37: 0x92,
}
# Which bits a write of FF and one of 00 leave, where that is not all.
MASKS = {
    0x03: 0x94,
    0x0B: 0x3F,
    0x11: 0xAB,
    0x12: 0xF8,
    0x13: 0xFC,
    0x14: 0xFB,
    0x15: 0x40,
    0x1C: 0x03,
    0x26: 0x70,
}


def test_reset_values():
    b = Bench()
    for address in sorted(RESETS):
        assert b.read(address) == RESETS[address], hex(address)


def test_write_masks():
    b = Bench()
    for address in (0x02, 0x03, 0x0B, 0x11, 0x12, 0x13, 0x14, 0x15, 0x18, 0x1C, 0x24, 0x26, 0x28, 0x2A, 0x2D):
        mask = MASKS.get(address, {0x18: 0xF7, 0x28: 0x3F}.get(address, 0xFF))
        fixed = RESETS[address] & ~mask & 0xFF
        b.write(address, 0xFF)
        assert b.read(address) == mask | fixed, hex(address)
        b.write(address, 0x00)
        assert b.read(address) == fixed, hex(address)


def test_read_only_and_reserved_registers():
    b = Bench()
    for address in (0x06, 0x07, 0x21, 0x2E, 0x37):
        assert refused(lambda at=address: b.write(at, 0), "read-only")
    for address in (0x00, 0x0F, 0x10, 0x1A, 0x20, 0x23, 0x25, 0x30, 0x3C):
        assert refused(lambda at=address: b.write(at, 0), "reserved")
    assert refused(lambda: b.read(0x10), "reserved")
    lenient = Bench(strict=False)
    lenient.write(0x37, 0)
    assert lenient.read(0x37) == 0x92


def test_address_bytes():
    b = Bench()
    b.write(0x2D, 0x55)
    b.write(0x2C, 0xAA)
    # Several reads in a frame: each answer one byte late.
    assert b.spi(bytes((0x80 | 0x2D << 1, 0x80 | 0x2C << 1, 0x80 | 0x37 << 1, 0)))[1:] == b"\x55\xaa\x92"
    b.write(0x09, 1, 2, 3)  # several bytes into one register
    assert b.read(0x0A) == 3
    assert b.read_many(0x09, 3) == b"\1\2\3"
    assert refused(lambda: b.spi(b"\x6f\0"), "bit 0 of an address byte")
    p = b.w.pins
    b.w.spi_open(b.host, 16_000_000, 0, 0, p["rd_sck"], p["rd_mosi"], p["rd_miso"])
    assert refused(lambda: b.read(0x37), "10 Mbit/s")


def test_set1_sets_or_clears_the_marked_bits():
    b = Bench()
    b.write(0x04, 0x7F)
    assert b.read(0x04) == 0
    b.write(0x04, 0xA1)
    assert b.read(0x04) == 0x21
    b.write(0x04, 0x01)
    assert b.read(0x04) == 0x20
    b.write(0x05, 0x84)
    assert b.read(0x05) == 0x04
    b.write(0x05, 0x14)
    assert b.read(0x05) == 0


def test_versions():
    b = Bench()
    for version in (0x91, 0x92, 0x88, 0x12, 0x18, 0x82, 0x90, 0xB2):
        b.chip.version = version
        assert b.read(0x37) == version


# -- FIFO


def test_fifo_overflow_and_flush():
    b = Bench()
    b.write(0x04, 0x7F)
    b.write(0x09, *range(64))
    assert b.read(0x0A) == 64 and b.read(0x06) == 0
    b.write(0x09, 99)
    assert b.read(0x06) == 0x10 and b.read(0x04) & 0x02, "BufferOvfl, ErrIRq"
    assert b.read(0x0A) == 64
    b.write(0x01, 0x0C)
    assert b.read(0x06) == 0x10, "a command does not clear it"
    assert b.read(0x0A) == 64, "nor empty the FIFO"
    assert b.read(0x09) == 0
    b.write(0x0A, 0x80)
    assert b.read(0x0A) == 0 and b.read(0x06) == 0


def test_fifo_alerts():
    b = Bench()
    b.write(0x0B, 4)
    b.write(0x09, *range(5))
    b.write(0x04, 0x7F)
    assert b.read(0x07) & 3 == 0 and b.read(0x04) & 0x0C == 0
    b.read(0x09)
    assert b.read(0x07) & 3 == 1 and b.read(0x04) & 0x0C == 0x04
    b.write(0x09, *range(55))
    assert b.read(0x07) & 3 == 0
    b.write(0x04, 0x7F)
    b.write(0x09, 1)
    assert b.read(0x07) & 3 == 2 and b.read(0x04) & 0x0C == 0x08
    assert not b.read(0x07) & 0x10
    b.write(0x02, 0x88)
    assert b.read(0x07) & 0x10, "IRq: an enabled bit is set"


def test_mem_and_random_id():
    b = Bench()
    b.write(0x04, 0x7F)
    b.write(0x09, *range(1, 26))
    b.write(0x01, 0x01)
    assert b.read(0x04) & 0x10 and b.read(0x01) & 15 == 0 and b.read(0x0A) == 0
    b.write(0x01, 0x02)
    b.write(0x01, 0x0F)
    b.w.sleep(100)
    b.write(0x01, 0x01)
    kept = b.read_many(0x09, 25)
    assert kept[10:] == bytes(range(11, 26)), "a soft reset keeps the 25 bytes"
    assert kept[:10] != bytes(range(1, 11)), "RandomID fills the first ten"


# -- timer


def test_timer_runs_out_to_the_microsecond():
    b = Bench()
    for prescaler, reload, even, us in ((0xA9, 1000, 0, 25025), (0x0D3E, 30, 0, 15502), (0xA9, 0, 1, 25)):
        b.write(0x2A, prescaler >> 8)
        b.write(0x2B, prescaler & 255)
        b.write(0x2C, reload >> 8)
        b.write(0x2D, reload & 255)
        b.write(0x19, 0x5D if even else 0x4D)
        divider = 2 * prescaler + (2 if even else 1)
        us = (divider * (reload + 1) * 100 + 678) // 1356
        b.write(0x04, 0x7F)
        b.chip._put(0x0C, 0x40)
        begin = b.w.now
        assert b.chip._get(0x07) & 8, "TRunning"
        b.w.sleep(us - 1)
        assert not b.chip._get(0x04) & 1
        b.w.sleep(1)
        assert b.chip._get(0x04) & 1 and b.w.now - begin == us
        assert not b.chip._get(0x07) & 8


def test_the_usual_timer_values():
    # TPrescaler A9, TReload 03E8: 25 ms; the older 8D 3E 30: 15.5 ms
    assert micros((2 * 0xA9 + 1) * 1001) == 25025
    assert micros((2 * 0x0D3E + 1) * 31) == 15502


def test_timer_counts_stops_and_starts_again():
    b = Bench()
    b.write(0x2B, 0xA9)
    b.write(0x2D, 200)
    b.write(0x0C, 0x40)
    b.w.sleep(2500)
    left = b.read(0x2E) << 8 | b.read(0x2F)
    assert 60 < left < 110, left
    b.write(0x0C, 0x80)
    assert not b.read(0x07) & 8
    b.write(0x2A, 0x10)
    b.write(0x04, 0x7F)
    b.write(0x0C, 0x40)
    for _ in range(3):
        b.w.sleep(5100)
        assert b.read(0x04) & 1
        b.write(0x04, 0x01)
    assert b.read(0x07) & 8, "TAutoRestart"


def test_tauto_starts_after_sending_and_stops_at_the_fifth_bit():
    b, _ = with_tag()
    b.w.lift(UID7)
    b.send(REQA, 7)
    start = b.chip.send_start
    b.w.sleep(73 + 2524)
    b.w.sleep(start + 73 + 2524 + 3 - b.w.now if b.w.now < start + 73 + 2524 + 3 else 0)
    assert b.read(0x04) & 0x61 == 0x41, "TxIRq and TimerIRq, no RxIRq"
    # A timer that is shorter than the answer, but longer than the way to its fifth bit, never fires.
    b.w.lay(UID7, seat=1)
    b.w.sleep(6000)
    b.write(0x2D, 6)  # 175 us; fifth bit at 138 us, end of the ATQA at 266 us
    irq, error, got, _ = b.talk(WUPA, 7)
    assert irq & 0x21 == 0x20 and got == b"\x44\x00" and error == 0
    b.write(0x01, 0)
    b.w.sleep(10000)
    assert b.read(0x04) & 1 == 0
    b.w.fields[0].tags[UID7].power_up()
    b.write(0x2D, 3)  # 100 us: over before that
    b.send(WUPA, 7)
    b.w.sleep(1000)
    assert b.read(0x04) & 0x21 == 0x21, "and the answer is still heard"


# -- the air


def test_the_public_trace_byte_by_byte_and_in_its_times():
    b, _ = with_tag()
    air = b.chip.air
    trace = (
        # request, bits in its last byte, answer; us: request, gap, answer (microseconds of the trace, rounded)
        ("52", 7, "4400", 73, 91, 175),
        ("9320", 0, "8804B780BB", 182, 86, 430),
        ("93708804B780BBD6FA", 0, "04DA17", 771, 92, 259),
        ("9520", 0, "9AF83880DA", 182, 87, 434),
        ("95709AF83880DA68D4", 0, "00FE51", 772, 91, None),  # its end is not in the trace
    )
    for request, last, answer, asks, gap, answers in trace:
        data = bytes.fromhex(request)
        assert b.ask(data, last) == bytes.fromhex(answer)
        bits = len(data) * 8 if not last else last
        assert abs(micros(frame_cycles(data, bits)[0]) - asks) <= 1, request
        assert abs(b.chip.sent_at - b.chip.send_start - asks) <= 1, request
        assert abs(air.begin_at - b.chip.sent_at - gap) <= 1, request
        assert answers is None or abs(air.end_at - air.begin_at - answers) <= 1, request


def test_cycles_of_the_trace():
    # Proxmark counts in carrier cycles: WUPA 992, ATQA 2368, ANTICOLL 2464, its answer 5824
    assert frame_cycles(b"\x52", 7) == (992, 1)
    assert frame_cycles(b"\x93\x20", 16) == (2464, 0)
    assert answer_cycles(b"\x44\x00", 0, 16) == 2368
    assert answer_cycles(bytes.fromhex("8804B780BB"), 0, 40) == 5824
    assert answer_cycles(bytes.fromhex("9AF83880DA"), 0, 40) == 5888
    for byte in range(256):
        ones = 0
        for bit in range(8):
            ones += byte >> bit & 1
        assert odd_parity(byte) == 1 - ones % 2


def test_uids_of_four_and_ten_bytes():
    for uid, levels in ((UID4, 1), (UID7, 2), (UID10, 3)):
        b, tag = with_tag(uid)
        assert b.wake(REQA) == {4: b"\x04\x00", 7: b"\x44\x00", 10: b"\x84\x00"}[len(uid)]
        found = b""
        for level in range(levels):
            code = 0x93 + 2 * level
            part = b.ask(bytes((code, 0x20)))
            assert len(part) == 5 and part[0] ^ part[1] ^ part[2] ^ part[3] == part[4]
            sak = b.ask(sealed(bytes((code, 0x70)) + part))
            assert fits(sak, 3)
            more = level + 1 < levels
            assert bool(sak[0] & 4) == more
            assert (part[0] == 0x88) == more
            found += part[1:4] if more else part[:4]
        assert found == uid and tag.state == ACTIVE
    assert refused(lambda: Tag14443(b"\x88\1\2\3"), "cascade tag", ValueError)
    assert refused(lambda: Tag14443(b"\1\2\3\4\5"), "4, 7 or 10", ValueError)


def test_states():
    b, tag = with_tag()
    assert tag.state == IDLE
    assert b.wake(REQA) and tag.state == READY
    assert not b.wake(REQA) and tag.state == IDLE, "a wrong frame in READY"
    assert b.wake(WUPA) and b.ask(SELECT_1) and b.ask(SELECT_2) and tag.state == ACTIVE
    assert not b.wake(WUPA) and tag.state == IDLE, "an ACTIVE tag answers neither REQA nor WUPA"
    assert b.wake() and b.ask(SELECT_1)
    assert not b.ask(HLTA) and tag.state == IDLE, "not wholly selected, HLTA does not halt"
    assert b.wake() and b.ask(SELECT_1) and b.ask(SELECT_2)
    irq, error, got, _ = b.talk(HLTA)
    assert irq & 0x21 == 0x01 and not error and not got and tag.state == HALT
    assert not b.wake(REQA) and tag.state == HALT
    assert b.wake(WUPA) and tag.state == READY and tag.halted
    assert not b.ask(b"\x93\x20\x00") and tag.state == HALT, "back to where it came from"
    assert b.wake(WUPA) and not b.ask(sealed(bytes.fromhex("93708804B781BA"))) and tag.state == HALT
    b.field(False)
    b.field(True)
    assert tag.state == IDLE and b.wake(REQA)


def test_a_short_loss_of_field_does_not_reset_a_tag():
    b, tag = selected()
    b.ask(HLTA)
    b.write(0x14, 0x80)
    b.w.sleep(3000)
    b.write(0x14, 0x83)
    b.w.sleep(6000)
    assert tag.state == HALT and not b.wake(REQA)


def test_tags_wake_five_milliseconds_after_the_field():
    b = Bench()
    b.set_up(field=False)
    b.w.lay(UID7, seat=1)
    b.write(0x14, 0x83)
    assert not b.wake()
    b.w.sleep(3000)
    assert b.wake()


def test_read_and_write_of_an_ntag213():
    b, tag = selected()
    page0 = b.ask(sealed(b"\x30\x00"))
    assert fits(page0, 18) and page0[:3] == UID7[:3] and page0[4:8] == UID7[3:] and page0[3] == 0xBB
    assert page0[12:16] == b"\xe1\x10\x12\x00"
    irq, error, got, last = b.talk(sealed(b"\xa2\x06Tute"), polls=900)
    assert not got and irq & 1, "the ACK comes after 4.1 ms: later than this timer"
    b.w.sleep(5000)
    b.write(0x2C, 1)
    irq, error, got, last = b.talk(sealed(b"\xa2\x07bien"))
    assert got[0] & 15 == 0x0A and last == 4 and error == 0 and irq & 0x20
    assert b.ask(sealed(b"\x30\x06"))[:8] == b"Tutebien"
    irq, error, got, last = b.talk(sealed(b"\xa0\x08"))
    assert got[0] & 15 == 0x0A and last == 4, "the older write, in two halves"
    b.write(0x2C, 1)
    assert b.ask(sealed(b"seis" + bytes(12)))[0] & 15 == 0x0A
    assert b.ask(sealed(b"\x30\x08"))[:4] == b"seis"
    assert b.ask(sealed(b"\x30\x2c"))[4:7] == UID7[:3], "reading goes on at page 0"
    assert b.ask(sealed(b"\x60"))[:8] == b"\x00\x04\x04\x02\x01\x00\x0f\x03"
    irq, error, got, last = b.talk(sealed(b"\x30\x2d"))
    assert (got[0] & 15, last) == (0, 4) and tag.state == IDLE, "NAK"
    assert refused(lambda: selected()[0].ask(sealed(b"\x3a\x00\x04")), "0x3A", NotModelled)


def test_hardware_crc():
    b, _ = with_tag()
    b.write(0x12, 0x80)
    assert b.wake(), "not for short frames"
    b.write(0x12, 0x80)
    b.write(0x13, 0x80)
    irq, error, got, _ = b.talk(SELECT_1[:7])
    assert got == b"\x04" and error == 0, "added, checked and taken off"
    irq, error, got, _ = b.talk(b"\x95\x20"[:1])
    b.write(0x12, 0x00)
    b.wake()
    irq, error, got, _ = b.talk(b"\x93\x20")
    assert error & 0x04 and irq & 0x02, "CRCErr: an anticollision answer has none"


# -- several tags


def naive(levels, known, n):
    """What tags (their 5-byte levels) answer to a request with `known` bits: ([bits], first difference or -1)."""
    answers = []
    for level in levels:
        bits = [level[i >> 3] >> (i & 7) & 1 for i in range(40)]
        if bits[:n] == known[:n]:
            answers.append(bits[n:])
    if not answers:
        return None, -1
    for i in range(40 - n):
        for answer in answers:
            if answer[i] != answers[0][i]:
                return answers[0], i
    return answers[0], -1


def test_collisions_of_random_tags_at_every_bit():
    rng = Rng(5)
    b = Bench()
    b.set_up()
    collided = {"frame": 0, "fifo": 0, "level": 0}
    for round_no in range(5000 if SOAK else 90):
        uids = []
        shared = bytes((rng.below(0x80), rng.below(256), rng.below(256), rng.below(256)))
        for _ in range(1 + rng.below(4)):
            low = 1 << rng.below(5)
            uids.append(
                bytes(
                    [
                        c ^ (rng.below(256) & rng.below(256) if i >= low - 1 else 0) & 0x7F
                        for i, c in enumerate(shared)
                    ]
                )
            )
        uids = sorted(set(uids))
        for uid in uids:
            b.w.lay(uid, seat=1)
        for p in b.w.fields[0].placed:
            p.strength = 1.0
            b.w.fields[0]._set_power(p, True)
        b.w.fields[0].air14443.live = list(b.w.fields[0].placed)
        b.w.sleep(6000)
        levels = [b.w.fields[0].tags[uid].levels[0] for uid in uids]
        n = rng.below(30)
        chosen = levels[rng.below(len(levels))]
        known = [chosen[i >> 3] >> (i & 7) & 1 for i in range(40)]
        base = ("frame", "fifo", "level")[round_no % 3]
        b.chip.coll_from = base
        b.write(0x0E, 0)
        assert b.wake()
        frame = bytearray((0x93, 0x20 + (n >> 3 << 4) + (n & 7)))
        frame += chosen[: n + 7 >> 3]
        irq, error, got, last = b.talk(frame, n & 7, n & 7)
        bits, at = naive(levels, known, n)
        align = n & 7
        received = [got[(align + i) >> 3] >> ((align + i) & 7) & 1 for i in range(40 - n)]
        assert len(got) == (align + 40 - n + 7) >> 3 and last == (align + 40 - n) & 7
        coll = b.read(0x0E)
        if at < 0:
            assert error == 0 and received == bits and coll & 0x20
        else:
            assert error == 0x08 and irq & 0x02
            assert received[:at] == bits[:at]
            assert not any(received[at + 1 :]), "bits after the collision read 0"
            position = at + 1 + {"frame": 0, "fifo": align, "level": n}[base]
            if position <= 32:
                assert coll & 0x3F == position & 31
            else:
                assert coll & 0x20, "CollPosNotValid"
            collided[base] += 1
        for uid in uids:
            b.w.lift(uid)
        b.w.fields[0].tags.clear()
        b.w.sleep(6000)
    assert min(collided.values()) > 5, collided


def test_values_after_coll():
    b = Bench()
    b.set_up()
    for uid in (b"\x01\x02\x03\x04", b"\x01\x02\x07\x04"):
        b.w.lay(uid, seat=1)
    b.w.sleep(6000)
    b.write(0x0E, 0x80)
    b.wake()
    irq, error, got, _ = b.talk(b"\x93\x20")
    assert error == 0x08 and b.read(0x0E) == 0x80 | 19
    assert got[3] == 0x04, "with the bit set, what the loudest said stays"


def test_atqas_collide_too_and_that_is_no_error():
    b = Bench()
    b.set_up()
    b.w.lay(UID7, seat=1)
    b.w.lay(b"\x04\x00\x00\x01\x02\x03\x04", seat=1)
    b.w.sleep(6000)
    irq, error, got, _ = b.talk(REQA, 7)
    assert (error, got) == (0, b"\x44\x00"), "two of a kind say the same"
    b.w.lay(UID4, seat=1, x=15, y=15)
    b.field(False)
    b.field(True)
    irq, error, got, _ = b.talk(WUPA, 7)
    assert error == 0x08 and irq & 0x20 and b.read(0x0E) & 31 == 7
    b.w.fault("reader_atqa_lost", p=1)
    b.field(False)
    b.field(True)
    irq, error, got, _ = b.talk(WUPA, 7)
    assert irq & 0x21 == 1 and not got


def test_a_tag_that_does_not_match_goes_back_to_sleep():
    b = Bench()
    b.set_up()
    a, c = b"\x04\x00\x00\x01\x02\x03\x04", b"\x04\x01\x00\x01\x02\x03\x04"
    b.w.lay(a, seat=1)
    b.w.lay(c, seat=1)
    b.w.sleep(6000)
    tags = b.w.fields[0].tags
    b.wake()
    assert b.talk(b"\x93\x20")[1] == 0x08
    assert b.ask(b"\x93\x41\x88\x04\x01", 1, 1)
    assert tags[c].state == READY and tags[a].state == IDLE, "nAC"


# -- starts, resets, power


def test_hard_reset_needs_time():
    b = Bench(start=False)
    assert refused(lambda: b.read(0x37), "NRSTPD is low")
    b.w.pin_set(b.rst, 1)
    assert b.read(0x01) & 0x10, "PowerDown reads 1 until the oscillator runs"
    assert refused(lambda: b.write(0x2A, 0x80), "before the oscillator runs")
    b.w.sleep(250)
    assert b.read(0x01) == 0x20
    b.write(0x2D, 5)
    b.w.pin_set(b.rst, 0)
    b.w.pin_set(b.rst, 1)
    b.w.sleep(250)
    assert b.read(0x2D) == 0


def test_soft_reset():
    b = Bench()
    b.set_up()
    assert b.w.fields[0].on
    b.write(0x01, 0x0F)
    assert not b.w.fields[0].on and b.read(0x2D) == 0 and b.read(0x01) == 0x20


def test_power_down():
    b = Bench()
    b.set_up()
    b.write(0x01, 0x10)
    assert b.read(0x01) & 0x10 and not b.w.fields[0].on
    assert refused(lambda: b.write(0x2D, 1), "in power-down")
    b.write(0x01, 0x00)
    assert b.read(0x01) & 0x10, "it wakes slowly"
    b.w.sleep(250)
    assert b.read(0x01) & 0x1F == 0 and b.w.fields[0].on
    assert b.read(0x2D) == 100, "registers are kept"


def test_commands():
    b = Bench()
    b.write(0x04, 0x7F)
    b.write(0x01, 0x00)
    assert b.read(0x04) & 0x10 == 0, "Idle by the host raises nothing"
    b.write(0x01, 0x05)
    assert b.read(0x04) & 0x10 and b.read(0x01) & 15 == 0, "an unknown command ends at once"
    b.write(0x01, 0x0C)
    b.write(0x01, 0x07)
    assert b.read(0x01) & 15 == 0x0C, "NoCmdChange"
    assert b.read(0x08) & 7 == 1, "it waits for StartSend"
    assert refused(lambda: b.write(0x01, 0x08), "Receive", NotModelled)
    b.write(0x01, 0x00)
    assert refused(lambda: b.write(0x0D, 0x87), "StartSend is for Transceive")
    b.write(0x01, 0x0C)
    assert refused(lambda: b.write(0x0D, 0x87), "empty FIFO")


def test_modem_states():
    b, _ = with_tag()
    b.send(b"\x93" * 20)
    assert b.read(0x08) & 7 == 3
    assert refused(lambda: b.write(0x0D, 0x80), "under way")
    b.w.sleep(3000)
    assert b.read(0x08) & 7 == 5
    assert b.read(0x04) & 0x40
    b.wake()
    b.send(WUPA, 7)
    b.w.sleep(1000)
    b.wake()
    assert b.read(0x08) & 7 == 1, "after an answer it waits for the next StartSend"
    assert b.read(0x01) & 15 == 0x0C


def test_without_field_nothing_is_sent_and_nothing_said():
    b, _ = with_tag()
    b.field(False)
    irq, error, got, _ = b.talk(REQA, 7)
    assert irq & 0x71 == 0, "TxWaitRF: neither TxIRq nor the timer"
    assert b.read(0x08) & 7 == 2
    b.write(0x11, 0x1D)
    irq, error, got, _ = b.talk(REQA, 7)
    assert irq & 0x61 == 0x41 and not got


def test_the_modulation_must_be_whole_and_the_field_too():
    b, tag = with_tag()
    b.write(0x15, 0x00)
    assert not b.wake()
    b.write(0x15, 0x40)
    assert b.wake()
    b.w.lay(UID7, seat=1, coupling=0.4)
    b.field(False)
    b.field(True)
    assert b.wake()
    b.write(0x14, 0x81)
    b.w.sleep(6000)
    assert not b.wake() and tag.state != OFF, "one driver gives half the field"


def test_the_receiver_can_be_off():
    b, _ = with_tag()
    b.send(WUPA, 7)
    b.write(0x01, 0x27)
    b.w.sleep(3000)
    b.write(0x01, 0x2C)
    b.write(0x04, 0x7F)
    b.write(0x09, 0x52)
    b.write(0x0D, 0x87)
    b.w.sleep(3000)
    assert b.read(0x04) & 0x61 == 0x41


# -- faults


def heard(b, tag, n=40):
    """How many of n WUPA are answered well."""
    good = 0
    for _ in range(n):
        tag.power_up()
        irq, error, got, _ = b.talk(WUPA, 7)
        if irq & 0x20 and not error and got == b"\x44\x00":
            good += 1
    return good


def test_each_fault_and_its_cure():
    b, tag = with_tag()
    w = b.w

    def wakes():
        if tag.state in (READY, ACTIVE):
            tag.power_up()
        return bool(b.wake())

    def again():
        w.pin_set(b.rst, 0)
        w.pin_set(b.rst, 1)
        w.sleep(300)
        b.set_up()

    for name in sorted(w.faults()):
        if name[:7] == "reader_" and name != "reader_miso_held":
            w.fault(name, True, seat=2)
            assert wakes(), name + " of seat 2"
            w.fault(name, False, seat=2)
    w.fault("reader_dead", True, seat=1, miso=0)
    assert b.read(0x37) == 0
    w.fault("reader_dead", True, seat=1)
    assert b.read(0x37) == 0xFF
    w.fault("reader_dead", False, seat=1)
    again()
    assert wakes()
    w.fault("reader_power_down", True, seat=1)
    w.pin_set(b.rst, 0)
    w.pin_set(b.rst, 1)
    w.sleep(100_000)
    assert b.read(0x01) & 0x10
    w.fault("reader_power_down", False, seat=1)
    again()
    assert wakes()
    w.fault("reader_antenna_off", seat=1)
    assert b.read(0x14) == 0x80 and not wakes()
    b.field(True)
    assert wakes()
    w.fault("reader_registers_lost", seat=1)
    assert b.read(0x15) == 0 and b.read(0x14) == 0x80
    again()
    assert wakes()
    w.fault("reader_crypto", seat=1)
    assert not wakes() and b.read(0x08) & 8
    b.write(0x08, 0x00)
    assert wakes()
    w.fault("reader_deaf", seat=1)
    assert not wakes()
    again()
    assert wakes()
    w.fault("reader_version", version=0xB2, seat=1)
    assert b.read(0x37) == 0xB2 and wakes()
    w.fault("reader_version", False, seat=1)
    w.fault("reader_clone", seat=1)
    assert b.read(0x37) == 0x88 and wakes()
    w.fault("reader_clone", False, seat=1)
    assert b.read(0x37) == 0x92
    w.fault("reader_weak", factor=0.2, seat=1)
    assert not wakes()
    w.fault("reader_weak", False, seat=1)
    w.sleep(6000)
    assert wakes()
    w.fault("reader_brown_every", ms=50, seat=1)
    w.sleep(51_000)
    assert b.read(0x2D) == 0
    w.fault("reader_brown_every", False, seat=1)
    w.sleep(60_000)
    again()
    assert wakes()


def test_a_clone_that_holds_miso_spoils_the_others():
    b = Bench()
    b.set_up()
    b.w.fault("reader_miso_held", seat=2, level=0)
    assert b.read(0x37) == 0
    b.seat = 2
    assert b.read(0x37) == 0x92, "itself it can be read"
    b.seat = 1
    b.w.pin_set(b.rst, 0)
    assert not b.w.readers[1].drives_miso(), "in reset it lets go"
    b.w.pin_set(b.rst, 1)
    b.w.fault("reader_miso_held", False, seat=2)
    b.w.sleep(300)
    assert b.read(0x37) == 0x92


def test_field_faults():
    b, tag = with_tag()
    field = b.w.fields[0]
    assert heard(b, tag, 10) == 10
    field.drop = 0.5
    good = heard(b, tag)
    assert 4 <= good <= 36, good
    field.drop = 0
    field.flip = 1.0
    parity = silent = 0
    for _ in range(40):
        tag.power_up()
        irq, error, got, _ = b.talk(WUPA, 7)
        assert got != b"\x44\x00"
        parity += error == 2
        silent += error == 0
    assert parity > 20 and silent > 3, (parity, silent)
    field.flip = 0
    field.hiss = 1.0
    b.w.lift(UID7)
    noise = 0
    for _ in range(20):
        noise += bool(b.wake())
    assert noise > 12
    b.write(0x13, 0x08)  # RxNoErr: under four bits is no answer
    assert b.wake()


def test_answers_that_break_off():
    b, tag = with_tag()
    b.w.fields[0].pull = 1.0
    hung = short = 0
    for _ in range(40):
        tag.power_up()
        irq, error, got, last = b.talk(WUPA, 7)
        if not irq & 0x21:
            hung += 1
        elif irq & 0x20:
            short += got != b"\x44\x00"
    assert hung > 5 and short > 2, (hung, short)
    b.w.fields[0].pull = 0
    tag.power_up()
    assert b.wake() == b"\x44\x00", "an Idle and a new Transceive cure it"


def test_merged_and_drowned_answers():
    b = Bench()
    b.set_up()
    field = b.w.fields[0]
    one, two = b"\x04\x01\x10\x20", b"\x04\x02\x10\x20"
    b.w.lay(one, seat=1)
    b.w.lay(two, seat=1)
    b.w.sleep(6000)
    field.merge = 1.0
    b.wake()
    irq, error, got, _ = b.talk(b"\x93\x20")
    assert error == 0x02 and got[1] == 3, "OR-ed; the parity shows it here"
    field.merge_valid = True
    b.wake()
    b.wake()
    irq, error, got, _ = b.talk(b"\x93\x20")
    assert error == 0 and got == b"\x04\x03\x10\x20\x37", "a UID that is nobody's, with a BCC that fits"
    assert not b.ask(sealed(b"\x93\x70" + got)), "and nobody answers its SELECT"
    field.merge = 0.0
    field.capture = 1.0
    b.wake()
    irq, error, got, _ = b.talk(b"\x93\x20")
    assert error == 0 and got[:4] in (one, two)


# -- whatever a host does


def nonsense(b, rng):
    """One SPI frame of chance; half of them go where it matters."""
    if rng.below(2):
        address = (0x01, 0x04, 0x09, 0x0A, 0x0C, 0x0D, 0x0E, 0x12, 0x14, 0x15)[rng.below(10)]
    else:
        address = rng.below(64)
    data = [address << 1 | (rng.below(3) == 0) << 7]
    for _ in range(1 + rng.below(4)):
        data.append(rng.below(256) & 0xFE)
    try:
        b.spi(data)
    except NotModelled:
        b.write(0x01, 0x00)
        for address in (0x12, 0x13, 0x1D, 0x2A, 0x36):
            b.write(address, 0x00)
        b.write(0x11, 0x3D)


def test_nonsense_breaks_neither_the_model_nor_the_chip():
    rng = Rng(77)
    b = Bench(strict=False)
    b.w.lay(UID7, seat=1)
    for n in range(40_000 if SOAK else 1200):
        nonsense(b, rng)
        if n % 50 == 0:
            b.w.sleep(rng.below(20_000))
    b.w.pin_set(b.rst, 0)
    b.w.pin_set(b.rst, 1)
    b.w.sleep(10_000)
    b.set_up()
    assert b.wake() == b"\x44\x00", "a hard reset cures all of it"


# -- boards


def test_four_readers_on_one_bus():
    for board in ("wroom_mfrc522", "s3_mfrc522"):
        b = Bench(board)
        w = b.w
        cards = ("AO", "3C", "RE", "2B")
        assert [f.seat for f in w.fields] == [1, 2, 3, 4] and len(w.readers) == 4
        for n in (1, 2, 3, 4):
            b.seat = n
            b.set_up()
            w.lay(cards[n - 1], seat=n)
        w.sleep(6000)
        for n in (3, 1, 4, 2):
            b.seat = n
            uid = w.deck[cards[n - 1]]
            assert len(uid) == 7 and uid[0] == 4
            assert b.wake(REQA) == b"\x44\x00"
            part = b.ask(b"\x93\x20")
            assert part[1:4] == uid[:3]
        assert w.on_mat() == [(c, w.deck[c], 0, 0, 1.0, n + 1) for n, c in enumerate(cards)]


def test_cards_move_between_seats():
    b = Bench()
    w = b.w
    w.lay("AO", seat=2)
    assert w.field_of("AO") is w.fields[1]
    w.lay("AO", seat=3, x=5, y=-5)
    assert w.on_mat() == [("AO", w.deck["AO"], 5, -5, 1.0, 3)]
    w.lay("AO", x=1, y=1)
    assert w.on_mat()[0][2:] == (1, 1, 1.0, 3), "without a seat it stays at its own"
    assert w.lift("AO") and not w.lift("AO") and w.on_mat() == []
    w.lay("AO")
    assert w.on_mat()[0][5] == 1
    assert refused(lambda: w.lay("AO", seat=5), "no antenna of seat 5", ValueError)
    w.lay("3O", seat=1)
    assert w.on_mat()[1][2:4] == (-15, -15), "a second card beside the first"
    for x, hears in ((0, True), (15, True), (16, True), (19, False), (40, False)):
        b.set_up()
        w.lay("3O", seat=1, x=x, y=0)
        w.lift("AO")
        w.sleep(6000)
        assert bool(b.wake(REQA)) == hears, x
        b.field(False)


def test_select_rules():
    b = Bench()
    w = b.w
    w.pin_set(w.pins["dec_en"], 0)
    assert w.readers[0].selected and not w.readers[1].selected
    assert refused(lambda: w.pin_set(w.pins["dec_a0"], 1), "address moves while it is enabled")
    s = Bench("s3_mfrc522").w
    s.pin_set(s.pins["seat_cs1"], 0)
    s.pin_set(s.pins["seat_cs2"], 0)
    assert refused(lambda: s.spi_xfer(1, b"\xee\0", bytearray(2)), "reader1 and reader2 drive MISO at once")


def test_the_parked_pn5180_keeps_off_the_bus():
    s = Bench("s3_mfrc522")
    assert s.w.parked is not None and s.w.parked.in_reset and not s.w.parked.drives_miso()
    assert s.read(0x37) == 0x92
    assert Bench().w.parked is None


def test_the_deck_is_of_one_roll():
    w = Bench().w
    uids = sorted(w.deck.values())
    assert len(uids) == 40 and len(set(uids)) == 40
    assert len({u[0] for u in uids}) == 1 and len({u[6] for u in uids}) == 1
    first = {u[:3] for u in uids}
    assert 20 < len(first) < 40, "some are equal in their whole first level"
