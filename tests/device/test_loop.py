"""The loop, the supervisor and the watchdog, on the virtual table's clock."""

import gc
import time

import machine
import tapete_seam

from support.canary import Canaries
from tapete import supervisor
from tapete.loop import Loop
from tapete_host.sim.strict import DeviceEnd
from tapete_host.sim.world import World


def run(loop, ms):
    end = time.ticks_add(time.ticks_ms(), ms)
    while time.ticks_diff(end, time.ticks_ms()) > 0:
        loop.turn()


class Worker:
    """Notes when it ran."""

    def __init__(self, every, cost=0):
        self.every = every
        self.cost = cost
        self.ran = []

    def step(self, now):
        self.ran.append(now)
        if self.cost:
            time.sleep_ms(self.cost)
        return self.every


def test_workers_run_when_they_asked_to():
    World(seed=1)
    loop = Loop()
    a, b = Worker(10), Worker(70)
    loop.add("a", a.step)
    loop.add("b", b.step)
    run(loop, 1000)
    assert 95 <= len(a.ran) <= 101 and 14 <= len(b.ran) <= 15
    assert max([a.ran[i + 1] - a.ran[i] for i in range(len(a.ran) - 1)]) <= 11


def test_order_is_that_of_adding_and_ticks_wrap():
    World(seed=1, uptime_ms=(1 << 30) - 300)
    loop = Loop()
    seen = []
    for name in ("reader", "mat", "table"):
        loop.add(name, lambda now, name=name: seen.append(name) or 20)
    run(loop, 1000)
    assert len(seen) >= 120 and seen == ["reader", "mat", "table"] * (len(seen) // 3)


def test_wake_lets_a_worker_run_at_once_and_drop_takes_it_out():
    World(seed=1)
    loop = Loop()
    slow = Worker(900)
    loop.add("slow", slow.step)
    loop.turn(False)
    loop.wake("slow")
    loop.turn(False)
    assert len(slow.ran) == 2
    loop.drop("slow")
    run(loop, 2000)
    assert len(slow.ran) == 2


def test_idle_work_only_where_there_is_time():
    World(seed=1)
    loop = Loop()
    loop.add("a", Worker(8).step)
    small, large = [], []
    loop.idle(lambda now: small.append(now), 5)
    loop.idle(lambda now: large.append(now), 20)
    run(loop, 200)
    assert len(small) > 20 and not large


def test_idle_work_has_its_turn_where_a_worker_takes_all_time():
    World(seed=1)
    loop = Loop()

    def greedy(now):
        time.sleep_ms(7)
        return 0

    loop.add("greedy", greedy)
    idle = []
    loop.idle(lambda now: idle.append(now), 10)
    run(loop, 3300)
    assert 4 <= len(idle) <= 7, idle


def test_a_crash_is_told_and_the_others_go_on():
    World(seed=1)
    told = []
    loop = Loop(lambda name, error: told.append((name, str(error))))
    good = Worker(10)

    def bad(now):
        raise ValueError("no")

    loop.add("bad", bad)
    loop.add("good", good.step)
    run(loop, 1500)
    assert told == [("bad", "no")] * 2 and len(good.ran) > 100
    loop.crashed = None
    loop.wake("bad")
    try:
        loop.turn()
        raise AssertionError
    except ValueError:
        pass


def test_interrupt_passes_through():
    World(seed=1)
    loop = Loop(lambda name, error: 1 / 0)

    def stop(now):
        raise KeyboardInterrupt

    loop.add("stop", stop)
    try:
        loop.turn()
        raise AssertionError
    except KeyboardInterrupt:
        pass


def test_garbage_is_collected_in_gaps_and_none_elsewhere():
    World(seed=1)
    loop = Loop()
    canaries = Canaries()
    loop.add("a", lambda now: 25 if bytearray(2000) else 0)
    run(loop, 3000)
    assert 8 <= loop.collections <= 13 and canaries.look() == 0
    assert loop.garbage > 10000 and loop.low > loop.garbage


def test_without_gaps_garbage_is_collected_all_the_same():
    World(seed=1)
    loop = Loop()
    loop.add("busy", Worker(3).step)
    run(loop, 10000)
    assert 3 <= loop.collections <= 4


def test_automatic_collections_are_counted():
    World(seed=1)
    loop = Loop()
    canaries = Canaries()
    turns = []

    def work(now):
        turns.append(now)
        if len(turns) in (5, 6, 30):
            gc.collect()  # stands for MicroPython's own
        return 20 if bytearray(4000) else 0

    loop.add("a", work)
    run(loop, 1000)
    assert canaries.look() == 2, canaries.automatic  # two of them lie between the same two of the loop


def test_the_watchdog_is_fed_while_all_workers_run():
    world = World(seed=1)
    loop = Loop()
    dog = supervisor.Supervisor(loop)
    loop.add("work", Worker(500).step)
    loop.add("supervisor", dog.step)
    run(loop, 60000)
    assert dog.starved is None and world.ended is None


def test_a_worker_that_sleeps_too_long_starves_it():
    World(seed=1)
    loop = Loop()
    dog = supervisor.Supervisor(loop)
    loop.add("work", Worker(500).step)
    loop.add("lost", lambda now: 3600000)
    loop.add("supervisor", dog.step)
    try:
        run(loop, 60000)
        raise AssertionError
    except DeviceEnd as end:
        assert end.cause == machine.WDT_RESET and 15000 < time_of(end) < 23000
        assert dog.starved == "lost"


def test_a_step_that_never_ends_is_bitten():
    World(seed=1)
    loop = Loop()
    dog = supervisor.Supervisor(loop)

    def stuck(now):
        while True:
            time.sleep_ms(10)

    loop.add("supervisor", dog.step)
    loop.add("stuck", stuck)
    try:
        run(loop, 60000)
        raise AssertionError
    except DeviceEnd as end:
        assert end.cause == machine.WDT_RESET and 14000 < time_of(end) < 17000


def test_release_gives_an_hour():
    world = World(seed=1)
    supervisor.Supervisor(Loop())
    supervisor.release()
    world.advance(3599 * 1000000)
    assert world.ended is None
    world.advance(2 * 1000000)
    assert world.ended.cause == machine.WDT_RESET


def time_of(end):
    return tapete_seam.back.now // 1000
