"""Seeded matches full of trouble, as acta events in text: legal and illegal cards, cantes, swaps, shows, scanned
hands, claims, undo, and much that must be refused. The hands are the generator's own; the referee only hears lines."""

from tute.cards import hand_of, parse_card

RANKS = "24567SCR3A"
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
    {"illegal": 4, "stands": 3},
    {"illegal": 12, "show": 4, "undo": 3, "hand": 40, "claim": 3, "said": 40, "nonsense": 6, "stands": 20},
    {"illegal": 40, "show": 2, "undo": 8, "hand": 15, "claim": 8, "said": 20, "nonsense": 20, "stands": 40},
)


def legal_in(ref, hand):
    """The cards of a hand (texts) that the open trick allows."""
    trick = ref._round.trick
    masks = hand_of([parse_card(name) for name in hand])
    return [name for name in hand if not trick.why_not(parse_card(name), masks)] or hand


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
    """Four players at a table. `lines()` says what is called out next; `took(answer)` hears the referee.

    mood: dict of chances in percent: illegal, show, undo, hand, claim, said, nonsense, stands.
    """

    def __init__(self, rules, dice, mood):
        self.rules = rules
        self.dice = dice
        self.mood = mood
        self.pack = [r + s for s in "OCEB" for r in RANKS if r not in rules.removed_ranks]
        self.hands = None
        self.past = []  # hands, upcard and dealer before each accepted event
        self.upcard = self.dealer = None
        self.stuck = False  # the last card was refused as impossible: take any that can be

    def wants(self, what):
        return self.dice.chance(self.mood.get(what, 0))

    def deal(self, dealer):
        """The lines of a new deal: scanned hands perhaps, then the trump card."""
        pack = self.pack[:]
        self.dice.shuffle(pack)
        size = self.rules.hand_size
        self.next_hands = [pack[i * size : i * size + size] for i in range(4)]
        lines = []
        if self.wants("hand"):
            for seat in range(1, 5):
                if self.dice.chance(60):
                    cards = self.next_hands[seat - 1][: 1 + self.dice.below(size)]
                    lines.append("hand %d %s" % (seat, " ".join(cards)))
        lines.append("deal %d %s" % (dealer, self.next_hands[dealer - 1][0]))
        if self.wants("hand"):
            seat = 1 + self.dice.below(4)
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

    def line(self, referee, legal_cards):
        """The next line while a round is open. `legal_cards(hand)`: what the rules allow the seat in turn."""
        dice = self.dice
        turn = referee.turn
        if self.wants("nonsense"):
            return self.nonsense()
        if self.wants("undo"):
            return "undo"
        if self.wants("show"):
            seat = 1 + dice.below(4)
            hand = self.hands[seat - 1]
            if hand:
                return "show %d %s" % (seat, " ".join(hand[: 1 + dice.below(2)]))
        if self.wants("claim"):
            return "claim %d %d" % (1 + dice.below(4), 1 + dice.below(4))
        if referee.phase == "window" and dice.chance(60):
            seat = 1 + dice.below(4)
            call = self.call(seat, "OCEB"[referee.trump])
            if call and dice.chance(60):
                return "cante %s %d%s" % (call, seat, " said" if self.wants("said") else "")
            for rank in "72":
                card = rank + "OCEB"[referee.trump]
                if card in self.hands[seat - 1]:
                    return "swap %s %d" % (card, seat)
        hand = self.hands[turn - 1]
        allowed = legal_cards(hand)
        card = dice.pick(hand if self.wants("illegal") else allowed)
        how = " stands" if self.wants("stands") else ""
        if self.stuck:
            fits = [c for c in self.pack if referee.check("play %s %d stands" % (c, turn)) is None]
            return "play %s %d stands" % (dice.pick(fits), turn)
        return "play %s %d%s" % (card, turn, how) if how or dice.chance(80) else "play " + card

    def nonsense(self):
        dice = self.dice
        seat = 1 + dice.below(4)
        card = dice.pick(self.pack)
        suit = dice.pick("OCEB")
        kind = dice.below(15)
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
            return dice.pick(("concede %d" % seat, "award 1+3", "misdeal", "forget"))
        return "deal %d %s" % (seat, card)

    def took(self, answer):
        """Follows what the referee made of a line (`answer`: its dict)."""
        if not answer["ok"]:
            self.stuck = answer["refused"] in ("card_elsewhere", "card_played", "renuncio")
            return
        self.stuck = False
        words = answer["event"].split(" ")
        if words[0] == "undo":
            self.hands, self.upcard, self.dealer = self.past.pop()
            return
        self.past.append((self.hands and [hand[:] for hand in self.hands], self.upcard, self.dealer))
        if words[0] == "deal":
            self.hands = [hand[:] for hand in self.next_hands]
            self.dealer = int(words[1]) - 1
            self.take(words[2], self.dealer)
            self.upcard = words[2]
        elif words[0] == "play":
            p = int(words[2]) - 1
            self.take(words[1], p)
            self.hands[p].remove(words[1])
        elif words[0] == "swap":
            p = int(words[2]) - 1
            self.take(self.upcard, self.dealer)
            self.take(words[1], p)  # last: what the dealer got for the trump card may have been this one
            if p != self.dealer:
                mine, his = self.hands[p], self.hands[self.dealer]
                mine[mine.index(words[1])] = self.upcard
                his[his.index(self.upcard)] = words[1]
            self.upcard = words[1]

    def take(self, card, p):
        """If another has this card after all, he gets one of this seat's for it."""
        for hand in self.hands:
            if card in hand and hand is not self.hands[p]:
                i = self.dice.below(len(self.hands[p]))
                hand[hand.index(card)], self.hands[p][i] = self.hands[p][i], card
                return
