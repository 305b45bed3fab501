"""Tones of the passive buzzer; changes when the device sounds otherwise."""

from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

# Part of 65536 for which the pin is high, by volume: a pulse's tone is sin(pi x part) of a square wave's.
_LOUD = (0, 2048, 8192, 32768)
_LEAST = const(60)  # a sound is heard for this long before a newer one cuts it off
_QUEUE = const(4)

# name -> (Hz, ms, Hz, ms ...); 0 Hz is a rest. The cards of a trick rise, the last one is the trick's.
_SOUNDS = {
    "card1": (1047, 90),
    "card2": (1319, 90),
    "card3": (1568, 90),
    "trick": (1760, 70, 2093, 160),
    "cante": (1047, 80, 1319, 80, 1568, 80, 2093, 240),
    "swap": (1568, 80, 1047, 80, 1568, 120),
    "refused": (330, 180, 0, 60, 262, 300),
    "question": (1319, 90, 0, 50, 1760, 140),
    "answered": (1760, 60, 1319, 90),
    "undo": (1568, 70, 1319, 70, 1047, 110),
    "round": (1568, 120, 1319, 120, 1568, 120, 2093, 300),
    "match": (1047, 120, 1319, 120, 1568, 120, 2093, 240, 0, 60, 1568, 120, 2093, 420),
    "trouble": (262, 250, 0, 100, 262, 250),
    "start": (1047, 60, 1568, 120),
}
NAMES = tuple(_SOUNDS)


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
        self._notes: tuple = ()
        self._at = 0  # index of the next note
        self._next = 0  # ticks_ms when it is due
        self._begun = 0

    def play(self, name):
        """Start this sound now, or as soon as the one under way was heard for 60 ms.

        Raises KeyError for a name that is not in NAMES."""
        notes = _SOUNDS[name]
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
            self._notes = ()
            if self._waiting:
                self._begin(self._waiting.pop(0), now)
            return
        hz = self._notes[self._at]
        self._next = ticks_add(now, self._notes[self._at + 1])
        self._at += 2
        if hz:
            self._pwm.freq(hz)
            self._pwm.duty_u16(_LOUD[self.volume])
        else:
            self._pwm.duty_u16(0)
