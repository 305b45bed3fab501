"""Rounds in which people cheat, and the referee is asked at each event what it has proven.

The table knows every hand, so it knows which plays are legal; the naive referee says from which event on a cheat is
proven. Honest in all else: cantes and swaps are real, what is scanned is true and in its order.
"""

from support.house_rules import PRESETS
from support.matches import Dice, Table
from support.naive import Naive
from tute.acta import parse_line
from tute.referee import Referee
from tute.rules import parse_rules

COUNTS = (
    "rounds",
    "hands scanned",
    "plays",
    "cheats",
    "refused at once",
    "stood",
    "proven",
    "by counting alone",
    "suspected",
    "stood in the stock phase",
    "stock cheats proven",
    "stock cheats open at the end",
)


class Watcher(Naive):
    """The naive referee, asked for nothing but which cheats are proven: it takes what the real one took."""

    def can_have(self, moment, card):
        return True

    def judge(self, play):
        return "open"

    def settle(self):
        pass


def new_counts():
    counts = {}
    for name in COUNTS:
        counts[name] = 0
    return counts


def told(counts):
    return ", ".join(["%s %d" % (name, counts[name]) for name in COUNTS])


class CheatedRound:
    """One round at a table where 15 in 100 plays are cheats wherever one is possible."""

    def __init__(self, ref, table, counts):
        self.ref = ref
        self.table = table
        self.dice = table.dice
        self.counts = counts
        self.watcher = Watcher(table.rules, 99)
        self.cheats = []  # (play as the watcher has it, whether a stock was left)
        self.lines = []

    def play(self):
        ref = self.ref
        dealer = ref.next_dealer or 1
        shown = self.table.deal(dealer)[-1]
        for seat in range(1, self.table.players + 1):
            if self.dice.chance(20):
                self.counts["hands scanned"] += 1
                cards = self.table.next_hands[seat - 1]
                cards = cards if self.dice.chance(75) else cards[: len(cards) // 2]
                self.say("hand %d %s" % (seat, " ".join(cards)))
        self.say(shown)
        while ref.phase in ("play", "window"):
            if not self.table.laid:
                line = self.table.between_tricks(ref)
                if line:
                    self.say(line)
                    continue
                self.table.take_all()
            self.lay(ref.turn)
        self.counts["rounds"] += 1
        self.end()

    def say(self, line, cheat=False):
        """Tells a line to both; what the referee proves must be what the watcher does. The referee's answer."""
        self.lines.append(line)
        answer = self.ref.push(parse_line(line)).to_dict()
        stock = self.table.stock_before > 0
        self.table.took(answer)
        if answer["ok"]:
            self.watcher.take(answer["event"])
            if cheat:
                self.cheats.append((self.watcher.deal.plays[-1], stock))
        findings = answer.get("renuncios", [])
        found = [(f["seat"], f["trick"], f["card"]) for f in findings if f["status"] == "proven"]
        wanted = []
        for play, _ in self.cheats:
            if not play.told and self.watcher.deal.update(play):
                play.told = True
                wanted.append((play.seat, play.trick, play.card))
        self.must(found == wanted, "proven %s, naive %s" % (found, wanted))
        for finding in findings:
            self.counts["by counting alone"] += 1 if finding.get("counted") else 0
            self.counts["suspected"] += finding["status"] == "suspected"
        self.counts["proven"] += len(found)
        return answer

    def lay(self, seat):
        table, dice = self.table, self.dice
        allowed = table.allowed(seat)
        bad = [card for card in table.hands[seat - 1] if card not in allowed]
        self.counts["plays"] += 1
        if bad and dice.chance(15):
            self.counts["cheats"] += 1
            if self.cheat(seat, dice.pick(bad)):
                return
        answer = self.say("play %s %d" % (dice.pick(allowed), seat))
        self.must(answer["ok"] and answer["verdict"] in ("legal", "open"), "a legal play: %s" % answer)

    def cheat(self, seat, card):
        """Whether it stood."""
        counts = self.counts
        answer = self.say("play %s %d%s" % (card, seat, self.dice.pick(("", " stands"))), True)
        if answer.get("refused") == "renuncio":
            counts["refused at once"] += 1
            self.say("show %d %s" % (seat, card))
            return False
        self.must(answer["ok"] and answer["verdict"] != "legal", "a cheat: %s" % answer)
        counts["stood"] += 1
        counts["stood in the stock phase"] += self.cheats[-1][1]
        return True

    def end(self):
        self.must(self.ref.phase == "round_over", "an end")
        for play, stock in self.cheats:
            if stock:
                self.counts["stock cheats proven"] += play.told
                self.counts["stock cheats open at the end"] += not play.told
            else:
                self.must(play.told, "a cheat not proven: %s" % play.card)

    def must(self, true, what):
        if not true:
            raise AssertionError("%s\nrules %s\n%s" % (what, self.table.rules.preset, "\n".join(self.lines)))


def rounds_with_cheats(rounds, seed):
    """Plays so many rounds, by all presets in turn. The counts."""
    counts = new_counts()
    dice = Dice(seed)
    for preset in PRESETS:
        rules = parse_rules(preset + " renuncio_penalty=warn tute_effect=none")
        ref = Referee(rules, 999, {})
        mood = {"draw": 40, "scan": 40, "said": 25, "honest": 100}
        table = Table(rules, dice, mood)
        share = rounds // len(PRESETS) + (PRESETS.index(preset) < rounds % len(PRESETS))
        for i in range(share):
            if i % 20 == 0:
                ref = Referee(rules, 999, {})
            CheatedRound(ref, table, counts).play()
    return counts
