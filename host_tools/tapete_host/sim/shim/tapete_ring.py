"""The chip's NeoPixel, for the virtual table: WS2812 in a row at one pin."""

import tapete_seam


class NeoPixel:
    ORDER = (1, 0, 2, 3)

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin = pin
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)
        self.timing = timing
        pin.init(pin.OUT)

    def __len__(self):
        return self.n

    def __setitem__(self, i, v):
        for k in range(self.bpp):
            self.buf[i * self.bpp + self.ORDER[k]] = v[k]

    def __getitem__(self, i):
        return tuple([self.buf[i * self.bpp + self.ORDER[k]] for k in range(self.bpp)])

    def fill(self, v):
        for i in range(self.n):
            self[i] = v

    def write(self):
        back = tapete_seam.back
        if hasattr(back, "lights"):
            back.lights(self.pin._gpio, self.buf)
        else:  # the wire, which has no more in it than every board needs
            back._clock += 10 * len(self.buf)
            back._since += 10 * len(self.buf)
            back._send_long(67, self.pin._gpio, self.buf, len(self.buf))
