"""The device while it runs: the loop's workers, and the way from the mat over the table to panel and
console."""

import gc
import time

from tapete import lend, screens, settings
from tapete.console import Console
from tapete.loop import Loop
from tapete.supervisor import release

_STILL = 150  # ms after a change of the game before flash is tidied
_LIFTED = 300  # the same with a trick complete: the next lead seldom comes sooner
_RETRY = 5000  # ms between tries to write what flash refused
_WELL = ("working", "starting")  # states of a panel that need nobody
_CALM = ("deal", "count", "match_end", "won")  # screens at which no card comes at once
_WASH = 900  # ms for which such a screen has stood before the panel is cleaned
_QUIET = 20000  # ms without a change before battery and sleep are thought of
_WASH_WON = 2500  # the same with a trick complete: who plays fast leads sooner, and a cleaning takes a second


def _later():
    """None now; what start() will put there is not for mypy to know."""


class App:
    """One device. start(), then run(); or step() again and again, which is one turn of the loop.

    Parts, once started: settings, loop, console, panel, mat, buttons, sounds, journal, deck, table.
    """

    tidy = 4096  # bytes after which garbage is collected between rounds

    def __init__(self, board_name=None):
        self.settings = settings.load()
        self.board_name = board_name or self.settings.board
        self.console = Console()
        self.loop = Loop()
        self.panel = self.mat = self.table = self.journal = self.buttons = self.sounds = _later()
        self.crashes = []  # ticks of the last ones
        self.notices = []  # troubles that are shown until OK is pressed
        self._version = 0  # of the table, when it was looked at last
        self._shown = _later()  # view on the panel, or on its way there
        self._said = _later()  # view whose texts the console has
        self._kind = ""
        self.ills: list | tuple = ()  # troubles that last, see health
        self.live = None  # state of the one that is shown, or was until OK was pressed
        self.blind = False  # the mat was not looked at when the game began: no reader
        self._health = _later()  # the module, while there is trouble
        self.changed = time.ticks_ms()  # when the game last did
        self.low = False  # the battery is
        self._rest_at = self.changed  # when a long quiet is looked at next

    def start(self):
        """Bring everything up, the panel first; the journal is read and the mat looked at before gestures
        count. Raises ValueError for a board that is not known."""
        lend("starting").start(self)
        self._refresh()
        self.loop.collect()

    def crashed(self, name, error):
        """A step has raised: the game starts again from the journal."""
        lend("starting").again(self, name, error)
        self._version = 0
        self._refresh()

    # The loop

    def run(self):
        """For ever. KeyboardInterrupt leaves it, with a watchdog that waits for an hour."""
        self.loop.crashed = self.crashed
        try:
            while True:
                self.step()
        except KeyboardInterrupt:
            release()
            self.console.flush()
            raise

    def step(self):
        """One turn: what is due, then sleep until something is again."""
        self.loop.turn()

    def _step_mat(self, now):
        wait = self.mat.step(now)
        event = self.mat.next()
        while event:
            if event[0] == "reader":
                self.health().event(self, event)
            else:
                self.table.on_mat(event)
            self._stir()
            event = self.mat.next()
        self._refresh()
        return wait

    def _step_buttons(self, now):
        wait = self.buttons.step(now)
        event = self.buttons.next()
        while event:
            self.table.on_button(event[0], event[1])
            self._stir()
            event = self.buttons.next()
        self._refresh()
        return wait

    def _step_table(self, now):
        wait = self.table.step(now)
        self._refresh()
        return wait

    def _step_tidy(self, now):
        """What a card leaves is collected when its sound has begun, before its picture is laid out: together
        they would not find room in a small heap, and a collection by itself may come anywhere."""
        if self.loop.dirty:
            self.loop.collect()
            self.loop.dirty = True  # a picture follows
        return 1000

    def health(self):
        """What deals with troubles; it stays in the heap while there is one."""
        if not self._health:
            self._health = lend("health")
        return self._health

    def _stir(self):
        """Something happened at the table: whoever depends on it runs in this turn or the next."""
        self.loop.dirty = True
        for name in ("sounds", "lights", "table", "tidy"):
            self.loop.wake(name)

    def _refresh(self):
        """Hand a changed view to the panel, and let the others know."""
        table = self.table
        if table.version == self._version:
            return
        self._version = table.version
        view = table.view
        self.changed = time.ticks_ms()
        # Only while cards are played must no collection come by itself; elsewhere much is loaded and dropped.
        playing = table.ref is not None and table.ref.phase in ("play", "window")
        gc.threshold(-1 if playing else self.tidy)
        self.mat.expect(table.expect, bool(table.ref and table.ref.table))
        if view is not self._shown:
            opens = view.kind == "deal" and self._kind != "deal"
            if self._shown and view.night != self._shown.night:
                opens = True  # every pixel changes: a partial update would leave the old picture to be seen
            self._kind = view.kind
            self._shown = view
            self.panel.show(lambda canvas: screens.paint(view, canvas), opens)
            self.loop.wake("panel")
        self._stir()

    def _record(self, now):
        """One record for the console: what the table tells, then the screen that shows it."""
        told = self.table.told
        if told:
            self.console.put(told.pop(0))
        elif self._said is not self._shown:
            self._said = self._shown
            self.console.put("screen %s | %s" % (self._said.kind, " | ".join(screens.texts(self._said))))
        else:
            return False
        self.loop.dirty = True
        return True

    def _step_flash(self, now):
        """Tidy the journal while nobody waits for the mat."""
        journal = self.journal
        if journal.trouble:
            journal.fold(True)
            return _RETRY
        ref = self.table.ref
        between = ref is not None and ref.phase != "play"
        if time.ticks_diff(now, self.changed) < (_LIFTED if between else _STILL) or not self.mat.settled:
            return 30
        journal.fold(between)
        return 100

    def _step_watch(self, now):
        """Troubles that last, what the start has found, and the panel's cleaning."""
        table = self.table
        if self._health or self.journal.trouble or self.panel.state not in _WELL:
            if not self.health().step(self, now):
                self._health = None
        if not table.bad and self.notices:
            key, args = self.notices.pop(0)
            table.trouble(key, args)
        quiet = time.ticks_diff(now, self.changed)
        if quiet >= _QUIET and time.ticks_diff(now, self._rest_at) >= 0:
            wait = lend("rest").step(self)
            self._rest_at = time.ticks_add(time.ticks_ms(), wait)
        view = self._shown
        if self.panel.stained and self.panel.idle and view.kind in _CALM:
            if time.ticks_diff(now, self.changed) > (_WASH_WON if view.kind == "won" else _WASH):
                self.panel.show(lambda canvas: screens.paint(view, canvas), False, True)
                self.loop.wake("panel")
        self._refresh()
        return 250
