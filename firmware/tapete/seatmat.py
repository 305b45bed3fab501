"""Tags over time where each seat has its antenna: laid, lifted, by whom; changes when what counts as lying does.

The antennas are visited in turn, one on at a time; each visit takes stock of all that lies there.  A card is laid
when it was heard twice, at least 80 ms apart, and belongs to the seat of the antenna.  It is lifted after three clean
visits at least 150 ms apart in which it was not heard: a visit with a mangled answer says nothing.  Cards of which
nobody can tell which came first (their antennas were not heard in between) are reported together.
"""

from time import sleep_ms, ticks_add, ticks_diff, ticks_ms, ticks_us

from micropython import const

from tapete.readers.seats import ANTENNAS

_POWER_UP = const(5100)  # us with the field on before a tag may be spoken to
_REST = const(16)  # ms after a turn round the antennas, for what the device does in idle time
_CONFIRM = const(80)  # ms from the first hearing to the one that counts
_MISSES = const(3)  # clean visits without a card before it is gone
_GONE = const(150)  # ms from the first of them to the last
_NEVER = const(5000)  # ms after which it is gone also where nothing is clean
_AWAKE = const(20000)  # ms after the last event until the visits become rare
_NAP = const(150)  # ms between turns then
_CROWD = const(2000)  # ms of visits without a clear end before people are told

_HEARS = ("working", "too_many")  # states of a reader whose cards can be played

_PENDING = const(0)  # heard once
_SURE = const(1)  # heard twice, not yet told
_LYING = const(2)  # told


class _Tag:
    def __init__(self, uid, antenna, since, heard):
        self.uid = uid
        self.antenna = antenna
        self.since = since  # ms: then it did not lie there yet
        self.heard = heard  # ms of the first hearing
        self.last = heard
        self.state = _PENDING
        self.misses = 0
        self.missed = 0  # ms of the first miss


class SeatMat:
    """What lies on the antennas.  Call step(ticks_ms()) when it is due; take events with next().

    reader    readers.seats.Seats, not yet started
    antennas  list: the seat of each antenna; zeros: antenna n is that of seat n. Read anew for each event.
    deaf      seats whose reader does not work (always the same list)
    """

    def __init__(self, reader, antennas):
        self._reader = reader
        self._antennas = antennas
        self.deaf = []
        self._pace = ""
        self._tags = []  # in the order of their first hearing
        self._events = []
        self._told = ["working"] * ANTENNAS
        self._started = False
        self._on = -1  # antenna that is on
        self._on_at = ticks_us()
        self._turn = 0  # antenna that is next
        now = ticks_ms()
        self._clear = [now] * ANTENNAS  # of each, when all of it was last heard
        self._visited = [now] * ANTENNAS
        self._rest_until = now
        self._awake_until = ticks_add(now, _AWAKE)

    # -- for the table

    def next(self):
        """The oldest event not yet taken, or None.  t is ticks_ms of the (first) hearing.

        ("laid", uid, t, seat), ("lifted", uid, t), ("pair", [uids], t, [seats]): two or more whose order is not
        known, ("reader", state, t, seat, detail): the state of this seat's reader has changed, or (after the start)
        "clone" with its version: it is another maker's chip
        """
        return self._events.pop(0) if self._events else None

    def present(self):
        """UIDs believed to lie there, in the order in which they came."""
        return [tag.uid for tag in self._tags if tag.state == _LYING]

    def seats(self):
        """uid -> seat of what lies there."""
        return {tag.uid: self._seat(tag.antenna) for tag in self._tags if tag.state == _LYING}

    @property
    def settled(self):
        """True if no tag is half heard or in doubt and no event waits."""
        for tag in self._tags:
            if tag.state != _LYING or tag.misses:
                return False
        return not self._events

    def expect(self, pace, stay=None):
        """What is expected ("play", "lift", "idle") makes no difference here, but people are about. "scan": a card that
        was not laid but passed by is told as ("lifted", uid, t, seat), with the t at which it was heard."""
        self._pace = pace
        self._wake(ticks_ms())

    def read_now(self):
        """Read all antennas before anything on them is taken as a gesture: list of UIDs, as present() has them
        then.  About 200 ms; None if no reader works (events tell that)."""
        self._events = [e for e in self._events if e[0] == "reader"]
        self._tags = []
        if not self._started:
            self._start()
        self._on = -1
        begun = ticks_ms()
        for _ in range(3):
            for i in range(ANTENNAS):
                if self._reader.due(i, ticks_ms()) and self._reader.on(i):
                    sleep_ms(6)
                    self._visit(i)
            left = _CONFIRM - ticks_diff(ticks_ms(), begun)
            if left > 0:
                sleep_ms(left)
        self._tags = [tag for tag in self._tags if tag.state != _PENDING]
        for tag in self._tags:
            tag.state = _LYING
        self._events = [e for e in self._events if e[0] == "reader"]
        self._look_at_states(ticks_ms())
        return None if len(self.deaf) == ANTENNAS else self.present()

    # -- the loop

    def step(self, now):
        """Switch an antenna on, or hear the one that is on (1 to 30 ms) -> ms from `now` to the next."""
        wait = self._step(now)
        return wait + ticks_diff(ticks_ms(), now)

    def _step(self, now):
        if not self._started:
            self._start()
        if self._on >= 0:
            left = _POWER_UP - ticks_diff(ticks_us(), self._on_at)
            if 0 < left <= _POWER_UP:
                return (left + 999) // 1000
            i = self._on
            self._on = -1
            self._visit(i)
        now = ticks_ms()
        i = self._choose(now)
        if i < 0:
            return self._rest(now)
        if self._reader.on(i):
            self._on = i
            self._on_at = ticks_us()
            return (_POWER_UP + 999) // 1000
        self._look_at_states(now)
        return 1

    def _start(self):
        self._started = True
        self._reader.start()
        now = ticks_ms()
        for i, version in self._reader.clones():
            self._events.append(("reader", "clone", now, self._seat(i), version))
        self._look_at_states(now)

    def _choose(self, now):
        """The antenna to visit: one with a card to be heard again, or the next in turn; -1 for none now."""
        for tag in self._tags:
            if tag.state == _PENDING and ticks_diff(now, tag.last) >= _CONFIRM:
                if self._reader.states[tag.antenna] == "working":
                    return tag.antenna
        if ticks_diff(self._rest_until, now) > 0:
            return -1
        while self._turn < ANTENNAS:
            i = self._turn
            self._turn += 1
            if self._reader.due(i, now):
                return i
        self._turn = 0
        asleep = ticks_diff(now, self._awake_until) >= 0
        if asleep:
            self._awake_until = now  # ticks_ms may wrap in a long sleep
        self._rest_until = ticks_add(now, _NAP if asleep else _REST)
        return -1

    def _rest(self, now):
        wait = ticks_diff(self._rest_until, now)
        for tag in self._tags:
            if tag.state == _PENDING:
                wait = min(wait, _CONFIRM - ticks_diff(now, tag.last))
        return max(wait, 1)

    def _wake(self, now):
        self._awake_until = ticks_add(now, _AWAKE)
        if ticks_diff(self._rest_until, now) > _REST:
            self._rest_until = now

    # -- readers

    def _look_at_states(self, now):
        for i in range(ANTENNAS):
            self._tell(i, self._reader.states[i], now)

    def _tell(self, i, state, now):
        """Report what has changed about a reader."""
        if state == self._told[i]:
            return
        self._told[i] = state
        self._events.append(("reader", state, now, self._seat(i), self._reader.words(i)))
        self.deaf[:] = [self._seat(k) for k in range(ANTENNAS) if self._told[k] not in _HEARS]

    def _seat(self, i):
        seat = self._antennas[i]
        return seat if 0 < seat <= ANTENNAS else i + 1

    # -- visits

    def _visit(self, i):
        """Hear antenna i, and take over what is there."""
        reader = self._reader
        tags = self._tags
        expected = 0
        for tag in tags:
            if tag.antenna == i:
                expected += 1
        reader.hear(i, expected)
        now = ticks_ms()
        for uid in reader.found:
            self._heard(uid, i, now)
        for k in range(len(tags) - 1, -1, -1):  # some may go
            tag = tags[k]
            if tag.antenna == i and tag.uid not in reader.found:
                self._missed(tag, now, not reader.unclear)
        self._visited[i] = now
        if not reader.unclear:
            self._clear[i] = now
        state = reader.states[i]
        if state == "working" and reader.unclear and ticks_diff(now, self._clear[i]) >= _CROWD:
            state = "too_many"
        elif self._told[i] == "too_many" and reader.unclear:
            state = "too_many"
        self._tell(i, state, now)
        self._report()

    def _heard(self, uid, i, now):
        for tag in self._tags:
            if tag.uid == uid:
                if tag.antenna != i and not tag.misses:
                    return  # it lies between two antennas
                tag.antenna = i
                tag.misses = 0
                tag.last = now
                if tag.state == _PENDING and ticks_diff(now, tag.heard) >= _CONFIRM:
                    tag.state = _SURE
                return
        self._tags.append(_Tag(uid, i, self._clear[i], now))
        self._wake(now)

    def _missed(self, tag, now, clean):
        """It was not heard where it lies."""
        if not clean:
            if ticks_diff(now, tag.last) < _NEVER:
                tag.misses = 0
                return
            tag.misses = _MISSES  # the back-stop: nobody has heard it for long
            tag.missed = tag.last
        if not tag.misses:
            tag.missed = now
        tag.misses += 1
        if tag.misses < _MISSES:
            self._reader.renew(tag.antenna)
            return
        if tag.state == _PENDING:
            self._tags.remove(tag)  # it was passing by, or never was
            if self._pace == "scan":
                self._events.append(("lifted", tag.uid, tag.heard, self._seat(tag.antenna)))
        elif tag.state == _LYING and ticks_diff(now, tag.missed) >= _GONE:
            self._tags.remove(tag)
            self._events.append(("lifted", tag.uid, now))
            self._wake(now)

    def _waiting(self):
        for tag in self._tags:
            if tag.state != _LYING:
                return True
        return False

    def _report(self):
        """Turn sure tags into events, in the order of their first hearing as far as that is known."""
        while self._waiting():
            group: list = []
            latest = 0
            for tag in self._tags:
                if tag.state == _LYING:
                    continue
                # Another came surely later if its antenna was heard without it after this one had come.
                if not group or ticks_diff(tag.since, latest) < 0:
                    group.append(tag)
                    latest = tag.heard
            for tag in group:
                if tag.state == _PENDING:
                    return
            for i in range(ANTENNAS):
                # What lay there before the youngest of the group would be heard now.
                if self._reader.states[i] == "working" and ticks_diff(self._visited[i], latest) < 0:
                    return
            for tag in group:
                tag.state = _LYING
            seats = [self._seat(tag.antenna) for tag in group]
            if len(group) == 1:
                self._events.append(("laid", group[0].uid, group[0].heard, seats[0]))
            else:
                self._events.append(("pair", [tag.uid for tag in group], group[0].heard, seats))
            self._wake(ticks_ms())
