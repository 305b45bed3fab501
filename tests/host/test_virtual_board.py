"""The virtual device as a board on a serial line: the real mpremote and pyserial at it, also while a match is on."""

import hashlib
import json
import pathlib
import random
import subprocess
import sys
import threading
import time

import pytest
import serial

from support import esp_image
from support.web_host import Table
from tapete_host import build
from tapete_host.device import DeviceError, greeting

MPREMOTE = pathlib.Path(sys.executable).parent / "mpremote"
SPEED = 4
WAIT_S = 90  # only a board that has failed takes so long

SUMS = """
import hashlib
for path in %s:
    known = hashlib.sha256()
    with open(path, "rb") as file:
        while data := file.read(512):
            known.update(data)
    print(known.digest().hex())
"""


def mpremote(port: str, *words: str, resume: bool = False, seconds: float = WAIT_S) -> str:
    """What mpremote prints; a failure of it is one of the test."""
    command = [str(MPREMOTE), "connect", port, *(["resume"] if resume else []), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


def until(line: serial.SerialBase, end: bytes) -> bytes:
    """What comes up to `end`, which must come."""
    data = line.read_until(end)
    assert data.endswith(end), data
    return data


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    made = Table(tmp_path_factory.mktemp("board") / "profile", SPEED, "--lang", "en", "--pty")
    yield made
    made.close()


@pytest.fixture(scope="module")
def port(table) -> str:
    return table.serial_line()


def test_files_come_and_go_as_on_a_board(port, tmp_path):
    """Each mpremote without `resume` makes a soft reset first, out of which the app must not start."""
    data = random.Random(1).randbytes(30_000)
    there, back = tmp_path / "there.bin", tmp_path / "back.bin"
    there.write_bytes(data)
    mpremote(port, "fs", "cp", str(there), ":/there.bin")
    assert "Up to date" in mpremote(port, "fs", "cp", str(there), ":/there.bin")
    assert hashlib.sha256(data).hexdigest() in mpremote(port, "fs", "sha256sum", ":/there.bin")
    mpremote(port, "fs", "cp", ":/there.bin", str(back))
    assert back.read_bytes() == data
    mpremote(port, "fs", "rm", ":/there.bin")
    listed = mpremote(port, "fs", "ls")
    assert "main.py\n" in listed and "tute/" in listed and "there.bin" not in listed


def test_programs_run_from_the_computer(port, tmp_path):
    (tmp_path / "far.py").write_text("NUMBER = 42\n")
    assert mpremote(port, "mount", str(tmp_path), "exec", "import far; print(far.NUMBER)").endswith("42\n")
    package = tmp_path / "package"
    package.mkdir()
    (package / "near.py").write_text("NUMBER = 43\n")
    files = {"version": "1", "urls": [["near.py", "near.py"]]}
    (package / "package.json").write_text(json.dumps(files))
    mpremote(port, "mip", "install", "--no-mpy", str(package / "package.json"))
    assert mpremote(port, "exec", "import near; print(near.NUMBER)") == "43\n"
    mpremote(port, "fs", "rm", ":/lib/near.py")
    assert mpremote(port, "eval", "len('tapete')") == "6\n"


def test_mip_installs_what_the_build_has_written(port, tmp_path, soak):
    """A few of its files, or under --soak all (a minute and a half), over two that are spoilt."""
    made = build.write(tmp_path)
    if not soak:
        made = {path: made[path] for path in ("main.py", "start.mpy", "tapete/screens/es.txt")}
        (tmp_path / "package.json").write_text(build.package(made))
    mpremote(port, "exec", "for path in ('/main.py', '/start.mpy'): open(path, 'w').close()")
    package = str(tmp_path / "package.json")
    told = mpremote(port, "mip", "install", "--target", "/", package, seconds=10 * WAIT_S)
    assert told.count("Installing:") == len(made)
    assert mpremote(port, "exec", SUMS % list(made)).split() == [
        hashlib.sha256(data).hexdigest() for data in made.values()
    ]


def test_a_match_goes_on_after_somebody_was_on_the_line(table, port):
    mpremote(port, "reset")
    before = table.in_a_match(5)
    assert before[-1].startswith("play ")
    assert "actas/" in mpremote(port, "fs", "ls", resume=True)
    stopped = table.wait("the prompt", lambda s: s["firmware"]["prompt"], WAIT_S)
    assert any("stopped on the serial line" in note for note in stopped["notes"])
    told = ("File", "Interrupt", "MicroPython")  # what MicroPython has said to whoever typed Ctrl-C
    assert not [note for note in stopped["notes"] if any(word in note for word in told)], stopped["notes"]
    assert stopped["trouble"] is None
    mpremote(port, "reset", resume=True)
    table.at_table()
    assert table.acta() == before
    table.post("/api/play", what="card")
    assert len(table.acta()) == len(before) + 1


def test_an_interrupted_program_leaves_the_flash_to_be_read(table, port, soak):
    """Ctrl-C while the app talks to the chips: no message may be left half read."""
    dice = random.Random(2)
    with serial.Serial(port, timeout=WAIT_S) as line:
        line.write(b"\r\x03")
        until(line, b">>> ")
        for _ in range(100 if soak else 8):
            line.write(b"\x04")
            until(line, b"soft reboot\r\n")
            time.sleep(dice.random() * 0.5)  # any moment will do
            line.write(b"\x03")
            until(line, b">>> ")
            line.write(b"import os; len(os.listdir('/tute')) > 5, sorted(os.listdir('/'))[-1]\r")
            assert until(line, b")\n").endswith(b"(True, 'tute')\n")
            until(line, b">>> ")
        line.write(b"\x04")
    table.at_table()
    assert table.state()["trouble"] is None


def test_what_is_typed_in_a_soft_reset_is_for_the_raw_repl_behind_it(table, port):
    """As mpremote types it at a board that was slow: it had once hidden the prompt, and the board was silent."""
    with serial.Serial(port, timeout=WAIT_S) as line:
        line.write(b"\r\x03\r\x01")
        until(line, b"raw REPL; CTRL-B to exit\r\n>")
        for _ in range(3):
            line.write(b"\x04")
            until(line, b"soft reboot\r\n")
            line.write(b"\r\x03\r\x01")
            until(line, b"raw REPL; CTRL-B to exit\r\n>")
    mpremote(port, "reset")
    table.at_table()


def test_who_comes_hears_only_what_is_said_from_then_on(table, port):
    mpremote(port, "reset")
    table.at_table()
    table.wait("rest", lambda s: not s["screen"]["busy"], WAIT_S)
    with serial.Serial(port, timeout=WAIT_S) as line:
        assert line.in_waiting == 0
        table.post("/api/button", name="deshacer")
        until(line, b"\n")


def test_a_restart_is_followed_by_the_first_words(table, port, monkeypatch):
    """As `tapete flash` waits for them: the port is opened when the board has no power yet."""
    table.post("/api/power", on=False)
    opened = threading.Event()
    real = greeting.port.opened

    def noted(*arguments, **options):
        line = real(*arguments, **options)
        opened.set()
        return line

    def switched_on() -> None:
        assert opened.wait(WAIT_S)
        table.post("/api/power", on=True)

    monkeypatch.setattr(greeting.port, "opened", noted)
    switch = threading.Thread(target=switched_on)
    switch.start()
    kind = greeting.wait_at(port, WAIT_S)
    switch.join()
    assert kind == table.at_table()["screen"]["kind"]


def test_a_virtual_board_has_no_bootloader(table, port):
    """And what `tapete flash` says to it does not disturb the app."""
    table.at_table()
    command = [
        sys.executable,
        "-m",
        "tapete_host",
        "flash",
        "--port",
        port,
        "--image",
        str(table.folder / "image.bin"),
    ]
    (table.folder / "image.bin").write_bytes(esp_image.merged())
    done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S)
    assert (done.returncode, done.stdout) == (3, "") and ": no bootloader answers: hold BOOT" in done.stderr
    state = table.state()
    assert state["trouble"] is None and not state["firmware"]["prompt"]


def test_a_prompt_is_not_taken_for_the_app(port):
    with serial.Serial(port, timeout=WAIT_S) as line:
        line.write(b"\r\x03")
        until(line, b">>> ")
        line.write(b"print(6 * 7)\r")
        until(line, b"42\n")
        with pytest.raises(DeviceError) as told:
            greeting.wait(line, 0.5)
        assert str(told.value).startswith("it shows MicroPython's prompt: press EN (or RST)")


def test_ctrl_c_ends_what_sleeps_and_what_computes(port):
    with serial.Serial(port, timeout=WAIT_S) as line:
        line.write(b"\r\x03")
        until(line, b">>> ")
        line.write(b"\x01")
        until(line, b"raw REPL; CTRL-B to exit\r\n>")
        for program in (b"import time; time.sleep(3600)", b"n = 0\nwhile True:\n    n += 1"):
            line.write(b"print('runs')\n" + program + b"\x04")
            until(line, b"OKruns\n")
            line.write(b"\x03")
            until(line, b"KeyboardInterrupt: \n\x04>")
        line.write(b"print(n > 0)\x04")
        until(line, b"OKTrue\n\x04\x04>")
        line.write(b"\x02")
        until(line, b">>> ")


def test_ctrl_c_taken_away_is_a_character(port):
    """As for programs that take bytes from the line (mpremote mount does)."""
    with serial.Serial(port, timeout=WAIT_S) as line:
        line.write(b"\r\x03")
        until(line, b">>> ")
        line.write(b"\x01")
        until(line, b"raw REPL; CTRL-B to exit\r\n>")
        line.write(
            b"import sys, micropython; micropython.kbd_intr(-1); print('ready')\nprint(sys.stdin.buffer.read(3))\x04"
        )
        until(line, b"ready\n")
        line.write(b"a\x03b")
        assert until(line, b"\x04>").startswith(b"b'a\\x03b'\n")


def test_the_same_on_a_tcp_port_for_one_at_a_time(tmp_path):
    table = Table(tmp_path / "profile", SPEED, "--lang", "en", "--tcp", "0")
    try:
        port = table.serial_line()
        assert port.startswith("socket://127.0.0.1:")
        with serial.serial_for_url(port, timeout=WAIT_S) as first:
            first.write(b"\r\x03")
            until(first, b">>> ")
            with serial.serial_for_url(port, timeout=WAIT_S) as second, pytest.raises(serial.SerialException):
                second.read(1)
            first.write(b"6*7\r")
            until(first, b"42\n")
        assert mpremote(port, "exec", "print(6 * 7)") == "42\n"
        assert table.interrupt() == 0
    finally:
        table.close()


def test_the_link_of_a_pty_is_not_put_over_something_else(tmp_path):
    (tmp_path / "board").write_text("mine")
    command = [
        sys.executable,
        "-m",
        "tapete_host",
        "sim",
        "--profile",
        str(tmp_path / "profile"),
        "--port",
        "0",
    ]
    done = subprocess.run(
        [*command, "--pty", str(tmp_path / "board")], capture_output=True, text=True, timeout=WAIT_S
    )
    assert done.returncode == 1 and done.stderr == (
        f"The serial line cannot be called {tmp_path / 'board'}: File exists.\n"
    )
    assert (tmp_path / "board").read_text() == "mine"
