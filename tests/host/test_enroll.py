"""`tapete enroll` at the virtual board: cards are laid on its mat as the terminal asks for them."""

import re
import subprocess
import sys
import threading
from functools import partial

import pytest

from support.cable import Cable
from support.in_process import told
from support.web_host import Table
from tapete.enrol import _ORDER
from tapete_host import launch_flash
from tapete_host.device import deck
from tapete_host.tell import Teller
from tute.cards import card_name

SPEED = 16
WAIT_S = 90  # only a board that has failed takes so long
WHOLE = launch_flash.deck_text(1)
NAMES = [card_name(suit * 10 + strength) for suit in range(4) for strength in _ORDER]
CALLED = {Teller("en").bare(name): name for name in NAMES}
ASKED = re.compile(r"(?:\d+ of \d+: )?(\w+ of \w+)")
FOREIGN = "foreign"


class Person:
    """`tapete enroll` in a terminal of its own, and somebody who lays what it asks for."""

    def __init__(self, table: Table, *words: str, port: str = ""):
        self.table = table
        environment = table.environment() | {"TAPETE_PORT": port or table.serial_line()}
        command = [sys.executable, "-u", "-m", "tapete_host", "enroll", *map(str, words)]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            text=True,
        )
        self.killer = threading.Timer(WAIT_S, self.process.kill)
        self.killer.start()
        self.told: list[str] = []

    def next(self) -> str:
        """The next line; it must come."""
        line = self.process.stdout.readline().rstrip("\n")
        self.told.append(line)
        assert line, self.told
        return line

    def asked(self, of: str = "40") -> str:
        """The card that the next line asks for."""
        line = self.next()
        assert f"of {of}: " in line, self.told
        return CALLED[ASKED.fullmatch(line)[1]]

    def lay(self, *cards: str) -> None:
        """Take up what lies there, and lay these."""
        lying = [laid["card"] for laid in self.table.state()["mat"]]
        self.table.post("/api/mat", lay=[{"card": card, "x": 0, "y": 0} for card in cards], lift=lying)

    def type(self, letter: str) -> None:
        self.process.stdin.write(letter + "\n")
        self.process.stdin.flush()

    def end(self) -> tuple[int, list[str]]:
        """(exit code, what came last)."""
        rest = self.process.stdout.read().splitlines()
        self.killer.cancel()
        self.process.stdin.close()
        lying = [laid["card"] for laid in self.table.state()["mat"]]
        if lying:
            self.table.post("/api/mat", lift=lying)
        return self.process.wait(), rest


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    made = Table(
        tmp_path_factory.mktemp("enroll") / "profile", SPEED, "--lang", "en", "--panel", "ssd1680", "--pty"
    )
    yield made
    made.close()


@pytest.fixture
def tool(table, monkeypatch, capsys):
    """tool("deck", "check") -> (exit code, standard output, standard error)."""
    monkeypatch.setenv("TAPETE_PORT", table.serial_line())

    return partial(told, capsys)


def test_forty_cards_with_a_wrong_a_double_and_a_foreign_one_and_a_pause(table, tool, tmp_path):
    person = Person(table, "--anew", "--yes", "--name", "Casa")
    for n, name in enumerate(NAMES[:14]):
        assert person.asked() == name and person.told[-1].startswith(f"{n + 1} of 40: ")
        if n == 8:  # long taken up
            person.lay(NAMES[0])
            assert person.next() == "    That is the ace of coins already"
        if n == 10:
            person.lay(FOREIGN)
            assert person.next() == "    That sticker cannot be a card's", person.told
        if n == 13:
            break
        person.lay(name)
    person.type("b")
    assert person.next() == "    Three of cups: taken back" and person.asked() == NAMES[12]
    person.type("s")
    assert person.asked() == NAMES[13]
    person.lay(NAMES[13])
    assert person.asked() == NAMES[14]
    person.type("q")
    assert person.end() == (1, ["deck Casa, 13 of 40: tapete enroll goes on there"])
    file = tmp_path / "now.txt"
    person = Person(table, "--lang", "es", "+", "deck", "pull", file, "+", "enroll", "--name", "Mesa")
    for n, name in enumerate([NAMES[12], *NAMES[14:]]):
        assert person.next() == f"{n + 14} of 40: {Teller('es').bare(name)}"
        person.lay(name)
    whole = [
        f"{file}: Casa, 40 cards, each with its sticker",
        "deck Mesa, 40 of 40: tapete deck check looks at it",
    ]
    assert person.end() == (0, ["deck Casa, 40 of 40", *whole])
    assert deck.read(file).uids == deck.parse(WHOLE.encode()).uids


def test_a_cable_pulled_leaves_what_was_registered(table):
    cable = Cable(table.serial_line())
    person = Person(table, "--second", "--name", "Otra", port=cable.address)
    for n in range(3):
        assert person.asked() == NAMES[n]
        person.lay(f"E00401000000{n:04d}")
    assert person.asked() == NAMES[3]
    cable.cut()
    code, last = person.end()
    assert code == 1 and len(last) == 1 and "stopped answering" in last[0] and "Look at the cable" in last[0]
    cable.close()
    person = Person(table, "--second")
    assert person.asked() == NAMES[3]
    person.lay(NAMES[3])
    assert person.next() == "    That card is of the other deck"
    person.type("q")
    assert person.end() == (1, ["deck Otra, 3 of 40: tapete enroll goes on there"])


def test_a_saved_deck_is_proven_by_three_cards_before_it_is_written(table, tool, tmp_path, soak):
    if not soak:
        pytest.skip("twenty seconds: under --soak")
    file = tmp_path / "mine.txt"
    file.write_text(WHOLE.replace("Mesa", "Mine"))
    person = Person(table, "--file", file)
    person.asked("3")
    person.lay(FOREIGN)
    assert person.next() == "    That card is not of this deck"
    person.type("q")
    assert person.end() == (1, [f"{file}: not written, the device's deck is as it was"])
    code, out, err = tool("deck", "check")
    assert code == 0 and "Mine" not in out, (out, err)
    person = Person(table, "--file", file, "+", "deck", "check")
    for _ in range(3):
        asked = person.asked("3")
        if len(person.told) == 1:
            person.lay(other := next(name for name in NAMES if name != asked))
            assert person.next() == f"    That is the {Teller('en').bare(other)} already"
        person.lay(asked)
    told = ["deck Mine, 40 of 40", "device: Mine, 40 cards, each with its sticker"]
    assert person.end() == (0, told)
    file.write_text(WHOLE)
    assert tool("enroll", "--file", file, "--no-check", "+", "deck", "check")[:2] == (
        0,
        "\n".join(told).replace("Mine", "Mesa") + "\n",
    )
    file.write_text("deck half\nAO E0040150A1B2C3D4\n")
    code, _, err = tool("enroll", "--file", file, "--no-check", "--port", "/dev/nowhere")
    assert code == 1 and "cards without a sticker: it is not put on a device" in err


def test_a_match_that_is_on_keeps_its_deck_but_for_a_torn_sticker(table, tool, tmp_path):
    before = table.in_a_match(5)
    file = tmp_path / "mine.txt"
    file.write_text(WHOLE)
    for words in (("--anew", "--yes"), ("--file", file, "--no-check")):
        code, out, err = tool("enroll", *words)
        assert (
            code == 4
            and not out
            and re.match(r"tapete: match \d+ is being played with this deck: end it first", err)
        )
    person = Person(table, "--card", "RO", "+", "deck", "pull", tmp_path / "now.txt")
    assert person.next() == "king of coins"
    person.lay(FOREIGN)
    assert person.next() == "    That sticker cannot be a card's"
    person.lay("E0040100000000AA")
    assert person.end()[1][0] == "deck Mesa, 40 of 40"
    assert deck.read(tmp_path / "now.txt").uids["RO"] == "E0040100000000AA"
    table.at_table()
    assert table.acta() == before
