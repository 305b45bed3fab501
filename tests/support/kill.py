"""A person who plays a match on a device that is really killed now and then, and checks what it remembers."""

import random

from support.rounds import Deal
from tapete_host import launch_flash
from tute.cards import card_name
from tute.referee import Referee
from tute.rules import find_rules

# By place in the trick, Hz that only an accepted card begins with: 1319, the second's, begins a question too.
_TONES = (1047, 0, 1568, 1760)
_SLICE_MS = 40
_PATIENCE_MS = 15_000  # modelled time in which a gesture must have its effect
_HEAD = ("acta", "rules", "target", "seat")  # lines that are written as one
RULES = "online-pairs"


class Forgotten(AssertionError):
    """The device lost a line that it had confirmed, or has one that nobody played."""


class Survivor:
    """Plays seeded rounds to `target` on a client.Table; the process is killed at the given modelled moments
    (ms), and `aimed` times more while a line may be on its way to flash.

    After each kill the flash is read by another littlefs than the device's, and the game goes on from there.
    """

    def __init__(self, table, seed, target, kills, aimed=0):
        self.table = table
        self.seed = seed
        self.target = target
        self.kills = sorted(kills)
        self.aimed = aimed
        self.killed = []  # (ms, lines on flash, what was under way)
        self.now = 0
        self.seen = 0  # console lines taken in
        self.lines = []  # texts of the acta, as the console told them or the flash has them
        self.screen = ""
        self.sounded = 0  # lines that must be there by their sound
        self.rounds = {}
        self.asked = 0  # times the device asked about a card that lay there
        self.chance = random.Random(seed)

    # The game as it stands

    def referee(self):
        """A Referee that has read the lines so far, None without a match."""
        if not self.lines:
            return None
        ref = Referee(find_rules(RULES), self.target)
        for text in self.lines:
            if text.split()[0] in ("deal", "play"):
                ans = ref.push(text)
                if not ans.ok:
                    raise Forgotten(f"{text}: {ans.refused}")
        return ref

    def round(self, number, dealer):
        """(upcard, the forty cards in order) of a round."""
        if number not in self.rounds:
            deal = Deal(self.seed * 100 + number, dealer)
            self.rounds[number] = deal.upcard, [item for laid in deal.tricks() for item in laid]
        return self.rounds[number]

    def wanted(self):
        """Events of the whole match as it should be written."""
        ref, rows = Referee(find_rules(RULES), self.target), []
        for number in range(99):
            dealer = ref.next_dealer or 4
            upcard, cards = self.round(number, dealer)
            events = [f"deal {dealer} {card_name(upcard)}"]
            events += [f"play {card_name(card)} {seat}" for seat, card in cards]
            for text in events:
                assert ref.push(text).ok, text
            rows += events
            if ref.phase == "match_over":
                return rows
        raise AssertionError("no end")

    def events(self):
        """The events among the lines."""
        return [text for text in self.lines if text.split()[0] in ("deal", "play")]

    # Time, and the end of it

    def pass_time(self, ms):
        """Let the device work, and kill it where that is due -> True if it was killed."""
        end = self.now + ms
        while end - self.now > 0.001:
            until = max(self.kills[0], self.now) if self.kills and self.kills[0] <= end else end
            self.now = self.table.ask("step", ms=round(until - self.now + 0.001, 3))["now_ms"]
            self.take_in()
            if self.kills and self.now >= self.kills[0]:
                self.kills.pop(0)
                self.die()
                return True
        return False

    def take_in(self):
        """Read what the console has told."""
        while self.seen < len(self.table.lines):
            line = self.table.lines[self.seen]
            self.seen += 1
            word, _, rest = line.partition(" ")
            if word == "acta":
                number, _, text = rest.partition(" ")
                del self.lines[int(number) - 1 :]
                self.lines.append(text)
            elif word == "screen":
                self.screen = rest
            elif word == "note" or "Error" in line:
                raise Forgotten(line)

    def die(self):
        """Kill, read the flash, compare, start again."""
        table = self.table
        self.take_in()
        table.kill()
        table.wait_for(lambda state: not state["firmware"])
        self.take_in()
        safe = max(len(self.lines), self.sounded)
        found = self.on_flash()
        self.killed.append((self.now, len(found), self.screen.split(" ")[0]))
        if found[: len(self.lines)] != self.lines or len(found) < safe:
            raise Forgotten(
                f"confirmed {self.lines[-2:]} ({safe} lines), found {found[-2:]} ({len(found)} lines)"
            )
        if len(found) > safe + 1 and safe:
            # A head or a deal with its notes may be on flash before the console could tell.
            extra = [text for text in found[safe:] if text[0] != "@" and text.split()[0] not in _HEAD]
            if len(extra) > 1:
                raise Forgotten(f"more than was under way: {extra}")
        self.lines = found
        self.sounded = 0
        self._take_back()
        self.screen = ""
        table.boot()
        self.pass_until(lambda: self.screen and self.screen.split(" ")[0] != "splash")
        self.pass_time(600)

    def on_flash(self):
        """The lines of the last match in the flash file."""
        return launch_flash.acta_text(self.table.flash).splitlines()

    def _take_back(self):
        """While the power is off, one player takes a card that is not written up again, another leaves it:
        then the device asks about it."""
        written = set()
        for text in self.events():
            words = text.split()
            if words[0] == "deal":
                written = {words[2]}
            else:
                written.add(words[1])
        lying = [row["card"] for row in self.table.ask("state")["mat"]]
        lift = [card for card in lying if card not in written]
        if lift and self.chance.random() < 0.5:
            self.table.ask("mat", lift=lift)

    def pass_until(self, test):
        """Let the device work until test() is true. Raises TimeoutError; returns True if it was killed."""
        for _ in range(_PATIENCE_MS // _SLICE_MS):
            if test():
                return False
            if self.pass_time(_SLICE_MS):
                return True
        raise TimeoutError(f"at {self.now} ms, screen {self.screen!r}, lines {self.lines[-2:]}")

    # Gestures

    def play(self):
        """To the end of the match."""
        while True:
            ref = self.referee()
            if ref is None or ref.phase != "match_over":
                self._one(ref)
            elif not self.kills or not self.pass_until(lambda: False):  # one may be aimed at the last card
                return

    def _one(self, ref):
        kind = self.screen.split(" ")[0]
        lying = [row["card"] for row in self.table.ask("state")["mat"]]
        if kind == "":
            self.pass_until(lambda: self.screen and self.screen.split(" ")[0] != "splash")
        elif ref is None:
            self._press(lambda: bool(self.lines) and self.screen.startswith("deal"))
        elif kind == "question":  # king and knight fell one on the other: cante or play?
            self._press(lambda: not self.screen.startswith("question"))
            self.pass_time(600)
        elif kind == "resume" and "?" in self.screen:
            self.asked += 1
            screen = self.screen
            self._press(lambda: self.screen != screen)
        elif ref.phase in ("play", "window") and ref.table:
            self._lay(ref)
        elif ref.phase in ("play", "window"):
            if lying:
                self._collect(lying)
            else:
                self._lay(ref)
        elif kind == "count":
            self._press(lambda: not self.screen.startswith("count"))
        elif lying and not self._shows_trump(ref, lying):
            self._collect(lying)
        else:
            self._deal(ref, lying)

    def _press(self, effect):
        self.table.ask("button", name="ok", ms=80)
        if not self.pass_time(200):
            self.pass_until(effect)

    def _number(self, ref):
        return len([text for text in self.lines if text[:5] == "deal "])

    def _shows_trump(self, ref, lying):
        upcard, _ = self.round(self._number(ref), ref.next_dealer or 4)
        return lying == [card_name(upcard)]

    def _deal(self, ref, lying):
        number = self._number(ref)
        upcard, _ = self.round(number, ref.next_dealer or 4)
        if not lying:
            self.table.ask("mat", lay=[card_name(upcard)])
        if self.pass_until(lambda: "OK" in self.screen and self.screen.startswith("deal")):
            return
        self._press(lambda: self._number(ref) > number)

    def _collect(self, lying):
        self.table.ask("mat", lift=lying)
        self.pass_time(1200)

    def _aim(self, done):
        """Now and then be killed about when this card is written, or its trick is folded into the round's
        file."""
        if self.aimed and self.chance.random() < self.aimed / (40 - done):
            self.aimed -= 1
            fold = done % 4 == 3 and self.chance.random() < 0.5
            self.kills.insert(
                0, self.now + (self.chance.uniform(380, 560) if fold else self.chance.uniform(85, 125))
            )

    def _lay(self, ref):
        _, cards = self.round(self._number(ref) - 1, ref.dealer)
        done = len([t for t in self.events() if t[:4] == "play"]) % 40
        seat, card = cards[done]
        text = f"play {card_name(card)} {seat}"
        before = len(self.table.ask("state", sounds_since=0)["sounds"])
        lines = len(self.lines)
        self._aim(done)
        self.table.ask("mat", lay=[card_name(card)])

        def told():
            heard = self.table.ask("state", sounds_since=0)["sounds"][before:]
            if heard and heard[0][2] == _TONES[done % 4]:
                self.sounded = lines + 1
            return text in self.lines[lines:] or self.screen.startswith("question")

        if not self.pass_until(told):
            self.sounded = 0


def moments(seed, count, length_ms):
    """`count` random moments (ms, to the microsecond) in a match of that length."""
    chance = random.Random(seed)
    return [chance.uniform(0, length_ms) for _ in range(count)]
