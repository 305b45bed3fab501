"""How long a card takes to its sound and to the finished panel, in modelled time; MicroPython, one JSON line.

Three paces: `powered` (each card comes to a resting device), `off` (after 12 s, the panel has no power) and
`continuous` (a card every 850 ms, nobody waits, tricks collected in passing).
"""

import json
import sys

from support.shuffle import legal, shuffled
from tapete_host.sim.desk import Device
from tapete_host.sim.people import People
from tapete_host.sim.world import World
from tute.cards import card_name

CARDS = {"powered": 40, "off": 8, "continuous": 40}
SPREAD = 37  # ms: cards come at every phase of the reader's poll


def dealt(seed):
    """Hands by seat, and the card that seat 4 shows: his first."""
    cards = shuffled(seed)
    hands = {}
    for n in range(4):
        hands[n + 1] = cards[n * 10 : n * 10 + 10]
    return hands, hands[4][0]


def begin(seed):
    """A device with a round dealt, and the hands."""
    world = World(seed=seed)
    people = People(Device(world, settings={"lang": "es"}))
    people.boot()
    hands, upcard = dealt(seed)
    people.play(["ok", "lay " + card_name(upcard), "ok", "collect"])
    return people, hands


def lay_one(people, hands):
    """The seat in turn lays a legal card -> ms of world time at which it lay."""
    ref = people.device.app.table.ref
    card = legal(ref, hands[ref.turn])[-1]
    hands[ref.turn].remove(card)
    people.world.field.lay(card_name(card))
    return people.world.now // 1000


def play(people, hands, pace):
    """[ms at which each card lay], until enough cards or the end of the round."""
    lain = []
    while len(lain) < CARDS[pace] and people.device.app.table.ref.phase in ("play", "window"):
        people.run(12000 if pace == "off" else SPREAD * len(lain) % 101)
        lain.append(lay_one(people, hands))
        if pace == "continuous":
            people.run(850)
        else:
            people.rest()
        if len(people.device.app.table.ref.table) == 0:
            for placed in list(people.world.field.placed):
                people.world.field.lift(placed.tag.uid)
                people.run(60)
            people.run(400)
            if pace != "continuous":
                people.rest()
    people.run(2500)
    return lain


def delays(people, lain):
    """Rows of [ms to the sound, ms to the end of the first update begun after it, updates in between]."""
    rows = []
    sounds, updates = people.world.sounds, people.world.panel.updates
    for at in lain:
        sound = min([s[0] for s in sounds if s[0] >= at])
        done = min([u[2] for u in updates if u[0] >= sound])
        stale = len([u for u in updates if u[0] < sound < u[2]])
        rows.append([sound - at, done - at, done - sound, stale])
    return rows


def main():
    told = {}
    for pace in ("powered", "off", "continuous"):
        people, hands = begin(7)
        told[pace] = delays(people, play(people, hands, pace))
        if pace == "powered":
            updates = people.world.panel.updates
            told["start"] = [updates[0][0], updates[1][2]]
            told["frames"] = people.world.reader.frames
    print(json.dumps(told))


if sys.argv[0].endswith("pace.py"):
    main()
