"""The words of an acta: every event read and written, and what is wrong with a line (acta.md section 3). Lent."""

# mypy: disable-error-code="assignment,operator"
# (arg and flag of an event are of many types)

from tute.acta import CANTE_40, CANTE_TUTE, LINE_BYTES, NO_CARD, ActaError, call_text
from tute.cards import RANKS, SUITS, card_name, parse_card

VERBS = (
    "play cante swap deal show hand forget draw claim claim101 concede award misdeal leave end undo correct"
).split()
# What follows each verb. c card, C cards, s seat that may be left out, S seat, A seat against whom, k what is called,
# d card that may be left out, W side, N line and event; f and g: the words `stands` and `said`, which may be left out
_SHAPES = "csf ksg cs Sc SC SC - sd SA S S W - S - - N".split()
_FLAGS = ("stands", "said")


class Words:
    """The words of a line up to its comment, one after another: `word` is the one at hand, "" at the end."""

    def __init__(self, text):
        mark = 0 if text[:1] == "#" else text.find(" #")
        self.text = text if mark < 0 else text[:mark]
        self.pos = 0
        self.word = ""
        self.next()

    def next(self):
        """Goes on to the next word; gives the one left behind."""
        left = self.word
        text = self.text
        pos = self.pos + len(left)
        while text[pos : pos + 1] == " ":
            pos += 1
        stop = text.find(" ", pos)
        self.pos = pos
        self.word = text[pos:] if stop < 0 else text[pos:stop]
        return left

    def fail(self, expected):
        """Raises ActaError at the word at hand."""
        raise ActaError(self.pos + 1, expected)

    def choose(self, words, expected):
        """Index of the word at hand among these; goes on."""
        if self.word not in words:
            self.fail(expected)
        return words.index(self.next())

    def number(self, most, expected):
        """The number at hand, 1..most; goes on."""
        word = self.word
        if not 0 < len(word) < 6 or [c for c in word if c not in "0123456789"] or not 0 < int(word) <= most:
            self.fail(expected)
        return int(self.next())

    def card(self):
        """The card at hand; goes on."""
        try:
            card = parse_card(self.word)
        except ValueError:
            self.fail("card")
        self.next()
        return card

    def letter(self, letters, expected):
        """Index of the letter at hand among these, in either case; goes on."""
        self.word = self.word.upper()
        return self.choose(list(letters), expected)

    def done(self):
        """Raises ActaError if a word is left."""
        if self.word:
            self.fail("end of line")


def _call(words):
    """What a cante line declares."""
    kind = words.choose(("20", "40", "tute"), "40, 20 or tute")
    if kind == 0:
        return words.letter(SUITS, "suit")
    return CANTE_40 if kind == 1 else CANTE_TUTE + words.letter(RANKS, "rank")


def _event(words):
    kind = words.choose(VERBS, "event")
    seat = arg = flag = 0
    for field in _SHAPES[kind]:
        if field == "c" or field == "d" and words.word:
            arg = words.card()
        elif field == "d":
            arg = NO_CARD
        elif field == "C":
            arg = (words.card(),)
            while words.word:
                arg += (words.card(),)
        elif field == "S" or field == "s" and words.word and words.word not in _FLAGS:
            seat = words.number(9, "seat")
        elif field == "A":
            arg = words.number(9, "seat")
        elif field == "k":
            arg = _call(words)
        elif field == "W":
            flag = int(words.word in ("1+3", "2+4"))
            seat = int(words.next()[0]) if flag else words.number(9, "side")
        elif field == "N":
            arg = words.number(65535, "line number")
            if words.word in ("undo", "correct"):
                words.fail("an event other than undo and correct")
            flag = None if words.word == "-" else _event(words)
            if flag is None:
                words.next()
        elif field in "fg" and words.word == _FLAGS[kind]:
            if field == "f" and not seat:
                words.fail("seat")
            words.next()
            flag = 1
    words.done()
    return (kind, seat, arg, flag)


def parse_line(text):
    """As `acta.parse_line`."""
    if len(text.encode()) > LINE_BYTES:
        raise ActaError(LINE_BYTES + 1, "end of line")
    words = Words(text)
    return _event(words) if words.word and text[0] != "@" else None


def event_text(event, seat=0):
    """As `acta.event_text`."""
    kind, own, arg, flag = event
    seat = own or seat
    words = [VERBS[kind]]
    for field in _SHAPES[kind]:
        if field == "c" or field == "d" and arg != NO_CARD:
            words.append(card_name(arg))
        elif field == "C":
            words.extend([card_name(card) for card in arg])
        elif field in "sS" and seat:
            words.append(str(seat))
        elif field == "A":
            words.append(str(arg))
        elif field == "k":
            words.append(call_text(arg, " "))
        elif field == "W":
            words.append("%d+%d" % (seat, seat + 2) if flag else str(seat))
        elif field == "N":
            words.append(str(arg))
            words.append("-" if flag is None else event_text(flag))
        elif field in "fg" and flag:
            words.append(_FLAGS[kind])
    return " ".join(words)
