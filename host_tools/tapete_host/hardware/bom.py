"""Parts lists of the builds, with the resistors counted from the board records; changes when a part does."""

import csv
import io

from tapete_host.hardware import parts
from tapete_host.hardware.record import Record

HEAD = ("part", "quantity", "need", "second source", "eur_each_unchecked", "note")
MUST, MAY = "yes", "optional"

CONTROLLER = {
    "esp32": (
        "ESP32-DevKitC V4 with WROOM-32E (38 pins)",
        6,
        "any 38 pin board with a WROOM-32 and this header order",
        "no WROVER and no PICO: GPIO16 and 17 are taken there",
    ),
    "esp32s3": (
        "ESP32-S3-DevKitC-1-N8R2 v1.1",
        12,
        "N8, N16R8 or N8R8 board of the same form; v1.0 has its LED on GPIO48",
        "no module with suffix V (R8V, R16V): GPIO47 has 1.8 V there",
    ),
}
READER = {
    "pn5180": (
        "PN5180 module with antenna on the board",
        1,
        12,
        "another seller's PN5180 module; NXP's own board is far dearer",
        "needs 5 V and 3.3 V; look for pins 5V, 3.3V, RST, NSS, MOSI, MISO, SCK, BUSY, GND",
    ),
    "mfrc522": (
        "MFRC522 (RC522) module with 35 mm antenna",
        4,
        3,
        "the same from a second seller; clones (FM17522 and others) are taken too",
        "buy from two sellers: quality differs and there is no telling before",
    ),
}
STICKERS = {
    "pn5180": ("ICODE SLIX2 sticker, 20 mm class", 45, 0.40, "ICODE SLIX sticker of the same size", ""),
    "mfrc522": ("NTAG213 sticker, 20 mm class", 45, 0.15, "NTAG215 or 216; a PN5180 reads these too", ""),
}
PANEL = (
    '4.2" e-paper module 400x300, version 2 (SSD1683)',
    1,
    30,
    "Good Display GDEY042T81 with its adapter; or 7.5 inch V2 (UC8179), 2.9 inch V2 (SSD1680)",
    "the sticker must say V2 (or the film GDEY): version 1 looks the same and does not work",
)
LOGIC = (
    ("74HC139, 16 pins", 1, 0.5, "74AHC139; 74LVC139", "selects one reader of four"),
    ("74LVC125, 14 pins", 1, 0.5, "74AHC125; 74HC125", "gates in MISO, one a reader"),
)
GATES_ONLY = (LOGIC[1][0], 1, 0.5, LOGIC[1][3], "for readers that drive MISO when they are not selected")


def build(board: Record) -> list[tuple]:
    """(part, quantity, need, second source, price, note) for one board."""
    rows = []

    def add(part, quantity, price, second="", note="", need=MUST):
        rows.append((part, quantity, need, second, price, note))

    name, price, second, note = CONTROLLER[board.CHIP]
    add(name, 1, price, second, note)
    name, quantity, price, second, note = READER[board.READER]
    add(name, quantity, price, second, note)
    logic = LOGIC if "dec_en" in board.rows() else (GATES_ONLY,) if board.READER == "mfrc522" else ()
    for name, quantity, price, second, note in logic:
        add(name, quantity, price, second, note)
    add(*PANEL)
    add(*STICKERS[board.READER])
    add("Spanish deck, 40 or 48 cards", 1, 4, "any maker; measure it", "62 x 95 mm is assumed")
    add(
        "opaque sleeves 63 x 96 mm or larger, pack of 50",
        1,
        3,
        "lamination pouches",
        "so that no card can be told",
    )
    add("push button, 12 mm", 4, 0.5, "any that closes", "OK, CANTE, CAMBIO, DESHACER")
    add("buzzer, passive, 5 V", 1, 1, "piezo disc (then without diode)", "active buzzers know one tone only")
    add("NPN transistor BC547", 1, 0.1, "2N3904, BC337", "drives the buzzer")
    add("diode 1N4148", 1, 0.05, "1N4001", "across a magnetic buzzer")
    for value, count, use in resistors(board):
        add(f"resistor {value}, 1/4 W", count, 0.02, "any 5 %", use)
    for name, count, use in capacitors(board):
        add(name, count, 0.1, "next larger value", use)
    if board.READER == "pn5180":
        add(
            "ferrite sheet 0.2 mm or more, as large as the coil",
            1,
            4,
            "none, with 30 mm of air",
            "behind the coil",
        )
    add(
        "mat of neoprene or felt, 2 to 3 mm",
        1,
        6,
        "table cover without metal",
        "over the print of hardware/mat",
    )
    add("case, plastic or wood", 1, 6, "a tray of plywood", "no metal within 20 mm of a coil")
    add(
        "USB supply 5 V, 1 A or more, with its cable",
        1,
        8,
        "any with the mark of your country",
        "see SAFETY.md",
    )
    add("strip board, wire, headers, screws", 1, 5, "", "plastic screws near a coil")
    if "led" in board.rows():
        add("WS2812 ring, 12 LEDs", 1, 4, "any WS2812 strip", "12 to 24 LEDs; how many is a setting", MAY)
        add("74AHCT125, 14 pins", 1, 0.5, "74HCT125", "lifts the LED's data to 5 V", MAY)
        add("resistor 330 ohm, 1/4 W", 1, 0.02, "220 to 470 ohm", "in the LED's data", MAY)
    add("18650 cell with protection, and holder", 1, 6, "LiPo pouch with protection", "see SAFETY.md", MAY)
    add(
        "charger and boost board to 5 V, 1 A, with power path",
        1,
        5,
        "a power bank that stays on",
        "POWER.md",
        MAY,
    )
    return rows


def resistors(board: Record) -> list[tuple[str, int, str]]:
    """(value, how many, what for) that the record and the wiring ask for."""
    used = {signal for _, _, signal in parts.wires(board)}
    tens = [s for s, _, _, pull in board.SIGNALS if s in used and parts.resistor(s, pull).startswith("10k")]
    hundreds = 0
    for signal, _, _, pull in board.SIGNALS:
        if signal in used:
            words = parts.resistor(signal, pull)
            hundreds += 2 if words.startswith("2x100k") else words.startswith("100k")
    return [
        ("10 kohm", len(tens), "holds " + " ".join(sorted(tens))),
        ("100 kohm", hundreds, "battery divider" + (", panel's BUSY" if hundreds > 2 else "")),
        ("33 ohm", 2, "in the SCK of both buses"),
        ("1 kohm", 1, "base of the buzzer's transistor"),
    ]


def capacitors(board: Record) -> list[tuple[str, int, str]]:
    """(part, how many, what for)."""
    readers = 4 if board.READER == "mfrc522" else 1
    chips = 2 if "dec_en" in board.rows() else 1 if readers == 4 else 0
    return [
        ("electrolytic 470 to 1000 uF, 10 V", 1, "5 V beside the reader"),
        ("electrolytic 100 uF, 10 V", 1, "3.3 V"),
        ("ceramic 100 nF", readers + chips + 3, "each reader, panel, logic chip, 3.3 V, battery divider"),
    ]


def spares() -> list[tuple]:
    """What to have twice: cheap, easily spoilt or differing from piece to piece."""
    return [
        (
            STICKERS["pn5180"][0],
            10,
            MAY,
            STICKERS["pn5180"][3],
            0.40,
            "corners lift; some are dead when they come",
        ),
        (STICKERS["mfrc522"][0], 10, MAY, STICKERS["mfrc522"][3], 0.15, "the same, for MFRC522 readers"),
        (
            READER["mfrc522"][0],
            2,
            MAY,
            READER["mfrc522"][3],
            3,
            "quality differs; buy from another seller",
        ),
        (READER["pn5180"][0], 1, MAY, READER["pn5180"][3], 12, "long delivery"),
        ("Spanish deck of the same print", 1, MAY, "", 4, "a bent card marks a deck"),
        ("opaque sleeves, pack of 50", 1, MAY, "", 3, "sleeves wear out first"),
        ("74HC139", 1, MAY, LOGIC[0][3], 0.5, "only for wroom_mfrc522"),
        ("74LVC125", 1, MAY, LOGIC[1][3], 0.5, "only with MFRC522 readers"),
        ("push button, 12 mm", 2, MAY, "", 0.5, ""),
        ("NPN transistor BC547", 2, MAY, "2N3904", 0.1, ""),
        ("resistor 10 kohm, 1/4 W", 10, MAY, "", 0.02, ""),
        ("ceramic 100 nF", 5, MAY, "", 0.1, ""),
        ("e-paper flat cable or adapter", 1, MAY, "", 5, "the flex tears at the panel's edge"),
        ("USB cable that carries data", 1, MAY, "", 3, "many are for charging only"),
    ]


def text(rows: list[tuple]) -> str:
    """The rows as CSV with a head."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for part, quantity, need, second, price, note in rows:
        writer.writerow((part, quantity, need, second, f"{price:.2f}", note))
    return out.getvalue()


def total(rows: list[tuple]) -> float:
    """Euros of what must be had."""
    return sum(quantity * price for _, quantity, need, _, price, _ in rows if need == MUST)
