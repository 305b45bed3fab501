"""ISO14443A tags, one selected after the other; changes when what the standard asks of a reader does.

Facts are from ISO/IEC 14443-3.  `chip` is a transceiver (mfrc522.MFRC522) with this face:

out       the bytes to send
exchange(n, answer, last=0, align=0)  send n of them, of the last one only `last` bits if not 0; hear up to `answer`
          bytes, the first bit put at bit `align` -> OK, SILENT, GARBLED or COLLISION
data, count   what was heard, after OK and COLLISION
position  after a COLLISION: which bit it was, from 1, or 0 if the chip does not know
tell(n)   send n bytes to which nobody answers
"""

from micropython import const

OK = const(0)
SILENT = const(1)
GARBLED = const(2)
COLLISION = const(3)

REQA = const(0x26)
WUPA = const(0x52)

# Of one exchange, in microseconds
BYTE = const(85)  # on air, with its parity
AROUND = const(125)  # delay to the answer, start and end of both frames
LATE = const(1200)  # more than it should take: it is over whatever the chip says, for an answer may break off

_CASCADE = const(0x88)
_HALT = b"\x50\x00\x57\xcd"

_MOST = const(8)  # tags of one field that are counted
_FAULTS = const(3)  # walks that end nowhere before it is given up
_AGAIN = const(3)  # requests into a silence in which somebody is expected
_ROUNDS = const(40)  # of one level: every bit once, and some that were mangled
_MANGLED = const(2)  # answers of one level that did not come or were spoilt, and are asked for again
_RANDOM = b"\x08\x00\x00\x00"  # stands for every UID that a card makes anew each time it wakes


def crc_a(data, n):
    """CRC_A of the first n bytes (ISO 14443-3 annex B): the low byte is sent first."""
    crc = 0x6363
    for i in range(n):
        b = (data[i] ^ crc) & 0xFF
        b = (b ^ b << 4) & 0xFF
        crc = crc >> 8 ^ b << 8 ^ b << 3 ^ b >> 4
    return crc


class Tags:
    """The tags in the field of one antenna, after `take_stock`.

    found    their UIDs: bytes of 4, 7 or 10, in the order they are printed; always the same list
    unclear  somebody answered who could not be read: who is missing in `found` is not known to be gone
    crowded  there are more tags than are counted
    """

    def __init__(self, chip):
        self._chip = chip
        # Visits are many and must leave little garbage: what a walk needs is here, and bytes are moved one by one.
        self._parts = bytearray(15)  # of each level 4 bytes and their BCC
        self._uid = memoryview(bytearray(10))
        self._uids = (self._uid[:4], self._uid[:7], self._uid)  # by level
        self.found = []
        self.unclear = self.crowded = False

    def take_stock(self, expected=0):
        """Hear every tag and halt it, those that are halted already too.

        expected: so many are believed to lie there; a silence before that is asked again.  Every loop is bounded:
        about 1 ms when there is nobody, 8 with one tag of 7 bytes, at most some 80."""
        self.found.clear()
        self.unclear = self.crowded = False
        request = WUPA
        faults = 0
        silences = 0
        while faults < _FAULTS:
            if self._request(request) == SILENT:
                silences += 1
                if silences >= (_AGAIN if len(self.found) < expected or self.unclear else 1):
                    return
                continue
            silences = 0
            if len(self.found) == _MOST:
                self.crowded = self.unclear = True
                return
            request = REQA  # who was heard is halted and keeps quiet
            uid = self._select_one()
            if uid is None:
                self.unclear = True
                faults += 1
                continue
            if uid in self.found:
                faults += 1
            else:
                self.found.append(uid)
            self._halt()

    def _request(self, command):
        chip = self._chip
        chip.out[0] = command
        # ATQAs of several tags collide: that too means that somebody is there.
        return chip.exchange(1, 2, 7)

    def _halt(self):
        out = self._chip.out
        for i in range(4):
            out[i] = _HALT[i]
        self._chip.tell(4)

    def _select_one(self):
        """UID of one of the tags that are ready, which is then active; None if there was no reading it."""
        p = self._parts
        for level in range(3):
            sak = -1
            if self._anticollision(level):
                sak = self._select(0x93 + 2 * level, p, 5 * level)
            if sak < 0:
                return None
            more = bool(sak & 4)
            if more != (p[5 * level] == _CASCADE):
                return None
            if not more:
                break
        else:
            return None
        if level == 0 and p[0] == 8:
            return _RANDOM
        for i in range(3 * level):
            self._uid[i] = p[5 * (i // 3) + i % 3 + 1]  # behind the cascade tag
        for i in range(4):
            self._uid[3 * level + i] = p[5 * level + i]
        return bytes(self._uids[level])

    def _return(self, level):
        """Come back to a level: a tag that hears a UID which is not its own falls back to where it slept."""
        if self._request(REQA) == SILENT:
            return False
        for above in range(level):
            if self._select(0x93 + 2 * above, self._parts, 5 * above) < 0:
                return False
        return True

    def _select(self, sel, part, at=0):
        """SELECT by the 4 bytes of a level and their BCC, part[at : at + 5] -> SAK, -1 without one."""
        chip = self._chip
        out = chip.out
        out[0] = sel
        out[1] = 0x70
        for i in range(5):
            out[2 + i] = part[at + i]
        crc = crc_a(out, 7)
        out[7] = crc & 0xFF
        out[8] = crc >> 8
        if chip.exchange(9, 3) != OK or chip.count != 3:
            return -1
        data = chip.data
        crc = crc_a(data, 1)
        return data[0] if data[1] == crc & 0xFF and data[2] == crc >> 8 else -1

    def _anticollision(self, level):
        """One way down the tree of UIDs of this level -> whether it leads to 4 bytes with the right BCC."""
        chip = self._chip
        p = self._parts
        first = 5 * level
        known = 0
        fork = -1  # bit at which the other way is still open
        mangled = 0
        for _ in range(_ROUNDS):
            heard = self._ask(level, known)
            if heard == SILENT and fork >= 0:
                if not self._return(level):
                    return False
                p[first + (fork >> 3)] ^= 1 << (fork & 7)
                known = fork + 1
                fork = -1
            elif heard == SILENT or heard == GARBLED:
                mangled += 1
                if mangled > _MANGLED:
                    return False
            else:
                whole = known >> 3
                if heard == OK:
                    if chip.count != 5 - whole:
                        return False
                    self._take(first, known, 40)
                    return p[first] ^ p[first + 1] ^ p[first + 2] ^ p[first + 3] == p[first + 4]
                at = _collided(chip.position, known)
                if at >= min((whole + chip.count) << 3, 32):
                    at = known  # a position that cannot be: go on bit by bit
                    if at >= 32:
                        return False
                # Of a collision either way will do; if there was none, the way heard is the only one.
                self._take(first, known, at + 1)
                known = at + 1
                fork = at
        return False

    def _ask(self, level, known):
        """ANTICOLLISION: who has these `known` bits, and which are the others?"""
        chip = self._chip
        out = chip.out
        whole = known >> 3
        rest = known & 7
        n = whole + (1 if rest else 0)
        out[0] = 0x93 + 2 * level
        out[1] = (2 + whole) << 4 | rest
        for i in range(n):
            out[2 + i] = self._parts[5 * level + i]
        return chip.exchange(2 + n, 5 - whole, rest, rest)

    def _take(self, first, known, end):
        """Put what was heard, the bits from `known` to before `end`, into the level that begins at _parts[first]; zeros
        behind."""
        data = self._chip.data
        whole = known >> 3
        for i in range(whole, 5):
            low = known & 7 if i == whole else 0
            high = max(min(end - i * 8, 8), 0)
            mask = (1 << high) - 1 & ~((1 << low) - 1)
            byte = self._parts[first + i] & ((1 << low) - 1)
            if mask:
                byte |= data[i - whole] & mask
            self._parts[first + i] = byte


def _collided(position, known):
    """Bit of the level's UID (from 0) at which answers parted.

    Chips and clones count either from the first bit of the UID or from the first bit of the answer (which stands at
    bit known % 8 of a byte, or not). The least that is possible is taken: up to there the bits are good whichever it
    is, and if it was too early the other way down is silent."""
    if not position:
        return known
    at = position - 1
    if at < known:
        at += known & ~7
        if at < known:
            at += known & 7
    return at
