"""An ICODE SLIX2 tag as ISO15693-3 and its data sheet have it; changes when more of its commands are used."""

from .crc15693 import sealed
from .strict import NotModelled

# States.  OFF has no power; the rest are the standard's.
OFF = 0
READY = 1
QUIET = 2
SELECTED = 3

BLOCKS = 80
COUNTER = 79  # the block with the 16 bit counter
BLOCK_BYTES = 4
WRITE_US = 5000  # programming time before the answer to a write

_ERROR = b"\x01\x0f"  # the one error the chip gives, and only to who was addressed or selected (9.6)


class Tag:
    """One tag.  uid: 8 bytes, most significant first as printed (E0 04 01 ..).

    Memory, lock bits, AFI and DSFID stay when it has no power; the state does not.
    """

    def __init__(self, uid):
        self.uid = bytes(uid)
        self.air = bytes(reversed(self.uid))  # as sent: least significant byte first
        self.state = OFF
        self.slot = -1  # EOFs still to come before this tag answers, -1 = takes no part in the round
        self.deaf_until = 0  # it talks, or may not yet be spoken to, before this moment (us)
        self.ready_at = 0  # powered long enough from this moment on (us)
        self.lost_at = None  # when the power went (us), None while powered
        self.memory = bytearray(BLOCKS * BLOCK_BYTES)
        self.locked = set()
        self.afi = 0
        self.dsfid = 0
        self.delay = 0  # extra time before the answer just made (us)
        self._inventory = None

    def power_up(self):
        """Power came back after it was lost for long enough."""
        self.state = READY
        self.slot = -1

    # -- inventory (the field has read the frame's flags)

    def mask_fits(self, frame, at, bits):
        """True when the mask (bits long, at frame[at]) equals the low bits of the UID."""
        air = self.air
        whole = bits >> 3
        for i in range(whole):
            if frame[at + i] != air[i]:
                return False
        rest = bits & 7
        if rest:
            low = (1 << rest) - 1
            return (frame[at + whole] ^ air[whole]) & low == 0
        return True

    def slot_after(self, bits):
        """The four UID bits after a mask of that length: this tag's slot."""
        at = bits >> 3
        rest = bits & 7
        value = self.air[at] >> rest
        if rest > 4:
            value |= self.air[at + 1] << (8 - rest)
        return value & 15

    def inventory_answer(self):
        """00 DSFID UID CRC."""
        if self._inventory is None or self._inventory[1] != self.dsfid:
            self._inventory = sealed(bytes((0, self.dsfid)) + self.air)
        return self._inventory

    # -- all other commands

    def command(self, frame, n):
        """Act on a whole correct request of n bytes without CRC; returns the answer with CRC, or None.

        Raises NotModelled for commands this model lacks.
        """
        flags = frame[0]
        code = frame[1]
        at = 2
        if code >= 0xA0:
            at = 3  # manufacturer code
        addressed = flags & 0x20
        mine = False
        if addressed:
            mine = n >= at + 8 and self._is_mine(frame, at)
            at += 8
        if code == 0x25 and addressed:
            return self._select(mine)
        if addressed:
            if not mine:
                return None
        elif self.state == QUIET or (flags & 0x10 and self.state != SELECTED):
            return None
        if code >= 0xA0:
            raise NotModelled("ICODE command 0x%02X" % code)
        self.delay = 0
        answer = self._act(code, flags, frame, at, n)
        return None if answer is None else sealed(answer)

    def _is_mine(self, frame, at):
        air = self.air
        for i in range(8):
            if frame[at + i] != air[i]:
                return False
        return True

    def _select(self, mine):
        if not mine:
            if self.state == SELECTED:
                self.state = READY
            return None
        self.state = SELECTED
        self.delay = 0
        return sealed(b"\0")

    def _act(self, code, flags, frame, at, n):
        if code == 0x02:
            if flags & 0x20:  # only the addressed form exists
                self.state = QUIET
            return None
        if code == 0x26:
            self.state = READY
            return b"\0"
        if code == 0x2B:
            return b"\0\x0f" + self.air + bytes((self.dsfid, self.afi, BLOCKS - 1, BLOCK_BYTES - 1, 0x01))
        answer = None
        if code == 0x20 and n > at:
            answer = self._read(frame[at], 1, flags & 0x40)
        elif code == 0x23 and n > at + 1:
            answer = self._read(frame[at], frame[at + 1] + 1, flags & 0x40)
        elif code in (0x21, 0x22, 0x27, 0x29) and n > at:
            answer = self._write(code, frame, at, n)
        elif code in (0x28, 0x2A, 0x2C):
            raise NotModelled("ICODE command 0x%02X" % code)
        if answer is None and flags & 0x30:
            return _ERROR
        return answer

    def _read(self, first, count, security):
        """Blocks as far as there are any; None when there are none."""
        if first >= BLOCKS:
            return None
        answer = bytearray(b"\0")
        for block in range(first, min(first + count, BLOCKS)):
            if security:
                answer.append(1 if block in self.locked else 0)
            answer += self.memory[block * BLOCK_BYTES : (block + 1) * BLOCK_BYTES]
        return answer

    def _write(self, code, frame, at, n):
        """Write or lock; None when the chip refuses."""
        self.delay = WRITE_US
        block = frame[at]
        if code == 0x27:
            self.afi = block
        elif code == 0x29:
            self.dsfid = block
        elif block == COUNTER:
            raise NotModelled("the counter of the ICODE SLIX2 (block 79)")
        elif block >= BLOCKS or block in self.locked:
            return None
        elif code == 0x22:
            self.locked.add(block)
        elif n < at + 1 + BLOCK_BYTES:
            return None
        else:
            for i in range(BLOCK_BYTES):
                self.memory[block * BLOCK_BYTES + i] = frame[at + 1 + i]
        return b"\0"
