"""What the ESP32's pins can do and what a board connects to them; changes when a chip or module is added."""

# Chip data: pins that exist, only listen, carry the flash, reach ADC1, can wake from deep sleep.
_ESP32 = {
    "exists": tuple(range(0, 20)) + (21, 22, 23, 25, 26, 27) + tuple(range(32, 40)),
    "input_only": (34, 35, 36, 37, 38, 39),
    "flash": (6, 7, 8, 9, 10, 11),
    "adc1": (32, 33, 34, 35, 36, 37, 38, 39),
    "rtc": (0, 2, 4, 12, 13, 14, 15, 25, 26, 27, 32, 33, 34, 35, 36, 37, 38, 39),
    "spi": {1: (14, 13, 12), 2: (18, 23, 19)},  # host -> default sck, mosi, miso
    "strapping": (0, 2, 5, 12, 15),
}
_ESP32S3 = {
    "exists": tuple(range(0, 22)) + tuple(range(26, 49)),
    "input_only": (),
    "flash": tuple(range(26, 33)),
    "adc1": tuple(range(1, 11)),
    "rtc": tuple(range(0, 22)),
    "spi": {1: (12, 11, 13), 2: (36, 35, 37)},
    "strapping": (0, 3, 45, 46),
}
CHIPS = {"esp32": _ESP32, "esp32s3": _ESP32S3}
GPIOS = 49


def load(name):
    """The board record `tapete.boards.<name>` (literals).  Raises ValueError for an unknown board."""
    from tapete import boards

    if name not in boards.NAMES:
        raise ValueError("no board called %s; there are %s" % (name, ", ".join(boards.NAMES)))
    __import__("tapete.boards." + name)
    import sys

    return sys.modules["tapete.boards." + name]


def external(pull):
    """Level that a resistor on the board gives to the line, or None."""
    if "ext_up" in pull:
        return 1
    if "ext_down" in pull:
        return 0
    return None
