"""Counts sequences of plays from nothing but rules 2.5, 2.6 and 2.7, with sets of card names: slow, and independent.

It must not import tute. Cards are texts, ``AO``; hands are sets; a position comes as the line of `Game.text()`.
"""

ORDER = "A3RCS76542"  # high first
SUITS = "OCEB"

# 2.5: how many cards each holds, who plays together, and the options of 2.6
TABLE = {
    "online-pairs": "players=4 sides=pairs hand_size=10",
    "amelia-2": "players=2 sides=individual hand_size=8 stock_duty=free",
    "amelia-3": "players=3 sides=individual hand_size=12 removed_ranks=2",
    "amelia-4": "players=4 sides=pairs hand_size=10",
    "wikipedia-2": "players=2 sides=individual hand_size=8 beat_reference=lead ruff_duty=any_trump",
    "wikipedia-4": "players=4 sides=pairs hand_size=10 beat_reference=lead beat_waived_when_trumped=no"
    " ruff_duty=any_trump",
    "wikipedia-4-classical": "players=4 sides=pairs hand_size=10",
}
COMMON = (
    "stock_duty=full must_beat=yes beat_reference=highest beat_waived_when_trumped=yes ruff_duty=over_else_free"
    " partner_winning_exempt=no removed_ranks=-"
)


def options(text):
    """The options of a rules line, as texts by name."""
    words = text.split()
    opt = {}
    for word in (COMMON + " " + TABLE[words[0]]).split() + words[1:]:
        name, _, value = word.partition("=")
        opt[name] = value
    return opt


def suit(card):
    return card[1]


def stronger(card, other):
    """Whether a card is above another of its suit."""
    return ORDER.find(card[0]) < ORDER.find(other[0])


def highest(cards):
    """The strongest of these cards of one suit."""
    best = None
    for card in cards:
        if best is None or stronger(card, best):
            best = card
    return best


def legal(hand, table, trump, stock_left, opt, partner_winning):
    """2.6, line by line. `table`: cards laid, in order."""
    if not table:
        return hand
    L = suit(table[0])
    duty = opt["stock_duty"] if stock_left > 0 else "full"
    F = {card for card in hand if suit(card) == L}
    T = {card for card in hand if suit(card) == trump}
    if duty == "free":
        return hand
    if duty == "trump_only":
        return (F or hand) if L == trump else hand
    if duty == "assist_only":
        return F or hand
    if opt["partner_winning_exempt"] == "yes" and partner_winning:
        return F or hand
    trumps_on_table = [card for card in table if suit(card) == trump]
    ruffed = L != trump and len(trumps_on_table) > 0
    if F:
        if opt["must_beat"] == "yes" and not (ruffed and opt["beat_waived_when_trumped"] == "yes"):
            led = [card for card in table if suit(card) == L]
            ref = table[0] if opt["beat_reference"] == "lead" else highest(led)
            H = {card for card in F if stronger(card, ref)}
            if H:
                return H
        return F
    if L == trump or not T or opt["ruff_duty"] == "none":
        return hand
    if not ruffed or opt["ruff_duty"] == "any_trump":
        return T
    O = {card for card in T if stronger(card, highest(trumps_on_table))}
    if O:
        return O
    return T if opt["ruff_duty"] == "over_else_trump" else hand


def winning(table, trump):
    """Place in the trick of the card that wins: the highest trump, else the highest of the led suit."""
    trumps = [card for card in table if suit(card) == trump]
    best = highest(trumps or [card for card in table if suit(card) == suit(table[0])])
    return table.index(best)


class Position:
    """Hands, the open trick and the stock; seats from 0. Nothing is taken back: every play makes a new one."""

    def __init__(self, opt, trump, hands, stock, leader, table):
        self.opt = opt
        self.trump = trump
        self.hands = hands
        self.stock = stock  # in the order of drawing
        self.leader = leader
        self.table = table

    def seat(self):
        """The seat that plays next."""
        return (self.leader + len(self.table)) % len(self.hands)

    def plays(self):
        """The legal cards, as a set."""
        table = self.table
        seat = self.seat()
        partner = False
        if table and self.opt["sides"] == "pairs":
            partner = (self.leader + winning(table, self.trump) - seat) % 4 == 2
        return legal(self.hands[seat], table, self.trump, len(self.stock), self.opt, partner)

    def after(self, card):
        """The position after this card: the trick goes to its winner when it is complete, then both draw, winner
        first (2.7)."""
        seat = self.seat()
        n = len(self.hands)
        hands = [hand - {card} if i == seat else hand for i, hand in enumerate(self.hands)]
        table = self.table + [card]
        stock, leader = self.stock, self.leader
        if len(table) == n:
            leader = (leader + winning(table, self.trump)) % n
            table = []
            for i in range(n if stock else 0):
                drawer = (leader + i) % n
                hands[drawer] = hands[drawer] | {stock[i]}
            stock = stock[n:] if stock else stock
        return Position(self.opt, self.trump, hands, stock, leader, table)


def cards_in(word):
    """The cards of a word such as ``5ORO2B``."""
    return [word[i : i + 2] for i in range(0, len(word), 2)]


def read(text):
    """The position of a line without cantes and exchanges."""
    fields = text.split(" | ")
    opt = options(fields[0])
    dealer, upcard = fields[2].split()
    hands = []
    for word in fields[3].split():
        hand = set()
        for i, ranks in enumerate(word.split(".")):
            hand |= {rank + SUITS[i] for rank in ranks}
        assert len(hand) == int(opt["hand_size"])
        hands.append(hand)
    assert len(hands) == int(opt["players"])
    stock = [] if fields[4] == "-" else cards_in(fields[4])
    position = Position(opt, suit(upcard), hands, stock, int(dealer) % len(hands), [])
    for word in [] if fields[5] == "-" else fields[5].split():
        for card in cards_in(word):
            assert card in position.plays(), (text, card)
            position = position.after(card)
    return position


def perft(position, depth):
    """Number of legal sequences of `depth` cards."""
    plays = position.plays()
    if depth == 1:
        return len(plays)
    total = 0
    for card in plays:
        total += perft(position.after(card), depth - 1)
    return total


def divide(text, depth):
    """{first card: number of sequences that it begins}, of a position's line."""
    position = read(text)
    return {card: perft(position.after(card), depth - 1) if depth > 1 else 1 for card in position.plays()}
