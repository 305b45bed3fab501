"""A plain host for the PN5180 model: what a driver does, an instruction at a time, without the shim."""

import gc

if hasattr(gc, "threshold"):
    # No firmware loop collects here, and MicroPython allocates slowly in a big heap full of garbage.
    gc.threshold(2_000_000)


class Host:
    """Speaks to world.reader through the world's own pins and SPI, as the shim would; boots it first."""

    def __init__(self, world, boot=True, baud=5_000_000):
        self.w = world
        pins = world.pins
        self.nss = pins["rd_nss"]
        self.busy = pins["rd_busy"]
        self.rst = pins["rd_rst"]
        for bus, host, _, sck, mosi, miso in world.record.SPI:
            if bus == "reader":
                self.host = host
                world.spi_open(host, baud, 0, 0, pins[sck], pins[mosi], pins[miso])
        world.pin_mode(self.nss, 3, None, 1)
        world.pin_mode(self.rst, 3, None, 0)
        world.pin_mode(self.busy, 1, 1, None)
        if boot:
            self.boot()

    def boot(self):
        self.w.sleep(20)
        self.w.pin_set(self.rst, 1)
        self.w.sleep(3000)

    def wait(self):
        for _ in range(2000):
            if not self.w.pin_get(self.busy):
                return
        raise OSError("BUSY stays high")

    def send(self, data):
        self.wait()
        self.w.pin_set(self.nss, 0)
        self.w.spi_xfer(self.host, data, None)
        self.w.pin_set(self.nss, 1)

    def take(self, n):
        self.wait()
        into = bytearray(n)
        self.w.pin_set(self.nss, 0)
        self.w.spi_xfer(self.host, 0xFF, into)
        self.w.pin_set(self.nss, 1)
        return bytes(into)

    def ask(self, data, n):
        self.send(data)
        return self.take(n)

    def get(self, reg):
        return int.from_bytes(self.ask(bytes((4, reg)), 4), "little")

    def put(self, reg, value):
        self.send(bytes((0, reg)) + value.to_bytes(4, "little"))

    def set_bits(self, reg, value):
        self.send(bytes((1, reg)) + value.to_bytes(4, "little"))

    def mask_bits(self, reg, value):
        self.send(bytes((2, reg)) + value.to_bytes(4, "little"))

    # -- radio

    def field_on(self):
        self.send(bytes((0x11, 0x0D, 0x8D)))
        self.send(bytes((0x16, 0)))
        self.w.sleep(1500)

    def field_on_again(self):
        """As field_on, with the configuration already loaded."""
        self.send(bytes((0x16, 0)))
        self.w.sleep(1500)

    def field_off(self, us):
        self.send(bytes((0x17, 0)))
        self.w.sleep(us)

    def request(self, data, wait_us=900):
        """The answer's bytes, None for silence, ("collision", position) or ("error", status)."""
        self.put(0x00, 0)
        self.put(0x03, 0xFFFFFFFF)
        self.put(0x00, 3)
        self.send(bytes((9, 0)) + data)
        return self.listen(305 * (len(data) + 2) + wait_us)

    def eof(self, wait_us=800):
        self.mask_bits(0x18, 0xFFFFFB3F)
        self.put(0x00, 0)
        self.put(0x03, 0xFFFFFFFF)
        self.put(0x00, 3)
        self.send(bytes((9, 0)))
        return self.listen(wait_us)

    def listen(self, wait_us):
        end = self.w.now + wait_us
        while not self.get(0x02) & 1:
            if self.w.now > end and not self.get(0x02) & 0x4000:
                return None
            if self.w.now > end + 20000:
                return ("error", -1)
        status = self.get(0x13)
        if status & 1 << 18:
            self.w.sleep(300)
            return ("collision", status >> 19 & 127)
        if status & 3 << 16:
            self.w.sleep(300)
            return ("error", status)
        data = self.ask(bytes((0x0A, 0)), status & 0x1FF)
        self.w.sleep(100)
        return data

    def sixteen(self, mask=0, bits=0):
        """A 16-slot round: list of 16 results."""
        self.put(0x18, 0x540)
        found = [self.request(bytes((6, 1, bits)) + mask.to_bytes((bits + 7) // 8, "little"))]
        for _ in range(15):
            found.append(self.eof())
        self.put(0x18, 0x540)
        return found
