"""Which ways to deal the pack agree with the acta, in two ways: all of them listed, or by matching cards to slots.

A *slot* is a place that a card can have been dealt to: slot p is the hand dealt to seat p + 1 and has room for all of
its cards; each card of the stock has a slot of its own, in the order of drawing (the trump card's is the last). All
that an acta says of a card is in which slots it can have been. Both classes answer the same questions:

learn(card, slots)   from now on only ways with the card in one of these slots
possible(need)       whether there is a way with every card of `need` ({card: slots}) in one of its slots
verdicts(play)       what the hands of a play's moment allow (see `Play` in rounds.py)
"""

from support.naive.legality import KINDS, kind_of


class Worlds:
    """All ways to deal a small pack, one by one. Judges each hand by the rules as they are written."""

    def __init__(self, pack, room):
        self.pack = pack
        self.room = room
        self.slots = [set(range(len(room))) for _ in pack]
        self.ways = (
            None  # listed at the first question; what was learnt before (scanned hands) shortens the list
        )

    def copy(self):
        other = Worlds(self.pack, self.room)
        other.slots = self.slots[:]
        other.ways = self.ways
        return other

    def learn(self, card, slots):
        i = self.pack.index(card)
        self.slots[i] = self.slots[i] & slots
        if self.ways is not None:
            self.ways = tuple([way for way in self.ways if way[i] in slots])

    def all_ways(self):
        if self.ways is None:
            found = []
            list_ways(self.slots, self.room[:], (), found)
            self.ways = tuple(found)
        return self.ways

    def possible(self, need):
        wanted = [(self.pack.index(card), need[card]) for card in need]
        for way in self.all_ways():
            if all([way[i] in slots for i, slots in wanted]):
                return True
        return False

    def verdicts(self, play):
        """(whether some possible hand allows the play, the kinds of renuncio that possible hands make it)"""
        free = [(self.pack.index(card), card) for card in play.moment.free]
        good = False
        kinds = set()
        judged = {}
        for way in self.all_ways():
            hand = tuple([card for i, card in free if way[i] in play.moment.reach])
            if play.card in play.moment.free and play.card not in hand or hand in judged:
                continue
            judged[hand] = True
            held = play.moment.sure + list(hand)
            if play.card in play.allowed(held):
                good = True
            else:
                rest = [c for c in held if c != play.card]
                kinds.add(kind_of(play.card, rest, play.table, play.trump, play.rules))
        return good, kinds

    def good(self, play):
        return self.verdicts(play)[0]

    def clean(self, play):
        return not self.verdicts(play)[1]


def list_ways(slots, room, way, found):
    """All ways to put the cards from `len(way)` on into slots with room."""
    if len(way) == len(slots):
        found.append(way)
        return
    for slot in slots[len(way)]:
        if room[slot]:
            room[slot] -= 1
            list_ways(slots, room, way + (slot,), found)
            room[slot] += 1


class Matching:
    """A pack of any size: a way to deal it is a matching of cards with slots, found by augmenting paths.

    One witness in a hand is enough for a renuncio, so a play is allowed by some possible hand if there is a matching
    without a witness in the hand of that moment. The last such matching is kept with the play: as long as it agrees
    with what is learnt, nothing is to be looked for.
    """

    def __init__(self, pack, room):
        self.pack = pack
        self.room = room
        everywhere = set(range(len(room)))
        self.slots = {}
        for card in pack:
            self.slots[card] = everywhere
        self.news = []  # the cards of which something was learnt, in order
        self.last = {}  # the last matching found: a good one to start from

    def copy(self):
        other = Matching(self.pack, self.room)
        other.slots = dict(self.slots)
        other.news = self.news[:]
        other.last = self.last
        return other

    def learn(self, card, slots):
        self.slots[card] = self.slots[card] & slots
        self.news.append(card)

    def possible(self, need):
        return self.matching(need, (), set(), self.last) is not None

    def matching(self, need, barred, reach, start):
        """A matching with the cards of `need` in their slots and the `barred` cards not in `reach`; None if none is."""
        slots = self.slots
        if need or barred:
            slots = dict(slots)
            for card in need:
                slots[card] = slots[card] & need[card]
            for card in barred:
                slots[card] = slots[card] - reach
        homeless = [card for card in self.pack if start.get(card, -1) not in slots[card]]
        if not homeless:
            return start
        placed = dict(start)
        inside = [[] for _ in self.room]
        for card in self.pack:
            if card not in homeless:
                inside[placed[card]].append(card)
        for card in homeless:
            if not self.house(card, slots, placed, inside, set()):
                return None
        self.last = placed
        return placed

    def house(self, card, slots, placed, inside, tried):
        """Finds a slot for a card, moving others on."""
        mine = slots[card]
        for slot in mine:
            if len(inside[slot]) < self.room[slot]:
                inside[slot].append(card)
                placed[card] = slot
                return True
        for slot in mine:
            if slot in tried:
                continue
            tried.add(slot)
            for other in inside[slot][:]:
                if len(slots[other]) > 1 and self.house(other, slots, placed, inside, tried):
                    inside[slot].remove(other)
                    inside[slot].append(card)
                    placed[card] = slot
                    return True
        return False

    def good(self, play):
        moment = play.moment
        start = self.last
        if play.proof:
            start, seen = play.proof
            if all([start[card] in self.slots[card] for card in self.news[seen:]]):
                play.proof = (start, len(self.news))
                return True
        bad = play.witnesses()
        if [card for card in bad if card in moment.sure]:
            return False
        barred = [card for card in bad if card in moment.free]
        found = self.matching(self.held(play), barred, moment.reach, start)
        if found is not None:
            play.proof = (found, len(self.news))
        return found is not None

    def held(self, play):
        return {play.card: play.moment.reach} if play.card in play.moment.free else {}

    def clean(self, play):
        bad = play.witnesses()
        return not self.some_hand(play, bad, [])

    def some_hand(self, play, one, none):
        """Whether some possible hand has a card of `one` and no card of `none`."""
        moment = play.moment
        if [card for card in none if card in moment.sure]:
            return False
        barred = [card for card in none if card in moment.free]
        need = self.held(play)
        if [card for card in one if card in moment.sure]:
            return self.matching(need, barred, moment.reach, self.last) is not None
        for card in one:
            if card in moment.free and card not in none and self.slots[card] & moment.reach:
                more = dict(need)
                more[card] = moment.reach
                if self.matching(more, barred, moment.reach, self.last) is not None:
                    return True
        return False

    def verdicts(self, play):
        bad = play.witnesses()
        kinds = set()
        if not bad:
            return True, kinds
        led = play.table[0][1]
        for kind in KINDS:
            if kind == "beat" and play.card[1] == led or kind == "follow" and play.card[1] != led:
                one, none = [c for c in bad if c[1] == led], []
            elif kind in ("beat", "follow") or play.card[1] == led:
                continue
            else:
                one = [c for c in bad if c[1] != led and play.kind_with([c]) == kind]
                none = [c for c in self.pack if c[1] == led and c != play.card]
                if kind == "undertrump":  # who could go over would be found guilty of that
                    none += [c for c in bad if c[1] != led and c not in one]
            if one and self.some_hand(play, one, none):
                kinds.add(kind)
        return self.good(play), kinds
