"""The radio field over the mat: which tags are powered, who answers, what the reader hears of it; changes
when the physics of the model does.

Places are millimetres from the middle of the coil, x to the right and y away from seat 1.  Times are world
microseconds.
"""

from . import tags
from .air14443 import WAKE_A_US, Air14443
from .crc15693 import crc
from .rng import Rng
from .strict import NotModelled
from .tags14443 import Tag14443

# ISO15693 times (hardware notes 1.4), in hundredths of a microsecond where a fraction matters.
BYTE_100 = 30208  # reader to tag, one byte
BIT_100 = 3776  # tag to reader, one bit
SOF_US = 76
EOF_US = 38
T1_US = 321  # end of the reader's frame to the answer
T2_US = 309  # end of an answer to the reader's next frame
ANSWER_SOF_US = 151
ANSWER_EOF_US = 151
WAKE_US = 1000  # power to readiness
POWER_LOSS_US = 5000  # without field this long a tag forgets its state

COIL_MM = 65  # half side of the coil: a 130 mm one
USABLE = 0.9  # of the half side: full coupling up to here
THRESHOLD = 0.25  # least strength that powers a tag
NEIGHBOUR_MM = 24  # nearer tags detune one another
CAPTURE = 4.0  # a tag this many times stronger drowns the others
ZONES = ((0, -38), (38, 0), (0, 38), (-38, 0))  # outlines of seats 1..4
SEAT_COIL_MM = 17.5  # half side of a seat's coil: a 35 mm one, as on the usual MFRC522 module
SEAT_ZONES = ((0, 0),)  # a seat's one outline

_SUITS = "OCEB"
_STRENGTHS = "24567SCR3A"


def request_us(n):
    """Air time of a reader frame of n bytes (CRC included)."""
    return SOF_US + (n * BYTE_100 + 50) // 100 + EOF_US


def answer_us(bits):
    """Air time of an answer's bits between its SOF and EOF."""
    return (bits * BIT_100 + 50) // 100


class Placed:
    """A tag lying somewhere.  strength 0..1 is what it gets of the field (and gives back)."""

    def __init__(self, tag, name, x, y, coupling):
        self.tag = tag
        self.name = name
        self.x = x
        self.y = y
        self.coupling = coupling
        self.shadowed = False
        self.strength = 0.0
        self.powered = False
        self.answer = None
        self.cut_at = None  # when its answer broke off


class Field:
    """The mat with its tags, over one reader coil; tags of ISO15693 and of ISO14443A (`air14443`) may lie mixed.

    deck: card name -> uid bytes, made from the world's seed: one roll of stickers, equal in their upper bits.
    seat: None for the coil in the middle, or the seat (1..4) whose own coil it is; then `first`, the Field of
    seat 1, shares deck and tags with it, and the stickers are of ISO14443A.
    """

    def __init__(self, world, coil_mm=COIL_MM, seat=None, first=None):
        self.world = world
        self.coil_mm = coil_mm
        self.seat = seat
        self.places = ZONES if seat is None else SEAT_ZONES
        self.rng = Rng(world.seed + 1)
        self.noise = Rng(world.seed + 2 + 16 * (seat or 0))
        if first is not None:
            self.deck = first.deck
            self.tags = first.tags
        else:
            self.deck = make_deck(Rng(world.seed)) if seat is None else make_deck14443(Rng(world.seed))
            self.tags = {}  # uid -> Tag or Tag14443, every tag that was ever laid
        self.placed = []  # Placed, in the order they were laid
        self.live = []  # those of ISO15693 that are powered
        self.air14443 = Air14443(self)
        self.on = False
        self.half = False  # one of the antenna's two drivers alone gives half the field
        self.talkers = []
        self.heard_until = 0
        # what the reader receives: see `collect`
        self.data = bytearray(512)
        self.count = 0
        self.last_bits = 0
        self.collision = -1
        self.broken = False
        # faults
        self.drop = 0.0  # chance that an answer is not given
        self.flip = 0.0  # chance that one bit of an answer arrives wrong
        self.merge = 0.0  # chance that a collision goes unnoticed: the answers arrive OR-ed together
        self.merge_valid = False  # ... and with a CRC that fits
        self.capture = 0.0  # chance that only the strongest of several answers is heard
        self.pull = 0.0  # chance that an answer breaks off in its middle: its card moves
        self.hiss = 0.0  # chance that silence looks like an answer
        self.hissing = False
        self.scale = 1.0  # of the whole field

    # -- cards

    def uid(self, card_or_uid):
        """The uid bytes of a card name, of hex digits or of bytes: 8 of ISO15693, 4, 7 or 10 of ISO14443A.

        Raises ValueError.
        """
        if isinstance(card_or_uid, str):
            if card_or_uid in self.deck:
                return self.deck[card_or_uid]
            if len(card_or_uid) in (8, 14, 16, 20):
                return bytes.fromhex(card_or_uid)
            raise ValueError("no card called %s" % card_or_uid)
        if len(card_or_uid) not in (4, 7, 8, 10):
            raise ValueError("a uid has 8 bytes, or 4, 7 or 10")
        return bytes(card_or_uid)

    def name(self, uid):
        """Card name of a uid, or its hex digits."""
        for card, its in self.deck.items():
            if its == uid:
                return card
        return uid.hex()

    def find(self, card_or_uid):
        """The Placed of a card on the mat, or None."""
        uid = self.uid(card_or_uid)
        for p in self.placed:
            if p.tag.uid == uid:
                return p
        return None

    def lay(self, card_or_uid, x=None, y=None, coupling=1.0):
        """Lay a card (move it if it lies there already); without a place, on the freest one.  Returns its
        Placed.

        coupling 0 makes a card that the reader never hears.
        """
        old = self.find(card_or_uid)
        if old is not None:
            self.placed.remove(old)
        if x is None or y is None:
            x, y = self.free_place() if old is None else (old.x, old.y)
        uid = self.uid(card_or_uid)
        tag = self.tags.get(uid)
        if tag is None:
            tag = self.tags[uid] = tags.Tag(uid) if len(uid) == 8 else Tag14443(uid)
        if old is None:
            old = Placed(tag, self.name(uid), x, y, coupling)
        else:
            old.x, old.y, old.coupling = x, y, coupling
        self.placed.append(old)
        self._weigh()
        return old

    def lift(self, card_or_uid):
        """Take a card off the mat.  Returns False if it did not lie there."""
        p = self.find(card_or_uid)
        if p is None:
            return False
        self.placed.remove(p)
        p.strength = 0.0
        self._set_power(p, False)
        self._weigh()
        return True

    def shadow(self, card_or_uid, on=True):
        """Hide a lying card from the reader, or show it again.  Raises ValueError if it is not there."""
        p = self.find(card_or_uid)
        if p is None:
            raise ValueError("%s is not on the mat" % card_or_uid)
        p.shadowed = bool(on)
        self._weigh()

    def on_mat(self):
        """List of (name, uid, x, y, coupling), in the order they were laid."""
        return [(p.name, p.tag.uid, p.x, p.y, p.coupling) for p in self.placed]

    def free_place(self):
        """(x, y): the first free outline, else the place farthest from all cards."""
        reach = int(self.coil_mm * USABLE)
        places = list(self.places)
        for y in range(-reach, reach + 1, reach // 2):
            for x in range(-reach, reach + 1, reach // 2):
                places.append((x, y))
        best = places[0]
        best_gap = -1.0
        for i, (x, y) in enumerate(places):
            if max(abs(x), abs(y)) > reach:
                continue
            gap = min([(p.x - x) ** 2 + (p.y - y) ** 2 for p in self.placed] or [1e9])
            if i < len(self.places) and gap >= NEIGHBOUR_MM**2:
                return x, y
            if gap > best_gap:
                best_gap = gap
                best = (x, y)
        return best

    def zones(self):
        """Outlines of seats 1..4: (x, y) of the card's middle."""
        return ZONES

    # -- power

    def _weigh(self):
        """Strengths and power anew, after a card moved."""
        for p in self.placed:
            p.strength = self._strength(p)
        self._power_all()

    def weaken(self, scale):
        """Give every tag only that part (0..1) of the field (fault)."""
        self.scale = scale
        self._weigh()

    def _strength(self, p):
        if p.shadowed:
            return 0.0
        s = (
            p.coupling
            * self.scale
            * (0.5 if self.half else 1.0)
            * reach_factor(max(abs(p.x), abs(p.y)) / self.coil_mm)
        )
        for q in self.placed:
            if q is not p:
                d = ((p.x - q.x) ** 2 + (p.y - q.y) ** 2) ** 0.5
                if d < NEIGHBOUR_MM:
                    s *= d / NEIGHBOUR_MM
        return s

    def _power_all(self):
        for p in self.placed:
            self._set_power(p, self.on and p.strength >= THRESHOLD)
        self.live = [p for p in self.placed if p.powered and len(p.tag.uid) == 8]
        self.air14443.live = [p for p in self.placed if p.powered and len(p.tag.uid) != 8]

    def _set_power(self, p, powered):
        if p.powered == powered:
            return
        p.powered = powered
        tag = p.tag
        now = self.world.now
        if not powered:
            tag.lost_at = now
            p.cut_at = now
        elif tag.lost_at is None or now - tag.lost_at >= POWER_LOSS_US:
            tag.power_up()
            tag.ready_at = now + (WAKE_US if len(tag.uid) == 8 else WAKE_A_US)

    def carrier(self, on):
        """The reader's field goes on or off."""
        if on != self.on:
            self.on = on
            self._power_all()

    # -- requests.  `now` is the end of the reader's frame, `start` its beginning.

    def request(self, frame, n, start):
        """A whole frame of n bytes with CRC has been sent.  Returns True when somebody will answer."""
        self.talkers = []
        if n < 4 or crc(frame, n - 2) != frame[n - 2] | frame[n - 1] << 8:
            for p in self.live:
                p.tag.slot = -1
            return self._settle()
        flags = frame[0]
        if not flags & 0x02 or flags & 0x01:
            # Answers would come at 6.6 kbit/s or on two sub-carriers, which the reader does not understand.
            for p in self.live:
                p.tag.slot = -1
        elif flags & 0x04:
            self._inventory(frame, n, flags, start)
        else:
            self._command(frame, n, start)
        return self._settle()

    def _inventory(self, frame, n, flags, start):
        at = 2
        if flags & 0x10:
            at = 3
        bits = frame[at]
        at += 1
        whole = frame[1] == 0x01 and n - 2 == at + (bits + 7 >> 3) and bits <= (64 if flags & 0x20 else 60)
        if frame[1] >= 0xA0:
            raise NotModelled("ICODE command 0x%02X" % frame[1])
        for p in self.live:
            tag = p.tag
            if tag.deaf_until > start or tag.ready_at > start:
                continue
            tag.slot = -1
            if not whole or tag.state == tags.QUIET:
                continue
            if flags & 0x10 and frame[2] and not afi_fits(frame[2], tag.afi):
                continue
            if not tag.mask_fits(frame, at, bits):
                continue
            if not flags & 0x20:
                tag.slot = tag.slot_after(bits)
                if tag.slot:
                    continue
                tag.slot = -1
            self._talk(p, tag.inventory_answer(), 0)

    def _command(self, frame, n, start):
        for p in self.live:
            tag = p.tag
            if tag.deaf_until > start or tag.ready_at > start:
                continue
            tag.slot = -1
            answer = tag.command(frame, n - 2)
            if answer is not None:
                self._talk(p, answer, tag.delay)

    def eof(self, start):
        """The reader has sent an EOF alone: the next slot.  Returns True when somebody will answer."""
        self.talkers = []
        for p in self.live:
            tag = p.tag
            if tag.slot > 0 and tag.deaf_until <= start:
                tag.slot -= 1
                if tag.slot == 0:
                    tag.slot = -1
                    self._talk(p, tag.inventory_answer(), 0)
        return self._settle()

    def _talk(self, p, answer, delay):
        if self.drop and self.noise.chance(self.drop):
            return
        p.answer = answer
        p.cut_at = None
        self.talkers.append(p)
        p.tag.delay = delay

    def _settle(self):
        """Fix when the answer's SOF has been heard (sof_at) and when all is over (end_at)."""
        now = self.world.now
        self.hissing = False
        if not self.talkers:
            if not self.hiss or not self.noise.chance(self.hiss):
                return False
            self.hissing = True
            self.sof_at = now + T1_US + ANSWER_SOF_US
            self.end_at = self.sof_at + answer_us(8 + self.noise.below(80)) + ANSWER_EOF_US
            return True
        bits = 0
        delay = 0
        for p in self.talkers:
            if len(p.answer) * 8 > bits:
                bits = len(p.answer) * 8
            if p.tag.delay > delay:
                delay = p.tag.delay
        self.sof_at = now + T1_US + delay + ANSWER_SOF_US
        self.end_at = self.sof_at + answer_us(bits) + ANSWER_EOF_US
        for p in self.talkers:
            p.tag.deaf_until = self.end_at
        if self.pull and self.noise.chance(self.pull):
            for p in self.talkers:
                p.cut_at = self.sof_at + answer_us(self.noise.below(bits))
        return True

    def still_talking(self):
        """True while at least one of those who began to answer still does."""
        if self.hissing:
            return True
        for p in self.talkers:
            if p.powered and (p.cut_at is None or p.cut_at > self.world.now):
                return True
        return False

    # -- what arrives at the reader

    def collect(self, keep):
        """At the end of an answer: merge what all talkers sent.

        Sets data[0:count] (CRC included; last_bits of the last byte are valid, 0 = all), collision (number of
        the first bit in which answers differed, else -1; later bits are cleared unless `keep`, then they are
        those of the first talker) and broken (it ended in the middle).
        """
        self.collision = -1
        self.broken = False
        self.last_bits = 0
        if self.hissing:
            self._hiss()
            return
        strongest = -1.0
        loudest = None
        for p in self.talkers:
            if p.strength > strongest:
                strongest = p.strength
                loudest = p
        alone = len(self.talkers) > 1 and self.capture > 0 and self.noise.chance(self.capture)
        first = None
        others = None
        for p in self.talkers:
            if p is not loudest and (alone or p.strength * CAPTURE <= strongest):
                continue
            if first is None:
                first = p
            elif others is None:
                others = [p]
            else:
                others.append(p)
        if first is None:
            self.count = 0
            self.broken = True
            return
        n = len(first.answer)
        data = self.data
        data[0:n] = first.answer
        self.count = n
        if others is not None:
            self._collide(first, others, keep)
        elif self.flip and self.noise.chance(self.flip):
            bit = self.noise.below(n * 8)
            data[bit >> 3] ^= 1 << (bit & 7)
        self._cut(first, others)

    def _collide(self, first, others, keep):
        data = self.data
        n = self.count
        unnoticed = self.merge and self.noise.chance(self.merge)
        at = -1
        for p in others:
            a = p.answer
            m = min(n, len(a))
            for i in range(m):
                x = data[i] ^ a[i]
                if x:
                    if unnoticed:
                        data[i] |= a[i]
                        continue
                    bit = i * 8
                    while not x & 1:
                        x >>= 1
                        bit += 1
                    if at < 0 or bit < at:
                        at = bit
                    break
        if unnoticed:
            if self.merge_valid:
                c = crc(data, n - 2)
                data[n - 2] = c & 255
                data[n - 1] = c >> 8
            return
        if at < 0:
            return
        self.collision = at
        if keep:
            return
        i = at >> 3
        data[i] &= (1 << (at & 7)) - 1
        for k in range(i + 1, n):
            data[k] = 0

    def _cut(self, first, others):
        """Shorten what arrived to the last moment at which anybody was still heard."""
        if first.cut_at is None:
            return
        end = first.cut_at
        if others is not None:
            for p in others:
                if p.cut_at is None:
                    return
                if p.cut_at > end:
                    end = p.cut_at
        bits = max(0, (end - self.sof_at) * 100 // BIT_100)
        if bits < self.count * 8:
            self.broken = True
            self.count = bits + 7 >> 3
            self.last_bits = bits & 7

    def _hiss(self):
        self.count = 1 + self.noise.below(10)
        for i in range(self.count):
            self.data[i] = self.noise.below(256)
        self.broken = bool(self.noise.below(2))


def reach_factor(r):
    """What a tag gets of the field when its centre is r half sides from the middle (0 in the dead ring)."""
    if r <= USABLE:
        return 1.0
    if r <= 1.05:
        return max(0.0, 1.0 - (r - USABLE) / (1.05 - USABLE))
    if r <= 1.3:
        return 0.0
    return max(0.0, 0.2 - (r - 1.3))


def afi_fits(wanted, afi):
    """ISO15693-3 table of AFI families: a zero nibble stands for all."""
    if wanted >> 4 and wanted >> 4 != afi >> 4:
        return False
    return not wanted & 15 or wanted & 15 == afi & 15


def make_deck(rng):
    """card name -> uid: 40 stickers of one roll, so only the low 20 bits differ."""
    roll = bytes((0xE0, 0x04, 0x01, 0x10 | rng.below(16), rng.below(256)))
    base = rng.below(256)
    deck = {}
    used = set()
    for suit in _SUITS:
        for strength in _STRENGTHS:
            low = rng.below(1 << 20)
            while low in used:
                low = rng.below(1 << 20)
            used.add(low)
            tail = (base << 16 & 0xF00000) | low
            deck[strength + suit] = roll + bytes((tail >> 16, tail >> 8 & 255, tail & 255))
    return deck


def make_deck14443(rng):
    """card name -> uid: 40 NTAG213 stickers of one roll.  All begin 04 and end alike; a few are equal in their
    whole first cascade level, and the rest differ there in few bits."""
    high = rng.below(256) & 0xF0
    batch = rng.below(256)
    deck = {}
    used = set()
    for suit in _SUITS:
        for strength in _STRENGTHS:
            while True:
                uid = bytes((0x04, high | rng.below(8), batch & 0xF0 | rng.below(16)))
                uid += bytes((rng.below(128), rng.below(256), batch, 0x80))
                if uid not in used:
                    break
            used.add(uid)
            deck[strength + suit] = uid
    return deck
