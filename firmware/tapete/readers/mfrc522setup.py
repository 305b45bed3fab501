"""Starts an MFRC522; changes when what it takes to set this chip up does.

Loaded for one use (tapete.lend). `chip` is a mfrc522.MFRC522. Facts are from the same data sheet.
"""

from time import sleep_us, ticks_diff, ticks_us

_BOOT_LIMIT = 8000  # us

_SOFT_RESET = b"\x02\x0f"
_LOOK = b"\xee\x82\x00"  # VersionReg, CommandReg

_SET_UP = (
    b"\x28\x80",  # TxControlReg: antenna off
    b"\x24\x00",  # TxModeReg: 106 kbit/s, CRC by us
    b"\x26\x00",  # RxModeReg
    b"\x48\x26",  # ModWidthReg
    b"\x54\x80",  # TModeReg: the timer starts at the end of what is sent
    b"\x56\xa9",  # TPrescalerReg: 25 us a tick
    b"\x58\x00",  # TReloadReg: 525 us; tags begin to answer after 91
    b"\x5a\x14",
    b"\x2a\x40",  # TxASKReg: 100 %
    b"\x22\x3d",  # ModeReg: CRC preset 6363
    b"\x1c\x00",  # CollReg: bits behind a collision are zero
)

# VersionReg of the genuine chip, 1.0 and 2.0. Others work as well: nothing is refused for its version.
_GENUINE = (0x91, 0x92)
_FM17522 = 0x88


def stranger(version):
    """What a VersionReg tells of a chip that is no genuine MFRC522, "" for one that is."""
    if version in _GENUINE:
        return ""
    return "version 0x%02X%s" % (version, " (FM17522)" if version == _FM17522 else "")


def words(state, version, others):
    """What is wrong with a reader, for a maker. others: numbers of those that work."""
    if state == "bus_fault":
        text = "VersionReg reads %02X" % version
        if len(others) == 1:  # all the others are spoilt alike
            text += ": does reader %d let go of MISO?" % others[0]
        return text
    if state == "antenna_off":
        return "TxControlReg does not keep its bits"
    return "VersionReg reads %02X, but it does not work as set up" % version


def reset(rst):
    """Pulse the reset pin that the chips share (100 ns at least; DS 8.8.1)."""
    rst(0)
    sleep_us(100)
    rst(1)


def start(chip):
    """Reset and set up the chip that is pointed at, antenna off -> "" or "bus_fault" (its version reads 00 or FF) or
    "no_answer" (it does not come out of reset, or keeps nothing) or "antenna_off". At most some 18 ms."""
    problem = _ready(chip)
    if problem:
        return problem
    chip.send(_SOFT_RESET)
    problem = _ready(chip)
    if problem:
        return problem
    for frame in _SET_UP:
        chip.send(frame)
    problem = chip.on()
    chip.off()
    return "no_answer" if problem == "lost" else problem


def _ready(chip):
    """Wait until its oscillator runs: nothing may be written before (DS 8.8.2; PowerDown then reads 0)."""
    r = bytearray(3)
    begun = ticks_us()
    while True:
        sleep_us(100)
        chip.swap(_LOOK, r)
        version = chip.version = r[1]
        if version not in (0, 0xFF) and not r[2] & 0x10:
            return ""
        if ticks_diff(ticks_us(), begun) > _BOOT_LIMIT:
            return "bus_fault" if version in (0, 0xFF) else "no_answer"
