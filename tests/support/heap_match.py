"""The smallest heap in which a match plays: the firmware as .mpy from its flash, the models in another process."""

import pathlib
import re
import tempfile
import time

from support import wasm_heap
from support.referee_speed import legal, shuffled
from tapete_host import build, launch_flash
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


def smallest(flash, low, high, rounds):
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

    -> {"unix": smallest heap that plays, without the shim's share, "shim": that share, "automatic": collections by
    itself while cards are played in the budget's heap, "wasm": peak bytes on 32 bits or None}. Figures that could
    not be taken are None.
    """
    rounds = 1 if quick else 99
    settings = {"lang": "es"}
    least = smallest(image(settings), _TOO_SMALL, _ENOUGH, rounds)
    try:
        count = automatic(settings, BUDGET + SHIM_HEAP, rounds)[0]
    except (OutOfMemory, TimeoutError):
        count = None
    return {
        "unix": None if least is None else least - SHIM_HEAP,
        "shim": SHIM_HEAP,
        "automatic": count,
        "wasm": wasm_heap.peak(quick),
    }


if __name__ == "__main__":
    begin = time.perf_counter()
    print(measure(True), time.perf_counter() - begin)
