"""The device's files with anything in them: settings, deck and journal are read without an exception, and what
was read is usable."""

import json
import os
import sys

from support.fuzz import Fuzz
from tapete import deckfile, journal, settings
from tapete.journal import Journal
from tute.acta import seal
from tute.cards import card_name

SOAK = bool(os.getenv("TAPETE_SOAK"))
DEVICE = sys.implementation.name == "micropython"
BYTES = (1_000_000 if DEVICE else 10_000_000) if SOAK else 40_000
FOLDER = "fuzz.%d" % id(object())

DECK = "".join(
    ["deck Casa\n"] + ["%s E00401500000%04X  # sticker\n" % (card_name(c), c * 77) for c in range(40)]
).encode()
SETTINGS = [
    b'{"board": "wroom_pn5180", "lang": "en", "rules": "online-pairs", "target": 3, "names": ["Ana", "", "", "B"]}',
    b'{"central": true, "points_shown": false, "teaching": false, "volume": 3, "later": {"a": [1, 2.5, null]}}',
    b"{}",
]
EVENTS = [
    "deal 4 6C",
    "play 5O 1",
    "play AO 2",
    "play 3O 3",
    "play 2O 4",
    "cante 20 E 2",
    "@note x",
    "undo",
    "play SO 1",
]


def _listed(path):
    return [(name, 0x4000 if os.path.isdir(path + "/" + name) else 0x8000, 0) for name in os.listdir(path)]


if not DEVICE:
    os.ilistdir = _listed


class _Clock:
    """MicroPython's clock, for CPython too."""

    ticks_us = staticmethod(lambda: 0)
    ticks_diff = staticmethod(lambda a, b: a - b)


def lines(texts):
    return [(seal(text) + "\n").encode() for text in texts]


def fill(name, data):
    with open(name, "wb") as f:
        f.write(data)


def folder(name):
    try:
        os.mkdir(name)
    except OSError:
        pass
    return name


def remove(name):
    try:
        os.remove(name)
    except OSError:
        pass


def clear(name):
    """Remove a folder with what it has."""
    try:
        names = os.listdir(name)
    except OSError:
        return
    for inner in names:
        path = name + "/" + inner
        try:
            os.remove(path)
        except OSError:
            clear(path)
    os.rmdir(name)


def in_folder(test):
    """Run test(folder) in a new folder of the system's own files, which is gone afterwards."""
    where = folder("/tmp/tapete-" + FOLDER)
    try:
        test(where)
    finally:
        clear(where)


def test_any_settings_file_gives_settings_that_can_be_kept():
    def test(where):
        path = where + "/settings.json"
        made = Fuzz(SETTINGS, 11)
        while made.bytes < BYTES:
            fill(path, made.next())
            s = settings.load(path)
            assert type(s.lang) is str and len(s.names) == 4 and 0 <= s["volume"] < 1000, s.values
            assert s.note is None or s.note.startswith("settings ")
            assert json.dumps(s.values)

    in_folder(test)


def test_any_deck_file_gives_stickers_that_are_told_apart():
    def test(where):
        path = where + "/deck.txt"
        few = DECK.split(b"\n")
        other = b"7O E0040150A1B2C3D4\n6O 04A1B2C3D4E580\n5O 04A1B2C3\n"
        made = Fuzz([DECK, b"\n".join(few[:4]) + b"\n", b"\n".join(few[30:]), other], 12)
        while made.bytes < BYTES:
            data = made.next()
            fill(path, data)
            read = deckfile.DeckFile(path)
            known = [uid for uid in read.uids if uid]
            assert len(known) == len(set(known)) and all([deckfile.ours(uid) for uid in known]), data
            assert len(read.table()) == 40 * read.width, data
            assert len(known) == 40 or read.problems, data
            assert len(read.problems) < 30 and len(read.troubles) < 10
            for kind, text in read.problems:
                assert kind in ("missing", "malformed", "foreign", "double") and type(text) is str

    in_folder(test)


def test_any_files_of_a_journal_are_read_and_can_be_gone_on_with():
    journal.time = _Clock
    head = ["acta 1", "rules online-pairs", "target 3"]
    parts = [
        b"".join(lines(head)),
        b"".join(lines(EVENTS)),
        b"".join(lines(EVENTS[:1])),
        b"".join(lines(head + EVENTS)),
    ]
    hots = [b"".join(lines(["#1 %d" % n] + EVENTS[:k])) for n in (1, 4, 5, 13) for k in (0, 2)]

    def test(where):
        actas = folder(where + "/actas")
        folder(actas + "/hot")
        part, hot = Fuzz(parts, 13, 900), Fuzz(hots, 14, 300)
        while part.bytes + hot.bytes < BYTES:
            fill(actas + "/0001.00", parts[0] if hot.rng.below(2) else part.next())
            if hot.rng.below(4):
                fill(actas + "/0001.01", part.next())
            fill(actas + "/hot/now", hot.next())
            j = Journal(actas)
            found = list(j.load())
            assert [number for number, _ in found] == list(range(1, len(found) + 1))
            assert j.line == len(found) or j.damage
            if not j.damage and found:
                # what is gone on with is read again with all that was read before
                number = j.append("@note more")
                assert number == len(found) + 1 and j.trouble is None
                again = list(Journal(actas).load())
                assert again == found + [(number, "@note more")], (found, again)
            for name in os.listdir(actas):
                if name != "hot":
                    remove(actas + "/" + name)

    in_folder(test)
