"""Which card a tag is, in little memory; the file is read by deckfile."""

from tapete import lend

PATH = "/deck.txt"
# Width of the table where UIDs have several lengths: 10 bytes, zeros behind a short one, and its length.
_MIXED = 11


class Deck:
    """uid -> card for 40 stickers, of ISO15693 (8 bytes) and ISO14443A (4, 7 or 10), also mixed. Loading never
    raises: problems() says what is wrong with the file."""

    def __init__(self, path=PATH):
        file = lend("deckfile").DeckFile(path)
        self.name = file.name
        self.french = file.french
        self._width = file.width  # bytes a card in the table: its UID; FF for a card without sticker
        self._table = file.table()
        self._problems = file.problems
        self.troubles = file.troubles  # the same for the panel: (key, args) of the catalogue, one of a kind

    def card(self, uid):
        """The card 0..39 of a sticker (at most 10 bytes, as printed), or None: a foreign one."""
        width = self._width
        if width == _MIXED:
            uid = bytes(uid) + bytes(10 - len(uid)) + bytes((len(uid),))
        if len(uid) != width:
            return None
        at = self._table.find(uid)
        while at >= 0 and at % width:
            at = self._table.find(uid, at + 1)
        return at // width if at >= 0 else None

    @property
    def one_kind(self):
        """True when all its stickers are of ISO15693."""
        return self._width == 8

    def uid(self, card):
        """The sticker of a card, or None when the file has none."""
        uid = self._table[card * self._width : (card + 1) * self._width]
        if uid[0] == 0xFF:
            return None
        return uid[: uid[10]] if self._width == _MIXED else uid

    def problems(self):
        """List of (kind, text): missing (cards without sticker), double, foreign (not our kind of sticker),
        malformed; the texts name lines."""
        return self._problems
