"""A deck of both kinds of stickers is played on the board with one PN5180, as one of one kind is."""

from tapete_host.sim.desk import Device
from tapete_host.sim.field import make_deck14443
from tapete_host.sim.people import People
from tapete_host.sim.rng import Rng
from tapete_host.sim.world import World

SCRIPT = """
expect screen new_match
ok
lay AB
expect banner trump_seen
ok
lift AB
lay 6C
lay 3C
lay SC
lay 4C
expect screen won
collect
lay 4O
lay CO
lay RO
lay 3O
expect screen won
collect
lay foreign
expect question foreign
"""
ACTA = "deal 4 AB|play 6C 1|play 3C 2|play SC 3|play 4C 4|play 4O 2|play CO 3|play RO 4|play 3O 1"


def played(every):
    """Acta lines of two tricks with a deck whose every so many-th card has a sticker of ISO14443A."""
    world = World(seed=3)
    others = make_deck14443(Rng(4))
    for n, card in enumerate(sorted(world.deck)):
        if n % every == 0:
            world.deck[card] = others[card]
    people = People(Device(world, settings={"lang": "es"}))
    people.boot()
    people.play(SCRIPT.split("\n"))
    reader = type(people.device.app.mat._reader).__name__
    acta = [text for text in people.acta() if text.split()[0] in ("deal", "play")]
    return reader, acta, people.device.app.crashes


def test_every_other_card_is_of_the_other_kind():
    assert played(2) == ("Mixed", ACTA.split("|"), [])


def test_all_cards_are_of_the_other_kind():
    assert played(1) == ("Mixed", ACTA.split("|"), [])


def test_a_deck_of_one_kind_has_the_plain_reader():
    assert played(99)[0] == "Mixed", "one card is enough"
    world = World(seed=3)
    device = Device(world, settings={"lang": "es"})
    device.boot()
    assert type(device.app.mat._reader).__name__ == "PN5180"
