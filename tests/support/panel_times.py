"""What pictures cost on each panel: times, bytes and frames of updates, and a card's way to the glass; MicroPython.

    micropython panel_times.py [CARDS]     CARDS a pace at the table (8); 0: only the panels alone

Prints one JSON line: panel -> {"full": [ms, bytes, frames], "fast", "partial", "off" (partial, from a panel without
power), "long": longest step in us, "cards": pace -> rows of pace.delays}.
"""

import json
import sys

from support import pace
from support.panel import Rig, bar
from tapete_host.sim.desk import Device
from tapete_host.sim.people import People
from tapete_host.sim.world import World

PANELS = ("ssd1683", "ssd1680", "uc8179")


def update(rig, n, full=False):
    """[ms from show to the glass, bytes sent, SPI frames] of one update, the old plane's rewriting included."""
    rig.world.log_frames(True)
    took = rig.show(bar(n), full)
    frames = rig.world.frames
    rig.world.log_frames(False)
    return [took, sum([len(out) for _, _, out, _ in frames]), len(frames)]


def alone(name):
    """The panel's driver on its model."""
    rig = Rig(panel=name)
    told = {"first": update(rig, 0), "partial": update(rig, 1) and update(rig, 2)}
    rig.run(15_000)
    told["off"] = update(rig, 3)
    rig.run(31_000)
    told["fast"] = update(rig, 4, True)
    rig.run(31_000)
    told["full"] = update(rig, 5, 2)
    told["long"] = rig.longest
    return told


def at_the_table(name, cards):
    """Rows of pace.delays by pace, a round dealt on a device with that panel."""
    told = {}
    for kind in ("powered", "off", "continuous"):
        people = People(Device(World(seed=7, panel=name), settings={"lang": "es"}))
        people.boot()
        hands, upcard = pace.dealt(7)
        people.play(["ok", "lay " + pace.card_name(upcard), "ok", "collect"])
        pace.CARDS[kind] = min(cards, 4) if kind == "off" else cards
        told[kind] = pace.delays(people, pace.play(people, hands, kind))
    return told


def main(cards=8):
    told = {}
    for name in PANELS:
        told[name] = alone(name)
        if cards:
            told[name]["cards"] = at_the_table(name, cards)
    print(json.dumps(told))


if sys.argv[0].endswith("panel_times.py"):
    main(*[int(word) for word in sys.argv[1:]])
