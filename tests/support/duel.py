"""A made-up match through two referees, event by event, and the shortest acta in which they still part."""

from support.house_rules import house_rules
from support.matches import MOODS, Dice, Table
from support.naive import Naive
from tute.acta import parse_line
from tute.referee import Referee


class Parted(AssertionError):
    """Two referees gave different answers: `lines` so far, and what each says."""

    def __init__(self, told, lines, found, wanted):
        keys = [key for key in set(list(found) + list(wanted)) if found.get(key) != wanted.get(key)]
        says = ["%s: %s, second %s" % (key, found.get(key), wanted.get(key)) for key in sorted(keys)]
        super().__init__("%s\n%s\n%s" % (told, "\n".join(lines), "\n".join(says)))
        self.lines = lines
        self.keys = keys


def answer_of(referee, line):
    """The answer to a line as a dict without its number; with it, what a table asks before the next line."""
    if hasattr(referee, "know_all"):
        found = dict(referee.push(line))
    else:
        found = referee.push(parse_line(line)).to_dict()
        del found["line"]
    found["phase"] = referee.phase
    if referee.phase in ("play", "window"):
        found["owed"] = referee.owed
        found["stock"] = referee.stock
    elif referee.phase == "round_over":
        found["next_dealer"] = referee.next_dealer
    return found


def compare(first, second, line, told, lines):
    lines.append(line)
    found = answer_of(first, line)
    wanted = answer_of(second, line)
    if found != wanted:
        raise Parted(told, lines, found, wanted)
    return found


def play_both(first, second, table, rounds, told):
    """A match of so many rounds at `table` through both; AssertionError where they part. The lines."""
    dice, mood = table.dice, table.mood
    script = []
    lines = []
    for _ in range(rounds * 4 * len(table.pack)):
        if not lines:
            if first.phase in ("play", "window"):
                lines = [table.line(first)]
            elif first.phase == "match_over" and dice.chance(70):
                break
            elif first.phase != "deal" and dice.chance(mood.get("undo", 0)):
                lines = ["undo"]
            elif first.phase != "deal" and dice.chance(mood.get("show", 0)):
                seat = table.seat()
                lines = ["show %d %s" % (seat, " ".join(table.hands[seat - 1] or table.pack[:1]))]
            elif first.phase == "round_over" and dice.chance(mood.get("claim", 0) * 2):
                lines = ["claim %d %d" % (table.seat(), table.seat())]
            else:
                lines = table.deal(first.next_dealer or 1)
        table.took(compare(first, second, lines.pop(0), told, script))
    return script


def campaign(presets, size, listed, first, seeds, rounds=2):
    """Matches of so many rounds, `seeds` by each preset, by the house rules of the numbers from `first` on, the referee
    against the naive one. `listed`: by all ways to deal. The number of lines played."""
    lines = 0
    for number in range(first, first + seeds):
        for preset in presets:
            words, rules = house_rules(preset, number, size)
            table = Table(rules, Dice(number + 1), MOODS[number % len(MOODS)])
            told = "number %d, rules %s" % (number, words)
            lines += len(
                play_both(Referee(rules, rounds, {}), Naive(rules, rounds, listed), table, rounds, told)
            )
    return lines


def shrink(lines, make):
    """The lines without all that the difference does not need. `make()` gives two new referees."""
    lines = parts(lines, make)
    size = max(1, len(lines) // 2)
    while True:
        i = 0
        cut = False
        while i < len(lines):
            shorter = parts(lines[:i] + lines[i + size :], make)
            if shorter:
                lines, cut = shorter, True
            else:
                i += size
        if size == 1 and not cut:
            return lines
        size = max(1, size // 2)


def parts(lines, make):
    """The lines up to the one at which the two part; None if they do not."""
    first, second = make()
    done = []
    for line in lines:
        try:
            done.append(line)
            if answer_of(first, line) != answer_of(second, line):
                return done
        except Exception:  # noqa: BLE001 - one that breaks also parts
            return None
    return None
