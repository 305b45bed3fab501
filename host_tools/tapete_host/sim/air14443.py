"""ISO14443A between an antenna and the tags over it at 106 kbit/s: times, who answers, what arrives of it;
changes when that part of the standard is modelled closer.

Times are computed in carrier cycles (13.56 MHz) and given in world microseconds.
"""

from .crc14443 import crc

ETU = 128  # carrier cycles of one bit
WAKE_A_US = 5000  # the standard lets a tag sleep so long after the field has come
_FDT_0 = 1172  # end of the reader's last pause to the answer, if its last bit was 0
_FDT_1 = 1236
_CAPTURE = 4.0  # a tag this many times stronger drowns the others


def micros(cycles):
    """Carrier cycles to whole microseconds."""
    return (cycles * 100 + 678) // 1356


def odd_parity(byte):
    """The parity bit that goes with a byte."""
    byte ^= byte >> 4
    byte ^= byte >> 2
    return ~(byte ^ byte >> 1) & 1


def _last_bit(data, at, bits):
    """The last bit on air of a frame whose last byte data[at] has so many bits (0: all, then parity)."""
    return data[at] >> (bits - 1) & 1 if bits else odd_parity(data[at])


def frame_cycles(frame, bits):
    """(cycles, last bit) of a reader's frame: from the start of its start bit to the end of its last pause."""
    last = _last_bit(frame, (bits - 1) >> 3, bits & 7)
    on_air = 1 + bits + (bits >> 3)
    return (on_air * ETU - 32 if last else on_air * ETU + 32), last


def answer_cycles(data, skip, bits):
    """Cycles of a tag's answer, from the first modulation to the last."""
    end = skip + bits
    last = _last_bit(data, (end - 1) >> 3, end & 7)
    on_air = 1 + bits + (end >> 3)
    return on_air * ETU - 64 if last else on_air * ETU


class Air14443:
    """The 14443A side of a Field.

    After `request`: begin_at, counted_at (the fifth bit has come), end_at.  After `collect`:
    data[0:count]   what arrived, its first bit at bit `skip` of the first byte
    bits            how many bits arrived
    collision       number of the first bit (0 = first received) in which answers differed, else -1
    parity          False when a parity bit was wrong
    valid           False when what arrived did not look like an answer at all
    """

    def __init__(self, field):
        self.field = field
        self.live = []  # Placed, those that are powered
        self.talkers = []  # [Placed, data, skip, bits]
        self.hissing = False
        self.begin_at = self.counted_at = self.end_at = 0
        self.data = bytearray(64)
        self.count = 0
        self.skip = 0
        self.bits = 0
        self.collision = -1
        self.parity = True
        self.valid = True
        self.atqa_lost = 0.0  # chance that the ATQA of several tags gives nothing at all (fault)

    # -- the reader has spoken; `start` is when its frame began

    def request(self, frame, bits, start):
        """A frame of so many bits has been sent.  Returns True when somebody will answer."""
        self.talkers = []
        cycles, last = frame_cycles(frame, bits)
        for p in self.live:
            tag = p.tag
            if tag.ready_at > start:
                continue
            answer = tag.hear(frame, bits)
            if answer is not None:
                self._talk(p, answer)
        field = self.field
        if bits == 7 and len(self.talkers) > 1 and self.atqa_lost and field.noise.chance(self.atqa_lost):
            self.talkers = []
        return self._settle(start, cycles + (_FDT_1 if last else _FDT_0))

    def garble(self, start):
        """Something was sent that no tag understands."""
        self.talkers = []
        for p in self.live:
            if p.tag.ready_at <= start:
                p.tag.garbled()

    def _talk(self, p, answer):
        field = self.field
        if field.drop and field.noise.chance(field.drop):
            return
        p.cut_at = None
        self.talkers.append((p, answer[0], answer[1], answer[2]))

    def _settle(self, start, cycles):
        field = self.field
        self.hissing = False
        longest = 0
        delay = 0
        for p, data, skip, bits in self.talkers:
            longest = max(longest, answer_cycles(data, skip, bits))
            delay = max(delay, p.tag.delay)
        if not self.talkers:
            if not field.hiss or not field.noise.chance(field.hiss):
                return False
            self.hissing = True
            longest = (2 + field.noise.below(60)) * ETU
        self.begin_at = start + delay + micros(cycles)
        self.counted_at = start + delay + micros(cycles + 5 * ETU)
        self.end_at = start + delay + micros(cycles + longest)
        if field.pull and field.noise.chance(field.pull):
            for talker in self.talkers:
                talker[0].cut_at = self.begin_at + field.noise.below(self.end_at - self.begin_at)
        return True

    def still_talking(self):
        """True while at least one of those who began to answer still does."""
        if self.hissing:
            return True
        now = self.field.world.now
        for talker in self.talkers:
            cut = talker[0].cut_at
            if talker[0].powered and (cut is None or cut > now):
                return True
        return False

    # -- what arrives

    def cut_off(self):
        """True when all who talked broke off."""
        for talker in self.talkers:
            if talker[0].cut_at is None:
                return False
        return bool(self.talkers)

    def aligned(self, align):
        """What arrived as a bytearray whose first bit is bit `align` of the first byte; the rest is 0."""
        return _shifted(self.data, self.count, self.skip, self.bits, align)

    def collect(self):
        """At the end of an answer: merge what all talkers sent."""
        self.collision = -1
        self.parity = self.valid = True
        if self.hissing:
            self._hiss()
            return
        heard = self._heard()
        if not heard:
            self.count = self.bits = self.skip = 0
            self.valid = False
            return
        p, data, skip, bits = heard[0]
        n = (skip + bits + 7) >> 3
        self.data[0:n] = data[0:n]
        self.count = n
        self.skip = skip
        self.bits = bits
        if len(heard) > 1:
            self._collide(heard)
        elif self.field.flip and self.field.noise.chance(self.field.flip):
            self._flip()
        self._cut(heard)

    def _heard(self):
        """The talkers that are not drowned, the first to have spoken first."""
        field = self.field
        talkers = self.talkers
        if len(talkers) < 2:
            return talkers
        loudest = talkers[0]
        for talker in talkers:
            if talker[0].strength > loudest[0].strength:
                loudest = talker
        if field.capture and field.noise.chance(field.capture):
            return [loudest]
        limit = loudest[0].strength
        return [t for t in talkers if t is loudest or t[0].strength * _CAPTURE > limit]

    def _collide(self, heard):
        """Equal bits pass; the first that differs is a collision, or all are OR-ed (fault)."""
        field = self.field
        first = heard[0]
        unnoticed = field.merge and field.noise.chance(field.merge)
        at = -1
        for _p, data, skip, bits in heard[1:]:
            self.count = max(self.count, (skip + bits + 7) >> 3)
            common = min(first[3], bits)
            self.bits = max(self.bits, bits)
            bit = _first_difference(first[1], data, skip, common)
            if bit < 0 and bits != first[3]:
                bit = common  # one has ended, the other goes on
            if bit >= 0 and (at < 0 or bit < at):
                at = bit
        if at < 0:
            return
        if unnoticed:
            self._or(heard)
        else:
            self.collision = at

    def _or(self, heard):
        data = self.data
        n = self.count
        for i in range(n):
            merged = 0
            parity = 0
            for talker in heard:
                byte = talker[1][i] if i < len(talker[1]) else 0
                merged |= byte
                parity |= odd_parity(byte)
            data[i] = merged
            if parity != odd_parity(merged):
                self.parity = False
        if self.field.merge_valid:
            self.parity = True
            if n == 5 and not self.skip:
                data[4] = data[0] ^ data[1] ^ data[2] ^ data[3]
            elif n > 2 and not self.bits & 7:
                c = crc(data, n - 2)
                data[n - 2] = c & 255
                data[n - 1] = c >> 8

    def _flip(self):
        """One bit arrives wrong; in a quarter of the cases two of one byte, which its parity does not show."""
        noise = self.field.noise
        bit = self.skip + noise.below(self.bits)
        self.data[bit >> 3] ^= 1 << (bit & 7)
        self.parity = False
        if not noise.below(4) and self.bits >= 8:
            other = bit ^ 1
            if other >= self.skip:
                self.data[other >> 3] ^= 1 << (other & 7)
                self.parity = True

    def _cut(self, heard):
        """Shorten what arrived to the last moment at which anybody was still heard."""
        end = 0
        for talker in heard:
            if talker[0].cut_at is None:
                return
            end = max(end, talker[0].cut_at)
        bits = max(0, (end - self.begin_at) * 1356 // (100 * ETU) - 1)
        bits -= bits // 9  # parity
        if bits < self.bits:
            self.bits = bits
            self.count = (self.skip + bits + 7) >> 3
            self.valid = bits > 0

    def _hiss(self):
        noise = self.field.noise
        self.skip = 0
        self.bits = 1 + noise.below(60)
        self.count = (self.bits + 7) >> 3
        for i in range(self.count):
            self.data[i] = noise.below(256)
        self.parity = self.bits < 8 or not noise.below(1 << min(self.bits >> 3, 8))
        self.valid = self.bits >= 4


def _first_difference(a, b, skip, bits):
    """Number of the first of `bits` bits (the first is bit `skip`) in which a and b differ, or -1."""
    for i in range((skip + bits + 7) >> 3):
        x = a[i] ^ b[i]
        if i == 0:
            x = x >> skip << skip
        if x:
            bit = i * 8 - skip
            while not x & 1:
                x >>= 1
                bit += 1
            return bit if bit < bits else -1
    return -1


def _shifted(data, count, skip, bits, align):
    """bits of data from bit `skip` on, as a bytearray whose first bit is bit `align`; the rest is 0."""
    value = bytearray(align + bits + 7 >> 3)
    if skip == align and count == len(value):
        value[:] = data[0:count]
        if count:
            value[0] = value[0] >> skip << skip & 0xFF
            tail = (align + bits) & 7
            if tail:
                value[count - 1] &= (1 << tail) - 1
        return value
    for i in range(bits):
        at = skip + i
        if data[at >> 3] >> (at & 7) & 1:
            to = align + i
            value[to >> 3] |= 1 << (to & 7)
    return value


def clear_after(value, bit, itself):
    """What a reader's chip makes of the bits from a collision on: it has no value of its own, the rest reads 0."""
    at = bit >> 3
    value[at] = value[at] & ((1 << (bit & 7)) - 1) | itself << (bit & 7)
    for i in range(at + 1, len(value)):
        value[i] = 0


def known_bits(bits):
    """How many bits of a UID level an anticollision request of so many bits names."""
    return bits - 16 if 16 <= bits <= 55 else 0


def collision_base(coll_from, align, known):
    """What the position of a collision counts from, on which the data sheets are open: "level" the first bit of
    the UID level, as public drivers of three NXP readers take it; "fifo" bit 0 of the first byte of the answer;
    "frame" the first bit received."""
    if coll_from == "fifo":
        return align
    return known if coll_from == "level" else 0
