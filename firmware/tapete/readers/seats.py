"""An antenna a seat: four MFRC522 on one bus, one antenna on at a time; changes when what is done about those that
fail does."""

from time import sleep_ms, sleep_us, ticks_add, ticks_diff, ticks_ms

from micropython import const

from tapete import lend
from tapete.readers.iso14443 import Tags
from tapete.readers.mfrc522 import MFRC522

ANTENNAS = const(4)
_FIRST_RETRY = const(100)  # ms after which one that failed is tried again; doubled each time
_LAST_RETRY = const(5000)
_HARD = const(10000)  # ms between pulses of the shared reset pin, which all of them feel
_STUCK = const(4)  # visits in a row that did not end by themselves, without a card: it is set up anew
_HOPELESS = const(16)  # and here that has not helped
_OFF = const(6)  # ms without field after which every tag has forgotten that it was halted, 5 at least
_RENEW = const(
    4000
)  # ms of silence after which one is set up anew: a receiver may have gone deaf without a word


class Seats:
    """The antennas, numbered 0 to 3 in the order of their selects.

    states  of each: "recovering" until it was started, "working", "no_answer", "bus_fault" or "antenna_off"
    climbs  how often one had to be set up anew
    found, unclear, crowded   of the last `hear`, as in iso14443.Tags
    """

    def __init__(self, spi, selects, rst):
        """selects: of each chip a function like Pin.value; rst: machine.Pin of the reset that they share."""
        self._chip = MFRC522(spi, selects)
        self._tags = Tags(self._chip)
        self._rst = rst.value
        self._stuck = bytearray(ANTENNAS)
        self._wait = [0] * ANTENNAS  # ms to the next try
        self._retry_at = [ticks_ms()] * ANTENNAS
        self._hard_at = ticks_ms()
        self._renew_at = [ticks_ms()] * ANTENNAS
        self._off_at = [ticks_add(ticks_ms(), -_OFF)] * ANTENNAS
        self.states = ["recovering"] * ANTENNAS
        self.versions = bytearray(ANTENNAS)
        self.climbs = 0

    @property
    def found(self):
        return self._tags.found

    @property
    def unclear(self):
        return self._tags.unclear

    @property
    def crowded(self):
        return self._tags.crowded

    def start(self):
        """Reset all, set all up (some 6 ms, at most 40)."""
        self._reset()
        for i in range(ANTENNAS):
            self._set_up(i)

    def _reset(self):
        self._rst(0)
        sleep_us(100)  # 100 ns at least (DS 8.8.1)
        self._rst(1)
        self._hard_at = ticks_add(ticks_ms(), _HARD)

    def _set_up(self, i):
        chip = self._chip
        chip.point(i)
        return self._became(i, chip.set_up())

    def _became(self, i, problem):
        """Keep what an antenna is now -> whether it works."""
        self.versions[i] = self._chip.version
        if problem:
            self.states[i] = problem
            self._wait[i] = min(self._wait[i] * 2 or _FIRST_RETRY, _LAST_RETRY)
            self._retry_at[i] = ticks_add(ticks_ms(), self._wait[i])
            return False
        self.states[i] = "working"
        self._wait[i] = 0
        self._renew_at[i] = ticks_add(ticks_ms(), _RENEW)
        return True

    def due(self, i, now):
        """Whether it is worth a visit: it works, or it is time to try it again."""
        return self.states[i] == "working" or ticks_diff(self._retry_at[i], now) <= 0

    def on(self, i):
        """Switch antenna i on, after a look at its registers -> whether it is. Tags may be spoken to 5 ms later.

        One that has lost its set-up is set up again; if that does not help, all are reset, not too often."""
        chip = self._chip
        chip.point(i)
        dark = ticks_diff(ticks_ms(), self._off_at[i])
        if 0 <= dark < _OFF:
            sleep_ms(_OFF - dark)
        if self.states[i] == "working":
            if ticks_diff(self._renew_at[i], ticks_ms()) <= 0:
                self._set_up(i)
            if not chip.on():
                return True
        self.climbs += 1
        if not self._set_up(i):
            if ticks_diff(self._hard_at, ticks_ms()) > 0:
                return False
            self._reset()
            for j in range(ANTENNAS):
                if j == i or self.states[j] == "working":
                    self._set_up(j)
            chip.point(i)
            if self.states[i] != "working":
                return False
        problem = chip.on()
        return not problem or self._became(i, problem)

    def hear(self, i, expected):
        """Take stock of the tags on antenna i, which was switched on 5 ms ago, and switch it off."""
        chip = self._chip
        chip.point(i)
        chip.stuck = False
        self._tags.take_stock(expected)
        chip.off()
        self._off_at[i] = ticks_ms()
        if self._tags.found:
            self._renew_at[i] = ticks_add(ticks_ms(), _RENEW)
        if self._tags.found or not chip.stuck:
            self._stuck[i] = 0
            return
        self._stuck[i] += 1
        if self._stuck[i] == _HOPELESS:
            self._stuck[i] = 0
            self._became(i, "no_answer")
        elif self._stuck[i] % _STUCK == 0:
            self.climbs += 1
            self._set_up(i)

    def renew(self, i):
        """Set antenna i up anew before it is heard again: it may be deaf to a card that still lies there."""
        self._renew_at[i] = ticks_ms()

    def words(self, i):
        """What is wrong with antenna i, for a maker; "" if it works."""
        if self.states[i] == "working":
            return ""
        others = [k + 1 for k in range(ANTENNAS) if self.states[k] == "working"]
        return lend("readers.mfrc522words").words(self.states[i], self.versions[i], others)

    def clones(self):
        """[(antenna, words)] of the working chips whose version is no genuine MFRC522's; they are used all the same."""
        words = lend("readers.mfrc522words").stranger
        found = [(i, words(self.versions[i])) for i in range(ANTENNAS) if self.states[i] == "working"]
        return [each for each in found if each[1]]
