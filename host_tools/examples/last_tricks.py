"""Solves the last tricks of a round: python last_tricks.py [POSITION], a line that Game.text() made.

Looks at every legal play to the end of the round (cards only, no cantes) and prints the best line for both sides, and
what each first card leads to.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "firmware"))

import tute

POSITION = (
    "online-pairs | 0-0/3 | 1 RB | 372.S65.54.R2 6.AC74.A376.A ARC..R.3CS754 S54.3R2.CS2.6 | - "
    "| AB5B6BRB 7C4B2CSC AO5O3O6O CB2E2B7E COSO7O3E RESE5EAE 6E3BCE4E | 54-32"
)


def solve(game: tute.Game, low: int = -999, high: int = 999) -> tuple[int, list[str]]:
    """(points of the first side less those of the second at the end, the line that leads there), both at their best."""
    if game.outcome() is not None:
        return game.points[0] - game.points[1], []
    first = game.turn % 2 == 1
    best: tuple[int, list[str]] = (-999 if first else 999, [])
    for card in list(game.legal_plays):
        game.push(card)
        value, line = solve(game, low, high)
        game.pop()
        if value > best[0] if first else value < best[0]:
            best = (value, [tute.card_name(card), *line])
        low, high = (max(low, value), high) if first else (low, min(high, value))
        if low >= high:
            break
    return best


def main(text: str = POSITION) -> None:
    game = tute.Game.from_text(text)
    print(game)
    print()
    for card in list(game.legal_plays):
        game.push(card)
        value, line = solve(game)
        print(f"{tute.card_name(card)}: {value:+d} for {game.side_names[0]}, then {' '.join(line)}")
        game.pop()


if __name__ == "__main__":
    main(*sys.argv[1:])
