"""Declarations: 40, 20 and tute; who may call what, and when (rules 2.8; OP-14 to OP-22)."""

from tute.acta import CANTE_40, CANTE_TUTE
from tute.cards import CABALLO, RANKS, REY

POINTS = (20, 20, 20, 20, 40)  # by call; a tute has none


def cante_cards(call, trump):
    """The cards of a call: king and knight of its suit, or the four cards of its rank."""
    if call >= CANTE_TUTE:
        return tuple([suit * 10 + call - CANTE_TUTE for suit in range(4)])
    suit = trump if call == CANTE_40 else call
    return (suit * 10 + REY, suit * 10 + CABALLO)


class Cantes:
    """The calls of one round. A *window* opens when a trick is complete and closes with the next lead."""

    def __init__(self, rules, trump):
        self.rules = rules
        self.trump = trump
        self.window = 0  # number of windows so far
        self.winner = -1  # seat index that won the trick of this window
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
        """Why seat index p may not make this call in the open window, None if it may; reasons in the order of acta.md.

        held: function of the cards, whether they can be in hand. phase: "PRE" or "POST" the draw, "" without stock.
        stock: cards to draw. drawn: the card just drawn, if known.
        """
        rules = self.rules
        tute = call >= CANTE_TUTE
        if phase and rules.cante_phase not in ("both", phase):
            return "moment"
        if not self.may_declare(p):
            return "side"
        if phase and stock < rules.cante_min_stock:
            return "stock"
        if RANKS[call - CANTE_TUTE] not in rules.tute_ranks if tute else call == self.trump:
            return "rank"
        cards = cante_cards(call, self.trump)
        if not held(cards):
            return "cards"
        if rules.cante_excludes_last_drawn and drawn in cards:
            return "last_drawn"
        return self._refuse_by_calls(p, call, tute, stock)

    def _refuse_by_calls(self, p, call, tute, stock):
        rules = self.rules
        limit = rules.cantes_per_player
        full = twenty = tuted = False  # at the limit of this window; a 20 bars the 40; a call bars the tute
        used = 0  # the last of the earlier windows in which p called
        missed = self.chances[p] - 1  # windows that p let pass
        for q, other, window in self.calls:
            if other == call:
                return "already"
            now = window == self.window
            mate = self.same_side(p, q)
            full = full or now and (limit == "1" and q == p or limit == "1_per_side" and mate)
            if q == p or mate and rules.cante_party == "side":
                twenty = twenty or other < CANTE_40 and (now or rules.cante_order == "round")
                tuted = tuted or now or rules.tute_after_cante == "never"
            if q == p and not now and window != used:
                used = window
                missed -= 1
        if full:
            return "limit"
        if tute and tuted and rules.tute_after_cante != "always":
            return "tute_after_cante"
        if call == CANTE_40 and twenty and rules.cante_order != "off":
            return "order"
        if rules.cante_deadline != "none" and not stock:
            if missed > 0 or rules.cante_deadline == "first_window_only" and self.chances[p] > 1:
                return "deadline"
        return None

    def add(self, p, call):
        """Seat index p has made this call."""
        self.calls.append((p, call, self.window))
