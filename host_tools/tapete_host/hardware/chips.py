"""What each pin of a chip must not be used for, and where it is on the usual board; changes with chip or board.

The numbers that the models need too are those of `sim.wiring`; here is what only a maker meets.  Sources: ESP32
and ESP32-S3 data sheets (strapping, power-up), ESP32 errata (GPIO36/39), user guides of ESP32-DevKitC V4 and
ESP32-S3-DevKitC-1 (headers).
"""

import re

from tapete_host.sim import wiring

# Uses of a pin that leave nothing over for others -> why, and the pins.
TAKEN = {
    "esp32": {
        "flash": "carries the flash chip",
        "uart": "is the serial port that programs the board",
        "strapping": "decides at reset how the chip starts",
        "absent": "is not led out of the module",
    },
    "esp32s3": {
        "flash": "carries flash and PSRAM",
        "octal": "carries the PSRAM of modules with R8 or R16 in their name",
        "uart": "is the serial port that programs the board",
        "usb": "is the chip's own USB",
        "strapping": "decides at reset how the chip starts",
        "absent": "is not led out of the module",
    },
}
_OWN = {
    "esp32": {
        "uart": (1, 3),
        "absent": (37, 38),
        "no_pulls": range(34, 40),
        "jumpy": (36, 39),
        "restless": (14,),
    },
    "esp32s3": {"uart": (43, 44), "usb": (19, 20), "octal": (35, 36, 37), "absent": (33, 34)},
}
# Modules whose name takes pins away: pattern of the name, pins, why.
MODULES = {
    "esp32": (
        ("WROVER", (16, 17), "carries the PSRAM of a WROVER"),
        ("PICO", (16, 17), "carries the flash inside a PICO"),
    ),
    "esp32s3": ((r"R\d+V", (47, 48), "runs at 1.8 V on a module with suffix V"),),
}

# Pins of the usual board from the aerial's end to the USB socket, left and right of one who looks at its face with
# the socket below.
HEADERS = {
    "esp32": (
        "ESP32-DevKitC V4",
        "3V3 EN 36 39 34 35 32 33 25 26 27 14 12 GND 13 D2 D3 CMD 5V".split(),
        "GND 23 22 TX RX 21 GND 19 18 5 17 16 4 0 2 15 D1 D0 CLK".split(),
    ),
    "esp32s3": (
        "ESP32-S3-DevKitC-1",
        "3V3 3V3 RST 4 5 6 7 15 16 17 18 8 3 46 9 10 11 12 13 14 5V GND".split(),
        "GND TX RX 1 2 42 41 40 39 38 37 36 35 0 45 48 47 21 20 19 GND GND".split(),
    ),
}


def pins(chip: str, kind: str) -> frozenset[int]:
    """GPIOs of that kind: "exists", "input_only", "flash", "adc1", "rtc", "strapping", "uart", "usb", "octal",
    "absent", "no_pulls" (none inside), "jumpy" (short low pulses when the radio starts), "restless" (toggles at
    reset). Empty where the chip has none."""
    own = _OWN[chip].get(kind)
    return frozenset(wiring.CHIPS[chip].get(kind, ()) if own is None else own)


def taken(chip: str, module: str, gpio: int) -> str | None:
    """Why this GPIO is not free on that module ("carries the flash chip"), or None.

    The module's name is what stands before the first bracket: what follows are words for the builder.
    """
    if gpio not in pins(chip, "exists"):
        return "does not exist on this chip"
    for kind, why in TAKEN[chip].items():
        if gpio in pins(chip, kind):
            return why
    name = module.partition("(")[0]
    for pattern, gone, why in MODULES[chip]:
        if gpio in gone and re.search(pattern, name):
            return why
    return None


def header(chip: str, gpio: int) -> str:
    """Where the pin is on the usual board, as "left 8": counted from the aerial's end. KeyError if nowhere."""
    _, left, right = HEADERS[chip]
    for side, row in (("left", left), ("right", right)):
        if str(gpio) in row:
            return f"{side} {row.index(str(gpio)) + 1}"
    raise KeyError(gpio)
