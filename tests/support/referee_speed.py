"""How fast the referee is and how much it holds, under every preset, as one JSON line; runs under both interpreters.

Whole matches with cards unseen, events already parsed: cantes and exchanges where they can be, in a second set also
cheats, shown cards and scanned hands. `per_s` counts the honest matches. `slowest_us` is the worst single push of both
sets, as the best of several runs of the same events: another program's turn on the processor is not counted as the
referee's. `undo_us`: an undo near the end of a round, which reads the round again. `held` (MicroPython): the most that
lies in the heap between two events of a long match with cheats.
"""

import gc
import json
import sys
import time

import tute
from tute import acta
from tute.acta import event_text
from tute.cards import CABALLO, DOS, REY, SIETE, card_name, hand_of
from tute.dealt import seeded
from tute.game import copied
from tute.legal import legal_cards
from tute.referee import Referee
from tute.rules import PRESETS, parse_rules

ROUNDS = 12  # by preset
LONG = 10  # rounds that win the long match
RUNS = 5
tute.keep = True  # from sources: a module that is lent would be compiled anew each time


def clock():
    """Microseconds."""
    return time.ticks_us() if hasattr(time, "ticks_us") else time.perf_counter_ns() // 1000


class Dealer:
    """Deals rounds on a referee and plays them; keeps the events. `cheat`: of 100 plays, how many are any card; then
    also a fifth of the hands is scanned, and sometimes a card is shown."""

    def __init__(self, words, target, cheat, seed):
        rules = parse_rules(words + (" renuncio_penalty=warn" if cheat else ""))
        self.ref = Referee(rules, target)
        self.cheat = cheat
        self.state = seed * 2654435761 & 0x7FFFFFFF
        self.events = []

    def below(self, n):
        self.state = self.state * 1103515245 + 12345 & 0x7FFFFFFF
        return (self.state >> 8) % n

    def push(self, event):
        """Whether the referee takes it; it is kept if he does."""
        ok = self.ref.push(event).ok
        if ok:
            self.events.append(event)
        return ok

    def match(self, rounds):
        """The events of a match, cut off after so many rounds."""
        while rounds and self.ref.phase != "match_over":
            self.round()
            rounds -= 1
        return self.events

    def round(self):
        ref = self.ref
        dealer = ref.next_dealer or ref.seats
        deal = seeded(ref.rules, dealer, self.below(1 << 20))
        self.hands = [list(hand) for hand in deal.hands]
        self.stock = list(deal.stock)
        for p, hand in enumerate(deal.hands):
            if self.cheat and self.below(5) == 0:
                self.push((acta.HAND, p + 1, hand, 0))
        self.push((acta.DEAL, dealer, deal.upcard, 0))
        while ref.phase in ("play", "window"):
            if ref.phase == "window":
                self.window()
            if ref.phase != "round_over" and ref.phase != "match_over":
                self.play()

    def window(self):
        """Cantes and exchanges that the hands allow; then the draws."""
        ref = self.ref
        for p in range(ref.seats):
            hand = self.hands[p]
            calls = [suit for suit in range(4) if suit * 10 + REY in hand and suit * 10 + CABALLO in hand]
            for suit in calls:
                call = acta.CANTE_40 if suit == ref.trump else suit
                self.push((acta.CANTE, p + 1, call, 1 if self.below(3) == 0 else 0))
            for strength in (SIETE, DOS):
                card = ref.trump * 10 + strength
                upcard = ref.upcard
                if card in hand and upcard is not None and self.push((acta.SWAP, p + 1, card, 0)):
                    self.exchange(p, card, upcard)
        for seat in self.drawing():
            self.hands[seat - 1].append(self.stock.pop(0))

    def drawing(self):
        """The seats that draw now, winner first."""
        winner = self.ref.turn
        return [winner, 3 - winner] if self.stock else []

    def exchange(self, p, card, upcard):
        self.hands[p].remove(card)
        self.hands[p].append(upcard)
        if self.stock:
            self.stock[-1] = card
        else:
            dealer = self.hands[self.ref.dealer - 1]
            dealer[dealer.index(upcard)] = card

    def play(self):
        ref = self.ref
        p = ref.turn - 1
        hand = self.hands[p]
        cheat = self.below(100) < self.cheat
        cards = hand if cheat else ref._round.trick.legal(hand_of(hand))
        card = cards[self.below(len(cards))]
        if cheat and self.below(4) == 0:
            self.push((acta.SHOW, p + 1, (card,), 0))
        if not self.push((acta.PLAY, p + 1, card, 1 if cheat else 0)):
            raise AssertionError("%d %s" % (p + 1, card_name(card)))
        hand.remove(card)


def matches(words, cheat):
    """[(rules, events)...] of matches with ROUNDS rounds in all."""
    made = []
    for seed in range(ROUNDS // 3):
        dealer = Dealer(words, 3, cheat, seed + 1)
        events = dealer.match(3)
        made.append((dealer.ref.rules, events))
    return made


def speed(rules, events):
    """us for one match, without a look at the clock at each event."""
    push = Referee(rules, 3).push
    begin = clock()
    for event in events:
        push(event)
    return clock() - begin


def slowest(rules, events):
    """[us of each push], as the best of RUNS."""
    best = [1 << 28] * len(events)
    for _ in range(RUNS):
        push = Referee(rules, 3).push
        gc.collect()
        for i, event in enumerate(events):
            before = clock()
            push(event)
            spent = clock() - before
            if spent < best[i]:
                best[i] = spent
    return best


def undo_us(rules, events):
    """us of the slowest undo while a round is taken back from its last trick to its deal; each the best of RUNS."""
    ref = Referee(rules, 3)
    given = []
    for event in events:
        ref.push(event)
        given.append(event)
        if ref.is_open() and ref._round.count == ref._round.size - 1:
            break
    worst = 0
    while given[-1][0] != acta.DEAL:
        worst = max(worst, min([undone_us(ref, given[-1]) for _ in range(RUNS)]))
        ref.push((acta.UNDO, 0, 0, 0))
        given.pop()
    return worst


def undone_us(ref, event):
    """us to take back this event, which is given again."""
    gc.collect()
    begin = clock()
    ref.push((acta.UNDO, 0, 0, 0))
    spent = clock() - begin
    ref.push(event)
    return spent


def held(words):
    """Most bytes that a referee holds between two events of a long match; None where nobody knows."""
    if not hasattr(gc, "mem_alloc"):
        return None
    rules, events = long_match(words)
    before = lowest()
    return most_held(rules, events) - before


def long_match(words):
    """Rules and events of a long match with cheats in it."""
    dealer = Dealer(words, LONG, 15, 5)
    return dealer.ref.rules, dealer.match(99)


def most_held(rules, events):
    """The most that lies in the heap while these events are pushed."""
    most = 0
    ref = Referee(rules, LONG)
    for i, event in enumerate(events):
        ref.push(event)
        if i % 5 == 0 or i > len(events) - 10:
            gc.collect()
            most = max(most, gc.mem_alloc())
    return most


def lowest():
    """What lies in the heap once nothing on the stack points to what is gone."""
    scrub(40)
    gc.collect()
    return gc.mem_alloc()


def scrub(depth):
    """Fills the stack with small ints."""
    a = b = c = d = e = f = g = h = depth
    return scrub(depth - 1) if depth else a + b + c + d + e + f + g + h


def measure(words):
    """The figures of a preset."""
    honest, troubled = matches(words, 0), matches(words, 15)
    count = sum([len(events) for _, events in honest])
    best = sum([min([speed(rules, events) for _ in range(2 * RUNS)]) for rules, events in honest])
    worst, which = 0, ""
    for rules, events in honest + troubled:
        times = slowest(rules, events)
        if max(times) > worst:
            worst = max(times)
            which = event_text(events[times.index(worst)])
    return {
        "events": count,
        "per_s": count * 1000000 // best,
        "slowest_us": worst,
        "slowest": which,
        "undo_us": undo_us(honest[0][0], honest[0][1]),
        "held": held(words),
    }


class Onlooker(Dealer):
    """A dealer who keeps the trick and the hand before each play."""

    def __init__(self, words, seed):
        Dealer.__init__(self, words, 3, 0, seed)
        self.seen = []

    def play(self):
        ref = self.ref
        self.seen.append((copied(ref._round.trick), hand_of(self.hands[ref.turn - 1])))
        Dealer.play(self)


def legal_a_second():
    """How often a second the legal cards are told, trick and hand given: by `tute.legal`, and card by card."""
    seen = []
    for words in PRESETS:
        table = Onlooker(words, 7)
        table.match(3)
        seen += table.seen
    found = {}
    for name, ask in (("at once", legal_cards), ("by card", lambda trick, hand: trick.legal(hand))):
        best = 1 << 28
        for _ in range(RUNS):
            begin = clock()
            for trick, hand in seen:
                ask(trick, hand)
            best = min(best, clock() - begin)
        found[name] = len(seen) * 1000000 // best
    return found


def main():
    presets = {name: measure(name) for name in PRESETS}
    told = {"interpreter": sys.implementation.name, "presets": presets, "legal": legal_a_second()}
    print(json.dumps(told))


if __name__ == "__main__":
    main()
