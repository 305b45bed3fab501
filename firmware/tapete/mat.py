"""Tags over time: laid, lifted, two at once; changes when it does what counts as lying on the mat.

A card is laid when it was heard twice, at least 80 ms apart, the second time by its full UID.  Known cards
lie quiet, so each poll hears new ones only and the order of two quick cards is known; cards first heard
together are reported together.  A card is lifted after eight clean silences in a row on its own UID in at least
150 ms: a mangled answer counts as there.  Cards are asked one by one where lifting matters, and all of them
while a new one waits for its second hearing: if none answers, the new one is told only after they are told
lifted.  A full sweep every 2 s finds what was missed.
"""

from time import sleep_ms, ticks_add, ticks_diff, ticks_ms

from micropython import const

from tapete import lend
from tapete.readers.pn5180 import COLLISION, SILENT, ReaderError

_POLL = const(22)  # from poll to poll while cards may come
_ROLL = const(28)  # from card to card in a roll call while cards are expected to go
_DOUBT = const(21)  # between questions to a card that has been silent
_MISSES = const(8)  # clean silences in a row before a card is lifted: of five answers one may get lost
_CONFIRM = const(71)  # after the first hearing: the second answer is then heard 80 ms after the first
_AGAIN = const(14)  # between tries of the second hearing
_SILENCES = const(4)  # clean ones that end the wait for a second hearing
_TRIES = const(10)  # of any kind that end it
_GONE = const(150)  # from the first clean silence to the last before a card is lifted
_SWEEP = const(2000)
_SOON = const(300)
_AWAKE = const(20000)  # the field stays on for this long after the last event
_NAP = const(100)  # from poll to poll when it is switched off between
_NAP_KNOWN = const(200)  # the same with cards on the mat, which takes an inventory each time
_CHECK = const(2000)  # from one regular look at the reader to the next
_SHAKY = const(60)  # of PN5180.climbs, from which on readers.steady has a say
_FIRST_RETRY = const(100)  # after a reader error; doubled each time
_LAST_RETRY = const(5000)

_LIFT = "lift or scan"  # paces at which cards may go

_PENDING = const(0)  # heard once
_SURE = const(1)  # heard twice, an older one is still pending
_LYING = const(2)  # reported


class _Tag:
    def __init__(self, uid, heard, group, silenced):
        self.uid = uid
        self.heard = heard  # ms of the first hearing
        self.group = group  # tags first heard together have one number
        self.silenced = silenced  # epoch of the reader in which it was told to be quiet, or None
        self.state = _PENDING
        self.tries = 0
        self.silences = 0
        self.silent_since = 0
        self.due = ticks_add(heard, _CONFIRM)  # of the second hearing, or of the next question in doubt


class Mat:
    """What lies on one reader.  Call step(ticks_ms()) when it is due; take events with next().

    reader    readers.pn5180.PN5180, not yet started
    """

    def __init__(self, reader):
        self._reader = reader
        self._tags = []  # in the order of their first hearing
        self._events = []
        self._pace = "idle"
        self._stay = False  # the field is never switched off between polls
        self._group = 0
        self._told = None  # last reader state reported
        self._retry = 0
        self._retry_at = None  # when to try to start the reader; None: it works
        self._started = False
        self._sweeping = False
        self._napping = False  # the sweep under way is that of a nap
        self._garbled = 0
        self._joined = False  # what the next poll hears may have lain there at the last one
        self._turn = 0
        self._lay = 0  # tags that lay there when the newest was heard
        self._call = 0  # of these, how many are still to be asked
        self._crowded = 0  # not 0 since sweeps are unclear; readers.steady counts on
        now = ticks_ms()
        self._check_at = now
        self._poll_at = now
        self._roll_at = now
        self._sweep_at = now
        self._awake_until = ticks_add(now, _AWAKE)

    # -- for the table

    def next(self):
        """The oldest event not yet taken, or None.  t is ticks_ms of the (first) hearing.

        ("laid", uid, t), ("lifted", uid, t), ("pair", [uids], t): two or more whose order is not known,
        ("reader", state, t[, seat, words]): the reader's state has changed (seat 0: there is one for all);
        "recovering" while it has to be set up again and again, "too_many" while nobody can tell what lies there,
        "working" once all is well again; "clone" after each start of a chip of no known version
        """
        return self._events.pop(0) if self._events else None

    def present(self):
        """UIDs believed to lie on the mat, in the order in which they came."""
        return [tag.uid for tag in self._tags if tag.state == _LYING]

    @property
    def settled(self):
        """True if no tag is half heard or in doubt, no sweep is under way and no event waits."""
        for tag in self._tags:
            if tag.state != _LYING or tag.silences:
                return False
        return not self._sweeping and not self._events

    def expect(self, pace, stay=None):
        """What is expected: "play" cards may come, "lift" cards may also go, "idle" neither for some time,
        "scan" cards pass by: one that was heard but once, and so was not laid, is told as lifted, its t when it was
        heard.

        stay: however long nothing comes the field stays on, for a trick is open (None: unless "idle")."""
        self._stay = pace != "idle" if stay is None else stay
        if pace != self._pace:
            self._pace = pace
            self._wake(ticks_ms())

    def read_now(self):
        """Read the mat before anything on it is taken as a gesture: list of UIDs, as present() has them then.

        Takes about 200 ms; no events come for what lies there.  None if the reader does not work (an event
        tells that).
        """
        self._events = [e for e in self._events if e[0] == "reader"]
        self._tags = []
        self._sweeping = self._napping = False
        now = ticks_ms()
        try:
            if not self._started or self._retry_at is not None:
                self._start()
            self._take_stock()
        except ReaderError as error:
            self._broken(error)
            return None
        self._working(now)
        now = ticks_ms()
        self._sweep_at = ticks_add(now, _SWEEP)
        self._wake(now)
        return self.present()

    def _take_stock(self):
        """Sweep, and keep what is heard a second time."""
        reader = self._reader
        reader.field(True)
        first = ticks_ms()
        for _ in range(3):
            for uid in reader.sweep():
                if self._find(uid) is None:
                    self._add(uid, first, None)
            if not reader.unclear:
                break
        for tag in self._tags:
            self._silence(tag)
        for _ in range(12):  # what a stronger neighbour's answer had covered
            uid = reader.poll_new()
            if not isinstance(uid, bytes):
                break
            if self._find(uid) is None:
                self._add(uid, ticks_ms(), reader.epoch)
        left = 80 - ticks_diff(ticks_ms(), first)
        if left > 0:
            sleep_ms(left)
        for tag in list(self._tags):
            while tag.state == _PENDING and tag.silences < _SILENCES and tag.tries < _TRIES:
                self._hear_again(tag)
            if tag.state == _PENDING:
                self._tags.remove(tag)
            else:
                tag.state = _LYING

    # -- the loop

    def step(self, now):
        """Do the most urgent thing, one exchange or one round of a sweep (2 to 40 ms) -> ms to the next."""
        if self._retry_at is not None and ticks_diff(self._retry_at, now) > 0:
            return ticks_diff(self._retry_at, now)
        try:
            if self._retry_at is not None or not self._started:
                self._start()
                self._working(now)
            return self._work(now)
        except ReaderError as error:
            return self._broken(error)

    def _start(self):
        self._reader.start()
        self._reader.hear(bytes(8))  # one that starts but cannot send is no reader
        self._started = True

    def _working(self, now):
        self._retry = 0
        self._retry_at = None
        if self._told is not None:
            self._told = None
            self._events.append(("reader", "working", now))
            self._sweep_at = now

    def _broken(self, error):
        """The reader fails: one new start at once, then ever later ones -> ms to the next."""
        self._sweeping = self._napping = False
        if self._retry_at is None and self._started:
            try:
                self._start()
                self._sweep_at = ticks_ms()
                return 0
            except ReaderError as worse:
                error = worse
        now = ticks_ms()
        self._retry = min(self._retry * 2 or _FIRST_RETRY, _LAST_RETRY)
        self._retry_at = ticks_add(now, self._retry)
        if error.state != self._told:
            self._told = error.state
            self._events.append(("reader", error.state, now, 0, error.detail))
        return self._retry

    def _wake(self, now):
        self._awake_until = ticks_add(now, _AWAKE)
        if ticks_diff(self._poll_at, now) > _POLL:
            self._poll_at = now

    def _asleep(self, now):
        return not self._stay and ticks_diff(now, self._awake_until) >= 0

    def _work(self, now):
        tag = self._next_pending(now)
        if tag is not None:
            self._confirm(tag)
            return 0
        if self._sweeping:
            if self._reader.sweep_step():
                self._sweeping = False
                self._swept(ticks_ms())
            return 0
        if ticks_diff(self._check_at, now) <= 0:
            self._check_at = ticks_add(now, _CHECK)
            reader = self._reader
            reader.field(True)  # between naps it is off, and then nobody would miss the antenna
            reader.check()
            if self._crowded or self._told or reader.climbs > _SHAKY or reader.state != "working":
                lend("readers.steady").look(self, now)
            return 0
        if self._asleep(now):
            return self._nap(now)
        self._reader.field(True)
        epoch = self._reader.epoch
        for tag in self._tags:
            if tag.silenced != epoch:
                self._silence(tag)
                return 0
        if ticks_diff(self._poll_at, now) <= 0:
            self._poll(now)
            return 0
        tag = self._next_asked(now)
        if tag is not None:
            self._ask(tag)
            return 0
        if ticks_diff(self._sweep_at, now) <= 0:
            return self._begin_sweep(now)
        return self._rest(now)

    def _rest(self, now):
        """ms until something is due."""
        wait = ticks_diff(self._poll_at, now)
        for tag in self._tags:
            if tag.state == _PENDING or tag.silences:
                wait = min(wait, ticks_diff(tag.due, now))
        if self._pace in _LIFT and self._tags:
            wait = min(wait, ticks_diff(self._roll_at, now))
        return max(wait, 0)

    # -- new tags

    def _find(self, uid):
        for tag in self._tags:
            if tag.uid == uid:
                return tag
        return None

    def _add(self, uid, heard, silenced):
        self._tags.append(_Tag(uid, heard, self._group, silenced))

    def _silence(self, tag):
        self._reader.quiet(tag.uid)
        tag.silenced = self._reader.epoch

    def _poll(self, now):
        reader = self._reader
        self._poll_at = ticks_add(now, _POLL)
        uid = reader.poll_new()
        if uid is None:
            self._garbled = 0
            self._joined = False
        elif isinstance(uid, bytes):
            self._garbled = 0
            self._new_group()
            self._heard(uid, ticks_ms(), reader.epoch)
            # Its answer may have covered a weaker one: ask again at once.
            self._joined = True
            self._poll_at = now
        elif uid == COLLISION or self._garbled:
            self._garbled = 0
            reader.begin_sweep(False)
            self._sweeping = True
        else:
            self._garbled += 1
            self._poll_at = now

    def _new_group(self):
        if not self._joined:
            self._group += 1

    def _heard(self, uid, now, silenced):
        """A tag has answered an inventory.  Known ones have been near the edge of the field, or swept."""
        tag = self._find(uid)
        if tag is None:
            self._call = self._lay = len(self.present())
            self._add(uid, now, silenced)
            self._wake(now)
            return
        tag.silenced = silenced
        if tag.state == _LYING:
            tag.silences = 0

    def _next_pending(self, now):
        for tag in self._tags:
            if tag.state == _PENDING and ticks_diff(tag.due, now) <= 0:
                return tag
        return None

    def _confirm(self, tag):
        """The second hearing.  What is not heard again was passing by, or never was."""
        self._hear_again(tag)
        if tag.state == _PENDING:
            if tag.silences < _SILENCES and tag.tries < _TRIES:
                return
            self._tags.remove(tag)
            if self._pace == "scan":
                self._events.append(("lifted", tag.uid, tag.heard))
            now = ticks_ms()  # it may still be there and quiet: only a sweep would tell
            if ticks_diff(self._sweep_at, now) > _SOON:
                self._sweep_at = ticks_add(now, _SOON)
        self._report()

    def _hear_again(self, tag):
        """Ask by the full UID."""
        tag.tries += 1
        if self._reader.hear(tag.uid):
            tag.state = _SURE
            tag.silences = 0
        else:
            if self._reader.last == SILENT:
                tag.silences += 1
            tag.due = ticks_add(ticks_ms(), _AGAIN)

    def _report(self):
        """Turn sure tags into events, group by group, in the order of their first hearing."""
        while not self._deserted():
            group = None
            for tag in self._tags:
                if tag.state == _LYING:
                    continue
                if group is None:
                    group = tag.group
                if tag.group == group and tag.state == _PENDING:
                    return
            if group is None:
                return
            sure = [tag for tag in self._tags if tag.group == group and tag.state == _SURE]
            for tag in sure:
                tag.state = _LYING
            if len(sure) == 1:
                self._events.append(("laid", sure[0].uid, sure[0].heard))
            else:
                self._events.append(("pair", [tag.uid for tag in sure], sure[0].heard))
            self._wake(ticks_ms())

    def _deserted(self):
        """Whether all that lay there may have been taken up before the new tag came: it is told after them. A
        single one may just as well be hidden by it."""
        left = False
        for tag in self._tags:
            if tag.state == _LYING:
                if not tag.silences:
                    return False
                left = True
        return left and self._lay > 1 and self._pace == "play"

    # -- tags that go

    def _next_asked(self, now):
        """A lying tag to be asked: one in doubt, or the next of the roll call where lifting matters."""
        for tag in self._tags:
            if tag.state == _LYING and tag.silences and ticks_diff(tag.due, now) <= 0:
                return tag
        if self._call or self._pace in _LIFT and ticks_diff(self._roll_at, now) <= 0:
            if self._call:
                self._call -= 1
            self._roll_at = ticks_add(now, _ROLL)
            for _ in range(len(self._tags)):
                self._turn = (self._turn + 1) % len(self._tags)
                tag = self._tags[self._turn]
                if tag.state == _LYING and not tag.silences:
                    return tag
        return None

    def _ask(self, tag):
        if self._reader.hear(tag.uid) or self._reader.last != SILENT:
            tag.silences = 0
        else:
            self._missed(tag, ticks_ms())
        for other in self._tags:
            if other.state == _SURE:
                self._report()
                return

    def _missed(self, tag, now):
        """One clean silence."""
        tag.silences += 1
        if tag.silences == 1:
            tag.silent_since = now
        elif tag.silences >= _MISSES and ticks_diff(now, tag.silent_since) >= _GONE:
            self._tags.remove(tag)
            self._events.append(("lifted", tag.uid, now))
            self._wake(now)
            return
        tag.due = ticks_add(now, _DOUBT)

    # -- sweeps

    def _begin_sweep(self, now):
        self._sweep_at = ticks_add(now, _SWEEP)
        if not self._reader.silenced:
            self._crowded = 0
            return self._rest(now)  # nothing was told to be quiet: the polls hear all
        for tag in self._tags:
            if tag.state != _LYING:
                self._sweep_at = ticks_add(now, _SOON)  # its second hearing comes first
                return self._rest(now)
        if self._reader.silenced == len(self._tags) and not self._crowded:
            # Nobody is quiet but those known: they are asked by their UIDs, without a reset and without slots.
            self._call = len(self._tags)
            return 0
        self._reader.begin_sweep(True)
        self._sweeping = True
        return 5

    def _swept(self, now):
        """Take over what a sweep has found."""
        reader = self._reader
        self._crowded = (self._crowded or 1) if reader.unclear else 0
        self._new_group()
        fresh = False
        for uid in reader.found:
            if self._find(uid) is None:
                fresh = True
            self._heard(uid, now, None)
        for tag in self._tags:
            # Whoever had not been told to be quiet should have answered. This is the first silence, if it is
            # a clean one; questions by full UID decide.
            if tag.state == _LYING and tag.silenced != reader.epoch and tag.uid not in reader.found:
                if not reader.unclear and not tag.silences:
                    self._missed(tag, now)
        reader.found = []
        if self._napping:
            self._napping = False
            if not fresh and not self._doubted():
                return  # the next step switches the field off
            self._wake(now)
        self._poll_at = now

    def _doubted(self):
        for tag in self._tags:
            if tag.silences:
                return True
        return False

    # -- naps: the field is off between polls

    def _nap(self, now):
        """Asleep: switch the field on, ask, and switch it off unless something is new."""
        self._awake_until = self._sweep_at = now  # ticks_ms may wrap in a long sleep
        wait = ticks_diff(self._poll_at, now)
        reader = self._reader
        if wait > 0:
            reader.field(False)
            return wait
        if self._tags:
            self._poll_at = ticks_add(now, _NAP_KNOWN)
            reader.begin_sweep(False)
            self._sweeping = self._napping = True
            return 0
        self._poll_at = ticks_add(now, _NAP)
        reader.field(True)
        uid = reader.poll_new()
        if uid is None:
            reader.field(False)
            return _NAP
        self._wake(now)
        self._poll_at = now
        if isinstance(uid, bytes):
            self._new_group()
            self._heard(uid, ticks_ms(), reader.epoch)
            self._joined = True
        return 0
