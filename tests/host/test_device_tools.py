"""The commands for a device on a serial line: what each says, at the virtual board and where there is none."""

import json
import os
import pathlib
import pty
import random
import socket
import threading
import tty
from functools import partial

import pytest
import serial
from serial.tools.list_ports_common import ListPortInfo

from support import golden_help
from support.cable import Cable
from support.in_memory import InMemory
from support.in_process import told
from support.web_host import Table
from tapete_host import cli
from tapete_host.device import DeviceError, actas, board, matches, port, settings
from tute.acta import seal, unseal

SPEED = 16  # the tools speak in real time; the device need not be waited for
WAIT_S = 90  # only a board that has failed takes so long
ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    made = Table(tmp_path_factory.mktemp("device") / "profile", SPEED, "--lang", "en", "--pty")
    yield made
    made.close()


@pytest.fixture(scope="module")
def address(table) -> str:
    return table.serial_line()


@pytest.fixture
def tool(address, monkeypatch, capsys):
    """tool("settings", "get") -> (exit code, standard output, standard error)."""
    monkeypatch.setenv("TAPETE_PORT", address)

    return partial(told, capsys)


# -- words and mistakes


def test_the_help_of_every_command_is_as_it_was_read():
    assert golden_help.told() == golden_help.GOLDEN.read_text(), "make golden"


@pytest.mark.parametrize(
    "words, said",
    [
        ("set volum=2", "there is no setting volum: did you mean volume?"),
        ("set volume=9", "volume=9: it is one of 0, 1, 2, 3"),
        ("set volume", "volume: write name=value, as in volume=3"),
        ("set night=perhaps", "night=perhaps: it is yes or no"),
        ("set names=Ana,Luis", "names=Ana,Luis: it is a list of 4 texts, with commas between them"),
        ("set board=mine", "board=mine: it is one of wroom_pn5180, wroom_mfrc522, s3_pn5180, s3_mfrc522"),
        ("set panel=a4", "panel=a4: it is one of (nothing), ssd1683, ssd1680, uc8179"),
        ("set target=many", "target=many: it is a number from 0 to 999"),
        ("set rules=mus", "rules=mus: at character 1 preset was expected; see tapete rules"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_before_the_device_is_asked(words, said, capsys):
    assert cli.run(["settings", *words.split(), "--port", "/dev/nowhere"]) == 4
    assert capsys.readouterr().err == f"tapete: {said}\n"


def test_a_value_is_read_as_what_the_setting_is():
    assert settings.parse(["night=on", "volume=3", "names=Ana,Luis,Eva,", "rules=amelia-2 tie=nobody"]) == {
        "night": True,
        "volume": 3,
        "names": ["Ana", "Luis", "Eva", ""],
        "rules": "amelia-2 tie=nobody",
    }
    assert settings.parse(['names=["a,b","","",""]']) == {"names": ["a,b", "", "", ""]}


def test_a_secret_is_masked_and_nothing_else():
    rows = settings.rows({"wifi_password": "abracadabra", "volume": 3, "keyboard": "x"})
    assert "wifi_password = ********" in rows and "volume = 3" in rows and 'keyboard = "x"' in rows
    assert "abracadabra" not in "".join(rows)


# -- ports


def plugged(device: str, vid: int | None, product: str | None = None) -> ListPortInfo:
    found = ListPortInfo(device)
    found.vid, found.product = vid, product
    return found


# As pyserial lists them; the other two systems were not tried there.
LINUX = [
    plugged("/dev/ttyS0", None),
    plugged("/dev/ttyUSB0", 0x10C4, "CP2102 USB to UART Bridge Controller"),
    plugged("/dev/ttyACM0", 0x2341, "Arduino Uno"),
]
MAC = [
    plugged("/dev/cu.Bluetooth-Incoming-Port", None),
    plugged("/dev/cu.usbserial-0001", 0x10C4, "CP2102 USB to UART Bridge Controller"),
]
WINDOWS = [plugged("COM1", None), plugged("COM7", 0x1A86, "USB-SERIAL CH340")]
NOWHERE = pathlib.Path("/nowhere")


@pytest.mark.parametrize(
    "ports, found", [(LINUX, "/dev/ttyUSB0"), (MAC, "/dev/cu.usbserial-0001"), (WINDOWS, "COM7")]
)
def test_auto_is_the_one_board_there_is(ports, found):
    assert port.find("auto", ports, NOWHERE) == found
    assert [address for address, _ in port.listing(ports, NOWHERE)] == [found]
    with pytest.raises(DeviceError, match="no board found: .*COM1|no board found: .*/dev/") as none:
        port.find("auto", ports[:1], NOWHERE)
    assert none.value.code == 3
    with pytest.raises(DeviceError, match=f"several boards are there, .*{found}"):
        port.find("auto", [*ports, plugged("another", 0x303A)], NOWHERE)


def test_all_are_those_that_are_plugged_in_and_each_is_taken_once(monkeypatch, tmp_path):
    virtual = tmp_path / "serial"
    virtual.symlink_to("/dev/null")
    monkeypatch.setattr(port.list_ports, "comports", lambda: [*LINUX, plugged("/dev/ttyACM1", 0x303A)])
    assert port.each(["u0", "a1", "u0"], False) == ["/dev/ttyUSB0", "/dev/ttyACM1"]
    assert port.each(["auto"], True, None) == ["/dev/ttyACM1", "/dev/ttyUSB0"]
    assert port.each(["auto"], True, virtual) == ["/dev/ttyACM1", "/dev/ttyUSB0", str(virtual)]
    monkeypatch.setattr(port.list_ports, "comports", lambda: LINUX[:1])
    with pytest.raises(DeviceError, match="no board found"):
        port.each(["auto"], True, None)


@pytest.mark.parametrize(
    "name, address",
    [
        ("u0", "/dev/ttyUSB0"),
        ("a12", "/dev/ttyACM12"),
        ("c3", "COM3"),
        ("COM7", "COM7"),
        ("null", "/dev/null"),
        ("socket://127.0.0.1:5000", "socket://127.0.0.1:5000"),
        ("rfc2217://club:4000", "rfc2217://club:4000"),
    ],
)
def test_a_short_name_is_a_port(name, address):
    assert port.find(name) == address


def test_a_port_that_does_not_open_says_why(tmp_path):
    with pytest.raises(DeviceError, match="there is no such port: tapete ports lists"):
        port.opened(str(tmp_path / "none"))
    with socket.create_server(("127.0.0.1", 0)) as free:
        number = free.getsockname()[1]
    with pytest.raises(DeviceError, match="nothing listens there"):
        port.opened(f"socket://127.0.0.1:{number}")
    master, slave = pty.openpty()
    try:
        with (
            serial.Serial(os.ttyname(slave), exclusive=True),
            pytest.raises(DeviceError, match="another program has it open"),
        ):
            port.opened(os.ttyname(slave))
    finally:
        os.close(master)
        os.close(slave)
    denied = port.refused("/dev/x", PermissionError(13, "Permission denied"))
    assert "dialout" in str(denied) and denied.code == 3


def test_what_is_no_micropython_is_told_so(monkeypatch, capsys):
    for bound in ("_ENTER_S", "_TRY_S", "_ANSWER_S"):
        monkeypatch.setattr(board, bound, 0.5)
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.write(master, b"ets Jul 29 2019 waiting for download\r\n")
    try:
        assert cli.run(["logs", "--port", os.ttyname(slave)]) == 4
    finally:
        os.close(master)
        os.close(slave)
    said = capsys.readouterr()
    assert "no MicroPython answers there" in said.err and "tapete flash" in said.err and not said.out


# -- the matches' files


def sealed(*texts: str) -> bytes:
    return b"".join(seal(text).encode() + b"\n" for text in texts)


def test_a_match_is_put_together_as_the_device_does():
    files = InMemory(
        {"/actas/0009.00": sealed("acta 1"), "/actas/0010.00": sealed("acta 1", "rules amelia-2")}
    )
    for part in range(1, 102):
        files[f"/actas/0010.{part:02d}"] = sealed(f"# {part}")
    files["/actas/0010.101"] += b"play torn"
    files["/actas/0010.new"] = files["/actas/notes"] = b"?"
    files["/actas/hot/now"] = sealed("#10 103", "# 101", "deal 1")
    assert matches.numbers(files) == [9, 10]
    told = matches.text(files, 10).splitlines()
    assert told == ["acta 1", "rules amelia-2", *(f"# {part}" for part in range(1, 102)), "deal 1"]
    assert matches.lines(files, 9) == [seal("acta 1").encode()]
    for hot in (sealed("#9 103", "deal 1"), sealed("#10 200", "deal 1"), b"\xff\n", sealed("?"), b""):
        files["/actas/hot/now"] = hot
        assert matches.text(files, 10).splitlines() == told[:-1]


def test_cards_that_nobody_has_seen_are_not_handed_out():
    hands = ["hand 1 AO 3O RO CO SO 7O 6O 5O 4O 2O", "hand 2 AC 3C RC CC SC 7C 6C 5C 4C 2C"]
    hands += ["hand 3 AE 3E RE CE SE 7E 6E 5E 4E 2E", "hand 4 AB 3B RB CB SB 7B 6B 5B 4B 2B"]
    lines = sealed("acta 1", "rules online-pairs", *hands, "deal 4 2B", "play 2O 1").splitlines()
    told = [str(unseal(line)[0], "utf-8") for line in actas.public(lines)]
    assert told[2:6] == [f"# hand {seat}, told after the round" for seat in (1, 2, 3, 4)]
    assert all(unseal(line)[1] for line in actas.public(lines)) and told[6:] == ["deal 4 2B", "play 2O 1"]
    ended = [*lines, *sealed("misdeal").splitlines()]
    assert not any(b"AO 3O" in line for line in actas.public(lines))
    assert actas._goes_on(b"\n".join(actas.public(lines)), b"\n".join(ended))
    assert not actas._goes_on(b"\n".join(ended), b"\n".join(lines))
    assert not actas._goes_on(
        b"\n".join(lines), b"\n".join([*lines[:-1], *sealed("play 3O 1", "misdeal").splitlines()])
    )


# -- at the board


def test_settings_are_set_and_the_device_takes_them_up(table, tool):
    table.in_a_match()
    code, out, err = tool("settings", "set", "lang=es", "+", "settings", "get", "lang", "volume")
    assert (code, err) == (0, "") and out == 'lang = "es"\nlang = "es"\nvolume = 2  (default)\n'
    table.wait(
        "Spanish",
        lambda s: s["screen"]["lang"] == "es" if "lang" in s["screen"] else table.at_table(),
        WAIT_S,
    )
    code, out, err = tool("settings", "reset", "lang", "+", "settings", "set", "lang=xx", "+", "logs")
    assert code == 4 and out == "defaults: lang\n" and "lang=xx: it is one of ca, en, es" in err
    code, out, _ = tool("settings", "get", "lang", "+", "logs")
    assert code == 0 and out.startswith('lang = "es"  (default)\n/crash.txt: none\n')


def test_a_match_is_pulled_and_another_unit_takes_over(table, tool, tmp_path):
    table.in_a_match()
    for _ in range(5):
        table.post("/api/play", what="card")
    before = table.acta()
    assert before[-1].startswith("play ")
    code, out, _ = tool("actas", "list")
    assert code == 0 and out.splitlines()[-1].endswith("no faults") and "online-pairs, 1 round" in out
    assert tool("actas", "pull", "last", "--to", str(tmp_path))[0] == 0
    (copy,) = tmp_path.glob("*.acta")
    told = [str(unseal(line)[0], "utf-8") for line in copy.read_bytes().splitlines()]
    assert [line for line in told if line[0] != "@"] == before
    code, out, _ = tool("actas", "check", "last", "+", "actas", "replay", "last", "--lang", "en")
    assert code == 0 and "The record stops here" in out
    table.at_table()
    assert table.acta() == before
    table.post("/api/play", what="card")
    assert len(table.acta()) == len(before) + 1

    code, out, _ = tool("actas", "push", str(copy))
    assert code == 0 and f"{len(told)} lines; it goes on with it" in out
    table.wait("the pushed match", lambda s: not s["firmware"]["prompt"] and table.acta() == before, WAIT_S)
    number = int(copy.stem)
    code, _, err = tool("actas", "delete", str(number + 1), "--yes")
    assert code == 1 and "is the one that the device goes on with: remove it with --force" in err
    assert tool("actas", "delete", str(number), "--yes")[:2] == (0, f"removed: {number}\n")
    code, _, err = tool("actas", "pull", str(number))
    assert code == 1 and f"there is no match {number}: there are" in err
    (tmp_path / "more").mkdir()
    assert tool("actas", "pull", "last", "--to", str(tmp_path / "more"))[0] == 0
    (other,) = (tmp_path / "more").glob("*.acta")
    other.write_bytes(sealed("acta 1", "rules amelia-2"))
    code, _, err = tool("actas", "pull", "last", "--to", str(tmp_path / "more"))
    assert code == 1 and "is another match, or holds more: take it away, or pull with --force" in err
    assert tool("actas", "pull", "last", "--force", "--to", str(tmp_path / "more"))[0] == 0
    assert other.read_bytes() == copy.read_bytes()


@pytest.mark.parametrize(
    "text, said",
    [
        (b"acta 1\nrules mus\n", ":2: column 7: expected preset"),
        (b"acta 1\nrules amelia-2\nplay XX 1\n", ":3: column 6: expected"),
        (b"", ": no acta"),
        (sealed("acta 1", "rules amelia-2")[:-3] + b"\n", ": no acta"),
    ],
)
def test_what_is_no_acta_is_refused_before_the_device_is_asked(text, said, tmp_path, capsys):
    path = tmp_path / "x.acta"
    path.write_bytes(text)
    assert cli.run(["actas", "push", str(path), "--port", "/dev/nowhere"]) == 1
    assert said in capsys.readouterr().err


def test_the_console_hears_what_the_device_says(table, tool):
    table.at_table()
    table.wait("rest", lambda s: not s["screen"]["busy"], WAIT_S)
    heard = threading.Event()
    pressed = [0]

    def press() -> None:  # what is said before somebody listens is lost
        while not heard.wait(0.2):
            # At a set moment: none may wait for the firmware's look, and undo something in a later test.
            pressed.append(int(table.state()["now_ms"]) + 1500)
            table.post("/api/button", name="deshacer", ms=200, at_ms=pressed[-1])

    presses = threading.Thread(target=press)
    presses.start()
    code, out, _ = tool("console", "--until", "^sound ", "--seconds", str(WAIT_S))
    heard.set()
    presses.join(WAIT_S)
    table.wait("its effect", lambda s: s["now_ms"] > pressed[-1] + 2000, WAIT_S)
    assert code == 0 and out.splitlines()[-1].startswith("sound ")
    assert tool("console", "--until", "never said", "--seconds", "0.1")[0] == 1
    assert tool("console", "--until", "(")[2].startswith("tapete: --until (: no pattern")


def test_a_cable_pulled_while_settings_are_written_leaves_the_old_or_the_new(table, tool, address, soak):
    table.in_a_match()
    before = table.acta()
    now = ["a", "b", "c", "d"]
    assert tool("settings", "set", "names=a,b,c,d")[0] == 0
    dice = random.Random(4)
    for turn in range(30 if soak else 3):
        was, wanted = now, [f"{turn}{name}" for name in "abcd"]
        cable = Cable(address, dice.randrange(1, 900))
        code, _, err = tool("settings", "set", "names=" + ",".join(wanted), "--port", cable.address)
        cable.close()
        assert code in (0, 1, 4) and (code == 0 or "Traceback" not in err), err
        now = json.loads(tool("settings", "get", "names")[1].partition(" = ")[2])
        assert now in (was, wanted) and (code or now == wanted)
    assert tool("settings", "set", "names=e,f,g,h")[0] == 0
    table.at_table()
    assert table.acta() == before
