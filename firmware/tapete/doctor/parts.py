"""What the tests have in common: the device's settings, its board record, and its reader as ears; changes with them."""

from time import sleep_ms, ticks_ms

from tapete import lend
from tapete.doctor.protocol import NO_BOARD, Failed

HEARD = 0
SILENT = 1
GARBLED = 2
"""What became of one poll."""

NO_ANTENNA = 15
# Error by what a driver says of its chip
NUMBERS = {"no_answer": 11, "bus_fault": 12, "supply": 13, "antenna_off": 14}

_NOBODY = 1  # readers.pn5180.SILENT, which is not loaded on every board
_POWER_UP = 6  # ms with the field on before a tag of ISO14443A may be spoken to
_LOOKS = 3  # regular looks that make it certain that no antenna is there


def opened():
    """(settings, board) of this device. Raises Failed if there is no such board."""
    settings = lend("settings").load()
    try:
        return settings, lend("board").load(settings.board)
    except ValueError as error:
        raise Failed(NO_BOARD, str(error))


def deck(settings):
    """The Deck that is played with."""
    return lend("deck").Deck(lend("decks").path(settings.deck))


def ears():
    """The board's reader, not yet started: a Middle or a Seats."""
    settings, board = opened()
    chip = board.open_reader(deck(settings).one_kind)
    return Seats(chip) if board.reader == "mfrc522" else Middle(chip)


class Middle:
    """One PN5180 for all seats. Every method raises Failed if the chip does not do its work."""

    antennas = 1

    def __init__(self, chip):
        self.chip = chip

    def _try(self, act, *args):
        from tapete.readers.pn5180 import ReaderError

        try:
            return act(*args)
        except ReaderError as error:
            raise Failed(NUMBERS[error.state], "%s: %s" % (error.state, error.detail))

    def start(self, number=1):
        """Start the chip, and look whether its antenna is there."""
        self._try(self.chip.start)
        for _ in range(_LOOKS):
            self._try(self.chip.check)

    def stop(self):
        """Field off."""
        self._try(self.chip.field, False)

    def told(self, talk):
        """Figures of the chip."""
        agc, gear = self._health()
        firmware = self.chip.detail.split(",")[0].split()[-1]
        if self.chip.state == "clone":
            talk.note("of no known version: it may be a poor copy")
        return "model=pn5180 firmware=%s agc=%d gear=%d" % (firmware, agc, gear)

    def _health(self):
        return self._try(lend("readers.pn5180setup").health, self.chip)

    def signal(self):
        """What the chip tells of its field now, as figures."""
        return " agc=%d gear=%d" % self._health()

    def stock(self, number):
        """UIDs of all tags over the antenna."""
        return self._try(self.chip.sweep)

    def probe(self, number, uid):
        """Ask this tag, or who is new -> HEARD, SILENT or GARBLED."""
        if uid:
            heard = self._try(self.chip.hear, uid)
        else:
            heard = isinstance(self._try(self.chip.poll_new), bytes)
        if heard:
            return HEARD
        return SILENT if self.chip.last == _NOBODY else GARBLED

    def new(self):
        """UIDs of tags that have come since the last call."""
        uid = self._try(self.chip.poll_new)
        return [uid] if isinstance(uid, bytes) else []


class Seats:
    """An MFRC522 a seat; as Middle."""

    antennas = 4

    def __init__(self, chip):
        self.chip = chip

    def start(self, number=0):
        """Start all chips; with a number only that one need work."""
        self.chip.start()
        for i in range(4):
            if not number or number == i + 1:
                self._check(i)

    def stop(self):
        """Every visit ends with the field off."""

    def _check(self, i):
        state = self.chip.states[i]
        if state != "working":
            raise Failed(NUMBERS[state], "reader %d, %s: %s" % (i + 1, state, self.chip.words(i)))

    def told(self, talk):
        """Figures of the chips."""
        for i, words in self.chip.clones():
            talk.note("reader %d is no genuine MFRC522: %s" % (i + 1, words))
        return "model=mfrc522 versions=" + ",".join(["%02X" % version for version in self.chip.versions])

    def signal(self):
        """These chips tell nothing of their field."""
        return ""

    def stock(self, number):
        """UIDs of all tags over the antenna."""
        if not self.chip.on(number - 1):
            self._check(number - 1)
        sleep_ms(_POWER_UP)
        self.chip.hear(number - 1, 0)
        return list(self.chip.found)

    def probe(self, number, uid):
        """Visit the antenna -> HEARD, SILENT or GARBLED."""
        found = self.stock(number)
        if uid in found or found and not uid:
            return HEARD
        return GARBLED if self.chip.unclear else SILENT

    def new(self):
        """UIDs of the tags over all antennas that work."""
        found = []
        for i in range(4):
            if self.chip.due(i, ticks_ms()) and self.chip.on(i):
                sleep_ms(_POWER_UP)
                self.chip.hear(i, 0)
                found += self.chip.found
        return found
