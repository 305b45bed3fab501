"""The deal scanned: each card passes over the mat on its way, face down. Whose it is is written, and never shown. Lent.

With one reader for all it counts only if every card passed, for whose a card is follows from its number: singly or in
packets, as it is set, from the dealer's right on. With an antenna a seat each card is that player's over whose antenna
it passed, and what was heard counts.
"""

from tapete.table import Question, since
from tute.cards import RANKS

_NOTHING = 20000  # ms without a card after which it is over


class _Scan:
    """A deal under way, by seat `dealer` of the table `t`."""

    def __init__(self, t, dealer):
        rules = t.ref.rules
        self.t = t
        self._dealer = dealer
        self._players = rules.players
        self._size = rules.hand_size
        self._total = self._players * self._size
        self._hands: list = [
            [] for _ in range(self._players + 1)
        ]  # by seat; of seat 0 those that count for nobody
        self._count = 0
        self._at = t.now  # when the last card was first heard
        self._question = Question("scan_passing", (), [("enrol_enough", ())], self._end, self._given_up)
        self._question.holds = False
        self._question.kind = "deal"
        t.banner = None
        t.note("@scan begins")
        self._show()
        t.ask(self._question)
        t.tags = self._on

    def _show(self):
        """How many have passed, and whose the next one is."""
        if self.t.seated:
            self._question.key = "scan_by_seats"
            self._question.args = (self._count, self._total)
        else:
            packet = min(self.t.settings["dealt_at_once"], self._size)
            self._question.args = (self._seat_of(self._count), self._count, self._total, packet)
        self.t.changed()

    def _seat_of(self, k):
        """The seat that gets the k-th card, from 0: packet by packet, and a smaller one last."""
        packet = min(self.t.settings["dealt_at_once"], self._size)
        whole = self._size // packet * packet * self._players
        place = k // packet if k < whole else (k - whole) // max(1, self._size % packet)
        step = 1 if self.t.ref.rules.direction == "ccw" else -1
        return (self._dealer - 1 + step * (place % self._players + 1)) % self._players + 1

    # Cards

    def _on(self, event):
        """An event of the mat: a card that is laid, or was heard once and is gone, has passed."""
        t = self.t
        kind = event[0]
        if not kind:
            if since(event[2], self._at) >= _NOTHING:
                t.close(self._question)
                self._end()
            return
        t.hear(event)
        new = []
        pair = kind == "pair"
        for i, uid in enumerate(event[1] if pair else (event[1],)):
            card = t.card(uid)
            seat = 0
            if t.seated and len(event) > 3:
                seat = event[3][i] if pair else event[3]
            if card is not None and not self._known(card, seat):
                new.append((card, seat))
        if not new:
            return
        if t.seated:
            for card, seat in new:
                self._take(card, seat)
        else:
            self._take_in_order([card for card, _ in new], event[2])
        self._at = event[2]
        self._show()
        if self._count == self._total:
            t.close(self._question)
            self._end()

    def _known(self, card, seat):
        """Whether the card was heard before: it counts once, and for nobody if two antennas have heard it."""
        for owner, hand in enumerate(self._hands):
            if card in hand:
                if owner and seat and owner != seat:
                    hand.remove(card)
                    self._hands[0].append(card)
                    self._count -= 1
                    self._show()
                return True
        return False

    def _take_in_order(self, cards, heard):
        """Cards of the next in turn; where nobody can tell which of two came first, both must be one player's."""
        first = self._count
        if since(heard, self._at) < 0 and first:
            first -= 1
        seats = [self._seat_of(k) for k in range(first, self._count + len(cards))]
        if (len(cards) > 1 or first < self._count) and seats != seats[:1] * len(seats):
            self._drop("scan_two_at_once")
            return
        for card in cards:
            if self._count < self._total:
                self._take(card, self._seat_of(self._count))

    def _take(self, card, seat):
        t = self.t
        if RANKS[card % 10] in t.ref.rules.removed_ranks or not 0 < seat <= self._players:
            self._hands[0].append(card)
            t.say("foreign")
            t.sound("refused")
            return
        if len(self._hands[seat]) == self._size:  # more than he is dealt: nobody knows which is not his
            self._hands[0] += self._hands[seat] + [card]
            self._hands[seat] = []
            self._count -= self._size
            t.say("scan_too_many", seat)
            t.sound("refused")
            return
        self._hands[seat].append(card)
        self._count += 1
        t.banner = None
        full = len(self._hands[seat]) == self._size if t.seated else self._packet_ends()
        t.sound("trick" if full else "card1")

    def _packet_ends(self):
        """Whether the next card is another player's; singly, whether each has got one more."""
        if self.t.settings["dealt_at_once"] == 1:
            return self._count % self._players == 0
        return self._count == self._total or self._seat_of(self._count) != self._seat_of(self._count - 1)

    # The end

    def _end(self, _=0):
        """All have passed, or no more come."""
        t = self.t
        if not self._count or self._count < self._total and not t.seated:
            self._drop("scan_dropped", self._count, self._total)
            return
        stock = t.ref.rules.trump_source == "stock_upcard"
        # The last of all is the dealer's, and the trump card, which may stay there to be shown; no other may be shown.
        last = self._hands[self._dealer][-1:] if not stock and self._count == self._total else []
        t.put_aside([card for card in t.here if t.seated or card not in last])
        t.room("scanned").write(t, self._hands)

    def _given_up(self):
        self._drop("scan_dropped", self._count, self._total)

    def _drop(self, key, *args):
        """It counts for nothing, and the game goes on without it."""
        t = self.t
        t.tags = None
        t.close(self._question)
        t.put_aside(t.here)
        t.note("@scan is void")
        t.say(key, *args)
        t.sound("refused")


def begin(t, dealer):
    """CANTE at the deal: from now on the cards pass over the mat."""
    if t.here:
        t.say("clear_the_mat")
        t.sound("refused")
        return
    t.room("scanned").drop(t)
    _Scan(t, dealer)
