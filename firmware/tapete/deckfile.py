"""Reads a deck file and says what is wrong with it; loaded when needed.

    deck Casa          # the name, first line
    suits french       # only where they are hearts, spades...; Spanish and Italian cards have the same pictures
    AO E0040150A1B2C3D4
    3O 04A1B2C3D4E580

A card, then the UID of its sticker as printed, MSB first: 16 hex digits for ISO15693 (ICODE, E004...), 8, 14 or
20 for ISO14443A (NTAG, 04...). One deck may have both kinds. `#` begins a comment.
"""

from tute.cards import card_name, parse_card

_MIXED = 11  # as in deck
_DIGITS = (16, 14, 8, 20)
_CASCADE = 0x88  # stands for "the UID goes on" on the air, and is never a UID's first byte
_RANDOM = 0x08  # first byte of a short UID that is another one each time (ISO14443-3)
_REPORTED = 12  # problems that are kept; a file of another kind has one a line


class DeckFile:
    """name, french (whether its suits are), uids (a list by card, b"" for a card without sticker), problems (list of
    (kind, text), see Deck.problems), troubles (the same as (key, args) of the catalogue, one of a kind)."""

    def __init__(self, path):
        self.name = ""
        self.french = False
        self.uids = [b""] * 40
        self.problems = []
        self.troubles = []
        self._more = 0
        self._doubled: list = []
        try:
            self._load(path)
        except OSError as error:
            if error.errno == 2:
                self._problem("missing", "no deck file", "deck_none")
            else:
                self._problem("malformed", "deck file: error %s" % error.errno)
        for uid in self._doubled:  # two cards say it is theirs: nobody can tell which lies there
            self.uids = [b"" if known == uid else known for known in self.uids]
        lengths = [len(uid) for uid in self.uids if uid] or [8, 4]  # a new one may have stickers of any kind
        self.width = max(lengths) if min(lengths) == max(lengths) else _MIXED
        self._missing()

    def table(self):
        """The UIDs in one piece, as Deck searches them."""
        rows = []
        for uid in self.uids:
            if not uid:
                uid = b"\xff" * self.width  # no UID begins so
            elif self.width == _MIXED:
                uid += bytes(10 - len(uid)) + bytes((len(uid),))
            rows.append(uid)
        return b"".join(rows)

    def _missing(self):
        lost = [card_name(card) for card in range(40) if not self.uids[card]]
        if self._more:
            self.problems.append(("malformed", "and %d more" % self._more))
        if not lost or (len(lost) == 40 and self.problems):
            return  # the file itself is the problem, and it is named
        for i in range(0, len(lost), 8):
            self.problems.append(("missing", " ".join(lost[i : i + 8])))
        if len(lost) == 1:
            self._trouble("deck_missing", parse_card(lost[0]))
        else:
            self._trouble("deck_lost", [parse_card(name) for name in lost[:8]], len(lost))

    def _trouble(self, key, *args):
        if key not in [known for known, _ in self.troubles]:
            self.troubles.append((key, args))

    def _problem(self, kind, text, key="", *args):
        self._trouble(key or "deck_error", *(args or (() if key else (text,))))
        if len(self.problems) < _REPORTED:
            self.problems.append((kind, text))
        else:
            self._more += 1

    def _load(self, path):
        number = 0
        with open(path, "rb") as f:
            while True:
                raw = f.readline(120)
                if not raw:
                    break
                number += 1
                try:
                    words = str(raw, "utf-8").split("#")[0].split()
                except UnicodeError:
                    self._problem("malformed", "line %d" % number)
                    continue
                if words and words[0] == "deck":
                    self.name = " ".join(words[1:])
                elif words == ["suits", "french"]:
                    self.french = True
                elif words:
                    self._line(words, number)

    def _line(self, words, number):
        try:
            card = parse_card(words[0])
            uid = bytes.fromhex(words[1]) if len(words) == 2 and len(words[1]) in _DIGITS else b""
        except (ValueError, IndexError):
            uid = b""
        if not uid:
            self._problem("malformed", "line %d: %s" % (number, " ".join(words)[:30]))
        elif not ours(uid):
            self._problem("foreign", "line %d: %s" % (number, words[1]), "deck_foreign", words[1])
        else:
            self._sticker(card, uid, number)

    def _sticker(self, card, uid, number):
        name = card_name(card)
        for other in range(40):
            if self.uids[other] == uid:
                if other == card:
                    self._problem("double", "line %d: %s again" % (number, name), "deck_double", card)
                    return
                text = "line %d: %s is also %s" % (number, name, card_name(other))
                self._problem("double", text, "deck_double", other)
                self._doubled.append(uid)
        if self.uids[card]:
            text = "line %d: second sticker of %s" % (number, name)
            self._problem("double", text, "deck_double", card)
            return
        self.uids[card] = uid


def ours(uid):
    """Whether a tag with this UID can be a card's sticker: known for good, and read as a whole."""
    icode = uid[:2] == b"\xe0\x04"
    if icode or len(uid) == 8:  # a line of the first kind that was cut begins so too
        return icode and len(uid) == 8
    return any(uid) and uid[0] not in (_CASCADE, 0xFF) and not (len(uid) == 4 and uid[0] == _RANDOM)
