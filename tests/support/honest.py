"""Honest rounds by any rules, line by line: legal cards, draws in every form, cantes and swaps where they may be made.

The lines come from hands that only this module knows; the referee hears them and is asked what it would accept.
"""

from tute.cards import card_name, hand_of, parse_card

RANKS = "24567SCR3A"


class Round:
    """One deal by seat `dealer` under `rules`. `dice`: support.matches.Dice. `lines(referee)`: the next lines."""

    def __init__(self, rules, dice, dealer):
        self.dice = dice
        pack = [r + s for s in "OCEB" for r in RANKS if r not in rules.removed_ranks]
        dice.shuffle(pack)
        size = rules.hand_size
        self.hands = [pack[i * size : i * size + size] for i in range(rules.players)]
        self.stock = pack[rules.players * size :]
        self.dealer = dealer
        self.upcard = self.stock[-1] if self.stock else self.hands[dealer - 1][0]
        self.deal = "deal %d %s" % (dealer, self.upcard)

    def lines(self, ref):
        """What comes next: the draws, a cante or a swap, or a card with its seat."""
        if ref.owed:
            return self.draws(ref.owed, ref.turn)
        if ref.phase == "window" and self.dice.chance(70):
            line = self.call(ref) or self.swap(ref)
            if line:
                return [line]
        return [self.play(ref.turn, ref._round.trick)]

    def play(self, seat, trick):
        """A legal card of the seat."""
        hand = self.hands[seat - 1]
        legal = trick.legal(hand_of([parse_card(name) for name in hand]))
        card = card_name(self.dice.pick(legal))
        hand.remove(card)
        return "play %s %d" % (card, seat)

    def draws(self, owed, leader):
        """The draws, each with its line, in one line, or none: then the lead that makes them."""
        lines = []
        for seat in owed:
            card = self.stock.pop(0)
            self.hands[seat - 1].append(card)
            lines.append("draw %d %s" % (seat, card) if self.dice.chance(40) else "draw %d" % seat)
        how = self.dice.below(4)
        if how > 1:
            return lines
        return ["draw"] if how else [self.lead(leader)]

    def unseen(self, owed, leader):
        """The draws without a line, and the lead that makes them."""
        for seat in owed:
            self.hands[seat - 1].append(self.stock.pop(0))
        return self.lead(leader)

    def lead(self, seat):
        """Any card of the seat."""
        hand = self.hands[seat - 1]
        return "play %s %d" % (hand.pop(self.dice.below(len(hand))), seat)

    def call(self, ref):
        trump = "OCEB"[ref.trump]
        for seat in range(1, len(self.hands) + 1):
            hand = self.hands[seat - 1]
            for suit in "OCEB":
                if "R" + suit in hand and "C" + suit in hand:
                    line = "cante %s %d" % ("40" if suit == trump else "20 " + suit, seat)
                    line += " said" if self.dice.chance(30) else ""
                    if ref.check(line) is None:
                        return line
        return None

    def swap(self, ref):
        trump = "OCEB"[ref.trump]
        for seat in range(1, len(self.hands) + 1):
            hand = self.hands[seat - 1]
            for card in ("7" + trump, "2" + trump):
                if card in hand and ref.check("swap %s %d" % (card, seat)) is None:
                    if self.stock or seat != self.dealer:
                        giver = self.stock or self.hands[self.dealer - 1]
                        giver[giver.index(self.upcard)] = card
                        hand[hand.index(card)] = self.upcard
                    self.upcard = card
                    return "swap %s %d" % (card, seat)
        return None


def match_lines(ref, dice):
    """Plays a match to its end; gives (line, answer) of every event, all of which stood."""
    told = []

    def tell(line):
        answer = ref.push(line, len(told) + 1)
        assert answer.ok, (line, answer.refused)
        told.append((line, answer))

    while ref.phase != "match_over":
        game = Round(ref.rules, dice, ref.next_dealer or 1)
        tell(game.deal)
        while ref.is_open():
            for line in game.lines(ref):
                tell(line)
    return told
