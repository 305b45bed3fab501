"""Live views of what may be done in a game: cards, cantes, exchanges. For `tute.game`; not on a device.

A view asks its game each time, so it stays right while the game goes on.
"""

from tute.acta import CANTE, CANTE_40, CANTE_TUTE, PLAY, SWAP, event_text, parse_line
from tute.cards import DOS, RANKS, SIETE, card_name, parse_card

TYPE_CHECKING = False  # for who checks types it is true
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tute.game import Game


def card_of(card: "int | str") -> int:
    """The card as an int, from an int or a name; -1 if there is no such card.

    >>> card_of("AO"), card_of(9), card_of("8O"), card_of(40)
    (9, 9, -1, -1)
    """
    if isinstance(card, int):
        return card if 0 <= card < 40 else -1
    try:
        return parse_card(card)
    except ValueError:
        return -1


class LegalPlays:
    """The cards that the seat in turn may lay, ascending: ints. `in` takes names too."""

    def __init__(self, game: "Game") -> None:
        self.game = game

    def __iter__(self) -> "Iterator":
        return iter(self.game.legal_cards())

    def __len__(self) -> int:
        return len(self.game.legal_cards())

    def count(self) -> int:
        """How many there are."""
        return len(self)

    def __bool__(self) -> bool:
        return bool(self.game.legal_cards())

    def __contains__(self, card: "int | str") -> bool:
        return not self.game.why_not(card)

    def __repr__(self) -> str:
        return _shown(self, [card_name(card) for card in self])


class _Events:
    """Events (tuples of `tute.acta`) that may come now. `in` takes their text too; a seat that it leaves out may be
    any."""

    def __init__(self, game: "Game") -> None:
        self.game = game

    def candidates(self) -> "list[tuple]":
        """Events that could be legal now, in order."""
        return []

    def __iter__(self) -> "Iterator":
        game = self.game
        return iter([event for event in self.candidates() if game.check(event) is None])

    def __len__(self) -> int:
        return len(list(iter(self)))

    def count(self) -> int:
        """How many there are."""
        return len(self)

    def __bool__(self) -> bool:
        for event in self.candidates():
            if self.game.check(event) is None:
                return True
        return False

    def __contains__(self, event: "tuple | str") -> bool:
        if isinstance(event, str):
            event = parse_line(event)
        for own in self:
            if event and own[0] == event[0] and own[2] == event[2] and event[1] in (0, own[1]):
                return True
        return False

    def __repr__(self) -> str:
        return _shown(self, [event_text(event) for event in self])


class LegalCantes(_Events):
    """The cantes that may be called now, by whom the cards allow it: the 40, the 20s, the tutes, by seat."""

    def candidates(self) -> "list[tuple]":
        """Events that could be legal now, in order."""
        rules = self.game.rules
        calls = [CANTE_TUTE + RANKS.find(rank) for rank in rules.tute_ranks]
        if self.game.phase == "window":
            calls = [CANTE_40, 0, 1, 2, 3] + calls
        elif not rules.tute_on_deal or self.game.trick_no != 1 or self.game.table:
            return []
        return [(CANTE, seat, call, 0) for seat in self.game.seats for call in calls]


class LegalSwaps(_Events):
    """The exchanges of the trump card that may be made now."""

    def candidates(self) -> "list[tuple]":
        """Events that could be legal now, in order."""
        game = self.game
        if game.trump is None or game.rules.exchange == "none":
            return []
        cards = [game.trump * 10 + SIETE, game.trump * 10 + DOS]
        return [(SWAP, seat, card, 0) for seat in game.seats for card in cards if game.holds(seat, card)]


class LegalEvents(_Events):
    """All three, as events: plays, then cantes, then exchanges."""

    def __iter__(self) -> "Iterator":
        game = self.game
        plays = [(PLAY, game.turn, card, 0) for card in game.legal_plays]
        return iter(plays + list(game.legal_cantes) + list(game.legal_swaps))

    def __bool__(self) -> bool:
        game = self.game
        return bool(game.legal_plays or game.legal_cantes or game.legal_swaps)


def _shown(view: object, words: "list[str]") -> str:
    return "<%s: %s>" % (type(view).__name__, ", ".join(words) or "none")
