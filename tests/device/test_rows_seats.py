"""Field problems of four MFRC522, by their row in tests/field_problems.md: each fault bites a plain host of the chip,
and the firmware lives through it."""

# heap: 16M

import os

from support.mfrc522_bench import Bench
from support.trouble import Match
from tapete_host.sim.world import World

SOAK = os.getenv("TAPETE_SOAK")
BOARD = "wroom_mfrc522"
AWAY = 4000  # ms within which a reader that fails must be named
BACK = 8000  # ms within which it works again once the cause has gone


def bench(uid="AO"):
    """A host that has set reader 1 up, with a card over its antenna."""
    b = Bench(BOARD)
    b.set_up()
    b.w.lay(uid, seat=1)
    b.w.sleep(6000)
    assert b.wake()
    return b


def match(**kw):
    return Match(board=BOARD, **kw)


def test_row_01_seat_readers_lose_registers_or_antenna():
    for fault in ("reader_registers_lost", "reader_antenna_off", "reader_brownout"):
        b = bench()
        b.w.fault(fault, seat=1)
        b.w.sleep(5000)
        assert b.wake() == b"" and b.read(0x37) == 0x92  # it answers its host as ever
    m = match()
    for fault in ("reader_registers_lost", "reader_antenna_off", "reader_brownout"):
        m.world.fault(fault)
        m.lay()
    m.world.fault("reader_brown_every", ms=700)
    m.trick()
    m.lay()
    m.world.fault("reader_brown_every", False)
    m.exact()


def test_row_02_a_seat_reader_is_deaf_or_enciphers():
    for fault in ("reader_deaf", "reader_crypto"):
        b = bench()
        b.w.fault(fault, seat=1)
        assert [b.wake() for _ in range(5)] == [b""] * 5 and b.read(0x14) & 3 == 3
    m = match()
    m.lay()
    for fault in ("reader_deaf", "reader_crypto"):
        m.world.fault(fault)
        m.put()
        print(fault, "heard again", m.until(m.taken, 10000), "ms after")
        m.p.rest()
    m.trick()
    m.exact()


def test_row_03_no_seat_reader_at_the_start():
    b = Bench(BOARD, start=False)
    b.w.fault("reader_power_down", seat=1)
    b.w.pin_set(b.rst, 1)
    looks = 0
    while looks < 2000 and b.read(0x01) & 0x10:
        looks += 1
    assert looks == 2000  # who waits for that bit without a limit waits for ever
    for fault, args in (
        ("reader_power_down", {}),
        ("reader_dead", {"miso": 255}),
        ("reader_dead", {"miso": 0}),
    )[: 3 if SOAK else 1]:
        m = match(open_it=False)
        m.world.fault(fault, **args)
        m.world.power_cut()
        begin = m.world.now
        m.p.restart()
        first = m.world.panel.updates[-1][2] - begin // 1000
        assert first < 3500, first
        for seat in (1, 2, 3, 4):
            told = m.told("reader%d" % seat, "no_answer") + m.told("reader%d" % seat, "bus_fault")
            assert told, (seat, m.p.records)
        m.world.fault(fault, False)
        m.until(lambda m=m: m.told("reader1", "working") and not m.app.mat.deaf, BACK)
        m.p.rest()
        m.open()
        m.trick()
        m.exact()


def test_row_03_one_seat_reader_dies_in_a_trick():
    m = match()
    m.lay(2)
    seat = m.seats[m.laid]
    m.world.fault("reader_dead", seat=seat)
    m.until(lambda: m.told("reader%d" % seat, "bus_fault") + m.told("reader%d" % seat, "no_answer"), AWAY)
    m.put()
    m.run(3000)
    assert not m.taken()
    m.world.fault("reader_dead", False, seat=seat)
    m.until(m.taken, BACK)
    m.p.rest()
    assert m.told("reader%d" % seat, "working") == 1
    m.trick()
    m.exact()


def test_row_04_uids_of_4_7_and_10_bytes():
    uids = [bytes.fromhex(text) for text in ("04112233445566", "04112277889900", "0411225599AABBCCDDEE")]
    heads = []
    for uid in uids:
        b = bench(uid)
        heads.append(b.ask(b"\x93\x20")[:4])
    # Who takes the first cascade level for the UID has the cascade tag in it, and one UID for three stickers.
    assert heads == [b"\x88\x04\x11\x22"] * 3
    w = World(BOARD, seed=11)
    for i, name in enumerate(sorted(w.deck)):
        uid = bytes.fromhex("041122%02X445566" % i)
        if i % 3 == 1:
            uid = bytes.fromhex("0411%02X5599AABBCCDDEE" % (0x20 + i % 2)) + bytes((i,))
            uid = uid[:3] + bytes((i,)) + uid[4:10]
        elif i % 3 == 2:
            uid = bytes.fromhex("DEAD%02X21" % i)
        w.deck[name] = uid
    m = match(world=w)
    m.trick()
    m.lay(3)
    m.exact()


def test_row_06_several_cards_whose_atqa_is_lost():
    b = bench()
    b.w.lay("3B", seat=1)
    b.w.fault("reader_atqa_lost", p=1, seat=1)
    for _ in range(3):
        b.field(False)
        b.field(True)
        assert b.wake() == b""  # nobody seems to be there
    m = match()
    m.lay(2)
    m.world.fault("reader_atqa_lost", p=0.5)
    m.world.fault("heap", n=9)
    longest = m.longest_step(15000 if SOAK else 3000)
    assert longest < 150000, longest
    m.world.fault("heap", False)
    m.world.fault("reader_atqa_lost", False)
    m.run(4000)
    m.p.rest()
    m.p.play(["expect question -"])
    m.trick()
    print("longest step", longest, "us")
    m.exact()


def test_row_08_a_card_over_its_antenna_is_heard_badly():
    m = match()
    m.lay(3)
    m.world.fault("bit_errors", p=0.2)
    m.world.fault("tag_drop", p=0.2)
    m.run(20000 if SOAK else 6000)
    m.world.fault("shadow", card=m.cards[0])
    m.run(3000)
    m.exact()
    m.world.fault("shadow", False, card=m.cards[0])
    m.trick()
    m.world.fault("bit_errors", False)
    m.world.fault("tag_drop", False)
    m.exact()


def test_row_09_one_chip_never_lets_go_of_miso():
    b = bench()
    b.w.fault("reader_miso_held", level=0, seat=2)
    assert b.read(0x37) == 0  # reader 1 is said to be gone, and reader 2 is the bad one
    m = match()
    m.lay(2)
    m.world.fault("reader_miso_held", level=0, seat=2)
    m.until(lambda: m.told("reader1", "bus_fault") + m.told("reader1", "no_answer"), AWAY)
    m.run(3000)
    m.world.fault("reader_miso_held", False, seat=2)
    m.until(lambda: not m.app.mat.deaf, BACK)
    m.p.rest()
    m.trick()
    m.exact()


def test_row_10_copies_of_the_chip_and_a_bad_antenna():
    for version in (0x12, 0x88, 0xB2)[: 3 if SOAK else 1]:
        m = match(open_it=False)
        m.world.fault("reader_version", version=version, seat=3)
        m.world.fault("reader_clone", seat=4)
        m.world.power_cut()
        m.p.restart()
        while m.app.table.view.kind == "trouble":
            m.p.play(["ok"])
        assert [m.told("reader%d" % seat, "clone") for seat in (1, 2, 3, 4)] == [0, 0, 1, 1], m.p.records
        m.open()
        m.world.fault("reader_weak", factor=0.4, seat=2)
        m.trick()
        m.world.fault("reader_weak", factor=0.1, seat=m.seats[m.laid])
        m.put()
        m.run(2000)
        assert not m.taken()
        m.world.fault("reader_weak", False, seat=m.seats[m.laid - 1])
        m.until(m.taken, 1000)
        m.trick()
        m.exact()


def test_row_14_a_card_pulled_from_its_antenna_in_the_middle():
    m = match()
    m.lay()
    m.world.fault("tag_pulled", p=0.3)
    m.trick()
    for ms in (1, 4, 7, 11, 16, 23, 40):
        card = m.cards[m.laid]
        m.world.lay(card, m.seats[m.laid])
        m.run(ms)
        m.world.lift(card)
        m.run(700)
    assert m.taken()
    m.world.fault("tag_pulled", False)
    m.trick()
    m.exact()
