"""Plays a whole match at random and tells it: python random_match.py [PRESET] [SEED]."""

import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "firmware"))

import tute


def play_round(game: tute.Game, dice: random.Random) -> tute.Outcome:
    """Plays the open round: sings what can be sung, lays any legal card."""
    while game.outcome() is None:
        calls = list(game.legal_cantes)
        game.push(calls[0] if calls else dice.choice(list(game.legal_plays)))
    return game.outcome()


def main(preset: str = "online-pairs", seed: str = "1") -> None:
    dice = random.Random(int(seed))
    game = tute.Game(preset)
    while game.phase != "match_over":
        game.push_deal(seed=dice.getrandbits(32))
        outcome = play_round(game, dice)
        points = ", ".join(f"{side} {points}" for side, points in sorted(outcome.points.items()))
        print(f"dealt by {game.dealer}: {outcome.winner or 'nobody'} by {outcome.by} ({points})")
    print(f"{game.winner} wins the match")


if __name__ == "__main__":
    main(*sys.argv[1:])
