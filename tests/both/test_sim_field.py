"""Tags in the field: states, power, place, merging of answers, faults."""

from support.rf_host import Host
from tapete_host.sim.crc15693 import crc, sealed
from tapete_host.sim.world import World

UID = bytes.fromhex("E004015012345678")
AIR = bytes(reversed(UID))
OTHER = bytes.fromhex("E0040150123456F8")
INVENTORY = bytes((0x26, 1, 0))


def started(*uids, **args):
    w = World(**args)
    h = Host(w)
    for uid in uids:
        w.field.lay(uid)
    h.field_on()
    return w, h


def quiet(h, uid):
    assert h.request(bytes((0x22, 2)) + bytes(reversed(uid))) is None


def test_crc_vectors():
    for data, value in (
        ("260100", "f60a"),
        ("060100", "cd09"),
        ("06010405", "55dd"),
        ("06010824", "7e44"),
        ("0000785634125001 04e0".replace(" ", ""), "af96"),
        ("2202785634125001 04e0".replace(" ", ""), "aef9"),
    ):
        data = bytes.fromhex(data)
        assert sealed(data)[-2:] == bytes.fromhex(value)
        assert crc(data, len(data)) == int.from_bytes(bytes.fromhex(value), "little")


def test_quiet_tags_lie_quiet_until_the_power_is_gone_for_5_ms():
    w, h = started(UID)
    quiet(h, UID)
    assert h.request(INVENTORY) is None
    assert h.request(bytes((0x22, 0x2B)) + AIR) is not None, "addressed requests are still answered"
    h.field_off(3000)
    h.field_on_again()
    assert h.request(INVENTORY) is None
    h.field_off(6000)
    h.field_on_again()
    assert h.request(INVENTORY) == b"\0\0" + AIR


def test_quiet_ends_by_reset_to_ready_and_by_select():
    w, h = started(UID)
    quiet(h, UID)
    assert h.request(bytes((0x02, 0x26))) is None, "a quiet tag hears only what is addressed to it"
    assert h.request(bytes((0x22, 0x26)) + AIR) == b"\0"
    assert h.request(INVENTORY) is not None
    quiet(h, UID)
    assert h.request(bytes((0x22, 0x25)) + AIR) == b"\0"
    assert h.request(bytes((0x12, 0x20, 0)))[0] == 0
    assert h.request(INVENTORY) is not None


def test_select_moves_from_tag_to_tag():
    w, h = started(UID, OTHER)
    assert h.request(bytes((0x22, 0x25)) + AIR) == b"\0"
    assert h.request(bytes((0x22, 0x25)) + bytes(reversed(OTHER))) == b"\0"
    assert h.request(bytes((0x22, 0x21)) + AIR + b"\0abcd", 9000) == b"\0"
    assert h.request(bytes((0x12, 0x20, 0))) == b"\0" * 5, "only the second is selected now"


def test_memory():
    w, h = started(UID)
    assert h.request(bytes((0x22, 0x21)) + AIR + b"\x07abcd", 9000) == b"\0"
    assert h.request(bytes((0x22, 0x20)) + AIR + b"\x07") == b"\0abcd"
    assert h.request(bytes((0x22, 0x23)) + AIR + b"\x06\x01") == b"\0\0\0\0\0abcd"
    assert h.request(bytes((0x22, 0x20)) + AIR + b"\x4f") == b"\0\0\0\0\0"
    assert h.request(bytes((0x22, 0x22)) + AIR + b"\x07", 9000) == b"\0"
    assert h.request(bytes((0x22, 0x21)) + AIR + b"\x07efgh", 9000) == b"\x01\x0f"
    assert h.request(bytes((0x22, 0x20)) + AIR + b"\x50") == b"\x01\x0f", "there is no block 80"
    assert h.request(bytes((0x02, 0x20, 0x50))) is None, "nobody was addressed: it stays silent"
    assert h.request(bytes((0x22, 0x23)) + AIR + b"\x4e\x07") == bytes(9), "as many blocks as there are"
    assert h.request(bytes((0x22, 0x55)) + AIR) == b"\x01\x0f"
    assert h.request(bytes((0x02, 0x55))) is None
    assert h.request(bytes((0x62, 0x20)) + AIR + b"\x07") == b"\0\x01abcd"
    info = h.request(bytes((0x22, 0x2B)) + AIR)
    assert info == b"\0\x0f" + AIR + bytes((0, 0, 79, 3, 1))
    w.field.lift(UID)
    w.sleep(10000)
    w.field.lay(UID)
    w.sleep(1500)
    assert h.request(bytes((0x22, 0x20)) + AIR + b"\x07") == b"\0abcd", "memory stays without power"


def test_afi():
    w, h = started(UID)
    assert h.request(bytes((0x22, 0x27)) + AIR + b"\x31", 9000) == b"\0"
    for afi, heard in ((0, True), (0x31, True), (0x30, True), (0x01, True), (0x32, False), (0x41, False)):
        assert (h.request(bytes((0x36, 1, afi, 0))) is not None) == heard


def test_masks_of_every_length():
    w, h = started(UID)
    low = int.from_bytes(AIR, "little")
    for bits in range(65):
        mask = low & ((1 << bits) - 1)
        n = (bits + 7) // 8
        assert h.request(bytes((0x26, 1, bits)) + mask.to_bytes(n, "little")) is not None
        if bits:
            mask ^= 1 << (bits - 1)
            assert h.request(bytes((0x26, 1, bits)) + mask.to_bytes(n, "little")) is None
    for bits in (0, 4, 8, 12, 33, 60):
        mask = low & ((1 << bits) - 1)
        found = h.sixteen(mask, bits)
        assert [i for i in range(16) if found[i] is not None] == [(low >> bits) & 15]


def test_wrong_crc_is_not_heard():
    w, h = started(UID)
    h.put(0x19, 0)
    assert h.request(INVENTORY + b"\xf6\x0b") is None
    assert h.request(INVENTORY + b"\xf6\x0a") is not None


def test_a_tag_needs_power_and_time():
    w, h = started()
    w.field.lay(UID, coupling=0)
    w.sleep(2000)
    assert h.request(INVENTORY) is None
    w.field.lay(UID, coupling=1.0)
    assert h.request(INVENTORY) is None, "laid this moment: not awake yet"
    assert h.request(INVENTORY) is not None
    w.field.shadow(UID)
    assert h.request(INVENTORY) is None
    w.field.shadow(UID, False)
    w.sleep(2000)
    assert h.request(INVENTORY) is not None


def test_place_counts():
    w, h = started()
    for x, y, heard in ((0, 0, True), (55, 0, True), (0, -58, True), (66, 0, False), (78, 0, False)):
        w.field.lay(UID, x, y)
        w.sleep(2000)
        assert (h.request(INVENTORY) is not None) == heard, (x, y)


def test_stacked_tags_are_mute_and_28_mm_apart_they_are_not():
    w, h = started()
    w.field.lay(UID, 0, 0)
    w.field.lay(OTHER, 1, 0)
    w.sleep(2000)
    assert h.request(INVENTORY) is None
    w.field.lay(OTHER, 28, 0)
    w.sleep(2000)
    assert h.request(INVENTORY)[0] == "collision"


def test_cards_find_free_places():
    w = World()
    names = list(w.deck)[:17]
    for name in names:
        w.field.lay(name)
    places = [(x, y) for _, _, x, y, _ in w.field.on_mat()]
    assert places[:4] == [(0, -38), (38, 0), (0, 38), (-38, 0)]
    for i, (x, y) in enumerate(places):
        for u, v in places[:i]:
            assert (x - u) ** 2 + (y - v) ** 2 >= 20**2, (x, y, u, v)


def test_a_much_stronger_tag_is_heard_alone():
    w, h = started()
    w.field.lay(UID, coupling=2.0)
    w.field.lay(OTHER, coupling=0.4)
    w.sleep(2000)
    assert h.request(INVENTORY) == b"\0\0" + AIR
    quiet(h, UID)
    assert h.request(INVENTORY) == b"\0\0" + bytes(reversed(OTHER))


def test_a_card_lifted_in_mid_answer_breaks_it():
    outcomes = set()
    for seed in range(12):
        w, h = started(UID, seed=seed)
        w.at(4.0, lambda w=w: w.field.lift(UID))
        result = h.request(INVENTORY)
        assert result[0] == "error"
        outcomes.add("hangs" if result[1] < 0 else "broken")
        if result[1] < 0:
            assert h.get(0x1D) >> 24 == 5
        else:
            assert h.get(0x13) & 0x1FF < 10
        assert h.request(INVENTORY) is None
    assert outcomes == {"hangs", "broken"}


def test_a_card_laid_during_the_request_does_not_answer():
    w, h = started()
    w.at(0.5, lambda: w.field.lay(UID))
    assert h.request(INVENTORY) is None
    assert h.request(INVENTORY) is not None


def test_dropped_answers():
    w, h = started(UID)
    w.field.drop = 0.5
    heard = sum(h.request(INVENTORY) is not None for _ in range(100))
    assert 30 < heard < 70


def test_bit_errors_are_seen_by_the_crc():
    w, h = started(UID)
    w.field.flip = 1.0
    for _ in range(20):
        assert h.request(INVENTORY)[0] == "error"


def test_unnoticed_collision_gives_a_uid_of_nobody():
    w, h = started(UID, OTHER)
    w.field.merge = 1.0
    assert h.request(INVENTORY)[0] == "error"
    w.field.merge_valid = True
    mixed = bytes(a | b for a, b in zip(AIR, bytes(reversed(OTHER))))
    assert h.request(INVENTORY) == b"\0\0" + mixed


def test_noise_looks_like_an_answer():
    w, h = started()
    w.field.hiss = 1.0
    for _ in range(10):
        assert h.request(INVENTORY)[0] == "error"


def test_the_same_seed_is_the_same_world():
    def run(seed):
        w, h = started(seed=seed)
        w.field.drop = 0.3
        w.field.flip = 0.2
        for name in ("AO", "3B", "RC"):
            w.field.lay(name)
        w.sleep(2000)
        return [h.sixteen() for _ in range(3)], w.now, w.deck

    assert run(5) == run(5)
    assert run(5) != run(6)


def test_the_deck_is_one_roll():
    w = World(seed=9)
    assert len(w.deck) == 40 and len(set(w.deck.values())) == 40
    for uid in w.deck.values():
        assert uid[:3] == b"\xe0\x04\x01" and uid[3] & 0x30 == 0x10
        assert uid[:5] == w.deck["AO"][:5]
