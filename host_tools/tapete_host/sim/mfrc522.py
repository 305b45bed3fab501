"""The MFRC522 reader chip, as its data sheet (revision 3.9) describes registers, FIFO, timer and transceiver;
changes when more of that chip is modelled."""

from . import mfrc522map as m
from .air14443 import clear_after, collision_base, frame_cycles, known_bits, micros
from .chip import NEVER, Chip
from .crc14443 import crc
from .mfrc522faults import ARGUMENTS, FAULTS, Faulty  # noqa: F401 - looked up here by sim/faults.py
from .rng import Rng
from .strict import NotModelled, StrictError


class MFRC522(Faulty, Chip):
    """A reader on an SPI bus, with its antenna over `field`.

    Pins: cs (chip select), rst (NRSTPD).  In strict mode StrictError is raised on: SPI above 10 Mbit/s; an
    address byte whose bit 0 is set; reading or writing reserved registers; writing a read-only register; use
    while NRSTPD is low; a write before the oscillator runs or in power-down; StartSend without Transceive,
    with an empty FIFO or while a frame is under way.  Without strict mode such writes have no effect.

    coll_from   what CollPos counts from, see air14443.collision_base
    version     VersionReg: 0x91 0x92, of clones 0x88 0x12 0x18 0x82 0x90 0xB2
    holds_miso  None, or the level at which a clone that never releases MISO holds it
    """

    MAX_HZ = 10_000_000

    def __init__(self, world, name, field, version=0x92):
        super().__init__(world, name)
        self.field = field
        self.air = field.air14443
        self.rng = Rng(world.seed + 31 + ord(name[-1]))
        self.version = version
        self.coll_from = "level"
        self.air_log = None  # list of (start us, bytes, bits) when set to []
        self.sends = 0
        self.rate = 0
        self.regs = bytearray(64)
        self.fifo = bytearray(m.FIFO_BYTES)
        self.level_n = 0
        self.buffer25 = bytearray(25)  # the internal buffer of Mem and RandomID
        self.frame = bytearray(m.FIFO_BYTES + 2)
        self.powered = True
        self.in_reset = True
        self.dead = None  # byte that MISO carries when the chip does not answer (fault)
        self.sleeps = False  # never leaves power-down (fault)
        self.deaf = False  # (fault)
        self.true_version = version
        self.brown_ms = None
        self._wipe()

    # -- power, reset, start

    def _reset_registers(self):
        """Registers to their reset values; the 25-byte buffer stays."""
        regs = self.regs
        for i in range(64):
            regs[i] = 0
        for address in m.PLAIN:
            regs[address] = m.PLAIN[address][0]
        regs[m.CRC_HIGH] = regs[m.CRC_LOW] = 0xFF
        regs[m.COMMAND] = 0x20
        regs[m.COM_IRQ] = 0x14
        regs[m.COLL] = 0xA0
        self.command = m.IDLE
        self.modem = m.M_IDLE
        self.keep_level = 0
        self.tx_bits = self.rx_align = self.rx_last = 0
        self.level_n = 0
        self.crc_ready = True
        self.crc_ok = False
        self.crc = 0xFFFF
        self.rf_at = NEVER  # when the transceiver goes on
        self.known = 0  # bits of the UID level that the request named
        self.counted = False  # five bits of the answer have come
        self.send_bits = 0
        self.send_start = self.sent_at = 0
        self._timer_stop()
        self.count = 0
        self._drive()

    def _wipe(self):
        self._reset_registers()
        self.ready_at = NEVER
        self.address = None
        self.reads = False
        self.given = None
        self.deaf = False
        self.set_alarm(NEVER)

    def pin_out(self, name, level):
        if name != "rst":
            return
        if not level:
            self.in_reset = True
            self._wipe()
        elif self.in_reset:
            self.in_reset = False
            self.strict = self.world.strict
            self._start(m.CRYSTAL_US + m.READY_US)

    def _start(self, us):
        self._wipe()
        if self.powered and self.dead is None:
            self.ready_at = self.world.now + us

    def power(self, on):
        self.powered = on
        if not on:
            for i in range(25):
                self.buffer25[i] = 0
        if on and not self.in_reset:
            self._start(m.CRYSTAL_US + m.READY_US)
        else:
            self._wipe()

    def awake(self):
        """True when the chip is powered, out of reset and its oscillator runs."""
        return self.world.now >= self.ready_at and not self.regs[m.COMMAND] & 0x10 and not self.sleeps

    def drives_miso(self):
        return self.powered and not self.in_reset

    # -- SPI frames (8.1.2)

    def select(self, active):
        self.address = None
        self.given = None

    def transfer(self, out, into):
        if self.in_reset or self.dead is not None or not self.powered:
            self._absent(into)
            return
        if self.rate > self.MAX_HZ and self.strict:
            raise StrictError("MFRC522: SPI at %d bit/s, 10 Mbit/s is the limit" % self.rate)
        same = isinstance(out, int)
        awake = self.world.now >= self.ready_at and not self.sleeps
        address = self.address
        for i in range(len(into) if same else len(out)):
            byte = out if same else out[i]
            answer = 0
            if address is None:
                address = self._address(byte)
                self.reads = byte > 127
            elif not self.reads:
                self._put(address, byte)
            else:
                answer = self.regs[address] if awake and m.DIRECT[address] else self._get(address)
                # The last byte of a read has no address; what comes after it is not defined.
                address = self._address(byte) if byte > 127 else 0
            if into is not None:
                into[i] = answer
        self.address = address

    def _absent(self, into):
        if self.strict and self.dead is None and self.powered:
            raise StrictError("MFRC522: used while NRSTPD is low")
        if into is not None:
            value = 0xFF if self.dead is None else self.dead
            for i in range(len(into)):
                into[i] = value

    def _address(self, byte):
        if byte & 1 and self.strict:
            raise StrictError("MFRC522: bit 0 of an address byte is 0, not 0x%02X" % byte)
        return byte >> 1 & 0x3F

    def _refuse(self, text):
        if self.strict:
            raise StrictError("MFRC522: " + text)

    # -- reading registers

    def _get(self, address):
        if address == m.VERSION:
            return self.version
        if self.world.now < self.ready_at or self.sleeps:
            return 0x30 if address == m.COMMAND else self.regs[address]
        if m.DIRECT[address]:
            return self.regs[address]
        reader = _READERS.get(address)
        if reader is not None:
            return reader(self)
        if address:
            self._refuse("register 0x%02X is reserved" % address)
        return 0

    def _command_register(self):
        return self.regs[m.COMMAND] & 0x30 | self.command

    def _status1(self):
        value = 0x20 if self.crc_ready else 0
        if self.crc_ok:
            value |= 0x40
        if (
            self.regs[m.COM_IRQ] & self.regs[m.COM_IEN] & 0x7F
            or self.regs[m.DIV_IRQ] & self.regs[m.DIV_IEN] & 0x14
        ):
            value |= 0x10
        if self.timer_at < NEVER:
            value |= 0x08
        return value | self._alerts()

    def _alerts(self):
        value = 0
        if m.FIFO_BYTES - self.level_n <= self.regs[m.WATER_LEVEL]:
            value = 2
        if self.level_n <= self.regs[m.WATER_LEVEL]:
            value |= 1
        return value

    def _status2(self):
        modem = self.modem
        if modem == m.M_RX_WAIT and self.world.now - self.sent_at > m.RX_WAIT_US:
            modem = m.M_WAIT_DATA
        return self.regs[m.STATUS2] & 0xC8 | modem

    def _control(self):
        return 0x10 | self.rx_last

    def _bit_framing(self):
        return self.rx_align << 4 | self.tx_bits

    def _t_counter(self):
        if self.timer_at >= NEVER:
            return self.count
        left = self.timer_at - self.world.now
        return max(0, min(0xFFFF, left * 1356 // (100 * self._divider()) if left > 0 else 0))

    # -- writing registers

    def _put(self, address, value):
        if self.world.now < self.ready_at or self.sleeps:
            self._refuse("register 0x%02X is written before the oscillator runs" % address)
            return
        if self.regs[m.COMMAND] & 0x10 and address != m.COMMAND:
            self._refuse("register 0x%02X is written in power-down" % address)
            return
        plain = m.PLAIN.get(address)
        if plain is not None:
            self.regs[address] = plain[0] & ~plain[1] & 0xFF | value & plain[1]
            if address == m.TX_CONTROL:
                self._drive()
            elif address == m.WATER_LEVEL:
                self._level_moved()
            return
        writer = _WRITERS.get(address)
        if writer is not None:
            writer(self, value)
        elif address in m.READ_ONLY:
            self._refuse("register 0x%02X is read-only" % address)
        else:
            self._refuse("register 0x%02X is reserved" % address)

    def _put_irq(self, address, value, mask):
        """Set1/Set2: the marked bits are set when bit 7 is 1, cleared when it is 0."""
        if value & 0x80:
            self.regs[address] |= value & mask
        else:
            self.regs[address] &= ~value & mask

    def _put_com_irq(self, value):
        self._put_irq(m.COM_IRQ, value, 0x7F)

    def _put_div_irq(self, value):
        self._put_irq(m.DIV_IRQ, value, 0x14)

    def _put_status2(self, value):
        # Firmware can only clear MFCrypto1On.
        self.regs[m.STATUS2] = value & 0xC0 | self.regs[m.STATUS2] & value & 0x08

    def _put_fifo_level(self, value):
        if value & 0x80:
            self.level_n = 0
            self.regs[m.ERROR] &= ~m.OVERFLOW & 0xFF
            self._level_moved()

    def _put_control(self, value):
        if value & 0x80:
            self._timer_stop()
        if value & 0x40:
            self._timer_start()
        self._rearm()

    def _put_bit_framing(self, value):
        self.tx_bits = value & 7
        self.rx_align = value >> 4 & 7
        if not value & 0x80:
            return
        if self.command != m.TRANSCEIVE:
            self._refuse("StartSend is for Transceive, not for command %d" % self.command)
        elif self.modem != m.M_WAIT_START:
            self._refuse("StartSend while a frame is under way (modem state %d)" % self.modem)
        elif not self.level_n:
            self._refuse("StartSend with an empty FIFO")
        else:
            self._send()

    def _put_coll(self, value):
        self.regs[m.COLL] = self.regs[m.COLL] & 0x7F | value & 0x80

    # -- FIFO

    def _push(self, value):
        if self.level_n >= m.FIFO_BYTES:
            self._error(m.OVERFLOW)
            return
        self.fifo[self.level_n] = value
        self.level_n += 1
        self._level_moved()
        if self.command == m.CALC_CRC:
            self._calculate()

    def _pop(self):
        n = self.level_n
        if not n:
            return 0
        value = self.fifo[0]
        self.fifo[0 : n - 1] = self.fifo[1:n]
        self.level_n = n - 1
        self._level_moved()
        return value

    def _level_moved(self):
        self.regs[m.COM_IRQ] |= self._alerts() << 2

    def _error(self, bits):
        self.regs[m.ERROR] |= bits
        self.regs[m.COM_IRQ] |= m.ERR_IRQ

    # -- commands (10.3)

    def _put_command(self, value):
        if value & 0x10 and not self.regs[m.COMMAND] & 0x10:
            self._abort()
            self.regs[m.COMMAND] = value & 0x30
            self.command = m.IDLE
            self._drive()
            return
        if self.regs[m.COMMAND] & 0x10 and not value & 0x10:
            # Out of soft power-down: the bit reads 1 until the oscillator runs again.
            self.ready_at = self.world.now + m.CRYSTAL_US + m.READY_US
        self.regs[m.COMMAND] = value & 0x30
        self._drive()
        code = value & 15
        if code == m.NO_CHANGE:
            return
        self._abort()
        if code != m.IDLE:
            self.regs[m.ERROR] &= m.OVERFLOW
        start = _COMMANDS.get(code)
        if start is None:
            if code != m.IDLE:
                self.regs[m.COM_IRQ] |= m.IDLE_IRQ  # an unknown command ends at once
            return
        self.command = code
        start(self)
        self._rearm()

    def _abort(self):
        self.command = m.IDLE
        self.modem = m.M_IDLE
        self.rf_at = NEVER
        self._rearm()

    def _finish(self):
        """The command has ended by itself."""
        self._abort()
        self.regs[m.COM_IRQ] |= m.IDLE_IRQ

    def _soft_reset(self):
        self._reset_registers()
        self.deaf = False
        self.ready_at = self.world.now + m.READY_US

    def _mem(self):
        if self.level_n:
            for i in range(25):
                self.buffer25[i] = self._pop()
        else:
            for byte in self.buffer25:
                self._push(byte)
        self._finish()

    def _random_id(self):
        for i in range(10):
            self.buffer25[i] = self.rng.below(256)
        self._finish()

    def _calc_crc(self):
        if self.regs[m.AUTO_TEST] & 15 == 9:
            raise NotModelled("MFRC522 self-test")
        self.crc = m.CRC_STARTS[self.regs[m.MODE] & 3]
        self._calculate()

    def _calculate(self):
        """All bytes of the FIFO through the coprocessor: 0.6 us each, less than the next SPI byte takes."""
        if self.regs[m.MODE] & 0x80:
            raise NotModelled("MFRC522 CRC with MSBFirst")
        n = self.level_n
        self.crc = crc(self.fifo, n, self.crc)
        self.level_n = 0
        self.regs[m.CRC_HIGH] = self.crc >> 8
        self.regs[m.CRC_LOW] = self.crc & 255
        self.crc_ok = self.crc == 0
        self.regs[m.DIV_IRQ] |= m.CRC_IRQ
        if n:
            self._level_moved()

    def _transmit(self):
        if self.level_n:
            self._send()
        else:
            self._finish()

    def _receive(self):
        raise NotModelled("MFRC522 command Receive (waiting for a frame that no reader asked for)")

    def _transceive(self):
        self.modem = m.M_WAIT_START

    def _authent(self):
        """Crypto1 is not modelled: the sticker is asked, and does not answer."""
        if self.level_n < 12:
            self._error(m.PROTOCOL_ERR)
            self._finish()
            return
        block = bytes((self._pop(), self._pop()))
        self.level_n = 0
        frame = self.frame
        frame[0:2] = block
        c = crc(frame, 2)
        frame[2] = c & 255
        frame[3] = c >> 8
        self._begin(32)

    # -- the field

    def _drive(self):
        """TX1 and TX2 carry the field; one of them alone gives half of it."""
        drivers = self.regs[m.TX_CONTROL] & 3
        asleep = self.regs[m.COMMAND] & 0x10 or self.in_reset or not self.powered
        half = drivers in (1, 2)
        if half != self.field.half:
            self.field.half = half
            self.field.weaken(self.field.scale)
        self.field.carrier(bool(drivers) and not asleep)
        if self.field.on and self.modem == m.M_TX_WAIT:
            self._on_air()

    # -- sending

    def _send(self):
        """The FIFO's bytes go on air, the last one with TxLastBits."""
        n = self.level_n
        if self.regs[m.MF_RX] & 0x10:
            raise NotModelled("MFRC522 without parity (MfRxReg)")
        if (self.regs[m.TX_MODE] | self.regs[m.RX_MODE]) & 0x70:
            raise NotModelled("MFRC522 at other than 106 kbit/s")
        if self.regs[m.RX_MODE] & 0x04:
            raise NotModelled("MFRC522 receiving several frames (RxMultiple)")
        frame = self.frame
        frame[0:n] = self.fifo[0:n]
        self.level_n = 0
        self._level_moved()
        bits = n * 8 if not self.tx_bits else n * 8 - 8 + self.tx_bits
        self.known = known_bits(bits)
        if self.regs[m.TX_MODE] & 0x80 and not self.tx_bits:
            c = crc(frame, n, m.CRC_STARTS[self.regs[m.MODE] & 3])
            frame[n] = c & 255
            frame[n + 1] = c >> 8
            bits += 16
        self._begin(bits)

    def _begin(self, bits):
        self.send_bits = bits
        if self.field.on:
            self._on_air()
        elif self.regs[m.MODE] & 0x20:
            self.modem = m.M_TX_WAIT  # TxWaitRF: nothing is sent, and nothing said, until there is a field
        else:
            self._on_air()

    def _on_air(self):
        now = self.world.now
        if self.air_log is not None:
            n = self.send_bits + 7 >> 3
            self.air_log.append((now, bytes(self.frame[0:n]), self.send_bits))
        self.sends += 1
        self.send_start = now
        self.modem = m.M_SENDING
        self.rf_at = now + micros(frame_cycles(self.frame, self.send_bits)[0])
        self._rearm()

    def _sent(self, now):
        self.regs[m.COM_IRQ] |= m.TX_IRQ
        self.sent_at = now
        if self.regs[m.T_MODE] & 0x80:
            self._timer_start()
        heard = self._told_tags()
        if self.command == m.TRANSMIT:
            self._finish()
            return
        self.modem = m.M_RX_WAIT
        hears = heard and not self.regs[m.COMMAND] & 0x20 and not self.deaf and self.command == m.TRANSCEIVE
        if hears:
            self.rf_at = self.air.begin_at

    def _told_tags(self):
        """The tags hear the frame.  Returns True when an answer comes."""
        if not self.field.on:
            return False
        understood = self.regs[m.TX_ASK] & 0x40 and not self.regs[m.STATUS2] & 0x08
        if not understood:
            # Not fully modulated, or enciphered: noise to every tag.
            self.air.garble(self.send_start)
            return False
        return self.air.request(self.frame, self.send_bits, self.send_start)

    # -- receiving

    def _go_on(self, now):
        modem = self.modem
        if modem == m.M_SENDING:
            self._sent(now)
        elif modem == m.M_RX_WAIT:
            if self.air.still_talking():
                self.modem = m.M_RECEIVING
                self.counted = False
                self.rf_at = self.air.counted_at
        elif not self.counted:
            # After the fifth bit TAuto stops the timer: from here on only the end of the answer speaks.
            self.counted = True
            if self.regs[m.T_MODE] & 0x80 and self.air.still_talking():
                self._timer_stop()
            self.rf_at = self.air.end_at + m.RX_END_US
        else:
            self._received()

    def _received(self):
        air = self.air
        air.collect()
        if air.count and air.cut_off() and self.rng.below(2):
            return  # the receiver waits for more: a card was pulled away
        if self.regs[m.RX_MODE] & 0x08 and air.bits < 4 or not air.valid and not air.bits:
            return  # RxNoErr, or nothing at all: the receiver stays on
        self.regs[m.ERROR] &= m.OVERFLOW
        self._store(air)
        if not air.parity and air.collision < 0:
            self._error(m.PARITY_ERR)
        self.regs[m.COM_IRQ] |= m.RX_IRQ
        self.modem = m.M_WAIT_START

    def _store(self, air):
        """What arrived to the FIFO: first bit at RxAlign, collision and CRC looked at."""
        bits = air.bits
        value = air.aligned(self.rx_align)
        regs = self.regs
        regs[m.COLL] = regs[m.COLL] & 0x80 | 0x20
        if air.collision >= 0:
            self._collided(value, air)
        n = len(value)
        self.rx_last = (self.rx_align + bits) & 7
        if regs[m.RX_MODE] & 0x80:
            if self.rx_last or n < 3 or crc(value, n, m.CRC_STARTS[regs[m.MODE] & 3]):
                self._error(m.CRC_ERR)
            if n > 2:
                n -= 2
        for i in range(n):
            self._push(value[i])

    def _collided(self, value, air):
        regs = self.regs
        self._error(m.COLL_ERR)
        position = collision_base(self.coll_from, self.rx_align, self.known) + air.collision + 1
        if position <= 32:
            regs[m.COLL] = regs[m.COLL] & 0x80 | position & 31
        if not regs[m.COLL] & 0x80:
            clear_after(value, self.rx_align + air.collision, self.rng.below(2))

    # -- timer (8.5)

    def _divider(self):
        """Carrier cycles of one timer tick."""
        prescaler = (self.regs[m.T_MODE] & 15) << 8 | self.regs[m.T_PRESCALER]
        return 2 * prescaler + (2 if self.regs[m.DEMOD] & 0x10 else 1)

    def _timer_start(self):
        if self.regs[m.T_MODE] & 0x60:
            raise NotModelled("MFRC522 gated timer")
        reload = self.regs[m.T_RELOAD_HIGH] << 8 | self.regs[m.T_RELOAD_LOW]
        self.timer_at = self.world.now + micros(self._divider() * (reload + 1))

    def _timer_stop(self):
        self.timer_at = NEVER

    def _timer_ran_out(self):
        self.regs[m.COM_IRQ] |= m.TIMER_IRQ
        self.count = 0
        if self.regs[m.T_MODE] & 0x10:
            self._timer_start()
        else:
            self._timer_stop()

    # -- time passes

    def _rearm(self):
        self.set_alarm(min(self.rf_at, self.timer_at))

    def tick(self, now):
        # The end of an answer before the timer: TAuto has stopped it if both are due.
        if self.rf_at <= now:
            self.rf_at = NEVER
            self._go_on(now)
        if self.timer_at <= now:
            self._timer_ran_out()
        self._rearm()


_READERS = {
    m.COMMAND: MFRC522._command_register,
    m.STATUS1: MFRC522._status1,
    m.STATUS2: MFRC522._status2,
    m.FIFO_DATA: MFRC522._pop,
    m.FIFO_LEVEL: lambda chip: chip.level_n,
    m.CONTROL: MFRC522._control,
    m.BIT_FRAMING: MFRC522._bit_framing,
    m.T_COUNTER_HIGH: lambda chip: chip._t_counter() >> 8,
    m.T_COUNTER_LOW: lambda chip: chip._t_counter() & 255,
}
_WRITERS = {
    m.COMMAND: MFRC522._put_command,
    m.COM_IRQ: MFRC522._put_com_irq,
    m.DIV_IRQ: MFRC522._put_div_irq,
    m.STATUS2: MFRC522._put_status2,
    m.FIFO_DATA: MFRC522._push,
    m.FIFO_LEVEL: MFRC522._put_fifo_level,
    m.CONTROL: MFRC522._put_control,
    m.BIT_FRAMING: MFRC522._put_bit_framing,
    m.COLL: MFRC522._put_coll,
}
_COMMANDS = {
    m.MEM: MFRC522._mem,
    m.RANDOM_ID: MFRC522._random_id,
    m.CALC_CRC: MFRC522._calc_crc,
    m.TRANSMIT: MFRC522._transmit,
    m.RECEIVE: MFRC522._receive,
    m.TRANSCEIVE: MFRC522._transceive,
    m.AUTHENT: MFRC522._authent,
    m.SOFT_RESET: MFRC522._soft_reset,
}
