"""Chooses a panel's controller, starts the panel and says what is wrong with one that fails; lent for that use.

`panel` is a panel.Panel, whose phases, pins and commands are used here.
"""

import sys
from time import sleep_us

from tapete.panels.panel import Panel

DRIVERS = ("ssd1683", "ssd1680", "uc8179")
"""Modules of tapete.panels, one a controller."""

# What a board cannot mend by itself. Both families are there as V1 or V2 of panels that look alike: see the sticker.
_MESSAGES = {
    "no_answer": "panel: BUSY never moved: cable, supply, or no panel",
    "busy_stuck": "panel: BUSY says busy for ever: supply, RST or BUSY wire, or no panel",
    "wrong_panel": (
        'panel: it is a UC81xx, not an SSD16xx: a 4.2" V1 (get the V2), or a 7.5" (set "panel" to "uc8179")',
        'panel: it is an SSD16xx, not a UC8179: set "panel" to "ssd1683" (4.2") or "ssd1680" (2.9")',
    ),
}

_PAUSES = (0, 1000, 5000, 30000)  # ms before another try, by errors in a row
_PULSE = 4  # ms of RST
_SETTLE = 20  # ms in which nothing is sent after a reset
_FREE = 500  # ms within which BUSY must fall after a reset

# Phases of the panel, as panel counts them.
_ASLEEP = 0
_RESET = 1
_BOOT = 2
_SETUP = 3
_READY = 4


def open_panel(board, name, note=None):
    """The Panel called `name`, or the board's own if that is "" or not known, on the board's pins; note(text) is
    called with a sentence about a name that is not known."""
    if name not in DRIVERS:
        if name and note:
            note("no panel %s (known: %s), taken: %s" % (name, ", ".join(DRIVERS), board.panel))
        name = board.panel
    __import__("tapete.panels." + name)
    chip = sys.modules["tapete.panels." + name]
    cs, dc, rst = [board.open_pin("epd_" + signal, 1) for signal in ("cs", "dc", "rst")]
    busy = board.open_pin("epd_busy")
    return Panel(chip, board.open_spi("panel"), cs, dc, rst, busy if chip.BUSY else lambda: not busy())


def message(panel):
    """What is wrong with the panel, as a sentence; "" when nothing is."""
    text = _MESSAGES.get(panel.state, "")
    return text if isinstance(text, str) else text[0 if panel._chip.RESET else 1]


def begin(panel, now):
    """Pull RST; step() does the rest."""
    panel._rst(0)
    panel._enter(_RESET, now)
    return _PULSE


def step(panel, now):
    """The next little thing of a start -> ms until the next is wanted."""
    if panel._phase == _RESET:
        left = panel._lasted(_PULSE, now)
        if left > 0:
            return left
        panel._rst(1)
        panel._enter(_BOOT, now)
        return _SETTLE
    left = _free(panel, now)
    if left:
        return max(left, 0)
    if panel._phase == _BOOT and panel._chip.RESET:
        panel._send(panel._chip.RESET, 0)
        panel._enter(_SETUP, now)
        return _SETTLE
    panel._tell(panel._chip.SETUP)
    panel._unknown = True
    panel._powered = False
    return panel._enter(_READY, now)


def _free(panel, now):
    """ms to wait for BUSY in a start phase; 0 when it is low, -1 when it will not fall."""
    left = panel._lasted(_SETTLE, now)
    if left > 0:
        return left
    if not panel._busy():
        return 0
    if panel._lasted(_FREE, now) > 0:
        return 5
    fail(panel, "wrong_panel" if _foreign(panel) else "busy_stuck", now)
    return -1


def _foreign(panel):
    """Whether a panel that seems busy speaks the other language, in which its BUSY says free: it is told to
    power on, which makes BUSY move, and is then held in reset."""
    panel._tell(b"\x01\x04" if panel._chip.RESET else b"\x02\x22\xe0\x01\x20")
    moved = 0
    for _ in range(30):
        sleep_us(100)
        moved = 0 if panel._busy() else moved + 1
        if moved == 5:  # more than a disturbed look or two
            panel._rst(0)
            return True
    return False


def fail(panel, state, now):
    """Name the trouble; reset and show the newest picture by a full update, later if it failed before."""
    panel.state = state
    if panel._wanted is None:
        panel._wanted = panel._paint
    panel._pause = _PAUSES[min(panel._errors, len(_PAUSES) - 1)]
    panel._errors += 1
    return panel._enter(_ASLEEP, now)
