"""How the device is: its MicroPython, its battery, and what has reset it; counted at each start, read in a list. Lent.

/resets.txt is `brownout 2` and `watchdog 0`, a line each; it is replaced as a whole. MicroPython calls a brown-out a
power-on (modmachine.c), so that the chip's own register tells the two apart (RTC_CNTL_RESET_STATE_REG, technical
reference manuals, "Reset Source": 1 is a power-on).
"""

import os
import sys

import machine

from tapete import lend

PATH = "/resets.txt"
_MOST = 9999
_SOURCES = {"esp32": 0x3FF48034}
_SOURCE = 0x60008038  # of the ESP32-S3
_POWER_ON = 1
_OLDEST = (1, 23)  # MicroPython


def refused():
    """Whether MicroPython is too old, which is told."""
    version = tuple(sys.implementation.version[:2])
    if version >= _OLDEST:
        return False
    print(
        "note MicroPython %d.%d is too old for Tapete, which needs MicroPython %d.%d or newer"
        % (version + _OLDEST)
    )
    return True


def counts():
    """[brown-outs, bites of the watchdog] so far; what cannot be read counts as none."""
    try:
        with open(PATH) as f:
            return [int(f.readline().split()[1]) for _ in range(2)]
    except (OSError, ValueError, UnicodeError, IndexError):
        return [0, 0]


def count(app, chip):
    """At a start: count what has reset the device, and tell the console how often it was."""
    cause = machine.reset_cause()
    found = counts()
    if cause == machine.WDT_RESET:
        _add(found, 1)
    elif cause == machine.PWRON_RESET and machine.mem32[_SOURCES.get(chip, _SOURCE)] & 63 != _POWER_ON:
        _add(found, 0)
    if found != [0, 0]:
        app.console.put("note resets: brownout %d watchdog %d" % tuple(found))


def _add(found, kind):
    found[kind] = min(found[kind] + 1, _MOST)
    try:
        with open(PATH + ".new", "w") as f:
            f.write("brownout %d\nwatchdog %d\n" % tuple(found))
        os.rename(PATH + ".new", PATH)
    except OSError:
        pass


def open_device(t, then):
    """The list; then() when it has been read."""
    from tapete.table import Question

    options: list = [("battery_none", ())]
    mv = lend("rest").battery(lend("board").load(t.settings.board))
    if mv:
        text = str(mv // 10)
        options = [("battery_volts", (text[0] + "." + text[1:],))]
    dips, bites = counts()
    options += [("resets_brownout", (dips,)), ("resets_watchdog", (bites,))]
    question = Question("device", (), options, lambda i: then(), then, holds=False)
    question.cycle = True
    t.ask(question)
