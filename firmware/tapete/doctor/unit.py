"""Which unit it is, and what its chip tells of itself: heap, clock, radio, battery."""

import gc
import sys
import time

import machine

from tapete import lend
from tapete.doctor.protocol import VERSION, Failed

PROGRAM = "0.1.0"  # of the whole, as pyproject.toml has it
_RADIO = 81
_CLOCK_SET = 2024  # a year before which nobody has set the clock
_FINE = 256  # bytes to which the largest piece of heap is found


def hello(talk):
    """Who is there."""
    settings, board = lend("doctor.parts").opened()
    return "doctor=%d program=%s micropython=%s unit=%s board=%s soc=%s reader=%s panel=%s antennas=%d" % (
        VERSION,
        PROGRAM,
        ".".join([str(part) for part in sys.implementation.version[:3]]),
        "".join(["%02x" % byte for byte in machine.unique_id()]),
        board.name,
        board.chip,
        board.reader,
        settings.panel or board.panel,
        4 if board.reader == "mfrc522" else 1,
    )


def memory(talk):
    """The heap without the app."""
    gc.collect()
    free = gc.mem_free()
    total = free + gc.mem_alloc()
    return "total=%d free=%d largest=%d" % (total, free, _largest(free))


def _largest(high):
    """Bytes of the largest piece that can be had."""
    low = 0
    while high - low > _FINE:
        size = (low + high) // 2
        try:
            bytearray(size)
            low = size
        except MemoryError:
            high = size
        gc.collect()
    return low


def clock(talk):
    """The clock now: ticks to be held against another clock, and whether the time of day was set."""
    return "ticks=%s set=%d" % (time.ticks_ms(), time.localtime()[0] >= _CLOCK_SET)


def wifi(talk):
    """Scan for networks."""
    try:
        network = __import__("network")  # not in every build
        radio = network.WLAN(network.STA_IF)
    except (ImportError, AttributeError, NotImplementedError):
        return "absent"
    was = radio.active()
    try:
        radio.active(True)
        heard = [one[3] for one in radio.scan()]
    except OSError as error:
        raise Failed(_RADIO, "the radio does not work: %s" % error)
    finally:
        radio.active(was)
    return "networks=%d" % len(heard) + (" best=%d" % max(heard) if heard else "")


def battery(talk):
    """Its voltage."""
    _, board = lend("doctor.parts").opened()
    mv = lend("rest").battery(board)
    return "mv=%d" % mv if mv else "absent"
