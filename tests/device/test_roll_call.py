"""Known cards are asked by their UIDs; the field is reset only when somebody unknown may lie quiet."""

from support.mat_bench import Bench


def lying(*cards):
    bench = Bench(pace="play")
    bench.run(50)
    for card in cards:
        bench.world.field.lay(card)
        bench.run(200)
    assert bench.names() == ["laid " + card for card in cards]
    return bench


def test_the_field_is_not_reset_while_all_that_is_quiet_is_known():
    bench = lying("AO", "3O", "RO", "5C")
    bench.run(3000)
    epoch = bench.reader.epoch
    sends = bench.world.reader.sends
    bench.run(20000)
    assert bench.reader.epoch == epoch and bench.names() == []
    assert bench.world.reader.sends - sends > 20000 // 22 // 2, "it polls on"
    assert bench.longest < 35000, bench.longest


def test_a_card_that_goes_is_missed_by_its_uid():
    for card in ("AO", "3O", "RO", "5C"):
        bench = lying("AO", "3O", "RO", "5C")
        bench.run(3000)
        epoch = bench.reader.epoch
        gone = bench.world.now
        bench.world.field.lift(card)
        assert bench.run(2500, lambda bench=bench: len(bench.events) > 0), card
        assert bench.names() == ["lifted " + card]
        assert (bench.world.now - gone) // 1000 < 2400
        assert bench.reader.epoch - epoch <= 1  # the one that follows: who was quiet is not known any more


def test_a_tag_that_is_quiet_and_unknown_is_found_by_a_reset():
    # It answered a poll and was told to be quiet, and was then not heard a second time.
    bench = lying("AO", "3O")
    bench.run(3000)
    field = bench.world.field
    field.lay("RO")
    assert bench.run(100, lambda: bench.reader.silenced == 3)
    field.shadow("RO")
    tag = field.find("RO").tag
    bench.run(400)
    assert bench.names() == []
    tag.lost_at = None  # it never lost its power, only its answers did not arrive
    tag.state = 2
    field.shadow("RO", False)
    tag.state = 2
    bench.run(1500)
    assert bench.names() == ["laid RO"]


def test_a_known_card_is_heard_however_the_answers_suffer():
    bench = lying("AO", "3O", "RO", "5C")
    bench.world.field.drop = 0.2
    bench.world.field.flip = 0.02
    bench.run(30000)
    assert bench.names() == [], "a lost answer is no lifted card"
    assert len(bench.present()) == 4
