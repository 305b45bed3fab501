"""What a long quiet brings: looks at the battery, deep sleep after ten minutes, and looks at the mat out of it; lent.

The game is on flash already, and a start takes up what lay in RAM (resume): nothing is written here. Only lines that
flash has refused keep the device awake. Whoever listens on the serial line is told, and does not: an interrupt (Ctrl-C)
ends the app, and with it all sleep.

A button wakes the chip (ext0, an RTC pin). A card cannot: the readers are held in reset by the resistors on their RST
lines, for the pads let go. So while a round is open the timer wakes the chip every few seconds; it takes stock of the
mat before anything of the game is loaded, and sleeps again unless something is new. What is known lies in the RTC
memory, which outlives deep sleep and costs no flash.
"""

import time

import esp32
import machine

from tapete import lend

_LOOK = 60000  # ms between looks at the battery
_SLEEP = 600000  # ms without a change of the game before deep sleep
_PATIENCE = 20000  # ms for the panel: the maker's full update and its supply take 5 s, on a cold one more
_EVERY = 5000  # ms of deep sleep between two looks at the mat: hardware/POWER.md has the sum
_POWER_UP = 6  # ms with the field on before a tag of ISO14443A may be spoken to
_BITE = 15000  # ms, as the supervisor's

# One lithium cell at rest is nearly empty at 3.5 V; a charger lifts it above 3.65 V within minutes. Below 1 V the
# pin is joined to ground: there is no battery.
_LOW = 3500
_WELL = 3650
_NONE = 1000
_READINGS = 8


def step(app):
    """What is due after some quiet -> ms until it should be called again."""
    board = lend("board").load(app.board_name)
    _weigh(app, battery(board))
    quiet = time.ticks_diff(time.ticks_ms(), app.changed)
    if quiet < _SLEEP:
        return min(_LOOK, _SLEEP - quiet)
    button = machine.Pin(board.wake)
    if app.settings.sleep and not app.journal.trouble and app.mat.settled and button():
        _fall_asleep(app, board, button)
    return _LOOK


# The battery


def battery(board):
    """Millivolts of the battery, 0 where there is none; the divider on the board halves them."""
    if "vbat" not in board.pins:
        return 0
    adc = machine.ADC(machine.Pin(board.pins["vbat"]), atten=machine.ADC.ATTN_11DB)
    mv = sum([adc.read_uv() for _ in range(_READINGS)]) * 2 // (_READINGS * 1000)
    return mv if mv > _NONE else 0


def _weigh(app, mv):
    """Tell a battery that is low, once, and one that is so no more."""
    table = app.table
    if app.low:
        if 0 < mv < _WELL:
            return
        if not table.bad or table.bad[0] == "battery":
            table.trouble(None)  # also one that was seen: the next time is told again
    elif mv >= _LOW or not mv or table.bad:
        return
    else:
        table.trouble("battery")
    app.low = not app.low
    app.console.put("note battery %s: %d mV" % ("low" if app.low else "working", mv))


# Going to sleep


def _fall_asleep(app, board, button):
    """Say so on the glass, and sleep. Returns if OK is pressed before, with the picture of before on its way."""
    if not _say(app, button):
        release(app.buttons)
        app._shown = None
        app._version = 0
        app.changed = time.ticks_ms()
        return
    if app.settings.ring > 3 and "led" in board.pins:
        from neopixel import NeoPixel

        NeoPixel(board.open_pin("led"), app.settings.ring).write()  # dark: it would keep its colours
    lend("settingsfile").keep(app.settings)
    app.console.put("note asleep: OK wakes it")
    app.console.flush()
    ref = app.table.ref
    opened = ref is not None and ref.phase in ("play", "window")
    if opened:
        uids = app.mat.present() + [app.deck.uid(card) for _, card in ref.table]
        known = b"".join([bytes(uid) for uid in uids if uid])
        machine.RTC().memory(bytes((app.deck.one_kind,)) + known)
    _sleep(board, opened)


def _say(app, button):
    """Show that the device sleeps and switch the panel off -> False if the button was pressed meanwhile."""
    from tapete import screens
    from tapete.panels.panel import FULL
    from tapete.screens.view import View

    view = View()
    shown = app._shown.__dict__
    for name in shown:
        setattr(view, name, shown[name])
    view.banner = ("asleep", ())
    view.duty = None  # it stands in the banner's place
    view.buttons = ("wake", "", "", "")
    panel = app.panel
    panel.show(lambda canvas: screens.paint(view, canvas), FULL)  # what stands for long is drawn well
    panel.sleep()
    dog = machine.WDT(timeout=_BITE)
    begin = time.ticks_ms()
    while not (panel.asleep and panel.idle) and time.ticks_diff(time.ticks_ms(), begin) < _PATIENCE:
        if not button():
            return False
        dog.feed()
        time.sleep_ms(min(panel.step(begin), 20))
    return True


def _sleep(board, looking):
    """Deep sleep, until OK is pressed; `looking`: with looks at the mat between. Never returns."""
    esp32.wake_on_ext0(machine.Pin(board.wake, machine.Pin.IN), esp32.WAKEUP_ALL_LOW)
    if looking:
        machine.deepsleep(_EVERY)
    machine.deepsleep()


# Out of it


def release(buttons):
    """What is down now was pressed to wake the device, and means nothing else."""
    for button in buttons._buttons:
        button.since = time.ticks_ms()
        button.told = True


def look():
    """First thing after deep sleep. Returns if the button was pressed; else looks at the mat, and sleeps again or, if
    there is something new, starts as from power-on, with a heap that is clean."""
    if machine.wake_reason() != machine.TIMER_WAKE:
        return
    machine.WDT(timeout=_BITE)
    board = lend("board").load(lend("settings").load().board)
    known = machine.RTC().memory()
    reader = board.open_reader(known[:1] != b"\0")
    for uid in _seats(reader) if board.reader == "mfrc522" else _middle(reader):
        if bytes(uid) not in known:
            machine.reset()
    _sleep(board, True)


def _middle(reader):
    """UIDs of what lies over the one reader; one that does not work hears nothing."""
    from tapete.readers.pn5180 import ReaderError

    try:
        reader.start()
        return reader.sweep()
    except ReaderError:
        return []


def _seats(reader):
    """UIDs of what lies over the antennas that work."""
    found: list = []
    reader.start()
    for i in range(4):
        if reader.due(i, time.ticks_ms()) and reader.on(i):
            time.sleep_ms(_POWER_UP)
            reader.hear(i, 0)
            found += reader.found
    return found
