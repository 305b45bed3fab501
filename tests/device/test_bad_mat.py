"""The mat in bad conditions: the trouble bites, as each test shows first; then no card is wrong, lost or invented.

Cards never read or read late, and all at once with random faults, are played by test_campaign_*; phantoms, noise and
cards whose answers cover each other are in test_mat.
"""

import os

from support.mat_bench import Bench
from support.table_top import random_uids, spread
from support.truthful import effective
from tapete_host.sim.desk import Device, deck_text
from tapete_host.sim.people import FOREIGN, People
from tapete_host.sim.rng import Rng
from tapete_host.sim.world import World

SOAK = os.getenv("TAPETE_SOAK") == "1"
TRICK = ("5O", "RO", "2B", "AO")


def laid(cards, pace="play", seed=1):
    """A bench on which these cards lie, and what its reader has said to each question: [ms, uid, answered, last]."""
    bench = Bench(seed=seed, pace=pace)
    bench.run(50)
    for card in cards:
        bench.world.field.lay(card)
        bench.run(250)
    assert bench.names() == ["laid " + card for card in cards]
    reader, bench.said = bench.reader, []
    hear = reader.hear

    def heard(uid):
        answered = hear(uid)
        bench.said.append((bench.ms(), uid, answered, reader.last))
        return answered

    reader.hear = heard
    return bench


def table(*cards, **kw):
    """People at a device with the trump card 6C dealt by seat 4, and these cards laid."""
    people = People(Device(World(seed=kw.pop("seed", 1)), {"target": 3}))
    people.boot()
    people.play(["ok", "lay 6C", "ok", "lift 6C"] + ["lay " + card for card in cards])
    return people


def events(people):
    return effective(people.acta())


def asked(people):
    return [line for line in people.records if line[:9] == "question " and line[9] != "-"][
        1:
    ]  # but for the start


DEAL = ["deal 4 6C"]
PLAYS = ["play 5O 1", "play RO 2", "play 2B 3", "play AO 4"]


# -- hidden


def test_a_card_hidden_by_later_ones_stays_until_its_trick_closes():
    for hidden in (("5O",), ("5O", "RO")):
        people = table("5O", "RO", "2B")
        for card in hidden:
            people.world.field.shadow(card)
        people.run(6000)
        mat = [people.world.field.name(uid) for uid in people.device.app.mat.present()]
        assert [card for card in hidden if card in mat] == [], "the mat misses them"
        people.play(["lay AO", "expect screen won"])
        assert events(people) == DEAL + PLAYS and asked(people) == []
        people.play(["collect", "lay 3B", "expect trick 2"])
        assert events(people) == DEAL + PLAYS + ["play 3B 4"] and asked(people) == []


def test_the_lead_hidden_by_an_unread_card_is_not_asked_for_at_once():
    people = table("5O")
    field = people.world.field
    field.lay("RO")
    field.shadow("RO")
    field.shadow("5O")
    people.run(3500)
    assert people.device.app.mat.present() == [], "the mat hears neither"
    assert asked(people) == [] and events(people) == DEAL + PLAYS[:1]
    field.shadow("5O", False)
    field.shadow("RO", False)
    people.run(600)
    assert events(people) == DEAL + PLAYS[:2] and asked(people) == []


def test_a_lead_does_not_complete_a_trick_that_was_taken_up():
    """One card of it was never read, and the winner leads within the two seconds from sweep to sweep."""
    for wait in range(0, 1400, 100 if SOAK else 450):
        people = table("5O", "RO", "AO", seed=wait + 1)  # seat 3's 2B was not heard
        people.play(["wait 700"])
        for card in ("5O", "RO", "AO"):
            people.world.field.lift(card)
        people.run(wait)
        people.world.field.lay("3B")
        people.run(700)
        assert [line.split(" ")[1] for line in asked(people)] == ["missing"], (
            wait,
            asked(people),
            events(people),
        )
        assert events(people) == DEAL + ["play 5O 1", "play RO 2", "play AO 3"], "3B waits"


# -- the air


def test_lost_answers_lift_nothing():
    for pace in ("play", "lift"):
        bench = laid(TRICK, pace)
        bench.world.field.drop = 0.2
        bench.run(60000 if SOAK else 20000)
        row = most = 0
        for _, uid, answered, _ in bench.said:
            if uid == bench.world.deck["RO"]:
                row = 0 if answered else row + 1
                most = max(most, row)
        assert pace == "play" or most >= 2, "two in a row were lost"
        assert bench.names() == [] and sorted(bench.present()) == sorted(TRICK)


def test_wrong_bits_lift_and_invent_nothing():
    bench = laid(TRICK, "lift")
    bench.world.field.flip = 0.1
    bench.run(20000)
    garbled = [row for row in bench.said if not row[2] and row[3] == 2]
    assert len(garbled) > 10, "answers arrived wrong"
    assert bench.names() == [] and sorted(bench.present()) == sorted(TRICK)


def test_nothing_is_laid_on_one_hearing():
    """Cards that flicker at the edge: whatever is told was heard twice, 80 ms apart, the second time by its UID."""
    for seed in range(12 if SOAK else 3):
        bench = laid((), "lift", seed + 1)
        rng = Rng(seed + 50)
        field = bench.world.field
        uid = bench.world.deck["RO"]
        told = passed = 0
        for _ in range(60):
            bench.said.clear()
            field.lay("RO")
            bench.run(5 + rng.below(130))
            field.lift("RO")
            bench.run(700)
            asked = [ms for ms, other, _, _ in bench.said if other == uid]
            first = [event[2] - bench.begun // 1000 for _, event in bench.events if event[0] == "laid"]
            names = bench.names()
            passed += len(asked) > 0 and names == []
            if names:
                assert names == ["laid RO", "lifted RO"]
                again = [ms for ms, other, answered, _ in bench.said if other == uid and answered]
                assert again[0] - first[0] >= 78, (first, again)  # both are the ends of their exchanges
                told += 1
        assert passed > 5 and told > 5, (passed, told)


def test_a_card_pulled_away_in_the_middle_of_any_frame():
    cut = 0
    bench = laid(("5O",), "lift")
    field, world = bench.world.field, bench.world
    for us in range(0, 26000, 410 if SOAK else 1870):
        bench.longest = 0
        field.lay("RO")
        world.at_us(world.now + us, lambda: field.lift("RO"))
        bench.run(300)
        placed = world.field.tags[world.deck["RO"]]
        cut += placed.lost_at is not None and placed.deaf_until > placed.lost_at
        assert bench.names() == [] and bench.longest < 60000, (us, bench.longest)
    assert cut > 0, "an answer was cut off"
    field.lay("RO")
    bench.run(400)
    assert bench.names() == ["laid RO"] and sorted(bench.present()) == ["5O", "RO"]


# -- many, and those that do not belong


def test_ten_tags_are_all_found_and_a_new_one_is_heard_among_them():
    bench = Bench(wide=True)
    uids = random_uids(10, 4)
    spread(bench.world, uids)
    assert sorted(bench.mat.read_now()) == sorted(uids)
    bench.run(5000)
    assert bench.names() == []
    bench.world.field.lay("RO", x=250, y=250)
    bench.run(300)
    assert bench.names() == ["laid RO"]


def test_a_pile_of_old_tricks_at_the_edge_disturbs_nothing():
    people = table(*TRICK)
    people.play(["collect", "lay 3B", "lay 4B"])
    field, rng = people.world.field, Rng(3)
    heard = 0
    for _ in range(30):
        for k, card in enumerate(TRICK):
            field.lay(card, x=62, y=35 * k - 50, coupling=0.4 + rng.below(40) / 100)
        people.run(20 + rng.below(300))
        heard = max(heard, len([c for c in TRICK if people.world.deck[c] in people.device.app.mat.present()]))
        for card in TRICK:
            field.lift(card)
        people.run(20 + rng.below(200))
    assert heard >= 2, "the mat hears the pile"
    assert events(people) == DEAL + PLAYS + ["play 3B 4", "play 4B 1"] and asked(people) == []
    people.run(1500)
    people.play(["lay 5B", "lay 6B", "expect screen won"])
    assert events(people)[-2:] == ["play 5B 2", "play 6B 3"] and asked(people) == []


def test_a_hand_at_the_edge_is_taken_back_by_one_press():
    people = table("5O")
    field = people.world.field
    for card, x in (("4O", 60), ("SO", 62)):
        field.lay(card, x=x, y=50, coupling=0.5)
        people.run(700)
    assert len(events(people)) > 2, "cards of the hand were taken for plays"
    field.lift("4O")
    field.lift("SO")
    while len(events(people)) > 2:
        people.play(["deshacer"])
    people.play(["lay RO", "lay 2B", "lay AO", "expect screen won"])
    assert events(people) == DEAL + PLAYS


def test_a_foreign_tag_is_asked_and_its_uid_is_nowhere():
    people = table("5O")
    people.play(
        ["lay foreign", "expect question foreign", "lay RO", "ok", "lift foreign", "lay 2B", "lay AO"]
    )
    assert events(people) == DEAL + PLAYS
    app = people.device.app
    app.journal.fold(True)
    raw = bytes.fromhex(FOREIGN)
    told = "\n".join(people.records).lower()
    for form in (FOREIGN.lower(), str(raw), str(list(raw)), "".join(["%02x" % b for b in reversed(raw)])):
        assert form not in told, form
    flash = bytes(people.world.flash.data)
    for form in (raw, bytes(reversed(raw)), FOREIGN.encode(), FOREIGN.lower().encode()):
        assert form not in flash, form
    assert people.world.deck["5O"].hex().upper().encode() in flash, "so would be found what is there"


def test_a_sticker_that_two_cards_claim_is_named_by_buttons():
    world = World(seed=1)
    deck = dict(world.deck)
    deck["3O"] = deck["AO"]
    people = People(Device(world, {"target": 3}, {"/deck.txt": deck_text(deck)}))
    people.boot()
    assert people.device.app.deck.card(deck["AO"]) is None, "the deck does not know whose it is"
    people.play(["expect screen trouble", "ok", "wait 600", "expect screen trouble", "ok", "wait 600"])
    people.play(["ok", "lay 6C", "ok", "lift 6C", "lay 5O", "lay RO", "lay 2B"])
    people.play(["lay AO", "expect question foreign", "cante", "expect question pick_suit", "ok"])
    people.play(["expect question pick_card", "ok", "expect screen won"])  # the ace is offered first
    assert events(people) == DEAL + PLAYS
    people.play(["collect", "lay 3B", "expect trick 2"])
    assert events(people) == DEAL + PLAYS + ["play 3B 4"]


def test_a_card_is_off_the_mat_for_a_third_of_a_second_to_be_laid_again():
    """After DESHACER, and after a refused card: which time is enough, at every moment of the mat's turn."""
    enough = 0
    for seed in range(40 if SOAK else 6):
        bench = laid(TRICK, "lift", seed + 1)
        bench.run(31 * seed)
        bench.world.field.lift("AO")
        begun = bench.ms()
        bench.run(1000, lambda bench=bench: len(bench.events) > 0)
        enough = max(enough, bench.ms() - begun)
        assert bench.names() == ["lifted AO"]
    print("off the mat for", enough, "ms is enough")
    assert enough <= 340
