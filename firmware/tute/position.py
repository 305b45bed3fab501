"""The text of a game in one line, and back: what a FEN is to chess. For `tute.game`; not on a device.

Seven fields, divided by `` | ``; the first three alone if no round was dealt yet:

1. the rules, as a line of an acta has them: ``online-pairs tie=nobody``
2. games by side before this round, and the rounds to win: ``1-0/3``; then the points that earlier deals of an undecided
   round carry on: ``0-0/3 54-76``
3. the dealer, and the trump card as it was shown: ``4 6C``
4. the hands as dealt, seat 1 first, each its ranks in O, C, E and B, divided by points: ``A3R.C7.S42.65``
5. the stock in the order of its cards, the trump card last: ``7O2B6C``; ``-`` without one
6. what was done: the cards of a trick in one word, ``5ORO2BAO``; what a seat says or does, ``3:40``, ``3:20E``,
   ``3:tuteR``, ``1:7C`` (an exchange), ``2:concede``, ``2:claim101``, ``2:leave``, ``1+3:award``; ``draw`` where the
   draws were made before something else than a lead; ``misdeal``, ``end``; ``-`` if nothing
7. the points by side, which follow from the rest: ``15-0``
"""

from tute import acta
from tute.cards import RANKS, SUITS, card_name, hand_of, parse_card
from tute.record import Rules, RulesError
from tute.rules import find_rules, option_values, parse_rules, value_text
from tute.why import UnreadableError

TYPE_CHECKING = False  # for who checks types it is true
if TYPE_CHECKING:
    from tute.game import Game

_PLAIN = {acta.MISDEAL: "misdeal", acta.END: "end"}
_OF_SEAT = {acta.CONCEDE: "concede", acta.CLAIM101: "claim101", acta.LEAVE: "leave"}


def rules_text(rules: Rules) -> str:
    """The shortest text of these rules that `parse_rules` reads: the preset, then what differs from it.

    >>> rules_text(parse_rules("online-pairs tute_ranks=- tie=last_trick must_beat=no"))
    'online-pairs must_beat=no tute_ranks=-'
    """
    preset = find_rules(rules.preset)
    words = [rules.preset]
    for name, _, _ in option_values():
        value = getattr(rules, name)
        if value != getattr(preset, name):
            words.append("%s=%s" % (name, value_text(value)))
    return " ".join(words)


def hand_text(cards: "list[int] | tuple") -> str:
    """Ranks by suit, high ones first: ``A3R.C7.S42.65``.

    >>> hand_text([parse_card(name) for name in ("2O", "AO", "RB")])
    'A2...R'
    """
    masks = hand_of(cards)
    return ".".join(["".join([RANKS[i] for i in range(9, -1, -1) if mask >> i & 1]) for mask in masks])


def parse_hand(text: str) -> "list[int]":
    """The cards of a hand that `hand_text` wrote, ascending; ValueError if it is none.

    >>> [card_name(card) for card in parse_hand("A2...R")]
    ['2O', 'AO', 'RB']
    """
    suits = text.upper().split(".")
    if len(suits) != 4:
        raise ValueError("four suits: " + text)
    cards = [parse_card(rank + SUITS[i]) for i, ranks in enumerate(suits) for rank in ranks]
    return sorted(cards)


# writing


def written(game: "Game") -> str:
    """The text of a game."""
    ref = game._ref
    game._rules_text = game._rules_text or rules_text(game.rules)
    fields = [game._rules_text, _games_text(game._brought) + "/%d" % ref.target]
    if game.carried:
        fields[1] += " " + _games_text(game.carried)
    deal = game.last_deal
    if not deal:
        return " | ".join(fields + [str(game.next_dealer)])
    fields.append("%d %s" % (deal.dealer, card_name(deal.upcard)))
    fields.append(" ".join([hand_text(cards) for cards in deal.hands]))
    fields.append("".join([card_name(card) for card in deal.stock]) or "-")
    fields.append(events_text(game.events, game.rules.players) or "-")
    fields.append(_games_text(game.points))
    return " | ".join(fields)


def _games_text(numbers: "list[int] | tuple") -> str:
    return "-".join([str(n) for n in numbers])


def events_text(events: "list[tuple]", players: int) -> str:
    """What was done in a round, as field 6 has it."""
    words: list = []
    laid = 0
    open_word = False  # whether the last word goes on with the next card
    for i, event in enumerate(events):
        kind, seat, arg, flag = event
        if kind == acta.PLAY:
            if open_word:
                words[-1] += card_name(arg)
            else:
                words.append(card_name(arg))
            laid += 1
            open_word = laid % players != 0
            continue
        open_word = False
        if kind == acta.DRAW:
            if i + 1 == len(events) or events[i + 1][0] != acta.PLAY:
                words.append("draw")
        elif kind == acta.AWARD:
            words.append(("%d+%d:award" % (seat, seat + 2)) if flag else "%d:award" % seat)
        elif kind in _PLAIN:
            words.append(_PLAIN[kind])
        else:
            words.append("%d:%s" % (seat, _said_text(kind, arg)))
    return " ".join(words)


def _said_text(kind: int, arg: int) -> str:
    if kind == acta.CANTE:
        return acta.call_text(arg)
    return card_name(arg) if kind == acta.SWAP else _OF_SEAT[kind]


# reading


def read(cls: "type[Game]", text: str) -> "Game":
    """A game (of class `cls`) from its text."""
    fields = [field.strip() for field in text.split("|")]
    if len(fields) not in (3, 7):
        raise UnreadableError(text, "three or seven fields divided by |")
    try:
        rules = parse_rules(fields[0])
        games, _, target = fields[1].partition("/")
        target, _, carried = target.partition(" ")
        numbers = _numbers(games, len(rules.side_names()))
        dealer, _, upcard = fields[2].partition(" ")
        game = cls(rules, _number(target, 1), numbers, _number(dealer, 1, rules.players))
        if carried:
            game.carry(_numbers(carried, len(numbers)))
        if len(fields) == 3:
            if upcard:
                raise ValueError("trump card without hands")
            return game
        hands = [parse_hand(word) for word in fields[3].split()]
        stock = [] if fields[4] == "-" else cards_in(fields[4])
        shown = parse_card(upcard)
        events = _events(fields[5])
        points = _numbers(fields[6], len(numbers))
    except RulesError as error:
        raise UnreadableError(text, "expected %s at %d" % (error.expected, error.at + 1))
    except ValueError as error:
        raise UnreadableError(text, str(error))
    game.push_deal(0, hands, stock, shown, int(dealer))
    game._past = []  # as if it had been made so
    game._since = 0
    for event in events:
        game.push(event)
    if game.points != points:
        raise UnreadableError(text, "points are " + _games_text(game.points))
    return game


def _number(word: str, least: int = 0, most: int = 999) -> int:
    if not 0 < len(word) < 4 or [c for c in word if c not in "0123456789"] or not least <= int(word) <= most:
        raise ValueError("a number from %d to %d: %s" % (least, most, word))
    return int(word)


def _numbers(text: str, count: int) -> "list[int]":
    numbers = [_number(word) for word in text.split("-")]
    if len(numbers) != count:
        raise ValueError("%d numbers: %s" % (count, text))
    return numbers


def cards_in(word: str) -> "list[int]":
    """The cards of a word such as ``5ORO2BAO``; ValueError if it is none."""
    return [parse_card(word[i : i + 2]) for i in range(0, len(word), 2)]


def _events(text: str) -> "list[tuple]":
    """The events of field 6."""
    events = []
    for word in [] if text == "-" else text.split():
        if ":" in word:
            events.append(_said(word))
        elif word == "draw":
            events.append((acta.DRAW, 0, acta.NO_CARD, 0))
        elif word in ("misdeal", "end"):
            events.append((acta.MISDEAL if word == "misdeal" else acta.END, 0, 0, 0))
        else:
            events.extend([(acta.PLAY, 0, card, 0) for card in cards_in(word)])
    return events


def _said(word: str) -> tuple:
    seat, _, what = word.partition(":")
    if what == "award":
        return acta.parse_line("award " + seat)  # type: ignore[return-value]
    number = _number(seat, 1, 9)
    for kind in _OF_SEAT:
        if _OF_SEAT[kind] == what:
            return (kind, number, 0, 0)
    if what == "40":
        return (acta.CANTE, number, acta.CANTE_40, 0)
    if what[:2] == "20" and len(what) == 3 and what[2] in SUITS:
        return (acta.CANTE, number, SUITS.find(what[2]), 0)
    if what[:4] == "tute" and len(what) == 5 and what[4] in RANKS:
        return (acta.CANTE, number, acta.CANTE_TUTE + RANKS.find(what[4]), 0)
    return (acta.SWAP, number, parse_card(what), 0)


# for people


def drawn(game: "Game") -> str:
    """The table in words and hands, several lines."""
    ref = game._ref
    lines = [rules_text(game.rules) + ", games " + _games_text(game.games) + " of %d" % ref.target]
    deal = game.last_deal
    if deal:
        upcard = "" if game.upcard is None else ", " + card_name(game.upcard) + " shown"
        lines.append("dealer %d, trump %s%s" % (deal.dealer, SUITS[deal.upcard // 10], upcard))
        for seat in game.seats:
            laid = [card_name(card) for other, card in game.table if other == seat]
            mark = ">" if seat == game.turn else " "
            lines.append("%s %d  %-20s %s" % (mark, seat, hand_text(game.hand(seat)), " ".join(laid)))
        if game.stock:
            lines.append("stock " + " ".join([card_name(card) for card in game.stock]))
        calls = [
            name + " " + " ".join(game.cantes[i]) for i, name in enumerate(game.side_names) if game.cantes[i]
        ]
        lines.append("points " + _games_text(game.points) + (", cantes " + ", ".join(calls) if calls else ""))
    lines.append(game.phase.replace("_", " "))
    return "\n".join(lines)
