"""Rounds to a match: who wins a round by its count, games, the next dealer (OP-04, OP-24 to OP-27)."""


def count_round(rules, points, last_side, sung, recent=()):
    """Result of a round played to its last card: (winner, games, by). Sides are indices, -1 nobody.

    points: by side, cards, cantes and the ten. last_side: won the last trick. sung: by side, whether it made a cante.
    recent: sides by their latest trick, newest first (three sides or more).
    """
    best = max(points)
    tied = [side for side, total in enumerate(points) if total == best]
    if rules.round_win == "first_to_101" and best <= 100:
        return -1, 0, "carry"
    winner = tied[0]
    by = "points"
    if len(tied) > 1:
        by = "last_trick"
        winner = -1
        if rules.tie == "last_trick":
            if last_side in tied:
                winner = last_side
            elif rules.tie_fallback == "latest_trick_among_tied":
                winner = [side for side in recent if side in tied][0]
        if winner < 0:
            return -1, 0, by
    limit = 120 if rules.double_win == "over_100_or_120" and sung[winner] else 100
    return winner, 2 if rules.double_win != "none" and best > limit else 1, by


class Match:
    """Games won by each side, and who deals."""

    def __init__(self, rules, target, games):
        self.rules = rules
        self.target = target
        self.games = games  # tuple by side
        self.dealer = 0  # seat that dealt the last round; 0: none yet
        self.next_dealer = 0  # seat that is to deal; 0: anybody
        self.winner = -1  # side
        self.over = False
        self.results = []  # of all rounds: (winner, games, by, points)
        self.add(-1, 0)

    def copy(self):
        """A copy of all this."""
        other = Match(self.rules, self.target, self.games)
        other.dealer = self.dealer
        other.next_dealer = self.next_dealer
        other.winner = self.winner
        other.over = self.over
        other.results = self.results[:]
        return other

    def add(self, side, games):
        """The side (-1: nobody) gets so many games of a round; negative takes them back."""
        if side >= 0:
            self.games = tuple([n + games if i == side else n for i, n in enumerate(self.games)])
        self.winner = -1
        for i, n in enumerate(self.games):
            if n >= self.target:
                self.winner = i
        self.over = self.winner >= 0

    def pass_deal(self, void, last_winner):
        """Sets who deals next, after a round that counts or is void; `last_winner`: seat that won its last trick."""
        step = 1 if self.rules.direction == "ccw" else -1
        if void:
            self.next_dealer = self.dealer
        elif self.rules.dealer_next == "last_trick_winner" and last_winner:
            self.next_dealer = last_winner
        else:
            self.next_dealer = (self.dealer - 1 + step) % self.rules.players + 1
