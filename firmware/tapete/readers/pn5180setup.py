"""Starts a PN5180 and brings back one that hangs; changes when what it takes to set this chip up does.

Loaded for one use (tapete.lend): at the start and after an error.  `chip` is a pn5180.PN5180, whose frames,
registers and waits are used here.  Facts are from the same data sheet.
"""

from time import sleep_us, ticks_diff, ticks_us

from micropython import const

_BOOT_LIMIT = const(50000)  # us
_WAIT_TRANSMIT = const(1)
_STATES = const("idle WaitTransmit Transmitting WaitReceive WaitForData Receiving LoopBack ?")

_LOOK = const(b"\x05\x02\x13\x1d")  # IRQ_STATUS, RX_STATUS, RF_STATUS
_IDLE = const(b"\x03\x00\x03\xb8\xff\xff\xff\x03\x01\xff\xff\x0f\x00")  # transceive idle, IRQs cleared
_VERSIONS = const(b"\x07\x10\x06")  # product, firmware, EEPROM: two bytes each, the lower figure first
_KNOWN = const((3, 4))  # major firmware versions of the chips that NXP has sold
_READ_TX_CONFIG = const(b"\x04\x18")
_LOAD_RF_CONFIG = const(b"\x11\x0d\x8d")  # ISO15693 ASK 100 %, 26 kbit/s both ways
# CRC made and checked by the chip, no transmit guard time (DS 11.8.4): T2 is kept by the driver
_SET_UP = const(b"\x03\x12\x02\x01\x00\x00\x00\x19\x02\x01\x00\x00\x00\x17\x01\x00\x00\x00\x00")


def start(chip):
    """Reset the chip, set it up for ISO15693 and switch the field on (about 7 ms, at most 130).

    Raises ReaderError: "bus_fault" (the versions read all 00 or all FF), "supply" (no field: the antenna
    supply is missing), "no_answer" (BUSY stays high, or the chip does not start).
    """
    chip.state = "recovering"
    chip.detail = ""
    chip._rung = 0
    version = _boot(chip)
    _configure(chip)
    chip.climbs += 8
    chip.detail = "firmware %d.%d, AGC %d, gear %d" % (version + health(chip))
    chip.state = "working" if version[0] in _KNOWN else "clone"


def _boot(chip):
    """Reset the chip -> its firmware's version, (major, minor)."""
    chip._nss(1)
    chip._rst(0)
    chip._on = False
    chip._off_at = ticks_us()
    sleep_us(50)  # 10 at least
    chip._rst(1)
    begun = ticks_us()
    sleep_us(2600)
    r = chip._regs
    while True:
        chip._ask(_LOOK, r)
        if r[0] & 4 and not r[3]:
            break
        if ticks_diff(ticks_us(), begun) > _BOOT_LIMIT:
            break
        sleep_us(500)
    versions = memoryview(r)[:6]
    chip._ask(_VERSIONS, versions)
    first = r[0]
    if first in (0, 0xFF) and versions == bytes((first,)) * 6:
        chip._fail("bus_fault", "versions read %02X" % first)
    if ticks_diff(ticks_us(), begun) > _BOOT_LIMIT:
        chip._fail("no_answer", "no IDLE_IRQ after reset")
    return r[3], r[2]


def _configure(chip):
    # Loading a set-up while a transceive is active wedges the chip: idle first.
    chip._frame(_IDLE)
    chip._frame(_LOAD_RF_CONFIG)
    chip._frame(_SET_UP)
    r = chip._regs
    tx = memoryview(r)[:4]
    chip._ask(_READ_TX_CONFIG, tx)
    if not r[1] & 4:
        chip._fail("no_answer", "the RF set-up did not load")
    chip._prep[21:25] = tx
    chip._prep_eof[21:25] = tx
    chip._prep_eof[21] &= 0x3F  # AND FFFFFB3F: no start symbol and no data, so that only the stop
    chip._prep_eof[22] &= 0xFB  # symbol goes out, which is the EOF that begins the next slot
    chip.field(True)
    chip._look()
    if not r[10] & 2:
        chip._fail("antenna_off", "the field does not stay on")
    if chip._lost > 2:  # regular looks have found no antenna
        if r[8] + (r[9] & 3) in (0, 258):
            chip._fail("antenna_off", "AGC stands at its end")
        chip._lost = 0


def mend(chip, lost):
    """A regular look was not content: no antenna was found (three looks make it certain), or the set-up is gone.

    Raises ReaderError.
    """
    chip._lost = chip._lost + 1 if lost else 0
    if chip._lost > 2:
        chip._fail("antenna_off", "AGC stands at its end")
    if not chip._regs[0] & chip._regs[4] & 1:
        start(chip)


def health(chip):
    """(AGC_VALUE, DPC gear) as RF_STATUS has them now: how hard the chip has to work to be heard."""
    chip._look()
    r = chip._regs
    return r[8] | (r[9] & 3) << 8, r[10] >> 4


def climb(chip):
    """Bring the transceiver to WaitTransmit with the field on, by ever stronger means.

    1: transceive anew. 2: field off, set-up, field on. 3: reset pin, and the same. Raises ReaderError once that
    has not helped: "no_answer" naming the state, "antenna_off" when it is the field that does not stay.
    """
    r = chip._regs
    while chip._rung < 3:
        chip._rung += 1
        if chip._rung == 2:
            chip._on = True
            chip.field(False)
            _configure(chip)
        elif chip._rung == 3:
            _boot(chip)
            _configure(chip)
        chip._frame(chip._prep)
        chip._look()
        if r[11] & 7 == _WAIT_TRANSMIT and r[10] & 2:
            chip.climbs += 8 * (chip._rung > 1)
            return
    chip._on = False
    if not r[10] & 2:
        chip._fail("antenna_off", "the field does not stay on")
    chip._fail("no_answer", "transceiver stays " + _STATES.split()[r[11] & 7])
