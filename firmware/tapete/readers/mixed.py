"""PN5180 for a deck with ISO14443A stickers too; changes when what it does for those does.

Loaded in the place of pn5180 only where the deck asks for it.  Both kinds are heard in one field: between exchanges
of ISO15693 the chip is given the other RF configuration (DS 11.4.3.18), and a tag takes what is not of its standard
for silence.  Tags of ISO14443A that are known are halted, as the others are quiet.
"""

from time import sleep_us, ticks_add, ticks_diff, ticks_us

from micropython import const

from tapete.readers import iso14443
from tapete.readers.pn5180 import GARBLED, OK, PN5180, SILENT

_IDLE = b"\x03\x00\x03\xb8\xff\xff\xff"
# Transceiver idle, IRQs cleared, CRC_RX_CONFIG (byte 15: alignment), CRC_TX_CONFIG off, transceive
_PREPARE = (
    _IDLE
    + b"\x03\x01\xff\xff\x0f\x00\x12\x01\x00\x00\x00\x00\x19\x01\x00\x00\x00\x00\x00\x02\x03\x00\x00\x00"
)
_ALIGN = const(15)
_TO_14443 = b"\x11\x00\x80"
_TO_15693 = b"\x11\x0d\x8d"
_SET_UP = (
    b"\x03\x12\x02\x01\x00\x00\x00\x19\x02\x01\x00\x00\x00\x17\x01\x00\x00\x00\x00"  # as pn5180setup has it
)
_READ_DATA = b"\x0a\x00"
_AWAKE = const(5200)  # us after field on, a tag of ISO14443A may sleep for 5 ms


class _Air:
    """The face that iso14443.Tags asks for, on a PN5180.  last: how its last exchange ended."""

    def __init__(self, reader):
        self._reader = reader
        frame = memoryview(bytearray(11))
        frame[0] = 9
        self._frames = [frame[: 2 + n] for n in range(10)]
        self._frame = frame
        self.out = frame[2:]
        self._prepare = bytearray(_PREPARE)
        self.data = memoryview(bytearray(5))
        self.count = 0
        self.position = 0
        self.last = SILENT

    def _send(self, n, last, align):
        self._prepare[_ALIGN] = align << 6 & 0xFF
        self._prepare[_ALIGN + 1] = align >> 2
        self._frame[1] = last
        self._reader._frame(self._prepare)
        self._reader._frame(self._frames[n])

    def tell(self, n):
        """Send n bytes of `out`; nobody is listened to."""
        self._send(n, 0, 0)
        sleep_us(iso14443.BYTE * n + iso14443.AROUND)

    def exchange(self, n, answer, last=0, align=0):
        """See iso14443."""
        self.last = self._exchange(n, answer, last, align)
        return self.last

    def _exchange(self, n, answer, last, align):
        reader = self._reader
        r = reader._regs
        self._send(n, last, align)
        begun = ticks_us()
        wait = iso14443.BYTE * (n + answer) + iso14443.AROUND
        sleep_us(wait)
        while True:
            reader._look()
            if r[0] & 1:
                break
            if not r[1] & 0xC0:  # nothing has begun to answer
                return iso14443.SILENT
            if ticks_diff(ticks_us(), begun) > wait + iso14443.LATE:
                return iso14443.GARBLED
        self.count = count = min(r[4], 5)
        flags = r[6]
        place = (r[6] >> 3 | (r[7] & 3) << 5) + 1
        if count and n > 1:
            reader._ask(_READ_DATA, self.data[:count])
        if flags & 4:
            self.position = place
            return iso14443.COLLISION
        return iso14443.GARBLED if flags & 3 or not count else iso14443.OK


class Mixed(PN5180):
    """As PN5180; a UID of 4, 7 or 10 bytes is one of ISO14443A."""

    def __init__(self, spi, nss, busy, rst):
        super().__init__(spi, nss, busy, rst)
        self._air = _Air(self)
        self._tags = iso14443.Tags(self._air)
        self._awake_at = ticks_us()
        self._stock = False  # the sweep has yet to take stock of ISO14443A

    def field(self, on):
        """See PN5180."""
        was = self._on
        super().field(on)
        if on and not was:
            self._awake_at = ticks_add(ticks_us(), _AWAKE)

    def _other(self, act, argument=0):
        """act(argument) in the other RF configuration."""
        self._until(self._awake_at)
        self._frame(_IDLE)
        self._frame(_TO_14443)
        try:
            return act(argument)
        finally:
            self._frame(_IDLE)
            self._frame(_TO_15693)
            self._frame(_SET_UP)

    def poll_new(self):
        """See PN5180: of both kinds, that of ISO14443A second (1.4 ms more when there is none)."""
        uid = super().poll_new()
        return self._other(self._new) if uid is None else uid

    def _new(self, _):
        tags = self._tags
        self.last = SILENT
        if tags._request(iso14443.REQA) == iso14443.SILENT:
            return None
        uid = tags._select_one()
        if uid is None:
            self.last = GARBLED
            return GARBLED
        tags._halt()
        self.silenced += 1
        self.last = OK
        return uid

    def hear(self, uid):
        """See PN5180."""
        if len(uid) == 8:
            return super().hear(uid)
        if not self._on:
            self.field(True)
        return self._other(self._hear, uid)

    def _hear(self, uid):
        tags = self._tags
        self.last = SILENT
        if tags._request(iso14443.WUPA) == iso14443.SILENT:
            return False
        sel = 0x93
        at = 0
        while at < len(uid):
            part = uid[at : at + 4] if len(uid) - at == 4 else b"\x88" + uid[at : at + 3]
            at += 4 if len(uid) - at == 4 else 3
            if tags._select(sel, part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],))) < 0:
                if self._air.last != iso14443.SILENT:
                    self.last = GARBLED
                return False
            sel += 2
        tags._halt()
        self.last = OK
        return True

    def quiet(self, uid):
        """See PN5180.  One of ISO14443A is halted each time it is heard."""
        if len(uid) == 8:
            super().quiet(uid)
        else:
            self.silenced += 1

    def begin_sweep(self, reset=True):
        """See PN5180."""
        super().begin_sweep(reset)
        self._stock = True

    def sweep_step(self):
        """See PN5180; the last step hears the tags of ISO14443A (2 to 80 ms)."""
        if self._stack or self._reset_due:
            if super().sweep_step() and not self._stock:
                return True
            return False
        self._stock = False
        self._other(self._tags.take_stock)
        self.found += self._tags.found
        self.unclear += self._tags.unclear
        return True
