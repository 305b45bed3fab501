"""The smallest heap in which a match plays: the firmware as .mpy from its flash, the models in another process."""

import pathlib
import re
import tempfile
import time

from support import wasm_heap
from support.referee_speed import legal, shuffled
from tapete_host import build, demo, launch_flash
from tapete_host.sim import people
from tapete_host.sim.client import Table
from tapete_host.sim.wire import SHIM_HEAP
from tute.cards import card_name
from tute.referee import Referee
from tute.rules import find_rules

STEP_MS = 100
_PATIENCE_MS = 12_000  # modelled time that a gesture may need
_GRAIN = 2048  # bytes to which the smallest heap is found
_TOO_SMALL = 200_000  # bytes between which it lies, the shim's share included
_ENOUGH = 300_000
_HERE = pathlib.Path(__file__).resolve().parent

BUDGET = 216 * 1024
"""Bytes of heap on the Unix port in which a match without Wi-Fi must play; the shim's share comes on top."""


class OutOfMemory(Exception):
    """The firmware said MemoryError, or fell silent, in this heap."""


class WirePeople:
    """People who play seeded legal rounds on a Table, watching the device's console and nothing else."""

    def __init__(self, table):
        self.table = table
        self.ref = Referee(find_rules("online-pairs"))
        self.seen = 0

    def press(self, name, ms=80):
        self.table.ask("button", name=name, ms=ms)
        self.table.step(ms + 400)

    def wait_for(self, pattern):
        """Let the device work until a new console line matches. Raises OutOfMemory."""
        look = re.compile(pattern)
        for _ in range(_PATIENCE_MS // STEP_MS):
            self.table.step(STEP_MS)
            for line in self._new_lines():
                if "MemoryError" in line:
                    raise OutOfMemory(line)
                if look.match(line):
                    return line
        raise OutOfMemory(f"nothing like {pattern}; last lines: {self.table.lines[-5:]}")

    def _new_lines(self):
        lines = self.table.lines
        while self.seen < len(lines):
            self.seen += 1
            yield lines[self.seen - 1]

    def start(self):
        self.wait_for("screen new_match")
        self.press("ok")
        self.wait_for("screen deal")

    def play_round(self, seed):
        """Deal, show the trump, lay every card, collect every trick."""
        cards, dealer = shuffled(seed), self.ref.next_dealer or 4
        hands = {(dealer + n) % 4 + 1: cards[n * 10 : n * 10 + 10] for n in range(4)}
        self._show_trump(dealer, hands[dealer][0])
        while self.ref.phase in ("play", "window"):
            for _ in range(4):
                self._lay(hands, seed)
            self._collect()

    def _show_trump(self, dealer, upcard):
        self.table.ask("mat", lay=[card_name(upcard)])
        self.wait_for("screen deal .*OK")
        self.press("ok")
        self.wait_for("acta .* deal ")
        self._collect()
        assert self.ref.push(f"deal {dealer} {card_name(upcard)}").ok

    def _lay(self, hands, seed):
        seat = self.ref.turn
        card = legal(self.ref, hands[seat])[seed % 2 - 1]
        hands[seat].remove(card)
        self.table.ask("mat", lay=[card_name(card)])
        self.wait_for(f"acta .* play {card_name(card)} {seat}")
        assert self.ref.push(f"play {card_name(card)} {seat}").ok

    def _collect(self):
        lying = [row["card"] for row in self.table.ask("state")["mat"]]
        self.table.ask("mat", lift=lying)
        self.table.step(1500)

    def play_match(self, rounds=99):
        """Up to so many rounds; 0: only until the screens of a new match."""
        if not rounds:
            self.wait_for("screen new_match")
            return
        self.start()
        for number in range(1, rounds + 1):
            self.play_round(number)
            if self.ref.phase == "match_over":
                return
            self.press("ok")
            self.wait_for("screen deal")


def image(settings, counting=False):
    """Bytes of a flash with the compiled firmware and these settings; `counting`: with heap_main as its main."""
    with tempfile.TemporaryDirectory() as folder:
        path, _ = launch_flash.prepare(pathlib.Path(folder), 1, settings)
        disk = launch_flash.mounted(path.read_bytes())
    if counting:
        for name, source in (("main.mpy", "heap_main.py"), ("canary.mpy", "canary.py")):
            with disk.open("/" + name, "wb") as file:
                file.write(build.beside(name, (_HERE / source).read_text()))
    return bytes(disk.context.buffer)


def plays(flash, heap, rounds=99):
    """Play a match in a heap of so many bytes -> the console's lines. Raises OutOfMemory."""
    with tempfile.TemporaryDirectory() as folder:
        with Table(folder, flash, heap=str(heap), again=False) as table:
            WirePeople(table).play_match(rounds)
            return list(table.lines)


def plays_example(flash, heap, rounds=99):
    """Play the example match, with its cantes, questions and proofs -> the console's lines. Raises OutOfMemory, also
    when the acta is not the expected one."""
    with tempfile.TemporaryDirectory() as folder:
        with Table(folder, flash, heap=str(heap), again=False) as table:
            table.step(4000)
            for _, verb, words in people.parse(demo.SCRIPT.read_text().split("\n")):
                _gesture(table, verb, words)
                if any("MemoryError" in line for line in table.lines):
                    raise OutOfMemory(table.lines[-1])
            return _expected_acta(table)


def _gesture(table, verb, words):
    """One gesture of a script, and modelled time enough for the device to come to rest."""
    if verb == "expect":
        return
    if verb == "wait":
        table.step(int(words[0]))
        return
    if verb == "lay":
        table.ask("mat", lay=list(words))
    elif verb == "lift":
        table.ask("mat", lift=list(words))
    elif verb == "collect":
        table.ask("mat", lift=[row["card"] for row in table.ask("state")["mat"]])
    elif verb == "shadow":
        table.ask("mat", lay=[{"card": words[0], "coupling": 0}])
    else:
        table.ask("button", name=verb, ms=1000 if words else 80)
    table.step(3500 if verb in ("lay", "lift", "collect") else 1500)


def _expected_acta(table):
    """The console's lines, once they hold the expected acta. Raises OutOfMemory if they never do."""
    wanted = [row.rsplit(" *", 1)[0] for row in (demo.EXAMPLES / "partida.acta").read_text().splitlines()]
    end = time.monotonic() + 5  # the last lines may still be in the pipe
    while time.monotonic() < end:
        rows = [line.split(" ", 2) for line in list(table.lines) if line.startswith("acta ")]
        told = {int(number): text for _, number, text in rows}
        if [told[n] for n in sorted(told)] == wanted:
            return list(table.lines)
        time.sleep(0.05)
    raise OutOfMemory("another acta than the expected one")


def automatic(settings, heap, rounds=99):
    """Collections that MicroPython made by itself on the screens of a trick -> (how many, least bytes free).

    What counts them takes heap of its own, which it says and which is added here."""
    flash = image(settings, True)
    share = int(_said(plays(flash, 1_000_000, 0), "counting takes")[-1])
    lines = plays(flash, heap + share, rounds)
    lows = [int(low) for low in _said(lines, "low")]
    return len(_said(lines, "automatic")), min(lows)


def _said(lines, start):
    """The last words of the lines that begin so."""
    return [line.rpartition(" ")[2] for line in lines if line.startswith(start + " ")]


def smallest(flash, low, high, rounds, plays=plays):
    """The smallest heap between low (too small) and high (enough), to _GRAIN bytes; None if high is not enough."""
    try:
        plays(flash, high, rounds)
    except (OutOfMemory, TimeoutError):
        return None
    while high - low > _GRAIN:
        middle = (low + high) // 2
        try:
            plays(flash, middle, rounds)
            high = middle
        except (OutOfMemory, TimeoutError):
            low = middle
    return high


def measure(quick=False):
    """Both rulers, for one round if `quick`, else for a match.

    -> {"unix": smallest heap that plays plain cards, without the shim's share, "example": the same for the example
    match with all its scenes, "shim": that share, "automatic": collections by
    itself while cards are played in the budget's heap, "wasm": peak bytes on 32 bits or None}. Figures that could
    not be taken are None.
    """
    rounds = 1 if quick else 99
    settings = {"lang": "es"}
    least = smallest(image(settings), _TOO_SMALL, _ENOUGH, rounds)
    named = image({"lang": "es", "names": ["Sur", "Este", "Norte", "Oeste"]})
    example = smallest(named, _TOO_SMALL, _ENOUGH, rounds, plays_example)
    try:
        count = automatic(settings, BUDGET + SHIM_HEAP, rounds)[0]
    except (OutOfMemory, TimeoutError):
        count = None
    return {
        "unix": None if least is None else least - SHIM_HEAP,
        "example": None if example is None else example - SHIM_HEAP,
        "shim": SHIM_HEAP,
        "automatic": count,
        "wasm": wasm_heap.peak(quick),
    }


if __name__ == "__main__":
    begin = time.perf_counter()
    print(measure(True), time.perf_counter() - begin)
