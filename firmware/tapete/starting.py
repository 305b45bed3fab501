"""Brings the device up, at power-on and again after a step has failed; loaded when needed."""

import gc
import sys
import time

import machine

from tapete import lend, screens
from tapete.supervisor import Supervisor

_SPLASH = 400  # ms in which the first refresh must have begun, or the panel is not waited for
_CRASHES = 4  # within a minute: then only a reset can help
_MINUTE = 60000


# What stays in the heap, in the order in which it is loaded: nothing before what it imports. Then each
# module's own garbage is gone before the next comes, and its code lies in one piece.
_STAYS = (
    "tapete.buttons",
    "tapete.deck",
    "tapete.sounds",
    "reader",
    "tute.cards",
    "tute.record",
    "tute.acta",
    "tute.kept",
    "tute.trick",
    "tute.cantes",
    "tute.knowledge",
    "tute.audit",
    "tute.round",
    "tute.answer",
    "tute.referee",
    "tapete.journal",
    "tapete.shown",
    "tapete.table",
)


_READERS = {
    "pn5180": ("tapete.readers.uidmask", "tapete.readers.pn5180", "tapete.mat"),
    "mfrc522": (
        "tapete.readers.iso14443",
        "tapete.readers.mfrc522",
        "tapete.readers.seats",
        "tapete.seatmat",
    ),
}


def load(names):
    """Import these modules one by one, each behind as little garbage as can be."""
    for name in names:
        __import__(name)
        gc.collect()


def start(app, then=None):
    """All parts of an App, the panel first, and what its loop does in their order. then(app): instead of game."""
    supervisor = Supervisor(app.loop)
    board = lend("board").load(app.board_name)
    panel(app, board)
    lend("device").count(app, board.chip)
    parts(app, board)
    (then or game)(app)
    loop = app.loop
    loop.add("mat", app._step_mat)
    loop.add("buttons", app._step_buttons, True)
    loop.add("sounds", app.sounds.step)
    loop.add("tidy", app._step_tidy)  # before the answer is put into words, and again before the picture
    loop.add("table", app._step_table)
    loop.add("tidy", app._step_tidy)
    if app.settings.ring > 3 and "led" in board.pins:
        loop.add("lights", lights(app, board), True)
    loop.add("panel", app.panel.step, lambda: app.panel.updating)
    loop.add("flash", app._step_flash, True)
    loop.add("watch", app._step_watch, True)
    loop.add("supervisor", supervisor.step, True)
    loop.idle(app._record, 12)
    loop.idle(app.console.idle, 10)
    trial = sys.modules.get("update")  # see trial: by a name that MicroPython has anyway
    if trial:
        trial.watch(app)


def panel(app, board):
    """The panel, with the splash on its way to the glass."""
    from tapete.screens.view import View

    app.panel = lend("panels.start").open_panel(
        board, app.settings.panel, lambda text: app.console.put("note settings: " + text)
    )
    view = View("splash", app.settings.lang)
    view.night = app.settings.night
    app.panel.show(lambda canvas: screens.paint(view, canvas), True)
    begin = time.ticks_ms()
    while not app.panel.updating and time.ticks_diff(time.ticks_ms(), begin) < _SPLASH:
        wait = app.panel.step(time.ticks_ms())
        if wait:
            time.sleep_ms(wait)


def parts(app, board):
    """What needs time to load, while the panel refreshes."""
    for name in _STAYS:
        load(_READERS[board.reader] if name == "reader" else (name,))
    from tapete.buttons import Buttons
    from tapete.deck import Deck
    from tapete.sounds import Sounds

    pin = board.open_pin
    app.sounds = Sounds(pin("buzzer"))
    app.sounds.volume = min(app.settings.volume, 1 if app.settings.night else 3)
    app.buttons = Buttons(board.open_buttons())
    if machine.reset_cause() == machine.DEEPSLEEP_RESET:
        lend("rest").release(app.buttons)
    app.deck = Deck(lend("decks").path(app.settings.deck))
    app.mat = mat(app, board)
    for kind, text in app.deck.problems():
        app.console.put("note deck %s: %s" % (kind, text))
    if app.settings.note:
        app.console.put("note " + app.settings.note)
        app.notices.append(("settings", ()))
    app.notices.extend(app.deck.troubles)


def lights(app, board):
    """The step of the ring of lights; its view is the table's, whichever table there is after a crash."""
    from neopixel import NeoPixel

    from tapete.lights import start

    return start(NeoPixel(board.open_pin("led"), app.settings.ring), lambda: app.table.view)


def mat(app, board):
    """The mat over the board's reader, or over its readers, one a seat."""
    reader = board.open_reader(app.deck.one_kind)
    if board.reader == "mfrc522":
        from tapete.seatmat import SeatMat

        antennas = app.settings.antennas
        if sorted(antennas) != [1, 2, 3, 4]:
            antennas[:] = [0] * 4
        return SeatMat(reader, antennas)
    from tapete.mat import Mat

    return Mat(reader)


def game(app):
    """Journal and table, as they come out of flash."""
    from tapete.journal import Journal
    from tapete.table import Table

    journal = app.journal = Journal()
    app.table = Table(referee, journal, app.deck, app.settings, app.sounds)
    app.table.seated = getattr(app.mat, "seats", None)
    app.table.deaf = getattr(app.mat, "deaf", ())
    app.table.resume()
    if journal.damage:
        app.console.put("note acta damaged at line %d: %s" % journal.damage)
        app.notices.append(("journal", journal.damage))
    if journal.dropped is not None:
        app.console.put("note torn line dropped: " + journal.dropped)
        app.notices.append(("torn", ()))
    uids = app.mat.read_now()
    app.blind = uids is None
    if app.blind:  # nobody can look: what should lie there is taken to do so
        ref = app.table.ref
        cards = (ref.table or ref.last_trick) if ref and ref.phase in ("play", "window") else []
        uids = [app.deck.uid(card) for _, card in cards if app.deck.uid(card)]
    app.table.begin(uids)
    app.live = None
    app.sounds.play("start")


def referee(rules, target=None, games=None):
    """A Referee for a rules text, rounds to win, and games that the sides bring."""
    from tute import lend as lend_tute
    from tute.referee import Referee

    return Referee(lend_tute("rules").parse_rules(rules), target, games)


def again(app, name, error):
    """A step has raised: keep the reason, and start the game again from the journal."""
    now = time.ticks_ms()
    app.crashes = [t for t in app.crashes if time.ticks_diff(now, t) < _MINUTE] + [now]
    text = "%s %s: %s" % (name, type(error).__name__, error)
    for told in app.table.told:
        app.console.put(told)
    app.console.put("note crash " + text)
    try:
        with open("/crash.txt", "w") as f:  # for whoever looks into it
            sys.print_exception(error, f)
    except OSError:
        pass
    if len(app.crashes) >= _CRASHES:
        app.console.flush()
        machine.reset()
    screens.rest()  # it may have been too little memory
    app.table = app.journal = None  # there is no room for two
    game(app)
    app.table.trouble("crash", (text,))  # before anything else is painted: the painter may be what fails
