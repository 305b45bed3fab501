"""The words of the panel: one catalogue file a language, and messages with their arguments put in."""

from io import BytesIO

from tapete import lend

FOLDER = __file__.replace("\\", "/").rpartition("/")[0] or "."

# Where that folder is: a device may have two programs, and what both have alike is there once (firmware/README.md).
HOMES = ("", "/", "/second-program/")

# Tests set this: what is only ugly on a device (a key that nobody wrote, a text too long) raises there.
STRICT = False

# The suits as characters of our fonts: oros, copas, espadas, bastos, and what a French deck has for them.
SUITS = "\ue000\ue001\ue002\ue003\ue008\ue009\ue00a\ue00b"

# Behind the texts of a catalogue that was built: this line, and a table of so many slots (see index).
TAIL = b"\n#index\n"
SLOTS = 2048

_KEPT = 16  # texts kept in memory
_NAME = 10  # longest name in a sentence
_VOWELS = "AEIOUHÀÁÈÉÍÒÓÚ"
_APOSTROPHE = 39  # by its number: a short text would take a place in the table of names


def capitals(text):
    """The text in capitals; MicroPython's upper() leaves all letters but A to Z as they are."""
    data = bytearray(text.upper().encode())
    for i in range(1, len(data)):
        lead, byte = data[i - 1], data[i]
        if lead == 0xC3 and byte > 0x9F or lead == 0xD0 and byte > 0xAF:  # à to ü, а to п
            data[i] = byte - 32
        elif lead == 0xD1:  # р to я, and ё
            data[i - 1] = 0xD0
            data[i] = 0x81 if byte == 0x91 else byte + 32
    return data.decode()


def begin(text):
    """The text with a capital first."""
    return capitals(text[:1]) + text[1:]


def shorten(text, longest):
    """At most `longest` characters; a name that was cut ends in a point, as abbreviations do."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "."


def _joined(said, word):
    """What was said and the word behind it: "d'" is kept before a vowel, else it is "de ", as in Catalan."""
    # by slices: a character by itself takes a place in the table of names for good
    if said and ord(said[-1:]) == _APOSTROPHE and capitals(word[:1]) not in _VOWELS:
        said = said[:-1] + "e" + " "
    return said + word


def _entry(text, index):
    start = 0
    for _ in range(index):
        start = text.find(",", start) + 1
    end = text.find(",", start)
    return text[start:end] if end >= 0 else text[start:]


def _form(number, forms):
    """Which of so many forms a word has with a number: one and many, or one, few and many as in Russian."""
    last = number % 10
    if forms < 3 or number == 1:
        return number != 1
    if number // 10 % 10 == 1 or last > 4 or not last:
        return 2
    return last > 1


def slot(head):
    """The slot where a key is looked for first, then in those behind; `head` is its bytes and a space."""
    value = 7
    for byte in head:
        value = (value * 33 + byte) & 0xFFFF
    return value % SLOTS


class Catalogue:
    """One language: `get(key)` reads the text from the file when it is first asked for, at the place that the table
    behind the texts tells (see index). In memory are some texts.

    A screen asks for its texts in much the same order each time. So when there are too many the newest gives way: if
    the oldest did, each would be gone when its turn comes.
    """

    def __init__(self, lang):
        self.lang = lang
        self._file = self._index = opened("/" + lang + ".txt")
        self._texts = {}
        self._newest = None
        self._start = max(len(TAIL), self._file.seek(0, 2) - 2 * SLOTS)  # of the table
        self._file.seek(self._start - len(TAIL))
        if self._file.read(len(TAIL)) != TAIL:
            self._file.seek(0)
            self._index, self._start = BytesIO(lend("screens.index").table(self._file)), 0

    def forget(self):
        """Give back the texts that are kept."""
        self._texts.clear()

    def close(self):
        """Give the file back, before another language is loaded."""
        self._file.close()

    def get(self, key):
        """The text of `key`, or None."""
        text = self._texts.get(key)
        if text is None:
            text = self._read(key)
            if text is not None:
                if len(self._texts) >= _KEPT:
                    del self._texts[self._newest]
                self._texts[key] = text
                self._newest = key
        return text

    def _read(self, key):
        head = key.encode() + b" "
        first = slot(head)
        for at in range(first, first + SLOTS):
            self._index.seek(self._start + 2 * (at % SLOTS))
            low, high = self._index.read(2)
            if not low and not high:
                break
            self._file.seek(low + (high << 8) - 1)
            line = self._file.readline()
            if line.startswith(head):
                return line[len(head) :].decode().rstrip("\r\n")
        return None


def opened(file):
    """A file ("/es.txt") that lies beside the screens, of this program or of the other one. Raises OSError."""
    for home in HOMES:
        try:
            return open(home + FOLDER + file, "rb")
        except OSError as error:
            missing = error
    raise missing


_catalogue = None


def catalogue(lang):
    """The catalogue of a language; only the one last asked for is kept. Unknown languages are English."""
    global _catalogue
    if _catalogue is None or _catalogue.lang != lang:
        if _catalogue is not None:
            _catalogue.close()
            _catalogue = None
        try:
            _catalogue = Catalogue(lang)
        except OSError:
            if lang == "en":
                raise
            return catalogue("en")
    return _catalogue


def forget_texts():
    """Give back the texts that are kept: others are wanted now, or their room is."""
    if _catalogue is not None:
        _catalogue.forget()


class Words:
    """Speaks one language about one table: the names of the players go into the sentences. French: suits and courts
    are called and drawn as on a French deck (rules.md 1: J, Q and K stand for sota, caballo and rey)."""

    def __init__(self, lang, names, french=False):
        self._catalogue = catalogue(lang)
        self._names = names
        self._french = french

    def has(self, key):
        """Whether the catalogue knows the key."""
        return self._catalogue.get(key) is not None

    def say(self, key, args=()):
        """The message of `key` with its arguments. A key that nobody wrote is shown as it is."""
        text = self._catalogue.get(key)
        if text is None:
            if STRICT:
                raise KeyError(key)
            return key
        if "{" not in text:
            return text
        parts = text.split("{")
        said = parts[0]
        for part in parts[1:]:
            code, _, rest = part.partition("}")
            try:
                said = _joined(said, self._put(code, args)) + rest
            except (IndexError, TypeError, ValueError):
                if STRICT:
                    raise
                said += "?" + rest
        return said

    def item(self, key, index):
        """One entry of a list of the catalogue. Behind the last one it begins again: a language that declines has
        further forms there, which others need not have."""
        if self._french:
            key += "_french"
        return _entry(self.say(key), index)

    def name(self, seat, longest=_NAME):
        """The name of a seat (from 1); who has none is called by the number."""
        name = self._names[seat - 1] if 0 < seat <= len(self._names) else ""
        if not name:
            return self.say("player" if longest > 8 else "player_short", (seat,))
        return shorten(name, longest)

    def side(self, side, longest=_NAME):
        """The names of a side: of a pair where four play, else of a seat; seats without names by their numbers."""
        if len(self._names) < 4:
            return self.name(side + 1, longest)
        first, second = self._names[side], self._names[side + 2]
        if not first and not second:
            return self.say("pair", (side + 1, side + 3))
        return self.say("pair", (self.name(side + 1, longest), self.name(side + 3, longest)))

    def card(self, card, form=0):
        """A card in words, without its article; `form` 10: that of an object, where it is another one."""
        return self.say("card", (self.item("ranks", card % 10 + form), self.item("suits", card // 10 + 4)))

    def letter(self, card):
        """The letter or figure of a card's rank, as it stands beside the suit."""
        return self.item("letters", card % 10)

    def suit(self, suit):
        """The picture of a suit, a character of the fonts."""
        return SUITS[suit + 4 * self._french]

    def plain(self, text):
        """The text with pictures of suits replaced by their names."""
        for suit in range(4):
            text = text.replace(self.suit(suit), " " + self.item("suits", suit))
        return text

    def drawn(self, card):
        """A card as it is drawn: rank and suit."""
        return self.letter(card) + self.suit(card // 10)

    def cante(self, kind, of):
        """A cante in words: kind "40", "20" (of = suit) or "tute" (of = strength, or the rank's letter)."""
        if not kind:
            return ""
        if kind == "tute":
            if isinstance(of, str):
                of = "24567SCR3A".find(of)
            return self.say("e_tute", (self.item("plurals", of),))
        return self.say("e_" + kind, (self.item("suits", of) if 0 <= of < 4 else "",))

    def event(self, word, seat=0, card=-1):
        """An event of the acta in words, as far as seat and card are known."""
        key = "v_" + word
        if seat and card >= 0 and self.has(key + "_c"):
            key += "_c"
        elif seat and self.has(key + "_n"):
            key += "_n"
        return self.say(key, (word, seat, card))

    def _list(self, seats):
        said = ""
        for seat in seats:
            said = self.say("and", (said, self.name(seat))) if said else self.name(seat)
        return said

    def _article(self, card):
        """The article of a card and what parts it from the noun: nothing behind "l'", or without an article."""
        article = self.item("articles", card % 10)
        return article + " " if article[-1:].isalpha() else article

    def _put(self, code, args):
        kind = code[0]
        if kind.isdigit():
            return str(args[int(code)])
        if kind == "#":
            return _entry(code[3:], _form(args[int(code[1:2])], code.count(",") + 1))
        at = int(code[1:])
        arg = args[at]
        if kind == "n":
            return self.name(arg)
        if kind == "p":
            return self.side(arg)
        if kind == "l":
            return self._list(arg)
        if kind == "k":
            return " ".join([self.drawn(card) for card in arg])
        if kind == "c":
            return self.card(arg)
        if kind == "a":
            return self._article(arg) + self.card(arg, 10)
        if kind == "i":
            return self.drawn(arg)
        if kind == "o":
            return self._article(arg) + self.item("ranks", arg % 10 + 10)
        if kind == "s":
            return self.item("suits", arg)
        if kind == "C" or kind == "S":
            return begin(self._put(kind.lower() + code[1:], args))
        if kind == "e":
            return self.cante(arg, args[at + 1])
        if kind == "w":
            return self.event(arg)
        if kind == "v":
            return self.event(arg, args[at + 1], args[at + 2])
        if kind == "x":
            return self.say("x_" + arg) if self.has("x_" + arg) else arg
        raise ValueError(code)
