"""Faults by name: each does what its text says, and goes away again."""

from support.refusing import refused
from support.rf_host import Host
from tapete_host.sim import faults
from tapete_host.sim.world import World

INVENTORY = bytes((0x26, 1, 0))


def started():
    w = World()
    h = Host(w)
    w.field.lay("AO")
    h.field_on()
    return w, h


def denied(fn, words):
    return refused(fn, words, ValueError)


def test_every_fault_has_a_text_and_bad_ones_a_sentence():
    w, h = started()
    assert len(w.faults()) >= 16
    for name in w.faults():
        assert len(w.faults()[name]) > 10
    assert denied(lambda: w.fault("gremlins"), "no fault called gremlins")
    assert denied(lambda: w.fault("tag_drop", p=2), "p is a number from 0 to 1")
    assert denied(lambda: w.fault("tag_drop", p="x"), "p is a number")
    assert denied(lambda: w.fault("button_stuck", button="reset"), "no button called reset")
    assert denied(lambda: w.fault("shadow", card="3B"), "not on the mat")


def test_arguments_are_listed_with_their_defaults_and_taken_by_them():
    w, h = started()
    there = faults.known(w)
    assert there["reader_busy_stuck"]["arguments"] == {"level": {"default": 1, "least": 0, "most": 1}}
    assert there["reader_stuck"]["arguments"]["until"] == {
        "default": "idle",
        "words": ["idle", "config", "reset"],
    }
    assert there["panel_slow"]["arguments"]["factor"]["default"] == 5 and there["panel_slow"]["rows"] == [24]
    assert there["flash_rot"]["once"] and not there["weak"]["once"]
    for name in there:
        if "card" not in there[name]["arguments"] and "button" not in there[name]["arguments"]:
            if name not in ("power_dip", "flash_rot"):
                w.fault(name)
                w.fault(name, on=False)
    assert w.active_faults == {}
    assert denied(lambda: w.fault("tag_drop", factor=1), "tag_drop has no argument factor")
    assert denied(lambda: w.fault("reader_stuck", until="never"), "until is one of idle, config, reset")
    assert denied(lambda: w.fault("shadow"), "card must be named")
    w.fault("weak")
    w.fault("shadow", card="AO")
    assert w.active_faults == {"weak": {"factor": 0.3}, "shadow AO": {"card": "AO"}}


def test_dead_reader_reads_the_same_everywhere():
    for miso in (255, 0):
        w, h = started()
        w.fault("reader_dead", miso=miso)
        assert h.ask(bytes((7, 0x10, 6)), 6) == bytes((miso,)) * 6
        w.fault("reader_dead", on=False)
        w.sleep(3000)
        assert h.get(0x02) == 4
        assert w.active_faults == {}


def test_stuck_transceiver_is_freed_as_told():
    for until in ("idle", "config", "reset"):
        w, h = started()
        w.fault("reader_stuck", until=until)
        h.send(bytes((9, 0)) + INVENTORY)
        assert h.get(0x02) & 1 << 17
        h.put(0x00, 0)
        h.put(0x00, 3)
        assert (h.get(0x1D) >> 24 == 1) == (until == "idle")
        h.put(0x00, 0)
        h.send(bytes((0x11, 0x0D, 0x8D)))
        h.put(0x00, 3)
        assert (h.get(0x1D) >> 24 == 1) == (until != "reset")
        w.pin_set(h.rst, 0)
        h.boot()
        h.send(bytes((0x11, 0x0D, 0x8D)))
        h.put(0x00, 3)
        assert h.get(0x1D) >> 24 == 1


def test_busy_stuck():
    w, h = started()
    w.fault("reader_busy_stuck")
    assert w.pin_get(h.busy) == 1
    w.fault("reader_busy_stuck", on=False)
    assert w.pin_get(h.busy) == 0


def test_slow_busy():
    w, h = started()
    w.fault("reader_slow", us=500)
    t = w.now
    assert h.get(0x02) & 4 == 4
    assert w.now - t > 500
    w.fault("reader_slow", on=False)
    h.wait()
    t = w.now
    h.get(0x02)
    assert w.now - t < 140


def test_blunt_collisions():
    w, h = started()
    w.field.lay("3B")
    w.sleep(2000)
    assert h.request(INVENTORY)[0] == "collision"
    assert h.get(0x13) & 0x1FF == 10
    w.fault("reader_blunt")
    assert h.request(INVENTORY) == ("collision", 0)
    assert h.get(0x13) & 0x1FF == 0
    w.fault("reader_blunt", bytes=1)
    assert h.request(INVENTORY) == ("collision", 0)
    assert h.get(0x13) & 0x1FF == 1


def test_capture_hides_a_card():
    w, h = started()
    w.field.lay("3B", coupling=1.2)
    w.sleep(2000)
    w.fault("tag_capture")
    air = bytes(reversed(w.deck["3B"]))
    assert h.request(INVENTORY) == b"\0\0" + air
    assert h.request(bytes((0x22, 2)) + air) is None
    assert h.request(INVENTORY) == b"\0\0" + bytes(reversed(w.deck["AO"]))


def test_brown_out_loses_the_registers_without_a_word():
    w, h = started()
    assert h.request(INVENTORY) is not None
    w.fault("reader_brownout")
    w.sleep(3000)
    assert h.get(0x18) == 0 and not w.field.on
    h.put(0x00, 3)
    h.send(bytes((9, 0)) + INVENTORY)
    assert h.get(0x02) & 1 << 17, "the host cannot know: an error, no violation"
    w.at(0.04, lambda: w.fault("reader_brownout"))
    assert h.get(0x02) == 0xFFFFFFFF, "in the middle of a frame"
    w.sleep(3000)
    w.fault("reader_brown_every", ms=100)
    h.field_on()
    w.sleep(110000)
    assert not w.field.on
    w.fault("reader_brown_every", on=False)
    h.field_on()
    w.sleep(310000)
    assert w.field.on


def test_shadow_and_weak_field():
    w, h = started()
    w.fault("shadow", card="AO")
    assert h.request(INVENTORY) is None
    w.fault("shadow", on=False, card="AO")
    w.sleep(2000)
    assert h.request(INVENTORY) is not None
    w.fault("shadow", card="AO")
    w.field.lift("AO")
    w.fault("shadow", on=False, card="AO")
    assert w.active_faults == {}
    w.field.lay("AO")
    w.sleep(2000)
    w.fault("weak", factor=0.1)
    assert h.request(INVENTORY) is None
    w.fault("weak", on=False)
    w.sleep(2000)
    assert h.request(INVENTORY) is not None


def test_flash_errors_come_after_so_many_changes():
    w, h = started()
    w.fault("flash_full", after=2)
    block = bytearray(32)
    assert [w.flash.ioctl(6, i) for i in range(4)] == [0, 0, -28, -28]
    assert w.flash.writeblocks(1, block, 0) == 0, "what is erased can still be programmed"
    w.fault("flash_error", after=1)
    assert [w.flash.writeblocks(1, block, 32 * i) for i in range(3)] == [0, -5, -5]
    assert w.flash.ioctl(6, 3) == -5
    w.fault("flash_error", on=False)
    assert w.flash.ioctl(6, 3) == 0


def test_stuck_button_and_battery():
    w, h = started()
    g = w.pins["btn_ok"]
    w.pin_mode(g, 1, 2, None)
    assert w.pin_get(g) == 1
    w.fault("button_stuck", button="ok")
    assert w.pin_get(g) == 0
    full = w.adc(w.pins["vbat"])
    w.fault("battery", mv=3000)
    assert w.adc(w.pins["vbat"]) == 1_500_000 < full


def test_a_reader_that_loses_its_antenna_or_its_ears_still_answers():
    for fault, lost in (("reader_field_lost", "field"), ("reader_deaf", "ears")):
        w, h = started()
        assert h.request(INVENTORY) is not None
        w.fault(fault)
        assert w.active_faults == {} and h.get(0x24) == 0
        if lost == "field":
            assert not h.get(0x1D) & 0x20000 and not h.get(0x02) & 0x100, "and it says nothing"
            h.field_on_again()
        else:
            w.sleep(1000)
            assert h.request(INVENTORY) is None and h.get(0x1D) & 0x20000 and h.get(0x12) == 0
            h.put(0x00, 0)
            h.send(bytes((0x11, 0x0D, 0x8D)))
            w.sleep(5000)  # the card was still talking
        assert h.request(INVENTORY) is not None


def test_a_reader_that_never_says_that_it_has_started_and_one_of_no_known_version():
    w, h = started()
    w.fault("reader_version")
    assert h.ask(bytes((7, 0x10, 6)), 6) not in (b"\xff" * 6, b"\0" * 6, b"\x05\x03\x05\x03\x99\0")
    w.fault("reader_no_idle")
    w.pin_set(h.rst, 0)
    h.boot()
    w.sleep(50000)
    assert h.get(0x02) & 4 == 0
    w.fault("reader_no_idle", on=False)
    w.pin_set(h.rst, 0)
    h.boot()
    assert h.get(0x02) & 4


def test_an_answer_breaks_off_when_its_card_is_pulled():
    w, h = started()
    w.fault("tag_pulled", p=1)
    broken = 0
    for _ in range(12):
        got = h.request(INVENTORY)
        assert got is None or got[0] == "error", got
        broken += got is not None
        w.sleep(3000)
    assert broken
    w.fault("tag_pulled", on=False)
    assert h.request(INVENTORY)[0] == 0


def test_a_heap_lies_in_the_field_and_is_taken_away():
    w, h = started()
    uids = faults.heap_uids(w, 17, 12)
    assert len(set(uids)) == 17 and not [u for u in uids if u in w.deck.values()]
    assert len({u[-1] | (u[-2] & 15) << 8 for u in uids}) == 1
    w.fault("heap", n=17, bits=12)
    assert len(w.field.placed) == 18
    w.fault("heap", n=3)
    assert len(w.field.placed) == 4
    w.fault("heap", on=False)
    assert [row[0] for row in w.field.on_mat()] == ["AO"]


def test_power_goes_in_the_middle_of_a_flash_change():
    w, h = started()
    w.fault("flash_brownout", after=1)
    block = bytes(range(256))
    assert w.flash.writeblocks(2, block, 0) == 0 and w.ended is None
    w.flash.writeblocks(2, block, 256)
    assert w.ended is not None and w.ended.cause == 0
    written = w.flash.image()[2 * 4096 : 2 * 4096 + 512]
    assert written[:256] == block and written[256:384] == block[:128] and written[384:] == b"\xff" * 128
    w.restart()
    assert w.flash.writeblocks(3, block, 0) == 0 and w.ended is None


def test_flash_rots_where_something_was_written():
    w, h = started()
    w.flash.writeblocks(5, bytes(100), 0)
    before = w.flash.image()
    w.fault("flash_rot", bits=3)
    after = w.flash.image()
    assert sum([bin(a ^ b).count("1") for a, b in zip(before, after)]) in (1, 3)
    assert before[: 5 * 4096] == after[: 5 * 4096] and before[5 * 4096 + 100 :] == after[5 * 4096 + 100 :]


def test_a_dip_of_the_supply_ends_the_device():
    w, h = started()
    w.fault("power_dip")
    assert w.ended.cause == 0 and w.active_faults == {}


def test_faults_of_one_seat_and_of_all():
    w = World("wroom_mfrc522")
    assert faults.known(w)["reader_dead"]["arguments"]["seat"] == {"default": 0, "least": 0, "most": 4}
    assert "reader_busy_stuck" not in faults.known(w)
    w.fault("reader_dead", seat=3, miso=0)
    w.fault("reader_dead", seat=1)
    assert sorted(w.active_faults) == ["reader_dead 1", "reader_dead 3"]
    assert [chip.dead for chip in w.readers] == [255, None, 0, None]
    w.fault("reader_dead", on=False)
    assert w.active_faults == {} and [chip.dead for chip in w.readers] == [None] * 4
    w.fault("weak", factor=0.2)
    assert [field.scale for field in w.fields] == [0.2] * 4
    w.lay("AO", seat=4)
    w.fault("shadow", card="AO")
    assert w.fields[3].find("AO").shadowed
    w.fault("heap", n=5)
    assert len(w.fields[0].placed) == 5 and len(w.fields[0].placed[0].tag.uid) == 7
