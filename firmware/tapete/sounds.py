"""Tones of the passive buzzer; changes when the device sounds otherwise."""

from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

# Part of 65536 for which the pin is high, by volume: a pulse's tone is sin(pi x part) of a square wave's.
_LOUD = (0, 2048, 8192, 32768)
_LEAST = const(60)  # a sound is heard for this long before a newer one cuts it off
_QUEUE = const(4)

NAMES = tuple(
    "card1 card2 card3 trick cante swap refused question answered undo round match trouble start".split()
)
# Their notes in this order: the place of the tone in _HZ (0 is a rest) and its tens of ms, 255 ends a sound. One piece:
# a tuple of numbers for each would take three times the heap. The cards of a trick rise, the last one is the trick's.
_HZ = (0, 262, 330, 1047, 1319, 1568, 1760, 2093)
_NOTES = (
    b"\x03\x09\xff"  # card1
    b"\x04\x09\xff"  # card2
    b"\x05\x09\xff"  # card3
    b"\x06\x07\x07\x10\xff"  # trick
    b"\x03\x08\x04\x08\x05\x08\x07\x18\xff"  # cante
    b"\x05\x08\x03\x08\x05\x0c\xff"  # swap
    b"\x02\x12\x00\x06\x01\x1e\xff"  # refused
    b"\x04\x09\x00\x05\x06\x0e\xff"  # question
    b"\x06\x06\x04\x09\xff"  # answered
    b"\x05\x07\x04\x07\x03\x0b\xff"  # undo
    b"\x05\x0c\x04\x0c\x05\x0c\x07\x1e\xff"  # round
    b"\x03\x0c\x04\x0c\x05\x0c\x07\x18\x00\x06\x05\x0c\x07\x2a\xff"  # match
    b"\x01\x19\x00\x0a\x01\x19\xff"  # trouble
    b"\x03\x06\x05\x0c\xff"  # start
)


class Sounds:
    """Plays one sound after the other without ever waiting.

    pin      machine.Pin of the buzzer's transistor
    volume   0 silent .. 3, as the settings say
    """

    def __init__(self, pin):
        from machine import PWM

        self._pwm = PWM(pin, freq=1000, duty_u16=0)
        self.volume = 3
        self._waiting = []
        self._notes = b""
        self._at = 0  # index of the next note
        self._next = 0  # ticks_ms when it is due
        self._begun = 0

    def play(self, name):
        """Start this sound now, or as soon as the one under way was heard for 60 ms.

        Raises ValueError for a name that is not in NAMES."""
        begin = 0
        for _ in range(NAMES.index(name)):
            begin = _NOTES.find(b"\xff", begin) + 1
        notes = _NOTES[begin : _NOTES.find(b"\xff", begin)]
        if not self.volume:
            return
        now = ticks_ms()
        if not self._notes:
            self._begin(notes, now)
        elif len(self._waiting) < _QUEUE:
            self._waiting.append(notes)

    def step(self, now):
        """Go on with the sound -> ms to the next change."""
        if not self._notes:
            return 1000
        if self._waiting and ticks_diff(now, self._begun) >= _LEAST:
            self._begin(self._waiting.pop(0), now)
        elif ticks_diff(now, self._next) >= 0:
            self._note(now)
        if not self._notes:
            return 1000
        wait = ticks_diff(self._next, now)
        if self._waiting:
            wait = min(wait, _LEAST - ticks_diff(now, self._begun))
        return max(wait, 0)

    def _begin(self, notes, now):
        self._notes = notes
        self._at = 0
        self._begun = now
        self._note(now)

    def _note(self, now):
        """Begin the next note, or end the sound."""
        if self._at >= len(self._notes):
            self._pwm.duty_u16(0)
            self._notes = b""
            if self._waiting:
                self._begin(self._waiting.pop(0), now)
            return
        hz = _HZ[self._notes[self._at]]
        self._next = ticks_add(now, 10 * self._notes[self._at + 1])
        self._at += 2
        if hz:
            self._pwm.freq(hz)
            self._pwm.duty_u16(_LOUD[self.volume])
        else:
            self._pwm.duty_u16(0)
