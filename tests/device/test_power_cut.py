"""Power is cut at every flash operation of a match: the journal comes back to the last confirmed event, or
to the one that was being confirmed. Recorded once; each state rebuilt from the record, plain and torn."""

import gc
import os

import vfs

from support.cuts import AT, Record, campaign
from support.rounds import events, gestures
from tapete_host.sim.desk import PARAMETERS, Device
from tapete_host.sim.flash import Flash, states
from tapete_host.sim.people import People
from tapete_host.sim.world import World
from tute.referee import Referee
from tute.rules import find_rules

SOAK = os.getenv("TAPETE_SOAK")
SETTINGS = {"names": ["Ana", "Luis", "Eva", "Juan"], "target": 3}
HEAD = ["acta 1", "rules online-pairs", "target 3", "seat 1 Ana", "seat 2 Luis", "seat 3 Eva", "seat 4 Juan"]
BLOCKS = 64


def load(folder):
    """What a start finds."""
    from tapete.journal import Journal

    return [text for _, text in Journal(folder).load()]


def load_and_go_on(folder):
    """What a start finds, after which a line was written and everything read again."""
    from tapete.journal import Journal

    journal = Journal(folder)
    texts = [text for _, text in journal.load()]
    if not texts:
        journal.open_match(["acta 1"])
    assert journal.append("undo") == len(texts or ["acta 1"]) + 1 and journal.trouble is None
    if len(texts) % 3 == 1:
        journal.fold(True)
    assert load(folder) == (texts or ["acta 1"]) + ["undo"]
    return texts


def played(rounds):
    """A match through radio frames -> (Record, People): the device's own flash operations, its idle work
    included."""
    people = People(Device(World(seed=5, flash=Flash(BLOCKS)), SETTINGS))
    people.boot()
    record = Record(people.world.flash)
    record.watch(people.device.app.journal)
    people.play(["ok"])
    dealer = 4
    for seed in range(rounds):
        if people.device.app.table.ref.phase == "match_over":
            break
        people.play(gestures(seed + 20, dealer))
        dealer = dealer % 4 + 1
    return record, people


_kept = []


def match():
    """The recorded match: two rounds, a whole match under `make soak`."""
    if not _kept:
        _kept.append(played(9 if SOAK else 2)[0])
    return _kept[0]


def test_every_cut_comes_back_to_the_last_confirmed_event():
    record = match()
    every = 1 if SOAK else max(1, 2 * len(record.flash.log) // 500)
    looked = campaign(record, load, every, 3, 40)
    print(looked.row("a match of %d lines" % len(record.lines), record))
    assert not looked.bad, looked.bad[:3]
    assert looked.states > (2 * len(record.flash.log) - 9 if SOAK else 400) and looked.second


def test_the_match_goes_on_after_every_cut():
    record = match()
    every = 1 if SOAK else 5
    looked = campaign(record, load_and_go_on, every)
    assert looked.states > 100 and not looked.bad, looked.bad[:3]


def test_the_control_run_without_a_cut_has_every_line():
    record = match()
    log, record.flash.log = record.flash.log, []
    try:
        assert record.lines[0] == "acta 1" and len(record.lines) > 85
        record.image, image = record.flash.image(), record.image
        looked = campaign(record, load)  # no operations: one state, the last one
        record.image = image
        assert looked.states == 1
    finally:
        record.flash.log = log
    assert record.may_be(len(log)) == (len(record.lines), len(record.lines))
    _, _, last = list_last(states(record.image, log))
    assert bytes(last) == record.flash.image()


def list_last(items):
    last = None
    for last in items:  # noqa: B007
        pass
    return last


# Savers that lose lines or double them: the campaign must see it.


def by_hand(journal_class, rounds=1):
    """The lines of a round saved by such a journal, with idle work after each trick."""
    flash = Flash(BLOCKS)
    vfs.VfsLfs2.mkfs(flash, **PARAMETERS)
    vfs.mount(vfs.VfsLfs2(flash, **PARAMETERS), AT)
    try:
        journal = journal_class(AT + "/actas")
        record = Record(flash)
        record.watch(journal)
        journal.open_match(HEAD)
        for text in events(7, 4):
            journal.append(text)
            if text[-1] == "4":
                journal.fold(True)
                journal.fold()
    finally:
        vfs.umount(AT)
    return record


def sloppy():
    """Journals that are wrong in one way each."""
    from tapete import journal as module
    from tapete.journal import Journal

    class Early(Journal):
        """Says that a line is safe before it is."""

        def write_hot(self):
            late, self.late = getattr(self, "late", None), list(self.pending)
            if late:
                now, self.pending = self.pending, late
                Journal.write_hot(self)
                self.pending = now

    class Emptied(Journal):
        """Empties the hot file before its lines are in the part."""

        def _fold(self):
            kept, self.pending = self.pending, []
            Journal.write_hot(self)
            self.pending = kept
            return Journal._fold(self)

    class Unnumbered(Journal):
        """Does not say with which line the hot file begins: lines in both are read twice."""

        def write_hot(self):
            folded, self.folded = self.folded, self.line - len(self.pending) + len(self.pending)
            Journal.write_hot(self)
            self.folded = folded

    class Rewritten(Journal):
        """Writes the part anew at each fold, in place."""

        def _fold(self):
            name = self.name(self.part)
            old = []
            try:
                with open(name) as f:
                    old = f.read().split("\n")[:-1]
            except OSError:
                pass
            with open(name, "w") as f:
                f.flush()
                for row in old + [line[:-1] for line in self.pending]:
                    f.write(row + "\n")
                    f.flush()
            self._in_part(len(self.pending))
            return True

    assert module.Journal is Journal
    return Early, Emptied, Unnumbered, Rewritten


def test_the_journal_itself_passes_where_sloppy_ones_fail():
    from tapete.journal import Journal

    record = by_hand(Journal)
    looked = campaign(record, load, 1 if SOAK else 3, 0, 9)
    print(looked.row("a round by hand", record))
    assert looked.states > 90 and not looked.bad, looked.bad[:3]
    for saver in sloppy():
        gc.collect()
        record = by_hand(saver)
        looked = campaign(record, load, 1 if SOAK else 11)
        print(looked.row("broken: " + saver.__name__, record))
        assert looked.bad, saver.__name__


def test_the_whole_device_starts_from_any_state():
    record = match()
    total = 2 * len(record.flash.log) + 1
    wanted = 200 if SOAK else 8
    tried = 0
    for i, (k, kind, image) in enumerate(states(record.image, record.flash.log)):
        if (i + 5) % (total // wanted):
            continue
        tried += 1
        people = People(Device(World(seed=5, flash=Flash(image=image)), SETTINGS))
        people.boot()
        app = people.device.app
        assert not app.crashes and app.journal.line in record.may_be(k), (k, kind)
        lines = record.lines[: app.journal.line]
        if not lines:
            assert app.table.view.kind == "new_match"
            continue
        ref = Referee(find_rules("online-pairs"), 3)
        for text in lines[len(HEAD) :]:
            if text[0] != "@":
                assert ref.push(text).ok
        now = app.table.ref
        for name in ("phase", "turn", "trick_no", "points", "games", "table", "dealer", "trump"):
            assert getattr(now, name) == getattr(ref, name), (k, kind, name)
        people.device.unmount()
        gc.collect()
    print("started from", tried, "states")
    assert tried >= wanted - 1
