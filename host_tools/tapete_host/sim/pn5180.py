"""The PN5180 reader chip, as its data sheet describes the host interface and the transceiver; changes when
more of that chip is modelled."""

from . import crc14443
from .air14443 import clear_after, collision_base, frame_cycles, known_bits, micros
from .chip import NEVER, Chip
from .crc15693 import crc
from .field import ANSWER_SOF_US, EOF_US, T1_US, T2_US, WAKE_US, request_us
from .rng import Rng
from .strict import NotModelled, StrictError

BOOT_US = 2500
RESET_LOW_US = 10
BUSY_US = 4  # after a frame; `busy_us` of a reader changes it
CONFIG_US = 150  # LOAD_RF_CONFIG
RF_ON_US = 250
RF_OFF_US = 50
RX_WAIT_US = 100  # after sending, the receiver is still closed: WaitReceive, then WaitForData
EEPROM_WRITE_US = 2500
SLOT_US = T1_US + ANSWER_SOF_US  # t3: nobody has answered a slot

# Registers
SYSTEM_CONFIG = 0x00
IRQ_ENABLE = 0x01
IRQ_STATUS = 0x02
IRQ_CLEAR = 0x03
TRANSCEIVE_CONTROL = 0x04
CRC_RX_CONFIG = 0x12
RX_STATUS = 0x13
TX_CONFIG = 0x18
CRC_TX_CONFIG = 0x19
RF_STATUS = 0x1D
SYSTEM_STATUS = 0x24
_REGISTERS = 0x44
_TIMER_CONFIGS = (0x0E, 0x0F, 0x10)
_READ_ONLY = (0x02, 0x08, 0x09, 0x0A, 0x13, 0x1D, 0x1E, 0x24, 0x25)

# IRQ_STATUS bits
RX_IRQ = 1 << 0
TX_IRQ = 1 << 1
IDLE_IRQ = 1 << 2
RFOFF_IRQ = 1 << 8
RFON_IRQ = 1 << 9
SOF_IRQ = 1 << 14
SUBCARRIER_IRQ = 1 << 15
GENERAL_ERROR_IRQ = 1 << 17

# RF_STATUS states
IDLE = 0
WAIT_TRANSMIT = 1
TRANSMITTING = 2
WAIT_RECEIVE = 3
WAIT_FOR_DATA = 4
RECEIVING = 5
_STATE_NAMES = ("Idle", "WaitTransmit", "Transmitting", "WaitReceive", "WaitForData", "Receiving")

# What the one alarm is for
_BOOT = 1
_SENT = 2
_SOF = 3
_END = 4

_DATA_ENABLE = 0x400
_STOP_SYMBOL = 0x300
_START_SYMBOL = 0xC0
_VERSIONS = b"\x05\x03\x05\x03\x99\x00"  # product, firmware, EEPROM, each minor first
_TX_ISO15693 = 0x540  # data, start and stop symbol

_TX_CONFIGS = tuple(range(0x00, 0x1D)) + (0xFF,)
_RX_CONFIGS = tuple(range(0x80, 0x9D)) + (0xFF,)


class PN5180(Chip):
    """The reader on its SPI bus, with one antenna over `field`.

    Pins: nss (chip select), rst, busy.  In strict mode StrictError is raised on: SPI above 7 Mbit/s; a frame
    begun while BUSY is high, or before BUSY was seen low after the last one; a frame without bytes; a wrong
    instruction length, register, action or RF configuration; an answer left unread, read past its end, or
    read when there is none; SEND_DATA in any state but WaitTransmit, without field, or sooner than
    ISO15693's t2 and t3 allow; LOAD_RF_CONFIG while a transceive is active; writing a read-only register;
    RST low for under 10 us; using the chip while it is in reset.  Without strict mode these give
    GENERAL_ERROR, or the harm that the chip takes.
    """

    MAX_HZ = 7_000_000

    def __init__(self, world, name, field):
        super().__init__(world, name)
        self.field = field
        self.rng = Rng(world.seed + 3)
        self.regs = [0] * _REGISTERS
        self.eeprom = bytearray(256)
        for i in range(16):
            self.eeprom[i] = self.rng.below(256)
        self.eeprom[0x10:0x16] = _VERSIONS
        self.buf = bytearray(600)
        self.n = 0
        self.answer = bytearray(520)
        self.answer_n = 0
        self.given = 0
        self.air = bytearray(264)
        self.air_log = None  # list of (start us, bytes with CRC) when set to []
        self.heard = field.data  # bytes of the last answer, and old ones behind them
        # How a collision of ISO14443A is told (see air14443.collision_base): what its place counts from, and
        # whether bytes behind it are counted.  The one public driver that works with several tags wants this.
        self.coll_from = "level"
        self.coll_cut = True
        self.powered = True
        self.in_reset = True
        self.reset_at = 0
        self.rate = 0
        self.sends = 0
        # faults
        self.dead = None  # byte that MISO carries when the chip does not answer
        self.supply = True  # 5 V at TVDD
        self.antenna_gone = False  # a wire of the coil is broken: no tag gets power
        self.busy_stuck = None  # level
        self.busy_us = BUSY_US
        self.blunt = None  # a collision is reported with so many bytes only and without its place
        self.mute_boot = False  # never says IDLE_IRQ
        self._wipe()
        self._ops = {
            0x00: self._write,
            0x01: self._write,
            0x02: self._write,
            0x03: self._write_multiple,
            0x04: self._read,
            0x05: self._read_multiple,
            0x06: self._write_eeprom,
            0x07: self._read_eeprom,
            0x08: self._write_tx,
            0x09: self._send,
            0x0A: self._read_data,
            0x11: self._load_config,
            0x16: self._rf_on,
            0x17: self._rf_off,
        }

    # -- power, reset, boot

    def _wipe(self):
        """Everything volatile to its reset value."""
        for i in range(_REGISTERS):
            self.regs[i] = 0
        self.state = IDLE
        self.phase = 0
        self.busy_until = 0
        self.looked = False
        self.ready = False
        self.wedged = False
        self.stuck = None  # what frees a stuck transceiver: "idle", "config" or "reset" (fault)
        self.is15693 = False  # sends as ISO15693 has it
        self.is14443 = False  # sends as ISO14443A has it
        self.hears = None  # standard that the receiver is set up for: 15693, 14443 or None
        self.send_bits = 0  # of the last frame as ISO14443A has it
        self.n = 0
        self.answer_n = 0
        self.given = 0
        self.tx_n = 0
        self.rx_n = 0
        self.send_start = 0
        self.field_on_at = 0
        self.send_end = -T2_US
        self.send_eof = False
        self.sent_slots = False
        self.rx_end = -T2_US
        self.set_alarm(NEVER)
        self.field.carrier(False)

    def pin_out(self, name, level):
        if name != "rst":
            return
        now = self.world.now
        if not level:
            self.in_reset = True
            self.reset_at = now
            self._wipe()
        elif self.in_reset:
            if self.strict and now - self.reset_at < RESET_LOW_US:
                raise StrictError("PN5180: RST was low for %d us, it needs 10" % (now - self.reset_at))
            self.in_reset = False
            self.strict = self.world.strict
            self._boot()

    def _boot(self):
        self._wipe()
        if self.powered and self.dead is None:
            self.busy_until = self.world.now + BOOT_US
            self.phase = _BOOT
            self.set_alarm(self.busy_until)

    def power(self, on):
        self.powered = on
        if on and not self.in_reset:
            self._boot()
        else:
            self._wipe()

    def die(self, miso):
        """The chip stops answering; MISO then carries that byte.  None brings it back (fault)."""
        self.dead = miso
        if miso is None and not self.in_reset:
            self.brown_out()
        else:
            self._wipe()

    def stick(self, state, until):
        """The transceiver hangs in a state (3 or 5) until idle, a new RF configuration or reset (fault)."""
        self._go_idle()
        self.state = state
        self.stuck = until

    def go_deaf(self):
        """The receiver forgets its set-up, which can be seen in CRC_RX_CONFIG alone (fault)."""
        self.hears = None
        self.regs[CRC_RX_CONFIG] = 0

    def set_version(self, unknown):
        """The versions in EEPROM are the usual ones, or such as nobody knows (fault)."""
        self.eeprom[0x10:0x16] = b"\x7e\x09\x63\x21\x42\x07" if unknown else _VERSIONS

    def brown_out(self):
        """The chip resets itself: everything volatile is lost (fault).

        The host cannot know, so nothing it does is held against it until it has set the chip up again.
        """
        if not self.in_reset:
            self.strict = False
            self._boot()

    def level(self, name):
        if self.busy_stuck is not None:
            return self.busy_stuck
        if not self.powered or self.dead is not None or self.in_reset:
            return None
        if self.n or self.given or self.world.now < self.busy_until:
            return 1
        self.looked = True
        return 0

    def drives_miso(self):
        return self.powered and not self.in_reset

    # -- SPI frames

    def select(self, active):
        if not self.ready:
            return
        if not active:
            self._frame_end()
        elif self.strict:
            if self.world.now < self.busy_until or self.busy_stuck:
                raise StrictError("PN5180: a frame begins while BUSY is high")
            if not self.looked:
                raise StrictError("PN5180: a frame begins before BUSY was seen low after the last one")

    def transfer(self, out, into):
        if not self.ready:
            self._absent(into)
            return
        if self.rate > self.MAX_HZ and self.strict:
            raise StrictError("PN5180: SPI at %d bit/s, 7 Mbit/s is the limit" % self.rate)
        if self.answer_n:
            self._give(out, into)
            return
        n = self.n
        m = len(into) if isinstance(out, int) else len(out)
        if n + m > len(self.buf):
            raise StrictError("PN5180: an instruction of over %d bytes" % len(self.buf))
        if isinstance(out, int):
            for i in range(m):
                self.buf[n + i] = out
        else:
            self.buf[n : n + m] = out
        self.n = n + m
        if into is not None:
            for i in range(m):
                into[i] = 0xFF

    def _absent(self, into):
        if self.strict and self.dead is None and self.powered:
            raise StrictError("PN5180: used while in reset or booting")
        if into is not None:
            value = 0xFF if self.dead is None else self.dead
            for i in range(len(into)):
                into[i] = value

    def _give(self, out, into):
        """Answer bytes to MISO."""
        first = out if isinstance(out, int) else out[0]
        given = self.given
        m = len(into) if into is not None else len(out)
        if self.strict:
            if first != 0xFF:
                raise StrictError("PN5180: an answer waits; it is read with 0xFF on MOSI, not 0x%02X" % first)
            if given + m > self.answer_n:
                raise StrictError(
                    "PN5180: %d bytes are read of an answer that has %d" % (given + m, self.answer_n)
                )
        answer = self.answer
        left = self.answer_n - given
        if into is not None:
            for i in range(m):
                into[i] = answer[given + i] if i < left else 0xFF
        self.given = given + m

    def _frame_end(self):
        self.looked = False
        self.busy_until = self.world.now + self.busy_us
        if self.given:
            self.given = 0
            self.answer_n = 0
            return
        n = self.n
        self.n = 0
        if not n:
            self._refuse("a frame without bytes")
            return
        if self.wedged:
            return
        op = self._ops.get(self.buf[0])
        if op is None:
            code = self.buf[0]
            if code == 0xFF:
                self._refuse("a read, but no answer is there")
                return
            if 0x0B <= code <= 0x19:
                raise NotModelled("PN5180 instruction 0x%02X" % code)
            self._refuse("instruction 0x%02X does not exist" % code)
            return
        op(self.buf, n)

    def _refuse(self, text):
        """A host error: StrictError, or GENERAL_ERROR."""
        if self.strict:
            raise StrictError("PN5180: " + text)
        self.regs[IRQ_STATUS] |= GENERAL_ERROR_IRQ

    # -- registers

    def _value(self, buf, at):
        return buf[at] | buf[at + 1] << 8 | buf[at + 2] << 16 | buf[at + 3] << 24

    def _write(self, buf, n):
        if n != 6:
            self._refuse("register write of %d bytes, it has 6" % n)
            return
        self._put(buf[1], buf[0] + 1, self._value(buf, 2))

    def _write_multiple(self, buf, n):
        if n < 7 or (n - 1) % 6 or n > 1 + 42 * 6:
            self._refuse("write-multiple of %d bytes" % n)
            return
        for at in range(1, n, 6):
            self._put(buf[at], buf[at + 1], self._value(buf, at + 2))

    def _put(self, reg, action, value):
        """action 1 write, 2 or, 3 and."""
        if reg >= _REGISTERS or not 1 <= action <= 3:
            self._refuse("register 0x%02X, action %d" % (reg, action))
            return
        if reg in _READ_ONLY:
            self._refuse("register 0x%02X is read-only" % reg)
            return
        old = self.regs[reg]
        if action == 2:
            value |= old
        elif action == 3:
            value &= old
        if reg == IRQ_CLEAR:
            self.regs[IRQ_STATUS] &= ~value
            return
        if reg in _TIMER_CONFIGS and value & 1:
            raise NotModelled("PN5180 timer (register 0x%02X)" % reg)
        self.regs[reg] = value
        if reg == SYSTEM_CONFIG:
            self._command(old, value)

    def _command(self, old, value):
        if value & 0x100:
            self._boot()
            return
        command = value & 7
        if command == 4:  # KeepCommand
            command = old & 7
            value = value & ~7 | command
            self.regs[SYSTEM_CONFIG] = value
            if not value & 8:
                return
        if self.stuck is not None:
            if command or self.stuck != "idle":
                return
            self.stuck = None
        if command == 0:
            self._go_idle()
        elif command == 3:
            if old & 7 != 3:
                # Without INITIATOR (set by the RF configuration) it listens instead of waiting to send.
                self.state = WAIT_TRANSMIT if self.regs[TRANSCEIVE_CONTROL] & 1 else WAIT_RECEIVE
        else:
            raise NotModelled("PN5180 command %d in SYSTEM_CONFIG" % command)
        if value & 8:
            self.regs[SYSTEM_CONFIG] = value & ~8
            self._start(self.tx_n)

    def _go_idle(self):
        self.state = IDLE
        if self.phase:
            self.phase = 0
            self.set_alarm(NEVER)

    def _get(self, reg):
        if reg == RF_STATUS:
            state = self.state
            if state == WAIT_RECEIVE and self.world.now - self.send_end > RX_WAIT_US:
                state = WAIT_FOR_DATA
            # Unchecked on real boards: that AGC_VALUE stands at an end of its range without an antenna.
            agc = 0x3FF if self.antenna_gone else 0x120
            return state << 24 | (0x20000 | agc if self.field.on else 0)
        if reg == IRQ_CLEAR:
            return 0
        return self.regs[reg]

    def _read(self, buf, n):
        if n != 2 or buf[1] >= _REGISTERS:
            self._refuse("register read of %d bytes, register 0x%02X" % (n, buf[1]))
            return
        self._answer_value(0, self._get(buf[1]))
        self.answer_n = 4

    def _read_multiple(self, buf, n):
        if not 2 <= n <= 19:
            self._refuse("read-multiple of %d registers, 18 are the limit" % (n - 1))
            return
        for i in range(1, n):
            if buf[i] >= _REGISTERS:
                self._refuse("register 0x%02X does not exist" % buf[i])
                return
            self._answer_value(4 * (i - 1), self._get(buf[i]))
        self.answer_n = 4 * (n - 1)

    def _answer_value(self, at, value):
        answer = self.answer
        answer[at] = value & 255
        answer[at + 1] = value >> 8 & 255
        answer[at + 2] = value >> 16 & 255
        answer[at + 3] = value >> 24 & 255

    def _write_eeprom(self, buf, n):
        if n < 3 or buf[1] + n - 2 > 255:
            self._refuse("EEPROM write of %d bytes at 0x%02X" % (n - 2, buf[1]))
            return
        if buf[1] < 0x16:
            self._refuse("EEPROM below 0x16 is read-only")
            return
        self.eeprom[buf[1] : buf[1] + n - 2] = buf[2:n]
        self.busy_until = self.world.now + EEPROM_WRITE_US

    def _read_eeprom(self, buf, n):
        if n != 3 or not buf[2] or buf[1] + buf[2] > 255:
            self._refuse("EEPROM read of %d bytes" % n)
            return
        self.answer[0 : buf[2]] = self.eeprom[buf[1] : buf[1] + buf[2]]
        self.answer_n = buf[2]

    # -- radio: configuration and field

    def _load_config(self, buf, n):
        if n != 3 or buf[1] not in _TX_CONFIGS or buf[2] not in _RX_CONFIGS:
            self._refuse("LOAD_RF_CONFIG %02X %02X, %d bytes" % (buf[1], buf[2], n))
            return
        if self.stuck == "config":
            self.stuck = None
            self._go_idle()
        if self.stuck is None and (self.state != IDLE or self.regs[SYSTEM_CONFIG] & 7):
            if self.strict:
                raise StrictError("PN5180: LOAD_RF_CONFIG while a transceive is active wedges the chip")
            # Field reports: it wedged after a frame that got no answer.  With the field off a public library
            # does it after every round and works.
            if self.field.on and self.state > WAIT_TRANSMIT:
                self.wedged = True
                return
        self.busy_until = self.world.now + CONFIG_US
        self.strict = self.world.strict
        if buf[1] != 0xFF:
            self.is15693 = buf[1] in (0x0D, 0x0E)
            self.is14443 = buf[1] == 0x00
            self.regs[TX_CONFIG] = _TX_ISO15693
            self.regs[TRANSCEIVE_CONTROL] |= 1
            self.regs[CRC_TX_CONFIG] = 1 if self.is15693 else 0
        if buf[2] != 0xFF:
            # 8E receives at 53 kbit/s: the tags' 26 kbit/s are not understood
            self.hears = {0x8D: 15693, 0x80: 14443}.get(buf[2])
            self.regs[CRC_RX_CONFIG] = 1 if self.hears == 15693 else 0

    def _rf_on(self, buf, n):
        if n != 2:
            self._refuse("RF_ON of %d bytes, it has 2" % n)
            return
        self.busy_until = self.world.now + RF_ON_US
        if self.supply:
            if not self.field.on:
                self.field_on_at = self.world.now
            self.field.carrier(True)
            self.regs[IRQ_STATUS] |= RFON_IRQ

    def _rf_off(self, buf, n):
        if n != 2:
            self._refuse("RF_OFF of %d bytes, it has 2" % n)
            return
        self.busy_until = self.world.now + RF_OFF_US
        if self.field.on:
            self.regs[IRQ_STATUS] |= RFOFF_IRQ
        self.field.carrier(False)

    # -- radio: sending

    def _write_tx(self, buf, n):
        if not 2 <= n <= 261:
            self._refuse("WRITE_TX_DATA of %d bytes" % (n - 1))
            return
        self.air[0 : n - 1] = buf[1:n]
        self.tx_n = n - 1

    def _send(self, buf, n):
        if not 2 <= n <= 262 or buf[1] > 7:
            self._refuse("SEND_DATA of %d bytes, %d bits in the last" % (n - 2, buf[1]))
            return
        if buf[1] and not self.is14443:
            raise NotModelled("PN5180 frames whose last byte is not whole, but of ISO14443A")
        self.air[0 : n - 2] = buf[2:n]
        self._start(n - 2, buf[1])

    def _start(self, n, last=0):
        """Begin to send n bytes of `air`, of the last one `last` bits if not 0, as TX_CONFIG has it."""
        if self.stuck is not None:
            self.regs[IRQ_STATUS] |= GENERAL_ERROR_IRQ
            return
        if self.regs[SYSTEM_CONFIG] & 7 != 3 or self.state != WAIT_TRANSMIT:
            self._refuse("SEND_DATA in state %s, it needs WaitTransmit" % _STATE_NAMES[self.state])
            return
        if not self.field.on:
            self._refuse("SEND_DATA without a field")
            return
        shape = self.regs[TX_CONFIG]
        now = self.world.now
        self.send_eof = not self.is14443 and not shape & _DATA_ENABLE and not shape & _START_SYMBOL
        if self.strict and not self.is14443:
            self._check_gap(now, n)
        elif self.strict and not n:
            raise StrictError("PN5180: SEND_DATA without bytes")
        if self.send_eof:
            us = EOF_US
        else:
            if n and not last and self.regs[CRC_TX_CONFIG] & 1:
                c = crc14443.crc(self.air, n) if self.is14443 else crc(self.air, n)
                self.air[n] = c & 255
                self.air[n + 1] = c >> 8
                n += 2
            us = request_us(n)
            if self.is14443:
                self.send_bits = n * 8 - 8 + last if last else n * 8
                us = micros(frame_cycles(self.air, self.send_bits)[0])
        if self.air_log is not None:
            self.air_log.append((now, b"" if self.send_eof else bytes(self.air[0:n])))
        self.tx_n = n
        self.sends += 1
        self.send_start = now
        self.state = TRANSMITTING
        self.phase = _SENT
        self.set_alarm(now + us)

    def _check_gap(self, now, n):
        if self.send_eof and n:
            raise StrictError("PN5180: SEND_DATA has bytes but TX_CONFIG sends an EOF alone")
        if not self.send_eof and not n:
            raise StrictError("PN5180: SEND_DATA without bytes; TX_CONFIG is not set for an EOF alone")
        if now - self.field_on_at < WAKE_US:
            raise StrictError(
                "ISO15693: a frame %d us after field on, tags need 1 ms" % (now - self.field_on_at)
            )
        if now - self.rx_end < T2_US:
            raise StrictError(
                "ISO15693: a frame %d us after an answer, t2 is %d us" % (now - self.rx_end, T2_US)
            )
        least = SLOT_US if self.send_eof else T2_US
        if self.rx_end < self.send_end and now - self.send_end < least:
            raise StrictError(
                "ISO15693: a frame %d us after the last, %d us are due" % (now - self.send_end, least)
            )

    # -- radio: time passes

    def tick(self, now):
        phase = self.phase
        self.phase = 0
        if phase == _SENT:
            self._sent(now)
        elif phase == _SOF:
            self._sof(now)
        elif phase == _END:
            self._received(now)
        elif phase == _BOOT:
            self.ready = True
            self.regs[IRQ_STATUS] = 0 if self.mute_boot else IDLE_IRQ

    def _sent(self, now):
        self.send_end = now
        self.regs[IRQ_STATUS] |= TX_IRQ
        self.state = WAIT_RECEIVE
        self.regs[RX_STATUS] = 0  # valid until the receiver is enabled again
        self.rx_n = 0
        field = self.field
        if self.is14443:
            if field.air14443.request(self.air, self.send_bits, self.send_start) and self.hears == 14443:
                self.phase = _SOF
                self.set_alarm(field.air14443.begin_at)
            return
        if not self.is15693:
            return
        if self.send_eof:
            heard = field.eof(self.send_start)
        else:
            heard = field.request(self.air, self.tx_n, self.send_start)
        if heard and self.hears == 15693:
            self.phase = _SOF
            self.set_alarm(field.sof_at)

    def _sof(self, now):
        air = self.field.air14443 if self.is14443 else self.field
        if not air.still_talking():
            return
        self.regs[IRQ_STATUS] |= SOF_IRQ | SUBCARRIER_IRQ
        self.state = RECEIVING
        self.phase = _END
        self.set_alarm(air.end_at)

    def _received14443(self, air):
        """As _received, of an answer of ISO14443A: bits, parity, and the place of a collision (from 0)."""
        air.collect()
        if air.count and air.cut_off() and self.rng.below(2) or not air.valid:
            return
        crc_on = self.regs[CRC_RX_CONFIG]
        align = crc_on >> 6 & 7
        value = air.aligned(align)
        n = len(value)
        status = (align + air.bits & 7) << 13
        if air.collision >= 0:
            place = collision_base(self.coll_from, align, known_bits(self.send_bits)) + air.collision
            status |= 1 << 18 | min(place, 127) << 19 | 1 << 16
            if not crc_on & 0x200:
                clear_after(value, align + air.collision, self.rng.below(2))
            if self.coll_cut:
                n = (align + air.collision >> 3) + 1
        elif not air.parity:
            status |= 1 << 16
        if crc_on & 1:
            if n < 3 or air.bits & 7 or not crc14443.fits(value, n):
                status |= 1 << 16
            n = max(0, n - 2)
        self.heard = value
        self.rx_n = n
        self.regs[RX_STATUS] = status | n
        self.regs[IRQ_STATUS] |= RX_IRQ
        self.state = WAIT_TRANSMIT

    def _received(self, now):
        if self.is14443:
            self._received14443(self.field.air14443)
            return
        field = self.field
        self.heard = field.data
        field.collect(self.regs[CRC_RX_CONFIG] >> 9 & 1)
        if field.broken and self.rng.below(2):
            return  # the receiver hangs in state Receiving: a card was pulled away
        n = field.count
        status = field.last_bits << 13
        if self.regs[CRC_RX_CONFIG] & 1:
            if n < 3 or crc(field.data, n - 2) != field.data[n - 2] | field.data[n - 1] << 8:
                status |= 1 << 16
            n = max(0, n - 2)
        if field.broken:
            status |= 1 << 17
        if field.collision >= 0 and self.blunt is not None:
            status |= 1 << 18 | 1 << 17 | 1 << 16
            n = min(n, self.blunt)
        elif field.collision >= 0:
            status |= 1 << 18 | min(field.collision, 127) << 19 | 1 << 16
        self.rx_n = n
        self.regs[RX_STATUS] = status | n
        self.regs[IRQ_STATUS] |= RX_IRQ
        self.state = WAIT_TRANSMIT
        if not self.field.hissing:
            self.rx_end = now  # T2 is due after an answer of a tag, not after noise

    def _read_data(self, buf, n):
        if n != 2 or buf[1]:
            self._refuse("READ_DATA of %d bytes" % n)
            return
        if not self.rx_n and self.strict:
            raise StrictError("PN5180: READ_DATA, but nothing was received")
        # Not an error for the chip: what lies behind the received bytes is old or nothing.
        n = min(508, len(self.heard))
        self.answer[0:n] = self.heard[0:n]
        self.answer_n = self.rx_n if self.strict else 508
