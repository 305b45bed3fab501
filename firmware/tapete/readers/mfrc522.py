"""MFRC522 as a transceiver for ISO14443A; changes when the use of this chip's registers does.

Facts are from the NXP data sheet MFRC522 rev. 3.9 (DS).  Several chips share one bus: `point` says which is spoken to.
Every wait is bounded.
"""

from time import sleep_us, ticks_diff, ticks_us

from micropython import const

from tapete.readers.iso14443 import AROUND, BYTE, COLLISION, GARBLED, LATE, OK, SILENT

# Frames: address byte (DS 8.1.2.3: register << 1, bit 7 reads), then the value
_IDLE = b"\x02\x00"
_TRANSCEIVE = b"\x02\x0c"
_CLEAR = b"\x08\x7f"  # ComIrqReg: all bits
_FLUSH = b"\x14\x80"  # FIFOLevelReg
_ON = b"\x28\x83"  # TxControlReg: both antenna drivers
_OFF = b"\x28\x80"
_SOFT_RESET = b"\x02\x0f"
_READY = b"\xee\x82\x00"  # VersionReg CommandReg
_LOOK = b"\x88\x8c\x94\x9c\x00"  # ComIrqReg ErrorReg FIFOLevelReg CollReg
_FIFO = b"\x92\x92\x92\x92\x92\x00"

# What stands in these registers of a chip that is set up and has its field on: Status2Reg's crypto bit, TxASKReg,
# ModeReg, TModeReg, TReloadReg low, TxControlReg, VersionReg
_HEALTH = b"\x90\xaa\xa2\xd4\xda\xa8\xee\x00"
_WELL = b"\x40\x3d\x80\x14"

# Antenna off; 106 kbit/s both ways, CRC by us; modulation width; the timer starts at the end of what is sent, 25 us a
# tick, 525 us (tags begin to answer after 91); 100 % ASK; CRC preset 6363; bits behind a collision are zero
_SET_UP = b"\x28\x80\x24\x00\x26\x00\x48\x26\x54\x80\x56\xa9\x58\x00\x5a\x14\x2a\x40\x22\x3d\x1c\x00"
_BOOT_LIMIT = const(8000)  # us

_PAUSE = const(150)  # us between looks at an answer that is late


class MFRC522:
    """The chips on one bus. The face that iso14443.Tags asks for, and:

    stuck    an exchange did not end by itself since this was cleared
    version  VersionReg as it was read last
    """

    def __init__(self, spi, selects):
        """spi: mode 0, at most 10 Mbit/s; selects: for each chip a function like Pin.value of its chip select."""
        self._write = spi.write
        self._swap = spi.write_readinto
        self._selects = selects
        self._cs = selects[0]
        frame = memoryview(bytearray(10))
        frame[0] = 0x12
        self.out = frame[1:]
        self._sends = [frame[: 1 + n] for n in range(10)]
        self._framing = bytearray(b"\x1a\x00")
        self._regs = bytearray(5)
        heard = memoryview(bytearray(6))
        self.data = heard[1:]
        self._heard = [heard[: 1 + n] for n in range(6)]
        fifo = memoryview(_FIFO)
        self._fifo = [fifo[5 - n :] for n in range(6)]
        self._health = bytearray(8)
        self.count = 0
        self.position = 0
        self.stuck = False
        self.version = 0

    def point(self, n):
        """Speak to chip n from now on."""
        self._cs = self._selects[n]

    def send(self, frame):
        """One SPI frame: address and values."""
        self._cs(0)
        self._write(frame)
        self._cs(1)

    def swap(self, frame, into):
        """One SPI frame that reads: addresses and a zero; what they hold stands one byte later in `into`."""
        self._cs(0)
        self._swap(frame, into)
        self._cs(1)

    # -- the chip and its field

    def set_up(self):
        """Reset this chip by command and set it up, antenna off (1 ms, at most 18) -> "" or "bus_fault" (its version
        reads 00 or FF), "no_answer" (it does not come out of reset, or keeps nothing) or "antenna_off"."""
        problem = self._ready()
        if not problem:
            self.send(_SOFT_RESET)
            problem = self._ready()
        if problem:
            return problem
        for i in range(0, len(_SET_UP), 2):
            self.send(_SET_UP[i : i + 2])
        problem = self.on()
        self.off()
        return "no_answer" if problem == "lost" else problem

    def _ready(self):
        """Wait until its oscillator runs: nothing may be written before (DS 8.8.2; PowerDown then reads 0)."""
        r = bytearray(3)
        begun = ticks_us()
        while True:
            sleep_us(100)
            self.swap(_READY, r)
            version = self.version = r[1]
            if version not in (0, 0xFF) and not r[2] & 0x10:
                return ""
            if ticks_diff(ticks_us(), begun) > _BOOT_LIMIT:
                return "bus_fault" if version in (0, 0xFF) else "no_answer"

    def on(self):
        """Switch the antenna on -> "" or what is wrong with the chip: "bus_fault", "lost" (its registers are not
        as they were set up) or "antenna_off"."""
        self.send(_ON)
        r = self._health
        self.swap(_HEALTH, r)
        self.version = r[7]
        if r[7] in (0, 0xFF):
            return "bus_fault"
        if r[1] & 8:
            return "lost"
        for i in range(4):
            if r[2 + i] != _WELL[i]:
                return "lost"
        return "" if r[6] & 3 == 3 else "antenna_off"

    def off(self):
        self.send(_OFF)

    # -- one exchange

    def _begin(self, n, last, align):
        framing = self._framing
        self.send(_IDLE)
        self.send(_FLUSH)
        self.send(self._sends[n])
        self.send(_CLEAR)
        framing[1] = align << 4 | last
        self.send(framing)  # without StartSend, or the command would send before it is told to
        self.send(_TRANSCEIVE)
        framing[1] |= 0x80
        self.send(framing)

    def tell(self, n):
        """Send n bytes of `out`; nobody is listened to."""
        self._begin(n, 0, 0)
        sleep_us(BYTE * n + AROUND)

    def exchange(self, n, answer, last=0, align=0):
        """See iso14443. The answer to a request of one byte (ATQA) is only noticed, not read."""
        self._begin(n, last, align)
        begun = ticks_us()
        wait = BYTE * (n + answer) + AROUND
        sleep_us(wait)
        r = self._regs
        while True:
            self.swap(_LOOK, r)
            if r[1] & 0x30:
                break
            if r[1] & 1:  # the timer, which an answer would have stopped
                return SILENT
            if ticks_diff(ticks_us(), begun) > wait + LATE:
                self.stuck = True
                return GARBLED
            sleep_us(_PAUSE)
        self.count = count = min(r[3] & 0x7F, 5)
        if count and n > 1:
            self.swap(self._fifo[count], self._heard[count])
        errors = r[2]
        if errors & 8:
            self.position = 0 if r[4] & 0x20 else (r[4] & 31) or 32
            return COLLISION
        return GARBLED if errors & 0x17 or not count else OK
