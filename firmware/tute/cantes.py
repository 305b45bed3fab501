"""The declarations that were made in a round, and the windows in which they may be (rules 2.8; OP-15, OP-17)."""

from tute import lend
from tute.kept import Part

POINTS = (20, 20, 20, 20, 40)  # by call; a tute has none


class Cantes(Part):
    """The calls of one round. A *window* opens when a trick is complete and closes with the next lead."""

    def __init__(self, rules, trump):
        self.rules = rules
        self.trump = trump
        self.window = 0  # number of windows so far
        self.winner = -1  # seat index that won the trick of this window
        self.asked = 0  # calls so far that stand or are offences
        self.calls = []  # accepted calls: (seat index, call, window)
        self.chances = [0] * rules.players  # windows in which each seat could call
        self.won = [0] * rules.players  # tricks won by each seat

    def same_side(self, p, q):
        """Whether two seat indices play together."""
        return p == q or self.rules.sides == "pairs" and (p - q) % 2 == 0

    def side_has_trick(self, p):
        """Whether the side of p has won a trick of this round."""
        return any([n for q, n in enumerate(self.won) if self.same_side(p, q)])

    def open_window(self, winner):
        """Seat index `winner` has won a trick: a window opens."""
        self.window += 1
        self.winner = winner
        self.won[winner] += 1
        if self.rules.cante_deadline != "none":
            for p in range(len(self.chances)):
                self.chances[p] += self.may_declare(p)

    def may_declare(self, p):
        """Whether seat index p is one who declares in this window."""
        declarer = self.rules.cante_declarer
        if declarer == "winner":
            return p == self.winner
        return self.side_has_trick(p) if declarer == "any_side_with_trick" else self.same_side(p, self.winner)

    def refuse(self, p, call, held, phase="", stock=0, drawn=-1):
        """Why seat index p may not make this call in the open window, as `tute.declaring` says."""
        return lend("declaring").refuse(self, p, call, held, phase, stock, drawn)

    def add(self, p, call):
        """Seat index p has made this call."""
        self.calls.append((p, call, self.window))
