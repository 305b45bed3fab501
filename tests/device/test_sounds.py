"""The buzzer on its model: which tones, in which order, and that nothing ever waits for them."""

import time

from tapete import board, sounds
from tapete.sounds import Sounds
from tapete_host.sim.world import World

WANTED = (
    "card1 card2 card3 trick cante swap refused question answered undo round match trouble start"
).split()


def _bench(name="wroom_pn5180"):
    world = World(board=name)
    return world, Sounds(board.load(name).open_pin("buzzer"))


def _run(world, player, ms):
    end = world.now + 1000 * ms
    while world.now < end:
        wait = player.step(time.ticks_ms())
        assert wait >= 0
        time.sleep_ms(max(min(wait, 10), 1))


def _tones(world, since=0):
    return [hz for _, hz, _ in world.sounds][since:]


def test_every_name_of_the_contract_sounds_and_ends():
    assert sorted(sounds.NAMES) == sorted(WANTED)
    for board_name in ("wroom_pn5180", "s3_pn5180"):
        for name in WANTED:
            world, player = _bench(board_name)
            begun = world.now
            player.play(name)
            assert world.now - begun < 1000  # us: it starts and returns
            _run(world, player, 2500)
            log = world.sounds
            assert log, name
            last = log[-1]
            assert last[0] + last[2] < 2400, (name, log)


def test_the_cards_of_a_trick_rise():
    world, player = _bench()
    for name in ("card1", "card2", "card3", "trick"):
        player.play(name)
        _run(world, player, 600)
    tones = _tones(world)
    assert len(tones) == 5
    for low, high in zip(tones, tones[1:]):
        assert high > low


def test_sounds_differ():
    heard = []
    for name in WANTED:
        world, player = _bench()
        player.play(name)
        _run(world, player, 2500)
        heard.append([(hz, ms // 20) for _, hz, ms in world.sounds])
    for i in range(len(heard)):
        for k in range(i):
            assert heard[i] != heard[k], (WANTED[i], WANTED[k])


def test_it_starts_at_once():
    world, player = _bench()
    time.sleep_ms(7)
    now = world.now
    player.play("card1")
    assert world.sounds[0][0] == now // 1000


def test_two_cards_in_one_moment_are_two_tones():
    world, player = _bench()
    player.play("card1")
    player.play("card2")
    _run(world, player, 400)
    assert len(_tones(world)) == 2
    assert world.sounds[0][2] >= 55  # the first was long enough to hear
    assert world.sounds[1][0] - world.sounds[0][0] <= 80


def test_a_card_cuts_a_long_sound_short():
    world, player = _bench()
    player.play("match")
    _run(world, player, 300)
    before = len(_tones(world))
    asked = world.now // 1000
    player.play("card1")
    _run(world, player, 300)
    assert _tones(world, before)[0] == 1047
    assert world.sounds[before][0] - asked <= 12


def test_a_flood_is_bounded_and_ends():
    world, player = _bench()
    for _ in range(50):
        player.play("round")
    _run(world, player, 4000)
    count = len(_tones(world))
    _run(world, player, 3000)
    assert len(_tones(world)) == count <= 20


def test_off_is_silent_and_unknown_names_are_errors():
    world, player = _bench()
    player.volume = 0
    player.play("card1")
    _run(world, player, 300)
    assert _tones(world) == []
    player.volume = 2
    try:
        player.play("fanfare")
    except ValueError:
        pass
    else:
        raise AssertionError("played it")
