"""Reading and writing the lines of an acta (acta.md sections 1 to 3): checksums, events, the head.

An event is a tuple ``(kind, seat, arg, flag)``; seat 0 means that the line gives none. What arg and flag are:
PLAY card, stands · CANTE call (0..3: a 20 in that suit, CANTE_40, CANTE_TUTE + strength of the rank), said ·
SWAP card · DEAL card · SHOW and HAND tuple of cards · DRAW card or NO_CARD · CLAIM the seat it is against ·
AWARD flag 1 if the side is a pair (seat: its lower seat) · CORRECT line, flag the event or None to drop it.
"""

from tute.cards import RANKS, SUITS, card_name, parse_card

PLAY = 0
CANTE = 1
SWAP = 2
DEAL = 3
SHOW = 4
HAND = 5
FORGET = 6
DRAW = 7
CLAIM = 8
CLAIM101 = 9
CONCEDE = 10
AWARD = 11
MISDEAL = 12
LEAVE = 13
END = 14
UNDO = 15
CORRECT = 16

VERBS = (
    "play cante swap deal show hand forget draw claim claim101 concede award misdeal leave end undo correct"
).split()

CANTE_40 = 4
CANTE_TUTE = 5
NO_CARD = 63
LINE_BYTES = 200


class ActaError(ValueError):
    """A line that cannot be read: `column` from 1, `expected` what could stand there."""

    def __init__(self, column, expected):
        super().__init__("column %d: expected %s" % (column, expected))
        self.column = column
        self.expected = expected


_CRC = []
for _i in range(16):
    _c = _i << 12
    for _ in range(4):
        _c = (_c << 1 ^ 0x1021) & 0xFFFF if _c & 0x8000 else _c << 1
    _CRC.append(_c)


def checksum(data):
    """CRC-16/CCITT-FALSE of these bytes."""
    crc = 0xFFFF
    table = _CRC
    for byte in data:
        crc = crc << 4 & 0xFFFF ^ table[crc >> 12 ^ byte >> 4]
        crc = crc << 4 & 0xFFFF ^ table[crc >> 12 ^ byte & 15]
    return crc


def seal(text):
    """The line with its checksum: ``text *hhhh`` (no line end)."""
    return "%s *%04x" % (text, checksum(text.encode()))


def unseal(line):
    """(text, seal) of a line given as bytes without line end: seal is True if it bears a good checksum, False if a
    wrong one, None if none."""
    tail = line[-6:]
    if len(tail) == 6 and tail[:2] == b" *":
        crc = 0
        for byte in tail[2:]:
            digit = b"0123456789abcdef".find(bytes([byte]))
            if digit < 0:
                return line, None
            crc = crc << 4 | digit
        return line[:-6], checksum(line[:-6]) == crc
    return line, None


class _Words:
    """The words of a line, one after another, with their columns."""

    def __init__(self, text):
        self.text = text
        self.pos = 0
        self.end = len(text)
        mark = text.find(" #")
        if text.startswith("#"):
            self.end = 0
        elif mark >= 0:
            self.end = mark
        self._skip()

    def _skip(self):
        while self.pos < self.end and self.text[self.pos] == " ":
            self.pos += 1

    def peek(self):
        """The next word, or "" at the end."""
        stop = self.text.find(" ", self.pos, self.end)
        return self.text[self.pos : self.end if stop < 0 else stop]

    def next(self):
        word = self.peek()
        self.pos += len(word)
        self._skip()
        return word

    def fail(self, expected):
        raise ActaError(self.pos + 1, expected)

    def rest(self):
        """All that is left, without trailing spaces."""
        text = self.text[self.pos : self.end]
        self.pos = self.end
        while text.endswith(" "):
            text = text[:-1]
        return text

    def number(self, most, expected):
        word = self.peek()
        if not 0 < len(word) < 6 or not all([c in "0123456789" for c in word]) or not 0 < int(word) <= most:
            self.fail(expected)
        return int(self.next())

    def seat(self, needed=True):
        """A seat, 1..9; 0 if it is not needed and the next word is no digit."""
        if not needed and self.peek() not in tuple("123456789"):
            return 0
        return self.number(9, "seat")

    def card(self):
        try:
            card = parse_card(self.peek())
        except ValueError:
            self.fail("card")
        self.next()
        return card

    def cards(self):
        cards = [self.card()]
        while self.peek():
            card = self.card()
            cards.append(card)
        return tuple(cards)

    def letter(self, letters, expected):
        word = self.peek().upper()
        if len(word) != 1 or word not in letters:
            self.fail(expected)
        self.next()
        return letters.find(word)

    def flag(self, word):
        if self.peek() == word:
            self.next()
            return 1
        return 0

    def side(self):
        """A side as (its lower seat, 1 if it is a pair)."""
        word = self.peek()
        if word in ("1+3", "2+4"):
            self.next()
            return int(word[0]), 1
        return self.number(9, "side"), 0

    def done(self):
        if self.peek():
            self.fail("end of line")


def _call(words):
    """What a cante line declares."""
    kind = words.peek()
    if kind not in ("40", "20", "tute"):
        words.fail("40, 20 or tute")
    words.next()
    if kind == "40":
        return CANTE_40
    if kind == "20":
        return words.letter(SUITS, "suit")
    return CANTE_TUTE + words.letter(RANKS, "rank")


def _event(words):
    verb = words.peek()
    if verb not in VERBS:
        words.fail("event")
    words.next()
    kind = VERBS.index(verb)
    seat = arg = flag = 0
    if kind == PLAY:
        arg = words.card()
        seat = words.seat(False)
        flag = words.flag("stands") if seat else 0
    elif kind == CANTE:
        arg = _call(words)
        seat = words.seat(False)
        flag = words.flag("said")
    elif kind == SWAP:
        arg = words.card()
        seat = words.seat(False)
    elif kind == DEAL:
        seat = words.seat()
        arg = words.card()
    elif kind == SHOW or kind == HAND:
        seat = words.seat()
        arg = words.cards()
    elif kind == DRAW:
        seat = words.seat(False)
        arg = words.card() if seat and words.peek() else NO_CARD
    elif kind == CLAIM:
        seat = words.seat()
        arg = words.seat()
    elif kind == CLAIM101 or kind == CONCEDE or kind == LEAVE:
        seat = words.seat()
    elif kind == AWARD:
        seat, flag = words.side()
    elif kind == CORRECT:
        arg = words.number(65535, "line number")
        if words.peek() == "-":
            words.next()
            flag = None
        elif words.peek() in ("undo", "correct"):
            words.fail("an event other than undo and correct")
        else:
            flag = _event(words)
    words.done()
    return (kind, seat, arg, flag)


def parse_line(text):
    """The event of a line (without its checksum), None if it has none (empty, comment, note). ActaError if the line
    cannot be read; head lines are `Head`'s."""
    if len(text.encode()) > LINE_BYTES:
        raise ActaError(LINE_BYTES + 1, "a line of at most %d bytes" % LINE_BYTES)
    if text.startswith("@"):
        return None
    words = _Words(text)
    return _event(words) if words.peek() else None


def call_text(call, trump=None):
    """A cante as the `cantes` key writes it: ``40``, ``20C``, ``tuteR``."""
    if call == CANTE_40:
        return "40"
    if call < CANTE_40:
        return "20" + SUITS[call]
    return "tute" + RANKS[call - CANTE_TUTE]


def event_text(event, seat=0):
    """The line of an event, as the device writes it; `seat` is filled in where the event gives none."""
    kind, own, arg, flag = event
    seat = own or seat
    words = [VERBS[kind]]
    if kind == CANTE:
        if arg == CANTE_40:
            words.append("40")
        elif arg < CANTE_40:
            words.append("20 " + SUITS[arg])
        else:
            words.append("tute " + RANKS[arg - CANTE_TUTE])
    elif kind == PLAY or kind == SWAP:
        words.append(card_name(arg))
    elif kind == CORRECT:
        words.append(str(arg))
        words.append("-" if flag is None else event_text(flag))
    if kind == AWARD:
        words.append("%d+%d" % (seat, seat + 2) if flag else str(seat))
    elif seat:
        words.append(str(seat))
    if kind == SHOW or kind == HAND:
        words.extend([card_name(card) for card in arg])
    elif kind == DEAL or kind == DRAW and arg != NO_CARD:
        words.append(card_name(arg))
    elif kind == CLAIM:
        words.append(str(arg))
    elif flag and kind == PLAY:
        words.append("stands")
    elif flag and kind == CANTE:
        words.append("said")
    return " ".join(words)
