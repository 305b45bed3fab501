"""The page of a board with an antenna a seat and the 7.5" panel: the mat as it is printed, cards over the antennas,
health by seat, on a phone. With `make soak`: a table and a browser take 13 s of processor time."""

import json
import os
import pathlib

import pytest

from support.page_hands import CHROMIUM, Hands, browser
from support.web_host import Table
from tapete_host.hardware.mat import EXACT

pytestmark = [
    pytest.mark.skipif(
        not pathlib.Path(CHROMIUM).exists(), reason="no chromium here (apt-get install chromium)"
    ),
    pytest.mark.skipif(not os.getenv("TAPETE_SOAK"), reason="in make soak"),
]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    more = ("--lang", "en", "--board", "wroom_mfrc522", "--panel", "uc8179")
    made = Table(tmp_path_factory.mktemp("seats") / "profile", 4, *more)
    yield made
    made.close()


def refused(table, **body) -> str:
    """The sentence with which such a mat request is refused."""
    status, _, data = table.request("POST", "/api/mat", json.dumps(body).encode())
    assert status == 400
    return json.loads(data)["error"]


def test_a_trick_over_four_antennas(table):
    with browser() as chromium:
        page = chromium.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        hands = Hands(page, f"{table.address}?lang=en&seed=7")
        state = hands.wait("s.screen.kind === 'new_match' && s.question")
        assert state["health"] == dict.fromkeys(
            ("reader1", "reader2", "reader3", "reader4", "panel", "flash"), "working"
        )
        zones = state["zones"]
        assert zones["own"] and zones["mat_mm"] == EXACT.size[0] and zones["centre_mm"] == EXACT.centre
        assert zones["tolerance_mm"] == round(EXACT.tolerance(), 1)
        squares = page.locator("#mat .reach")
        assert squares.count() == 4
        sides = [squares.nth(i).evaluate("e => e.width.baseVal.value") for i in range(4)]
        assert all(abs(side - 2 * EXACT.tolerance()) < 0.1 for side in sides)
        hands.press("ok")
        hands.wait("s.screen.kind === 'deal'")
        page.click("#deal")
        hands.wait("s.hands && s.dealt")
        page.click("#play-card")
        state = hands.wait("s.phase === 'play' && s.mat.length === 0 && s.turn && s.hands")
        for n in range(1, 4):
            seat = state["turn"]
            card = hands.legal(table, state, seat)
            place = zones["seats"][str(seat)]
            if n == 1:  # dragged, a little off the cross; the others by a tap
                at = place["x"] + 5, place["y"] - 6
                hands.point(card)
                box = page.locator("#mat").bounding_box()
                k = box["width"] / zones["mat_mm"]
                middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
                mine = page.locator(f'[data-card="{card}"]').bounding_box()
                start = hands.point(card)
                grab = start[0] - mine["x"] - mine["width"] / 2, start[1] - mine["y"] - mine["height"] / 2
                page.mouse.move(*start)
                page.mouse.down()
                page.mouse.move(start[0] + 9, start[1] + 4)
                page.mouse.move(middle[0] + at[0] * k + grab[0], middle[1] - at[1] * k + grab[1], steps=4)
                page.mouse.up()
            else:
                page.mouse.click(*hands.point(card))
            state = hands.wait(f"s.table.length === {n} && s.turn && s.hands && s.mat.length === {n}")
            laid = state["mat"][[one["card"] for one in state["mat"]].index(card)]
            assert (
                laid["seat"] == seat and abs(laid["x"] - place["x"]) < 8 and abs(laid["y"] - place["y"]) < 8
            )
        hands.rest()
        assert page.evaluate("document.querySelector('#screen').naturalWidth") == 800
        hands.shot("page-seats")
        page.set_viewport_size({"width": 390, "height": 844})
        page.click("#trouble > summary")
        page.select_option("#fault-reader_dead-seat", "3")
        page.click('[data-fault="reader_dead"]')
        hands.wait("s.faults.active.join() === 'reader_dead 3'")
        hands.wait("s.health.reader3 !== 'working' && s.health.reader1 === 'working'")
        page.wait_for_selector('#health li[data-part="reader3"]')
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        hands.shot("page-seats-phone", full_page=True)
        page.click("#faults-off")
        hands.wait("s.health.reader3 === 'working'")
        assert hands.errors == [] and hands.foreign == []
        assert hands.state["trouble"] is None


def test_a_seat_is_named_or_a_place_is_given(table):
    assert "either" in refused(table, lay=[{"card": "AO", "x": 0, "y": 80}], seat=2)
    assert "from 1 to 4" in refused(table, lay=["AO"], seat=5)
    lying = len(table.state()["mat"])
    mat = table.post("/api/mat", lay=["foreign"], seat=2)["mat"]
    assert len(mat) == lying + 1 and mat[-1]["seat"] == 2 or any(one["seat"] == 2 for one in mat)
    assert len(table.post("/api/mat", lift=["foreign"])["mat"]) == lying
