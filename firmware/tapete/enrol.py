"""The deck's stickers registered at the table: forty cards one after another, one replaced, all checked. Lent.

Each card is on flash before the next is asked for, so that it can be stopped at any time and gone on with later.
"""

from tapete import lend
from tapete.deckfile import DeckFile, ours
from tapete.journal import replace
from tapete.table import Question
from tute.cards import card_name

_ORDER = (9, 0, 8, 1, 2, 3, 4, 5, 6, 7)  # strengths as people sort a suit: ace, two, three...


def write(path, name, uids, french=False):
    """Write a deck file: after a cut of power the old one or the new one is there. Raises OSError."""
    lines = [" ".join(("deck", name)) + "\n"]
    if french:
        lines.append("suits french\n")
    for card, uid in enumerate(uids):
        if uid:
            lines.append("%s %s\n" % (card_name(card), uid.hex().upper()))
    replace(path.rpartition("/")[0], lines, path)


class Enrolment:
    """The deck of this number as it is being registered. `then()` comes after it."""

    def __init__(self, t, then, number):
        self.t = t
        self.then = then
        self.before = t.tags  # who hears cards when it has ended
        self.lying: list = []  # UIDs that were laid meanwhile and lie there still
        self.number = number
        self.path = lend("decks").path(number)
        file = DeckFile(self.path)
        self.name = file.name or str(number)
        self.french = file.french
        self.uids = file.uids
        self.spoilt = "malformed" in [kind for kind, _ in file.problems]
        self.taken: list = []  # cards registered in this sitting, for taking back
        self.skipped: list = []
        self.heard: list = []  # cards that a check has heard

    def _ask(self, key, args, options, answer, back, cycle=True):
        question = Question(key, args, options, answer, back, holds=False)
        question.kind = "new_match"
        question.cycle = cycle
        self.t.ask(question)
        return question

    def _missing(self):
        """How many cards have no sticker yet."""
        return len([uid for uid in self.uids if not uid])

    def start(self, at=""):
        """What is to be done with the deck; `at`: the option that is marked. Cards are called as in this deck now."""
        self.t.deck.french = self.french
        missing = self._missing()
        options: list = []
        doing = []
        for key, args, act in (
            ("enrol_go_on", (missing,), self.next if missing else None),
            ("enrol_check", (), self.check if missing < 40 else None),
            ("enrol_replace", (), self._suit if missing < 40 else None),
            ("enrol_another", (), self._sure if missing < 40 else None),
            ("suits_%d" % self.french, (), self._suits if missing < 40 or not self.spoilt else None),
            ("enrol_other", (self._other(),), self._to_other),
        ):
            if act:
                options.append((key, args))
                doing.append(act)
        question = self._ask("deck", (40 - missing, self.number), options, lambda i: doing[i](), self._leave)
        for i, (key, _) in enumerate(options):
            if key == at:
                question.pick = i
        self.t.changed()

    def _leave(self):
        self._load()
        self.then()

    def _load(self):
        """The deck that is played with, as it is on flash now."""
        decks = lend("decks")
        self.t.deck.__init__(decks.path(self.t.settings.deck))
        decks.lies(self.t, self.lying)
        self.lying = []

    def _other(self):
        return lend("decks").other(self.number)

    def _to_other(self):
        open_deck(self.t, self.then, self._other())

    def _suits(self):
        """The other kind of pictures: it is the same deck, its cards are called and drawn otherwise."""
        self.french = not self.french
        if not self._kept():
            self.french = not self.french
        self._load()
        self.start("suits_%d" % self.french)

    def _sure(self):
        options = [("no", ()), ("yes", ())]
        self._ask("enrol_forget", (), options, lambda i: self._forget() if i else self.start(), self.start)

    def _forget(self):
        before = self.uids
        self.uids = [b""] * 40
        if self._kept():
            self.next()
        else:
            self.uids = before
            self.start()

    def _suit(self):
        self._ask("pick_suit", (), [("suit", (suit,)) for suit in range(4)], self._rank, self.start)

    def _rank(self, suit):
        cards = [suit * 10 + strength for strength in _ORDER]
        options = [("card", (card,)) for card in cards]
        self._ask("pick_card", (suit,), options, lambda i: self.next(cards[i]), self._suit)

    # One card after another

    def next(self, card=-1):
        """Ask for this card's sticker (-1: that of the first card that has none), until none is left."""
        alone = card >= 0
        for suit in range(4) if not alone else ():
            for strength in _ORDER:
                other = suit * 10 + strength
                if card < 0 and not self.uids[other] and other not in self.skipped:
                    card = other
        if card < 0:
            self._done()
            return
        done = 40 - self._missing()

        def answer(i):
            if i or alone:
                self._done()
            else:
                self.skipped.append(card)
                self.next()

        def laid(uid):
            self._take(card, uid, question, alone)

        options = [("enrol_enough", ())] if alone else [("enrol_leave_out", ()), ("enrol_enough", ())]
        question = self._ask("enrol", (card, done), options, answer, self._back, False)
        self.t.tags = lambda event: self._heard(event, laid)

    def _heard(self, event, laid):
        self._lies(event)
        if event[0] == "laid":
            laid(bytes(event[1]))
        elif event[0] == "pair":
            self._refuse("enrol_at_once")

    def _lies(self, event):
        """Which tags lie there; what lay there before is the table's."""
        if event[0] == "lifted":
            uid = bytes(event[1])
            if uid in self.lying:
                self.lying.remove(uid)
            lend("decks").beside(self.t, event, self.before)
        elif event[0]:
            self.lying += [bytes(uid) for uid in (event[1] if event[0] == "pair" else (event[1],))]

    def _take(self, card, uid, question, alone):
        if uid in self.uids:
            self._refuse("enrol_known", self.uids.index(uid))
            return
        if not ours(uid):
            self._refuse("enrol_foreign")
            return
        if lend("decks").has(self._other(), uid):
            self._refuse("of_the_other_deck")
            return
        before = self.uids[card]
        self.uids[card] = uid
        if not self._kept():
            self.uids[card] = before
            return
        self.taken.append(card)
        self.t.close(question)
        self.t.say("enrol_taken", card)
        self.t.sound("card1")
        if alone:
            self._done()
        else:
            self.next()

    def _back(self):
        """The last sticker is taken back, and its card asked for again; without one it ends."""
        if not self.taken:
            self._done()
            return
        card = self.taken.pop()
        self.uids[card] = b""
        self._kept()
        self.skipped = []
        self.t.say("enrol_undone", card)
        self.next()

    def _refuse(self, key, *args):
        self.t.say(key, *args)
        self.t.sound("refused")

    def _kept(self):
        """Whether the deck as it stands is on flash; if not, it is said."""
        try:
            write(self.path, self.name, self.uids, self.french)
            return True
        except OSError:
            self._refuse("not_written")
            return False

    def _done(self):
        self.t.tags = self.before
        self._load()
        self.taken = []
        self.skipped = []
        self.start()

    # All of them

    def check(self):
        """Every card is laid once, in any order, alone or in heaps: which have not been heard?"""
        missing = [card for card in range(40) if card not in self.heard]
        args = (len(self.heard), missing[:5])
        options = [("enrol_enough", ())]

        def stop(_=0):
            self.heard = []
            self._done()

        question = self._ask("enrol_check", args, options, stop, stop, False)
        self.t.tags = lambda event: self._checked(event, question)

    def _checked(self, event, question):
        self._lies(event)
        if event[0] not in ("laid", "pair"):
            return
        for uid in event[1] if event[0] == "pair" else (event[1],):
            uid = bytes(uid)
            if uid not in self.uids:
                self._refuse("foreign")
            elif self.uids.index(uid) not in self.heard:
                self.heard.append(self.uids.index(uid))
                self.t.sound("card1")
        self.t.close(question)
        if len(self.heard) == 40:
            self.t.say("enrol_heard_all")
            self.t.sound("round")
        self.check()


def open_deck(t, then, number=0):
    """Ask what is to be done with the deck (1 or 2; 0: the one that is played with), then go on with then()."""
    Enrolment(t, then, number or t.settings.deck).start()
