"""Where cards and antennas lie on the mat, for one reader and for an antenna a seat."""

import pytest

from tapete_host import web_checks as check
from tapete_host.hardware.mat import EXACT
from tapete_host.sim.world import World
from tapete_host.web_mat import Mat

ONE = {"coil_mm": 65, "seats": 0}


def four() -> dict:
    """What the model of a board with an antenna a seat says of it."""
    return {"coil_mm": World("wroom_mfrc522").field.coil_mm, "seats": 4}


def test_one_reader_has_one_measure():
    mat = Mat(ONE)
    assert mat.zones()["mat_mm"] == 200 and not mat.zones()["own"]
    assert mat.zones()["tolerance_mm"] == 14.9 and mat.zones()["reach_mm"] == 58.5
    entry = {"card": "AO", "x": 3, "y": -40}
    assert mat.to_antenna(entry) == entry and mat.from_antenna(entry) == entry
    assert mat.free_place(2, []) == (38, 0) and mat.free_place(None, []) == (0, 0)
    assert mat.free_place(2, [(38, 0)]) == (38, -30)


def test_an_antenna_a_seat_is_where_it_is_printed_and_as_wide_as_the_model_has_it():
    mat = Mat(four())
    zones = mat.zones()
    assert (
        zones["own"]
        and zones["mat_mm"] == EXACT.size[0]
        and zones["tolerance_mm"] == round(EXACT.tolerance(), 1)
    )
    assert zones["seats"] == {str(seat): {"x": x, "y": y} for seat, x, y in EXACT.places()}


@pytest.mark.parametrize("seat, x, y", EXACT.places())
def test_a_card_goes_to_the_antenna_that_it_lies_nearest_to_and_back(seat, x, y):
    mat = Mat(four())
    entry = mat.to_antenna({"card": "AO", "x": x + 5, "y": y - 7})
    assert entry == {"card": "AO", "seat": seat, "x": 5, "y": -7}
    assert mat.from_antenna({**entry, "coupling": 1})["x"] == x + 5
    assert mat.to_antenna({"card": "AO", "seat": seat}) == {"card": "AO", "seat": seat}


def test_cards_beyond_the_square_are_not_heard_and_those_within_are():
    world = World("wroom_mfrc522")
    mat = Mat({"coil_mm": world.field.coil_mm, "seats": 4})
    world.fields[1].carrier(True)
    for off, heard in ((mat.reach - 0.5, True), (mat.reach + 4, False)):
        entry = mat.to_antenna({"card": "AO", "x": EXACT.centre + off, "y": 0})
        placed = world.lay("AO", entry["seat"], entry["x"], entry["y"])
        assert entry["seat"] == 2 and placed.powered == heard


def test_a_request_names_a_seat_or_a_place():
    assert check.mat({"lay": ["AO"], "seat": 3}) == ([{"card": "AO"}], [], 3)
    assert check.mat({"lay": ["04112233445566"]})[0] == [{"card": "04112233445566"}]
    with pytest.raises(check.BadRequest, match="either"):
        check.mat({"lay": [{"card": "AO", "x": 1, "y": 2}], "seat": 3})
