"""`tapete flash` with the real esptool against boards in their bootloader (support.bootloader): what is on the flash
afterwards, what stays, cables cut at any byte, and every failure with its sentence and exit code."""

import hashlib
import io
import json
import os
import pathlib
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import time
import types

import esptool.loader
import pytest
import serial
import serial.urlhandler.protocol_socket
from esp32_mock_bootloader import mock_bootloader
from rich.console import Console

from support import bootloader, esp_image
from tapete_host import build, cli, launch, launch_flash, places
from tapete_host.device import DeviceError, chip, disk, flash, greeting, kept, micropython_image
from tapete_host.device.wishes import Wish

VFS = 0x200000
PATHS = os.pathsep.join(str(places.ROOT / folder) for folder in ("host_tools", "firmware"))
SMALL = {
    "main.mpy": b"main" * 50,
    "tapete/app.mpy": random.Random(1).randbytes(20_000),
    "tute/cards.mpy": b"cards",
}
OWN = {
    "actas/0001.01": b"acta 1\nplay 5O 1\n" * 300,
    "actas/0001.02": b"play 2B 3\n" * 40,
    "actas/hot/now": b"#1 7\n",
    "settings.json": json.dumps({"board": "wroom_mfrc522", "lang": "ko", "club": {"table": 7}}).encode(),
    "deck.txt": b"deck Casa\nAO E0040150A1B2C3D4\n",
    "second-deck.txt": b"deck Otra\n",
    "names.txt": b"Ana\n",
}


@pytest.fixture(autouse=True)
def folders(tmp_path, monkeypatch):
    """No test touches the user's own copies and downloads. In this process esptool and pyserial neither wait for
    a line to run dry nor put each byte into words for a log that nobody reads."""
    monkeypatch.setenv("TAPETE_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("TAPETE_CACHE", str(tmp_path / "cache"))
    hasty = types.SimpleNamespace(time=time.time, sleep=lambda seconds: None)
    monkeypatch.setattr(esptool.loader, "time", hasty)
    monkeypatch.setattr(serial.urlhandler.protocol_socket, "time", hasty)
    monkeypatch.setattr(esptool.loader, "HexFormatter", lambda data: "")


@pytest.fixture
def board():
    with bootloader.Board() as made:
        yield made


@pytest.fixture
def image(tmp_path) -> str:
    path = tmp_path / "micropython.bin"
    path.write_bytes(esp_image.merged())
    return str(path)


def called(capsys, *arguments: str) -> tuple[int, str, str]:
    """(exit code, what was printed, what was printed as an error) of `tapete flash`, times and ports left out."""
    code = cli.run(["flash", *arguments])
    texts = [re.sub(r"socket://[\d.]+:\d+|/dev/pts/\d+", "PORT", text) for text in capsys.readouterr()]
    return code, re.sub(r"\(\d+ s\)", "(N s)", texts[0]), texts[1]


def files_on(board: bootloader.Board, at: int = VFS) -> dict[str, bytes]:
    """All files on a board's flash, read by littlefs-python."""
    found = disk.mounted(bytes(board.flash.data[at:]))
    return {path: disk.read(found, "/" + path) for path in disk.paths(found)}


def with_device(board: bootloader.Board, files: dict[str, bytes]) -> None:
    """Let the board be a device with these files, and an older MicroPython."""
    old = micropython_image.parsed(esp_image.merged(board.chip, seed=7))
    for offset, data in (*old.parts, (VFS, disk.image(len(board.flash.data) - VFS, files))):
        board.flash.data[offset : offset + len(data)] = data


def flashed(board: bootloader.Board, wish: Wish) -> list[str]:
    """Flash it in this process -> the notes that people read, and the last words."""
    notes: list[str] = []
    done = flash.flash(board.url, wish, lambda kind, *what: notes.append(what[0]) if kind == "note" else None)
    return [*notes, done]


def cut_off(board):
    """Put a device on it, and break a flash off in the middle."""
    with_device(board, OWN)
    board.cut_after(12_000)
    with pytest.raises(DeviceError):
        flashed(board, small())


def small(**more) -> Wish:
    """A wish that takes a moment."""
    wish = {"firmware": SMALL, "image": micropython_image.parsed(esp_image.merged()), "restart": False}
    return Wish(**{**wish, **more})


# What is written


def test_help_names_every_option(capsys):
    code, out, _ = called(capsys, "--help")
    assert code == 0
    for option in "port image board panel deck set erase yes no-restart baud".split():
        assert f"--{option}" in out


def test_two_boards_side_by_side(image, capsys, soak):
    """Ten with --soak. Program, board record and settings are on each, and MicroPython in its places."""
    boards = [bootloader.Board(number=n) for n in range(10 if soak else 2)]
    try:
        ports = [word for board in boards for word in ("--port", board.url)]
        code, out, err = called(capsys, *ports, "--image", image, "--no-restart", "--set", "lang=en")
        assert (code, err) == (0, "")
        assert sorted(out.splitlines()) == sorted(
            [f"PORT: ESP32 {board.mac}, 4 MB flash, no PSRAM known" for board in boards]
            + ["PORT: written and verified, board wroom_pn5180; not restarted (N s)"] * len(boards)
        )
        expected = build.compile_firmware()
        for board in boards:
            found = files_on(board)
            assert json.loads(found.pop("settings.json")) == {"board": "wroom_pn5180", "lang": "en"}
            assert found == expected
            assert board.flash.data[0x1000:0x8000].startswith(esp_image.program("esp32", 8_000, 1))
            assert board.flash.data[0x8000:0x8C00] == esp_image.table()
            assert board.flash.data[0x10000:VFS].startswith(esp_image.program("esp32", 20_000, 2))
    finally:
        for board in boards:
            board.close()


def test_an_s3_with_more_flash_and_micropythons_own_littlefs(tmp_path, capsys):
    """Without `vfs` in its table MicroPython takes what is behind the last partition, to the flash's end."""
    image, deck = tmp_path / "s3.bin", tmp_path / "deck.txt"
    image.write_bytes(esp_image.merged("esp32s3"))
    deck.write_text(launch_flash.deck_text(1))
    with bootloader.Board("esp32s3", megabytes=8) as board:
        board.registers[0x60007054] = 2 << 3 | 1 << 7  # PSRAM_CAP and PSRAM_VENDOR of the S3's eFuses
        code, out, err = called(
            capsys,
            "--port",
            board.url,
            "--image",
            str(image),
            "--deck",
            str(deck),
            "--no-restart",
            "--panel",
            "uc8179",
        )
        assert (code, err) == (0, "")
        assert out == (
            f"PORT: ESP32-S3 {board.mac}, 8 MB flash, PSRAM 2MB (AP_3v3)\n"
            "PORT: written and verified, board s3_pn5180; not restarted (N s)\n"
        )
        assert bytes(board.flash.data[:8]) == esp_image.program("esp32s3", 8_000, 1)[:8]
        assert files_on(board)["settings.json"] == b'{"board": "s3_pn5180", "panel": "uc8179"}'
        (tmp_path / "vfs.bin").write_bytes(board.flash.data[VFS:])
        seen = read_by_micropython(tmp_path / "vfs.bin")
        expected = {**build.compile_firmware(), "deck.txt": deck.read_bytes()}
        assert {path: digest for path, digest in seen.items() if path != "settings.json"} == {
            path: hashlib.sha256(data).hexdigest() for path, data in expected.items()
        }
        board.flash.data[VFS:] = (tmp_path / "vfs.bin").read_bytes()
        flashed(board, small(image=micropython_image.opened(image)))
        kept_files = own_of(files_on(board))
        assert (
            kept_files["written.txt"] == b"MicroPython was here"
            and kept_files["deck.txt"] == deck.read_bytes()
        )


READ = """
import binascii, hashlib, os, vfs
class Disk:
    def __init__(self):
        self.file = open(NAME, "r+b")
    def readblocks(self, block, buf, offset=0):
        self.file.seek(block * 4096 + offset)
        self.file.readinto(buf)
    def writeblocks(self, block, buf, offset=0):
        self.file.seek(block * 4096 + offset)
        self.file.write(buf)
    def ioctl(self, op, arg):
        return {4: SIZE // 4096, 5: 4096, 6: 0}.get(op)
vfs.mount(vfs.VfsLfs2(Disk(), readsize=32, progsize=32, lookahead=32), "/device")
def walk(folder):
    for name, kind, *_ in os.ilistdir(folder):
        path = folder + "/" + name
        if kind == 0x4000:
            walk(path)
        else:
            with open(path, "rb") as f:
                print(path[8:], binascii.hexlify(hashlib.sha256(f.read()).digest()).decode())
walk("/device")
with open("/device/written.txt", "w") as f:
    f.write("MicroPython was here")
vfs.umount("/device")
"""


def read_by_micropython(image: pathlib.Path) -> dict[str, str]:
    """SHA-256 of each file in an image, as MicroPython mounts it; it writes a file more, which must not harm it."""
    program = READ.replace("NAME", repr(str(image))).replace("SIZE", str(image.stat().st_size))
    done = subprocess.run([launch.micropython(), "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    found = disk.mounted(image.read_bytes())
    assert disk.read(found, "/written.txt") == b"MicroPython was here"
    return dict(line.split() for line in done.stdout.splitlines())


@pytest.mark.parametrize("kind", ["esp32", "esp32s3"])
def test_the_package_of_others_as_it_is(kind, tmp_path, capsys):
    """The mock bootloader in a process of its own, nothing of it changed: identified, written, verified. Nothing is
    read: it gives up a reader that is slower than 50 ms."""
    image = tmp_path / "micropython.bin"
    image.write_bytes(esp_image.merged(kind))
    with mock_bootloader(kind, exit_on_disconnect=True, timeout=120) as mock:
        arguments = ("--port", mock.url(), "--image", str(image), "--no-restart", "--erase", "--yes")
        code, out, err = called(capsys, *arguments)
    assert (code, err) == (0, "")
    assert "written and verified" in out


def test_a_pty_is_a_port_too(tmp_path):
    """A real port's way: exclusive, with a changed baud rate; it has no lines that restart a board."""
    with bootloader.Board(pty=True) as board:
        assert flashed(board, small())[-1] == "written and verified, board wroom_pn5180; not restarted"
        assert files_on(board)["main.mpy"] == SMALL["main.mpy"]


def test_the_restart_and_the_first_words_come_last(board, monkeypatch):
    """test_virtual_board has them at an app that runs."""
    restarted: list[bool] = []
    monkeypatch.setattr(chip, "_has_lines", lambda line: True)
    monkeypatch.setattr(chip.Chip, "restart", lambda self: restarted.append(True))
    monkeypatch.setattr(greeting, "wait_at", lambda address: "new_match")
    assert flashed(board, small(restart=True))[-1].endswith("board wroom_pn5180; it plays (screen new_match)")
    assert restarted == [True]
    monkeypatch.setattr(greeting, "wait_at", fails)
    with pytest.raises(DeviceError) as told:
        flashed(board, small(restart=True))
    assert (told.value.code, str(told.value)) == (
        1,
        "it is written and verified, but it says nothing: press EN",
    )
    assert not kept.Copy(board.mac).exists()


def fails(address: str) -> str:
    raise DeviceError("it says nothing: press EN")


def test_a_port_that_cannot_restart_a_board_asks_for_it(board, monkeypatch):
    monkeypatch.setattr(greeting, "wait_at", lambda address: "deal")
    notes = flashed(board, small(restart=True))
    assert notes[1] == "this port cannot restart a board: press its EN (or RST) now"
    assert notes[-1].endswith("it plays (screen deal)")


# What stays


def test_a_device_keeps_what_is_its_own(board):
    with_device(board, {**OWN, "main.py": b"old", "tapete/gone.mpy": b"old", "tute/old/deep.mpy": b"old"})
    notes = flashed(board, small(settings={"lang": "en"}))
    assert notes[-1] == (
        "written and verified, board wroom_mfrc522, kept: 1 match, settings, deck, 2 other files; not restarted"
    )
    found = files_on(board)
    settings = json.loads(found.pop("settings.json"))
    assert settings == {"board": "wroom_mfrc522", "lang": "en", "club": {"table": 7}}
    assert found == {**SMALL, **{path: data for path, data in OWN.items() if path != "settings.json"}}
    assert list((pathlib.Path(os.environ["TAPETE_STATE"])).iterdir()) == []


def test_the_second_time_only_what_differs_is_written(board):
    flashed(board, small())
    board.cut_after(None)
    flashed(board, small())
    assert board.flash.changed < 4 * sum(map(len, SMALL.values()))  # no bootloader, no MicroPython


def test_erase_leaves_nothing(board, image, capsys):
    with_device(board, OWN)
    board.flash.data[0x9000:0x9010] = b"secrets of Wi-Fi"
    code, _, err = called(capsys, "--port", board.url, "--image", image, "--no-restart", "--erase")
    assert (code, "add --yes" in err) == (2, True)
    assert files_on(board) == OWN
    code, out, err = called(capsys, "--port", board.url, "--image", image, "--no-restart", "--erase", "--yes")
    assert (code, err) == (0, "") and "kept" not in out
    assert not set(files_on(board)) & (set(OWN) - {"settings.json"})
    assert board.flash.data[0x9000:0xF000] == b"\xff" * 0x6000


def test_what_another_program_had_is_kept_on_this_computer(board):
    with_device(board, {"main.py": b"print(1)", "data.csv": b"1,2"})
    notes = flashed(board, small())
    (aside,) = pathlib.Path(os.environ["TAPETE_STATE"]).iterdir()
    assert notes[1] == f"it had 1 files of another program: they are in {aside}"
    assert set(files_on(board)) == {*SMALL, "settings.json"}


def test_the_file_system_may_be_somewhere_else_than_before(board):
    """A newer MicroPython is larger: its file system begins further on, inside of the old one."""
    with_device(board, OWN)
    rows = (*esp_image.ROWS[:2], ("factory", 0, 0, 0x10000, 0x210000))
    wish = small(image=micropython_image.parsed(esp_image.merged(rows=rows)))
    total = changed_by(board, wish)
    for left in (5000, total // 2, total - 100):
        with_device(board, OWN)
        board.cut_after(left)
        with pytest.raises(DeviceError):
            flashed(board, wish)
        board.cut_after(None)
        flashed(board, wish)
        assert own_of(files_on(board, 0x220000)) == OWN


# Cut cables


def own_of(files: dict[str, bytes]) -> dict[str, bytes]:
    return {path: data for path, data in files.items() if path not in SMALL}


def changed_by(board: bootloader.Board, wish: Wish) -> int:
    """How many bytes an undisturbed try erases and programs."""
    board.cut_after(None)
    flashed(board, wish)
    return board.flash.changed


def cut_and_again(board: bootloader.Board, dice: random.Random, wish: Wish, total: int) -> list[str]:
    """A device, a try whose cable is cut at a random byte (one in three a second time), and another try. One in three
    is cut while the root folder goes, one while it comes."""
    with_device(board, OWN)
    ranges = (range(total), range(disk.HEAD), range(total - 2 * disk.HEAD, total))
    tries = [dice.choice(dice.choice(ranges)) for _ in range(1 + (dice.random() < 1 / 3))]
    for left in tries:
        board.cut_after(left)
        try:
            flashed(board, wish)
        except DeviceError as error:
            assert "connection broke while" in str(error) and "give the same command" in str(error)
    board.cut_after(None)
    return flashed(board, wish)


def test_a_cable_cut_at_any_byte_loses_nothing(board, soak):
    wish = small(firmware=build.compile_firmware() if soak else SMALL)
    with_device(board, OWN)
    total = changed_by(board, wish)
    dice = random.Random(4)
    from_copy = 0
    for _ in range(100 if soak else 10):
        notes = cut_and_again(board, dice, wish, total)
        from_copy += any("the last try was cut off" in note for note in notes)
        found = files_on(board)
        assert {path: found.pop(path) for path in wish.firmware} == wish.firmware
        assert found == OWN
        assert not kept.Copy(board.mac).exists()
    assert from_copy
    print(f"{total} bytes changed by a flash, {from_copy} times the copy was needed")


def test_without_the_copy_such_cuts_lose_matches(board, monkeypatch):
    """The campaign above finds a tool that forgets."""
    monkeypatch.setattr(kept.Copy, "save", lambda *_: None)
    with_device(board, OWN)
    total = changed_by(board, small())
    with_device(board, OWN)
    board.cut_after(total // 2)
    with pytest.raises(DeviceError):
        flashed(board, small())
    board.cut_after(None)
    flashed(board, small())
    assert "actas/0001.01" not in files_on(board)


def test_a_cut_is_told_with_where_the_matches_are(board, image, capsys):
    with_device(board, OWN)
    board.cut_after(12_000)
    code, _, err = called(capsys, "--port", board.url, "--image", image, "--no-restart")
    copy = kept.Copy(board.mac)
    assert (code, err) == (
        1,
        "tapete: PORT: the connection broke while the flash was written: put the cable in again, and give the same "
        f"command; what the device had is in {copy.path} until then\n",
    )
    assert copy.load().files == OWN
    board.cut_after(None)
    code, out, _ = called(capsys, "--port", board.url, "--image", image, "--no-restart")
    assert code == 0
    assert out == (
        f"PORT: ESP32 {board.mac}, 4 MB flash, no PSRAM known\n"
        f"PORT: the last try was cut off: what the device had comes from {copy.path}\n"
        "PORT: written and verified, board wroom_mfrc522, kept: 1 match, settings, deck, 2 other files; not restarted "
        "(N s)\n"
    )


def test_erase_after_a_cut_does_not_throw_the_copy_away(board):
    cut_off(board)
    board.cut_after(None)
    notes = flashed(board, small(erase=True))
    (aside,) = pathlib.Path(os.environ["TAPETE_STATE"]).iterdir()
    assert notes[1] == f"what a try before this one had saved is in {aside}"
    assert own_of(files_on(board)) == {"settings.json": b'{"board": "wroom_pn5180"}'}
    flashed(board, small())
    assert aside.exists()


def test_another_board_does_not_get_the_matches_of_the_first(board):
    cut_off(board)
    with bootloader.Board(number=2) as other:
        flashed(other, small())
        assert set(files_on(other)) == {*SMALL, "settings.json"}
    assert kept.Copy(board.mac).load().files == OWN


def test_a_copy_does_not_come_over_a_device_that_was_used_since(board):
    """Cut off in the last check, flashed elsewhere, played with: then an old copy must not win."""
    cut_off(board)
    board.cut_after(None)
    newer = {**OWN, "actas/0002.01": b"acta 1\n"}
    with_device(board, newer)
    notes = flashed(board, small())
    (aside,) = pathlib.Path(os.environ["TAPETE_STATE"]).iterdir()
    assert notes[1] == f"the device was used since the last try; what it had then is in {aside}"
    assert own_of(files_on(board)) == newer


def with_newer_root_first(size: int) -> tuple[bytes, bytes]:
    """A file system whose root folder is in its first block, an older one in its second -> it, and its names.txt."""
    made = disk.empty(size // disk.BLOCK)
    for path, data in {**OWN, "tapete/app.mpy": b"x"}.items():
        disk.write(made, path, data)
    for number in range(2000):
        name = b"Eva %d\n" % number
        disk.write(made, "names.txt", name)
        revisions = struct.unpack_from("<I4092xI", made.context.buffer)
        if revisions[0] == revisions[1] + 1 and number > 1:
            return bytes(made.context.buffer), name
    raise AssertionError("the root never moved")


def test_a_root_folder_half_erased_is_not_taken_for_an_older_one(board):
    """littlefs finds the older of its two root blocks when the newer is gone, and with it old files."""
    made, name = with_newer_root_first(len(board.flash.data) - VFS)
    with_device(board, OWN)
    for cut in (disk.BLOCK, 2 * disk.BLOCK):
        board.flash.data[VFS:] = made
        board.cut_after(cut)
        with pytest.raises(DeviceError):
            flashed(board, small())
        board.cut_after(None)
        flashed(board, small())
        assert files_on(board)["names.txt"] == name


# What else goes wrong


def refused(board: bootloader.Board, wish: Wish) -> tuple[int, str]:
    """The exit code and the sentence of a try that must not have changed the flash."""
    before = bytes(board.flash.data)
    with pytest.raises(DeviceError) as told:
        flashed(board, wish)
    assert bytes(board.flash.data) == before
    return told.value.code, str(told.value)


def test_an_image_for_another_chip():
    with bootloader.Board("esp32s3") as board:
        assert refused(board, small()) == (
            4,
            "this chip is an ESP32-S3, and the image is MicroPython for the ESP32: leave --image away, or give "
            "the other file",
        )


def test_a_chip_that_no_board_has():
    with bootloader.Board("esp32c3") as board:
        said = "this is an ESP32-C3: Tapete's boards have an ESP32 or an ESP32-S3"
        assert refused(board, small()) == (4, said)


def test_a_chip_older_than_the_image_wants(board):
    wish = small(image=micropython_image.parsed(esp_image.merged(revision=3)))
    assert refused(board, wish) == (
        4,
        "this MicroPython wants revision 3.0 of the ESP32, and this one is 0.0: take a newer board, or an older "
        "MicroPython with --image",
    )


def test_too_small_a_flash():
    with bootloader.Board(megabytes=2) as board:
        assert refused(board, small()) == (
            4,
            "the flash is too small: 2 MB, and this MicroPython leaves no room in it for Tapete; take a board "
            "with 4 MB or more",
        )


def test_more_matches_than_there_is_room_for(board):
    with_device(board, {f"actas/{n:04}.01": bytes(300_000) for n in range(5)})
    large = {"tapete/large.bin": random.Random(1).randbytes(800_000)}
    assert refused(board, small(firmware=large)) == (
        4,
        "the program and what the device has do not fit its 4 MB of flash: fetch old matches from it and remove "
        "them, or take a larger board",
    )


@pytest.mark.parametrize("kind, how", [("esp32", "flash encryption"), ("esp32s3", "secure download mode")])
def test_a_locked_board(kind, how):
    with bootloader.Board(kind, locked=True) as board:
        said = f"this chip is locked ({how}): it takes no program but its maker's; take another board"
        assert refused(board, small(image=micropython_image.parsed(esp_image.merged(kind)))) == (4, said)


def test_a_board_record_for_another_chip(board):
    assert refused(board, small(settings={"board": "s3_mfrc522"})) == (
        4,
        "board s3_mfrc522 does not have the ESP32 that is here: leave it away, or take one of wroom_pn5180, "
        "wroom_mfrc522",
    )


def test_a_file_system_that_cannot_be_read_is_not_overwritten(board):
    with_device(board, OWN)
    board.flash.data[VFS : VFS + 8192] = bytes(8192)
    assert refused(board, small()) == (
        4,
        "what its file system holds cannot be read: it is damaged, or of another program; --erase begins anew, "
        "and what is there is lost",
    )
    assert flashed(board, small(erase=True))


def test_no_network(board, monkeypatch):
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:9")
    code, said = refused(board, small(image=None))
    assert code == 1
    assert re.fullmatch(
        r"MicroPython could not be fetched \(.*refused\): connect this computer to the network, or fetch "
        r"https://micropython\.org/resources/firmware/ESP32_GENERIC-\d{8}-v[\d.]+\.bin elsewhere and give the file "
        r"with --image",
        said,
    )


def test_a_flash_that_does_not_take_what_is_written(board, monkeypatch):
    """Worn: some bits stay as they are."""
    monkeypatch.setattr(board.flash, "_take", lambda size: size // 2)
    monkeypatch.setattr(board.flash, "_check", lambda size, taken: None)
    with pytest.raises(DeviceError) as told:
        flashed(board, small())
    assert (told.value.code, str(told.value)) == (
        1,
        "what was read back while the flash was written is not what was written: try again, by another cable or "
        "supply; if it stays so, the board's flash is worn or protected",
    )


def test_a_busy_port():
    with bootloader.Board(pty=True) as board, serial.Serial(board.url, exclusive=True):
        said = f"{board.url}: another program has it open: close that one and try again"
        assert refused(board, small()) == (3, said)


def test_nobody_in_a_bootloader():
    """A board whose program runs, or the virtual one: it says nothing that a bootloader says."""
    with socket.create_server(("127.0.0.1", 0)) as mute:
        with pytest.raises(DeviceError) as told:
            flash.flash("socket://127.0.0.1:%d" % mute.getsockname()[1], small(), lambda *_: None)
    assert (told.value.code, str(told.value)) == (
        3,
        "no bootloader answers: hold BOOT, press EN (or RST) once, let BOOT go, and give the same command; a "
        "virtual board has no bootloader",
    )


def test_one_board_of_two_fails_and_the_other_is_flashed(board, image, capsys):
    code, out, err = called(
        capsys, "--port", "socket://127.0.0.1:1", "--port", board.url, "--image", image, "--no-restart"
    )
    assert (code, err) == (
        3,
        "tapete: PORT: nothing listens there: is the virtual board, or the other end, running?\n",
    )
    assert "written and verified" in out


def test_a_line_for_each_port_on_a_terminal(monkeypatch, capsys):
    from tapete_host.device import side_by_side

    terminal = io.StringIO()
    made = Console(file=terminal, force_terminal=True, width=100)
    monkeypatch.setattr(side_by_side, "Console", lambda stderr: made)
    lines = side_by_side.Lines(["u0", "u1"])
    with lines.progress:
        lines.take("u0", "step", "writing")
        lines.take("u0", "part", 0.42)
        lines.take("u1", "step", "connecting")
        lines.take("u1", "note", "ESP32, 4 MB flash")
        lines.progress.refresh()
        assert re.search(r"u0 .* 42%.* writing.*\n.*u1 .* 0%.* connecting", terminal.getvalue())
        lines.take("u1", "failed", "no bootloader answers", 3)
        lines.take("u0", "done", "written and verified")
    assert lines.codes == {"u0": 0, "u1": 3}
    out, err = capsys.readouterr()
    assert (
        out == "u1: ESP32, 4 MB flash\nu0: written and verified (0 s)\n"
        and err == "tapete: u1: no bootloader answers\n"
    )


def test_ctrl_c_is_like_a_cut_cable(board, image):
    with_device(board, OWN)
    command = [
        sys.executable,
        "-m",
        "tapete_host",
        "flash",
        "--port",
        board.url,
        "--image",
        image,
        "--no-restart",
    ]
    with board.pause_after(100_000) as paused:
        running = subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": PATHS}
        )
        assert paused.wait(120)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=120)
    assert (running.returncode, err) == (
        130,
        "tapete: stopped: give the same command to begin again, nothing is lost\n",
    )
    flashed(board, small())
    assert own_of(files_on(board)) == OWN


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--set", "lnag=en"], "there is no setting lnag: did you mean lang?\n"),
        (["--set", "lang=fr"], "lang=fr: it is one of ca, en, es, eu, gl, it, ko, ru\n"),
        (["--set", "volume=loud"], "volume=loud: it is a number from 0 to 999\n"),
        (["--set", "teaching=perhaps"], "teaching=perhaps: it is yes or no\n"),
        (["--set", "names=Ana,Luis"], "names=Ana,Luis: it is a list of 4 texts, with commas between them\n"),
        (["--board", "s4"], "board=s4: it is one of wroom_pn5180, wroom_mfrc522, s3_pn5180, s3_mfrc522\n"),
        (["--image", "no.bin"], "no.bin cannot be read: No such file or directory\n"),
        (
            ["--image", "README.md"],
            "README.md is no MicroPython for an ESP32 or ESP32-S3 (no bootloader is in it)",
        ),
        (["--deck", "README.md"], "README.md is no deck: line 1: # Tapete (malformed)\n"),
    ],
)
def test_a_wrong_wish_is_told_before_a_port_is_opened(arguments, said, capsys, monkeypatch, tmp_path):
    (tmp_path / "README.md").write_text("Tapete\n" * 3000)
    monkeypatch.chdir(tmp_path)
    code, _, err = called(capsys, "--port", "socket://127.0.0.1:1", *arguments)
    assert code == 4 and err.startswith("tapete: " + said.replace("# Tapete", "Tapete"))


def test_no_board_is_there(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    code, _, err = called(capsys)
    assert code == 3 and err.startswith(
        "tapete: no board found: plug it in with a USB cable that carries data"
    )


def test_erase_asks_and_a_no_changes_nothing(board, image, capsys, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    with_device(board, OWN)
    monkeypatch.setattr("sys.stdin", Terminal("n\n"))
    code, out, _ = called(capsys, "--port", board.url, "--image", image, "--erase")
    assert (code, out) == (130, "Erase all that is on PORT, matches and settings too? [y/N]: ")
    assert files_on(board) == OWN


def test_without_esptool_it_is_told_what_to_install(capsys, monkeypatch):
    from tapete_host.device import flash_command

    monkeypatch.setattr(flash_command.importlib.util, "find_spec", lambda name: None)
    code, _, err = called(capsys, "--port", "socket://127.0.0.1:1")
    assert (code, err) == (1, 'tapete: esptool is not installed: pip install "tapete[device]"\n')
