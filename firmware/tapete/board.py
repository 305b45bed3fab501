"""The board this firmware runs on: names to pins and buses; changes when a board record gains a field."""

import sys


class Board:
    """One board record, ready to use.

    name, chip, reader, panel: texts of the record
    pins      signal -> gpio
    pulls     signal -> pull text (see tapete.boards)
    outputs   signals the ESP32 drives
    buttons   button name -> gpio; order has the names in panel order
    spi       "reader"/"panel" -> (host, baud, sck gpio, mosi gpio, miso gpio or None)
    wake      gpio of the wake button
    """

    def __init__(self, record):
        self.name = record.NAME
        self.chip = record.CHIP
        self.reader = record.READER
        self.panel = record.PANEL
        self.pins = {}
        self.pulls = {}
        self.outputs = []
        for signal, gpio, direction, pull in record.SIGNALS:
            self.pins[signal] = gpio
            self.pulls[signal] = pull
            if direction == "o":
                self.outputs.append(signal)
        self.buttons = {}
        self.order = []
        for name, signal in record.BUTTONS:
            self.buttons[name] = self.pins[signal]
            self.order.append(name)
        self.spi = {}
        for bus, host, baud, sck, mosi, miso in record.SPI:
            self.spi[bus] = (host, baud, self.pins[sck], self.pins[mosi], self.pins[miso] if miso else None)
        self.wake = self.pins[record.WAKE]

    def open_spi(self, bus):
        """machine.SPI of that bus, mode 0, MSB first.

        Every pin is passed: SPI(1) without a miso argument claims the strapping pin GPIO12 on the ESP32.
        """
        from machine import SPI, Pin

        host, baud, sck, mosi, miso = self.spi[bus]
        return SPI(
            host,
            baudrate=baud,
            polarity=0,
            phase=0,
            sck=Pin(sck),
            mosi=Pin(mosi),
            miso=None if miso is None else Pin(miso),
        )

    def open_pin(self, signal, value=0):
        """machine.Pin of a signal: an output starting at `value`, or an input with the record's pull."""
        from machine import Pin

        gpio = self.pins[signal]
        if signal in self.outputs:
            return Pin(gpio, Pin.OUT, value=value)
        pull = self.pulls[signal].split("+")[0]
        if pull == "up":
            return Pin(gpio, Pin.IN, Pin.PULL_UP)
        if pull == "down":
            return Pin(gpio, Pin.IN, Pin.PULL_DOWN)
        return Pin(gpio, Pin.IN)

    def open_seats(self, reset=1):
        """(select, rst) of the four seat readers on the reader bus.

        select   [fn(level)] of seats 1 to 4, each used as Pin.value of a chip select: 0 selects, 1 releases
        rst      machine.Pin of the reset line that they share, starting at `reset` (0 holds them in reset)

        A PN5180 on the same bus is held in reset and unselected meanwhile. KeyError where seats have no reader.
        """
        if "rd_nss" in self.pins:
            self.open_pin("rd_nss", 1)
            self.open_pin("rd_rst", 0)
        if "dec_en" in self.pins:
            from tapete.selects import Decoder

            pin = self.open_pin
            decoder = Decoder(pin("dec_en", 1), pin("dec_a0"), pin("dec_a1"))
            return [decoder.line(n) for n in range(4)], pin("rd_rst", reset)
        select = [self.open_pin("seat_cs%d" % n, 1).value for n in (1, 2, 3, 4)]
        return select, self.open_pin("seat_rst", reset)

    def open_reader(self, one_kind):
        """The readers.seats.Seats or readers.pn5180.PN5180 of the board, not yet started.

        one_kind: all tags of the deck are of ISO15693; else a PN5180 listens for both kinds (readers.mixed).
        """
        spi = self.open_spi("reader")
        if self.reader == "mfrc522":
            from tapete.readers.seats import Seats

            select, rst = self.open_seats()
            return Seats(spi, select, rst)
        if one_kind:
            from tapete.readers.pn5180 import PN5180 as Reader
        else:
            from tapete.readers.mixed import Mixed as Reader
        pin = self.open_pin
        return Reader(spi, pin("rd_nss", 1), pin("rd_busy"), pin("rd_rst", 1))

    def open_buttons(self):
        """[(name, Pin)] in panel order, for buttons.Buttons."""
        return [(name, self.open_pin("btn_" + name)) for name in self.order]


def load(name):
    """Board of that name. ValueError, naming the known boards, if there is no such record."""
    from tapete.boards import NAMES

    if name not in NAMES:
        raise ValueError("no board %s (known: %s)" % (name, ", ".join(NAMES)))
    path = "tapete.boards." + name
    __import__(path)
    # The record is only read here; dropping it frees about 2 KB of heap on the device.
    return Board(sys.modules.pop(path))
