"""Honest matches of any rules without a stock: seeded deals, legal cards, cantes now and then, as lines of an acta."""

from support.matches import Dice
from tute.cards import CABALLO, RANKS, REY, SUITS, card_name, hand_of
from tute.trick import Trick


class Honest:
    """Plays for all seats on a referee. `lines` is what was told to it."""

    def __init__(self, ref, seed, sing=60):
        self.ref = ref
        self.dice = Dice(seed)
        self.sing = sing  # percent of the chances to sing that are taken
        self.lines = []
        self.answer = None

    def tell(self, line):
        """A line that must stand."""
        self.answer = self.ref.push(line, len(self.lines) + 1)
        assert self.answer.ok, (line, self.answer.refused)
        self.lines.append(line)

    def deal(self):
        """Deals a round; the dealer's last card is the trump card."""
        rules = self.ref.rules
        pack = [card for card in range(40) if RANKS[card % 10] not in rules.removed_ranks]
        self.dice.shuffle(pack)
        self.hands = [pack[i * rules.hand_size : (i + 1) * rules.hand_size] for i in range(rules.players)]
        dealer = self.ref.next_dealer or rules.players
        self.trump = self.hands[dealer - 1][0] // 10
        self.tell("deal %d %s" % (dealer, card_name(self.hands[dealer - 1][0])))

    def legal(self):
        """The cards that the seat in turn may lay."""
        trick = Trick(self.ref.rules, self.trump)
        for seat, card in self.ref.table:
            trick.lay(seat, card)
        return trick.legal(hand_of(self.hands[self.ref.turn - 1]))

    def play(self):
        """One card, after the cantes of its window."""
        if self.ref.phase == "window":
            self.call()
        if self.ref.phase in ("play", "window"):
            card = self.dice.pick(self.legal())
            seat = self.ref.turn
            self.hands[seat - 1].remove(card)
            self.tell("play %s %d" % (card_name(card), seat))

    def call(self):
        """Cantes that the seats hold and may make, no tute."""
        for p, hand in enumerate(self.hands):
            for suit in range(4):
                held = suit * 10 + REY in hand and suit * 10 + CABALLO in hand
                line = "cante 40 %d" % (p + 1)
                if suit != self.trump:
                    line = "cante 20 %s %d" % (SUITS[suit], p + 1)
                if held and self.ref.check(line) is None and self.dice.chance(self.sing):
                    self.tell(line)

    def round(self):
        """A whole round."""
        self.deal()
        while self.ref.phase in ("play", "window"):
            self.play()

    def match(self):
        """Rounds until the match is over."""
        while self.ref.phase != "match_over":
            self.round()
