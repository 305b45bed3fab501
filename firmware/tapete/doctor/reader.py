"""Tests of the reader: does the chip work, and what does each antenna hear."""

from time import sleep_ms, ticks_diff, ticks_ms

from tapete import lend
from tapete.doctor.protocol import Failed

_NOBODY = 21
_LAID = 500  # ms until a card that has come lies still
_TOLD = 10  # polls between two lines of progress


def reader(talk):
    """Start the chip, or all of them, and look at version, supply and field."""
    ears = lend("doctor.parts").ears()
    ears.start()
    said = ears.told(talk)
    ears.stop()
    return said


def antenna(talk, number, polls, seconds):
    """Poll one antenna so often: a card that lies there or, where none does, the silence. With `seconds` a card is
    waited for so long."""
    parts = lend("doctor.parts")
    ears = parts.ears()
    if number > ears.antennas:
        raise Failed(parts.NO_ANTENNA, "there is no antenna %d" % number)
    ears.start(number)
    tags = _wait(talk, ears, number, seconds)
    counts = [0, 0, 0]
    begin = ticks_ms()
    for k in range(1, polls + 1):
        counts[ears.probe(number, tags[0] if tags else None)] += 1
        if k % _TOLD == 0:
            talk.progress(k, polls)
    ms = ticks_diff(ticks_ms(), begin)
    figures = (len(tags), polls) + tuple(counts) + (ms,)
    said = "stickers=%d polls=%d answers=%d silent=%d garbled=%d ms=%d" % figures + ears.signal()
    ears.stop()
    return said


def _wait(talk, ears, number, seconds):
    """The tags over an antenna, as soon as there are some."""
    tags = ears.stock(number)
    begin = ticks_ms()
    told = -1
    while seconds and not tags:
        past = ticks_diff(ticks_ms(), begin) // 1000
        if past >= seconds:
            ears.stop()
            raise Failed(_NOBODY, "no card was laid on antenna %d within %d s" % (number, seconds))
        if past != told:
            told = past
            talk.progress(past, seconds)
        sleep_ms(200)
        tags = ears.stock(number)
        if tags:
            sleep_ms(_LAID)
    return tags
