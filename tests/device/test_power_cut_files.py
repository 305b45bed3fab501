"""Power is cut at every flash operation while settings are chosen and a deck is registered, by buttons and cards: each
file is the one before the write or the one after it. Recorded once; each state rebuilt from the record."""

import json
import os

import vfs

from support.cuts import AT, Versions, campaign
from support.ram_flash import RamFlash, mounted
from tapete_host.sim.desk import Device
from tapete_host.sim.flash import Flash
from tapete_host.sim.people import People
from tapete_host.sim.world import World
from tute.cards import card_name

SOAK = os.getenv("TAPETE_SOAK")
CARDS = 40 if SOAK else 6
BLOCKS = 64


def settings_in(folder, again=False):
    """The settings that a start finds; "?" before them if it finds the file spoilt. again: then they are saved."""
    from tapete import settings

    found = settings.load(folder.rpartition("/")[0] + "/settings.json")
    assert not again or found.save()
    return ["?"] * bool(found.note) + _sorted(found.values)


def _sorted(values):
    return sorted([(name, str(values[name])) for name in values])


def deck_in(folder, again=False):
    """What a start finds of the deck: its name, its UIDs, what is wrong beside cards without sticker. again: then it is
    written."""
    from tapete.deckfile import DeckFile

    path = folder.rpartition("/")[0] + "/deck.txt"
    file = DeckFile(path)
    if again:
        from tapete.enrol import write as write_deck  # it stays: not while people register

        write_deck(path, file.name, file.uids)
    return [file.name, list(file.uids), [kind for kind, _ in file.problems if kind != "missing"]]


def names_in(folder, again=False):
    """What a start finds of the name cards. again: then the last is written once more."""
    from tapete import lend

    namecards = lend("namecards")
    namecards.PATH = folder.rpartition("/")[0] + "/names.txt"
    found = namecards._lines()
    if again and found:
        uid, name = found[-1]
        assert namecards.keep(bytes.fromhex(uid), name)
    return found


class Sitting:
    """People who set a new device up: what they did, and what each file was to hold."""

    def __init__(self):
        self.people = People(
            Device(World(seed=5, flash=Flash(BLOCKS)), {"lang": "es"}, files={"/deck.txt": "deck 1\n"})
        )
        self.people.boot()
        while self.people.device.app.table.view.kind == "trouble":  # forty cards have no sticker
            self.play("ok")
        flash = self.people.world.flash
        self.settings = Versions(flash, settings_in("/actas"))
        self.deck = Versions(flash, deck_in("/actas"))
        self.names = Versions(flash, names_in("/actas"))
        self.settings.image = self.deck.image = self.names.image = self._watch()

    def _watch(self):
        import tapete.journal as journal
        from tapete.settings import Settings

        save, replace = Settings.save, journal.replace

        def saved(settings):
            went_well = save(settings)
            if went_well and settings.path == "/settings.json":
                self.settings.note(_sorted(settings.values))
            return went_well

        def replaced(folder, lines, name):
            replace(folder, lines, name)
            if name == "/deck.txt":
                self.deck.note(deck_in("/actas"))
            if name == "/names.txt":
                self.names.note(names_in("/actas"))

        Settings.save, journal.replace = saved, replaced
        return self.people.world.flash.start_log()

    def play(self, *lines):
        self.people.play(lines)

    def choose(self, key, **which):
        """Take this option of the list that is shown."""
        for _ in range(60):
            question = self.people.device.app.table.view.question
            option = question[2][question[3]]
            if option[0] == key and (not which or which["is_"] == option[1]):
                self.play("ok")
                return
            self.play("cambio")
        raise AssertionError((key, question))

    def ring(self):
        """Every setting there is, by its button."""
        for key in ("lang", "volume_2", "points_1"):
            self.play("cambio", "expect question options")
            self.choose(key)
            self.play("deshacer", "expect question setup_start")
        self.play("cante")
        self.choose("preset", is_=("amelia-4",))
        self.choose("number", is_=(5,))
        self.choose("seat", is_=(2,))
        self.play("cambio", "expect question options")
        self.choose("names")
        self.choose("place_unnamed", is_=(1,))
        self.choose("name_another")
        for letters, letter in (("A B C D E", "A"), ("K L M N Ñ", "n"), ("A B C D E", "a")):
            self.choose("letter_group", is_=(letters,))
            self.choose("letter_group", is_=(letter,))
        self.choose("name_is_done")
        for card in ("E00401FFFFFFFF01", "E00401FFFFFFFF02", "E00401FFFFFFFF03"):
            self.play("lay " + card, "lift " + card, "expect question name")
            self.choose("name_chosen", is_=("Ana",))
        self.play("deshacer", "expect question options", "deshacer", "expect question setup_start")

    def enrol(self, count):
        """Register so many cards, take the last back and give it again, replace one; begin another deck."""
        from tapete.enrol import _ORDER

        self.play("cambio", "expect question options")
        self.choose("deck")
        self.choose("enrol_go_on")
        names = [card_name(suit * 10 + strength) for suit in range(4) for strength in _ORDER][:count]
        for name in names:
            self.play("lay " + name, "lift " + name)
        if count < 40:
            self.play("deshacer", "lay " + names[-1], "lift " + names[-1])
            self.play("cante", "expect question deck")
        self.people.world.deck["AO"] = bytes([224, 4, 1, 0, 9, 9, 9, 9])
        self.choose("enrol_replace")
        self.play("ok", "ok", "lay AO", "lift AO", "expect question deck")
        self.choose("enrol_another")
        self.choose("yes")
        self.play("lay AO", "lift AO", "cante", "deshacer", "deshacer", "expect question setup_start")


_kept = []


def sitting():
    """The recorded one."""
    if not _kept:
        made = Sitting()
        made.ring()
        made.enrol(CARDS)
        made.play("ok", "expect screen deal")
        made.people.device.unmount()
        _kept.append(made)
    return _kept[0]


def looked_at(what, versions, load):
    looked = campaign(versions, lambda folder: load(folder, True), 1 if SOAK else 5, 2, 9)
    print(looked.row(what, versions))
    assert looked.second and not looked.bad, looked.bad[:3]
    return looked


def test_a_cut_leaves_the_settings_before_or_after():
    made = sitting().settings
    assert len(made.contents) == 6, "saved when the list is left, four times, and what is played at the start"
    assert looked_at("settings", made, settings_in).seen == len(made.contents)


def test_a_cut_leaves_the_deck_before_or_after():
    made = sitting().deck
    assert len(made.contents) > CARDS + 3
    assert looked_at("registration", made, deck_in).seen > CARDS


def test_a_cut_leaves_the_name_cards_before_or_after():
    made = sitting().names
    assert len(made.contents) == 4
    assert looked_at("name cards", made, names_in).seen == 4


def test_savers_that_empty_the_file_first_are_caught():
    for what, load, contents in (
        ("/settings.json", settings_in, [json.dumps({"lang": lang}) for lang in ("es", "en")]),
        ("/deck.txt", deck_in, ["deck 1\nAO E00401000000000%d\n" % n for n in range(2)]),
    ):
        flash = mounted(RamFlash(BLOCKS), AT)
        try:
            write(AT + what, contents[0])
            record = Versions(flash, load(AT + "/actas"))
            write(AT + what, "")
            write(AT + what, contents[1])
            record.note(load(AT + "/actas"))
        finally:
            vfs.umount(AT)
        looked = campaign(record, load)
        print(looked.row("broken: emptied " + what, record))
        assert looked.bad, what


def write(name, text):
    """Over the file that is there, as nobody should."""
    with open(name, "w") as f:
        f.write(text)
