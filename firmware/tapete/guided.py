"""A deck's registration, or the proof of a saved one, led by a computer on the serial line. Imported at MicroPython's
prompt only, where no app runs: the device's parts are started without its match, which is on flash as it was.

The computer calls start() and is told in lines, of which JSON is a part (host_tools/tapete_host/device/enroll.py):

    enrol ["Ask", CARD, DONE]      this card is to be laid; so many have their sticker
    enrol ["Said", KEY, ARGS...]   what the panel says below it: texts b_KEY of the catalogues
    enrol ["Trouble", KEY, ARGS...]   the panel tells a trouble instead (texts t_KEY); null: it is over
    enrol ["On"]                   nothing new, every two seconds
    enrol ["End", DONE, NAME, PROVEN]   ended, by whomever

It may send a byte: s skips the card, b takes the last one back, q ends. The device's own buttons do the same.
(Words with capitals: a text that spells a name of the firmware keeps it from being made short.)
"""

import gc
import json
import select
import sys
import time

from tapete import lend
from tapete.enrol import Enrolment
from tapete.supervisor import release

_TIDY = 2048  # bytes after which garbage is collected, as main has it
_LOOK = 50  # ms between looks at the line
_PULSE = 2000  # ms after which a word is sent all the same


class Guided(Enrolment):
    """Ends where the device's own goes back to its list."""

    over = False
    proven = False

    def start(self, at=""):
        self.over = True


class Proof(Guided):
    """A deck that is not yet on flash: these of its cards are laid, each when it is asked for."""

    def __init__(self, t, number, uids, french, wanted):
        super().__init__(t, None, number)
        self.uids = [bytes.fromhex(uid) for uid in uids]
        self.french = french
        self.wanted = wanted

    def _missing(self):
        return len(self.wanted)

    def next(self, card=-1):
        if self.wanted:
            super().next(self.wanted[0])
        else:
            self.proven = True
            self.t.sound("round")
            self._done()

    def _take(self, card, uid, question, alone):
        if uid == self.uids[card]:
            self.wanted.pop(0)
            self.t.close(question)
            self.t.banner = None
            self.t.sound("card1")
            self.next()
        elif uid in self.uids:
            self._refuse("enrol_known", self.uids.index(uid))
        else:
            self._refuse("foreign")


class Line:
    """The computer's end: a worker of the loop that tells what is new and takes what was sent."""

    def __init__(self, app):
        self.app = app
        self.asked = self.said = self.bad = None
        self.told_at = time.ticks_ms()
        self.poll = select.poll()
        self.poll.register(sys.stdin, select.POLLIN)

    def tell(self, *what):
        self.app.console.put("enrol " + json.dumps(what))
        self.told_at = time.ticks_ms()

    def step(self, now):
        while self.poll.poll(0):
            key = sys.stdin.buffer.read(1)
            if not key:
                break
            self._sent(key)
        self._news()
        if time.ticks_diff(now, self.told_at) >= _PULSE:
            self.tell("On")
        return _LOOK

    def _sent(self, key):
        t = self.app.table
        if not t.asked:
            return
        stop = ("ok", "cante")[len(t.asked[-1].options) - 1]
        button = {b"s": "ok", b"b": "deshacer", b"q": stop}.get(key)
        if button:
            if t.bad:
                t.on_button("ok")  # the trouble is read: it would take the press
            t.on_button(button)

    def _news(self):
        t = self.app.table
        if t.banner is not self.said:
            self.said = t.banner
            if t.banner:
                self.tell("Said", t.banner[0], *t.banner[1])
        if t.bad is not self.bad:
            self.bad = t.bad
            self.tell("Trouble", *((t.bad[0],) + tuple(t.bad[1]) if t.bad else (None,)))
        asked = t.asked[-1] if t.asked else None
        if asked is not self.asked:
            self.asked = asked
            if asked:
                self.tell("Ask", *asked.args)


def start(number, card, anew, name, proof=None):
    """Register the deck of this number: this card (-1: all that have no sticker), with `anew` forgetting those that
    have one, under this name ("": as it is). Or prove one: (UIDs in hex digits, whether its suits are French, the cards
    to be laid). Returns when it has ended."""
    gc.threshold(_TIDY)
    try:
        app = _device()
        t = app.table
        enrolment = Proof(t, number, *proof) if proof else _registration(t, number, anew, name)
        t.deck.french = enrolment.french
        enrolment.next(card)
        line = Line(app)
        app.loop.add("computer", line.step, True)
        while not enrolment.over:
            app.step()
        line.step(time.ticks_ms())
        line.tell("End", 40 - enrolment._missing(), enrolment.name, enrolment.proven)
        app.console.flush()
    finally:
        release()


def _registration(t, number, anew, name):
    made = Guided(t, None, number)
    made.name = name or made.name
    if anew:
        made.uids = [b""] * 40
    return made


def _device():
    """An App of which all runs but the match."""
    from tapete.app import App

    app = App()
    app.settings.values["sleep"] = False  # for this sitting: whoever looks for a card may need a while
    lend("starting").start(app, _empty_table)
    app.loop.drop("flash")
    app.notices = []  # of the deck as it is, which is being mended
    return app


def _empty_table(app):
    """A table at which nothing is played: the last match is not read."""
    from tapete.journal import Journal
    from tapete.table import Table

    app.journal = Journal()
    app.table = Table(None, app.journal, app.deck, app.settings, app.sounds)
    app.mat.read_now()  # what lies there is nothing new
    app.table.ready = True
