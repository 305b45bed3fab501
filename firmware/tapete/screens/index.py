"""Where each text of a catalogue begins: a table behind the texts, so that it takes no memory.

The build puts it there (`indexed`). A catalogue without one, as it is in the sources, has it made in memory when it is
opened; so this is lent.
"""

from tapete.screens.strings import SLOTS, TAIL, slot

_COMMENT = 35  # "#", which begins a line without a text


def table(lines):
    """The table of a catalogue's lines (bytes with their ends; an open file will do): a slot is two bytes, the low one
    first, one more than the place of a line, or 0. ValueError if the texts are larger than that can say."""
    made, place = bytearray(2 * SLOTS), 0
    for line in lines:
        if b" " in line and line[0] != _COMMENT:
            _enter(made, slot(line[: line.find(b" ") + 1]), place + 1)
        place += len(line)
    return made


def _enter(made, at, place):
    if place > 0xFFFF:
        raise ValueError("more than 64 KB")
    while made[2 * at] or made[2 * at + 1]:
        at = (at + 1) % SLOTS
    made[2 * at] = place & 255
    made[2 * at + 1] = place >> 8


def indexed(texts):
    """The bytes of a catalogue with its table behind them."""
    return texts + TAIL + bytes(table([line + b"\n" for line in texts.split(b"\n")]))
