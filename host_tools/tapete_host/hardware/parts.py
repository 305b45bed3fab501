"""What hangs on a board's signals: the modules, their pins and supplies; changes when a part or its wiring does."""

from tapete_host.hardware.record import Record

READER_PINS = (
    ("MOSI", "rd_mosi"),
    ("RST", "rd_rst"),
    ("NSS", "rd_nss"),
    ("MISO", "rd_miso"),
    ("SCK", "rd_sck"),
)
PANEL_PINS = (
    ("BUSY", "epd_busy"),
    ("RST", "epd_rst"),
    ("DC", "epd_dc"),
    ("CS", "epd_cs"),
    ("CLK", "epd_sck"),
    ("DIN", "epd_mosi"),
)
PANELS = {
    "ssd1683": ('4.2" panel V2', "400x300, SSD1683"),
    "uc8179": ('7.5" panel V2', "800x480, UC8179"),
    "ssd1680": ('2.9" panel V2', "296x128, SSD1680"),
}
BUTTONS = {"ok": "OK (wakes)", "cante": "CANTE", "cambio": "CAMBIO", "deshacer": "DESHACER"}
# 74HC139 and 74LVC125 in 14 and 16 pin cases: pin numbers of the makers' data sheets.
DECODER_INPUTS = (("1E 1", "dec_en"), ("1A0 2", "dec_a0"), ("1A1 3", "dec_a1"))
DECODER_OUTPUTS = (("1Y0 4", "cs1"), ("1Y1 5", "cs2"), ("1Y2 6", "cs3"), ("1Y3 7", "cs4"))
GATES = ((1, 2, 3), (4, 5, 6), (10, 9, 8), (13, 12, 11))  # enable, in, out of the gate of seats 1 to 4
RESISTOR = {"vbat": "2x100k", "epd_busy": "100k"}  # else 10k


class Part:
    """One box of the drawing.

    kind    what it is, for its colour: reader, panel, buttons, sound, light, supply, logic
    title   its name
    pins    [(label, signal)] in the order of the box; a signal that starts with "cs" is a decoder's output
    supply  names of the rails it needs: "5V", "3V3", "GND"
    note    a line under the pins, or ""
    outputs [(label, signal)] on its far side
    """

    def __init__(self, kind, title, pins, supply, note="", outputs=()):
        self.kind = kind
        self.title = title
        self.pins = list(pins)
        self.supply = supply
        self.note = note
        self.outputs = list(outputs)


def of(board: Record) -> list[Part]:
    """The parts of a board, readers first."""
    have = board.rows()
    parts = seats(board) if board.READER == "mfrc522" else [_pn5180()]
    title, note = PANELS[board.PANEL]
    parts.append(Part("panel", title, PANEL_PINS, ("3V3", "GND"), note))
    rows = [(BUTTONS[name], signal) for name, signal in board.BUTTONS]
    parts.append(Part("buttons", "four buttons", rows, ("GND",), "each closes its pin to ground"))
    parts.append(_buzzer())
    if "led" in have:
        parts.append(_light(board))
    if "vbat" in have:
        parts.append(
            Part("supply", "battery, halved", [("middle", "vbat")], ("GND",), "no battery: join it to GND")
        )
    return parts


def _pn5180():
    pins = READER_PINS + (("BUSY", "rd_busy"),)
    return Part("reader", "PN5180 module", pins, ("5V", "3V3", "GND"), "IRQ, GPIO, AUX, REQ stay open")


def _buzzer():
    return Part("sound", "buzzer, passive", [("1k to NPN base", "buzzer")], ("5V", "GND"), "diode across it")


def _light(board):
    if board.CHIP == "esp32s3":
        return Part("light", "LED on the board", [("WS2812", "led")], (), "or a ring, as on the ESP32")
    return Part("light", "WS2812 ring", [("330R, 74AHCT125", "led")], ("5V", "GND"), "optional")


def seats(board: Record) -> list[Part]:
    """Four seat readers and, where the board has one, the decoder that selects them."""
    decoder = "dec_en" in board.rows()
    reset = "rd_rst" if decoder else "seat_rst"
    parts = []
    for n in (1, 2, 3, 4):
        select = f"cs{n}" if decoder else f"seat_cs{n}"
        pins = (
            ("SCK", "rd_sck"),
            ("MOSI", "rd_mosi"),
            ("MISO", "rd_miso"),
            ("SDA", select),
            ("RST", reset),
        )
        parts.append(Part("reader", f"MFRC522, seat {n}", pins, ("3V3", "GND"), "IRQ stays open"))
    if decoder:
        note = "pins 13, 14 to GND; 15 to 3V3"
        parts.append(Part("logic", "74HC139", DECODER_INPUTS, ("3V3", "GND"), note, DECODER_OUTPUTS))
    return parts


def wires(board: Record) -> list[tuple[str, str, str]]:
    """(part, pin of the part, signal) of every wire that ends at the ESP32, in the order of the record."""
    found: dict[str, list[tuple[str, str]]] = {}
    for part in of(board):
        for label, signal in part.pins:
            found.setdefault(signal, []).append((part.title, label))
    rows = []
    for signal, *_ in board.SIGNALS:
        ends = found.get(signal)
        if ends:
            title = ends[0][0] if len(ends) == 1 else "MFRC522, all four"
            rows.append((title, ends[0][1], signal))
    return rows


def resistor(signal: str, pull: str) -> str:
    """The parts that hold a line from outside, as "10k to 3V3", or "" if the record wants none."""
    outside = pull.rpartition("+")[2]
    if not outside.startswith("ext_"):
        return ""
    return RESISTOR.get(signal, "10k") + (" to 3V3" if outside == "ext_up" else " to GND")
