"""Seeded matches full of trouble, as acta events in text: legal and illegal cards, cantes, swaps, draws, shows,
scanned hands, claims, undo, and much that must be refused. Hands and stock are the table's own; the referee only hears
lines."""

from support.naive.cards import pack_of, side_names, side_of
from support.naive.legality import legal

MODES = (
    "",
    " renuncio_detection=audit",
    " renuncio_detection=on_claim",
    " renuncio_penalty=warn",
    " renuncio_detection=audit renuncio_penalty=points_to_opponents",
    " renuncio_detection=on_claim renuncio_penalty=points_to_opponents",
    " renuncio_penalty=replay_round",
    " renuncio_penalty=lose_match",
    " renuncio_detection=audit renuncio_priority=both_void",
    " renuncio_detection=audit renuncio_penalty=warn",
)
MOODS = (
    {"illegal": 4, "stands": 3, "draw": 30, "claim101": 15},
    {
        "illegal": 12,
        "show": 4,
        "undo": 3,
        "hand": 40,
        "claim": 3,
        "said": 40,
        "nonsense": 6,
        "stands": 20,
        "draw": 60,
        "scan": 40,
        "claim101": 5,
    },
    {
        "illegal": 40,
        "show": 2,
        "undo": 8,
        "hand": 15,
        "claim": 8,
        "said": 20,
        "nonsense": 20,
        "stands": 40,
        "draw": 20,
        "scan": 60,
    },
)


class Dice:
    """Random numbers that are the same under both interpreters."""

    def __init__(self, seed):
        self.state = seed * 2654435 % 0x3FFFFFFF + 12345

    def below(self, n):
        """0..n-1."""
        self.state = (self.state * 69069 + 1234567) & 0x3FFFFFFF
        return (self.state >> 9) % n

    def chance(self, percent):
        return self.below(100) < percent

    def pick(self, items):
        return items[self.below(len(items))]

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


class Table:
    """Players at a table. `lines(referee)` says what is called out next; `took(answer)` hears what became of it.

    mood: dict of chances in percent: illegal, show, undo, hand, claim, said, nonsense, stands, claim101, draw (a line
    for a draw), scan (with its card). A chance that is not given is none; `quiet`: nobody sings or swaps;
    `honest`: it is always told who sings or swaps, and nobody does it too late.
    """

    # what an undo brings back
    STATE = ("hands", "stock", "coming", "upcard", "dealer", "trump", "laid", "stock_before")

    def __init__(self, rules, dice, mood):
        self.rules = rules
        self.dice = dice
        self.mood = mood
        self.pack = pack_of(rules)
        self.players = rules.players
        self.hands = None
        self.stock = []  # in the order of drawing, without the trump card
        self.coming = {}  # seat: card that he has still to take from the stock
        self.laid = []  # (seat, card) of the open trick
        self.stock_before = 0
        self.past = []  # state before each accepted event
        self.upcard = self.dealer = self.trump = self.turn = None
        self.stuck = False  # the last card was refused as impossible: take any that can be

    def wants(self, what):
        return self.dice.chance(self.mood.get(what, 0))

    def seat(self):
        return 1 + self.dice.below(self.players)

    def deal(self, dealer):
        """The lines of a new deal: scanned hands perhaps, then the trump card."""
        pack = self.pack[:]
        self.dice.shuffle(pack)
        size = self.rules.hand_size
        n = self.players
        self.next_hands = [pack[i * size : i * size + size] for i in range(n)]
        self.next_stock = pack[n * size :]
        shown = self.next_stock.pop() if self.next_stock else self.next_hands[dealer - 1][0]
        lines = []
        if self.wants("hand"):
            for seat in range(1, n + 1):
                if self.dice.chance(60):
                    cards = self.next_hands[seat - 1][: 1 + self.dice.below(size)]
                    lines.append("hand %d %s" % (seat, " ".join(cards)))
        lines.append("deal %d %s" % (dealer, shown))
        if self.wants("hand"):
            seat = self.seat()
            lines.append("hand %d %s" % (seat, " ".join(self.next_hands[seat - 1])))
        return lines

    def call(self, seat, trump):
        """A cante that this seat holds, or None."""
        hand = self.hands[seat - 1]
        for rank in "RC":
            if all([rank + suit in hand for suit in "OCEB"]):
                return "tute " + rank
        for suit in self.dice.pick(("OCEB", "BECO", "CEOB")):
            if "R" + suit in hand and "C" + suit in hand:
                return "40" if suit == trump else "20 " + suit
        return None

    def allowed(self, seat):
        """The cards that the rules allow this seat, by the hand that he really holds."""
        partner = None
        for i, (other, _) in enumerate(self.laid):
            if side_of(other, self.rules) == side_of(seat, self.rules):
                partner = i
        table = [card for _, card in self.laid]
        stock = self.stock_before if table else 0
        return legal(self.hands[seat - 1], table, self.trump, self.rules, partner, stock)

    def line(self, referee):
        """The next line while a round is open."""
        dice = self.dice
        if self.wants("nonsense"):
            return self.nonsense()
        if self.wants("undo"):
            return "undo"
        if self.wants("show"):
            seat = self.seat()
            hand = self.hands[seat - 1]
            if hand:
                return "show %d %s" % (seat, " ".join(hand[: 1 + dice.below(2)]))
        if self.wants("claim"):
            return "claim %d %d" % (self.seat(), self.seat())
        if not self.laid:
            line = self.between_tricks(referee)
            if line:
                return line
        turn = referee.turn
        if not self.laid:
            self.take_all()
        if self.stuck:
            fits = [c for c in self.pack if referee.check("play %s %d stands" % (c, turn)) is None]
            if fits:
                return "play %s %d stands" % (dice.pick(fits), turn)
            return "misdeal"
        hand = self.hands[turn - 1]
        card = dice.pick(hand if self.wants("illegal") else self.allowed(turn))
        how = " stands" if self.wants("stands") else ""
        return "play %s %d%s" % (card, turn, how) if how or dice.chance(80) else "play " + card

    def between_tricks(self, referee):
        """A cante, a swap, a draw, or None."""
        dice = self.dice
        owed = referee.owed
        if self.coming and dice.chance(50):
            self.take_all()
        if owed and self.wants("draw"):
            return self.draw_line(owed)
        if self.rules.round_win == "first_to_101" and self.wants("claim101"):
            return "claim101 %d" % (referee.turn if dice.chance(80) else self.seat())
        if not self.mood.get("quiet") and dice.chance(60):
            seat = self.seat() if dice.chance(50) else referee.turn
            call = self.call(seat, self.trump)
            left = self.left() if self.mood.get("honest") else 99
            who = " %d" % seat if dice.chance(90) or self.mood.get("honest") else ""
            if call and left >= self.rules.cante_min_stock and dice.chance(60):
                return "cante %s%s%s" % (call, who, " said" if self.wants("said") else "")
            for rank in "72":
                if rank + self.trump in self.hands[seat - 1] and left >= self.rules.exchange_min_stock:
                    return "swap %s%s%s" % (rank, self.trump, who)
        return None

    def left(self):
        """The cards that really are in the stock, with the trump card; 99 where there is none in these rules."""
        if len(self.pack) == self.players * self.rules.hand_size:
            return 99
        return len(self.stock) + (1 if self.stock else 0) + len(self.coming)

    def draw_line(self, owed):
        dice = self.dice
        if dice.chance(30):
            self.take_all()
            return "draw"
        seat = dice.pick(owed)
        if not self.wants("scan"):
            return "draw %d" % seat
        card = self.coming.get(seat)
        if card is None:  # he has taken it before: it cannot be scanned any more
            return "draw %d" % seat
        return "draw %d %s" % (seat, card)

    def take_all(self):
        """Everybody takes his card from the stock."""
        for seat in self.coming:
            self.hands[seat - 1].append(self.coming[seat])
        self.coming = {}

    def nonsense(self):
        dice = self.dice
        seat = self.seat()
        card = dice.pick(self.pack)
        suit = dice.pick("OCEB")
        kind = dice.below(22)
        if kind < 3:
            return "play %s %d" % (card, seat)
        if kind == 3:
            return "play " + card
        if kind == 4:
            return "cante 20 %s %d" % (suit, seat)
        if kind == 5:
            return "cante 40 %d" % seat
        if kind == 6:
            return "swap %s %d" % (card, seat)
        if kind == 7:
            return "show %d %s" % (seat, card)
        if kind == 8:
            return "hand %d %s" % (seat, card)
        if kind == 9:
            return "cante tute %s %d" % (dice.pick("RCS"), seat)
        if kind == 10:
            return "cante 20 %s %d said" % (suit, seat)
        if kind == 11:
            return "cante 40 %d said" % seat
        if kind == 12:
            return "forget"
        if kind == 13:
            names = side_names(self.rules)
            return dice.pick(("concede %d" % seat, "award " + dice.pick(names), "misdeal", "forget"))
        if kind == 14:
            return dice.pick(("draw", "draw %d" % seat, "draw %d %s" % (seat, card)))
        if kind == 15:
            return "claim101 %d" % seat
        if kind == 16:
            return dice.pick(("cante 40", "cante 20 " + suit, "swap " + card, "cante 40 said"))
        if kind == 17:
            return "swap %s%s %d" % (dice.pick("72"), self.trump, seat)
        if kind == 18:
            return "play %s %d stands" % (dice.pick(self.hands[seat - 1] or self.pack), seat)
        if kind == 19:
            return dice.pick(("leave %d" % seat, "end")) if dice.chance(20) else "concede %d" % seat
        return "deal %d %s" % (seat, card)

    def took(self, answer):
        """Follows what the referee made of a line (`answer`: its dict)."""
        if not answer["ok"]:
            self.stuck = answer["refused"] in ("card_elsewhere", "card_played", "renuncio")
            return
        self.stuck = False
        words = answer["event"].split(" ")
        if words[0] == "undo":
            for name, value in zip(self.STATE, self.past.pop()):
                setattr(self, name, value)
            self.turn = answer.get("turn", self.turn)
            return
        if self.mood.get("undo"):
            self.past.append([copy_of(getattr(self, name)) for name in self.STATE])
        if words[0] == "deal":
            self.start(int(words[1]), words[2])
        elif words[0] == "play":
            if self.rules.out_of_turn != "renuncio" or int(words[2]) == self.turn:
                self.lay(words[1], int(words[2]), answer)
        elif words[0] == "swap":
            self.swap(words[1], int(words[2]) - 1)
        elif words[0] == "draw":
            if len(words) == 3 and int(words[1]) in self.coming:
                self.give(words[2], int(words[1]))
            self.take_all()
        self.turn = answer.get("turn", self.turn)

    def start(self, dealer, card):
        self.hands = [hand[:] for hand in self.next_hands]
        self.stock = self.next_stock[:]
        self.dealer = dealer - 1
        self.coming = {}
        self.laid = []
        self.upcard = card
        self.trump = card[1]
        if len(self.pack) == self.players * self.rules.hand_size:
            self.take(card, self.dealer)
        else:
            for place in self.hands + [self.stock]:
                if card in place:  # it is another than was meant to be shown
                    old = [c for c in self.pack if not [1 for p in self.hands + [self.stock] if c in p]]
                    place[place.index(card)] = old[0]

    def lay(self, card, seat, answer):
        if not self.laid:
            self.take_all()
            self.stock_before = len(self.stock) + 1 if self.stock else 0
        self.take(card, seat - 1)
        self.hands[seat - 1].remove(card)
        self.laid = self.laid + [(seat, card)]
        if len(self.laid) < self.players:
            return
        self.laid = []
        if self.stock and answer.get("taken"):
            winner = answer["taken"]["seat"]
            loser = winner % 2 + 1
            self.coming = {winner: self.stock.pop(0)}
            self.coming[loser] = self.stock.pop(0) if self.stock else self.upcard

    def swap(self, card, p):
        if len(self.pack) > self.players * self.rules.hand_size:
            self.take(card, p)
            for hand in self.hands:
                if self.upcard in hand:  # taken from the stock already: it is put back
                    hand[hand.index(self.upcard)] = None
            hand = self.hands[p]
            hand[hand.index(card)] = self.upcard
            for hand in self.hands:
                if None in hand:
                    hand[hand.index(None)] = card
            for seat in self.coming:
                if self.coming[seat] == self.upcard:
                    self.coming[seat] = card
        else:
            self.take(self.upcard, self.dealer)
            self.take(card, p)  # last: what the dealer got for the trump card may have been this one
            if p != self.dealer:
                mine, his = self.hands[p], self.hands[self.dealer]
                mine[mine.index(card)] = self.upcard
                his[his.index(self.upcard)] = card
        self.upcard = card

    def take(self, card, p):
        """If another place has this card after all, it gets one of this seat's for it."""
        mine = self.hands[p]
        if card in mine or not mine:
            return
        i = self.dice.below(len(mine))
        for place in self.hands + [self.stock]:
            if card in place:
                place[place.index(card)], mine[i] = mine[i], card
                return
        for seat in self.coming:
            if self.coming[seat] == card:
                self.coming[seat], mine[i] = mine[i], card
                return

    def give(self, card, seat):
        """The card that a seat takes from the stock is another than was thought."""
        for place in self.hands + [self.stock]:
            if card in place:
                place[place.index(card)], self.coming[seat] = self.coming[seat], card
                return


def copy_of(value):
    """A copy of lists of lists and dicts; the rest is never changed."""
    if isinstance(value, list):
        return [copy_of(inner) for inner in value]
    return dict(value) if isinstance(value, dict) else value
