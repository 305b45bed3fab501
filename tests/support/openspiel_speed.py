"""How fast OpenSpiel (C++, called from Python) tells the legal moves of trick-taking games, as one JSON line.

Runs in an environment of its own that has open_spiel and nothing of ours. Tarok and skat are the nearest that it has to
Tute: a led suit to be followed, trumps that must be played; hearts has no trumps. Only moves of the trick play count.
"""

import json
import random
import time

import pyspiel

GAMES = ("tarok", "skat", "hearts")
WANTED = 2000


# what the text of a state says while tricks are played
PLAYING = {"tarok": "Game phase: Tricks playing", "skat": "Phase: playing", "hearts": "Tricks:"}


def play(name: str, rng: random.Random, kept: list) -> None:
    """One random game; clones of its positions in the trick play go to `kept`."""
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(actions, odds)[0])
            continue
        if PLAYING[name] in str(state):
            kept.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))


def legal_a_second(states: list) -> int:
    """Best of five times through all of them."""
    best = 1e9
    for _ in range(5):
        begin = time.perf_counter()
        for state in states:
            state.legal_actions()
        best = min(best, time.perf_counter() - begin)
    return round(len(states) / best)


def main() -> None:
    found = {}
    for name in GAMES:
        rng, kept = random.Random(1), []
        while len(kept) < WANTED:
            play(name, rng, kept)
        found[name] = legal_a_second(kept[:WANTED])
    print(json.dumps(found))


if __name__ == "__main__":
    main()
