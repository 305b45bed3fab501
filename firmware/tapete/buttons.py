"""Four buttons to ground: presses and holds; changes when the way they are read does."""

from time import sleep_us, ticks_diff

from micropython import const

_PERIOD = const(10)
_LOOKS = const(3)  # low this often in a row, 150 us apart: GPIO36/39 show short low pulses (ESP32 erratum)
_OPEN = const(8)  # high for this long: it was let go, it does not merely bounce
_RELEASED = const(30)  # high for this long: it may be pressed again
_HOLD = const(800)


class _Button:
    def __init__(self, name, pin):
        self.name = name
        self.value = pin.value
        self.since = None  # ticks_ms of the press
        self.high = None  # ticks_ms since when it has looked released
        self.told = False


class Buttons:
    """Buttons that close to ground.

    pins   [(name, machine.Pin)], inputs with a pull-up inside or outside as the board record says
    holds  names of buttons whose hold means something: they report "press" when let go, or "hold" after
           0.8 s; all others report "press" when they go down

    A press is taken at its first low look, so one of 60 ms is seen even if the loop was away for 50 ms.
    """

    def __init__(self, pins, holds=("ok",)):
        self._buttons = [_Button(name, pin) for name, pin in pins]
        self._holds = holds
        self._events = []

    def next(self):
        """The oldest event not yet taken: (name, "press") or (name, "hold"), or None."""
        return self._events.pop(0) if self._events else None

    def down(self, name):
        """True while that button is down (read now): safe mode at start, "held while it starts"."""
        for button in self._buttons:
            if button.name == name:
                return self._low(button)
        return False

    def step(self, now):
        """Look at all buttons -> ms to the next look."""
        for button in self._buttons:
            if button.since is None:
                if not button.value() and self._low(button):
                    self._pressed(button, now)
            elif button.value():
                self._up(button, now)
            else:
                button.high = None
                if not button.told and ticks_diff(now, button.since) >= _HOLD:
                    button.told = True
                    self._events.append((button.name, "hold"))
        return _PERIOD

    def _low(self, button):
        for _ in range(_LOOKS - 1):
            if button.value():
                return False
            sleep_us(150)
        return not button.value()

    def _pressed(self, button, now):
        button.since = now
        button.high = None
        button.told = button.name not in self._holds
        if button.told:
            self._events.append((button.name, "press"))

    def _up(self, button, now):
        if button.high is None:
            button.high = now
        high = ticks_diff(now, button.high)
        if not button.told and high >= _OPEN:
            button.told = True
            self._events.append((button.name, "press"))  # a hold is only what was seen down that long
        if high >= _RELEASED:
            button.since = None
