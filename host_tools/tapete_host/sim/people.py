"""People at the table: plays scripts of gestures (*.guion) on a device in this process, and waits for it
after each.

One gesture a line; `#` begins a comment:

    lay AO          a card, or several together: lay RO CO.  `lay foreign` is a tag of no deck
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
            steps.append((number + 1, verb, words[1:]))
    return steps


_ARGUED = ("lay", "lift", "wait", "shadow", "unshadow", "expect")
_VERBS = _ARGUED + BUTTONS + ("collect",)


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
        field = self.world.field
        if verb == "lay":
            for card in words:
                field.lay(FOREIGN if card == "foreign" else card)
        elif verb == "lift":
            for card in words:
                if not field.lift(FOREIGN if card == "foreign" else card):
                    raise ScriptError("line %d: %s is not on the mat" % (number, card))
        elif verb == "collect":
            for placed in list(field.placed):
                field.lift(placed.tag.uid)
        elif verb == "wait":
            self.run(int(words[0]))
        elif verb in ("shadow", "unshadow"):
            for card in words:
                if verb == "shadow" and field.find(card) is None:
                    field.lay(card, coupling=0).coupling = 1.0
                field.shadow(card, verb == "shadow")
        else:
            ms = _HOLD if words else _PRESS
            self.world.press(verb, ms)
            self.run(ms + 60)

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
        """uids that the reader can hear now."""
        return sorted([p.tag.uid for p in self.world.field.placed if p.powered or _strong(p)])

    def rest(self):
        """Wait until the mat knows what lies there and nothing is under way. Raises ScriptError if it never
        ends."""
        app = self.device.app
        limit = self.world.now + _NOTICED * 1000
        while sorted([bytes(u) for u in app.mat.present()]) != self.heard() and self.world.now < limit:
            self.step()
        limit = self.world.now + _QUIET * 1000
        self.run(30)
        while not app.quiet():
            self.step()
            if self.world.now > limit:
                raise ScriptError("the device does not come to rest: " + app.busy())

    # Expectations

    def _expect(self, words, number):
        app = self.device.app
        what, wanted = words[0], " ".join(words[1:])
        found = _LOOKS[what](app) if what in _LOOKS else None
        if what == "mat":
            found = " ".join(sorted([row[0] for row in self.world.field.on_mat()]))
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
