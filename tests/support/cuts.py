"""Power cuts at every flash operation: record once, rebuild each state that a cut can leave, read it back."""

import vfs

from tapete_host.sim.desk import PARAMETERS
from tapete_host.sim.flash import Flash, states

AT = "/cut"


class Record:
    """What a journal did: flash operations, and after how many of them each line was confirmed.

    image     the flash before
    lines     texts in their order; confirmed[i] is the count of operations when lines[:i + 1] were safe
    """

    def __init__(self, flash):
        self.flash = flash
        self.image = flash.start_log()
        self.lines = []
        self.confirmed = []

    def watch(self, journal):
        """Note what this journal confirms from now on."""
        inner_open, inner_append = journal.open_match, journal.append

        def open_match(head):
            number = inner_open(head)
            self.lines[:] = list(head)
            self.confirmed[:] = [len(self.flash.log)] * len(head)
            return number

        def append(text):
            number = inner_append(text)
            self.lines.append(text)
            self.confirmed.append(len(self.flash.log))
            return number

        journal.open_match = open_match
        journal.append = append

    def allowed(self, k):
        """What may be read back after k operations."""
        return [self.lines[:n] for n in self.may_be(k)]

    def may_be(self, k):
        """Counts of lines that may be there after k operations: what was confirmed, or the next with it."""
        safe = 0
        while safe < len(self.lines) and self.confirmed[safe] <= k:
            safe += 1
        more = safe
        while more < len(self.lines) and self.confirmed[more] == self.confirmed[safe]:
            more += 1  # the head of a match is confirmed as a whole
        return safe, more


class Versions:
    """What a file was to hold, one content after another, on a flash that is being recorded.

    contents  the first is there from the beginning; confirmed[i]: operations when contents[i] was safe
    """

    def __init__(self, flash, first):
        self.flash = flash
        self.image = flash.start_log()
        self.contents = [first]
        self.confirmed = [0]

    def note(self, content):
        """This has just been saved."""
        self.contents.append(content)
        self.confirmed.append(len(self.flash.log))

    def allowed(self, k):
        """What may be read back after k operations: the content that was safe, or the next."""
        safe = 0
        while safe + 1 < len(self.contents) and self.confirmed[safe + 1] <= k:
            safe += 1
        return self.contents[safe : safe + 2]


class Looked:
    """What a campaign saw: states, of them `torn`, after a `second` cut; bad: [(operations, kind, what came back)].
    `seen`: how many different contents came back."""

    def __init__(self):
        self.states = self.torn = self.second = 0
        self.bad = []
        self.contents = []

    @property
    def seen(self):
        return len(self.contents)

    def row(self, what, record):
        """A row of the printed table."""
        numbers = what, len(record.flash.log), self.states, self.torn, self.second, self.seen, len(self.bad)
        return "%-22s %6d operations %6d states (%d torn) %5d second cuts %4d contents %d bad" % numbers


def read_back(image, load):
    """load(folder) -> what a start finds, from a copy of this flash content."""
    return read_flash(Flash(image=image), load)


def read_flash(flash, load):
    """The same from this flash, which a start may repair."""
    vfs.mount(vfs.VfsLfs2(flash, **PARAMETERS), AT)
    try:
        return load(AT + "/actas")
    finally:
        vfs.umount(AT)


def campaign(record, load, every=1, first=0, again=0):
    """Read back every `every`-th state, of `again`-th ones also each that a cut during their recovery leaves ->
    Looked."""
    looked = Looked()
    for i, (k, kind, image) in enumerate(states(record.image, record.flash.log)):
        if (i + first) % every:
            continue
        allowed = record.allowed(k)
        looked.states += 1
        looked.torn += kind == "torn"
        flash = Flash(image=image)
        before = flash.start_log()
        _judge(looked, k, kind, flash, load, allowed)
        if again and looked.states % again == 0:
            log, flash.log = flash.log, None
            for _, how, once_more in states(before, log):
                looked.second += 1
                _judge(looked, k, kind + ", then " + how, Flash(image=once_more), load, allowed)
    return looked


def _judge(looked, k, kind, flash, load, allowed):
    try:
        found = read_flash(flash, load)
    except Exception as error:
        found = repr(error)
    if found not in allowed:
        looked.bad.append((k, kind, found))
    elif found not in looked.contents:
        looked.contents.append(found)
