"""Every kind of scene that a table knows beside plain cards, played in a heap of a given size.

The example match has cantes, the swap, refused cards, a missing card and proofs; here are the set-up, the menu with
what hangs on it, doubts, an earlier card put right, cards undone, and starts after a cut of power in the middle.
"""

import tempfile

from support.heap_people import OutOfMemory, WirePeople
from tapete_host.sim.client import Table


class Scenes(WirePeople):
    """People who do at a Table whatever can be done there."""

    def lay(self, *cards):
        self.table.ask("mat", lay=list(cards))

    def lift(self, *cards):
        self.table.ask("mat", lift=list(cards))
        self.table.step(2500)

    def play(self, *cards):
        for card in cards:
            self.lay(card)
            self.wait_for(f"acta .* play {card} ")

    def asked(self, key):
        self.wait_for(f"question {key} ")
        self.wait_for("screen ")

    def choose(self, key, presses=0):
        """Wait for a list's question; take the option so many places down."""
        self.asked(key)
        for _ in range(presses):
            self.press("cambio")
        self.press("ok")

    def menu(self, presses):
        self.press("ok", 1000)
        self.choose("menu", presses)

    def deal(self, card):
        self.lay(card)
        self.wait_for("screen deal .*OK")
        self.press("ok")
        self.wait_for("acta .* deal ")
        self.lift(card)

    def set_up(self):
        """A match with everything chosen, not taken as proposed."""
        self.asked("setup_start")
        self.press("cante")
        for key in ("setup_rules", "setup_target", "setup_dealer"):
            self.choose(key)
        self.asked("setup_start")
        self.settings()
        self.press("ok")
        self.wait_for("screen deal")

    def settings(self):
        """Another language, another volume, and a name that is spelt."""
        self.press("cambio")
        for key, presses in (("options", 0), ("options", 1), ("options", 2), ("names", 0), ("name", 4)):
            self.choose(key, presses)
        for presses in (0, 1, 9):  # a group, a letter of it, and that is all
            self.choose("name_letters", presses)
        for key in ("names", "options"):
            self.asked(key)
            self.press("deshacer")
        self.asked("setup_start")

    def past(self):
        """The last trick, looked at again."""
        self.menu(1)
        self.asked("past")
        self.press("deshacer")
        self.wait_for("screen ")

    def help(self):
        """Its pages, read to the end."""
        self.menu(11)
        self.wait_for("screen advice ")
        for _ in range(5):
            self.press("cambio")
        self.press("ok")
        self.wait_for("screen ")

    def doubts(self):
        """Two cards at once, with the next card laid meanwhile; a foreign tag; king and knight as a lead."""
        self.lay("6C", "3C")
        self.asked("order")
        self.lay("SC")
        self.table.step(1500)
        self.press("ok")
        self.wait_for("acta .* play SC 3")
        self.play("4C")
        self._collect()
        self.lay("RO", "CO")
        self.asked("cante_or_play")
        self.press("cambio")
        self.press("ok")
        self.table.step(3000)

    def put_right(self):
        """An earlier card, by the menu: chosen by its trick, seat, suit and rank."""
        self.menu(6)
        self.choose("fix_trick", 1)
        self.choose("fix_seat", 3)
        self.asked("fix_card")
        self.press("cante")
        self.choose("pick_suit", 1)
        self.choose("pick_card")
        self.wait_for("acta .* correct ")
        self.wait_for("screen ")

    def undo(self, times):
        for _ in range(times):
            self.press("deshacer")
            self.wait_for("acta .* undo")
        self.wait_for("screen ")

    def cut(self):
        """Power fails and comes back while two cards lie there that the acta does not know."""
        self.table.kill()
        self.table.boot()
        self.asked("whose")
        self.press("cante")
        self.wait_for("acta .* play RO 2")
        self.asked("whose")
        self.press("cante")
        self.wait_for("question -")
        self.lift("CO")

    def missing(self):
        """The cards of an open trick are taken away: one was not heard, and is chosen by buttons."""
        self.lift(*[row["card"] for row in self.table.ask("state")["mat"]])
        self.asked("missing")
        self.press("cante")
        self.choose("pick_suit", 3)
        self.choose("pick_card", 2)
        self.asked("place")
        self.press("cante")  # not where it is proposed
        self.asked("missing")
        self.press("cambio")  # no other
        self.wait_for("question -")

    def claim(self):
        self.menu(3)
        self.choose("claimant", 1)
        self.choose("claim", 1)
        self.wait_for("acta .* claim ")
        self.wait_for("screen ")

    def ends(self):
        """A round conceded, one misdealt, one awarded; the match ended, and another gone on with from a score."""
        self.menu(2)
        self.choose("concede", 1)
        self.wait_for("acta .* concede ")
        self.wait_for("screen (count|match_end)")

    def score(self):
        """From an open match on to another from a score, with everything chosen."""
        self.menu(9)
        for _ in range(2):
            self.choose("setup_games", 1)
        self.set_up()


def plays_evening(flash, heap, rounds=99):
    """A match, the set-up of a second, and from its first trick on to a third -> the console's lines. What was set up
    first comes while the match before is still there. Raises OutOfMemory."""
    with tempfile.TemporaryDirectory() as folder:
        with Table(folder, flash, heap=str(heap), again=False) as table:
            people = Scenes(table)
            people.play_match(rounds)
            if people.ref.phase != "match_over":
                people.menu(8)
                people.choose("sure", 1)
            else:
                people.press("ok")
            people.wait_for("screen match_end")
            people.press("ok")
            people.set_up()
            people.deal("AB")
            people.play("2O", "6O")
            people.score()
            return list(table.lines)


def plays_scenes(flash, heap, rounds=1):
    """Play all scenes in a heap of so many bytes -> the console's lines. Raises OutOfMemory."""
    with tempfile.TemporaryDirectory() as folder:
        with Table(folder, flash, heap=str(heap), again=False) as table:
            people = Scenes(table)
            people.set_up()
            people.deal("AB")
            people.doubts()
            people.put_right()
            people.past()
            people.help()
            people.undo(2)
            people.cut()
            people.missing()
            people.claim()
            people.ends()
            crashed = [line for line in table.lines if line.startswith(("note crash", "Traceback"))]
            if crashed:
                raise OutOfMemory(crashed[0])
            return list(table.lines)
