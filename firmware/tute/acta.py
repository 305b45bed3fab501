"""The lines of an acta (acta.md sections 1 to 3): events as tuples, cards read and written, checksums.

An event is a tuple ``(kind, seat, arg, flag)``; seat 0 means that the line gives none. What arg and flag are:
PLAY card, stands · CANTE call (0..3: a 20 in that suit, CANTE_40, CANTE_TUTE + strength of the rank), said ·
SWAP card · DEAL card · SHOW and HAND tuple of cards · DRAW card or NO_CARD · CLAIM the seat it is against ·
AWARD flag 1 if the side is a pair (seat: its lower seat) · CORRECT line, flag the event or None to drop it.

The other events, which come seldom, and all that is wrong are read by `tute.grammar`.
"""

from tute import lend
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


def checksum(data):
    """CRC-16/CCITT-FALSE of these bytes."""
    crc = 0xFFFF
    for byte in data:
        byte ^= crc >> 8
        byte ^= byte >> 4
        crc = (crc << 8 ^ byte << 12 ^ byte << 5 ^ byte) & 0xFFFF
    return crc


def seal(text):
    """The line with its checksum: ``text *hhhh`` (no line end)."""
    return "%s *%04x" % (text, checksum(text.encode()))


def unseal(line):
    """(text, good) of a line given as bytes without line end: good is True if it bears its checksum, False if a wrong
    one, None if none."""
    tail = line[-6:]
    if (
        len(tail) < 6
        or tail[:2] != b" *"
        or [digit for digit in tail[2:] if digit not in b"0123456789abcdef"]
    ):
        return line, None
    return line[:-6], checksum(line[:-6]) == int(tail[2:], 16)


def parse_line(text):
    """The event of a line (without its checksum), None if it has none (empty, comment, note). ActaError if it cannot
    be read. Lines of the head are not events: `tute.reader`."""
    if len(text) == 9 and text[:5] == "play " and text[7] == " " and text[8] in "1234":
        try:
            return (PLAY, int(text[8]), parse_card(text[5:7]), 0)
        except ValueError:
            pass
    return lend("grammar").parse_line(text)


def event_text(event, seat=0):
    """The line of an event, as the device writes it; `seat` is filled in where the event gives none."""
    kind, own, card, flag = event
    if kind == PLAY and (own or seat) and not flag:
        return "play %s %d" % (card_name(card), own or seat)
    return lend("grammar").event_text(event, seat)


def call_text(call, space=""):
    """A cante as the `cantes` key writes it: ``40``, ``20C``, ``tuteR``; with a space, as a line does."""
    if call == CANTE_40:
        return "40"
    if call < CANTE_40:
        return "20" + space + SUITS[call]
    return "tute" + space + RANKS[call - CANTE_TUTE]
