"""The PN5180 model against its data sheet: SPI protocol, registers, transceiver, strict rules."""

from support.refusing import refused
from support.rf_host import Host
from tapete_host.sim.strict import NotModelled
from tapete_host.sim.world import World

UID = bytes.fromhex("E004015012345678")


def started(**args):
    w = World(**args)
    h = Host(w)
    return w, h


def test_boot_takes_its_time_and_says_so():
    w = World()
    h = Host(w, boot=False)
    w.sleep(20)
    w.pin_set(h.rst, 1)
    assert refused(lambda: h.w.spi_xfer(h.host, b"\0", None) or select_and_send(h), "reset or booting")
    w.sleep(2600)
    assert h.get(0x02) == 4
    h.put(0x03, 4)
    assert h.get(0x02) == 0


def select_and_send(h):
    h.w.pin_set(h.nss, 0)
    h.w.spi_xfer(h.host, b"\4\2", None)


def test_reset_pulse_has_a_least_length():
    w = World()
    h = Host(w)
    w.pin_set(h.rst, 0)
    assert refused(lambda: w.pin_set(h.rst, 1), "needs 10")


def test_registers_write_or_and():
    w, h = started()
    h.put(0x18, 0x540)
    h.set_bits(0x18, 0x3)
    assert h.get(0x18) == 0x543
    h.mask_bits(0x18, 0xFFFFFB3F)
    assert h.get(0x18) == 0x103
    many = bytes((3, 0x18, 1, 1, 0, 0, 0, 0x19, 1, 1, 0, 0, 0, 0x18, 2, 4, 0, 0, 0))
    h.send(many)
    assert h.ask(bytes((5, 0x18, 0x19)), 8) == bytes((5, 0, 0, 0, 1, 0, 0, 0))


def test_versions_are_in_the_eeprom():
    w, h = started()
    versions = h.ask(bytes((7, 0x10, 6)), 6)
    assert versions != b"\xff" * 6 and versions != b"\0" * 6
    h.send(bytes((6, 0x34, 0xAB)))
    assert h.ask(bytes((7, 0x34, 1)), 1) == b"\xab"


def test_air_frames_carry_the_known_crcs():
    w, h = started()
    w.field.lay(UID)
    h.field_on()
    w.reader.air_log = []
    assert h.request(bytes((0x26, 1, 0))) == bytes((0, 0)) + bytes(reversed(UID))
    assert h.request(bytes((0x22, 2)) + bytes(reversed(UID))) is None
    frames = [f for _, f in w.reader.air_log]
    assert frames[0][-2:] == b"\xf6\x0a"
    assert frames[1][-2:] == b"\xae\xf9"
    for data, tail in (
        (bytes((6, 1, 0)), b"\xcd\x09"),
        (bytes((6, 1, 4, 5)), b"\x55\xdd"),
        (bytes((6, 1, 8, 0x24)), b"\x7e\x44"),
    ):
        h.request(data)
        assert w.reader.air_log[-1][1] == data + tail


def test_the_crc_of_an_answer_can_be_left_on():
    w, h = started()
    w.field.lay(UID)
    h.field_on()
    h.put(0x12, 0)
    assert h.request(bytes((0x26, 1, 0)))[-2:] == b"\xaf\x96"
    h.put(0x12, 1)
    h.put(0x19, 0)
    assert h.request(bytes((0x26, 1, 0))) is None
    assert h.request(bytes((0x26, 1, 0, 0xF6, 0x0A))) is not None


def test_times_on_air():
    w, h = started()
    w.field.lay(UID)
    h.field_on()
    h.put(0x00, 3)
    h.send(bytes((9, 0, 0x26, 1, 0)))
    start = w.now
    while not h.get(0x02) & 2:
        pass
    assert abs(w.reader.send_end - start - 1624) < 10
    assert h.get(0x1D) >> 24 == 4
    while not h.get(0x02) & 0x4000:
        pass
    assert h.get(0x1D) >> 24 == 5
    while not h.get(0x02) & 1:
        pass
    # t1 320.9, SOF 151, 12 bytes 3625, EOF 151
    assert abs(w.reader.rx_end - w.reader.send_end - 4248) < 10
    assert h.get(0x1D) >> 24 == 1
    assert h.get(0x13) == 10


def test_silence_leaves_it_waiting():
    w, h = started()
    h.field_on()
    assert h.request(bytes((0x26, 1, 0))) is None
    assert h.get(0x1D) >> 24 == 4
    assert refused(lambda: h.send(bytes((9, 0, 0x26, 1, 0))), "WaitReceive")


def test_collision_has_its_place():
    w, h = started()
    w.field.lay(bytes.fromhex("E004015012345678"))
    w.field.lay(bytes.fromhex("E004015012345778"))
    h.field_on()
    # 16 bits of flags and DSFID, then UID bit 8 (5678 against 5778 differ there)
    assert h.request(bytes((0x26, 1, 0))) == ("collision", 24)
    assert h.get(0x13) & 0x1FF == 10
    data = h.ask(bytes((0x0A, 0)), 10)
    assert data[:3] == b"\0\0\x78" and data[3:] == b"\0" * 7
    h.put(0x12, 0x201)
    assert h.request(bytes((0x26, 1, 0)))[0] == "collision"
    data = h.ask(bytes((0x0A, 0)), 10)
    assert data[:3] == b"\0\0\x78" and data[4:] == bytes.fromhex("3412500104E0"), "values are kept"


def test_sixteen_slots():
    w, h = started()
    for last in (0x70, 0x75, 0x85, 0x7F):
        w.field.lay(bytes.fromhex("E0040150123456") + bytes((last,)))
    h.field_on()
    found = h.sixteen()
    assert found[0][2] == 0x70 and found[15][2] == 0x7F
    assert found[5] == ("collision", 16 + 4)
    assert [i for i in range(16) if found[i] is None] == [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14]
    below = h.sixteen(5, 4)
    assert below[7][2] == 0x75 and below[8][2] == 0x85


def test_strict_rules_of_the_bus():
    w = World()
    h = Host(w, baud=10_000_000)
    assert refused(lambda: h.send(bytes((4, 2))), "7 Mbit/s")
    w, h = started()
    h.send(bytes((4, 2)))
    assert refused(lambda: w.pin_set(h.nss, 0), "before BUSY was seen low")
    w, h = started()
    h.send(bytes((0x11, 0x0D, 0x8D)))
    w.pin_get(h.busy)
    assert refused(lambda: w.pin_set(h.nss, 0), "BUSY is high")
    w, h = started()
    assert refused(lambda: h.take(4), "no answer is there")
    w, h = started()
    h.send(bytes((4, 2)))
    assert refused(lambda: h.take(5), "5 bytes are read of an answer that has 4")
    w, h = started()
    h.send(bytes((4, 2)))
    assert refused(lambda: h.send(bytes((4, 2))), "an answer waits")
    w, h = started()
    assert refused(lambda: h.send(bytes((4,))), "register read")
    w, h = started()
    assert refused(lambda: h.send(bytes((0, 0x18, 0))), "register write of 3")
    w, h = started()
    assert refused(lambda: h.send(bytes((0, 0x02, 0, 0, 0, 0))), "read-only")
    w, h = started()
    assert refused(lambda: h.send(bytes((0x42, 0x02))), "does not exist")


def test_busy_stays_high_until_nss_is_raised():
    w, h = started()
    h.wait()
    w.pin_set(h.nss, 0)
    w.spi_xfer(h.host, b"\4\2", None)
    for _ in range(100):
        assert w.pin_get(h.busy) == 1
    w.pin_set(h.nss, 1)
    assert w.pin_get(h.busy) == 0


def test_strict_rules_of_the_transceiver():
    w, h = started()
    assert refused(lambda: h.send(bytes((9, 0, 0x26, 1, 0))), "state Idle")
    w, h = started()
    h.put(0x00, 3)
    assert refused(lambda: h.send(bytes((9, 0, 0x26, 1, 0))), "state WaitReceive"), "not yet an initiator"
    w, h = started()
    h.send(bytes((0x11, 0x0D, 0x8D)))
    h.put(0x00, 3)
    assert refused(lambda: h.send(bytes((9, 0, 0x26, 1, 0))), "without a field")
    w, h = started()
    h.put(0x00, 3)
    assert refused(h.field_on, "wedges")
    w, h = started()
    h.field_on()
    h.put(0x00, 3)
    assert refused(lambda: h.send(bytes((9, 0))), "TX_CONFIG")
    w, h = started()
    h.field_on()
    assert refused(lambda: h.ask(bytes((0x0A, 0)), 1), "nothing was received")
    w, h = started()
    h.send(bytes((0x11, 0x0D, 0x8D)))
    h.send(bytes((0x16, 0)))
    assert refused(lambda: h.request(bytes((0x26, 1, 0))), "tags need 1 ms")
    w, h = started()
    h.field_on()
    h.put(0x00, 3)
    h.send(bytes((9, 0, 0x26, 1, 0)))
    w.sleep(1700)
    assert refused(h.eof, "472 us are due")


def test_without_strict_it_reports_a_general_error():
    w, h = started(strict=False)
    h.send(bytes((4,)))
    assert h.get(0x02) & 1 << 17
    h.put(0x03, 1 << 17)
    h.put(0x00, 3)
    h.send(bytes((9, 0, 0x26, 1, 0)))
    assert h.get(0x02) & 1 << 17
    h.put(0x03, 1 << 17)
    h.ask(bytes((0x0A, 0)), 20)
    assert not h.get(0x02) & 1 << 17, "reading what is not there is no error for the chip"
    h.send(bytes((0x11, 0x0D, 0x8D)))
    h.send(bytes((0x16, 0)))
    w.sleep(1500)
    assert h.request(bytes((0x26, 1, 0))) is None
    h.send(bytes((0x11, 0x0D, 0x8D)))
    h.send(bytes((4, 2)))
    assert h.take(4) == b"\xff" * 4, "a configuration in mid-transceive wedges the chip"


def test_what_is_not_modelled_says_its_name():
    w, h = started()
    try:
        h.send(bytes((0x0B, 1, 0)))
    except NotModelled as e:
        assert "0x0B" in str(e)
    else:
        raise AssertionError("SWITCH_MODE is not modelled")


def test_keep_command():
    w, h = started()
    w.field.lay(UID)
    h.field_on()
    h.put(0x00, 3)
    h.put(0x00, 4 | 0x20)
    assert h.get(0x00) == 0x23 and h.get(0x1D) >> 24 == 1


def test_what_cannot_be_understood_is_silence():
    w, h = started()
    w.field.lay(UID)
    h.field_on()
    assert h.request(bytes((0x24, 1, 0))) is None, "low data rate"
    h.put(0x00, 0)
    h.send(bytes((0x11, 0x0E, 0x8E)))
    assert h.request(bytes((0x26, 1, 0))) is None, "receiver at 53 kbit/s"
    w.sleep(5000)  # the tag still talks
    h.put(0x00, 0)
    h.send(bytes((0x11, 0x0E, 0x8D)))
    assert h.request(bytes((0x26, 1, 0))) is not None
    assert h.request(bytes((0x22, 2)) + bytes(reversed(UID))) is None
    assert h.request(bytes((0x26, 1, 0))) is None


def test_no_antenna_supply():
    w, h = started()
    w.reader.supply = False
    w.field.lay(UID)
    h.field_on()
    assert not h.get(0x02) & 1 << 9 and not h.get(0x1D) & 0x20000
    w.reader.supply = True
    h.send(bytes((0x16, 0)))
    assert h.get(0x02) & 1 << 9 and h.get(0x1D) & 0x20000


def test_start_send_bit_sends_what_was_written():
    w, h = started()
    w.field.lay(UID)
    h.field_on()
    h.send(bytes((8, 0x26, 1, 0)))
    h.put(0x00, 3)
    h.put(0x00, 3 | 8)
    assert h.listen(8000)[2:] == bytes(reversed(UID))
    h.put(0x00, 0x100)
    w.sleep(3000)
    assert h.get(0x02) == 4 and h.get(0x18) == 0
