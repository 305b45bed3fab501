"""People at a table without radio: they lay, lift and press; the referee is real, the acta in memory."""

import gc

import tute
from tapete import decks, namecards
from tapete.table import Table
from tute.cards import card_name, parse_card
from tute.referee import Referee
from tute.rules import parse_rules

# Files of decks and names belong to a device, and are written under tests/device; here they cannot be.
decks.PATH = decks.SECOND = namecards.PATH = "/nowhere/cards.txt"
tute.keep = True  # seldom needed rules are compiled once, not for every deal
if hasattr(gc, "freeze"):
    gc.freeze()  # the collection before every lent room need not look at all of pytest

FOREIGN = b"\xde\xad\xbe\xef\x00\x00\x00\x01"


def uid_of(name):
    """The sticker of a card by name; `?` is one that no deck knows."""
    return FOREIGN if name == "?" else b"\xe0\x04\x01\x00\x00\x00\x01" + bytes([parse_card(name)])


class Deck:
    """All forty cards known."""

    french = False

    def __init__(self, path=""):
        pass

    def card(self, uid):
        return uid[7] if uid[:7] == b"\xe0\x04\x01\x00\x00\x00\x01" else None


class Journal:
    """An acta in memory; `cut` lines may still be written before power fails (None: all)."""

    def __init__(self, lines=()):
        self.lines = list(lines)
        self.trouble = None
        self.dropped = None
        self.damage = None
        self.cut = None

    @property
    def line(self):
        return len(self.lines)

    def open_match(self, head):
        self.lines = list(head)
        return 1

    def append(self, text):
        assert len(text.encode()) <= 194, text  # with the checksum a line has at most 200 bytes
        if self.cut is not None:
            if self.cut == 0:
                raise Cut()
            self.cut -= 1
        self.lines.append(text)
        return len(self.lines)

    def load(self):
        for k, text in enumerate(list(self.lines)):
            yield k + 1, text


class Cut(Exception):
    """Power fails in the middle of an append."""


class Settings:
    lang = "es"
    rules = "online-pairs"
    target = 0
    names = ["", "", "", ""]
    central = True
    points_shown = True
    sleep = True
    teaching = big = night = False
    ring = 0
    volume = 2
    dealt_at_once = 1
    known = ""
    deck = 1
    saved = 0
    path = __file__.rpartition("/")[0] + "/chosen.json"  # what somebody has chosen

    def __getitem__(self, name):
        return getattr(self, name)

    def __setitem__(self, name, value):
        setattr(self, name, value)

    def save(self):
        self.saved += 1
        return True


class Sounds:
    """Remembers what sounded; `check` is called first, for what must be true by then."""

    def __init__(self):
        self.heard = []
        self.check = None

    def play(self, name):
        if self.check:
            self.check(name)
        self.heard.append(name)


def factory(rules, target=None, games=None):
    return Referee(parse_rules(rules), target, games)


class Story:
    """One table and the people at it. Names of cards are as in the acta; every verb lets 300 ms pass."""

    def __init__(self, rules="online-pairs", lines=None, now=0, on_mat=(), **settings):
        self.now = now
        self.sounds = Sounds()
        self.settings = Settings()
        self.settings.rules = rules
        for name in settings:
            setattr(self.settings, name, settings[name])
        self.journal = Journal(lines or ())
        self.lying = list(on_mat)  # names of cards on the mat, in truth
        self.acta = []
        self.told = []
        self.start()
        if lines is None:
            assert self.view.kind == "new_match", self.view.kind
            self.press("ok")

    def start(self):
        """Power on: a new table on the same acta and the same mat."""
        self.table = Table(factory, self.journal, Deck(), self.settings, self.sounds)
        self.table.step(self.now)
        self.table.resume()
        self.table.begin([uid_of(name) for name in self.lying])
        self.settle()

    def settle(self):
        """Steps that are due at once."""
        for _ in range(200):
            if self.table.step(self.now) > 0:
                break
        else:
            raise AssertionError("the table never rests")
        self.told.extend(self.table.told)
        del self.table.told[:]
        assert self.table.view is self.table.view

    def wait(self, ms):
        """Time passes."""
        end = self.now + ms
        while self.now < end:
            self.now = min(end, self.now + max(1, min(50, self.table.step(self.now))))
        self.settle()
        return self

    def lay(self, *names, gap=300):
        """Cards come one after the other."""
        for name in names:
            if name not in self.lying:
                self.lying.append(name)
            self.table.on_mat(("laid", uid_of(name), self.now))
            self.settle()
            self.wait(gap)
        return self

    def lay_at(self, seat, name):
        """A card comes where each seat has its antenna."""
        self.lying.append(name)
        self.table.on_mat(("laid", uid_of(name), self.now, seat))
        self.settle()
        return self.wait(300)

    def together(self, *names):
        """Cards heard in one sweep."""
        names = [name for k, name in enumerate(names) if name not in names[:k]]
        self.lying.extend([name for name in names if name not in self.lying])
        self.table.on_mat(("pair", [uid_of(name) for name in names], self.now))
        self.settle()
        return self.wait(300)

    def lift(self, *names, gap=100):
        """Cards go."""
        for name in names:
            if name in self.lying:
                self.lying.remove(name)
            self.table.on_mat(("lifted", uid_of(name), self.now))
            self.settle()
            self.wait(gap)
        return self

    def collect(self):
        """All that lies is taken away."""
        return self.lift(*list(self.lying))

    def press(self, *names):
        """Buttons, one after the other; `menu` is OK held."""
        for name in names:
            if name == "menu":
                self.table.on_button("ok", "hold")
            else:
                self.table.on_button(name, "press")
            self.settle()
            self.wait(300)
        return self

    def choose(self, key, *args):
        """Choose this option of the question, with as many presses as it takes."""
        options = self.view.question[2]
        for i in range(len(options)):
            if options[i][0] == key and tuple(options[i][1][: len(args)]) == args:
                break
        else:
            raise AssertionError("no option %s %s in %s" % (key, args, options))
        if self.view.question[3] < 0:
            return self.press(("ok", "cante", "cambio")[i])
        while self.view.question[3] != i:
            self.press("cambio")
        return self.press("ok")

    def deal(self, upcard, dealer=4):
        """The trump card is shown, confirmed by OK and taken away."""
        while self.view.dealer != dealer:
            self.press("cambio")
        self.lay(upcard).wait(1200)
        self.press("ok")
        return self.lift(upcard)

    def trick(self, *names):
        """Four cards, collected."""
        return self.lay(*names).collect()

    @property
    def view(self):
        return self.table.view

    @property
    def ref(self):
        return self.table.ref

    def events(self, last=None):
        """The acta's events; `last`: only so many."""
        found = [line for line in self.journal.lines if is_event(line)]
        return found if last is None else found[-last:]

    def notes(self):
        return [line for line in self.journal.lines if line[0] == "@"]

    def heard(self):
        """The sounds since the last question for them."""
        found = self.sounds.heard
        self.sounds.heard = []
        return found

    def asked(self):
        """Key of the open question, or None."""
        return self.view.question[0] if self.view.question else None

    def banner(self):
        return self.view.banner[0] if self.view.banner else None

    def check(self):
        """The acta gives the same state, and no card is at two places."""
        again = replay(self.journal.lines)
        assert state_of(again) == state_of(self.ref), (
            state_of(again),
            state_of(self.ref),
            self.journal.lines,
        )
        lying = [card for _, card in self.ref.table] + [
            card for card in range(40) if not self.ref.played(card)
        ]
        assert len(set(lying)) == len(lying)
        named = list(self.table.alias.values())  # of the foreign sticker
        here = sorted([card_name(card) for card in self.table.here if card not in named])
        assert here == sorted(
            [name for name in self.lying if name != "?" and parse_card(name) not in named]
        ), (here, self.lying)
        return self


HEAD = ("acta", "rules", "target", "games", "seat")


def is_event(line):
    return line[0] not in "@#" and line.split()[0] not in HEAD


def replay(lines):
    """A referee that has read this acta; every line must stand."""
    rules, target, brought = "online-pairs", None, {}
    ref = None
    for k, line in enumerate(lines):
        words = line.split()
        if words[0] == "rules":
            rules = " ".join(words[1:])
        elif words[0] == "target":
            target = int(words[1])
        elif words[0] == "games":
            brought[words[1]] = int(words[2])
        games = [brought.get(name, 0) for name in parse_rules(rules).side_names()]
        if not is_event(line):
            continue
        if ref is None:
            ref = factory(rules, target, games)
        ans = ref.push(line, k + 1)
        assert ans.ok, (k + 1, line, ans.refused)
        assert ans.event == line, (ans.event, line)
    return ref or factory(rules, target, games)


def state_of(ref):
    """What must be the same."""
    return (
        ref.phase, ref.turn, ref.dealer, ref.next_dealer, ref.trump, ref.upcard, ref.trick_no, ref.table,
        ref.last_trick, ref.points, ref.games, ref.cantes_by_side, ref.last_round, ref.winner,
    )  # fmt: skip


def answers_of(told):
    """The JSON lines among console records."""
    return [text.split(" ", 2)[2] for text in told if text.startswith("answer ")]
