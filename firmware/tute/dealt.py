"""How a round is dealt when all cards are known: by a seed, or as it is given. For `tute.game`; not on a device."""

from tute.cards import RANKS, parse_card
from tute.position import cards_in, parse_hand
from tute.record import Rules
from tute.why import IllegalError, UnreadableError

TYPE_CHECKING = False  # for who checks types it is true
if TYPE_CHECKING:
    from tute.game import Game


class Deal:
    """How a round was dealt: `dealer`, `upcard` as it was shown, `hands` (a tuple of cards by seat, ascending), `stock`
    (cards in the order in which they are drawn, the trump card last; empty if all were dealt)."""

    def __init__(self, dealer: int, upcard: int, hands: tuple, stock: tuple) -> None:
        self.dealer = dealer
        self.upcard = upcard
        self.hands = hands
        self.stock = stock


def shuffled(cards: "list[int]", seed: int) -> "list[int]":
    """These cards in an order that depends on the seed alone, the same on every interpreter (xorshift, 32 bits)."""
    cards = cards[:]
    x = (seed * 2654435761 + 0x9E3779B9) & 0xFFFFFFFF or 1
    for i in range(len(cards) - 1, 0, -1):
        for _ in range(2):
            x ^= x << 13 & 0xFFFFFFFF
            x ^= x >> 17
            x ^= x << 5 & 0xFFFFFFFF
        j = (x >> 4) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def seeded(rules: Rules, dealer: int, seed: int) -> Deal:
    """The deal that a seed makes: cards one by one from the dealer's right, the trump card last."""
    n = rules.players
    pack = [card for card in range(40) if RANKS[card % 10] not in rules.removed_ranks]
    pack = shuffled(pack, seed)
    dealt = n * rules.hand_size
    hands = [tuple(sorted(pack[(seat - dealer - 1) % n : dealt : n])) for seat in range(1, n + 1)]
    stock = pack[dealt:]
    return Deal(dealer, stock[-1] if stock else pack[-1], tuple(hands), tuple(stock))


def deal_of(
    game: "Game", dealer: int, hands: list, stock: "list | str | None", upcard: "int | str | None"
) -> Deal:
    """The deal of these hands. UnreadableError for what is no card, IllegalError if they are not the pack."""
    given = "deal of " + " ".join([hand if isinstance(hand, str) else "?" for hand in hands])
    try:
        read_hands = [_hand(hand) for hand in hands]
        rest = [] if not stock else cards_in(stock) if isinstance(stock, str) else _hand(stock, False)
        shown = rest[-1] if upcard is None and rest else _hand([upcard])[0]
    except ValueError as error:
        raise UnreadableError(given, str(error), game.text())
    rules = game.rules
    held = [card for hand in read_hands for card in hand] + rest
    pack = [card for card in range(40) if RANKS[card % 10] not in rules.removed_ranks]
    problem = None
    if len(read_hands) != rules.players or [hand for hand in read_hands if len(hand) != rules.hand_size]:
        problem = "%d hands of %d cards" % (rules.players, rules.hand_size)
    elif sorted(held) != pack:
        problem = "a pack of %d cards, each once" % len(pack)
    elif shown != (rest[-1] if rest else shown) or not rest and shown not in read_hands[dealer - 1]:
        problem = "the trump card last in the stock, or in the dealer's hand"
    if problem:
        raise IllegalError(given, "not " + problem, game.text())
    return Deal(dealer, shown, tuple([tuple(sorted(hand)) for hand in read_hands]), tuple(rest))


def _hand(hand: "list | str", by_suit: bool = True) -> "list[int]":
    if isinstance(hand, str) and by_suit:
        return parse_hand(hand)
    cards = [parse_card(card) if isinstance(card, str) else card for card in hand]
    wrong = [card for card in cards if not isinstance(card, int) or not 0 <= card < 40]
    if wrong:
        raise ValueError("not a card: %s" % wrong[0])
    return cards
