"""An ISO14443A tag: NTAG213 (7-byte UID), and what its readers meet besides (4 and 10 bytes); changes when more
of their commands are used."""

from .crc14443 import fits, sealed
from .strict import NotModelled

# States of ISO14443-3.  READY and ACTIVE remember with `halted` whether they came from HALT.
OFF = 0
IDLE = 1
READY = 2
ACTIVE = 3
HALT = 4

REQA = 0x26
WUPA = 0x52
CASCADE = 0x88  # cascade tag: the UID goes on in the next level
PAGES = 45
PAGE_BYTES = 4
WRITE_US = 4100  # programming time before the ACK of a write

_ACK = b"\x0a"
_NAK = b"\x00"  # invalid argument
_NAK_CRC = b"\x01"
_VERSION = bytes((0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03))  # NTAG213
_ATQA = {4: b"\x04\x00", 7: b"\x44\x00", 10: b"\x84\x00"}
_SAK = {4: 0x08, 7: 0x00, 10: 0x00}
_SELECTS = {0x93: 1, 0x95: 2, 0x97: 3}


class Tag14443:
    """One tag.  uid: 4 (as MIFARE Classic), 7 (as NTAG213) or 10 bytes, in the order they are sent.

    Memory stays when it has no power; the state does not.  Raises ValueError for a UID that cannot be.

    Besides the standard's silence, `hear` gives answers as (bytes, skip, bits): the first `skip` bits of the
    first byte are not sent (they were in the request), `bits` are, without parity.
    """

    def __init__(self, uid):
        self.uid = bytes(uid)
        self.levels = _levels(self.uid)
        self.atqa = _ATQA[len(self.uid)]
        self.sak = _SAK[len(self.uid)]
        self.state = OFF
        self.halted = False
        self.level = 0  # cascade level in READY, from 0
        self.ready_at = 0  # powered long enough from this moment on (us)
        self.lost_at = None  # when the power went (us), None while powered
        self.delay = 0  # extra time before the answer just made (us)
        self.page = None  # page that the second half of a COMPATIBILITY_WRITE goes to
        self.memory = _memory(self.uid)

    def power_up(self):
        """Power came back after it was lost for long enough."""
        self.state = IDLE
        self.halted = False

    def _fall(self):
        """A wrong frame: back to where it came from."""
        self.state = HALT if self.halted else IDLE

    def hear(self, frame, bits):
        """Act on a frame of so many bits (parity taken off); returns the answer or None.

        Raises NotModelled for commands this model lacks.
        """
        self.delay = 0
        if bits == 7:
            return self._short(frame[0] & 0x7F)
        if self.state == READY:
            return self._select(frame, bits)
        if self.state == ACTIVE:
            return self._command(frame, bits)
        return None

    def garbled(self):
        """It heard something that was no frame for it."""
        if self.state in (READY, ACTIVE):
            self._fall()

    def _short(self, code):
        if self.state in (READY, ACTIVE):
            self._fall()
            return None
        if code == WUPA or (code == REQA and self.state == IDLE):
            self.halted = self.state == HALT
            self.state = READY
            self.level = 0
            return self.atqa, 0, 16
        return None

    # -- anticollision and select (ISO14443-3, 6.5.3)

    def _select(self, frame, bits):
        if bits < 16 or _SELECTS.get(frame[0]) != self.level + 1:
            self._fall()
            return None
        mine = self.levels[self.level]
        if frame[1] == 0x70:
            if bits == 72 and fits(frame, 9) and _same(frame, 2, mine, 40):
                return self._selected()
            self._fall()
            return None
        known = (frame[1] >> 4) * 8 + (frame[1] & 15) - 16
        if frame[1] & 15 > 7 or not 0 <= known < 40 or bits != 16 + known or not _same(frame, 2, mine, known):
            self._fall()
            return None
        return mine[known >> 3 :], known & 7, 40 - known

    def _selected(self):
        self.level += 1
        sak = 0x04
        if self.level == len(self.levels):
            self.state = ACTIVE
            sak = self.sak
        return sealed(bytes((sak,))), 0, 24

    # -- a selected tag

    def _command(self, frame, bits):
        n = bits >> 3
        page = self.page
        self.page = None
        if bits & 7 or not fits(frame, n):
            self._fall()
            return (_NAK_CRC, 0, 4) if len(self.uid) == 7 else None
        if page is not None and n == 18:
            return self._write(page, frame, 0)
        code = frame[0]
        if code == 0x50 and n == 4:
            self.state = HALT
            return None
        if len(self.uid) == 7:
            if code == 0x30 and n == 4:
                return self._read(frame[1])
            if code == 0xA2 and n == 8:
                return self._write(frame[1], frame, 2)
            if code == 0xA0 and n == 4 and 2 <= frame[1] < PAGES:
                self.page = frame[1]
                return _ACK, 0, 4
            if code == 0x60 and n == 3:
                return sealed(_VERSION), 0, 80
            if code in (0x1B, 0x39, 0x3A, 0x3C):
                raise NotModelled("NTAG213 command 0x%02X" % code)
            self._fall()
            return _NAK, 0, 4
        self._fall()
        return None

    def _read(self, page):
        """Four pages; past the last one it goes on with the first."""
        if page >= PAGES:
            self._fall()
            return _NAK, 0, 4
        at = page * PAGE_BYTES
        data = self.memory[at : at + 16]
        if len(data) < 16:
            data += self.memory[: 16 - len(data)]
        return sealed(data), 0, 144

    def _write(self, page, frame, start):
        """The four bytes at frame[start:] into a page."""
        if not 2 <= page < PAGES:
            self._fall()
            return _NAK, 0, 4
        self.delay = WRITE_US
        at = page * PAGE_BYTES
        for i in range(2 if page == 2 else 0, PAGE_BYTES):
            value = frame[start + i]
            # Lock bytes and the capability container are one-time programmable.
            self.memory[at + i] = self.memory[at + i] | value if page < 4 else value
        return _ACK, 0, 4


def _levels(uid):
    """The 5 bytes (with BCC) of each cascade level."""
    n = len(uid)
    if n not in _ATQA:
        raise ValueError("a uid of ISO14443A has 4, 7 or 10 bytes")
    if uid[0] == CASCADE:
        raise ValueError("0x88 is the cascade tag: no uid begins with it")
    levels = []
    at = 0
    while n - at > 4:
        levels.append(bytes((CASCADE,)) + uid[at : at + 3])
        at += 3
    levels.append(uid[at:])
    return [part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)) for part in levels]


def _same(frame, at, mine, bits):
    """True when the first `bits` of frame[at:] are those of `mine`."""
    whole = bits >> 3
    for i in range(whole):
        if frame[at + i] != mine[i]:
            return False
    rest = bits & 7
    return not rest or not (frame[at + whole] ^ mine[whole]) & ((1 << rest) - 1)


def _memory(uid):
    """A factory-new NTAG213: UID pages, capability container, configuration."""
    memory = bytearray(PAGES * PAGE_BYTES)
    if len(uid) == 7:
        memory[0:3] = uid[0:3]
        memory[3] = CASCADE ^ uid[0] ^ uid[1] ^ uid[2]
        memory[4:8] = uid[3:7]
        memory[8] = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        memory[9] = 0x48
        memory[12:16] = b"\xe1\x10\x12\x00"
        memory[16:20] = b"\x03\x00\xfe\x00"
        memory[40 * 4 : 45 * 4] = b"\0\0\0\xbd\x04\0\0\xff\0\x05\0\0\xff\xff\xff\xff\0\0\0\0"
    return memory
