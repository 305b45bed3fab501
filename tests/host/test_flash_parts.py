"""The rooms of `tapete flash` one by one: MicroPython's images and where they come from, partition tables, a device's
first words, wishes."""

import contextlib
import dataclasses
import functools
import hashlib
import http.server
import random
import socket
import struct
import threading
import zipfile

import pytest
import serial

from support import esp_image
from tapete_host.device import (
    DeviceError,
    disk,
    greeting,
    kept,
    micropython_image,
    partitions,
    settings,
    wishes,
)
from tapete_host.device.micropython_image import RELEASES, Release

# Images


@pytest.mark.parametrize("chip, begin", [("esp32", 0x1000), ("esp32s3", 0)])
def test_an_image_is_taken_apart(chip, begin):
    image = micropython_image.parsed(esp_image.merged(chip))
    assert image.chip == chip
    assert image.parts == (
        (begin, esp_image.program(chip, 8_000, 1)),
        (0x8000, esp_image.table()),
        (0x10000, esp_image.program(chip, 20_000, 2)),
    )


def test_an_image_of_the_whole_flash_is_the_same():
    data = esp_image.merged()
    assert micropython_image.parsed(b"\xff" * 0x1000 + data) == micropython_image.parsed(data)


def test_the_choice_between_two_programs_is_made_anew():
    """Else a device would go on with the other program, which is older."""
    rows = (
        ("otadata", 1, 0, 0xD000, 0x2000),
        ("ota_0", 0, 0x10, 0x10000, 0x180000),
        ("ota_1", 0, 0x11, 0x190000, 0x180000),
    )
    image = micropython_image.parsed(esp_image.merged(rows=rows))
    assert (0xD000, b"\xff" * 0x2000) in image.parts
    assert partitions.vfs(list(image.rows), 4 << 20) == partitions.Partition(
        "vfs", 1, 0x81, 0x310000, 0xF0000
    )


def spoilt(at: int) -> bytes:
    data = bytearray(esp_image.merged())
    data[at] ^= 1
    return bytes(data)


@pytest.mark.parametrize(
    "data, said",
    [
        (b"", "no bootloader is in it"),
        (b"UF2\nWQ]\x9e" * 100, "it is a .uf2"),
        (b"<!DOCTYPE html>" * 1000, "no bootloader is in it"),
        (esp_image.program("esp32", 60_000, 2), "no partition table"),
        (esp_image.merged("esp32s2"), "it is for another chip, number 2"),
        (esp_image.merged()[:-5000], "a part of it is missing"),
        (esp_image.merged()[:0xE000], "a part of it is missing"),
        (esp_image.merged()[:0xF000] + esp_image.program("esp32s3", 60_000, 2), "its program is missing"),
        (b"\xff" * 0x1000 + esp_image.merged("esp32s3"), "its bootloader is in the wrong place"),
        (spoilt(100), "its SHA-256 does not fit: it is damaged"),
        (spoilt(0x7000 + 40), "damaged partition table"),
        (spoilt(0xF000 + 300), "its SHA-256 does not fit: it is damaged"),
        (
            esp_image.merged(rows=(*esp_image.ROWS, ("ffat", 1, 0x81, 0x200000, 0x200000))),
            "it is made for TinyUF2",
        ),
        (
            esp_image.merged(rows=(("factory", 0, 0, 0x10000, 0x4000),)),
            "its program is larger than its partition",
        ),
    ],
)
def test_what_is_no_image_says_why(data, said):
    with pytest.raises(ValueError) as wrong:
        micropython_image.parsed(data)
    assert said in str(wrong.value)


def test_no_spoilt_image_raises_anything_else(soak):
    dice = random.Random(5)
    whole = esp_image.merged(size=2000)
    for _ in range(20_000 if soak else 300):
        data = bytearray(whole[: dice.choice((len(whole), dice.randrange(len(whole))))])
        for _ in range(dice.randrange(4)):
            if data:
                data[dice.choice((dice.randrange(len(data)), dice.randrange(min(64, len(data)))))] = (
                    dice.randrange(256)
                )
        try:
            micropython_image.parsed(bytes(data))
        except ValueError:
            pass


def test_where_micropython_has_its_files():
    rows = partitions.parse(esp_image.table())
    assert partitions.vfs(rows, 2 << 20) is None
    assert partitions.vfs(rows, 4 << 20).size == 2 << 20
    assert partitions.vfs(rows, 8 << 20).size == 6 << 20
    named = partitions.parse(esp_image.table((*esp_image.ROWS, ("vfs", 1, 0x81, 0x200000, 0x180000))))
    assert partitions.vfs(named, 8 << 20) == partitions.Partition("vfs", 1, 0x81, 0x200000, 0x180000)
    assert partitions.vfs(named, 2 << 20) is None


# Downloads


@pytest.fixture
def site(tmp_path):
    """A web server with one file -> (its Release, the paths that were asked for)."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "micropython.bin").write_bytes(esp_image.merged())
    asked: list[str] = []

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            asked.append(self.path)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    digest = hashlib.sha256(esp_image.merged()).hexdigest()
    yield Release(f"http://127.0.0.1:{server.server_port}/micropython.bin", digest), asked
    server.shutdown()
    server.server_close()


def test_a_download_is_kept_and_looked_at_again(site, tmp_path):
    release, asked = site
    cache = tmp_path / "cache"
    for _ in range(2):
        assert micropython_image.download(release, cache) == esp_image.merged()
    assert asked == ["/micropython.bin"]
    (cache / "micropython.bin").write_bytes(b"rotten")
    assert micropython_image.download(release, cache) == esp_image.merged()
    assert len(asked) == 2 and len(list(cache.iterdir())) == 1


def test_a_download_that_is_another_file_is_refused(site, tmp_path):
    other = dataclasses.replace(site[0], sha256="0" * 64)
    with pytest.raises(DeviceError) as told:
        micropython_image.download(other, tmp_path / "cache")
    assert told.value.code == 4 and str(told.value) == (
        f"what {other.url} gave is not the file that is known (its SHA-256 is another): try again later, or give a "
        "file that you trust with --image"
    )
    assert not (tmp_path / "cache").exists()


def test_a_site_without_the_file_is_told(site, tmp_path):
    gone = dataclasses.replace(site[0], url=site[0].url + ".gone")
    with pytest.raises(DeviceError) as told:
        micropython_image.download(gone, tmp_path)
    assert str(told.value).startswith(
        "MicroPython could not be fetched (File not found): connect this computer"
    )


def test_each_chip_of_a_board_has_a_release():
    assert set(RELEASES) == {"esp32", "esp32s3"}
    assert all(len(bytes.fromhex(release.sha256)) == 32 for release in RELEASES.values())


# The first words

BOOT = b"ets Jul 29 2019 12:21:46\r\n\r\nrst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\r\n"


def heard(data: bytes, seconds: float = 0.05) -> str:
    """What greeting.wait makes of these bytes."""
    with serial.serial_for_url("loop://") as line:
        line.write(data)
        return greeting.wait(line, seconds)


def test_a_screen_is_a_greeting():
    data = (
        BOOT
        + b"note deck missing: AO\nnote resets: brownout 1 watchdog 0\nscreen new_match | Partida nueva\n"
    )
    assert heard(data, 60) == "new_match"


@pytest.mark.parametrize(
    "data, said",
    [
        (b"", "it says nothing: press EN (or RST) once, and look at the wires of its buttons and panel"),
        (
            BOOT + b"note safe mode: OK was held, the app is not started\r\nMicroPython v1.29.0\r\n>>> ",
            "it found OK held",
        ),
        (
            BOOT.replace(b"0x13 (SPI_FAST", b"0x3 (DOWNLOAD") + b"waiting for download\r\n",
            "it waits in its bootloader",
        ),
        (BOOT + b"Brownout detector was triggered\r\n" + BOOT, "its supply dips"),
        (BOOT + b"invalid header: 0xffffffff\r\n" * 9, "it finds no MicroPython"),
        (BOOT + b"The filesystem appears to be corrupted. If you\r\n", "its file system is damaged"),
        (
            b'Traceback (most recent call last):\r\n  File "a.mpy"\r\nValueError: incompatible .mpy file\r\n>>> ',
            "this Micro",
        ),
        (
            BOOT + b'Traceback (most recent call last):\r\n  File "main.mpy"\r\nOSError: 19\r\n>>> ',
            "the program ended with an error: `tapete crash` tells where from what it printed (it said: OSError: 19)",
        ),
        (
            b"Traceback (most recent call last):\r\nKeyboardInterrupt: \r\n>>> ",
            "somebody has stopped it with Ctrl-C",
        ),
        (BOOT * 4, "it starts over and over"),
        (BOOT + b"MicroPython v1.29.0 on 2026-08-24\r\n>>> ", "it shows MicroPython's prompt"),
        (b"Hello from Arduino\r\n", "it did not begin: press EN (or RST) once; it said: Hello from Arduino"),
    ],
)
def test_what_is_no_greeting_says_what_to_do(data, said):
    with pytest.raises(DeviceError) as told:
        heard(data)
    assert str(told.value).startswith(said) and told.value.code == 1


def test_half_a_line_is_not_yet_a_greeting():
    with pytest.raises(DeviceError):
        heard(b"screen new_m")


def test_a_port_may_go_and_come_back_while_a_board_starts():
    """As the USB of an ESP32-S3 does."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def comes_back() -> None:
            server.accept()[0].close()
            line, _ = server.accept()
            with line, contextlib.suppress(OSError):
                while not heard.wait(0.01):  # what comes before a port is quite open is lost
                    line.sendall(b"screen deal | Reparto\n")

        heard = threading.Event()
        board = threading.Thread(target=comes_back, daemon=True)
        board.start()
        assert greeting.wait_at("socket://127.0.0.1:%d" % server.getsockname()[1], 60) == "deal"
        heard.set()
        board.join()


# Wishes and images of disks


def test_settings_are_typed_as_people_do():
    typed = (
        "teaching=on",
        "sleep=no",
        "volume=3",
        "names=Ana, Luis,Eva,Juan",
        "antennas=2,1,3,4",
        "rules=amelia-4 tie=nobody",
    )
    assert settings.parse(typed) == {
        "teaching": True,
        "sleep": False,
        "volume": 3,
        "names": ["Ana", "Luis", "Eva", "Juan"],
        "antennas": [2, 1, 3, 4],
        "rules": "amelia-4 tie=nobody",
    }


def test_a_settings_file_that_cannot_be_read_is_begun_anew():
    for own in (None, b"", b"{half", b"[1]", b"\xff\xfe"):
        assert wishes.settings(own, {"lang": "en"}, "esp32s3") == {"board": "s3_pn5180", "lang": "en"}


def test_a_deck_without_some_stickers_is_a_deck(tmp_path):
    path = tmp_path / "deck.txt"
    path.write_text("deck Casa\nAO E0040150A1B2C3D4\n")
    assert wishes.deck(path) == path.read_bytes()
    path.write_text("AO E0040150A1B2C3D4\n3O E0040150A1B2C3D4\n")
    with pytest.raises(DeviceError) as told:
        wishes.deck(path)
    assert str(told.value) == f"{path} is no deck: line 2: 3O is also AO (double)"


def test_only_blocks_in_use_are_written_and_no_more_than_needed_read():
    files = {"a/b.txt": b"x" * 9000, "tapete/app.mpy": bytes(300_000), "settings.json": b"{}"}
    image = disk.image(8 << 20, files)
    runs = disk.runs(image)
    assert sum(len(data) for _, data in runs) < 400_000
    again = bytearray(b"\xff" * len(image))
    for at, data in runs:
        again[at : at + len(data)] = data
    assert bytes(again) == image
    asked: list[int] = []

    def read_at(at: int, size: int) -> bytes:
        asked.append(at)
        return image[at : at + size]

    own, ours = disk.own_files(read_at, len(image))
    assert ours and own == {path: data for path, data in files.items() if path != "tapete/app.mpy"}
    assert len(asked) == len(set(asked)) < 16


def test_an_error_of_the_reader_is_not_taken_for_a_damaged_disk():
    def read_at(at: int, size: int) -> bytes:
        raise DeviceError("the cable is out")

    with pytest.raises(DeviceError):
        disk.own_files(read_at, 1 << 20)


def test_what_is_kept_is_told_in_words():
    assert kept.words({}) == ""
    assert kept.words({"actas/0001.01": b"", "actas/0001.02": b"", "actas/hot/now": b""}) == "1 match"
    files = {
        "actas/0001.01": b"",
        "actas/0002.01": b"",
        "settings.json": b"",
        "deck.txt": b"",
        "names.txt": b"",
    }
    assert kept.words(files) == "2 matches, settings, deck, 1 other file"


def test_a_copy_is_a_zip_that_people_can_open(tmp_path):
    copy = kept.Copy("24:0a:c4:00:00:01", tmp_path)
    own = kept.Own({"actas/0001.01": b"acta 1\n"}, (b"old head",))
    copy.save(own, b"new head")
    assert copy.path == tmp_path / "240ac4000001.zip"
    assert copy.load() == kept.Own(own.files, (b"old head", b"new head"))
    with zipfile.ZipFile(copy.path) as opened:
        assert opened.read("device/actas/0001.01") == b"acta 1\n"
    copy.drop()
    assert not copy.exists() and copy.load() == kept.Own({})


def test_copies_put_aside_do_not_replace_each_other(tmp_path):
    copy = kept.Copy("24:0a:c4:00:00:01", tmp_path)
    for number in range(3):
        copy.save(kept.Own({"names.txt": b"%d" % number}), b"")
        copy.put_aside()
    assert len(list(tmp_path.iterdir())) == 3 and not copy.exists()


def test_a_copy_that_cannot_be_made_or_read_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DeviceError) as told:
        kept.Copy("24:0a:c4:00:00:01", tmp_path / "file").save(kept.Own({}), b"")
    assert str(told.value) == (
        f"what the device has could not be kept in {tmp_path / 'file'} (File exists), so nothing was written: make "
        "room there, or name another folder in TAPETE_STATE"
    )
    copy = kept.Copy("24:0a:c4:00:00:01", tmp_path)
    copy.path.write_bytes(b"PK no zip")
    with pytest.raises(DeviceError) as told:
        copy.load()
    assert (
        str(told.value) == f"{copy.path} cannot be read (File is not a zip file): move it away, and keep it"
    )


def test_images_of_tests_are_such_as_esptool_takes():
    """Else the checks of esptool would pass over them in silence."""
    from esptool.bin_image import LoadFirmwareImage

    for chip in ("esp32", "esp32s3"):
        loaded = LoadFirmwareImage(chip, esp_image.program(chip, 20_000, 1))
        assert loaded.checksum == loaded.calculate_checksum()
        assert loaded.calc_digest == loaded.stored_digest
        assert struct.pack("<H", loaded.chip_id) == esp_image.program(chip, 20_000, 1)[12:14]
