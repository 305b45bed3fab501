"""What an antenna a seat costs, for `make bench`: frames, bytes and modelled times; MicroPython, one JSON line.

    micropython tests/support/seat_times.py [rounds]     (MICROPYPATH as for tests/device)

"visit" is one antenna: switched on, its registers looked at, the tags' 5 ms, stock taken, switched off. "turn" is one
turn round all four, rest included, as the mat makes it. Cards come at every phase of that turn.
"""

import json
import sys
import time

from support.pace import dealt
from support.seat_top import Bench, heard, make
from support.shuffle import legal
from support.table_top import percentile
from tapete_host.sim.desk import Device
from tapete_host.sim.people import People
from tapete_host.sim.world import World
from tute.cards import card_name

BOARD = "wroom_mfrc522"
PHASE = 37  # ms by which the moment of laying moves on from card to card
SETTINGS = {"lang": "es", "antennas": [1, 2, 3, 4]}


def visit(cards):
    """{frames, bytes, us} of one visit of an antenna over which so many cards lie."""
    world, seats = make(BOARD)
    seats.start()
    for k in range(cards):
        world.lay(list(world.deck)[k], seat=1, x=12 if k else -12 if cards > 1 else 0, y=0)
    heard(seats)
    time.sleep_ms(10)
    world.log_frames(True)
    begun = world.now
    assert len(heard(seats)) == cards
    spent = world.now - begun
    return {
        "frames": len(world.frames),
        "bytes": sum([len(row[2]) for row in world.frames]),
        "us": spent,
    }


def turn(cards):
    """us of one turn round the antennas with so many cards lying, one a seat."""
    bench = Bench(BOARD)
    for k in range(cards):
        bench.world.lay(list(bench.world.deck)[k], seat=k + 1)
    bench.run(1000)
    before = bench.mat._visited[3]
    bench.run(300, lambda: bench.mat._visited[3] != before)
    first = bench.world.now
    for _ in range(10):
        before = bench.mat._visited[3]
        bench.run(300, lambda before=before: bench.mat._visited[3] != before)
    return (bench.world.now - first) // 10


def played(seed):
    """[ms from lying still to the sound] of each card of a round, [ms to the finished panel]."""
    world = World(board=BOARD, seed=seed)
    people = People(Device(world, settings=SETTINGS))
    people.boot()
    hands, upcard = dealt(seed)
    people.play(["ok", "lay " + card_name(upcard), "ok", "collect"])
    lain = []
    ref = people.device.app.table.ref
    while ref.phase in ("play", "window"):
        people.run(PHASE * len(lain) % 101)
        seat = ref.turn
        card = legal(ref, hands[seat])[-1]
        hands[seat].remove(card)
        world.lay(card_name(card), seat=seat)
        lain.append(world.now // 1000)
        people.rest()
        if not ref.table:
            for row in world.on_mat():
                world.lift(row[1])
                people.run(60)
            people.rest()
    people.run(2500)
    sounds = [min([s[0] for s in world.sounds if s[0] >= at]) - at for at in lain]
    panels = []
    for at, sound in zip(lain, sounds):
        panels.append(min([u[2] for u in world.panel.updates if u[0] >= at + sound]) - at)
    return sounds, panels


def main(rounds):
    world, seats = make(BOARD)
    begun = world.now
    seats.start()
    told = {"start_us": world.now - begun, "visits": {}, "turns": {}}
    for cards in (0, 1, 2):
        told["visits"][str(cards)] = visit(cards)
    for cards in (0, 1, 4):
        told["turns"][str(cards)] = turn(cards)
    sounds: list = []
    panels: list = []
    for seed in range(rounds):
        more, others = played(7 + seed)
        sounds += more
        panels += others
    sounds.sort()
    panels.sort()
    told["cards"] = len(sounds)
    told["sound"] = {"median": percentile(sounds, 0.5), "worst": sounds[-1]}
    told["panel"] = {"median": percentile(panels, 0.5), "worst": panels[-1]}
    print(json.dumps(told))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
