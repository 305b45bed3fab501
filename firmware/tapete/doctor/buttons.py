"""Test of the buttons: none stuck, each pressed once, how long its contact bounces; changes with how they are read."""

from time import sleep_ms, sleep_us, ticks_diff, ticks_ms, ticks_us

from tapete import lend
from tapete.doctor.protocol import Failed

_STUCK = 41
_MISSING = 42
_BOUNCES = 43
_DOWN = 1000  # ms: nobody leans on a button so long before the test begins
_WATCHED = 40000  # us after its first contact in which a button's edges are looked at
_TOLERATED = 8000  # us of bouncing that the firmware bears (tapete.buttons)
_OPEN = 30  # ms: it was let go
_ALIVE = 5000  # ms between two lines of progress, also when nothing is pressed


def buttons(talk, seconds):
    """Look for stuck buttons; with `seconds` each must be pressed within so long."""
    _, board = lend("doctor.parts").opened()
    pins = board.open_buttons()
    stuck = _stuck(pins)
    if stuck:
        raise Failed(_STUCK, "down all the time: " + " ".join(stuck))
    if not seconds:
        return "open=%d presses=0" % len(pins)
    missing = []
    bounces = []
    for k, (name, _) in enumerate(pins):
        talk.note("press " + name)
        talk.progress(k, len(pins))
        us = _pressed(talk, pins, k, seconds)
        if us is None:
            missing.append(name)
        else:
            bounces.append((name, us))
    if missing:
        raise Failed(_MISSING, "no contact, or nobody there: " + " ".join(missing))
    bad = ["%s %d us" % each for each in bounces if each[1] > _TOLERATED]
    if bad:
        raise Failed(_BOUNCES, "the contact bounces too long: " + " ".join(bad))
    return "open=%d presses=%d bounce_us=%s" % (
        len(pins),
        len(bounces),
        ",".join(["%s:%d" % each for each in bounces]),
    )


def _stuck(pins):
    """Names of those that are down all the time."""
    down = list(pins)
    begin = ticks_ms()
    while down and ticks_diff(ticks_ms(), begin) < _DOWN:
        down = [each for each in down if not each[1]()]
        sleep_ms(5)
    return [name for name, _ in down]


def _pressed(talk, pins, wanted, seconds):
    """us for which a button bounced when it was pressed; None if it was not, in time."""
    begin = told = ticks_ms()
    while ticks_diff(ticks_ms(), begin) < 1000 * seconds:
        if ticks_diff(ticks_ms(), told) > _ALIVE:
            told = ticks_ms()
            talk.progress(wanted, len(pins))
        for k, (name, pin) in enumerate(pins):
            if not pin():
                us = _bounce(pin)
                _let_go(pin)
                if k == wanted:
                    return us
                talk.note("that was " + name)
        sleep_us(300)
    return None


def _bounce(pin):
    """us from the first contact to the last edge."""
    begin = ticks_us()
    last = 0
    level = 0
    while True:
        past = ticks_diff(ticks_us(), begin)
        if past > _WATCHED:
            return last
        if pin() != level:
            level = 1 - level
            last = past
        sleep_us(50)


def _let_go(pin):
    """Wait until it is open for good, not for ever."""
    begin = high = ticks_ms()
    while ticks_diff(ticks_ms(), high) < _OPEN and ticks_diff(ticks_ms(), begin) < 5000:
        if not pin():
            high = ticks_ms()
        sleep_ms(1)
