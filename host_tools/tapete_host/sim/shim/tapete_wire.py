"""What stands behind the shim when the models run in a process of their own: one blocking socket.

Speaks the messages of sim/wire.py.  Kept small: what it takes is added to the firmware's heap budget.  Pin
edges and short SPI writes are only put into the outgoing buffer; the next call that needs an answer takes
them along.  The clock is kept here and set right with every answer.
"""

import socket
from io import BytesIO
from struct import pack_into, unpack_from

_ROOM = 256
_SYNC_US = 5000


class Wire:
    """Has the methods of sim.world.World that the shim calls, and is the block device for littlefs."""

    def __init__(self, path):
        self._sock = socket.socket(1)
        self._sock.connect(bytes([1, 0]) + path.encode() + b"\0")
        self._out = bytearray(_ROOM)
        self._at = 0
        self._head = bytearray(8)
        self._clock = 0
        self._base = 0  # at the last answer
        self._spent = 0  # since the last message
        self._since = 0  # since the last answer
        self._rates = {}
        # Pins that stay high until the clock is at `end`: they need not be asked for. No bits of a number, which for
        # pin 31 and more would be one that takes heap on 32 bits.
        self.index = bytearray(49)
        self.end = 0
        # Flash comes in pieces of 1,024 bytes: littlefs reads 128, one beside the other. Numbers of those that lie in
        # `values`, which give some of it without taking memory. No name here that MicroPython does not have: the table
        # of names is the device's.
        self.keys = [-1] * 4
        self.data = bytearray(1024)
        self.values = [BytesIO(self.data) for _ in range(4)]
        for i in range(4):
            self.values[i].write(self.data)  # or they would share it
        self.cause = self._ask(1, 0, 0)
        reply = self._payload()
        self._serial = reply[:6]
        self.blocks = unpack_from("<I", reply, 6)[0]
        self.wake = reply[10]
        self.source = reply[11]

    # -- messages

    def _post(self, op, a, n):
        """Head of a message with n bytes of payload; the caller puts them at _at and moves it on."""
        if self._at + 8 + n > _ROOM:
            self._flush()
        pack_into("<BBHI", self._out, self._at, op, a, n, self._spent)
        self._spent = 0
        self._at += 8

    def _flush(self):
        self._sock.write(self._out, self._at)
        self._at = 0

    def _ask(self, op, a, n):
        """Send what waits and a message whose n payload bytes lie at _at + 8; returns the answer's value."""
        pack_into("<BBHI", self._out, self._at, op, a, n, self._spent)
        self._at += 8 + n
        self._flush()
        return self._answer()

    def _answer(self):
        head = self._head
        if self._sock.readinto(head) != 8:
            self._gone()
        self._spent = 0
        self._since = 0
        self._base += head[4] | head[5] << 8 | head[6] << 16 | head[7] << 24
        self._clock = self._base
        if head[0]:
            if head[0] & 128:
                self.discard()
            if head[0] & 127:
                self._raise(head[0] & 127, head[1])
        return head[1]

    def _payload(self):
        return self._sock.read(self._head[2] | self._head[3] << 8)

    def _raise(self, status, value):
        text = self._payload()
        if status == 5:
            raise KeyboardInterrupt
        if status == 3:
            raise OSError(value)
        text = text.decode()
        if status == 2:
            raise ValueError(text)
        if status == 4:
            raise NotImplementedError(text)
        raise RuntimeError("StrictError: " + text)

    def _gone(self):
        raise SystemExit("the model process has gone")

    def _passed(self, us):
        """The clock moves here alone."""
        self._clock += us
        self._spent += us
        self._since += us
        if self._since > _SYNC_US:
            self._room(0)
            self._ask(18, 0, 0)

    def _room(self, n):
        if self._at + 8 + n > _ROOM:
            self._flush()

    def _value4(self, value):
        self._room(8)
        pack_into("<I", self._out, self._at + 8, value)

    # -- what the shim calls

    def pin_mode(self, gpio, mode, pull, value):
        self.discard()
        self._room(3)
        pack_into(
            "<BBB",
            self._out,
            self._at + 8,
            255 if mode is None else mode,
            255 if pull is None else pull,
            255 if value is None else 1 if value else 0,
        )
        self._ask(2, gpio, 3)

    def pin_set(self, gpio, level):
        self._clock += 5
        self._since += 5
        self._post(65 if level else 64, gpio, 0)

    def pin_get(self, gpio):
        if self.index[gpio]:
            if self._clock + 5 < self.end:
                self._passed(5)
                return 1
            self.discard()
        self._room(0)
        value = self._ask(3, gpio, 0)
        if value > 1:
            end = self._clock + (value >> 1) * 1000
            if end < self.end or self.end <= self._clock:
                self.end = end
            self.index[gpio] = 1
        return value & 1

    def discard(self):
        """No pin's level is known any more."""
        self.end = 0
        for i in range(49):
            self.index[i] = 0

    def spi_open(self, host, baud, polarity, phase, sck, mosi, miso):
        self._room(9)
        out = self._out
        at = self._at + 8
        out[at] = polarity
        out[at + 1] = phase
        for pin in (sck, mosi, miso):
            out[at + 2] = 254 if pin is None else pin & 255
            at += 1
        pack_into("<I", out, at + 2, baud)
        self._ask(4, host, 9)
        self._rates[host] = unpack_from("<I", self._payload())[0]

    def spi_close(self, host):
        self._room(0)
        self._ask(5, host, 0)

    def spi_xfer(self, host, out, into):
        if into is None:
            self._write(host, out, len(out))
        elif isinstance(out, int):
            self._room(3)
            pack_into("<BH", self._out, self._at + 8, out, len(into))
            self._ask(6, host, 3)
            self._sock.readinto(into)
        else:
            self._send_long(7, host, out, len(out))
            self._answer()
            self._sock.readinto(into)

    def _write(self, host, out, n):
        rate = self._rates.get(host)
        if rate is None:
            raise OSError(22)
        us = 45 + (n * 8000000 + rate - 1) // rate
        self._clock += us
        self._since += us
        if n > 40:
            self._send_long(66, host, out, n)
            return
        self._post(66, host, n)
        buf = self._out
        at = self._at
        for i in range(n):
            buf[at + i] = out[i]
        self._at = at + n

    def _send_long(self, op, host, out, n):
        self._post(op, host, n)
        self._flush()
        self._sock.write(out)

    def ticks(self):
        self._passed(2)
        return self._clock

    def uptime(self):
        return self._clock

    def sleep(self, us):
        while us > 1000000000:
            self.sleep(1000000000)
            us -= 1000000000
        self._value4(us if us > 0 else 0)
        self._ask(12, 0, 4)

    def pwm(self, gpio, hz, duty):
        self._room(6)
        pack_into("<IH", self._out, self._at + 8, hz, duty)
        self._ask(8, gpio, 6)

    def adc(self, gpio):
        self._room(0)
        self._ask(9, gpio, 0)
        return unpack_from("<I", self._payload())[0]

    def wdt(self, ms):
        self._value4(ms)
        self._ask(10, 0, 4)

    def wdt_feed(self):
        self._room(0)
        self._ask(11, 0, 0)

    def stop(self, cause, us=None):
        self._value4(us or 0)
        self._ask(13, cause, 4)

    def wake_on(self, gpio, level):
        self._room(1)
        self._out[self._at + 8] = level
        self._ask(14, 255 if gpio is None else gpio, 1)

    def memory(self, data=None):
        if data is not None:
            self._send_long(20, 0, data, len(data))
            self._answer()
            return data
        self._room(0)
        self._ask(19, 0, 0)
        return self._payload()

    def serial(self):
        return self._serial

    # -- the flash, as VfsLfs2 calls it

    def readblocks(self, n, buf, off=0):
        off += n * 4096
        n = off // 1024
        i = (n + n // 4) % 4  # the two blocks of a pair of littlefs seldom meet
        if off % 1024 + len(buf) > 1024:
            self.read(off, buf)
            return 0
        if self.keys[i] != n:
            self.keys[i] = -1
            self.read(n * 1024, self.data)
            self.values[i].seek(0)
            self.values[i].write(self.data)
            self.keys[i] = n
        self.values[i].seek(off % 1024)
        self.values[i].readinto(buf)
        return 0

    def read(self, off, into):
        self._room(6)
        pack_into("<IH", self._out, self._at + 8, off, len(into))
        self._ask(15, 0, 6)
        self._sock.readinto(into)

    def clear(self, n):
        """Block n is changed."""
        for i in range(4):
            if self.keys[i] // 4 == n:
                self.keys[i] = -1

    def writeblocks(self, n, buf, off=0):
        self.clear(n)
        self._room(4)
        size = len(buf)
        pack_into("<BBHI", self._out, self._at, 16, 0, 4 + size, self._spent)
        pack_into("<I", self._out, self._at + 8, n * 4096 + off)
        self._at += 12
        self._flush()
        self._sock.write(buf)
        return -self._answer()

    def ioctl(self, op, arg):
        if op == 4:
            return self.blocks
        if op == 5:
            return 4096
        if op == 6:
            self.clear(arg)
            self._value4(arg * 4096)
            return -self._ask(17, 0, 4)
        return 0
