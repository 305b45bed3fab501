"""The whole device with an antenna a seat: set-up, order, early cards, a dead reader, a power cut."""

from support.seat_top import BOARDS
from tapete_host.sim.desk import Device
from tapete_host.sim.people import People
from tapete_host.sim.world import World


def _people(board="wroom_mfrc522", antennas=(1, 2, 3, 4), **options):
    world = World(board=board, **options)
    people = People(Device(world, settings={"lang": "es", "antennas": list(antennas)}))
    people.boot()
    return people


def _dealt(**options):
    people = _people(**options)
    people.play(["ok", "lay 6C@4", "ok", "collect"])
    return people


def _events(people, last):
    return [line for line in people.acta() if line[0] != "@"][-last:]


def test_the_map_of_the_antennas_is_asked_once_and_kept_over_a_restart():
    people = _people(antennas=(0, 0, 0, 0))
    people.play(["ok", "expect question antenna"])
    for antenna in (2, 4, 1, 3):
        people.play(["lay 5O@%d" % antenna, "collect"])
        assert people.device.app.settings.antennas.count(0) == 0
    people.play(["expect screen deal"])
    people.world.power_cut()
    people.restart()
    assert people.device.app.settings.antennas == [3, 1, 4, 2]
    people.play(["lay 6C@1", "ok", "collect", "lay AO@2", "lay 3O@4"])
    assert _events(people, 3) == ["deal 4 6C", "play AO 1", "play 3O 2"]


def test_cards_at_once_and_before_their_turn_are_plays_in_turn_on_both_boards():
    for board in BOARDS:
        people = _dealt(board=board)
        people.play(["lay AO@1", "lay 5O@4 3O@2 RO@3", "expect screen won", "collect"])
        assert _events(people, 4) == ["play AO 1", "play 3O 2", "play RO 3", "play 5O 4"]
        asked = [line for line in people.records if line.startswith("question ") and line != "question -"]
        assert asked[0].startswith("question setup_start") and len(asked) == 1, asked
        people.play(["lay 7O@1", "lay 6O@3", "expect refused not_your_turn", "lay 4O@2", "expect turn 4"])
        assert _events(people, 3) == ["play 7O 1", "play 4O 2", "play 6O 3"]
        assert [line for line in people.records if line.startswith("answer 0 ") and "not_your_turn" in line]


def test_a_dead_reader_is_shown_by_its_seat_and_its_player_lays_elsewhere():
    people = _dealt()
    people.play(["lay AO@1"])
    people.world.fault("reader_dead", True, seat=2)
    people.run(1500)
    assert people.device.app.table.view.trouble == ("bus_fault", (2,))
    assert [line for line in people.records if line.startswith("note reader2 bus_fault")]
    people.play(["ok", "lay 3O@3", "lay RO@3", "lay 5O@4", "expect screen won"])
    people.run(61000)
    assert people.device.app.table.view.kind == "won"  # the others go on: nobody has to play by hand
    assert _events(people, 4) == ["play AO 1", "play 3O 2", "play RO 3", "play 5O 4"]
    people.world.fault("reader_dead", False, seat=2)
    people.run(6500)
    people.rest()
    assert [line for line in people.records if line.startswith("note reader2 working")]
    people.play(["collect", "lay 7O@1", "lay 2O@2", "expect turn 3"])


def test_a_card_laid_while_the_power_was_away_is_asked_and_its_seat_is_known():
    people = _dealt()
    people.play(["lay AO@1", "lay 3O@2"])
    people.world.power_cut()
    people.world.lay("RO", seat=3)
    people.world.lay("5O", seat=4)
    people.restart()
    people.play(["expect question whose", "ok", "expect question whose", "ok", "expect screen won"])
    assert _events(people, 4) == ["play AO 1", "play 3O 2", "play RO 3", "play 5O 4"]
