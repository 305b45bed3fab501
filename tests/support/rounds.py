"""Rounds to play: seeded deals, legal play card by card, as gestures for people.py."""

from tapete_host.sim.rng import Rng
from tute.cards import card_name
from tute.rules import find_rules
from tute.trick import Trick


class Deal:
    """One seeded deal for the seat `dealer`: hands by seat, the upcard (the dealer's last card)."""

    def __init__(self, seed, dealer):
        rng = Rng(seed)
        pack = list(range(40))
        for i in range(39, 0, -1):
            j = rng.below(i + 1)
            pack[i], pack[j] = pack[j], pack[i]
        self.rng = rng
        self.dealer = dealer
        self.hands = {}
        for seat in range(1, 5):
            self.hands[seat] = [0, 0, 0, 0]
        for i, card in enumerate(pack):
            seat = (dealer + i) % 4 + 1  # the last of the ten goes to the dealer
            self.hands[seat][card // 10] |= 1 << card % 10
        self.upcard = pack[39]

    def tricks(self, rules="online-pairs"):
        """Yield ten lists of (seat, card), legal by what each hand holds."""
        trick = Trick(find_rules(rules), self.upcard // 10)
        seat = self.dealer % 4 + 1
        for _ in range(10):
            trick.clear()
            laid = []
            for _ in range(4):
                legal = trick.legal(self.hands[seat])
                card = legal[self.rng.below(len(legal))]
                self.hands[seat][card // 10] &= ~(1 << card % 10)
                trick.lay(seat, card)
                laid.append((seat, card))
                seat = seat % 4 + 1
            seat = trick.winner
            yield laid


def gestures(seed, dealer, ends=True):
    """Lines of a script: the trump card shown, ten tricks, and OK to the count if `ends`."""
    deal = Deal(seed, dealer)
    up = card_name(deal.upcard)
    rows = ["lay " + up, "ok", "lift " + up]
    for laid in deal.tricks():
        for _, card in laid:
            rows.append("lay " + card_name(card))
        rows.append("collect")
    if ends:
        rows.append("ok")
    return rows


def events(seed, dealer):
    """The acta lines that these gestures must give."""
    deal = Deal(seed, dealer)
    rows = ["deal %d %s" % (dealer, card_name(deal.upcard))]
    for laid in deal.tricks():
        for seat, card in laid:
            rows.append("play %s %d" % (card_name(card), seat))
    return rows
