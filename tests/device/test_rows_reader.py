"""Field problems of the central reader, by their row in tests/field_problems.md: each fault bites, and the
firmware lives through it. A fault bites where a plain host of the chip, or a driver without protection, fails."""

# heap: 16M

import os

from support.rf_host import Host
from support.trouble import Match
from tapete_host.sim.world import World

SOAK = os.getenv("TAPETE_SOAK")
INVENTORY = bytes((0x26, 1, 0))
AWAY = 3000  # ms within which a reader that fails must be named
BACK = 6500  # ms within which it works again once the cause has gone: it is tried every 5 s at least


def bare(*cards):
    """(world, Host): a chip that was set up, its field on, and these cards on the mat."""
    w = World()
    h = Host(w)
    for card in cards:
        w.field.lay(card)
    h.field_on()
    return w, h


def away_and_back(fault, state, **args):
    """The reader fails in the middle of a trick: it is named in time, cards laid meanwhile are not lost, and the
    game goes on by itself once the cause has gone."""
    m = Match()
    m.lay(2)
    m.world.fault(fault, **args)
    named = m.until(lambda: m.told("reader", state), AWAY)
    m.put()  # people cannot know; the card stays on the mat
    m.run(12000 if SOAK else 1500)
    assert len(m.game()) == len(m.wanted()) - 1
    m.world.fault(fault, False, **args)
    back = m.until(m.taken, BACK)
    m.p.rest()
    assert m.told("reader", "working") == 1
    m.trick()
    m.world.fault(fault, **args)  # and once more, with nothing on the mat
    m.until(lambda: m.told("reader", state) == 2, AWAY)
    m.world.fault(fault, False, **args)
    m.until(lambda: m.told("reader", "working") == 2, BACK)
    m.lay()
    print(fault, args, "named after", named, "ms, card taken", back, "ms after the cause had gone")
    return m.exact()


def test_row_01_registers_or_antenna_lost_without_a_word():
    for fault in ("reader_brownout", "reader_field_lost"):
        w, h = bare("AO")
        assert h.request(INVENTORY)
        w.fault(fault)
        w.sleep(5000)
        assert not h.get(0x1D) & 0x20000  # no field: nobody is heard until somebody looks
    m = Match()
    m.world.fault("reader_brown_every", ms=700)
    m.trick()
    for _ in range(4):
        m.world.fault("reader_field_lost")
        m.lay()
    m.p.play(["collect"])
    m.world.fault("reader_brown_every", False)
    m.exact()


def test_row_02_deaf_though_all_seems_well():
    w, h = bare("AO")
    w.fault("reader_deaf")
    w.sleep(5000)
    heard = [h.request(INVENTORY, 6000) for _ in range(20)]
    assert heard == [None] * 20 and h.get(0x1D) & 0x20000 and not h.get(0x02) & 1 << 17
    m = Match()
    m.lay(2)
    m.world.fault("reader_deaf")
    m.put()
    print("heard again", m.until(m.taken, 10000), "ms after")
    m.trick()
    m.exact()


def test_row_03_no_chip_at_the_start():
    w = World()
    h = Host(w, boot=False)
    w.fault("reader_no_idle")
    h.boot()
    looks = 0
    while looks < 3000 and not h.get(0x02) & 4:
        looks += 1
    assert looks == 3000  # who waits for it without a limit waits for ever
    for fault, args, state in (
        ("reader_dead", {"miso": 255}, "bus_fault"),
        ("reader_dead", {"miso": 0}, "bus_fault"),
        ("reader_no_idle", {}, "no_answer"),
    )[0 if SOAK else 1 :]:
        m = Match(open_it=False, faults=())
        m.world.fault(fault, **args)
        m.world.power_cut()
        begin = m.world.now
        m.p.restart()
        first = m.world.panel.updates[-1][2] - begin // 1000
        assert first < 3500, first
        assert m.told("reader", state) == 1, m.p.records
        m.world.fault(fault, False)
        m.until(lambda m=m: m.told("reader", "working"), BACK)
        m.p.rest()
        m.open()
        m.lay()
        m.exact()


def test_row_06_a_heap_of_cards_ends_and_the_game_goes_on():
    w, h = bare()
    w.fault("heap", n=17)
    w.sleep(2000)
    heard = [h.request(INVENTORY) for _ in range(10)]
    assert not [answer for answer in heard if isinstance(answer, bytes)]  # who asks all at once hears none
    m = Match()
    m.lay(2)
    m.world.fault("tag_drop", p=0.3)
    m.world.fault("tag_capture", p=0.5)
    m.world.fault("heap", n=17)
    longest = m.longest_step(15000 if SOAK else 4000)
    assert longest < 150000, longest  # us: buttons and panel are served meanwhile
    m.world.fault("heap", False)
    m.world.fault("tag_drop", False)
    m.world.fault("tag_capture", False)
    m.run(4000)
    m.p.rest()
    m.p.play(["expect question -"])
    m.trick()
    m.trick()
    print("longest step", longest, "us")
    m.exact()


def test_row_08_a_card_that_is_heard_badly_is_still_there():
    m = Match()
    m.lay(3)
    reader = m.app.mat._reader
    m.world.fault("bit_errors", p=0.2)
    m.world.fault("tag_drop", p=0.2)
    missed = 0
    for _ in range(20):
        missed += len(reader.sweep()) < 3
    assert missed > 5  # one look without protection loses a card
    m.run(60000 if SOAK else 12000)
    m.world.fault("shadow", card=m.cards[0])
    m.run(4000)
    m.exact()
    m.world.fault("shadow", False, card=m.cards[0])
    m.trick()
    m.trick()
    m.world.fault("bit_errors", False)
    m.world.fault("tag_drop", False)
    print("single looks that missed a card:", missed, "of 20")
    m.exact()


def test_row_10_an_unknown_version_works_and_a_weak_field_is_only_weak():
    w = World()
    w.fault("reader_version")
    h = Host(w)
    assert h.ask(bytes((7, 0x10, 6)), 6) == b"\x7e\x09\x63\x21\x42\x07"
    m = Match(faults=("reader_version",), open_it=False)
    if m.app.table.view.kind == "trouble":
        m.p.play(["ok"])  # it is told once, and nothing more comes of it
    m.open()
    m.trick()
    assert m.told("reader", "clone") == 1 and not m.told("reader", "no_answer"), m.p.records
    m.world.fault("weak", factor=0.2)
    m.put()
    m.run(5000)
    assert not m.taken()  # no tone: people see that it was not read
    m.world.fault("weak", False)
    m.until(m.taken, 1000)
    m.world.fault("weak", factor=0.4)
    m.trick()
    m.trick()
    m.exact()


def test_row_12_busy_stays_high():
    w, h = bare()
    h.wait()
    w.pin_set(h.nss, 0)
    w.spi_xfer(h.host, b"\x04\x02", None)
    waited = 0
    while w.pin_get(h.busy) and waited < 5000:
        waited += 1
    assert waited == 5000  # NSS kept low while waiting: it never falls
    w.pin_set(h.nss, 1)
    h.wait()
    away_and_back("reader_busy_stuck", "no_answer")


def test_row_12_busy_that_falls_late():
    w, h = bare("AO")
    took = []
    for us in (4, 1000):
        w.fault("reader_slow", us=us)
        begin = w.now
        h.get(0x02)
        took.append(w.now - begin)
    assert took[1] > 8 * took[0], took  # an exchange of ten frames would outlast its card's answer
    m = Match()
    m.world.fault("reader_slow", us=1000)  # it takes all the time there is, and others must have theirs
    m.trick()
    m.world.fault("reader_slow", False)
    m.exact()


def test_row_14_a_card_pulled_away_in_the_middle():
    for until in ("idle", "config", "reset"):
        w, h = bare("AO")
        w.fault("reader_stuck", until=until)
        h.send(bytes((9, 0)) + INVENTORY)
        assert h.get(0x02) & 1 << 17  # refused, and so is each that follows
    m = Match()
    m.lay()
    m.world.fault("tag_pulled", p=0.4)
    m.trick()
    for ms in (1, 4, 7, 11, 16, 23, 40):
        card = m.cards[m.laid]
        m.world.field.lay(card)
        m.run(ms)
        m.world.field.lift(card)
        m.run(300)
    assert m.taken()  # passing by is not playing
    m.world.fault("tag_pulled", False)
    for state in (3, 5):
        for until in ("idle", "config", "reset"):
            m.world.fault("reader_stuck", state=state, until=until)
            m.lay()
            if m.laid % 4 == 0:
                m.p.play(["collect"])
    m.trick()
    m.exact()


def number_mask_rounds(h, limit):
    """Answers that a 16-slot inventory hears which keeps its mask as a number: zero nibbles are lost in it."""
    found, masks, rounds = set(), [0], 0
    while masks and rounds < limit:
        mask = masks.pop()
        nibbles = len("%x" % mask) if mask else 0
        rounds += 1
        for slot, answer in enumerate(h.sixteen(mask, 4 * nibbles)):
            if isinstance(answer, bytes):
                found.add(answer)
            elif answer is not None:
                masks.append(mask | slot << 4 * nibbles)
    return found, rounds


def test_row_15_zero_nibbles_and_equal_bits():
    uids = [bytes.fromhex("E0040110%08X" % low) for low in (0x10000000, 0x20000000, 0x00000700, 0x00000000)]
    w, h = bare(*uids)
    found, rounds = number_mask_rounds(h, 30)
    assert len(found) < 4 and rounds == 30  # that search never ends, and misses cards
    w = World(seed=11)
    names = sorted(w.deck)
    for i, name in enumerate(names):
        # Equal in the low 12 bits, all zero nibbles; what differs is in the upper ones, or nearly nothing.
        w.deck[name] = bytes.fromhex("E00401%02X%05X000" % (0x10 + i % 3, i << 4))
    assert w.field.deck is w.deck
    m = Match(world=w)
    m.trick()
    cards = m.cards[m.laid : m.laid + 4]
    m.lay(4)
    w.fault("reader_blunt")
    m.run(4000)  # a sweep of four that collide in every low bit, by a chip that gives no position
    assert sorted(bytes(u) for u in m.app.mat.present()) == sorted(w.deck[card] for card in cards)
    m.p.play(["collect"])
    m.trick()
    m.exact()


def test_row_18_the_antenna_has_no_supply():
    w = World()
    h = Host(w)
    w.fault("reader_supply")
    h.field_on()
    assert not h.get(0x02) & 1 << 9 and h.ask(bytes((7, 0x10, 2)), 2) == b"\x05\x03"  # it answers as ever
    away_and_back("reader_supply", "supply")


def test_row_18_the_wire_of_the_coil_is_broken():
    w, h = bare("AO")
    w.fault("reader_antenna")
    assert h.request(INVENTORY, 6000) is None and h.get(0x1D) & 0x20000  # the field is said to be on
    m = Match()
    m.lay(2)
    m.world.fault("reader_antenna")
    # Silence alone is no proof: it is looked at thrice.
    named = m.until(lambda: m.told("reader", "antenna_off"), 12000)
    m.run(2000)
    m.world.fault("reader_antenna", False)
    back = m.until(lambda: m.told("reader", "working"), BACK)
    m.p.rest()
    m.p.play(["expect question -"])  # that cards seemed to be missing is no question any more
    m.trick()
    print("broken wire named after", named, "ms, back", back, "ms after it was mended")
    m.exact()


def test_row_19_a_uid_that_belongs_to_nobody():
    w, h = bare("AO", "3B")
    w.fault("tag_merge", p=1)
    answer = h.request(INVENTORY)
    phantom = bytes(reversed(answer[2:10]))
    assert phantom not in (w.deck["AO"], w.deck["3B"]) and len(answer) == 10  # its CRC was good
    m = Match()
    m.lay(2)
    m.world.fault("tag_merge", p=1)
    first, second = m.next(), m.next()
    m.world.field.lay(first)
    m.world.field.lay(second)
    m.run(4000)
    assert not [line for line in m.p.records if "foreign" in line]
    m.world.fault("tag_merge", False)
    m.run(3000)
    m.p.rest()
    if m.app.table.view.question:
        m.p.play(["expect question order", "ok"])  # they came together: it is asked, and the turn proposed
    m.p.play(["collect"])
    m.world.fault("tag_merge", p=0.5)
    m.world.fault("noise", p=0.3)
    m.trick()
    m.run(4000)
    m.world.fault("tag_merge", False)
    m.world.fault("noise", False)
    m.exact()
