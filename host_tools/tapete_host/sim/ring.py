"""The ring of WS2812 as a model: what colour each LED has, and had; changes when that hardware does."""

BYTE_US = 10  # eight bits of 1.25 us
KEPT = 200  # changes that are kept


class Ring:
    """Listens to one data line. `log` holds (number, us, bytes) of each change; an LED's are green, red, blue."""

    def __init__(self, world):
        self.world = world
        self.log = []
        self.changes = 0

    def take(self, data):
        """The line has sent so many bytes; LEDs that got none keep their colour."""
        last = self.log[-1][2] if self.log else b""
        data = bytes(data)
        data += last[len(data) :]
        if data != last:
            self.log.append((self.changes, self.world.now, data))
            self.changes += 1
            del self.log[:-KEPT]

    def dark(self):
        """Its supply has gone."""
        if self.log:
            self.take(bytes(len(self.log[-1][2])))

    def lights(self, since=0):
        """List of (number, ms, ["rrggbb"...]) from change number `since` on."""
        return [(n, us // 1000, _colours(data)) for n, us, data in self.log if n >= since]


def _colours(data):
    return ["%02x%02x%02x" % (data[i + 1], data[i], data[i + 2]) for i in range(0, len(data) - 2, 3)]
