"""Who sits where: names chosen among those known, spelt with the buttons, or of a name card laid on the mat. Kept in
the settings. Lent."""

from tapete import lend
from tapete.screens.strings import catalogue
from tapete.table import Question

LONGEST = 12  # letters of a name
_MOST = 12  # names that are remembered


def groups(lang):
    """The letters, or syllables, that a name is spelt with in a language, in groups of some."""
    return catalogue(lang).get("spell").split()


def small(letter):
    """The small letter of a capital; MicroPython's lower() leaves all but A to Z as they are."""
    data = bytearray(letter.lower().encode())
    if len(data) == 2:
        lead, byte = data
        if lead == 0xC3 and byte < 0x9F or lead == 0xD0 and 0x90 <= byte < 0xA0:  # À to Ü, А to П
            data[1] = byte + 32
        elif lead == 0xD0 and byte < 0xB0:  # Р to Я, and Ё
            data[0] = 0xD1
            data[1] = 0x91 if byte == 0x81 else byte - 32
    return data.decode()


def _apart(group):
    """The letters of a group; by slices, for a character by itself takes a place in the table of names for good."""
    return [group[i : i + 1] for i in range(len(group))]


def spelt(text, letter):
    """The text with this capital behind it: small, but at the beginning of a name."""
    return text + (letter if not text or text[-1:] == "-" else small(letter))


class Names:
    """What is chosen so far. players: how many seats; then(changed): what comes after it."""

    def __init__(self, t, players, then):
        self.t = t
        self.players = players
        self.then = then
        self.changed = False
        self.before = t.tags  # who hears cards when it has ended
        self.blank = b""  # a name card without name: the next one that is chosen is its
        self.last = b""  # the card that has seated somebody last
        self.known = [name for name in t.settings.known.split(",") if name]
        self.known += [
            name for name in t.settings.names if name and name not in self.known and "," not in name
        ]

    def _ask(self, key, args, options, answer, back, pick=0):
        question = Question(key, args, options, answer, back, holds=False)
        question.kind = "new_match"
        question.cycle = True
        question.pick = pick
        self.t.ask(question)
        return question

    def seats(self, pick=0):
        """The seats with their names. A name card is for the seat that is marked, or for that before which it lies.
        DESHACER ends it."""
        if self.blank:
            self.t.banner = None  # the card stays without a name
            self.blank = b""
        options: list = []
        for seat, name in enumerate(self.t.settings.names[: self.players], 1):
            options.append(("place_has_name", (seat, name)) if name else ("place_unnamed", (seat,)))
        if self.known or lend("namecards").some():
            options.append(("names_forget", ()))
        question = self._ask("names", (), options, self._seat, self._end, pick)
        self.t.tags = lambda event: self._heard(event, question)

    def _end(self):
        self.t.tags = self.before
        self.then(self.changed)

    def _pass_on(self, event):
        lend("decks").beside(self.t, event, self.before)

    def _heard(self, event, question):
        """A tag was laid, or several at once; while a trouble hides the question it is for nothing."""
        self._pass_on(event)
        if event[0] not in ("laid", "pair") or self.t.bad:
            return
        uids = [bytes(uid) for uid in (event[1] if event[0] == "pair" else (event[1],))]
        seats = [question.pick + 1]
        if seats[0] > self.players:  # "forget" is marked: who has no name yet
            free = [n for n in range(self.players) if not self.t.settings.names[n]]
            seats = [(free + [0])[0] + 1]
        if len(event) > 3 and any(self.t.settings.antennas):
            seats = event[3] if event[0] == "pair" else [event[3]]
        if len(uids) > len(seats):
            self._refuse("enrol_at_once")
        elif max(seats) > self.players:
            self.t.sound("refused")
        elif all([self._is_name_card(uid) for uid in uids]):
            self.t.close(question)
            self._cards(uids, seats)

    def _is_name_card(self, uid):
        """Whether it may have a name; if not, it is said why."""
        card = self.t.card(uid)
        decks = lend("decks")
        if card is not None:
            self._refuse("not_a_name_card", card)
        elif decks.has(decks.other(self.t.settings.deck), uid):
            self._refuse("of_the_other_deck")
        elif not lend("deckfile").ours(uid):
            self._refuse("enrol_foreign")
        else:
            return True
        return False

    def _cards(self, uids, seats):
        """Seat who has these cards. The one without a name gets that which is chosen next, and so does the one that is
        laid again before who it seated."""
        for uid, seat in zip(uids, seats):
            name = lend("namecards").name_of(uid)[:LONGEST]
            if not name or uid == self.last:
                self.t.say("name_card_new")
                self.t.sound("card1")
                self._name(seat)
                self.blank = uid
                return
            self._take(seat, name)
            self.last = uid
            self.t.say("name_of_card", seat, name)
        self.t.sound("card1")
        self.seats(seat % self.players)

    def _refuse(self, key, *args):
        self.t.say(key, *args)
        self.t.sound("refused")

    def _seat(self, i):
        if i < self.players:
            self._name(i + 1)
        else:
            self.known = []
            self._keep([""] * 4)
            if not lend("namecards").forget():
                self._refuse("not_written")
            self.seats()

    def _name(self, seat):
        now = self.t.settings.names[seat - 1]
        options: list = [("name_chosen", (name,)) for name in self.known]
        options += [("name_another", ()), ("name_nobody", ())]
        pick = self.known.index(now) if now in self.known else 0
        self.t.tags = self._pass_on

        def answer(i):
            if i < len(self.known):
                self._sits(seat, self.known[i])
            elif i == len(self.known):
                self._spell(seat, "")
            else:
                self._sits(seat, "")

        self._ask("name", (seat,), options, answer, lambda: self.seats(seat - 1), pick)

    def _spell(self, seat, text):
        """Letter by letter, by groups of them; DESHACER takes the last one back."""
        done: list = [("name_is_done", (text,))] if text else []
        known = groups(self.t.settings.lang) if len(text) < LONGEST else []

        def answer(i):
            if i < len(done):
                self._sits(seat, text)
            else:
                self._letter(seat, text, known[i - len(done)])

        def back():
            if text:
                self._spell(seat, text[:-1])
            else:
                self._name(seat)

        options = done + [("letter_group", (" ".join(_apart(group)),)) for group in known]
        self._ask("name_letters", (seat, text), options, answer, back, len(done) if known else 0)

    def _letter(self, seat, text, group):
        letters = _apart(group)
        options = [("letter_group", (spelt(text, letter)[-1:],)) for letter in letters]
        self._ask(
            "name_letters",
            (seat, text),
            options,
            lambda i: self._spell(seat, spelt(text, letters[i])),
            lambda: self._spell(seat, text),
        )

    def _sits(self, seat, name):
        """This is the name at that seat, and on the card that waits for one; on to the next seat."""
        self._take(seat, name)
        blank = self.blank
        self.blank = b""
        if blank and name:
            self.last = blank
            self.t.say("name_of_card", seat, name)
            if not lend("namecards").keep(blank, name):
                self._refuse("not_written")
        self.seats(seat % self.players)

    def _take(self, seat, name):
        """Who has this name elsewhere changes places with who sat here."""
        names = list(self.t.settings.names)
        for k, other in enumerate(names):
            if name and other == name:
                names[k] = names[seat - 1]
        names[seat - 1] = name
        if name:
            self.known = ([name] + [other for other in self.known if other != name])[:_MOST]
        self._keep(names)

    def _keep(self, names):
        self.t.settings["names"] = names
        self.t.settings["known"] = ",".join(self.known)
        self.changed = True


def open_names(t, players, then):
    """Ask who sits where, then go on with then(whether something has changed)."""
    Names(t, players, then).seats()
