"""The tricks of this round read back, one after another, for those who doubt the count. Lent."""

from tapete.table import Question
from tute.trick import Trick


def open_past(t):
    """A list of the tricks with winner and points, the cards of the chosen one beside it. While a round is played only
    the last one may be looked at; after it, all."""
    found = []
    for plays in t.room("mend").tricks(t):
        if len(plays) == t.ref.seats:
            found.append([(play[1], play[2]) for play in plays])
    first = len(found) - 1 if t.ref.phase in ("play", "window") else 0
    options = [_option(t, n, found[n]) for n in range(max(first, 0), len(found))]
    if not options:
        t.sound("refused")
        return
    question = Question("past", (), options, lambda i: None, holds=False)
    question.cycle = True
    question.cards = found[first:]
    question.pick = len(options) - 1
    t.ask(question)


def _option(t, n, cards):
    """("trick_in_past", (number, winner, points)) of the n-th trick, from 0."""
    trick = Trick(t.ref.rules, t.suit)
    for seat, card in cards:
        trick.lay(seat, card)
    return "trick_in_past", (n + 1, trick.winner, trick.points)
