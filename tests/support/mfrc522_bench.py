"""Hands on the four MFRC522 of a world, without firmware: registers and frames, as a test needs them."""

from tapete_host.sim.flash import Flash
from tapete_host.sim.world import World

IN, OUT = 1, 3
REQA, WUPA = b"\x26", b"\x52"


class Bench:
    """The readers of a board with an antenna a seat; `seat` (1..4) says which of them is spoken to."""

    def __init__(self, board="wroom_mfrc522", start=True, **world):
        w = self.w = World(board, flash=Flash(blocks=4), **world)
        p = w.pins
        for name, host, baud, sck, mosi, miso in w.record.SPI:
            if name == "reader":
                w.spi_open(host, baud, 0, 0, p[sck], p[mosi], p[miso])
                self.host = host
        self.decoder = "dec_en" in p
        outputs = ("dec_en", "dec_a0", "dec_a1") if self.decoder else ["seat_cs%d" % n for n in (1, 2, 3, 4)]
        for name in outputs:
            w.pin_mode(p[name], OUT, None, 0 if name in ("dec_a0", "dec_a1") else 1)
        self.rst = p["seat_rst" if "seat_rst" in p else "rd_rst"]
        w.pin_mode(self.rst, OUT, None, 0)
        self.seat = 1
        if start:
            w.pin_set(self.rst, 1)
            w.sleep(1000)

    @property
    def chip(self):
        return self.w.readers[self.seat - 1]

    def select(self, on):
        w = self.w
        p = w.pins
        if self.decoder:
            if on:
                w.pin_set(p["dec_a0"], (self.seat - 1) & 1)
                w.pin_set(p["dec_a1"], (self.seat - 1) >> 1)
            w.pin_set(p["dec_en"], 0 if on else 1)
        else:
            w.pin_set(p["seat_cs%d" % self.seat], 0 if on else 1)

    def spi(self, data):
        """One frame; what came back."""
        into = bytearray(len(data))
        self.select(True)
        try:
            self.w.spi_xfer(self.host, bytes(data), into)
        finally:
            self.select(False)
        return bytes(into)

    def write(self, address, *values):
        self.spi(bytes((address << 1,) + values))

    def read(self, address):
        return self.spi(bytes((0x80 | address << 1, 0)))[1]

    def read_many(self, address, n):
        return self.spi(bytes((0x80 | address << 1,)) * n + b"\0")[1:]

    def set_up(self, ticks=100, field=True):
        """As a driver does; the timer runs `ticks` of 25 us."""
        for address, value in (
            (0x12, 0x00),
            (0x13, 0x00),
            (0x24, 0x26),
            (0x2A, 0x80),
            (0x2B, 0xA9),
            (0x2C, ticks >> 8),
            (0x2D, ticks & 255),
            (0x15, 0x40),
            (0x11, 0x3D),
            (0x0E, 0x00),
        ):
            self.write(address, value)
        if field:
            self.field(True)

    def field(self, on):
        """The antenna, and time for the tags to wake or to forget."""
        self.write(0x14, 0x83 if on else 0x80)
        self.w.sleep(6000)

    def send(self, data, last=0, align=0):
        """Transceive, begun."""
        self.write(0x01, 0x00)
        self.write(0x04, 0x7F)
        self.write(0x0A, 0x80)
        self.write(0x09, *data)
        self.write(0x0D, align << 4 | last)
        self.write(0x01, 0x0C)
        self.write(0x0D, 0x80 | align << 4 | last)

    def talk(self, data, last=0, align=0, polls=400):
        """Transceive -> (ComIrq, Error, bytes, RxLastBits)."""
        self.send(data, last, align)
        irq = 0
        for _ in range(polls):
            irq = self.read(0x04)
            if irq & 0x31:
                break
        n = self.read(0x0A)
        got = self.read_many(0x09, n) if n else b""
        return irq, self.read(0x06), got, self.read(0x0C) & 7

    def ask(self, data, last=0, align=0):
        """The answer's bytes; b"" when none came."""
        return self.talk(data, last, align)[2]

    def wake(self, code=WUPA):
        """WUPA or REQA -> ATQA."""
        return self.ask(code, 7)
