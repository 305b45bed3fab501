"""Seeded random matches through `tute.game.Game`: who plays what is left to dice that both interpreters agree on."""

from tapete_host.sim.rng import Rng
from tute.game import Game


def pick(game, rng):
    """An event for this game: mostly a play, often a cante or an exchange where one is legal."""
    if game.phase == "window" or game.rules.exchange_moment == "any_time":
        calls = list(game.legal_cantes) + list(game.legal_swaps)
        if calls and rng.chance(0.7):
            return calls[rng.below(len(calls))]
    plays = list(game.legal_plays)
    return plays[rng.below(len(plays))]


def random_match(rules, seed, each, rounds=None):
    """Plays a match under `rules` (to `rounds`, if given) to its end; `each(game, event)` is called before every push.
    Gives the game."""
    rng = Rng(seed)
    game = Game(rules, rounds, dealer=seed % 2 + 1)
    while game.phase != "match_over":
        if game.phase in ("deal", "round_over"):
            game.push_deal(rng.bits32())
        event = pick(game, rng)
        each(game, event)
        game.push(event)
    return game
