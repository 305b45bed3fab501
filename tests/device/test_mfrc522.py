"""The MFRC522 driver on the chip's model: tags of every length are found, waits end, troubles are named."""

import os
import time

from support.seat_top import BOARDS, heard, make, random_uids, spread
from tapete.readers.iso14443 import crc_a
from tapete_host.sim.rng import Rng

SOAK = os.getenv("TAPETE_SOAK")
FRAMES = 25  # budget of one empty poll


def _started(**options):
    world, seats = make(**options)
    seats.start()
    return world, seats


def _frames(world):
    return [chip.frames for chip in world.readers]


# -- start and the bus


def test_all_four_start_on_both_boards_one_antenna_on_at_a_time():
    for name in BOARDS:
        world, seats = make(name)
        assert seats.states == ["recovering"] * 4
        begun = world.now
        seats.start()
        assert world.now - begun < 8000, world.now - begun
        assert seats.states == ["working"] * 4
        for i in range(4):
            assert seats.on(i)
            assert [field.on for field in world.fields] == [i == k for k in range(4)]
            seats.hear(i, 0)
            assert not any([field.on for field in world.fields])


def test_an_unknown_version_works_and_a_genuine_one_says_nothing():
    for version in (0x91, 0x92, 0x88, 0x12, 0x18, 0x82, 0x90, 0xB2):
        world, seats = make()
        world.readers[2].version = version
        seats.start()
        world.lay("AO", seat=3)
        assert heard(seats, 2) == [world.deck["AO"]], version
        told = seats.clones()
        assert [i for i, _ in told] == ([] if version in (0x91, 0x92) else [2]), told
        assert not told or "0x%02X" % version in told[0][1]


# -- empty polls


def test_an_empty_poll_takes_few_frames():
    world, seats = _started()
    for i in range(4):
        before = _frames(world)
        begun = world.now
        assert heard(seats, i) == []
        spent = [n - m for n, m in zip(_frames(world), before)]
        assert 0 < spent[i] <= FRAMES and sum(spent) == spent[i], spent
        assert world.now - begun < 5200 + 1600, world.now - begun
        assert not seats.unclear


# -- one tag


def test_uids_of_4_7_and_10_bytes_are_read_whole():
    world, seats = _started()
    for uid in (
        b"\x04\xb7\x80\x9a\xf8\x38\x80",
        b"\xde\xad\xbe\xef",
        b"\x04\x01\x02\x03\x04\x05\x06\x07\x08\x09",
        b"\x04\x00\x00\x00\x00\x00\x00",
    ):
        world.field.lay(uid)
        assert heard(seats) == [uid]
        assert heard(seats) == [uid]
        world.field.lift(uid)
        assert heard(seats) == []


def test_a_random_uid_is_one_and_the_same_stranger():
    world, seats = _started()
    for uid in (b"\x08\x11\x22\x33", b"\x08\x44\x55\x66"):
        world.field.lay(uid)
        assert heard(seats) == [b"\x08\x00\x00\x00"]
        world.field.lift(uid)


def test_a_visit_with_one_card_is_short():
    world, seats = _started()
    world.lay("RO", seat=4)
    begun = world.now
    assert heard(seats, 3) == [world.deck["RO"]]
    assert world.now - begun < 5200 + 10000, world.now - begun


def test_crc_vectors():
    for data, crc in (
        (b"\x50\x00", 0xCD57),
        (b"\x30\x00", 0xA802),
        (b"\x00", 0x51FE),
        (b"\x04", 0x17DA),
        (b"\x08", 0xDDB6),
        (b"\x93\x70\x88\x04\xb7\x80\xbb", 0xFAD6),
        (b"\x95\x70\x9a\xf8\x38\x80\xda", 0xD468),
    ):
        assert crc_a(data, len(data)) == crc, data


# -- several tags


def test_several_tags_are_all_found_however_the_chip_counts_collisions():
    sets = 300 if SOAK else 25
    for counts in ("frame", "fifo", "level"):
        world, seats = _started()
        world.readers[0].coll_from = counts
        for k in range(sets):
            uids = random_uids(2 + k % 5, 100 + k, (4, 7, 10) if k % 2 else (7,))
            spread(world.field, uids)
            assert heard(seats) == sorted(uids), (counts, k, uids, seats.found)
            assert not seats.unclear, (counts, k)
            for uid in uids:
                world.field.lift(uid)
            world.field.tags.clear()


def test_tags_that_differ_in_one_bit_are_told_apart():
    world, seats = _started()
    base = b"\x04\x12\x34\x56\x78\x9a\xbc"
    for bit in range(56):
        other = bytearray(base)
        other[bit >> 3] ^= 1 << (bit & 7)
        other = bytes(other)
        if 0x88 in (other[0], other[3]):
            continue
        spread(world.field, [base, other])
        assert heard(seats) == sorted([base, other]), bit
        world.field.lift(base)
        world.field.lift(other)


def test_more_tags_than_are_counted_end_and_say_so():
    world, seats = _started()
    uids = random_uids(14, 5)
    spread(world.field, uids)
    begun = world.now
    found = heard(seats)
    assert world.now - begun < 140000, world.now - begun
    assert seats.crowded and seats.unclear
    assert len(found) == 8 and not [uid for uid in found if uid not in uids]


# -- noise


def test_answers_with_wrong_bits_never_make_a_uid_and_every_visit_ends():
    for seed in range(8 if SOAK else 2):
        world, seats = _started(seed=seed + 1)
        uids = random_uids(3, seed + 50)
        spread(world.field, uids)
        world.fault("bit_errors", True, p=0.05 if seed % 2 else 0.3)
        world.fault("tag_drop", True, p=0.2)
        complete = 0
        for _ in range(100):
            begun = world.now
            found = heard(seats, 0, 3)
            assert world.now - begun < 110000, world.now - begun
            assert not [uid for uid in found if uid not in uids], found
            complete += len(found) == 3
        assert complete > (15 if seed % 2 else 0), complete


def test_a_merged_uid_is_not_selected():
    """Answers that are OR-ed without a collision pass the BCC now and then; nobody answers SELECT by such a UID."""
    world, seats = _started()
    uids = random_uids(3, 9)
    spread(world.field, uids)
    world.field.merge = 1.0
    world.field.merge_valid = True
    for _ in range(20):
        found = heard(seats)
        assert not [uid for uid in found if uid not in uids], found
        assert seats.unclear or len(found) == 3


def test_an_atqa_that_nobody_hears_does_not_loop():
    world, seats = _started()
    uids = random_uids(4, 11)
    spread(world.field, uids)
    world.fault("reader_atqa_lost", True, p=0.7)
    missed = 0
    for _ in range(30):
        begun = world.now
        missed += len(heard(seats, 0, 4)) < 4
        assert world.now - begun < 110000
    assert missed
    world.fault("reader_atqa_lost", False)
    assert heard(seats, 0, 4) == sorted(uids)


def test_a_tag_that_goes_in_the_middle_of_a_visit_leaves_no_trace():
    rng = Rng(3)
    world, seats = _started()
    for _ in range(150 if SOAK else 40):
        uid = random_uids(1, rng.below(1 << 20))[0]
        world.field.lay(uid)
        assert seats.on(0)
        time.sleep_us(5200)
        world.at_us(world.now + rng.below(9000), lambda uid=uid: world.field.lift(uid))
        seats.hear(0, 0)
        assert seats.found in ([], [uid])
        time.sleep_ms(10)
        assert heard(seats) == []


# -- troubles


def test_a_dead_reader_ends_in_bounded_time_and_the_others_go_on():
    for miso in (0, 255):
        world, seats = make()
        world.fault("reader_dead", True, seat=3, miso=miso)
        begun = world.now
        seats.start()
        assert world.now - begun < 60000
        assert seats.states == ["working", "working", "bus_fault", "working"]
        world.lay("AO", seat=4)
        assert heard(seats, 3) == [world.deck["AO"]]
        begun = world.now
        assert not seats.on(2)
        assert world.now - begun < 30000
        assert not seats.due(2, time.ticks_ms())
        world.fault("reader_dead", False, seat=3, miso=miso)
        time.sleep_ms(5000)
        assert seats.due(2, time.ticks_ms())
        world.lay("RO", seat=3)
        assert heard(seats, 2) == [world.deck["RO"]]
        assert seats.states == ["working"] * 4


def test_lost_registers_and_a_lost_antenna_are_noticed_at_the_next_visit():
    for fault in ("reader_registers_lost", "reader_brownout", "reader_crypto", "reader_antenna_off"):
        world, seats = _started()
        world.lay("AO", seat=2)
        assert heard(seats, 1) == [world.deck["AO"]]
        world.fault(fault, True, seat=2)
        time.sleep_ms(10)
        found = heard(seats, 1)
        if fault != "reader_antenna_off":  # each visit switches it on anyway
            assert seats.climbs, fault
        assert found == [world.deck["AO"]], fault


def test_a_deaf_receiver_hears_again_after_a_few_seconds():
    world, seats = _started()
    world.lay("AO", seat=1)
    world.fault("reader_deaf", True, seat=1)
    assert heard(seats) == []
    time.sleep_ms(4100)
    assert heard(seats) == [world.deck["AO"]]


def test_power_down_for_ever_is_no_answer():
    world, seats = make()
    world.fault("reader_power_down", True, seat=1)
    begun = world.now
    seats.start()
    assert world.now - begun < 60000
    assert seats.states[0] == "no_answer" and seats.states[1] == "working"
