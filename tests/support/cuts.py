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

    def may_be(self, k):
        """Counts of lines that may be there after k operations: what was confirmed, or the next with it."""
        safe = 0
        while safe < len(self.lines) and self.confirmed[safe] <= k:
            safe += 1
        more = safe
        while more < len(self.lines) and self.confirmed[more] == self.confirmed[safe]:
            more += 1  # the head of a match is confirmed as a whole
        return safe, more


def read_back(image, load):
    """load(folder) -> list of texts, from a copy of this flash content."""
    vfs.mount(vfs.VfsLfs2(Flash(image=image), **PARAMETERS), AT)
    try:
        return load(AT + "/actas")
    finally:
        vfs.umount(AT)


def campaign(record, load, every=1, first=0):
    """Read back every `every`-th state -> (states looked at, list of (operations, kind, what came back))."""
    looked, bad = 0, []
    for i, (k, kind, image) in enumerate(states(record.image, record.flash.log)):
        if (i + first) % every:
            continue
        looked += 1
        try:
            texts = load_texts(image, load)
        except Exception as error:
            texts = repr(error)
        if texts not in [record.lines[:n] for n in record.may_be(k)]:
            bad.append((k, kind, texts))
    return looked, bad


def load_texts(image, load):
    return read_back(image, load)
