"""Buttons on the models: bouncing contacts, short presses between long steps, holds, both boards."""

import time

from tapete import board
from tapete.boards import NAMES
from tapete.buttons import Buttons
from tapete_host.sim.world import World

ORDER = ("ok", "cante", "cambio", "deshacer")


def _bench(name="wroom_pn5180", seed=1, **options):
    world = World(board=name, seed=seed)
    return world, Buttons(board.load(name).open_buttons(), **options)


def _run(world, buttons, ms, gap=10):
    """Step for so long, with `gap` ms of other work between steps -> events."""
    events = []
    end = world.now + 1000 * ms
    while world.now < end:
        buttons.step(time.ticks_ms())
        event = buttons.next()
        while event is not None:
            events.append(event)
            event = buttons.next()
        time.sleep_ms(gap)
    return events


def test_each_button_is_told_once_a_press_on_every_board():
    for name in NAMES:
        for seed in range(10):
            world, buttons = _bench(name, seed)
            assert _run(world, buttons, 50) == []
            for button in ORDER:
                world.press(button, ms=60)
                assert _run(world, buttons, 300) == [(button, "press")], (name, seed, button)


def test_a_press_of_60_ms_is_seen_between_steps_45_ms_apart():
    for at in range(0, 50, 3):
        for button in ORDER:
            world, buttons = _bench(seed=at)
            _run(world, buttons, 50, 45)
            world.at(at, lambda world=world, button=button: world.press(button, ms=60))
            assert _run(world, buttons, 500, 45) == [(button, "press")], (at, button)


def test_two_quick_presses_are_two():
    world, buttons = _bench()
    for _ in range(5):
        world.press("cante", ms=70)
        world.at(160, lambda: world.press("cante", ms=70))
        assert _run(world, buttons, 400) == [("cante", "press")] * 2


def test_bounce_of_10_ms_makes_no_second_press():
    for seed in range(30):
        world, buttons = _bench(seed=seed)
        world.buttons.bounce_us = 10000
        for button in ("ok", "deshacer"):
            world.press(button, ms=90)
            assert _run(world, buttons, 400) == [(button, "press")], (seed, button)


def test_ok_held_is_a_hold_while_it_is_still_down():
    world, buttons = _bench()
    world.press("ok", ms=3000)
    assert _run(world, buttons, 700) == []
    assert _run(world, buttons, 200) == [("ok", "hold")]
    assert _run(world, buttons, 3000) == []
    world.press("ok", ms=60)
    assert _run(world, buttons, 300) == [("ok", "press")]


def test_a_bouncing_contact_does_not_end_a_hold():
    for seed in range(30):
        world, buttons = _bench(seed=seed)
        world.buttons.bounce_us = 12000
        world.press("ok", ms=1500)
        assert _run(world, buttons, 2000, 3) == [("ok", "hold")], seed


def test_other_buttons_are_told_when_they_go_down_and_have_no_hold():
    world, buttons = _bench()
    world.press("deshacer", ms=2000)
    assert _run(world, buttons, 30) == [("deshacer", "press")]
    assert _run(world, buttons, 3000) == []


def test_buttons_pressed_together_are_all_told():
    world, buttons = _bench(holds=())
    for button in ORDER:
        world.press(button, ms=100)
    assert sorted(_run(world, buttons, 300)) == sorted([(b, "press") for b in ORDER])


def test_a_spike_of_less_than_300_us_is_no_press():
    """GPIO36/39 of the ESP32 show short low pulses when the radio powers up."""
    world, buttons = _bench()
    world.buttons.bounce_us = 0
    for us in range(0, 11000, 50):
        world.at_us(world.now + us, lambda: world.buttons.hold("deshacer", True))
        world.at_us(world.now + us + 100, lambda: world.buttons.hold("deshacer", False))
        assert _run(world, buttons, 20) == [], us


def test_down_says_what_is_held_at_start():
    world, buttons = _bench()
    assert not buttons.down("ok") and not buttons.down("nobody")
    world.press("ok", ms=500)
    time.sleep_ms(5)
    assert buttons.down("ok") and not buttons.down("cante")


def test_a_push_is_held_until_a_firmware_that_was_away_has_seen_it():
    """At the virtual table the clock runs fast, and the firmware of a busy computer looks late."""
    for away in (0, 300, 2000):
        world, buttons = _bench()
        assert _run(world, buttons, 100) == []
        for _ in range(3):
            world.press("cante", ms=60, seen=True)
            world.press("ok", ms=1000, seen=True)
            time.sleep_ms(away)
            assert sorted(_run(world, buttons, 1500)) == [("cante", "press"), ("ok", "hold")], away


def test_two_pushes_at_once_are_two_in_the_eyes_of_the_firmware():
    for away in (0, 1000):
        world, buttons = _bench()
        assert _run(world, buttons, 100) == []
        for _ in range(3):
            world.press("cante", ms=60, seen=True)
        time.sleep_ms(away)
        assert _run(world, buttons, 800) == 3 * [("cante", "press")], away


def test_a_short_push_is_no_hold_for_a_firmware_that_goes_away_while_it_lasts():
    world, buttons = _bench()
    assert _run(world, buttons, 100) == []
    world.press("ok", ms=60, seen=True)
    assert _run(world, buttons, 30) == []
    time.sleep_ms(3000)
    assert _run(world, buttons, 300) == [("ok", "press")]


def test_a_firmware_that_does_not_look_or_stops_is_not_waited_for():
    world, buttons = _bench()
    world.press("ok", ms=60, seen=True)
    time.sleep_ms(100)
    assert not buttons.down("ok")
    assert _run(world, buttons, 100) == []
    world.press("ok", ms=60, seen=True)
    world.at(5, world.reset)
    try:
        time.sleep_ms(20)
    except BaseException:  # the device has ended
        world.restart()
    time.sleep_ms(50)
    assert not world.buttons.down["ok"]


def test_a_stuck_contact_is_not_waited_for():
    world, buttons = _bench()
    assert _run(world, buttons, 100) == []
    world.fault("button_stuck", button="ok")
    world.press("ok", ms=60, seen=True)
    time.sleep_ms(100)
    assert not world.buttons.down["ok"]
