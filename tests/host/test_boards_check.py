"""`make check-boards`: each rule sees its broken record, says what to do, and lets the boards of the firmware pass."""

import importlib
import pathlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapete_host.hardware import check, chips, pin_rules, record
from tapete_host.sim import wiring

BOARDS = record.read_all()
WROOM, FOUR, S3, S3_FOUR = (
    BOARDS[name] for name in ("wroom_pn5180", "wroom_mfrc522", "s3_pn5180", "s3_mfrc522")
)


def changed(board, signal=None, *, drop=(), add=(), gpio=None, direction=None, pull=None, **fields):
    """A copy of a record with one signal's row changed, rows dropped or added, or whole fields replaced."""
    copy = record.Record({name: fields.get(name, getattr(board, name)) for name in record.FIELDS})
    rows = []
    for name, number, way, held in copy.SIGNALS:
        if name == signal:
            number = number if gpio is None else gpio
            way = way if direction is None else direction
            held = held if pull is None else pull
        if name not in drop:
            rows.append((name, number, way, held))
    copy.SIGNALS = tuple(rows) + tuple(add)
    return copy


BROKEN = {
    "strapping": (
        WROOM,
        dict(signal="led", gpio=12),
        "led: GPIO12 decides at reset how the chip starts; move it",
    ),
    "no pin left": (
        WROOM,
        dict(add=(("lamp", 12, "o", ""),)),
        "move it (no other pin is free for it: give up a signal that you can do without).",
    ),
    "flash": (WROOM, dict(signal="led", gpio=6), "carries the flash chip; move"),
    "uart": (WROOM, dict(signal="led", gpio=1), "is the serial port"),
    "uart s3": (S3, dict(signal="led", gpio=43), "is the serial port"),
    "usb": (S3, dict(signal="led", gpio=20), "is the chip's own USB"),
    "octal": (S3, dict(signal="led", gpio=36), "R8 or R16"),
    "absent": (WROOM, dict(signal="led", gpio=37), "is not led out"),
    "no such pin": (WROOM, dict(signal="led", gpio=24), "does not exist"),
    "wrover": (WROOM, dict(MODULE="ESP32-WROVER-E"), "buzzer: GPIO17 carries the PSRAM of a WROVER"),
    "pico": (WROOM, dict(MODULE="ESP32-PICO-D4 (small)"), "led: GPIO16 carries the flash inside a PICO"),
    "1.8 V": (S3, dict(MODULE="ESP32-S3-WROOM-1-N16R16V"), "buzzer: GPIO47 runs at 1.8 V"),
    "double": (WROOM, dict(signal="led", gpio=17), "GPIO17 is also buzzer; give one of them another pin"),
    "twice": (WROOM, dict(add=(("led", 2, "o", ""),)), "led stands in SIGNALS twice; delete"),
    "input only": (WROOM, dict(signal="rd_nss", gpio=34, drop=("epd_busy",)), "GPIO34 can only listen; move"),
    "no pull inside": (WROOM, dict(signal="btn_cambio", pull="up"), "GPIO35 has no pull inside; solder"),
    "jumpy": (WROOM, dict(signal="epd_busy", gpio=39, drop=("btn_deshacer",)), "short low pulses"),
    "restless": (WROOM, dict(signal="rd_nss", gpio=14, drop=("epd_sck",)), "toggles at reset"),
    "adc2": (WROOM, dict(signal="vbat", gpio=27, drop=("epd_cs",)), "ADC2 fails while Wi-Fi is on; move"),
    "adc s3": (S3, dict(signal="vbat", gpio=48), "is not on ADC1"),
    "wake": (WROOM, dict(signal="btn_ok", gpio=21, drop=("rd_nss",)), "cannot wake the chip"),
    "wake s3": (S3, dict(signal="btn_ok", gpio=48), "cannot wake the chip"),
    "wake pull": (S3, dict(signal="btn_ok", pull="up"), "btn_ok: in deep sleep the pull inside may be gone"),
    "direction": (WROOM, dict(signal="led", direction="x"), 'the direction is "x"; write'),
    "pull word": (WROOM, dict(signal="led", pull="sideways"), 'the pull is "sideways"; write'),
    "select": (WROOM, dict(signal="epd_cs", pull=""), "epd_cs: a select line floats"),
    "select of a seat": (S3_FOUR, dict(signal="seat_cs3", pull="ext_down"), "seat_cs3: a select line floats"),
    "decoder": (FOUR, dict(signal="dec_en", pull=""), "dec_en: a select line floats"),
    "reader reset": (WROOM, dict(signal="rd_rst", pull=""), "rd_rst: a reader must stay in reset"),
    "seat reset": (S3_FOUR, dict(signal="seat_rst", pull="ext_up"), "seat_rst: a reader must stay in reset"),
    "panel reset": (WROOM, dict(signal="epd_rst", pull=""), "epd_rst: a panel must not be reset"),
    "buzzer": (WROOM, dict(signal="buzzer", pull=""), "buzzer: the transistor would hum"),
    "output pull": (WROOM, dict(signal="led", pull="down"), "led: an output has no pull inside"),
    "floating": (S3, dict(signal="epd_busy", pull=""), "epd_busy: the input on GPIO39 floats"),
    "floating battery": (S3, dict(signal="vbat", pull=""), "vbat: the input on GPIO1 floats"),
    "button pull": (WROOM, dict(signal="btn_ok", pull="down"), "btn_ok: buttons close to ground"),
    "button missing": (WROOM, dict(drop=("btn_ok",)), 'has the signal "btn_ok", which SIGNALS lacks'),
    "button order": (WROOM, dict(BUTTONS=WROOM.BUTTONS[::-1]), "BUTTONS must name ok, cante"),
    "button name": (
        WROOM,
        dict(BUTTONS=(("ok", "led"), *WROOM.BUTTONS[1:])),
        'Button ok has the signal "led"; call it btn_ok',
    ),
    "wake no button": (WROOM, dict(WAKE="rd_busy"), 'WAKE is "rd_busy"; name the signal of a button'),
    "one bus": (WROOM, dict(SPI=WROOM.SPI[:1]), "SPI needs two rows"),
    "host": (
        WROOM,
        dict(SPI=tuple((b, 2, *rest) for b, _, *rest in WROOM.SPI)),
        "host 2 is missing or used twice",
    ),
    "baud": (
        WROOM,
        dict(SPI=(("reader", 2, 8_000_000, *WROOM.SPI[0][3:]), WROOM.SPI[1])),
        "SPI reader: 8000000 baud; its chip takes 100000 to 7000000",
    ),
    "miso": (WROOM, dict(SPI=((*WROOM.SPI[0][:5], ""), WROOM.SPI[1])), "a reader must be read"),
    "bus signal": (
        WROOM,
        dict(drop=("rd_sck",)),
        'SPI reader: SCK is "rd_sck"; SIGNALS needs that row, an output',
    ),
    "reader signal": (WROOM, dict(drop=("rd_busy",)), "Reader pn5180 needs rd_nss+rd_rst+rd_busy"),
    "seat signal": (S3_FOUR, dict(drop=("seat_cs4",)), "Reader mfrc522 needs dec_en+dec_a0+dec_a1+rd_rst or"),
    "panel signal": (WROOM, dict(drop=("epd_dc",)), "SIGNALS has no epd_dc; add"),
    "way": (
        WROOM,
        dict(signal="rd_busy", direction="a"),
        'rd_busy: the firmware uses it as an input; write "i"',
    ),
    "chip": (WROOM, dict(CHIP="esp8266"), 'CHIP is "esp8266": write one of esp32, esp32s3'),
    "reader": (WROOM, dict(READER="pn532"), 'READER is "pn532": write one of'),
    "panel": (WROOM, dict(PANEL="oled"), 'PANEL is "oled": write one of'),
    "field": (WROOM, dict(WAKE=None), "The record has no WAKE: copy the line"),
    "text": (WROOM, dict(NAME=3), "NAME is 3: write a text"),
    "signal's name": (
        WROOM,
        dict(add=(("my led", 2, "o", ""),)),
        "write it as (signal, gpio, direction, pull)",
    ),
    "row": (WROOM, dict(add=(("led", "2", "o", ""),)), "SIGNALS has the row ('led', '2', 'o', '')"),
    "list": (WROOM, dict(BUTTONS=[("ok", "btn_ok")]), "BUTTONS must be a tuple of rows"),
}


def is_sentence(text):
    """Starts with what is wrong, has a second half with what to do, and ends."""
    return "\n" not in text and text.endswith(".") and bool(re.search(r"[;:,] \S", text))


@pytest.mark.parametrize("name", BOARDS)
def test_boards_of_the_firmware_keep_every_rule(name):
    assert pin_rules.faults(BOARDS[name]) == []
    assert BOARDS[name].NAME == name


@pytest.mark.parametrize("name", BOARDS)
def test_the_checker_reads_what_the_firmware_reads(name):
    module = importlib.import_module(f"tapete.boards.{name}")
    for field in record.FIELDS:
        assert getattr(BOARDS[name], field) == getattr(module, field)


@pytest.mark.parametrize("rule", BROKEN)
def test_each_rule_sees_its_broken_record(rule):
    board, change, words = BROKEN[rule]
    assert pin_rules.faults(board) == []
    found = pin_rules.faults(changed(board, **change))
    assert [text for text in found if words in text], found
    assert all(is_sentence(text) for text in found), found


# Data-sheet facts once more, written down for this test alone: pins that a signal may have on the usual module.
USABLE = {
    "esp32": {4, 13, 14, 16, 17, 18, 19, 21, 22, 23, 25, 26, 27, 32, 33, 34, 35, 36, 39},
    "esp32s3": {1, 2, *range(4, 19), 21, 38, 39, 40, 41, 42, 47, 48},
}
LISTEN = {"esp32": {34, 35, 36, 39}, "esp32s3": set()}
WAKES = {"esp32": {4, 13, 14, 25, 26, 27, 32, 33, 34, 35, 36, 39}, "esp32s3": set(range(22))}
ADC1 = {"esp32": {32, 33, 34, 35, 36, 39}, "esp32s3": set(range(1, 11))}


def may_have(board, signal, gpio, direction, pull):
    """Whether that pin is good for the signal, reckoned from the sets above."""
    chip = board.CHIP
    good = gpio in USABLE[chip]
    good &= direction != "o" or gpio not in LISTEN[chip]
    good &= direction != "a" or gpio in ADC1[chip]
    good &= signal != board.WAKE or gpio in WAKES[chip]
    good &= gpio not in LISTEN[chip] or pull not in ("up", "down")
    if chip == "esp32":
        good &= gpio not in (36, 39) or signal.startswith("btn_") or direction == "a"
        held = signal in ("rd_nss", "epd_cs", "dec_en", "rd_rst", "epd_rst", "buzzer")
        good &= gpio != 14 or not held
    return good


@pytest.mark.parametrize("name", BOARDS)
def test_every_signal_on_every_pin_is_judged_rightly(name):
    board = BOARDS[name]
    for signal, at, direction, pull in board.SIGNALS:
        others = {number: other for other, number, *_ in board.SIGNALS if other != signal}
        for gpio in range(-1, 50):
            drop = [others[gpio]] if gpio in others else []
            found = pin_rules.faults(changed(board, signal, gpio=gpio))
            about = [text for text in found if text.startswith(f"{signal}: GPIO{gpio} ")]
            good = may_have(board, signal, gpio, direction, pull)
            if drop:
                assert [t for t in found if f"GPIO{gpio} is also " in t], (signal, gpio)
                about = [text for text in about if "is also" not in text]
            assert (about == []) == good, (signal, gpio, found)
            assert found != [] or gpio == at or good


@pytest.mark.parametrize("name", BOARDS)
def test_pins_that_are_proposed_are_good(name):
    board = BOARDS[name]
    proposed = 0
    for signal, *_ in board.SIGNALS:
        for text in pin_rules.faults(changed(board, signal, gpio=0)):
            for number in re.findall(r"GPIO(\d+)", text.partition("free for it")[2]):
                proposed += 1
                assert pin_rules.faults(changed(board, signal, gpio=int(number))) == []
    assert proposed


odd = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=6).map(tuple) | st.lists(inner, max_size=3),
    max_leaves=12,
)
near = st.sampled_from([getattr(board, name) for board in BOARDS.values() for name in record.FIELDS])
signals = st.lists(
    st.tuples(
        st.sampled_from([row[0] for row in WROOM.SIGNALS + FOUR.SIGNALS + S3.SIGNALS] + ["x_cs"]),
        st.integers(-2, 60),
        st.sampled_from("oiax"),
        st.sampled_from([*pin_rules.PULLS, "?"]),
    ),
    max_size=30,
).map(tuple)


@settings(max_examples=300, deadline=None)
@given(st.fixed_dictionaries({name: odd | near for name in record.FIELDS}))
def test_no_record_however_odd_breaks_the_checker(fields):
    assert all(is_sentence(text) for text in pin_rules.faults(record.Record(fields)))


@settings(max_examples=200, deadline=None)
@given(signals, st.sampled_from(list(BOARDS.values())))
def test_a_record_that_passes_keeps_the_rules_however_it_was_made(rows, board):
    made = changed(board, SIGNALS=rows)
    found = pin_rules.faults(made)
    gpios = [row[1] for row in rows]
    good = len(set(gpios)) == len(gpios) and all(may_have(board, *row) for row in rows)
    assert found if not good else True
    assert all(is_sentence(text) for text in found), found


def test_what_the_models_know_of_the_chips_is_what_the_data_sheets_say():
    assert set(wiring.CHIPS) == set(USABLE) == set(chips.HEADERS)
    for chip, soc in wiring.CHIPS.items():
        taken = {g for g in range(wiring.GPIOS) if chips.taken(chip, "", g)}
        assert set(range(wiring.GPIOS)) - taken == USABLE[chip]
        assert set(soc["input_only"]) - {37, 38} == LISTEN[chip]
        assert set(soc["adc1"]) - {37, 38} == ADC1[chip]
        assert set(soc["rtc"]) & USABLE[chip] == WAKES[chip] & USABLE[chip]


@pytest.mark.parametrize("name", BOARDS)
def test_the_models_can_be_wired_as_the_record_says(name):
    board, soc = wiring.load(name), wiring.CHIPS[BOARDS[name].CHIP]
    for _, gpio, direction, pull in board.SIGNALS:
        assert gpio in soc["exists"] and gpio < wiring.GPIOS
        assert direction != "o" or gpio not in soc["input_only"]
        assert direction != "a" or gpio in soc["adc1"]
        assert wiring.external(pull) == {"ext_up": 1, "ext_down": 0}.get(pull.rpartition("+")[2])
    assert BOARDS[name].rows()[board.WAKE][0] in soc["rtc"]
    assert {host for _, host, *_ in board.SPI} <= set(soc["spi"])


def test_every_signal_has_its_place_on_the_usual_board():
    for board in BOARDS.values():
        places = [chips.header(board.CHIP, gpio) for _, gpio, *_ in board.SIGNALS]
        assert len(set(places)) == len(places)
    assert chips.header("esp32", 33) == "left 8" and chips.header("esp32s3", 21) == "right 18"


def test_the_command_passes_the_firmware_and_stops_at_a_makers_fault(tmp_path, capsys):
    assert check.main([]) == 0
    assert capsys.readouterr().out.count(": good") == len(BOARDS)
    text = (record.BOARDS / "wroom_pn5180.py").read_text()
    mine = tmp_path / "my_board.py"
    mine.write_text(text.replace('NAME = "wroom_pn5180"', 'NAME = "my_board"'))
    assert check.main([str(mine)]) == 0
    mine.write_text(text.replace('("led", 16,', '("led", 12,'))
    assert check.main([str(mine)]) == 1
    told = capsys.readouterr().out
    assert "my_board.py: 1 to mend" in told and "led: GPIO12" in told


@pytest.mark.parametrize(
    "text, words",
    [
        ("import os\n", ":1: a board record holds only NAME = value lines."),
        ("NAME = open('x')\n", ":1: write the value out"),
        ("NAME = (\n", "is not Python"),
        ("NAME = 'a\0b'\n", "is not Python"),
        ("", "The record has no NAME"),
    ],
)
def test_a_file_that_is_no_record_is_told_and_not_run(tmp_path, capsys, text, words):
    mine = tmp_path / "mine.py"
    mine.write_text(text)
    assert check.main([str(mine)]) == 1
    assert words in capsys.readouterr().out


def test_a_file_that_is_not_there_is_told(tmp_path, capsys):
    assert check.main([str(tmp_path / "none.py"), str(tmp_path)]) == 1
    assert capsys.readouterr().out.count("cannot be opened") == 2


def test_a_record_that_the_firmware_does_not_list_is_told(monkeypatch, capsys):
    monkeypatch.setattr(record, "names", lambda: ("wroom_pn5180", "wroom_mfrc522", "s3_pn5180"))
    assert check.main([]) == 1
    assert "s3_mfrc522.py is not in NAMES" in capsys.readouterr().out


def test_lint_runs_the_checker():
    makefile = (pathlib.Path(check.__file__).parents[3] / "Makefile").read_text()
    lint = makefile.partition("\nlint:")[2].partition("\n\n")[0]
    assert "tapete_host.hardware.check" in lint
