"""Which card a tag is, in little memory; the file is read by deckfile."""

from tapete import lend

PATH = "/deck.txt"


class Deck:
    """uid -> card for 40 stickers. Loading never raises: problems() says what is wrong with the file."""

    def __init__(self, path=PATH):
        file = lend("deckfile").DeckFile(path)
        self.name = file.name
        self._table = bytes(file.table)  # 8 bytes a card, zeros for a card without sticker
        self._problems = file.problems
        self.troubles = file.troubles  # the same for the panel: (key, args) of the catalogue, one of a kind

    def card(self, uid):
        """The card 0..39 of a sticker (8 bytes, MSB first), or None: a foreign one."""
        if len(uid) != 8 or uid == b"\x00" * 8:
            return None
        at = self._table.find(uid)
        while at >= 0 and at % 8:
            at = self._table.find(uid, at + 1)
        return at // 8 if at >= 0 else None

    def uid(self, card):
        """The sticker of a card, or None when the file has none."""
        uid = self._table[card * 8 : card * 8 + 8]
        return None if uid == b"\x00" * 8 else uid

    def problems(self):
        """List of (kind, text): missing (cards without sticker), double, foreign (not our kind of sticker),
        malformed; the texts name lines."""
        return self._problems
