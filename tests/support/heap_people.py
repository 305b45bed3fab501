"""People at a table in another process, who watch the device's console and nothing else."""

import re

from support.shuffle import legal, shuffled
from tute.cards import card_name
from tute.referee import Referee
from tute.rules import find_rules

STEP_MS = 100
_PATIENCE_MS = 12_000  # modelled time that a gesture may need


class OutOfMemory(Exception):
    """The firmware said MemoryError, or fell silent, in this heap."""


class WirePeople:
    """People who play seeded legal rounds on a Table, watching the device's console and nothing else.

    seats: each lays his cards before him, where each seat has its antenna. scanned: cards are dealt over the mat."""

    def __init__(self, table, seats=False, scanned=False):
        self.table = table
        self.seats = seats
        self.scanned = scanned
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
        if self.scanned:
            self._scan(hands, dealer)
        self._show_trump(dealer, hands[dealer][0])
        while self.ref.phase in ("play", "window"):
            for _ in range(4):
                self._lay(hands, seed)
            self._collect()

    def _scan(self, hands, dealer):
        """Deal over the mat; the last card is the trump card."""
        self.press("cante")
        self.wait_for("question scan_passing")
        for k in range(9, -1, -1):
            for n in range(4):
                name = card_name(hands[(dealer + n) % 4 + 1][k])
                self.table.ask("mat", lay=[name])
                self.table.step(220)
                self.table.ask("mat", lift=[name])
                self.table.step(180)
        self.wait_for("acta .* hand 4")

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
        name = card_name(card)
        self.table.ask("mat", lay=[{"card": name, "seat": seat} if self.seats else name])
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
