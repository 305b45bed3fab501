"""A match of Tute with all hands known: push plays onto it, pop them off, ask what is legal and why a card is not.

For programs on a computer: `from tute.game import Game`. Not on a device. The game is refereed by `tute.referee`,
to which all hands are scanned; every push works on a copy of the round, so that a pop only puts the last one back.
"""

# mypy: disable-error-code="union-attr"
# (whoever asks the round knows that there is one)

from tute import acta, legal, lend, position, views
from tute.acta import PLAY, event_text, parse_line
from tute.answer import Answer
from tute.cards import POINTS, RANKS, SUITS, card_name, cards_of, parse_card
from tute.dealt import Deal, deal_of, seeded
from tute.kept import Part, fresh
from tute.record import Rules
from tute.referee import Referee
from tute.rules import parse_rules
from tute.why import (
    ALREADY_PLAYED,
    DUTY_SHIFT,
    NO_ROUND,
    NOT_IN_HAND,
    NOT_YOUR_TURN,
    UNKNOWN_CARD,
    AmbiguousError,
    IllegalError,
    UnreadableError,
    Why,
)

TYPE_CHECKING = False  # for who checks types it is true
if TYPE_CHECKING:
    from typing import Any

__all__ = (
    "AmbiguousError",
    "CARD_NAMES",
    "Game",
    "IllegalError",
    "Outcome",
    "POINTS",
    "RANKS",
    "SUITS",
    "UnreadableError",
    "Why",
    "card_name",
    "parse_card",
)

CARD_NAMES = tuple([card_name(card) for card in range(40)])
SUIT_NAMES = ("oros", "copas", "espadas", "bastos")

# what may be pushed; the others are for who does not see the hands
_TAKEN = (
    acta.PLAY,
    acta.CANTE,
    acta.SWAP,
    acta.DRAW,
    acta.CLAIM101,
    acta.CONCEDE,
    acta.AWARD,
    acta.MISDEAL,
    acta.LEAVE,
    acta.END,
)


class Outcome:
    """How a round ended: `by` (`points`, `last_trick`, `tute`, `renuncio`, `claim101`, `carry`, `concession`,
    `ruling`), `winner` (a side's name, None: nobody), `games` that it counts, `points` by side name."""

    def __init__(self, by: str, winner: "str | None", games: int, points: dict) -> None:
        self.by = by
        self.winner = winner
        self.games = games
        self.points = points

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and repr(self) == repr(other)

    def __repr__(self) -> str:
        points = ["'%s': %d" % (side, self.points[side]) for side in sorted(self.points)]
        return "Outcome(%r, %r, %d, {%s})" % (self.by, self.winner, self.games, ", ".join(points))


class Game:
    """A match under `rules` (a `Rules` or the text of a `rules` line), no round dealt yet. `target`: rounds to win
    (None: the rules'). `games`: games by side that they bring. `dealer`: the seat that deals first (0: the last one).

    RulesError if there are no such rules.

    >>> game = Game.deal(seed=7)
    >>> game.turn, game.legal_plays.count(), "AO" in game.legal_plays
    (1, 10, False)
    >>> answer = game.push_text("play 5E")
    >>> game.turn, game.table, game.legal_plays
    (2, [(1, 22)], <LegalPlays: 4E>)
    >>> game.pop()
    'play 5E 1'
    """

    rules: Rules

    def __init__(
        self,
        rules: "Rules | str" = "online-pairs",
        target: "int | None" = None,
        games: "list[int] | None" = None,
        dealer: int = 0,
    ) -> None:
        self.rules = parse_rules(rules) if isinstance(rules, str) else rules
        self._rules_text = ""  # of all its positions, once it was asked for
        self._ref = Referee(self.rules, target, games)
        self._first = dealer or self.rules.players
        self._deal: Deal | None = None
        self._brought = self._ref.games
        self._drawn = 0  # cards drawn from the stock
        self._past: list = []  # [(event or None for a deal, what stood before)...]
        self._since = 0  # pushes before this round

    # making one

    @classmethod
    def deal(
        cls,
        rules: "Rules | str" = "online-pairs",
        seed: int = 0,
        hands: "list | None" = None,
        stock: "list | str | None" = None,
        upcard: "int | str | None" = None,
        dealer: int = 0,
        target: "int | None" = None,
        games: "list[int] | None" = None,
    ) -> "Game":
        """A game with its first round dealt: `rules`, `target`, `games` and `dealer` as in `Game`, the others as in
        `push_deal`.

        >>> hands = ["A3R.C7.S42.65", "CS7.AR.65.A3R", "642.6542.A3.S", "5.3S.RC7.C742"]
        >>> game = Game.deal("online-pairs", target=5, hands=hands, upcard="3C")
        >>> game.text()
        'online-pairs | 0-0/5 | 4 3C | A3R.C7.S42.65 CS7.AR.65.A3R 642.6542.A3.S 5.3S.RC7.C742 | - | - | 0-0'
        """
        game = cls(rules, target, games, dealer)
        game.push_deal(seed, hands, stock, upcard)
        return game

    @classmethod
    def from_text(cls, text: str) -> "Game":
        """The game of a line that `text` made. UnreadableError if it is none, IllegalError if it cannot be played."""
        return position.read(cls, text)

    def text(self) -> str:
        """The whole position in one line, from which `from_text` makes an equal game (see `tute.position`)."""
        return position.written(self)

    def copy(self) -> "Game":
        """A game that is equal and goes its own way; what was pushed before can be popped from it too."""
        ref = self._ref
        other = type(self)(self.rules, ref.target, list(self._brought), self._first)
        other._ref._restore(ref._state(ref._round))
        other._rules_text = self._rules_text
        other._deal = self._deal
        other._drawn = self._drawn
        other._past = self._past[:]
        other._since = self._since
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.text() == other.text()

    __hash__ = None  # type: ignore[assignment]  # it changes; `text()` is a key

    def __repr__(self) -> str:
        return "Game.from_text('%s')" % self.text()

    def __str__(self) -> str:
        return position.drawn(self)

    # what stands

    @property
    def seats(self) -> "list[int]":
        """All seats, 1 to the number of players."""
        return list(range(1, self.rules.players + 1))

    @property
    def side_names(self) -> "list[str]":
        """The sides by index: ``["1+3", "2+4"]``."""
        return self._ref.side_names

    @property
    def target(self) -> int:
        """Rounds that win the match."""
        return self._ref.target

    @property
    def phase(self) -> str:
        """`deal` (no round yet), `play`, `window` (a trick is won, the next not led), `round_over`, `match_over`."""
        return self._ref.phase

    @property
    def turn(self) -> int:
        """The seat that plays next, 0 when nobody does."""
        return self._ref.turn

    @property
    def dealer(self) -> int:
        """The seat that dealt this or the last round, 0 before the first."""
        return self._ref.dealer

    @property
    def next_dealer(self) -> int:
        """The seat that deals the next round."""
        return self._ref.next_dealer or self._first

    @property
    def trump(self) -> "int | None":
        """The trump suit, None while no round is open."""
        return self._ref.trump

    @property
    def upcard(self) -> "int | None":
        """The trump card as it lies now, None when it is gone."""
        return self._ref.upcard

    @property
    def trick_no(self) -> "int | None":
        """Number, from 1, of the trick that the next card belongs to; None while no round is open."""
        return self._ref.trick_no

    @property
    def table(self) -> "list[tuple[int, int]]":
        """[(seat, card)...] of the open trick."""
        return self._ref.table

    @property
    def last_trick(self) -> "list[tuple[int, int]]":
        """[(seat, card)...] of the last complete trick of this round."""
        return self._ref.last_trick

    @property
    def tricks(self) -> "list[list[tuple[int, int]]]":
        """The complete tricks of this round, each as [(seat, card)...]."""
        r = self._ref._round
        n = self.rules.players
        return [r.laid(i, i + n) for i in range(0, r.count - n + 1, n)] if r else []

    @property
    def points(self) -> "list[int]":
        """Points of this round by side: cards, cantes, and the ten for the last trick."""
        return self._ref.points

    @property
    def cantes(self) -> "list[list[str]]":
        """Cantes of this round by side: ``[["40"], ["20C"]]``."""
        return self._ref.cantes_by_side

    @property
    def games(self) -> tuple:
        """Games won by side."""
        return self._ref.games

    @property
    def winner(self) -> "str | None":
        """Name of the side that has won the match, None if none has."""
        side = self._ref.winner
        return self._ref.side_names[side] if side >= 0 else None

    @property
    def carried(self) -> tuple:
        """Points by side that earlier deals of an undecided round carry on (`round_win=first_to_101`); else empty."""
        r = self._ref._round
        return r.carried if r else self._ref._match.carried

    @property
    def last_deal(self) -> "Deal | None":
        """How this or the last round was dealt."""
        return self._deal

    @property
    def stock(self) -> "list[int]":
        """The cards left to draw, in their order; the trump card, as it stands after exchanges, last."""
        if not self._deal:
            return []
        left = list(self._deal.stock[self._drawn :])
        if left and self.upcard is not None:
            left[-1] = self.upcard
        return left

    def hand(self, seat: int) -> "list[int]":
        """The cards in a seat's hand, ascending; a draw that is owed is not made yet.

        >>> [card_name(card) for card in Game.deal(seed=7).hand(1)]
        ['2O', '7O', '7C', 'RC', 'AC', '5E', '2B', '4B', '7B', 'SB']
        """
        return cards_of(self._masks(seat)) if self._ref._round else []

    def holds(self, seat: int, card: int) -> bool:
        """Whether the card is in a seat's hand, or comes to it by a draw that is owed."""
        return bool(self._masks(seat)[card // 10] >> card % 10 & 1) or self._owed_to(seat) == card

    def _masks(self, seat: int) -> "list[int]":
        r = self._ref._round
        return r.known[seat * 4 - 4 : seat * 4]

    def outcome(self) -> "Outcome | None":
        """How the last round ended; None while one is open, and before the first has ended.

        >>> game = Game.deal(seed=7)
        >>> game.outcome() is None
        True
        >>> answer = game.push_text("concede 2")
        >>> game.outcome()
        Outcome('concession', '1+3', 1, {'1+3': 0, '2+4': 0})
        """
        result = None if self._ref.is_open() else self._ref.last_round
        return result and Outcome(result["by"], result["winner"], result["games"], result["points"])

    # what may be done

    @property
    def legal_plays(self) -> views.LegalPlays:
        """The cards that the seat in turn may lay: a live view.

        >>> game = Game.deal(seed=7)
        >>> game.legal_plays
        <LegalPlays: 2O, 7O, 7C, RC, AC, 5E, 2B, 4B, 7B, SB>
        """
        return views.LegalPlays(self)

    @property
    def legal_cantes(self) -> views.LegalCantes:
        """The cantes that may be called now: a live view of events."""
        return views.LegalCantes(self)

    @property
    def legal_swaps(self) -> views.LegalSwaps:
        """The exchanges that may be made now: a live view of events."""
        return views.LegalSwaps(self)

    @property
    def legal_events(self) -> views.LegalEvents:
        """Plays, cantes and exchanges together: a live view of events."""
        return views.LegalEvents(self)

    def legal_cards(self) -> "list[int]":
        """`legal_plays` as a list."""
        ref = self._ref
        if not ref.is_open():
            return []
        return legal.legal_cards(ref._round.trick, self._to_play_from(ref.turn))

    def _to_play_from(self, seat: int) -> "list[int]":
        """The hand (four masks) from which a seat plays: with the draw that its lead makes due."""
        masks = self._masks(seat)
        card = self._owed_to(seat)
        if card >= 0:
            masks[card // 10] |= 1 << card % 10
        return masks

    def why_not(self, card: "int | str", seat: int = 0) -> Why:
        """All that stands against laying this card now, from `seat` (0: the seat in turn). Empty: it is legal.

        >>> game = Game.deal(seed=7)
        >>> game.why_not("5E"), game.why_not("AO"), game.why_not("8O")
        (Why(), Why('not_in_hand'), Why('unknown_card'))
        >>> game.why_not("AO", 2)
        Why('not_your_turn', 'not_in_hand')
        """
        card = views.card_of(card)
        ref = self._ref
        if not ref.is_open():
            return Why(NO_ROUND)
        r = ref._round
        if card < 0 or r.at[card] == 255:
            return Why(UNKNOWN_CARD)
        turn = ref.turn
        seat = seat or turn
        flags = 0 if seat == turn else NOT_YOUR_TURN
        if seat > self.rules.players:
            return Why(flags | NOT_IN_HAND)
        hand = self._to_play_from(seat)
        if r.at[card]:
            flags |= ALREADY_PLAYED
        elif not hand[card // 10] >> card % 10 & 1:
            flags |= NOT_IN_HAND
        if seat == turn and not flags & ALREADY_PLAYED:
            flags |= r.trick.why_not(card, hand) << DUTY_SHIFT
        return Why(flags)

    def check(self, event: tuple) -> "str | None":
        """Why an event would be refused now (a reason code of acta.md section 4), None if it would stand."""
        if event[0] == PLAY:
            why = self.why_not(event[2], event[1])
            return " ".join(why) if why else None
        if event[0] not in _TAKEN:
            return "hands_known"
        if event[0] in (acta.CANTE, acta.SWAP):
            return self._draws_for(event)[0]
        return self._ref.check(event)

    # playing

    def push(self, event: "int | tuple") -> Answer:
        """Takes a card of the seat in turn (an int), or an event as `tute.acta` has it; gives the referee's answer.
        Draws that it makes due are made. IllegalError if it is refused.

        >>> game = Game.deal(seed=7)
        >>> game.push(parse_card("5E")).verdict
        'legal'
        >>> game.push(parse_card("AB"))
        Traceback (most recent call last):
        tute.why.IllegalError: play AB: must_follow; in online-pairs | 0-0/3 | 4 AO | 72.AR7.5.S742 ...
        """
        ref = self._ref
        if isinstance(event, int):
            event = (PLAY, 0, event, 0)
        kind, seat, arg, flag = event
        if kind == PLAY:
            why = self.why_not(arg, seat)
            if why or flag:
                raise self._illegal(event, " ".join(why) or "hands_known", why)
        elif kind not in _TAKEN or kind == acta.DRAW and (seat or arg != acta.NO_CARD):
            raise self._illegal(event, "hands_known")
        before = self._state()
        self._fresh()
        if kind == PLAY:
            self._draw_owed()
        elif kind == acta.DRAW:
            answer = self._draw_owed()
            if not answer:
                self._restore(before)
                raise self._illegal(event, "already" if self._deal and self._deal.stock else "stock")
            self._past.append(((kind, 0, acta.NO_CARD, 0), before))
            return answer
        elif kind in (acta.CANTE, acta.SWAP):
            seat = seat or self._seat_of(kind, arg)
            event = (kind, seat, arg, 0)
            reason, made = self._draws_for(event)
            if reason:
                self._restore(before)
                raise self._illegal(event, reason)
            self._draw_owed(made)
        answer = ref.push(event)
        if answer.refused:
            self._restore(before)
            raise self._illegal(event, answer.refused)
        self._past.append(((kind, answer.seat, arg, event[3]), before))
        return answer

    def push_text(self, text: str) -> Answer:
        """Reads an event and pushes it: a line of an acta, the name of a card, or what is left out where only one thing
        can be meant: a rank, ``cante``, ``cante 20``, ``cante tute``, ``swap``. UnreadableError if it is none of these,
        AmbiguousError if more than one thing can be meant.

        >>> game = Game.deal(seed=7)
        >>> game.push_text("7")
        Traceback (most recent call last):
        tute.why.AmbiguousError: 7: could be 7O, 7C, 7B; in online-pairs | ...
        >>> game.push_text("5").event, game.push_text("play 4E 2").turn
        ('play 5E 1', 3)
        >>> game.push_text("lay 3E")
        Traceback (most recent call last):
        tute.why.UnreadableError: cannot read 'lay 3E': column 1: expected event; in online-pairs | ...
        """
        card = views.card_of(text)
        if card >= 0:
            return self.push(card)
        meant = self._meant(text)
        if meant is not None:
            if len(meant) != 1:
                words = [card_name(what) if isinstance(what, int) else event_text(what) for what in meant]
                if meant:
                    raise AmbiguousError(text, ", ".join(words), self.text())
                raise IllegalError(text, "nothing of the kind is legal", self.text())
            return self.push(meant[0])
        try:
            event = parse_line(text)
        except acta.ActaError as error:
            raise UnreadableError(text, str(error), self.text())
        if event is None:
            raise UnreadableError(text, "no event", self.text())
        return self.push(event)

    def _meant(self, text: str) -> "list | None":
        """What a text that leaves something out can mean: legal cards or events; None if it is no such text."""
        if len(text) == 1 and text.upper() in RANKS:
            return [card for card in self.legal_plays if RANKS[card % 10] == text.upper()]
        words = text.split()
        if words == ["swap"]:
            return list(self.legal_swaps)
        if words == ["cante"] or words == ["cante", "20"] or words == ["cante", "tute"]:
            return [event for event in self.legal_cantes if event_text(event).startswith(" ".join(words))]
        return None

    def push_deal(
        self,
        seed: int = 0,
        hands: "list | None" = None,
        stock: "list | str | None" = None,
        upcard: "int | str | None" = None,
        dealer: int = 0,
    ) -> Deal:
        """Deals the next round, which `pop` takes back: shuffled by `seed`; or `hands` by seat, each a list of cards or
        names or ranks by suit (``"A3R.C7.S42.65"``), the `upcard` that was shown, and `stock`, the cards to draw in
        their order, the trump card last. `dealer` 0: whose turn it is to deal.

        IllegalError if a round is open, the match is over, or the cards are not the pack.
        """
        dealer = dealer or self.next_dealer
        if self._ref.is_open() or dealer not in self.seats:
            reason = "round_open" if self._ref.is_open() else "seat"
            raise IllegalError("deal %d" % dealer, reason, self.text())
        deal = deal_of(self, dealer, hands, stock, upcard) if hands else seeded(self.rules, dealer, seed)
        before = self._state()
        text = "deal %d %s" % (dealer, card_name(deal.upcard))
        events = [(acta.HAND, i + 1, cards, 0) for i, cards in enumerate(deal.hands)]
        for event in events + [(acta.DEAL, dealer, deal.upcard, 0)]:
            refused = self._ref.push(event).refused
            if refused:
                self._restore(before)
                raise IllegalError(text, refused, self.text())
        self._deal = deal
        self._drawn = 0
        self._brought = self._ref.games
        self._past.append((None, before))
        self._since = len(self._past)
        return deal

    def carry(self, points: "list[int]") -> None:
        """Before the first deal: points by side that earlier deals of this round carry on. ValueError if the rules
        carry none, or it is too late."""
        if self.rules.round_win != "first_to_101" or self._deal or len(points) != len(self.side_names):
            raise ValueError("nothing is carried")
        self._ref._match.carried = tuple(points)

    def pop(self) -> "str | None":
        """Takes back the last push, with all that it implied, and gives its text (None: it was a deal). IndexError if
        there is none."""
        if not self._past:
            raise IndexError("nothing to pop")
        event, before = self._past.pop()
        self._restore(before)
        return event and event_text(event)

    def peek(self) -> "str | None":
        """The text of the last push. IndexError if there is none."""
        if not self._past:
            raise IndexError("nothing was pushed")
        event = self._past[-1][0]
        return event and event_text(event)

    @property
    def events(self) -> "list[tuple]":
        """What was pushed in this round, as events of `tute.acta`."""
        return [event for event, _ in self._past[self._since :]]

    # inside

    def _illegal(self, event: tuple, reason: str, why: "Why | None" = None) -> IllegalError:
        return IllegalError(event_text(event), reason, self.text(), why)

    def _seat_of(self, kind: int, arg: int) -> int:
        """The seat that an event means which names none: who can make it, else the winner of the last trick."""
        able = [seat for seat in self.seats if self.check((kind, seat, arg, 0)) is None]
        return able[0] if able else self._ref._round and self._ref._round.last_winner or 1

    def _owed(self) -> "list[tuple[int, int]]":
        """[(seat, card)...] of the draws that are due, in their order."""
        if not self._deal or not self._deal.stock or not self._ref.owed:
            return []
        stock = self.stock
        return [(seat, stock[i]) for i, seat in enumerate(self._ref.owed)]

    def _owed_to(self, seat: int) -> int:
        """The card that a draw that is due brings to a seat, -1 if none does."""
        for other, card in self._owed():
            if other == seat:
                return card
        return -1

    def _draw_owed(self, most: int = 2) -> "Answer | None":
        """Makes the draws that are due, so many at most; the answer to the last, None if there are none."""
        answer = None
        for seat, card in self._owed()[:most]:
            answer = self._ref.push((acta.DRAW, seat, card, 0))
            self._drawn += 1
        return answer

    def _draws_for(self, event: tuple) -> "tuple[str | None, int]":
        """(why a cante or swap is refused, None if it is not; how many draws that are due are made for it). It is tried
        before any draw, after that of its seat, after both (acta.md 3, draws)."""
        kind, seat, arg, _ = event
        ref = self._ref
        if seat not in self.seats or not ref.is_open():
            return ref.check(event), 0
        if not self._owed():
            # not what the referee would say: he may take a bad cante, as an offence
            return lend("declaring" if kind == acta.CANTE else "swap").why_not(ref._round, seat - 1, arg), 0
        draws = lend("draws")
        refuse, order = draws.refusal(kind, arg)
        worst = 0
        for made in draws.tries(ref._round, seat - 1):
            other = self.copy()
            other._fresh()
            other._draw_owed(made)
            reason = refuse(other._ref._round, seat - 1, 0)
            if not reason:
                return None, made
            worst = max(worst, order.index(reason))
        return order[worst], 0

    def _state(self) -> tuple:
        return (self._ref._state(self._ref._round), self._deal, self._drawn, self._brought, self._since)

    def _restore(self, state: tuple) -> None:
        kept, self._deal, self._drawn, self._brought, self._since = state
        self._ref._restore(kept)

    def _fresh(self) -> None:
        """Lets what comes now happen to a copy of the round: the one that stands is kept for `pop`."""
        ref = self._ref
        if len(ref._words) > 999:
            ref._words = ref._words[:0]  # nothing is undone by reading again
        if ref._round:
            ref._round = copied(ref._round)


def copied(thing: object) -> "Any":
    """A copy of a round, its trick and its cantes, with their lists and lists of lists."""
    made = object.__new__(type(thing))
    for name, value in thing.__dict__.items():
        setattr(made, name, copied(value) if isinstance(value, Part) else fresh(value))
    return made
