"""What the firmware makes of a board record, and the select lines of four readers behind a decoder."""

import sys

from tapete import board
from tapete.selects import Decoder


def _record(name):
    path = "tapete.boards." + name
    __import__(path)
    return sys.modules[path]


def test_load_gives_pins_buses_and_buttons():
    b = board.load("wroom_pn5180")
    assert (b.name, b.reader, b.panel, b.chip) == ("wroom_pn5180", "pn5180", "ssd1683", "esp32")
    assert b.pins["rd_nss"] == 21 and b.pins["epd_busy"] == 34
    assert b.spi["reader"] == (2, 5_000_000, 18, 23, 19)
    assert b.spi["panel"] == (1, 10_000_000, 14, 13, None)
    assert b.order == ["ok", "cante", "cambio", "deshacer"]
    assert b.buttons == {"ok": 33, "cante": 32, "cambio": 35, "deshacer": 39}
    assert b.wake == 33
    assert "tapete.boards.wroom_pn5180" not in sys.modules
    assert board.load("s3_pn5180").wake == 2


def test_unknown_board_is_named():
    for name in ("", "wroom", "../x", "NAMES"):
        try:
            board.load(name)
        except ValueError as error:
            assert "wroom_pn5180" in str(error)
        else:
            raise AssertionError("loaded %r" % name)


class _Level:
    """A pin that tells a log whenever it changes."""

    def __init__(self, name, level, log):
        self.name, self.level, self.log = name, level, log

    def value(self, level):
        if level != self.level:
            self.level = level
            self.log.append((self.name, level))


def _selected(enable, a0, a1):
    """The reader whose select line the 74HC139 pulls low, or None."""
    return None if enable.level else a0.level + 2 * a1.level


def test_the_decoder_never_selects_another_reader_on_the_way():
    for first in range(4):
        for second in range(4):
            log = []
            pins = [_Level(name, level, log) for name, level in (("en", 1), ("a0", 0), ("a1", 0))]
            decoder = Decoder(*pins)
            lines = [decoder.line(n) for n in range(4)]
            for n in (first, second, first):
                lines[n](0)
                assert _selected(*pins) == n
                while log:
                    name, level = log.pop(0)
                    assert name != "en" or level == 1 or log == [], "the address moves after the enable"
                lines[n](1)
                assert _selected(*pins) is None
                del log[:]


def test_a_reader_spoken_to_again_costs_no_address_change():
    log = []
    pins = [_Level(name, level, log) for name, level in (("en", 1), ("a0", 0), ("a1", 0))]
    line = Decoder(*pins).line(2)
    line(0)
    line(1)
    del log[:]
    line(0)
    line(1)
    assert log == [("en", 0), ("en", 1)]


def test_both_readers_of_the_s3_share_one_wiring():
    one, four = _record("s3_pn5180"), _record("s3_mfrc522")
    assert one.SIGNALS == four.SIGNALS and one.BUTTONS == four.BUTTONS and one.WAKE == four.WAKE
    assert one.READER == "pn5180" and four.READER == "mfrc522"
