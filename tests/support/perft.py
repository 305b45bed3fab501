"""Perft for Tute: sequences of legal plays, counted by `tute.game`, and the golden file of deals with their counts.

The file's positions are seeded; its counts are the naive implementation's. As a program (`make golden`) it writes them
again.
"""

from support import perft_naive
from tute.cards import card_name
from tute.game import Game

FILE = __file__[: __file__.rfind("/support/")] + "/golden/perft.txt"
PLAYS = 60000  # a depth is in the file while so many plays lead to it
HEAD = """\
# Perft: how many sequences of 1, 2, 3... legal plays there are from each position, cantes and exchanges left out.
# A line of Game.text(), then the counts. Made by `make golden`, counted by tests/support/perft_naive.py.
"""

# rules, tricks that are played before the count begins
WANTED = [
    (preset, tricks)
    for preset, most in (
        ("online-pairs", 10),
        ("amelia-2", 20),
        ("amelia-3", 12),
        ("amelia-4", 10),
        ("wikipedia-2", 20),
        ("wikipedia-4", 10),
        ("wikipedia-4-classical", 10),
    )
    for tricks in ((0, 3, most - 5, most - 3) if most < 20 else (0, 5, 10, 12, 16))
] + [
    ("online-pairs ruff_duty=over_else_trump", 4),
    ("online-pairs ruff_duty=none", 4),
    ("online-pairs partner_winning_exempt=yes", 4),
    ("online-pairs must_beat=no", 4),
    ("wikipedia-4 ruff_duty=over_else_trump", 5),
    ("wikipedia-4 beat_waived_when_trumped=yes", 5),
    ("amelia-3 ruff_duty=over_else_trump beat_reference=lead", 6),
    ("amelia-4 sides=individual", 5),
    ("amelia-2 stock_duty=trump_only", 8),
    ("amelia-2 stock_duty=assist_only", 8),
    ("wikipedia-2 hand_size=6 stock_duty=trump_only", 13),
    ("wikipedia-2 must_beat=no ruff_duty=none", 9),
]


def perft(game, depth):
    """[number of legal sequences of 1 card, 2 cards, up to `depth`], by pushing and popping each card but the last."""
    totals = [0] * depth
    _walk(game, depth, totals)
    return totals


def _walk(game, depth, totals):
    plays = list(game.legal_plays)
    totals[len(totals) - depth] += len(plays)
    if depth > 1:
        for card in plays:
            game.push(card)
            _walk(game, depth - 1, totals)
            game.pop()


def divide(text, depth):
    """{first card: number of sequences that it begins}, as `perft_naive.divide`."""
    game = Game.from_text(text)
    found = {}
    for card in list(game.legal_plays):
        game.push(card)
        found[card_name(card)] = perft(game, depth - 1)[-1] if depth > 1 else 1
        game.pop()
    return found


def differences(text, depth):
    """What both implementations say of each first card, where it is not the same."""
    ours, theirs = divide(text, depth), perft_naive.divide(text, depth)
    cards = sorted(set(list(ours) + list(theirs)))
    words = [
        "%s: %s, naive %s" % (c, ours.get(c), theirs.get(c)) for c in cards if ours.get(c) != theirs.get(c)
    ]
    return "; ".join(words) or "the same: the golden file is out of date"


def read():
    """[(position line, [count at depth 1, 2, ...])...] of the golden file."""
    with open(FILE) as file:
        lines = [line.strip() for line in file if line.strip() and line[0] != "#"]
    return [(lines[i], [int(n) for n in lines[i + 1].split()]) for i in range(0, len(lines), 2)]


def position(rules, tricks, seed):
    """The line of a seeded game after so many tricks and one card."""
    game = Game.deal(rules, seed=seed)
    turn = seed
    while len(game.tricks) < tricks or tricks and not game.table:
        plays = list(game.legal_plays)
        turn = turn * 1103515245 + 12345 & 0x7FFFFFFF
        game.push(plays[(turn >> 8) % len(plays)])
    return game.text()


def counts(text):
    """The naive counts of a position, to the end of the round or to PLAYS."""
    cards = sum([len(hand) for hand in perft_naive.read(text).hands]) + len(perft_naive.read(text).stock)
    found = []
    while len(found) < cards and (not found or found[-1] <= PLAYS):
        found.append(perft_naive.perft(perft_naive.read(text), len(found) + 1))
    return found


def write():
    """Makes the golden file again."""
    parts = [HEAD]
    for i, (rules, tricks) in enumerate(WANTED):
        text = position(rules, tricks, i + 1)
        parts.append("\n%s\n    %s\n" % (text, " ".join([str(n) for n in counts(text)])))
        print(text.split(" | ")[0], tricks, parts[-1].split("\n")[2].strip())
    with open(FILE, "w") as file:
        file.write("".join(parts))


if __name__ == "__main__":
    write()
