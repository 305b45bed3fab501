"""The doctor's lines on both sides, for all texts there are: what the device reads, what the desktop reads of it."""

import re
import tomllib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from support.web_host import ROOT
from tapete.doctor import protocol
from tapete.doctor.protocol import COMMANDS, MOST, Failed, parse
from tapete_host.device.commands import _STAGES
from tapete_host.device.doctor import advice, line, stages
from tapete_host.device.doctor.person import Nobody

WORDS = st.sampled_from([name for name, _, _ in COMMANDS]) | st.text(max_size=8)
LINES = st.binary(max_size=2 * MOST) | st.lists(WORDS | st.integers(-9, 999).map(str), max_size=5).map(
    lambda words: " ".join(words).encode()
)


@given(LINES)
@example(b"antenna 1 60 0")
def test_a_line_is_a_command_or_has_the_number_of_its_first_fault(text):
    try:
        name, module, numbers = parse(text)
    except Failed as failed:
        printable = all(32 <= byte < 127 for byte in text)
        wanted = {2} if len(text) > MOST else {3} if not printable else {1, 4, 5}
        assert failed.number in wanted
        return
    bounds = {known: (where, limits) for known, where, limits in COMMANDS}
    assert bounds[name][0] == module and len(numbers) == len(bounds[name][1])
    assert all(least <= n <= most for n, (least, most) in zip(numbers, bounds[name][1]))
    assert parse(" ".join([name, *map(str, numbers)]).encode()) == (name, module, numbers)


class Said:
    """A device that answers with these lines."""

    def __init__(self, *lines: str):
        self.lines = list(lines)

    def send(self, text: str) -> None:
        assert "\n" not in text

    def line(self, seconds: float) -> str:
        return self.lines.pop(0)


@given(st.integers(1, 9999), st.text())
def test_an_error_is_read_as_it_was_written(number, text):
    with pytest.raises(line.PartFailed) as failed:
        line.Line(Said(protocol.error(Failed(number, text)))).ask("x")
    assert failed.value.number == number and failed.value.text == protocol.plain(text)


@given(st.lists(st.text(), max_size=4))
def test_what_is_no_answer_is_a_note_and_the_answer_is_waited_for(texts):
    lines = [text.replace("\n", " ").replace("\r", " ") for text in texts]
    lines = [text for text in lines if not re.match(r"OK( |$)|ERROR|PROGRESS", text)]
    notes: list[str] = []
    assert line.Line(Said(*lines, "PROGRESS 3 4", "OK a=1")).ask("x", notes.append) == "a=1"
    assert notes == [text.removeprefix("# ") for text in lines]


def test_figures_are_numbers_where_they_can_be():
    assert line.figures("a=1 b=-47 c=3.5 d=ok:12,x:3 e") == {
        "a": 1,
        "b": -47,
        "c": "3.5",
        "d": "ok:12,x:3",
        "e": "",
    }


@pytest.mark.parametrize(
    "answer, state, words",
    [
        ("OK networks=3 best=-47", "ok", "3 networks, the strongest at -47 dBm"),
        ("OK networks=0", "ok", "the radio works; no network is heard here"),
        ("OK absent", "absent", "this build has no radio"),
        ('ERROR 81 "the radio does not work"', "failed", "the radio does not work"),
    ],
)
def test_a_radio_is_told_of(answer, state, words):
    """The virtual board has none yet."""
    part = stages.Part("wifi", line.Line(Said(answer)), Nobody(), {}, lambda done, of: None)
    assert (stages.run(part).state, part.words) == (state, words)


def test_the_commands_options_are_the_stages():
    assert list(stages.STAGES) == _STAGES


def test_every_number_has_its_advice_and_its_row():
    """Those of the firmware's sources, those of the desktop, the file of advice and the READMEs' table are the same."""
    ours = {value for name, value in vars(advice).items() if name.isupper() and isinstance(value, int)}
    folder = ROOT / "firmware/tapete/doctor"
    texts = "".join(path.read_text() for path in folder.glob("*.py") if path.stem != "protocol")
    theirs = {int(n) for n in re.findall(r"^_?[A-Z_]+ = ([1-9]\d)$", texts, re.M)}
    theirs |= {
        int(n) for row in re.findall(r"NUMBERS = (\{.*\})", texts) for n in re.findall(r": (\d\d)\b", row)
    }
    assert ours.isdisjoint(theirs)
    rows = re.findall(r"^\| (\d+) \|", (ROOT / "firmware/README.md").read_text(), re.M)
    assert {int(row) for row in rows} == ours | theirs | set(range(1, 8))
    assert set(advice.known()) == ours | theirs | {6, 7}


def test_the_program_says_the_version_of_the_whole():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    unit = (ROOT / "firmware/tapete/doctor/unit.py").read_text()
    assert f'PROGRAM = "{project["version"]}"' in unit
