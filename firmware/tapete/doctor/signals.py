"""Tests of buzzer and lights, which a person hears and sees; changes with what is played and shown."""

from time import sleep_ms, ticks_ms

from tapete import lend

_LOUD = 3
_SHOWN = 700  # ms of each colour
_LEVEL = 40  # of 255, as in tapete.lights


def sound(talk):
    """Play the two longest sounds, loud whatever the settings say."""
    from tapete.sounds import Sounds

    _, board = lend("doctor.parts").opened()
    if "buzzer" not in board.pins:
        return "absent"
    sounds = Sounds(board.open_pin("buzzer"))
    sounds.volume = _LOUD
    try:
        for name in ("start", "match"):
            talk.note("plays " + name)
            sounds.play(name)
            while True:
                wait = sounds.step(ticks_ms())
                if wait >= 1000:
                    break
                sleep_ms(wait)
            sleep_ms(300)
    finally:
        sounds._pwm.duty_u16(0)
    return "sounds=2"


def light(talk):
    """The whole ring red, green, blue and white."""
    settings, board = lend("doctor.parts").opened()
    if settings.ring < 4 or "led" not in board.pins:
        return "absent"
    from neopixel import NeoPixel

    ring = NeoPixel(board.open_pin("led"), settings.ring)
    try:
        for red, green, blue in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)):
            ring.fill((red * _LEVEL, green * _LEVEL, blue * _LEVEL))
            ring.write()
            sleep_ms(_SHOWN)
    finally:
        ring.fill((0, 0, 0))
        ring.write()
    return "leds=%d" % settings.ring
