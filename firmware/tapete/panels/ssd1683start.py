"""Starts an SSD1683 and says what is wrong with one that fails; changes when what it takes to set it up does.

Loaded for one use (tapete.lend). `panel` is an ssd1683.SSD1683, whose phases, pins and commands are used here.
"""

# The V1 panel looks alike, but speaks another language and has BUSY the other way round: see its sticker.
MESSAGES = {
    "no_answer": "panel: BUSY never rose: cable, supply or a V1 panel",
    "busy_stuck": "panel: BUSY stays high: RST or BUSY wire, or a V1 panel",
}

_PAUSES = (0, 1000, 5000, 30000)  # ms before another try, by errors in a row

# Phases of the panel, as ssd1683 counts them.
_ASLEEP = 0
_RESET = 1
_BOOT = 2
_SETUP = 3
_READY = 4


def begin(panel, now):
    """Pull RST; step() does the rest."""
    panel._rst(0)
    panel._enter(_RESET, now)
    return 4


def step(panel, now):
    """The next little thing of a start -> ms until the next is wanted."""
    if panel._phase == _RESET:
        left = panel._lasted(4, now)
        if left > 0:
            return left
        panel._rst(1)
        panel._enter(_BOOT, now)
        return 12
    left = _free(panel, now)
    if left:
        return max(left, 0)
    if panel._phase == _BOOT:
        panel._command(0x12)
        panel._enter(_SETUP, now)
        return 12
    panel._command(0x01, b"\x2b\x01\x00")  # 300 lines
    panel._command(0x18, 0x80)  # the sensor inside
    panel._command(0x11, 0x03)  # X and Y upwards
    panel._command(0x44, b"\x00\x31")  # X in bytes
    panel._command(0x45, b"\x00\x00\x2b\x01")
    panel._unknown = True
    panel._powered = False
    return panel._enter(_READY, now)


def _free(panel, now):
    """ms to wait for BUSY in a start phase; 0 when it is low, -1 when it will not fall."""
    left = panel._lasted(12, now)
    if left > 0:
        return left
    if not panel._busy():
        return 0
    if panel._lasted(500, now) > 0:
        return 5
    fail(panel, "busy_stuck", now)
    return -1


def fail(panel, state, now):
    """Name the trouble; reset and show the newest picture by a full update, later if it failed before."""
    panel.state = state
    if panel._wanted is None:
        panel._wanted = panel._paint
    panel._pause = _PAUSES[min(panel._errors, len(_PAUSES) - 1)]
    panel._errors += 1
    return panel._enter(_ASLEEP, now)
