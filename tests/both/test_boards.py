"""Board records keep the pin rules of their chips, and the checker that says so sees each fault."""

import sys

from support import pin_rules
from tapete import board
from tapete.boards import NAMES
from tapete.selects import Decoder


def _record(name):
    path = "tapete.boards." + name
    __import__(path)
    return sys.modules[path]


class _Changed:
    """A copy of a record with one signal replaced, to show that the checker notices."""

    def __init__(self, record, signal, gpio=None, direction=None, pull=None):
        for field in ("NAME", "CHIP", "SPI", "BUTTONS", "WAKE"):
            setattr(self, field, getattr(record, field))
        rows = []
        for s, g, d, p in record.SIGNALS:
            if s == signal:
                g = g if gpio is None else gpio
                d = d if direction is None else direction
                p = p if pull is None else pull
            rows.append((s, g, d, p))
        self.SIGNALS = tuple(rows)


def test_all_boards_keep_the_rules():
    assert len(NAMES) == 4
    for name in NAMES:
        record = _record(name)
        assert record.NAME == name
        assert pin_rules.faults(record) == [], pin_rules.faults(record)


def test_checker_sees_each_kind_of_fault():
    wroom, s3 = _record("wroom_pn5180"), _record("s3_pn5180")
    cases = (
        (wroom, {"signal": "led", "gpio": 17}, "also"),
        (wroom, {"signal": "led", "gpio": 6}, "flash"),
        (wroom, {"signal": "led", "gpio": 12}, "strapping"),
        (wroom, {"signal": "led", "gpio": 1}, "UART"),
        (wroom, {"signal": "led", "gpio": 37}, "not on the module"),
        (wroom, {"signal": "led", "gpio": 24}, "not on the module"),
        (wroom, {"signal": "rd_nss", "gpio": 34}, "input only"),
        (wroom, {"signal": "btn_cambio", "pull": "up"}, "no pull inside"),
        (wroom, {"signal": "btn_ok", "pull": ""}, "floating"),
        (wroom, {"signal": "btn_ok", "pull": "down"}, "pull-up"),
        (wroom, {"signal": "btn_ok", "gpio": 5}, "strapping"),
        (wroom, {"signal": "btn_ok", "gpio": 21}, "cannot wake"),
        (wroom, {"signal": "vbat", "gpio": 25}, "not on ADC1"),
        (wroom, {"signal": "epd_cs", "pull": ""}, "select line"),
        (wroom, {"signal": "led", "direction": "x"}, "unknown direction"),
        (s3, {"signal": "led", "gpio": 20}, "USB"),
        (s3, {"signal": "led", "gpio": 36}, "flash"),
        (s3, {"signal": "btn_ok", "gpio": 38}, "cannot wake"),
        (s3, {"signal": "vbat", "gpio": 14}, "not on ADC1"),
    )
    for record, change, word in cases:
        found = pin_rules.faults(_Changed(record, **change))
        assert [f for f in found if word in f], (change, word, found)


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
