"""One deal: whose turn it is, what lies, what was won; the state that a round has from its deal to its result.

Cards come in through `play`, the hot path of the whole game: it answers with a reason or None and leaves `verdict`,
`taken`, `turn` and `head` to be read. What an end or a proof means for the match is the referee's.
"""

from tute.acta import call_text
from tute.audit import ILLEGAL, Audit
from tute.cantes import Cantes
from tute.record import Rules


class Round(Audit):
    """One deal. `tute.dealing` makes it."""

    rules: Rules
    dealer: int
    upcard: int  # -1 once it is gone
    live_mode: bool  # a known renuncio is refused
    after: bytes  # by seat: the seat that plays next
    turn: int  # 0 when nobody plays
    leaders: bytearray  # by trick from 0: the seat that led
    side_names: list
    side_of: bytes  # by seat: side index
    points: list  # by side: cards, cantes and the ten
    cantes: Cantes
    last_winner: int  # seat that won the last complete trick
    taken: tuple | None  # (seat, points) when the last event completed a trick, else None
    verdict: int  # of the last card: verdict | flags of its duties << 2
    head: tuple  # what `refresh` made
    claims: list  # [seat, seat index it is against, status]
    forfeit: int  # side whose points go to the other (renuncio_penalty=points_to_opponents), else -1
    result: tuple | None  # (winner, games, by) when it is over, else None
    keep_at: int  # cards laid when the referee keeps the next state, or all
    void: bool

    # what most rounds never have
    later = ("out", "mute", "earned", "ruled", "claimant", "unmoved")
    out = 0  # mask of sides that cannot win any more (tute.outcomes)
    mute = 0  # mask of sides that may not sing any more
    carried: tuple = ()  # points by side of the deals before, where they are carried on
    earned: tuple = ()  # what `tute.experience` counted of it
    ruled = False  # awarded by the table
    claimant = -1  # side that said that it had 101
    unmoved: tuple = ()  # points by side before those that are forfeited went over

    owed: list = []  # seats that still owe a draw (tute.stock)

    def keep_later(self):
        """The next state is kept some tricks from here, if as many are left then."""
        at = self.keep_at + (8 if self.players == 2 else 20)
        self.keep_at = at if at + 2 * self.players <= self.size else self.size

    def refresh(self):
        """Makes `head` anew: what an answer says of the round (points, trump, upcard, number of the trick, sides)."""
        upcard = self.upcard
        count = self.count
        self.head = (
            tuple(self.points),
            self.trick.trump,
            upcard if upcard >= 0 else None,
            (count if count < self.size else count - 1) // self.players + 1,
            self.side_names,
        )

    def why_not_now(self, seat, card):
        """Why this card cannot come now, from this seat (0: not said), by turn and pack alone."""
        if self.at[card]:
            return "card_unknown" if self.at[card] == 255 else "card_played"
        if seat > self.players:
            return "seat"
        lead = self.trick.led < 0 and self.rules.out_of_turn == "lead_accepted"
        return None if not seat or seat == self.turn or lead else "not_your_turn"

    def play(self, seat, card, stands, dry=False):
        """A card is laid. None, or why not; with `dry` nothing changes but `verdict`."""
        turn = self.turn
        self.taken = None
        if seat and seat != turn or self.at[card]:
            reason = self.why_not_now(seat, card)
            if reason:
                self.verdict = 0
                return reason
            turn = seat or turn
        p = turn - 1
        suit = card // 10
        bit = 1 << card % 10
        place = p * 4 + suit
        known = self.known[place] & bit
        if (self.others[place] & bit or not known and self.sure[p] == self.left[p]) and (
            not self.owed or self.why_not_held(p, (card,), len(self.owed))  # type: ignore[call-arg]
        ):
            self.verdict = 0
            return "card_elsewhere"
        trick = self.trick
        lead = trick.led < 0
        self.verdict = verdict = 1 if lead else self.judge(p, card)
        if verdict & 3 == ILLEGAL and self.live_mode and not stands:
            return "renuncio"
        if dry:
            return None
        if self.owed:
            self.draw_all()  # type: ignore[attr-defined]
            known = self.known[place] & bit

        count = self.count
        if lead:
            self.leaders[count // self.players] = turn
        self.order[count] = card
        count += 1
        self.count = count
        self.at[card] = count
        self.live[suit] ^= bit
        self.left[p] -= 1
        if known:
            self.lose(p, card)
            if card == self.upcard:
                self.upcard = -1
                self.refresh()
        else:
            self.hidden -= 1
        trick.lay(turn, card)
        self.turn = self.after[turn]
        if self.watch[place] & bit:
            self.witnessed(p, card)
        if verdict > 1:
            self.book(p, verdict & 3)
        if count >= self.recount_at:
            self.recount()
        if self.said:
            self.hearing(self)  # type: ignore[operator]
        if not count % self.players:
            self._complete()
        return None

    def _complete(self):
        trick = self.trick
        seat = trick.winner
        side = self.side_of[seat]
        self.points[side] += trick.points
        self.taken = (seat, trick.points)
        self.last_winner = seat
        trick.clear()
        if self.count == self.size:
            self.points[side] += self.rules.last_trick_bonus
            self.turn = 0
        else:
            self.turn = seat
            self.cantes.open_window(seat - 1)
        self.refresh()

    def layer(self, i):
        """Seat index that laid the i-th card, from 0."""
        seat = self.leaders[i // self.players]
        for _ in range(i % self.players):
            seat = self.after[seat]
        return seat - 1

    def laid(self, start, stop):
        """[(seat, card)...] of the cards laid from `start` up to `stop`."""
        return [(self.layer(i) + 1, self.order[i]) for i in range(start, stop)]

    def window_open(self):
        """Whether a trick is complete and the next not led."""
        return self.count > 0 and self.trick.led < 0 and self.turn > 0

    def calls_by_side(self):
        """Accepted cantes, a list by side: ``["40", "20C"]``."""
        sides: list = [[] for _ in self.side_names]
        for p, call, _ in self.cantes.calls:
            sides[self.side_of[p + 1]].append(call_text(call))
        return sides
