"""PN5180 as a reader of ISO15693 tags: who is there; changes when the use of this chip does.

Facts are from the NXP data sheet PN5180A0xx/C3,C4 rev. 4.0 (DS) and ISO/IEC 15693-3 (ISO).

Known tags lie quiet, so a one-slot request hears only new ones; `sweep` resets all tags and takes stock.
Every wait is bounded.  A transceiver that hangs is brought back by `pn5180setup`, which also starts the chip and
lies in the heap for that time alone; what does not help is a ReaderError.  Slots are timed with ticks_us and
nothing else runs within an inventory round.
"""

from time import sleep_us, ticks_add, ticks_diff, ticks_us

from micropython import const

from tapete import lend
from tapete.readers.uidmask import child, covers, prefix

# What an exchange ended with (`PN5180.last`).
OK = const(0)  # one clean answer
SILENT = const(1)  # nobody answered
GARBLED = const(2)  # something answered that cannot be read
COLLISION = const(3)  # more than one answered

# Times on air in microseconds (ISO 7 and 8; reader 1 out of 4, tags 26.48 kbit/s)
_SOF_EOF = const(114)  # of a request
_EOF = const(38)
_T1 = const(321)  # from our EOF to the answer
_T2 = const(320)  # from the answer's end to our next frame, 309.2 at least
_LISTEN = const(500)  # T1 + an answer's SOF (151) and a margin: by then an answer has begun, or there is none
_LONG = const(3928)  # answer of 12 bytes: inventory
_SHORT = const(2417)  # answer of 7 bytes: one block
_LEAD = const(40)  # a look samples the registers this long after it begins
_POWER_UP = const(1100)  # a tag may be spoken to 1 ms after the field came
_RESET_OFF = const(5200)  # without field for this long a tag forgets that it was quiet

# Bounds of waits in microseconds
_BUSY_LIMIT = const(20000)
_FIELD_LIMIT = const(10000)
_SEND_LIMIT = const(6000)
_SWEEP_LIMIT = const(330000)
_ROUNDS = const(90)
_UNFLAGGED = const(16)  # mask bits up to which what stays garbled is searched like a collision

_WAIT_TRANSMIT = const(1)
_RECEIVING = const(5)

_LOOK = const(b"\x05\x02\x13\x1d")  # IRQ_STATUS, RX_STATUS, RF_STATUS
_SET = const(b"\x05\x12\x19\x1d")  # CRC_RX_CONFIG and CRC_TX_CONFIG, which are on, RF_STATUS
_READ_DATA = const(b"\x0a\x00")
_IDLE = const(b"\x03\x00\x03\xb8\xff\xff\xff\x03\x01\xff\xff\x0f\x00")  # transceiver idle, IRQs cleared
_PREPARE = _IDLE + b"\x00\x02\x03\x00\x00\x00\x18\x01\x00\x00\x00\x00"  # and transceive, TX_CONFIG
_RF_ON = const(b"\x16\x00")
_RF_OFF = const(b"\x17\x00")
_SEND_EOF = const(b"\x09\x00")
_SEND_NEW = const(b"\x09\x00\x26\x01\x00")  # one slot, no mask


class ReaderError(Exception):
    """The reader cannot do its work.  state: "no_answer", "bus_fault", "supply" or "antenna_off"; detail: more
    words."""

    def __init__(self, state, detail):
        super().__init__(state + ": " + detail)
        self.state = state
        self.detail = detail


class PN5180:
    """One PN5180.  UIDs are bytes of 8, most significant first, as printed (E0 04 ...).

    state     "recovering" until start() succeeded, then "working" ("clone": of a version that is not known), or
              the state of the last ReaderError
    detail    words to that; once it works its version, and AGC value and DPC gear as they were at the start
    climbs    8 more each time the chip had to be set up, one less at each check()
    last      how the last exchange ended: OK, SILENT, GARBLED, COLLISION
    epoch     counts field resets: tags silenced in an older epoch may speak again
    silenced  how many times quiet() was said in this epoch
    found     UIDs of the sweep so far
    unclear   answers of the sweep that could not be resolved: who is missing then is not known to be gone
    """

    def __init__(self, spi, nss, busy, rst):
        """spi: mode 0, at most 7 Mbit/s; nss, rst: outputs; busy: input."""
        self._write = spi.write
        self._readinto = spi.readinto
        self._nss = nss.value
        self._busy = busy.value
        self._rst = rst.value
        self._regs = bytearray(12)
        self._lost = 0  # regular looks that found no antenna
        self._data = bytearray(10)
        self._prep = bytearray(_PREPARE)
        self._prep_eof = bytearray(_PREPARE)
        self._addressed = bytearray(b"\x09\x00\x22\x00" + bytes(9))
        view = memoryview(self._addressed)
        self._send_quiet = view[:12]
        self._send_hear = view[:13]
        self._inventory = bytearray(b"\x09\x00\x06\x01" + bytes(9))
        view = memoryview(self._inventory)
        self._send_inventory = tuple([view[: 5 + n] for n in range(9)])
        self._free_at = self._off_at = ticks_us()
        self._on = False
        self._rung = 0
        self._positions = 3  # how often a collision position may still mislead before it is not used again
        self._stack = []
        self._spent = 0
        self._rounds = 0
        self._reset_due = False
        self.found = []
        self.unclear = 0
        self.last = SILENT
        self.epoch = 0
        self.silenced = 0
        self.climbs = 0
        self.state = "recovering"
        self.detail = ""

    # -- frames

    def _ready(self):
        if self._busy():
            begun = ticks_us()
            while self._busy():
                if ticks_diff(ticks_us(), begun) > _BUSY_LIMIT:
                    self._fail("no_answer", "BUSY stays high")

    def _frame(self, out):
        self._ready()
        self._nss(0)
        self._write(out)
        self._nss(1)

    def _ask(self, out, into):
        self._frame(out)
        self._ready()
        self._nss(0)
        self._readinto(into, 0xFF)
        self._nss(1)

    def _look(self):
        """Read IRQ_STATUS, RX_STATUS and RF_STATUS into _regs (4 bytes each, lowest first)."""
        self._ask(_LOOK, self._regs)
        if self._regs[3]:  # IRQ_STATUS has no bit up there; a chip that resets itself leaves one answer out
            self._ask(_LOOK, self._regs)
            if self._regs[3]:
                self._fail("bus_fault", "registers read FF")

    def _fail(self, state, detail):
        self.state = state
        self.detail = detail
        raise ReaderError(state, detail)

    def _until(self, moment):
        # Every wait here is shorter: a longer one is a moment so long ago that ticks_us has wrapped.
        left = ticks_diff(moment, ticks_us())
        if 0 < left < _BUSY_LIMIT:
            sleep_us(left)

    # -- start, field, recovery

    def start(self):
        """Reset the chip, set it up for ISO15693 and switch the field on (about 7 ms, at most 130).

        Raises ReaderError: "bus_fault" (the versions read all 00 or all FF), "supply" (no field: the antenna
        supply is missing), "no_answer" (BUSY stays high, or the chip does not start).
        """
        lend("readers.pn5180setup").start(self)

    def field(self, on):
        """Switch the field.  It stays off for 5 ms at least, so that all tags forget that they were quiet.

        Raises ReaderError("supply") when the field does not come.
        """
        if on == self._on:
            return
        if on:
            self._until(ticks_add(self._off_at, _RESET_OFF))
        self._frame(_IDLE)
        self._frame(_RF_ON if on else _RF_OFF)
        begun = ticks_us()
        r = self._regs
        while True:
            self._look()
            if on and (r[1] & 2 or r[10] & 2):
                break
            if not on and (r[1] & 1 or not r[10] & 2):
                break
            if ticks_diff(ticks_us(), begun) > _FIELD_LIMIT:
                if on and not r[0] & 4:  # IDLE_IRQ would say that the chip has reset itself meanwhile
                    self._fail("supply", "no TX_RFON: is the antenna supply there?")
                self._fail("no_answer", "the field does not obey")
        self._on = on
        if on:
            self.epoch += 1
            self.silenced = 0
            self._free_at = ticks_add(ticks_us(), _POWER_UP)
        else:
            self._off_at = begun

    def check(self):
        """Regular look, between exchanges (0.6 ms when all is well): is the chip still set up, the antenna there?

        A chip that has lost its set-up gets it again.  Raises ReaderError.
        """
        self._look()
        r = self._regs
        self.climbs -= self.climbs > 0
        # AGC_VALUE at an end of its range, and nothing heard since the field came: nobody is out there. Once a
        # tag has been told to be quiet the antenna is known to work, whatever a board's AGC says.
        lost = self._on and not self.silenced and r[8] + (r[9] & 3) in (0, 258)
        self._ask(_SET, r)
        if lost or self._lost or not r[0] & r[4] & 1:
            lend("readers.pn5180setup").mend(self, lost)

    # -- one exchange

    def _request(self, out, payload, answer):
        """Send `payload` bytes, listen for an answer that lasts `answer` us -> how it ended (`last`)."""
        return self._listen(self._transmit(out, payload), answer)

    def _transmit(self, out, payload):
        """Start sending, from WaitTransmit only (DS 11.4.3.3) -> ticks_us of the end of the frame."""
        r = self._regs
        if not self._on:
            self.field(True)
        self._frame(self._prep)
        self._look()
        if r[11] & 7 != _WAIT_TRANSMIT or not r[10] & 2:
            lend("readers.pn5180setup").climb(self)
        self._until(self._free_at)
        self._frame(out)
        return ticks_add(ticks_us(), (payload + 2) * 30208 // 100 + _SOF_EOF)

    def _sent(self):
        """Wait for TX_IRQ.  False if the chip says that it cannot send, or does not end."""
        r = self._regs
        begun = ticks_us()
        while not r[0] & 2 and not r[2] & 2:
            if ticks_diff(ticks_us(), begun) > _SEND_LIMIT:
                break
            self._look()
        if r[0] & 2 and not r[2] & 2:
            self._rung = 0
            return True
        lend("readers.pn5180setup").climb(self)
        return False

    def _listen(self, end, answer):
        """Hear what comes after our frame, which ends at `end`."""
        r = self._regs
        self._until(ticks_add(end, _LISTEN - _LEAD))
        self._look()
        if r[2] & 2 or not r[0] & 2:
            if not self._sent():
                self.last = GARBLED
                return GARBLED
            end = ticks_us()  # the frame went out later than thought
            self._until(ticks_add(end, _LISTEN))
            self._look()
        self._rung = 0
        if not (r[0] & 1 or r[1] & 0xC0 or r[11] & 7 == _RECEIVING):
            self.last = SILENT
            return SILENT
        end = ticks_add(end, _T1 + answer)
        if not r[0] & 1:
            self._until(end)
            self._look()
            tries = 12
            while not r[0] & 1:
                # An answer that broke off: the next request's idle ends the reception.
                tries -= 1
                end = ticks_us()
                if not tries:
                    self._free_at = ticks_add(end, _T2)
                    self.last = GARBLED
                    return GARBLED
                self._look()
        self._free_at = ticks_add(end, _T2)
        flags = r[6]
        self.last = COLLISION if flags & 4 else GARBLED if flags & 3 else OK
        return self.last

    # -- one tag

    def _take_uid(self):
        """The UID just heard, or None (and last = GARBLED) if the answer is not one of an inventory."""
        d = self._data
        if self._regs[4] < 10 or self._regs[5] & 1:
            self.last = GARBLED
            return None
        self._ask(_READ_DATA, d)
        if d[0]:
            self.last = GARBLED
            return None
        return bytes((d[9], d[8], d[7], d[6], d[5], d[4], d[3], d[2]))

    def _address(self, command, uid):
        a = self._addressed
        a[3] = command
        for i in range(8):
            a[4 + i] = uid[7 - i]

    def poll_new(self):
        """Ask who is new: the UID of the one tag that was not quiet (it is now), None if there is none.

        COLLISION when several answered, GARBLED when the answer cannot be read.  About 2.5 ms when there is
        none, 11 with one.  Raises ReaderError.
        """
        if self._request(_SEND_NEW, 3, _LONG) == OK:
            uid = self._take_uid()
            if uid is not None:
                self.quiet(uid)
                self.last = OK
                return uid
        return None if self.last == SILENT else self.last

    def hear(self, uid):
        """True if exactly this tag answers, quiet or not, to a request for its block 0 (about 7 ms).

        False with `last` SILENT: it is not there; with another `last`: something answered, badly.
        Raises ReaderError.
        """
        self._address(0x20, uid)
        return self._request(self._send_hear, 11, _SHORT) == OK

    def quiet(self, uid):
        """Tell this tag to keep quiet until the field goes (about 4 ms, no answer)."""
        self._address(2, uid)
        self.silenced += 1
        self._until(self._transmit(self._send_quiet, 10))
        self._look()
        self._sent()
        self._free_at = ticks_add(ticks_us(), _T2)

    # -- all tags

    def sweep(self, reset=True):
        """List of the UIDs of all tags; see begin_sweep.  Raises ReaderError.  At most about 400 ms."""
        self.begin_sweep(reset)
        while not self.sweep_step():
            pass
        return self.found

    def begin_sweep(self, reset=True):
        """Begin to take stock.  reset=True: of all tags, by switching the field off and on; False: of those
        that are not quiet.  Call sweep_step until it is True; other exchanges may come between the steps."""
        self.found = []
        self.unclear = 0
        self._stack = [(0, bytes(8), 16)]
        self._spent = 0
        self._rounds = 0
        self._reset_due = reset
        self.field(not reset)

    def sweep_step(self):
        """One round of the inventory (2 to 40 ms).  True when `found` and `unclear` are complete."""
        if self._reset_due:
            self._reset_due = False
            self.field(True)
        begun = ticks_us()
        bits, mask, slots = self._stack.pop()
        self._rounds += 1
        if slots == 16:
            self._round(bits, mask)
        elif slots == 1:
            self._single(bits, mask, True)
        elif slots == 2:
            self._single(bits, mask, False)
        else:
            self._check_fork(bits, mask)
        self._spent += ticks_diff(ticks_us(), begun)
        if self._stack and (self._spent > _SWEEP_LIMIT or self._rounds > _ROUNDS):
            self.unclear += len(self._stack)
            self._stack = []
        return not self._stack

    def _send_mask(self, flags, bits, mask):
        inv = self._inventory
        inv[2] = flags
        inv[4] = bits
        inv[5:13] = mask
        n = (bits + 7) >> 3
        return self._request(self._send_inventory[n], 3 + n, _LONG)

    def _round(self, bits, mask):
        """16 slots: a tag answers in the slot of the 4 UID bits above the mask."""
        epoch = self.epoch
        self._send_mask(0x06, bits, mask)
        slot = 0
        while True:
            if self.last != SILENT:
                self._slot(bits + 4, child(mask, bits, slot, 4), True)
            slot += 1
            if slot == 16:
                break
            self._frame(self._prep_eof)
            self._until(self._free_at)
            self._frame(_SEND_EOF)
            self._listen(ticks_add(ticks_us(), _EOF), _LONG)
            if epoch != self.epoch:  # the chip was set up anew within the round, which is lost
                self.unclear += 1
                break

    def _single(self, bits, mask, retry):
        """One slot: all tags with this mask answer at once.  retry=False: it has been garbled before."""
        if self._send_mask(0x26, bits, mask) != SILENT:
            self._slot(bits, mask, retry)
        elif not retry:
            self.unclear += 1

    def _slot(self, bits, mask, retry):
        """Take the answer of tags that share the low `bits` bits."""
        if self.last == OK:
            uid = self._take_uid()
            if uid is not None:
                if uid not in self.found:
                    self.found.append(uid)
                return
        if self.last == COLLISION:
            self._split(bits, mask)
        elif retry:
            self._stack.append((bits, mask, 2))  # noise at the edge of the field: once more, alone
        elif bits < _UNFLAGGED:
            self._by_nibble(bits, mask)  # or a collision that the chip did not notice
        else:
            self.unclear += 1

    def _split(self, bits, mask):
        """Search on below a collision: at its position if the chip gives a useful one, else by nibble."""
        r = self._regs
        at = (r[6] >> 3 | (r[7] & 3) << 5) - 16  # UID bit; the frame begins with flags and DSFID
        if self._positions > 0 and bits <= at < 64:
            if at > bits:
                # The chip may give fewer bytes than the position says; then the bits before it are not known.
                if (r[4] << 3) >= at + 16:
                    self._ask(_READ_DATA, memoryview(self._data)[: min(r[4], 10)])
                    uid = memoryview(self._data)[2:]
                    if covers(mask, bits, uid):
                        self._fork(bits, mask, at, prefix(uid, at))
                        return
            else:
                self._fork(bits, mask, at, mask)
                return
        self._by_nibble(bits, mask)

    def _fork(self, bits, mask, at, known):
        stack = self._stack
        stack.append((bits, mask, 0))
        stack.append((at + 1, child(known, at, 1, 1), 1))
        stack.append((at + 1, known, 1))

    def _by_nibble(self, bits, mask):
        if bits <= 60:
            self._stack.append((bits, mask, 16))
        elif bits < 64:
            self._stack.append((bits + 1, child(mask, bits, 1, 1), 1))
            self._stack.append((bits + 1, mask, 1))
        else:
            self.unclear += 1  # two tags with one UID, or noise

    def _check_fork(self, bits, mask):
        """Both sides of a fork are known.  Fewer than two tags: the position was wrong; go by nibble."""
        here = 0
        for uid in self.found:
            if covers(mask, bits, bytes(reversed(uid))):
                here += 1
        if here < 2 and not self.unclear:
            self._positions -= 1
            self._by_nibble(bits, mask)
