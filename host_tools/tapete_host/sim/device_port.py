"""The model's side of the wire to one firmware process: messages in, answers out; changes with wire.py."""

import os
import signal
import socket
import struct

from . import wire
from .strict import DeviceEnd, NotModelled, StrictError
from .world import DEEPSLEEP_RESET

_KEEP = 255
# An answer that Ctrl-C may take the place of: nothing is half done by it, on flash or on a bus.
_BREAKABLE = (wire.PIN_GET, wire.SYNC)


class DevicePort:
    """One connection of a firmware process to `world`.

    `handle` acts on messages until one has to wait for the clock (`target` is then set) or none is left.
    """

    def __init__(self, sock, world):
        self.sock = sock
        self.world = world
        self.pid = _peer(sock)
        self.buffer = b""
        self.target = None  # a sleep waits until the clock is there (us)
        self.hello = False
        self.ended = None  # DeviceEnd, once the device has stopped
        self.breaking = False  # Ctrl-C waits to be told
        self.stirred = False  # somebody has done something since the last answer
        self.violations = []
        self._told = 0  # clock at the last answer
        self._answers = {
            wire.PIN_MODE: self._pin_mode,
            wire.PIN_GET: self._pin_get,
            wire.SPI_OPEN: self._spi_open,
            wire.SPI_CLOSE: self._spi_close,
            wire.SPI_READ: self._spi_read,
            wire.SPI_BOTH: self._spi_both,
            wire.PWM: self._pwm,
            wire.ADC: self._adc,
            wire.WATCHDOG: self._watchdog,
            wire.FEED: self._feed,
            wire.STOP: self._stop,
            wire.WAKE_ON: self._wake_on,
            wire.FLASH_READ: self._flash_read,
            wire.FLASH_PROGRAM: self._flash_program,
            wire.FLASH_ERASE: self._flash_erase,
            wire.SYNC: self._sync,
            wire.RTC_GET: self._rtc_get,
            wire.RTC_SET: self._rtc_set,
        }

    def fileno(self):
        return self.sock.fileno()

    def receive(self):
        """Take in what has arrived; False when the process has gone."""
        try:
            data = self.sock.recv(1 << 17)
        except OSError:
            return False
        self.buffer = self.buffer + data if self.buffer else data
        if not self.hello and len(self.buffer) >= 8:
            self._hello()
        return bool(data)

    @property
    def waiting(self):
        """True while a whole message lies in the buffer and no sleep is under way."""
        n = len(self.buffer)
        return self.target is None and n >= 8 and n >= 8 + (self.buffer[2] | self.buffer[3] << 8)

    def handle(self, limit):
        """Act on messages while the clock is not past limit() and no sleep waits."""
        world = self.world
        head = wire.HEAD
        at = 0
        data = self.buffer
        end = len(data)
        now_limit = limit(world.now)
        while end - at >= 8 and self.target is None and world.now <= now_limit:
            op, a, n, spent = head.unpack_from(data, at)
            if end - at < 8 + n:
                break
            payload = data[at + 8 : at + 8 + n]
            at += 8 + n
            try:
                if spent:
                    world.spend(spent)
                if op == wire.PIN_LOW:
                    world.pin_set(a, 0)
                elif op == wire.PIN_HIGH:
                    world.pin_set(a, 1)
                elif op == wire.SPI_WRITE:
                    world.spi_xfer(a, payload, None)
                elif op == wire.LIGHT:
                    world.lights(a, payload)
                elif op == wire.SLEEP:
                    self.target = world.now + int.from_bytes(payload, "little")
                else:
                    value, answer = self._answers[op](a, payload)
                    if self.breaking and op in _BREAKABLE:
                        self._break()
                    else:
                        self._answer(wire.OK, value, answer)
            except DeviceEnd as end_of_device:
                self.ended = end_of_device
                break
            except (StrictError, NotModelled, ValueError, OSError) as trouble:
                self._trouble(op, trouble)
        self.buffer = data[at:]

    def sleep_to(self, limit):
        """Let a sleep go on as far as the limit; answers when it is over."""
        world = self.world
        target = self.target
        if self.breaking:
            self.target = None
            self._break()
            return
        try:
            world.spend(max(0, min(target, limit) - world.now))
        except DeviceEnd as end_of_device:
            self.ended = end_of_device
            return
        except (StrictError, NotModelled) as trouble:
            self.target = None
            self._trouble(wire.SLEEP, trouble)
            return
        if world.now >= target:
            self.target = None
            self._answer(wire.OK, 0, b"")

    def _break(self):
        self.breaking = False
        self._answer(wire.BREAK, 0, b"")

    def _trouble(self, op, trouble):
        text = str(trouble)
        if isinstance(trouble, StrictError):
            self.violations.append(text)
            status, value = wire.STRICT, 0
        elif isinstance(trouble, NotModelled):
            self.violations.append(text)
            status, value = wire.ABSENT, 0
        elif isinstance(trouble, ValueError):
            status, value = wire.VALUE, 0
        else:
            status, value = wire.SYSTEM, trouble.errno or trouble.args[0]
        if op < wire.POSTED:
            self._answer(status, value, text.encode())
        elif self.world._held is None:
            self.world._held = trouble
            self.world.next_event = -1

    def _answer(self, status, value, payload):
        now = self.world.now
        if self.stirred:
            self.stirred = False
            status |= wire.STIRRED
        head = wire.HEAD.pack(status, value, len(payload), now - self._told)
        self._told = now
        try:
            self.sock.sendall(head + payload)
        except OSError:
            pass  # it died; its end is seen when reading

    def _hello(self):
        """The first message; it does not wait for the clock."""
        if self.buffer[0] != wire.HELLO:
            return
        self.hello = True
        self.buffer = self.buffer[8:]
        self._told = self.world.boot_at
        world = self.world
        more = struct.pack("<IBB", world.flash.blocks, world.wake, world.source)
        self._answer(wire.OK, world.cause, world.serial() + more)

    # -- messages with an answer: (value, payload)

    def _pin_mode(self, a, payload):
        mode, pull, value = (None if v == _KEEP else v for v in payload)
        self.world.pin_mode(a, mode, pull, value)
        return 0, b""

    def _pin_get(self, a, payload):
        level = self.world.pin_get(a)
        return level | self.world.still_ms(a) << 1 if level else 0, b""

    def _spi_open(self, a, payload):
        polarity, phase, sck, mosi, miso, baud = struct.unpack("<BBBBBI", payload)
        pins = [{255: -1, 254: None}.get(p, p) for p in (sck, mosi, miso)]
        return 0, struct.pack("<I", self.world.spi_open(a, baud, polarity, phase, *pins))

    def _spi_close(self, a, payload):
        self.world.spi_close(a)
        return 0, b""

    def _spi_read(self, a, payload):
        into = bytearray(payload[1] | payload[2] << 8)
        self.world.spi_xfer(a, payload[0], into)
        return 0, into

    def _spi_both(self, a, payload):
        into = bytearray(len(payload))
        self.world.spi_xfer(a, payload, into)
        return 0, into

    def _pwm(self, a, payload):
        self.world.pwm(a, *struct.unpack("<IH", payload))
        return 0, b""

    def _adc(self, a, payload):
        return 0, struct.pack("<I", self.world.adc(a))

    def _watchdog(self, a, payload):
        self.world.wdt(int.from_bytes(payload, "little"))
        return 0, b""

    def _feed(self, a, payload):
        self.world.wdt_feed()
        return 0, b""

    def _stop(self, a, payload):
        self.world.stop(a, int.from_bytes(payload, "little") or None)
        return 0, b""

    def _wake_on(self, a, payload):
        self.world.wake_on(None if a == _KEEP else a, payload[0])
        return 0, b""

    def _flash_read(self, a, payload):
        address, size = struct.unpack("<IH", payload)
        return 0, self.world.flash.view[address : address + size].tobytes()

    def _flash_program(self, a, payload):
        address = int.from_bytes(payload[:4], "little")
        return -self.world.flash.writeblocks(address // 4096, payload[4:], address % 4096), b""

    def _flash_erase(self, a, payload):
        return -self.world.flash.ioctl(6, int.from_bytes(payload, "little") // 4096), b""

    def _sync(self, a, payload):
        return 0, b""

    def _rtc_get(self, a, payload):
        return 0, self.world.memory()

    def _rtc_set(self, a, payload):
        self.world.memory(payload)
        return 0, b""

    # -- the process

    def computed_s(self):
        """Seconds of processor time that the firmware process has used; None where the system does not tell."""
        try:
            with open("/proc/%d/stat" % self.pid, "rb") as f:
                fields = f.read().rpartition(b")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError, IndexError):
            return None

    def kill(self):
        """End the firmware process at once, as the loss of power does, and close the wire."""
        if self.pid:
            try:
                os.kill(self.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.sock.close()


def _peer(sock):
    """Process id of the other end, or 0 where the system does not tell."""
    try:
        return struct.unpack("iII", sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
    except (AttributeError, OSError):
        return 0


def sleeps(world):
    """True while the device is in deep sleep."""
    return world.ended is not None and world.ended.cause == DEEPSLEEP_RESET
