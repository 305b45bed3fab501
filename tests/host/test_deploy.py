"""`tapete deploy` at virtual boards: what is sent, a match that goes on, programs that do not play, cables and power
that fail at any moment, a flash without room. Most boards have a small program (support.small_device)."""

import contextlib
import hashlib
import io
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import threading
import time

import pytest
from PIL import Image

from support import small_device
from support.cable import Cable
from support.in_process import told
from tapete_host import build, places
from tapete_host.device import DeviceError, board, deploy, plan

SPEED = 16  # the tools speak in real time; the device need not be waited for
WAIT_S = 120  # only a board that has failed takes so long


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    made = small_device.table(tmp_path_factory.mktemp("small") / "profile", SPEED)
    yield made
    made.close()


@pytest.fixture(scope="module")
def address(table) -> str:
    return table.serial_line()


@pytest.fixture
def long(soak):
    """For all but one deploy, one program that fails, and a few cables."""
    if not soak:
        pytest.skip("long: under --soak")


LONG = pytest.mark.usefixtures("long")


def brought(address: str, program: deploy.Program, tell=lambda *what: None, seconds: float = 60) -> str:
    """Deployed -> what was done."""
    return deploy.deploy(address, program, tell, seconds)


def refused(address: str, program: deploy.Program, seconds: float = 60) -> str:
    """The sentence of a deploy that must fail, without the port."""
    with pytest.raises(DeviceError) as told:
        brought(address, program, seconds=seconds)
    return str(told.value).removeprefix(f"{address}: ")


def runs(address: str) -> str:
    """What a module of the program that starts next says of itself: see `marked`."""
    with board.Board(address) as device:
        return device.run(
            "import os\ntry:\n with open('/program.txt') as f: os.chdir(f.read())\nexcept OSError: pass\n"
            "import tapete.place\nprint(getattr(tapete.place, 'MARK', 'first'))\nos.chdir('/')"
        ).strip()


def marked(mark: str, **more: str) -> deploy.Program:
    """The program with one small module changed."""
    return small_device.program(tapete__place=f"+\nMARK = {mark!r}\n", **more)


# What is sent


def test_one_changed_module_is_one_file_and_the_match_goes_on(table, address):
    before = table.in_a_match(3)
    assert brought(address, small_device.program()) == "has this program already, nothing was sent"
    said = brought(address, marked("one"))
    assert re.fullmatch(r"1 files sent \(2 KB\), \d+ copied there; it plays \(screen trick\)", said), said
    table.at_table()
    assert table.acta() == before
    table.post("/api/play", what="card")
    assert len(table.acta()) == len(before) + 1
    assert runs(address) == "one"
    said = brought(address, marked("two"))
    assert said.startswith("1 files sent (2 KB), 0 copied there; it plays"), (
        "the others are there from before"
    )
    assert runs(address) == "two"
    assert brought(address, marked("one")).startswith("0 files sent"), "the program before is there as it was"
    assert brought(address, marked("one")) == "has this program already, nothing was sent"


@LONG
def test_a_new_font_and_words_are_read_from_where_they_are(table, address):
    program = marked("words")
    words = program.files["tapete/screens/en.txt"].replace(b"resume_title", b"resume_titel", 1)
    program.files["tapete/screens/en.txt"] = words
    assert brought(address, program).startswith("2 files sent")
    assert brought(address, marked("old words")).startswith("1 files sent")
    table.at_table()
    assert table.state()["trouble"] is None


# Programs that do not play


@LONG
@pytest.mark.parametrize(
    "source, why",
    [
        ("1 / 0\n", "it ended with ZeroDivisionError('divide by zero',)"),
        ("import machine\nwhile True:\n    pass\n", "it hung"),
        ("import machine\nmachine.reset()\n", "no screen in 3 starts"),
    ],
    ids=["crashes", "hangs", "resets"],
)
def test_a_program_that_cannot_start_is_left_by_the_device(table, address, source, why):
    before = table.in_a_match(3)
    was = runs(address)
    said = refused(address, marked("bad", start=source))
    assert said == (
        f"the new program was left ({why}), so the old one plays again (screen trick): tapete logs tells of a crash"
    )
    table.at_table()
    assert table.acta() == before and runs(address) == was


@LONG
def test_a_program_that_never_greets_is_stopped_from_here(table, address):
    table.in_a_match(3)
    was = runs(address)
    feeds = "import machine, time\ndog = machine.WDT(timeout=15000)\nwhile True:\n    dog.feed()\n    time.sleep(1)\n"
    said = refused(address, marked("mute", start=feeds), seconds=3)
    assert said.startswith("the new program did not greet (it says nothing: press EN (or RST) once")
    assert re.search(r"so the old one plays again \(/\S*, screen trick\): mend it and deploy again$", said)
    assert runs(address) == was


@LONG
def test_a_program_that_crashes_before_its_first_screen_is_left(table, address):
    was = runs(address)
    late = "+\n\ndef _bad(self, now):\n    raise ValueError('late')\n\n\nApp._step_watch = _bad\n"
    shortened = small_device.build.renaming().get("_step_watch", "_step_watch")
    said = refused(address, marked("late", tapete__app=late.replace("_step_watch", shortened)))
    # The app begins anew after a crash, for which the heap may have no room: either way it is left.
    assert re.match(
        r"the new program was left \((a crash, see /crash.txt|it ended with MemoryError.*)\)", said
    )
    assert runs(address) == was


def test_a_module_that_does_not_load_is_told_before_anything_is_switched(table, address):
    was = runs(address)
    said = refused(address, marked("broken", tapete__menu="import nowhere\n"))
    assert said == (
        "tapete.menu does not load on the device (ImportError(\"no module named 'nowhere'\",)), so the old program "
        "stays: mend it and deploy again"
    )
    assert runs(address) == was


@LONG
def test_a_program_for_another_micropython_is_refused(address):
    program = marked("other")
    program.files["start.mpy"] = b"M\x05" + program.files["start.mpy"][2:]
    assert refused(address, program).startswith(
        "its MicroPython takes .mpy files of version 6, and these have 5"
    )


@LONG
def test_a_bad_program_is_left_although_nobody_listens_any_more(table, address):
    """The cable is pulled right behind the restart."""
    before, was = table.in_a_match(3), runs(address)
    cable = Cable(address, behind=b"machine.reset()\x04")
    with pytest.raises(DeviceError):
        brought(cable.address, marked("alone", start="1 / 0\n"), seconds=1)
    cable.close()
    table.wait("the old program", lambda s: any("program left" in n for n in s["notes"]), WAIT_S)
    table.at_table()
    assert (table.acta(), runs(address)) == (before, was)


@LONG
def test_a_good_program_is_kept_although_nobody_listens_any_more(table, address):
    cable = Cable(address, behind=b"machine.reset()\x04")
    with pytest.raises(DeviceError):
        brought(cable.address, marked("kept"), seconds=1)
    cable.close()
    table.wait("the new program", lambda s: s["notes"][-1:] == ["program kept"], WAIT_S)
    assert runs(address) == "kept"


# Cables and power


@pytest.fixture
def impatient(monkeypatch):
    """A line that says nothing is given up soon."""
    monkeypatch.setattr(board, "_ANSWER_S", 3)
    monkeypatch.setattr(board, "_ENTER_S", 3)
    monkeypatch.setattr(deploy, "_SLOW_S", 5)
    monkeypatch.setattr(deploy, "_AGAIN_S", 1)


def test_a_cable_cut_anywhere_costs_nothing(table, address, impatient, soak):
    before = table.in_a_match(3)
    dice = random.Random(6)
    whole = Cable(address)
    brought(whole.address, marked("cut"))
    whole.close()
    now = "cut"
    for turn in range(100 if soak else 2):
        wanted = f"cut {turn}"
        cable = Cable(address, dice.randrange(whole.sent))
        said = "it plays"
        try:
            said = brought(cable.address, marked(wanted), seconds=10)
        except DeviceError as error:
            said = str(error)
        cable.close()
        table.post("/api/power", on=False)
        table.post("/api/power", on=True)
        table.at_table()
        assert table.acta() == before, (turn, said)
        assert brought(address, marked(wanted)), (turn, said)
        assert runs(address) == wanted, (turn, said, now)
        now = wanted
    table.at_table()
    assert table.acta() == before


@LONG
@pytest.mark.parametrize(
    "step",
    ["looking at what it has", "copying on the device", "sending", "testing", "starting the new program"],
)
def test_power_that_goes_in_the_middle_leaves_a_whole_program(table, address, step, impatient):
    """In the last step it goes between the switch and the restart: the new program is tried when it comes back."""
    before, was = table.in_a_match(3), runs(address)
    wanted = f"after {step}"

    def tell(kind: str, *what) -> None:
        if (kind, *what) == ("step", step):
            table.post("/api/power", on=False)

    with pytest.raises(DeviceError):
        brought(address, marked(wanted), tell, seconds=1)
    table.post("/api/power", on=True)
    table.at_table()
    assert table.acta() == before
    if step == "starting the new program":
        table.wait("a decision", lambda s: s["notes"][-1:] == ["program kept"], WAIT_S)
        assert runs(address) == wanted
    else:
        assert runs(address) == was
        assert brought(address, marked(wanted)).endswith("it plays (screen trick)")
    table.at_table()
    assert table.acta() == before


def fill(address: str, blocks: int) -> None:
    """Leave so many blocks of a flash free."""
    with board.Board(address) as device:
        device.lines(
            "import os\npiece = bytes(4096)\nwith open('/large', 'wb') as f:\n"
            f"    while os.statvfs('/')[3] > {blocks}:\n        f.write(piece)\n        f.flush()\n",
            lambda text: None,
            WAIT_S,
        )


@LONG
def test_a_flash_without_room_is_told_before_anything_is_written(table, address):
    was = runs(address)
    fill(address, 30)
    program = marked("room")
    program.files["tapete/screens/small300.bin"] = random.Random(1).randbytes(100_000)
    said = refused(address, program)
    assert re.match(
        r"\d+ KB of flash are lacking for a second program, so the old one stays: fetch old", said
    )
    assert runs(address) == was
    with board.Board(address) as device:
        device.remove("/large")
    assert brought(address, marked("room again"))


# The panel


@LONG
def test_the_panel_says_that_the_device_is_updated(table, address):
    glass = {}

    def tell(kind: str, *what) -> None:
        if (kind, *what) == ("step", "copying on the device"):
            glass["png"] = table.request("GET", "/api/screen.png")[2]

    brought(address, marked("shown"), tell)
    shown = (
        Image.open(io.BytesIO(glass["png"])).convert("L").point(lambda grey: 255 * (grey > 127)).convert("1")
    )
    accepted = json.loads((places.ROOT / "tests/golden/screens.json").read_text())
    assert hashlib.sha256(shown.tobytes()).hexdigest() == accepted["updating.400x300.en"]


# The command


@pytest.fixture(scope="module")
def others(tmp_path_factory, request):
    if not request.config.getoption("--soak"):
        pytest.skip("long: under --soak")
    made = [
        small_device.table(tmp_path_factory.mktemp("many") / "profile", SPEED, small_device.is_korean)
        for _ in range(2)
    ]
    yield made
    for one in made:
        one.close()


def deployed(capsys, *words: str) -> tuple[int, list[str], list[str]]:
    """(exit code, lines, lines of errors) of `tapete deploy`, times left out."""
    code, out, err = told(capsys, "deploy", *words)
    return code, re.sub(r"\(\d+ s\)", "(N s)", out).splitlines(), err.splitlines()


@LONG
def test_two_devices_side_by_side_and_a_port_that_is_not_there(others, capsys, tmp_path):
    """Ten are measured by make bench. Fonts and languages that these devices lack are sent."""
    ports = [one.serial_line() for one in others]
    nowhere = str(tmp_path / "nowhere")
    words = [word for port in (*ports, nowhere) for word in ("--port", port)]
    code, out, err = deployed(capsys, *words)
    assert code == 3 and err == [
        f"tapete: {nowhere}: there is no such port: tapete ports lists those there are"
    ]
    sent = (
        r" files sent \(\d+ KB\), \d+ copied there; it plays \(screen new_match\); "
        r"the old program was removed, for the matches to have room \(N s\)"
    )
    assert len(out) == 2 and all(re.search(r": \d+" + sent, line) for line in out), out
    with board.Board(ports[0]) as device:
        assert int(device.run("import os\nprint(os.statvfs('/')[3])")) > 100
        assert device.names("/tute") == []
    code, out, err = deployed(capsys, "--port", ports[0])
    assert (code, err) == (0, [])
    assert out == [f"{ports[0]}: has this program already, nothing was sent (N s)"]


@LONG
def test_fonts_of_other_panels_give_way_to_a_second_program(others, capsys):
    """A device with some matches has no room for all of a second program (4 MB)."""
    port = others[0].serial_line()
    program = deploy.Program({**build.compile_firmware(), **marked("beside").files}, build.trial())
    with board.Board(port) as device:
        found = deploy._found(device, lambda *what: None)
    _, left = deploy._planned(found, plan.needed(program.files, found.files, found.lines))
    fill(port, found.free - left)  # nothing would be left of the reserve; fonts of two heights are there
    told_: list[tuple] = []
    assert "it plays" in brought(port, program, lambda *what: told_.append(what))
    assert sum(what[0] == "note" and "fonts of other panels" in what[1] for what in told_) == 1
    assert runs(port) == "beside"
    with board.Board(port) as device:
        fonts = {name for folder in plan.FOLDERS for name in device.names(f"{folder}/tapete/screens")}
        device.remove("/large")
    assert {"large300.bin", "small300ko.bin"} <= fonts and not [name for name in fonts if "480" in name]
    assert brought(port, program) == "has this program already, nothing was sent", "what is spared stays so"
    code, out, err = told(capsys, "settings", "set", "panel=uc8179", "--port", port)
    assert code == 4 and out == "" and "tapete flash --panel" in err
    assert told(capsys, "settings", "set", "panel=ssd1683", "--port", port)[0] == 0


@LONG
def test_what_has_no_program_in_files_is_refused(others):
    port = others[0].serial_line()
    with board.Board(port) as device:
        device.run(
            "import os\nfor folder in ('', '/second-program'):\n"
            "    try: os.rename(folder + '/start.mpy', folder + '/gone')\n    except OSError: pass"
        )
    assert "no program of Tapete is in its files" in refused(
        port, small_device.program()
    ) or "second" in runs(port)


@pytest.fixture
def tree(tmp_path) -> pathlib.Path:
    """A copy of the sources, to be changed."""
    for folder in ("host_tools/tapete_host", "firmware"):
        shutil.copytree(
            places.ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "*.pyc")
        )
    shutil.copytree(places.CACHE / "mpy", tmp_path / ".build" / "mpy")
    return tmp_path


class Watching:
    """`tapete deploy --watch` of a tree; until(pattern) reads on to a line that matches."""

    def __init__(self, tree: pathlib.Path, port: str):
        paths = os.pathsep.join(str(tree / folder) for folder in ("host_tools", "firmware"))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tapete_host", "deploy", "--watch", "--port", port],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONPATH": paths, "PYTHONUNBUFFERED": "1"},
            cwd=tree,
        )
        self._end = threading.Timer(5 * WAIT_S, self._process.kill)
        self._end.start()

    def until(self, pattern: str) -> str:
        seen = []
        for line in self._process.stdout:
            seen.append(line)
            if re.search(pattern, line):
                return line
        raise AssertionError("".join(seen))

    def ended(self) -> int:
        """Its exit code after Ctrl-C, once it waits for the next change: the process of the last deploy is gone."""
        end = time.monotonic() + WAIT_S
        while any("resource_tracker" not in command for command in self._children()):
            assert time.monotonic() < end, "the deploy that has told its end is still there"
            time.sleep(0.02)
        self._process.send_signal(2)
        code = self._process.wait(WAIT_S)
        self._end.cancel()
        self._process.stdout.close()
        return code

    def _children(self) -> list[str]:
        """Command lines of its processes; "" for one that has ended."""
        pid = self._process.pid
        made = []
        for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            made.append("")
            with contextlib.suppress(OSError):
                made[-1] = pathlib.Path(f"/proc/{child}/cmdline").read_text()
        return made


@LONG
def test_watch_deploys_each_change_and_goes_on_after_a_mistake(others, tree):
    port = others[1].serial_line()
    watching = Watching(tree, port)
    watching.until("nothing was sent|it plays")
    place = tree / "firmware/tapete/place.py"
    good = place.read_text()
    place.write_text(good + "\nMARK = \n")
    watching.until("^changed: tapete/place.py$")
    watching.until(r"does not compile: tapete/place.py, line \d+: ")
    place.write_text(good + '\nglobals()["MARK"] = "watched"\n')  # as a constant, nobody reads it: left out
    watching.until("^changed: tapete/place.py$")
    watching.until("1 files sent .* it plays")
    assert watching.ended() == 0
    assert runs(port) == "watched"
