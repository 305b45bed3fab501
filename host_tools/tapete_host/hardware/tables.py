"""Wiring tables of the boards as Markdown; changes when what the tables tell does."""

from tapete_host.hardware import chips, parts
from tapete_host.hardware.record import Record

_HEAD = """# Wiring

Made by `make hardware` from the records in `firmware/tapete/boards/`: change those, not this page. Nothing here has
been built and tried yet. A pin's place is counted from the aerial's end of the usual board, its face towards you and
the USB socket below.
"""
_READERS = {"pn5180": "one PN5180 in the middle", "mfrc522": "four MFRC522, one a seat"}


def page(boards: dict[str, Record]) -> str:
    """The page with every board."""
    return _HEAD + "".join(section(name, board) for name, board in boards.items()) + _choices()


def section(name: str, board: Record) -> str:
    """One board: drawing and table."""
    lines = [
        f"\n## {name}: {chips.HEADERS[board.CHIP][0]}, {_READERS[board.READER]}\n",
        f"Module: {board.MODULE}.\n",
        f"![wiring of {name}]({name}.svg)\n",
        "| part | its pin | signal | GPIO | place | held by |",
        "|---|---|---|---|---|---|",
    ]
    rows = board.rows()
    for part, label, signal in parts.wires(board):
        gpio, _, pull = rows[signal]
        lines.append(
            f"| {part} | {label} | `{signal}` | {gpio} | {chips.header(board.CHIP, gpio)} | {held(signal, pull)} |"
        )
    told = {signal for _, _, signal in parts.wires(board)}
    open_ = [f"`{s}` (GPIO{g})" for s, g, *_ in board.SIGNALS if s not in told]
    if open_:
        lines.append(
            f"\nNot used in this build, leave open or wire as in the other S3 build: {', '.join(open_)}."
        )
    if "dec_en" in rows:
        lines += ["", *_decoder()]
    elif board.READER == "mfrc522":
        lines += ["", *_gates()]
    lines.append(f"\nSPI: {buses(board)}.")
    return "\n".join(lines) + "\n"


def held(signal: str, pull: str) -> str:
    """What holds the line while nobody drives it, for a person."""
    words = [parts.resistor(signal, pull)] if parts.resistor(signal, pull) else []
    inside = pull.partition("+")[0]
    if inside in ("up", "down"):
        words.append(f"inside the chip ({inside})")
    return ", ".join(words)


def buses(board: Record) -> str:
    """Hosts and speeds in words."""
    told = []
    for bus, host, baud, _, _, miso in board.SPI:
        told.append(f"{bus} on host {host} at {baud / 1e6:g} MHz{'' if miso else ', its MISO stays open'}")
    return "; ".join(told)


def _decoder():
    yield "74HC139 (16 pins) and 74LVC125 (14 pins), both at 3.3 V with 100 nF each:"
    yield ""
    yield "| seat | select: 74HC139 | to | MISO gate: 74LVC125 enable, in, out |"
    yield "|---|---|---|---|"
    for n, ((label, _), (enable, into, out)) in enumerate(zip(parts.DECODER_OUTPUTS, parts.GATES), 1):
        output, pin = label.split()
        gate = f"{enable} to that select line, {into} from its MISO, {out} to `rd_miso`"
        yield f"| {n} | {output}, pin {pin} | SDA of reader {n} | {gate} |"


def _gates():
    yield "74LVC125 (14 pins) at 3.3 V with 100 nF, needed where readers drive MISO unselected:"
    yield ""
    yield "| seat | gate: enable | in | out |"
    yield "|---|---|---|---|"
    for n, (enable, into, out) in enumerate(parts.GATES, 1):
        yield f"| {n} | {enable} to `seat_cs{n}` | {into} from MISO of reader {n} | {out} to `rd_miso` |"


def _choices():
    return """
## For every board

- **Panel**: the tables hold for all three. `epd_busy` is pulled to the panel's *idle* level: ground for the SSD1683
  and SSD1680, 3.3 V for the UC8179 (100 kΩ; for a UC8179 on the S3 10 kΩ, for they work against the chip's own
  pull-down). A panel that is not there then shows as "never went busy" and not as a hang.
  Where the adapter has more: a pin PWR goes to 3.3 V, a switch for the interface to 4-line SPI (not looked up for every
  maker's board; the sheet that comes with it decides).
- **MFRC522**: SDA is the select line, whatever its name says; the pins for I2C and serial stay as they are.
- **33 Ω** in series in the SCK of each bus, at the ESP32's end. Reader leads at most 15 cm at 5 MHz; the builds with an
  antenna a seat run at 2 MHz because theirs are longer.
- **100 nF** from supply to ground at every module and every logic chip, on the shortest way.
- A **WS2812 ring** wants 5 V data: one gate of a 74AHCT125 at 5 V, 330 Ω behind it.
- **Buzzer**: passive, between 5 V and the collector of a small NPN transistor (BC547, 2N3904); emitter to ground, 1 kΩ
  from the pin to the base, 10 kΩ from the pin to ground, a 1N4148 across a magnetic one (band towards 5 V).
- **Battery**: 100 kΩ from the battery to the pin, 100 kΩ and 100 nF from the pin to ground. At most
  6.6 V there.
"""
