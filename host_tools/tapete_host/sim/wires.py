"""The wires of a board: pin levels and rules, SPI routing; changes when what the ESP32's pins can do does."""

from . import wiring
from .strict import StrictError

# What each call costs (design: an SPI frame with its two chip-select edges and one look at BUSY is 60 us).
PIN_US = 5
FRAME_US = 60
SPI_CALL_US = FRAME_US - 3 * PIN_US

# machine.Pin numbers of the ESP32 port
_IN = 1
_OUT = 3
_PULL_UP = 2


class Wires:
    """Pins and SPI hosts as the machine shim calls them.  The world adds clock, chips and board to it."""

    def _wire(self):
        n = wiring.GPIOS
        self._mode = [0] * n
        self._out = [0] * n
        self._pull = [0] * n
        self._line = [None] * n  # level last put on the line by the firmware or a board resistor
        self._ext = [None] * n
        self._sink = [None] * n  # fn(level) told of edges
        self._source = [None] * n  # (chip, pin name) asked for the level
        self._signal = ["GPIO%d" % g for g in range(n)]
        pins = {}
        for signal, gpio, _, pull in self.record.SIGNALS:
            pins[signal] = gpio
            self._signal[gpio] = "%s (GPIO%d)" % (signal, gpio)
            self._ext[gpio] = wiring.external(pull)
            self._line[gpio] = self._ext[gpio]
        self.pins = pins
        self._chip_wires(pins)
        for name, signal in self.record.BUTTONS:
            self._source[pins[signal]] = (self.buttons, name)
        self._buses = []
        for bus, _, _, sck, mosi, miso in self.record.SPI:
            chips = [self.panel]
            if bus == "reader":
                chips = self.readers + ([self.parked] if self.parked is not None else [])
            self._buses.append(Bus(bus, pins[sck], pins[mosi], pins[miso] if miso else None, chips))
        self._hosts = {}  # host -> [bus, bits per second]
        self._pwm = {}

    def _chip_wires(self, pins):
        self._one_chip(self.panel, pins, "epd_", "cs")
        if not self.seats():
            self._one_chip(self.reader, pins, "rd_", "nss")
            return
        if self.parked is not None:
            self._one_chip(self.parked, pins, "rd_", "nss")
        selects = [_chip_select(chip) for chip in self.readers]
        if "dec_en" in pins:
            decoder = Decoder(self, selects)
            for name in ("dec_en", "dec_a0", "dec_a1"):
                self._sink[pins[name]] = decoder.input(name, self._line[pins[name]])
        else:
            for n, select in enumerate(selects):
                self._sink[pins["seat_cs%d" % (n + 1)]] = select
        rst = pins["seat_rst" if "seat_rst" in pins else "rd_rst"]
        self._sink[rst] = _shared_pin(self.readers, "rst")
        if self._line[rst] is not None:
            self._sink[rst](self._line[rst])

    def _one_chip(self, chip, pins, head, select):
        """A chip with its own lines: their signals begin with `head`."""
        self._sink[pins[head + select]] = _chip_select(chip)
        for name in ("rst", "dc"):
            gpio = pins.get(head + name)
            if gpio is not None:
                self._sink[gpio] = _shared_pin([chip], name)
                if self._line[gpio] is not None:
                    chip.pin_out(name, self._line[gpio])
        self._source[pins[head + "busy"]] = (chip, "busy")

    def _release_pins(self):
        """All pins float, as after a reset of the ESP32; board resistors take the lines.

        A frame that was begun ends so without its bytes: that is nobody's fault.
        """
        self._hosts = {}
        self._pwm = {}
        minded = [chip.strict for chip in self.chips]
        strict, self.strict = self.strict, False
        for chip in self.chips:
            chip.strict = False
        self._float()
        self.strict = strict
        for chip, one in zip(self.chips, minded):
            chip.strict = one

    def _float(self):
        for g in range(wiring.GPIOS):
            self._mode[g] = 0
            self._out[g] = 0
            self._pull[g] = 0
            level = self._ext[g]
            if level is not None and level != self._line[g]:
                self._line[g] = level
                if self._sink[g]:
                    self._sink[g](level)

    # -- pins, as the machine shim uses them

    def _check_gpio(self, g):
        if not isinstance(g, int) or g not in self.soc["exists"]:
            raise ValueError("invalid pin")
        if g in self.soc["flash"]:
            self._broken("GPIO%d carries the flash" % g)

    def _broken(self, text):
        if self.strict:
            raise StrictError(text)

    def pin_mode(self, g, mode, pull, value):
        """Configure a pin; None keeps what was set.  Level before direction, as on the chip."""
        self.spend(PIN_US)
        self._check_gpio(g)
        listens = g in self.soc["input_only"]
        if pull is not None:
            if pull and listens:
                self._broken("%s: GPIO34-39 have no pulls inside" % self._signal[g])
            self._pull[g] = pull
        if value is not None:
            self._out[g] = 1 if value else 0
        if mode is not None:
            if mode != _IN and listens:
                self._broken("%s can only be input" % self._signal[g])
            if mode != _IN and self._source[g] is not None:
                self._broken("%s is driven from outside; it must stay an input" % self._signal[g])
            self._mode[g] = mode
        if self._mode[g] == _OUT:
            self._edge(g, self._out[g])

    def pin_set(self, g, level):
        """Drive a pin: level 0 or 1."""
        t = self.now + PIN_US
        if t < self.next_event:
            self.now = t
        else:
            self.spend(PIN_US)
        if self._mode[g] != _OUT:
            self._out[g] = level
            self._broken("%s is driven but not an output" % self._signal[g])
            return
        self._out[g] = level
        if self._line[g] != level:
            self._edge(g, level)

    def _edge(self, g, level):
        if self._line[g] != level:
            self._line[g] = level
            sink = self._sink[g]
            if sink is not None:
                sink(level)

    def pin_get(self, g):
        """Level of a pin, 0 or 1."""
        t = self.now + PIN_US
        if t < self.next_event:
            self.now = t
        else:
            self.spend(PIN_US)
        if self._mode[g] == _OUT:
            return self._out[g]
        source = self._source[g]
        if source is not None:
            level = source[0].level(source[1])
            if level is not None:
                return level
        pull = self._pull[g]
        ext = self._ext[g]
        if ext is not None:
            if pull and (pull == _PULL_UP) != (ext == 1):
                self._broken("%s: the pull inside works against the resistor outside" % self._signal[g])
            return ext
        if pull:
            return 1 if pull == _PULL_UP else 0
        self._broken("%s is read but nothing drives it and it has no pull" % self._signal[g])
        return 1

    def still_ms(self, g):
        """How many ms, at most 127, a pin that was just read as 1 stays so if nobody does anything."""
        source = self._source[g]
        if source is None or self._mode[g] == _OUT or not source[0].still(source[1]):
            return 0
        return min(127, max(0, self.next_event - self.now) // 1000)

    # -- SPI, as the machine shim uses it

    def spi_open(self, host, baud, polarity, phase, sck, mosi, miso):
        """(Re)start an SPI host; miso None = not used, -1 = the host's default pin.

        Returns the real bits per second.
        Raises ValueError for a host that does not exist.
        """
        self.spend(PIN_US)
        defaults = self.soc["spi"].get(host)
        if defaults is None:
            raise ValueError("SPI(%s) doesn't exist" % host)
        wanted = [defaults[i] if p == -1 else p for i, p in enumerate((sck, mosi, miso))]
        for gpio in wanted:
            if gpio is not None:
                self._check_gpio(gpio)
        if wanted[2] in self.soc["strapping"]:
            self._broken("SPI(%d) claims the strapping pin GPIO%d as MISO; pass miso" % (host, wanted[2]))
        real = 80_000_000 // ((80_000_000 + baud - 1) // baud)
        bus = self._bus_at(wanted)
        if bus is not None and (polarity or phase):
            self._broken("the chips on the %s bus want SPI mode 0" % bus.name)
        self._hosts[host] = [bus, real]
        return real

    def spi_close(self, host):
        """Release the host."""
        self._hosts.pop(host, None)

    def _bus_at(self, wanted):
        for bus in self._buses:
            if bus.sck == wanted[0] and bus.mosi == wanted[1]:
                if wanted[2] is not None and wanted[2] != bus.miso:
                    self._broken("MISO of the %s bus is not GPIO%d" % (bus.name, wanted[2]))
                bus.listening = wanted[2] is not None
                return bus
        self._broken("no bus is wired to SCK GPIO%s and MOSI GPIO%s" % (wanted[0], wanted[1]))
        return None

    def spi_xfer(self, host, out, into):
        """One transfer: out and into as in Chip.transfer.  Raises OSError if the host was never opened."""
        link = self._hosts.get(host)
        if link is None:
            raise OSError(22)
        bus, rate = link
        n = len(into) if isinstance(out, int) else len(out)
        self.spend(SPI_CALL_US + (n * 8_000_000 + rate - 1) // rate)
        if bus is None:
            return
        chosen = self._chosen(bus)
        if into is not None and not bus.listening:
            self._broken("the %s bus is read but has no MISO" % bus.name)
        if chosen is None:
            if into is not None:
                self._broken("the %s bus is read while no chip is selected" % bus.name)
                for i in range(n):
                    into[i] = 0xFF
            return
        if self.frames is not None:
            self._logged(bus, chosen, out, into, n, rate)
        else:
            chosen.rate = rate
            chosen.transfer(out, into)
            if into is not None:
                bus.spoil(chosen, into)

    def _chosen(self, bus):
        """The chip that is selected, or None."""
        chosen = None
        for chip in bus.chips:
            if chip.selected:
                if chosen is not None and chosen.drives_miso() and chip.drives_miso():
                    self._broken("%s and %s drive MISO at once" % (chosen.name, chip.name))
                chosen = chip
        return chosen

    def _logged(self, bus, chip, out, into, n, rate):
        sent = bytes((out,)) * n if isinstance(out, int) else bytes(out)
        chip.rate = rate
        chip.transfer(out, into)
        if into is not None:
            bus.spoil(chip, into)
        self.frames.append((self.now, chip.name, sent, bytes(into) if into is not None else b""))


class Bus:
    """One wired SPI bus and the chips on it."""

    def __init__(self, name, sck, mosi, miso, chips):
        self.name = name
        self.sck = sck
        self.mosi = mosi
        self.miso = miso
        self.chips = chips
        self.listening = False

    def spoil(self, chosen, into):
        """A chip that is not selected but holds MISO (fault) wins against the one that is."""
        for chip in self.chips:
            if chip is not chosen and chip.holds_miso is not None and chip.drives_miso():
                for i in range(len(into)):
                    into[i] = 0xFF if chip.holds_miso else 0


class Decoder:
    """Half a 74HC139: while dec_en is low, the reader numbered dec_a0 + 2 * dec_a1 is selected.

    Moving the address while it is enabled lets spikes through on other lines: StrictError.
    """

    def __init__(self, wires, selects):
        self.wires = wires
        self.selects = selects
        self.levels = {}
        self.chosen = None

    def input(self, name, level):
        """fn(level) for one of its inputs, whose line stands at `level` now (None: open, taken as low)."""
        self.levels[name] = level or 0

        def edge(level):
            if name != "dec_en" and not self.levels["dec_en"] and level != self.levels[name]:
                self.wires._broken("the decoder's address moves while it is enabled")
            self.levels[name] = level
            self._settle()

        return edge

    def _settle(self):
        levels = self.levels
        chosen = None if levels["dec_en"] else levels["dec_a0"] + 2 * levels["dec_a1"]
        if chosen == self.chosen:
            return
        if self.chosen is not None:
            self.selects[self.chosen](1)
        self.chosen = chosen
        if chosen is not None:
            self.selects[chosen](0)


def _chip_select(chip):
    """fn(level) for the chip-select line of a chip."""
    chip.selected = False

    def edge(level):
        chip.selected = not level
        if not level:
            chip.frames += 1
        chip.select(not level)

    return edge


def _shared_pin(chips, name):
    """fn(level) for a pin that goes to all these chips."""

    def edge(level):
        for chip in chips:
            chip.pin_out(name, level)

    return edge
