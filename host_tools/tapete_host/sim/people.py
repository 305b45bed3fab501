"""People at the table: plays scripts of gestures (*.guion) on a device in this process, and waits for it
after each.

One gesture a line; `#` begins a comment:

    lay AO          a card, or several together: lay RO CO.  `lay foreign` is a tag of no deck
    lay AO@2        over the antenna of seat 2, where seats have antennas; a card without a seat is laid by the
                    seat whose turn it is, or by seat 1
    lift AO         take cards away; `collect` takes all
    ok              press a button: ok cante cambio deshacer; `ok hold` holds it
    wait 500        milliseconds
    shadow AO       the card that lies there, or is laid now, is not heard; `unshadow AO`
    expect WORD..   stop unless it is so: trick 3 · turn 2 · screen won · phase window · points 15 0 · games
                    1 0 · question order · question - · banner took · mat AO 3O · refused renuncio
"""

from .strict import DeviceEnd

BUTTONS = ("ok", "cante", "cambio", "deshacer")
FOREIGN = "E007000000000001"  # another maker's tag
FOREIGN14443 = "0BADCA4D"  # a bank or transport card, where the readers are of ISO14443A
_NOTICED = 6000  # ms within which the mat must have noticed what changed
_QUIET = 20000  # ms within which the device must have come to rest
_PRESS = 80
_HOLD = 1000


class ScriptError(Exception):
    """A line of a script that cannot be read, or an expectation that was not met; the text names the line."""


def parse(lines):
    """Lines of a script -> list of (line number, verb, words). Raises ScriptError."""
    steps = []
    for number, line in enumerate(lines):
        words = line.split("#")[0].split()
        if words:
            verb = words[0]
            if verb not in _VERBS:
                raise ScriptError("line %d: no gesture called %s" % (number + 1, verb))
            if (len(words) > 1) != (verb in _ARGUED) and not (verb in BUTTONS and words[1:] == ["hold"]):
                raise ScriptError("line %d: %s: wrong number of words" % (number + 1, verb))
            if verb == "wait" and not (len(words) == 2 and words[1].isdigit() and len(words[1]) < 8):
                raise ScriptError("line %d: wait: needs a number of milliseconds" % (number + 1))
            if verb == "lay":
                for word in words[1:]:
                    _seat_of(word, number + 1)
            steps.append((number + 1, verb, words[1:]))
    return steps


_ARGUED = ("lay", "lift", "wait", "shadow", "unshadow", "expect")
_VERBS = _ARGUED + BUTTONS + ("collect",)


def _seat_of(word, line):
    """(card, seat or None) of a word such as AO or AO@2. Raises ScriptError."""
    card, at, seat = word.partition("@")
    if at and seat not in ("1", "2", "3", "4"):
        raise ScriptError("line %d: %s: a seat is 1, 2, 3 or 4" % (line, word))
    return card, int(seat) if at else None


class Records:
    """Takes the console's bytes; whole lines go to `lines`, and to listener(line) if there is one."""

    def __init__(self, listener=None):
        self.lines = []
        self.listener = listener
        self._rest = b""

    def write(self, data):
        rows = (self._rest + bytes(data)).split(b"\n")
        self._rest = rows.pop()
        for row in rows:
            line = row.decode()
            self.lines.append(line)
            if self.listener:
                self.listener(line)
        return len(data)


def busy(app):
    """What is under way in a device, in a word: a card half heard, a timer, a picture, a record; "" for nothing."""
    for name, done in (
        ("mat", app.mat.settled),
        ("table", app.table.settled and not app.table.told),
        ("panel", app._shown is app.table.view and app.panel.idle),
        ("console", app._said is app._shown and not app.console.waiting),
    ):
        if not done:
            return name
    return ""


class People:
    """Hands at a device. device: desk.Device (booted, or boot() does it); records: all console lines so far.

    gestures   list of [line number, text, ms when it began, ms when the device was quiet again]
    """

    def __init__(self, device, listener=None):
        self.device = device
        self.world = device.world
        self.out = Records(listener)
        self.gestures = []

    @property
    def records(self):
        return self.out.lines

    def acta(self):
        """Texts of the acta lines told so far, by line number (an undone match begins anew)."""
        rows = {}
        for line in self.records:
            if line[:5] == "acta ":
                number, _, text = line[5:].partition(" ")
                rows[int(number)] = text
        return [rows[n] for n in sorted(rows)]

    def boot(self):
        """Start the device, and let it come to rest."""
        self.device.boot(self.out)
        self.rest()

    def restart(self):
        """After a power cut or a reset."""
        self.device.restart(self.out)
        self.rest()

    def play(self, lines):
        """Play a script (iterable of lines). Raises ScriptError, DeviceEnd when the device stopped."""
        for number, verb, words in parse(lines):
            self.gesture(verb, words, number)

    def gesture(self, verb, words=(), number=0):
        """Do one gesture and wait until the device is quiet again."""
        begin = self.world.now
        if verb == "expect":
            self._expect(words, number)
            return
        self._do(verb, words, number)
        self.rest()
        self.gestures.append([number, " ".join([verb] + list(words)), begin // 1000, self.world.now // 1000])

    def _do(self, verb, words, number):
        world = self.world
        if verb == "lay":
            for word in words:
                card, seat = _seat_of(word, number)
                self.lay(card, seat, number)
        elif verb == "lift":
            for card in words:
                if not world.lift(self._card(card)):
                    raise ScriptError("line %d: %s is not on the mat" % (number, card))
        elif verb == "collect":
            for row in world.on_mat():
                world.lift(row[1])
        elif verb == "wait":
            self.run(int(words[0]))
        elif verb in ("shadow", "unshadow"):
            for card in words:
                if verb == "shadow" and world.field_of(card) is None:
                    world.lay(card, self._laid_by(None), coupling=0).coupling = 1.0
                where = world.field_of(card)
                if where is None:
                    raise ScriptError("line %d: %s is not on the mat" % (number, card))
                where.shadow(card, verb == "shadow")
        else:
            ms = _HOLD if words else _PRESS
            self.world.press(verb, ms)
            self.run(ms + 60)

    def lay(self, card, seat=None, number=0):
        """Lay a card (a name, `foreign`, or its UID) from that seat. Raises ScriptError where seats have no
        antennas."""
        if seat is not None and not self.world.seats():
            raise ScriptError("line %d: the seats of this board have no antennas" % number)
        self.world.lay(self._card(card), self._laid_by(seat))

    def _card(self, word):
        if word == "foreign":
            return FOREIGN14443 if self.world.seats() else FOREIGN
        return word

    def _laid_by(self, seat):
        """The seat over whose antenna a card comes to lie; None where there is one antenna for all."""
        if not self.world.seats():
            return None
        ref = self.device.app.table.ref if self.device.app else None
        return seat or (ref.turn if ref else 0) or 1

    # Waiting

    def run(self, ms):
        """Let the device work for so long."""
        end = self.world.now + ms * 1000
        while self.world.now < end:
            self.step()

    def step(self):
        """One turn of the device's loop. Raises DeviceEnd."""
        if self.device.app is None:
            raise DeviceEnd("the device is off", 0)
        self.device.app.step()

    def heard(self):
        """uids that the readers can hear now."""
        heard = []
        for field in self.world.fields:
            heard += [p.tag.uid for p in field.placed if p.powered or _strong(p)]
        return sorted(heard)

    def rest(self):
        """Wait until the mat knows what lies there and nothing is under way. Raises ScriptError if it never
        ends."""
        app = self.device.app
        limit = self.world.now + _NOTICED * 1000
        while sorted([bytes(u) for u in app.mat.present()]) != self.heard() and self.world.now < limit:
            self.step()
        limit = self.world.now + _QUIET * 1000
        self.run(30)
        while busy(app):
            self.step()
            if self.world.now > limit:
                raise ScriptError("the device does not come to rest: " + busy(app))

    # Expectations

    def _expect(self, words, number):
        app = self.device.app
        what, wanted = words[0], " ".join(words[1:])
        found = _LOOKS[what](app) if what in _LOOKS else None
        if what == "mat":
            found = " ".join(sorted([row[0] for row in self.world.on_mat()]))
            wanted = " ".join(sorted(words[1:]))
        if found is None:
            raise ScriptError("line %d: cannot expect %s" % (number, what))
        if str(found) != wanted:
            raise ScriptError("line %d: expected %s %s, found %s" % (number, what, wanted, found))


def _strong(placed):
    from .field import THRESHOLD

    return placed.strength >= THRESHOLD


def _question(app):
    question = app.table.view.question
    return question[0] if question else "-"


def _refused(app):
    banner = app.table.view.banner
    return banner[1][2] if banner and banner[0] == "refused" else "-"


_LOOKS = {
    "trick": lambda app: app.table.ref.trick_no,
    "turn": lambda app: app.table.ref.turn,
    "screen": lambda app: app.table.view.kind,
    "phase": lambda app: app.table.ref.phase if app.table.ref else "-",
    "points": lambda app: " ".join([str(p) for p in app.table.ref.points]),
    "games": lambda app: " ".join([str(g) for g in app.table.ref.games]),
    "banner": lambda app: app.table.view.banner[0] if app.table.view.banner else "-",
    "question": _question,
    "refused": _refused,
}
