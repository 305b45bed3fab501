"""The model process with an antenna a seat: cards laid over seats, four readers on the wire, faults of one of them."""

import json
import tempfile

import pytest
from littlefs import LittleFS

from tapete_host import launch_flash
from tapete_host.sim.client import ModelError, Table

# Reads the first cascade level of what lies over each antenna, again and again, through the 74HC139.
MAIN = """
import time
from machine import Pin, SPI
en=Pin(21, Pin.OUT, value=1); a0=Pin(4, Pin.OUT, value=0); a1=Pin(16, Pin.OUT, value=0)
rst=Pin(22, Pin.OUT, value=0); rst(1); time.sleep_ms(1)
spi=SPI(2, baudrate=2000000, sck=Pin(18), mosi=Pin(23), miso=Pin(19))
def spoken(n, data):
    a0(n & 1); a1(n >> 1); en(0)
    got=bytearray(len(data)); spi.write_readinto(data, got); en(1)
    return got
def put(n, reg, *values):
    spoken(n, bytes((reg << 1,) + values))
def get(n, reg, count=1):
    return spoken(n, bytes((0x80 | reg << 1,)) * count + b"\\0")[1:]
def talk(n, data, last):
    put(n, 1, 0); put(n, 4, 0x7f); put(n, 10, 0x80); put(n, 9, *data); put(n, 13, last); put(n, 1, 12)
    put(n, 13, 0x80 | last)
    time.sleep_ms(3)
    left=get(n, 10)[0]
    return bytes(get(n, 9, left)) if left else b""
while True:
    seen=[]
    for n in range(4):
        for reg, value in ((0x15, 0x40), (0x11, 0x3d), (0x0e, 0), (0x14, 0x83)):
            put(n, reg, value)
        time.sleep_ms(6)
        seen.append(talk(n, b"\\x93\\x20", 0)[1:4].hex() if talk(n, b"\\x52", 7) else "%02x" % get(n, 0x37)[0])
        put(n, 0x14, 0x80)
    print(" ".join(seen))
"""


@pytest.fixture
def table():
    fs = LittleFS(
        block_size=4096, block_count=64, read_size=32, prog_size=32, lookahead_size=32, cache_size=128
    )
    with fs.open("main.py", "w") as file:
        file.write(MAIN)
    with tempfile.TemporaryDirectory(prefix="tp") as folder:
        with Table(folder, bytes(fs.context.buffer), board="wroom_mfrc522") as made:
            yield made


def seen(table):
    """What the four readers said last, after some time."""
    table.step(200)
    return table.lines[-1].split()


def test_cards_over_seats(table):
    deck = table.ask("deck")["deck"]
    assert {len(uid) for uid in deck.values()} == {14}
    assert seen(table) == ["92"] * 4
    table.ask("mat", lay=[{"card": "AO", "seat": 2}, {"card": "3C", "seat": 4, "x": 5, "y": -5}])
    state = table.ask("state")
    assert (state["reader"], state["seats"], state["board"]) == ("mfrc522", 4, "wroom_mfrc522")
    assert [(c["card"], c["seat"], c["x"], c["y"]) for c in state["mat"]] == [
        ("AO", 2, 0, 0),
        ("3C", 4, 5, -5),
    ]
    assert seen(table) == ["92", deck["AO"][:6].lower(), "92", deck["3C"][:6].lower()]
    table.ask("mat", lay=[{"card": "AO", "seat": 1}], lift=["3C"])
    assert seen(table) == [deck["AO"][:6].lower(), "92", "92", "92"]
    assert table.ask("state")["violations"] == []


def test_faults_of_one_seat(table):
    table.ask("fault", name="reader_dead", seat=3, miso=0)
    assert seen(table) == ["92", "92", "00", "92"]
    table.ask("fault", name="reader_clone", seat=1)
    assert seen(table) == ["88", "92", "00", "92"]
    table.ask("fault", name="reader_miso_held", seat=2, level=1)
    assert seen(table) == ["ffffff", "92", "ffffff", "ffffff"], "it alone can be read"
    table.ask("fault", name="reader_miso_held", seat=2, on=False)
    table.ask("fault", name="reader_dead", seat=3, on=False)
    assert seen(table) == ["88", "92", "92", "92"]


def test_bad_seats_are_refused(table):
    for seat in (0, 5, "2"):
        with pytest.raises(ModelError, match="no antenna of seat"):
            table.ask("mat", lay=[{"card": "AO", "seat": seat}])
    with pytest.raises(ModelError):
        table.ask("fault", name="reader_dead", seat=9)
    assert table.ask("state")["mat"] == []


def on_flash(disk, name):
    with disk.open("/" + name, "rb") as file:
        return file.read().decode()


def test_a_profile_follows_its_board():
    disk = launch_flash.empty(launch_flash.BLOCKS)
    assert not launch_flash._deck(disk, 1, "wroom_pn5180"), "a first deck replaces none"
    assert launch_flash._deck(disk, 1, "s3_mfrc522")
    assert on_flash(disk, "deck.txt") == launch_flash.deck_text(1, "s3_mfrc522")
    assert not launch_flash._deck(disk, 1, "wroom_mfrc522")
    mine = on_flash(disk, "deck.txt").replace("AO 04", "AO 05")
    launch_flash.write(disk, "deck.txt", mine.encode())
    assert not launch_flash._deck(disk, 1, "wroom_pn5180"), "somebody's own deck stays"
    assert on_flash(disk, "deck.txt") == mine
    launch_flash._settings(disk, {"board": "s3_mfrc522"}, True)
    assert json.loads(on_flash(disk, "settings.json")) == {"board": "s3_mfrc522", "antennas": [1, 2, 3, 4]}
    launch_flash.write(disk, "settings.json", b'{"antennas": [2, 1, 3, 4]}')
    launch_flash._settings(disk, {"board": "s3_mfrc522"}, True)
    assert json.loads(on_flash(disk, "settings.json"))["antennas"] == [2, 1, 3, 4]
