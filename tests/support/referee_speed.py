"""How many events a second the referee takes, as one JSON line; runs under both interpreters.

Whole rounds of seeded legal play, events already parsed. `slowest_us` is the worst single push, as the best of
three runs of the same events: another program's turn on the processor is not counted as the referee's.
"""

import json
import sys
import time

import tute
from tute import acta
from tute.cards import card_name
from tute.referee import Referee
from tute.rules import find_rules
from tute.trick import Trick

ROUNDS = 40
tute.keep = True  # from sources: a module that is lent would be compiled anew each time


def clock():
    """Microseconds."""
    return time.ticks_us() if hasattr(time, "ticks_us") else time.perf_counter_ns() // 1000


def shuffled(seed):
    """Forty cards in an order that both interpreters agree on."""
    state, cards = seed, list(range(40))
    for i in range(39, 0, -1):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        j = (state >> 8) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def legal(ref, hand):
    """The cards of `hand` that the seat in turn may lay."""
    trick, masks = Trick(ref.rules, ref.trump), [0] * 4
    for seat, card in ref.table:
        trick.lay(seat, card)
    for card in hand:
        masks[card // 10] |= 1 << card % 10
    return trick.legal(masks)


def round_events(ref, seed):
    """Deal and play one legal round on `ref`; returns its events, parsed."""
    cards, events = shuffled(seed), []
    dealer = ref.next_dealer or 4
    hands = {}
    for n in range(4):
        seat = (dealer + n) % 4 + 1
        hands[seat] = cards[n * 10 : n * 10 + 10]

    def push(text):
        event = acta.parse_line(text)
        assert ref.push(event).ok, text
        events.append(event)

    push("deal %d %s" % (dealer, card_name(hands[dealer][0])))
    while ref.phase in ("play", "window"):
        seat = ref.turn
        card = legal(ref, hands[seat])[seed % 2 - 1]
        hands[seat].remove(card)
        push("play %s %d" % (card_name(card), seat))
    return events


def matches():
    """Lists of parsed events, a match each, ROUNDS rounds in all."""
    made, rounds = [], 0
    while rounds < ROUNDS:
        ref, events = Referee(find_rules("online-pairs")), []
        while ref.phase != "match_over":
            events += round_events(ref, rounds + 1)
            rounds += 1
        made.append(events)
    return made


def run(events):
    """(total us, worst us) of one match."""
    ref = Referee(find_rules("online-pairs"))
    worst, begin = 0, clock()
    for event in events:
        before = clock()
        ref.push(event)
        worst = max(worst, clock() - before)
    return clock() - begin, worst


def speed(events):
    """us for one match, without a look at the clock at each event."""
    ref = Referee(find_rules("online-pairs"))
    push = ref.push
    begin = clock()
    for event in events:
        push(event)
    return clock() - begin


def main():
    played = matches()
    count = sum([len(events) for events in played])
    best = min([sum([speed(events) for events in played]) for _ in range(5)])
    worst = max([min([run(events)[1] for _ in range(3)]) for events in played])
    print(
        json.dumps(
            {
                "interpreter": sys.implementation.name,
                "events": count,
                "per_s": count * 1000000 // best,
                "slowest_us": worst,
            }
        )
    )


if __name__ == "__main__":
    main()
