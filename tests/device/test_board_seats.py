"""What board.open_seats gives on the models: four select lines, one shared reset, a PN5180 kept out of the way."""

from machine import Pin

from tapete import board
from tapete.boards import NAMES
from tapete_host.sim.world import World

SEATS = ("wroom_mfrc522", "s3_mfrc522")


def _low(b, select):
    """Seats whose reader is selected, by the levels of the board's pins."""
    level = {}
    for signal in ("dec_en", "dec_a0", "dec_a1", "seat_cs1", "seat_cs2", "seat_cs3", "seat_cs4"):
        if signal in b.pins:
            level[signal] = Pin(b.pins[signal]).value()
    if "dec_en" in level:
        return [] if level["dec_en"] else [1 + level["dec_a0"] + 2 * level["dec_a1"]]
    return [n for n in (1, 2, 3, 4) if not level["seat_cs%d" % n]]


def test_each_select_line_selects_its_seat_alone():
    for name in SEATS:
        World(board=name)
        b = board.load(name)
        select, rst = b.open_seats()
        assert len(select) == 4 and rst.value() == 1
        for n in (1, 2, 3, 4, 2, 1, 4):
            assert _low(b, select) == []
            select[n - 1](0)
            assert _low(b, select) == [n], (name, n)
            select[n - 1](1)


def test_reset_can_be_held_from_the_start():
    for name in SEATS:
        World(board=name)
        assert board.load(name).open_seats(0)[1].value() == 0


def test_a_pn5180_on_the_same_bus_is_held_in_reset_and_unselected():
    World(board="s3_mfrc522")
    b = board.load("s3_mfrc522")
    b.open_seats()
    assert (Pin(b.pins["rd_rst"]).value(), Pin(b.pins["rd_nss"]).value()) == (0, 1)


def test_a_board_without_seat_readers_says_so():
    assert "wroom_pn5180" in NAMES
    World(board="wroom_pn5180")
    try:
        board.load("wroom_pn5180").open_seats()
    except KeyError:
        return
    raise AssertionError("seats were opened")
