"""A PN5180 hears decks with stickers of both kinds, in one field, without resets between them."""

import time

from tapete import board
from tapete.mat import Mat
from tapete.readers.mixed import Mixed
from tapete.readers.pn5180 import SILENT
from tapete_host.sim.world import World

A7 = bytes.fromhex("04B7809AF83880")
B7 = bytes.fromhex("04B7909AF83880")
C4 = bytes.fromhex("DEADBEEF")
D10 = bytes.fromhex("04112233445566778899")


def started(**world):
    w = World(**world)
    b = board.load("wroom_pn5180")
    reader = Mixed(
        b.open_spi("reader"), b.open_pin("rd_nss", 1), b.open_pin("rd_busy"), b.open_pin("rd_rst", 1)
    )
    reader.start()
    reader.field(True)
    time.sleep_ms(10)
    return w, reader


def place(w, *cards):
    for n, card in enumerate(cards):
        w.lay(card, x=(-40, 0, 40, 0, -40)[n], y=(0, -40, 0, 40, 40)[n])
    time.sleep_ms(10)


def new(reader):
    """All that poll_new tells, until nobody is new."""
    heard = []
    for _ in range(20):
        uid = reader.poll_new()
        if uid is None:
            return sorted(heard)
        if isinstance(uid, bytes):
            heard.append(uid)
    raise AssertionError("it never ends")


def test_new_ones_of_both_kinds_are_heard_once():
    for coll_from, cut in (("level", True), ("frame", True), ("fifo", False)):
        w, reader = started()
        w.reader.coll_from = coll_from
        w.reader.coll_cut = cut
        assert reader.poll_new() is None
        place(w, A7, "AO", B7, C4, D10)
        assert new(reader) == sorted([A7, B7, C4, D10, w.deck["AO"]])
        assert reader.poll_new() is None and reader.last == SILENT


def test_each_is_heard_by_its_uid():
    w, reader = started()
    place(w, A7, "AO", B7)
    uids = new(reader)
    for uid in uids:
        assert reader.hear(uid), uid
    w.lift(A7)
    assert not reader.hear(A7) and reader.last == SILENT
    assert reader.hear(B7) and reader.hear(w.deck["AO"])
    assert reader.poll_new() is None, "asking by UID makes nobody new"


def test_a_sweep_takes_stock_of_both_kinds():
    w, reader = started()
    place(w, A7, "AO", B7, "3C")
    wanted = sorted([A7, B7, w.deck["AO"], w.deck["3C"]])
    assert sorted(reader.sweep()) == wanted and not reader.unclear
    begun = time.ticks_us()
    assert sorted(reader.sweep()) == wanted
    assert time.ticks_diff(time.ticks_us(), begun) < 120_000
    for card in (A7, "AO"):
        w.lift(card)
    assert sorted(reader.sweep()) == sorted([B7, w.deck["3C"]])


def test_what_it_costs():
    w, reader = started()
    times = []
    for _ in range(5):
        begun = time.ticks_us()
        assert reader.poll_new() is None
        times.append(time.ticks_diff(time.ticks_us(), begun))
    print("a poll of both kinds without a card: %d us" % max(times))
    assert max(times) < 6000, times


def events(mat, ms):
    """(kind, uid) of what the mat tells meanwhile."""
    told = []
    end = time.ticks_add(time.ticks_ms(), ms)
    while time.ticks_diff(end, time.ticks_ms()) > 0:
        time.sleep_ms(max(1, min(mat.step(time.ticks_ms()), 20)))
        while True:
            event = mat.next()
            if event is None:
                break
            told.append(event[:2])
    return told


def test_the_mat_tells_of_both_kinds():
    w, reader = started()
    mat = Mat(reader)
    assert mat.read_now() == []
    for card in (A7, w.deck["AO"], B7, w.deck["3C"]):
        place(w, card)
        w.lay(card, x=(-40, 0, 40, 0)[len(mat.present())], y=(0, -40, 0, 40)[len(mat.present())])
        assert events(mat, 600) == [("laid", card)], card
    assert events(mat, 8000) == [], "known ones lie quiet"
    w.lift(A7)
    w.lift("AO")
    assert sorted(events(mat, 9000)) == sorted([("lifted", A7), ("lifted", w.deck["AO"])])
    w.lay(A7, x=-40, y=0)
    assert events(mat, 9000) == [("laid", A7)]


def test_noise_makes_no_uid():
    w, reader = started()
    place(w, A7, B7, "AO")
    w.fault("bit_errors", True, p=0.2)
    w.fault("tag_drop", True, p=0.2)
    known = (A7, B7, w.deck["AO"])
    for _ in range(30):
        for uid in reader.sweep():
            assert uid in known, uid
