"""The example match over an antenna a seat: the acta is the one that the referee was given, and nobody is asked whose
a card is."""

import pytest

from support import find_match, make_script
from tapete_host import demo


@pytest.fixture(scope="module")
def told():
    """Everything that the device told while people played the script through the decoder and four MFRC522."""
    return demo.collect(demo.SEATS_SCRIPT, "wroom_mfrc522")


def test_the_script_is_made_from_the_match():
    wanted = make_script.lines(make_script.SeatScene(), make_script._SEATS_HEAD)
    assert demo.SEATS_SCRIPT.read_text().splitlines() == wanted


def test_the_acta_is_that_of_the_match(told):
    wanted = [text for text, remark in find_match.match() if not remark.startswith("refused")]
    heads = ("acta", "rules", "target", "seat")
    lines = [told.acta[n] for n in sorted(told.acta)]
    assert [x for x in lines if x[0] != "@" and x.split()[0] not in heads] == wanted


def test_nothing_is_asked_but_what_people_must_say(told):
    asked = {text.split()[1] for _, text in told.records if text.startswith("question ")} - {"-"}
    assert asked == {"setup_start", "cante", "swap", "before_lead"}, asked
