"""The rules that a board record must keep, each broken one told in a sentence that says what to do."""

import json
from collections.abc import Iterator

from tapete_host.hardware import chips
from tapete_host.hardware.record import FIELDS, Record

READERS = {
    "pn5180": [("rd_nss", "rd_rst", "rd_busy")],
    "mfrc522": [
        ("dec_en", "dec_a0", "dec_a1", "rd_rst"),
        ("seat_cs1", "seat_cs2", "seat_cs3", "seat_cs4", "seat_rst"),
    ],
}
PANELS = ("ssd1683", "uc8179", "ssd1680")
ALWAYS = ("epd_cs", "epd_dc", "epd_rst", "epd_busy", "buzzer")
ORDER = ("ok", "cante", "cambio", "deshacer")
PULLS = ("", "up", "down", "ext_up", "ext_down", "up+ext_up", "down+ext_down")
FASTEST = {"pn5180": 7_000_000, "mfrc522": 10_000_000, "panel": 20_000_000}
_quoted = json.dumps
WIRES = {"o": "an output", "i": "an input", "a": "an analogue input"}


def faults(record: Record) -> list[str]:
    """Sentences on what is wrong, none for a good record. The first thing that makes no sense ends the search."""
    wrong = list(_shape(record))
    if not wrong:
        for rule in RULES:
            wrong += rule(record)
    return wrong


# -- the form of the record


def _shape(record) -> Iterator[str]:
    for name in FIELDS:
        if getattr(record, name) is None:
            yield f"The record has no {name}: copy the line from a record in firmware/tapete/boards and change it."
            return
    for name in ("NAME", "CHIP", "MODULE", "READER", "PANEL", "WAKE"):
        if not isinstance(getattr(record, name), str):
            yield f"{name} is {getattr(record, name)!r}: write a text in quotes."
            return
    if record.CHIP not in chips.HEADERS:
        yield f"CHIP is {_quoted(record.CHIP)}: write one of {', '.join(sorted(chips.HEADERS))}."
    if record.READER not in READERS:
        yield f"READER is {_quoted(record.READER)}: write one of {', '.join(sorted(READERS))}."
    if record.PANEL not in PANELS:
        yield f"PANEL is {_quoted(record.PANEL)}: write one of {', '.join(PANELS)}."
    yield from _rows("SPI", record.SPI, "snnttt", "bus, host, baud, sck, mosi, miso")
    yield from _rows("SIGNALS", record.SIGNALS, "sntt", "signal, gpio, direction, pull")
    yield from _rows("BUTTONS", record.BUTTONS, "st", "name, signal")


def _rows(field, rows, form, words) -> Iterator[str]:
    if not isinstance(rows, tuple):
        yield f"{field} must be a tuple of rows ({words}), with a comma after the last."
        return
    for row in rows:
        good = isinstance(row, tuple) and len(row) == len(form)
        if not good or not all(_is(value, kind) for value, kind in zip(row, form)):
            yield f"{field} has the row {row!r}: write it as ({words})."


def _is(value, kind):
    """kind: "t" text, "s" a name as in Python, "n" number."""
    if kind == "n":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, str) and (kind == "t" or value.isidentifier())


# -- single pins


def _free(record, signal, direction, pull) -> str:
    """Words that name pins to which the signal could go."""
    used = {gpio for _, gpio, _, _ in record.SIGNALS}
    good = []
    for gpio in sorted(chips.pins(record.CHIP, "exists") - used):
        if not any(True for _ in _pin(record, signal, gpio, direction, pull)):
            good.append(f"GPIO{gpio}")
    if not good:
        return "no other pin is free for it: give up a signal that you can do without"
    return "free for it: " + ", ".join(good[:4])


def _pin(record, signal, gpio, direction, pull) -> Iterator[str]:
    """What is wrong with this signal on this pin, in words that follow "GPIO n "."""
    chip = record.CHIP
    why = chips.taken(chip, record.MODULE, gpio)
    if why:
        yield why
        return
    if direction == "o" and gpio in chips.pins(chip, "input_only"):
        yield "can only listen"
    if gpio in chips.pins(chip, "no_pulls") and pull in ("up", "down"):
        yield "has no pull inside"
    if gpio in chips.pins(chip, "jumpy") and not signal.startswith("btn_") and direction != "a":
        yield "shows short low pulses when the radio starts, which only a debounced button can bear"
    if gpio in chips.pins(chip, "restless") and _must_rest(signal):
        yield "toggles at reset, which a select or reset line must not"
    if direction == "a" and gpio not in chips.pins(chip, "adc1"):
        yield "is not on ADC1, and ADC2 fails while Wi-Fi is on"
    if signal == record.WAKE and gpio not in chips.pins(chip, "rtc"):
        yield "cannot wake the chip from deep sleep: it is no RTC pin"


def _must_rest(signal):
    return _selects(signal) or signal.endswith("_rst") or signal == "buzzer"


def _selects(signal):
    return signal.endswith("_nss") or "_cs" in signal or signal == "dec_en"


def _places(record) -> Iterator[str]:
    for signal, gpio, direction, pull in record.SIGNALS:
        for why in _pin(record, signal, gpio, direction, pull):
            if why == "has no pull inside":
                yield f'{signal}: GPIO{gpio} {why}; solder a resistor there and write "ext_{pull}".'
            else:
                yield f"{signal}: GPIO{gpio} {why}; move it ({_free(record, signal, direction, pull)})."


def _double(record) -> Iterator[str]:
    owner, named = {}, set()
    for signal, gpio, direction, pull in record.SIGNALS:
        if signal in named:
            yield f"{signal} stands in SIGNALS twice; delete one of the rows."
        elif gpio in owner:
            free = _free(record, signal, direction, pull)
            yield f"{signal}: GPIO{gpio} is also {owner[gpio]}; give one of them another pin ({free})."
        named.add(signal)
        owner.setdefault(gpio, signal)


def _words(record) -> Iterator[str]:
    for signal, _, direction, pull in record.SIGNALS:
        if direction not in WIRES:
            yield f'{signal}: the direction is {_quoted(direction)}; write "o" (output), "i" (input) or "a" (analogue).'
        if pull not in PULLS:
            yield f"{signal}: the pull is {_quoted(pull)}; write one of {', '.join(repr(p) for p in PULLS)}."


# -- levels while nobody drives the line


def _pulls(record) -> Iterator[str]:
    for signal, gpio, direction, pull in record.SIGNALS:
        if _selects(signal) and pull != "ext_up":
            yield (
                f"{signal}: a select line floats until the firmware runs and its chip would listen; solder 10 kOhm"
                ' to 3.3 V and write "ext_up".'
            )
        elif signal in ("rd_rst", "seat_rst") and pull != "ext_down":
            yield (
                f"{signal}: a reader must stay in reset until the firmware runs; solder 10 kOhm to ground and write"
                ' "ext_down".'
            )
        elif signal == "epd_rst" and pull != "ext_up":
            yield f'{signal}: a panel must not be reset by a floating line; solder 10 kOhm to 3.3 V and write "ext_up".'
        elif signal == "buzzer" and pull != "ext_down":
            yield (
                f"{signal}: the transistor would hum at start; solder 10 kOhm from its pin to ground and write"
                ' "ext_down".'
            )
        elif signal == record.WAKE and "ext_up" not in pull:
            yield (
                f"{signal}: in deep sleep the pull inside may be gone and a floating line would wake the chip;"
                ' solder 10 kOhm to 3.3 V and write "up+ext_up".'
            )
        elif direction == "o" and pull.partition("+")[0] in ("up", "down"):
            yield f'{signal}: an output has no pull inside while the chip starts; write "", or solder one ("ext_...").'
        elif direction in ("i", "a") and not pull and not signal.endswith("_miso"):
            yield f"{signal}: the input on GPIO{gpio} floats when its wire is off; give it a pull to its idle level."


def _buttons(record) -> Iterator[str]:
    rows = record.rows()
    if tuple(name for name, _ in record.BUTTONS) != ORDER:
        yield f"BUTTONS must name {', '.join(ORDER)} in this order, as the panel does."
    for name, signal in record.BUTTONS:
        if signal != f"btn_{name}":
            yield f"Button {name} has the signal {_quoted(signal)}; call it btn_{name}, which the firmware opens."
        if signal not in rows:
            yield f"Button {name} has the signal {_quoted(signal)}, which SIGNALS lacks; add its row."
        elif rows[signal][1] != "i" or "up" not in rows[signal][2]:
            yield f'{signal}: buttons close to ground, so it must be an input with a pull-up; write "i" and "up".'
    if record.WAKE not in [signal for _, signal in record.BUTTONS]:
        yield f"WAKE is {_quoted(record.WAKE)}; name the signal of a button."


# -- buses and what the firmware opens


def _buses(record) -> Iterator[str]:
    rows = record.rows()
    if sorted(row[0] for row in record.SPI) != ["panel", "reader"]:
        yield 'SPI needs two rows, "reader" and "panel": the firmware opens both.'
    hosts = [row[1] for row in record.SPI]
    for bus, host, baud, *wires in record.SPI:
        if host not in (1, 2) or hosts.count(host) > 1:
            yield f"SPI {bus}: host {host} is missing or used twice; use 1 for one bus and 2 for the other."
        fastest = FASTEST.get(record.READER if bus == "reader" else "panel", 0)
        if bus in ("reader", "panel") and not 100_000 <= baud <= fastest:
            yield f"SPI {bus}: {baud} baud; its chip takes 100000 to {fastest}."
        if bus == "reader" and not wires[2]:
            yield "SPI reader: a reader must be read; name the signal of its MISO."
        for wire, signal, direction in zip(("SCK", "MOSI", "MISO"), wires, "ooi"):
            if signal and (signal not in rows or rows[signal][1] != direction):
                yield f"SPI {bus}: {wire} is {_quoted(signal)}; SIGNALS needs that row, {WIRES[direction]}."


def _needed(record) -> Iterator[str]:
    have = record.rows()
    ways = READERS[record.READER]
    if not any(set(way) <= set(have) for way in ways):
        words = " or ".join("+".join(way) for way in ways)
        yield f"Reader {record.READER} needs {words} in SIGNALS; add the rows that are missing."
    for signal in ALWAYS:
        if signal not in have:
            yield f"SIGNALS has no {signal}; add its row, the firmware opens it on every board."
    for signal in have:
        outputs = _must_rest(signal) or signal in ("dec_a0", "dec_a1", "epd_dc", "led")
        wanted = "a" if signal == "vbat" else "i" if signal.endswith("_busy") else "o" if outputs else ""
        if wanted and have[signal][1] != wanted:
            yield f'{signal}: the firmware uses it as {WIRES[wanted]}; write "{wanted}".'


RULES = (_words, _double, _places, _pulls, _buttons, _buses, _needed)
