"""`tapete doctor` at the virtual board: all well, each part that fails with its advice, a match that goes on."""

import io
import json
import os
import re

import pytest

from support import doctor_story
from support.cable import Cable
from support.doctor_person import doctor
from support.in_process import told
from support.web_host import ROOT, Table
from tapete_host import cli
from tapete_host.device.board import Board
from tapete_host.device.doctor import command, line, stages
from tapete_host.device.doctor.advice import advice

WAIT_S = 120
QUICK = 4  # how fast the clock runs where nobody looks at it


@pytest.fixture
def long(soak):
    """For what takes a quarter of a minute or more."""
    if not soak:
        pytest.skip("long: under --soak")


LONG = pytest.mark.usefixtures("long")


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    made = Table(
        tmp_path_factory.mktemp("doctor") / "profile", QUICK, "--lang", "en", "--pty", "--ring", "12"
    )
    yield made
    made.close()


@pytest.fixture(scope="module")
def stopped(tmp_path_factory):
    """(table, board) of one whose app is stopped all the time."""
    where = tmp_path_factory.mktemp("stopped") / "profile"
    made = Table(where, QUICK, "--lang", "en", "--pty", "--ring", "12")
    made.at_table()
    with Board(made.serial_line()) as board:
        yield made, board
    made.close()


@pytest.fixture
def examine(stopped, capsys):
    """examine("reader") -> (exit code, what was printed) of stages at a board whose app is stopped."""

    def run(*names: str) -> tuple[int, str]:
        capsys.readouterr()
        code = command.examine(stopped[1], names, False, None, None)
        return code, capsys.readouterr().out

    return run


@pytest.fixture(scope="module")
def seats(tmp_path_factory):
    """A board with an antenna a seat."""
    where = tmp_path_factory.mktemp("seats") / "profile"
    made = Table(where, QUICK, "--lang", "en", "--pty", "--board", "s3_mfrc522")
    yield made
    made.close()


@pytest.fixture
def tool(monkeypatch, capsys):
    """tool(table, "--stage", "reader") -> (exit code, standard output, standard error), nobody being there."""

    def run(table: Table, *words: str) -> tuple[int, str, str]:
        monkeypatch.setenv("TAPETE_PORT", table.serial_line())
        return told(capsys, "doctor", "--no-person", *words)

    return run


def flat(text: str) -> str:
    """A text without its line breaks."""
    return re.sub(r"\s+", " ", text)


# -- all is well


def test_a_good_unit_has_a_whole_report(table, tmp_path):
    """With somebody who looks, listens, presses and lays cards, at the pace of people."""
    table.at_table()
    table.post("/api/speed", factor=1)
    page, data = tmp_path / "card.html", tmp_path / "card.json"

    def lay():
        table.post("/api/mat", lay=[{"card": "AO", "x": 0, "y": -38}])

    def lift():
        table.post("/api/mat", lift=["AO"])

    does = {"> Lay a card": lay, "antennas  ok": lift}
    code, said = doctor(table, "--html", str(page), "--json", str(data), no=("Pass all",), does=does)
    assert code == 0 and said.endswith("all good\n"), said
    told = json.loads(data.read_text())
    assert told["format"] == 1 and told["complete"] and told["passed"] and told["person"]
    assert told["unit"]["board"] == "wroom_pn5180" and told["unit"]["unit"] == "240ac4000001"
    assert [s["stage"] for s in told["stages"]] == list(stages.STAGES)
    states = {s["stage"]: s["state"] for s in told["stages"]}
    assert {name for name, state in states.items() if state != "ok"} == {"wifi"} and states[
        "wifi"
    ] == "absent"
    empty, card = next(s for s in told["stages"] if s["stage"] == "antennas")["antennas"]
    assert (empty["card"], empty["silent"]) == (False, 60) and (card["card"], card["answers"]) == (True, 60)
    assert card["agc"] == 288
    figures = {s["stage"]: s["figures"] for s in told["stages"]}
    assert 3000 < figures["panel"]["full_ms"] < 6000 and figures["buttons"]["presses"] == 4
    assert abs(figures["clock"]["drift_ppm"]) < 100_000 and figures["light"] == {"leds": 12}
    text = page.read_text()
    assert "240ac4000001" in text and "://" not in text and text.count("<tr") == len(stages.STAGES)
    table.post("/api/speed", factor=QUICK)


@LONG
def test_all_cards_are_passed_and_one_is_missed(table):
    """Each lies on the mat for a moment; one has a sticker that nobody hears."""
    table.at_table()

    def pass_all():
        now = int(table.state()["now_ms"])
        for k, card in enumerate(table.state()["cards"]):
            coupling = {"coupling": 0} if card == torn else {}
            lain = {"card": card, "x": 0, "y": -38, **coupling}
            table.post("/api/mat", lay=[lain], at_ms=now + 1000 + 300 * k)
            table.post("/api/mat", lift=[card], at_ms=now + 1200 + 300 * k)

    torn = "5C"
    code, said = doctor(table, "--stage", "deck", does={"> Pass them": pass_all})
    assert code == 1 and "deck      FAILED   not noticed: 5C (error 95)" in said
    torn = ""
    table.at_table()
    code, said = doctor(table, "--stage", "deck", does={"> Pass them": pass_all})
    assert (
        code == 0
        and "deck      ok       40 cards, none double, all heard\n1 of 12 stages run, all good" in said
    )


# -- what fails


@pytest.mark.parametrize(
    "stage, fault, arguments, number",
    [
        ("reader", "reader_dead", {"miso": 255}, 12),
        ("reader", "reader_dead", {"miso": 0}, 12),
        ("reader", "reader_no_idle", {}, 11),
        ("reader", "reader_busy_stuck", {}, 11),
        ("reader", "reader_supply", {}, 13),
        ("reader", "reader_antenna", {}, 14),
        ("antennas", "noise", {"p": 0.5}, 23),
        ("antennas", "tag_drop", {"p": 0.5}, 22),
        ("antennas", "bit_errors", {"p": 0.5}, 23),
        ("panel", "panel_missing", {}, 31),
        ("panel", "panel_busy_high", {}, 32),
        ("panel", "panel_v1", {}, 33),
        ("buttons", "button_stuck", {"button": "cante"}, 41),
        ("flash", "flash_full", {}, 61),
        ("flash", "flash_error", {}, 62),
        ("battery", "battery", {"mv": 3300}, 82),
    ],
)
def test_a_part_that_fails_is_told_with_what_to_do(stopped, examine, stage, fault, arguments, number):
    table = stopped[0]
    if fault in ("tag_drop", "bit_errors"):
        table.post("/api/mat", lay=[{"card": "AO", "x": 0, "y": -38}])
    table.post("/api/fault", name=fault, **arguments)
    try:
        code, out = examine(stage)
    finally:
        rest = {key: value for key, value in arguments.items() if key == "button"}
        table.post("/api/fault", name=fault, on=False, **rest)
        if fault in ("tag_drop", "bit_errors"):
            table.post("/api/mat", lift=["AO"])
    assert code == 1 and re.search(rf"^{stage} +FAILED   .*\(error {number}\)\n", out, re.M), out
    assert flat(advice(number)) in flat(out) and out.endswith(f"1 of 1 failed: {stage}\n")


def test_all_parts_are_good_again_after_those_faults(examine):
    names = [name for name in stages.STAGES if name != "clock"]  # which runs faster here
    code, out = examine(*names)
    assert code == 0 and out.count(" ok ") == 10 and out.count(" absent ") == 1, out


def test_the_one_reader_that_fails_is_told_once(stopped, examine):
    table = stopped[0]
    table.post("/api/fault", name="reader_supply")
    code, out = examine("reader", "antennas")
    table.post("/api/fault", name="reader_supply", on=False)
    assert code == 1 and "antennas  skipped  the reader does not work\n1 of 2 failed: reader\n" in out


def test_a_board_without_a_battery_has_none(stopped, examine):
    table = stopped[0]
    table.post("/api/fault", name="battery", mv=0)
    code, out = examine("battery")
    table.post("/api/fault", name="battery", on=False)
    assert code == 0 and "battery   absent   none: it runs on its USB supply\n" in out


@LONG
def test_a_clock_that_runs_away(examine):
    """The virtual board's runs four times as fast as ours."""
    code, out = examine("clock")
    assert code == 1 and re.search(r"clock     FAILED   it runs \+\d{3}% against .* \(error 73\)", out), out


@pytest.mark.parametrize(
    "stage, question, number",
    [
        ("panel", "Does the panel show", 34),
        ("sound", "Did you hear", 51),
        ("light", "Were all 12 lights", 52),
    ],
)
def test_what_a_person_does_not_see_or_hear_fails(table, stage, question, number):
    table.at_table()
    code, said = doctor(table, "--stage", stage, no=(question,))
    assert code == 1 and f"(error {number})" in said and flat(advice(number)) in flat(said)


def test_a_card_on_the_mat_that_should_be_empty(table):
    table.at_table()
    table.post("/api/mat", lay=[{"card": "AO", "x": 0, "y": -38}])
    code, said = doctor(table, "--stage", "antennas")
    table.post("/api/mat", lift=["AO"])
    assert code == 1 and "antenna 1 hears a card where none should lie (error 24)" in said


def test_a_wrong_button_is_told_and_the_right_one_waited_for(table):
    table.at_table()
    pressed: list[str] = []

    def press(name: str) -> None:
        wrong = "cambio" if name == "cante" and "cambio" not in pressed else name
        pressed.append(wrong)
        table.post("/api/button", name=wrong)

    does = {r"> Press (\w+)\n": press, r"> That was cambio\n": lambda: press("cante")}
    code, said = doctor(table, "--stage", "buttons", does=does)
    assert code == 0 and pressed == ["ok", "cambio", "cante", "cambio", "deshacer"], said
    assert "buttons   ok       4 pressed; contacts bounce for " in said


@LONG
def test_a_button_that_is_not_pressed(table):
    """Its half minute is the device's."""
    table.at_table()
    table.post("/api/speed", factor=16)

    def press(name: str) -> None:
        if name != "cambio":
            table.post("/api/button", name=name)

    code, said = doctor(table, "--stage", "buttons", does={r"> Press (\w+)\n": press})
    table.post("/api/speed", factor=QUICK)
    assert code == 1 and "no contact, or nobody there: cambio (error 42)" in said


# -- flash, deck, memory as they may be


FILL = """
import os
with open("/filler", "wb") as f:
    piece = bytes(4096)
    for _ in range(os.statvfs("/")[3] - 12):
        f.write(piece)
"""


def test_a_flash_that_is_nearly_full(stopped, examine):
    table, board = stopped
    table.post("/api/speed", factor=100)
    board.run(FILL)
    table.post("/api/speed", factor=QUICK)
    code, out = examine("flash")
    board.remove("/filler")
    assert code == 1 and re.search(
        r"flash     FAILED   nearly full: \d+ of 2,048 KB free \(error 65\)", out
    ), out


@LONG
def test_a_deck_that_is_not_whole(stopped, examine):
    board = stopped[1]
    deck = board.read("/deck.txt")
    lines = deck.decode().splitlines()
    spoilt = {
        93: deck.decode().replace(lines[2].split()[1], lines[1].split()[1]),
        92: "\n".join(line for line in lines if not line.startswith("AO ")) + "\n",
        94: deck.decode() + "AO what\n",
        91: None,
    }
    try:
        for number, changed in spoilt.items():
            board.write("/deck.txt", changed.encode()) if changed else board.remove("/deck.txt")
            code, out = examine("deck")
            assert code == 1 and f"(error {number})" in out and flat(advice(number)) in flat(out), out
    finally:
        board.write("/deck.txt", deck)
    assert examine("deck")[0] == 0


def test_a_chip_with_too_little_memory(tmp_path, tool):
    small = Table(tmp_path / "profile", QUICK, "--pty", "--heap", "190000")
    try:
        code, out, _ = tool(small, "--stage", "memory")
    finally:
        small.close()
    assert code == 1 and re.search(r"memory    FAILED   \d{3},\d{3} bytes of heap.* \(error 71\)", out), out


# -- an antenna a seat


@LONG
def test_one_reader_of_four_is_silent_and_the_others_are_heard(seats, tool, tmp_path):
    seats.at_table()
    data = tmp_path / "unit.json"
    seats.post("/api/mat", lay=["AO"], seat=3)
    code, out, _ = tool(seats, "--stage", "reader", "--stage", "antennas", "--json", str(data))
    assert code == 0 and "4 MFRC522, versions 92,92,92,92; fields on" in out, out
    assert "1 of 4 heard a card, at worst 100% of the polls" in out
    seats.post("/api/fault", name="reader_dead", seat=2)
    code, out, _ = tool(seats, "--stage", "reader", "--stage", "antennas", "--json", str(data))
    seats.post("/api/fault", name="reader_dead", seat=2, on=False)
    seats.post("/api/mat", lift=["AO"])
    assert code == 1 and out.count("reader 2, bus_fault: VersionReg reads FF (error 12)") == 2, out
    told = json.loads(data.read_text())
    assert [s["error"] for s in told["stages"]] == [12, 12] and not told["passed"] and not told["complete"]
    rates = told["stages"][1]["antennas"]
    assert [(r["antenna"], r["card"], r["answers"]) for r in rates] == [
        (1, False, 0),
        (3, True, 60),
        (4, False, 0),
    ]


@LONG
def test_each_of_four_antennas_hears_its_card(seats):
    seats.at_table()
    laid: list[str] = []

    def lay(number: str) -> None:
        laid.append(number)
        seats.post("/api/mat", lay=["AO"], seat=int(number))

    def lift() -> None:
        if laid:
            seats.post("/api/mat", lift=["AO"])

    does = {r"> Lay a card flat on antenna (\d)": lay, "> Take the card off": lift, "antennas  ": lift}
    code, said = doctor(seats, "--stage", "antennas", does=does)
    assert code == 0 and "4 of 4 heard a card, at worst 100% of the polls" in said, said


def test_what_the_board_does_not_have_is_absent(seats, tool):
    seats.at_table()
    code, out, _ = tool(seats, "--stage", "light", "--stage", "wifi")
    assert code == 0 and "light     absent   no ring of lights is set\nwifi      absent   this" in out


# -- the line itself


def test_the_device_refuses_what_is_no_command_and_goes_on(stopped):
    wrong = {
        "": 1,
        "hallo": 1,
        "x" * 81: 2,
        "x" * 5000: 2,
        "read\x7f": 3,
        "r\u00e9ader": 3,
        "reader 1": 4,
        "deck -1": 5,
    }
    with line.opened(stopped[1]) as doctors:
        for text, number in wrong.items():
            with pytest.raises(line.PartFailed) as failed:
                doctors.ask(text)
            assert failed.value.number == number, text
            assert doctors.ask("hello\r").startswith("doctor=1 ")


def test_nobody_at_the_terminal_is_one_sentence(table, monkeypatch, capsys):
    table.at_table()
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    code = cli.run(["doctor", "--stage", "sound", "--port", table.serial_line()])
    assert (
        code == 1
        and capsys.readouterr().err
        == "tapete: nobody is there to answer: add --no-person, or run it at a terminal\n"
    )


def test_a_report_that_could_not_be_written_is_refused_first(tmp_path, capsys):
    where = tmp_path / "none" / "card.html"
    assert cli.run(["doctor", "--html", str(where), "--port", "/dev/nowhere"]) == 2
    assert f"there is no folder {where.parent}" in capsys.readouterr().err


def test_an_older_program_on_the_device_is_told(table, tool, monkeypatch):
    table.at_table()
    monkeypatch.setattr(line, "_PROGRAM", line._PROGRAM.replace("serve", "surgeon"))
    code, out, err = tool(table)
    assert (code, out) == (4, "") and "the program on the device is older than this command" in err
    table.at_table()


def test_a_match_goes_on_after_it(table, tool):
    table.in_a_match()
    for _ in range(3):
        table.post("/api/play", what="card")
    before = table.acta()
    names = [name for name in stages.STAGES if name != "clock"]
    code, out, err = tool(table, *(word for name in names for word in ("--stage", name)))
    assert (code, err) == (0, ""), out
    table.at_table()
    assert table.acta() == before and before[-1].startswith("play ")
    table.post("/api/play", what="card")
    assert len(table.acta()) == len(before) + 1


def test_a_cable_pulled_in_the_middle_is_one_sentence_and_the_match_goes_on(table, tool, monkeypatch):
    table.in_a_match()
    before = table.acta()
    cable = Cable(table.serial_line())
    told: list[str] = []

    def cut(part):
        told.append(part.stage)
        cable.cut()

    monkeypatch.setitem(stages.STAGES, "flash", lambda part: (cut(part), part.ask("flash"))[1])
    code, out, err = tool(table, "--stage", "reader", "--stage", "flash", "--port", cable.address)
    cable.close()
    assert code == 1 and told == ["flash"] and "reader    ok" in out
    assert err.startswith("tapete: ") and err.count("\n") == 1 and "Look at the cable and try again" in err
    table.post("/api/speed", factor=16)  # a minute until the device sees that nobody is there
    table.at_table()
    table.post("/api/speed", factor=QUICK)
    assert table.acta() == before
    table.post("/api/play", what="card")
    assert len(table.acta()) == len(before) + 1


@LONG
def test_the_transcript_is_as_it_was_read(table):
    assert doctor_story.told(table) == doctor_story.GOLDEN.read_text(), "make golden"


def test_the_golden_transcript_shows_every_stage():
    text = doctor_story.GOLDEN.read_text()
    names = [name for name in stages.STAGES if name != "clock"]  # which the virtual board may have run faster
    assert all(re.search(rf"^{name} ", text, re.M) for name in names)
    assert os.path.commonpath([ROOT, doctor_story.GOLDEN]) == str(ROOT)
