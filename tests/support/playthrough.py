"""A round of every preset as a text that a person can check against the rules: position, legal plays, play, answer.

As a program (`make golden`) it writes tests/golden/playthrough-PRESET.txt again.
"""

from support.house_rules import PRESETS
from support.random_games import pick
from tapete_host.sim.rng import Rng
from tute.acta import PLAY, event_text
from tute.cards import card_name
from tute.game import Game

FOLDER = __file__[: __file__.rfind("/support/")] + "/golden/"
# seeds whose round has both kinds of cantes, exchanges where there are any, and many kinds of duty; the last one a tie
SEEDS = {
    "online-pairs": 140,
    "amelia-2": 30,
    "amelia-3": 149,
    "amelia-4": 73,
    "wikipedia-2": 87,
    "wikipedia-4": 20,
    "wikipedia-4-classical": 28,
}
HEAD = """\
# A round of %s, played with open hands by dice (seed %d). Made by `make golden`; tests compare every line.
# `>` what is done; before it, what may be. Answers are written out where more than a card is told.
"""


def names(cards):
    return " ".join([card_name(card) for card in cards])


def step(game, event, lines):
    """One event, with what was legal before it."""
    if isinstance(event, int):
        event = (PLAY, game.turn, event, 0)
    calls = [event_text(call) for call in list(game.legal_cantes) + list(game.legal_swaps)]
    if calls:
        lines.append("  may be said: " + ", ".join(calls))
    if event[0] == PLAY:
        seat = game.turn
        legal = list(game.legal_plays)
        lines.append("  %d may play %s" % (seat, names(legal)))
    text = "  > " + event_text(event)
    stock = len(game.stock)
    answer = game.push(event)
    drawn = stock - len(game.stock)
    lines.append(text + ("   (%d drawn before it)" % drawn if drawn else ""))
    if event[0] != PLAY or answer.taken or answer.round:
        lines.append("    " + answer.dumps())


def forbidden(game, lines):
    """A card in the hand of the seat in turn that it may not lay, and why."""
    for card in game.hand(game.turn):
        why = game.why_not(card)
        if why:
            lines.append("  not %s: %s" % (card_name(card), why.rules()[0]))
            return


def playthrough(preset, seed):
    """The lines of one round."""
    rng = Rng(seed)
    game = Game.deal(preset, seed=seed, target=1)
    lines = (HEAD % (preset, seed)).split("\n")[:-1]
    lines += ["", "deal %d %s" % (game.dealer, card_name(game.last_deal.upcard))]
    for seat in game.seats:
        lines.append("  %d holds %s" % (seat, names(game.hand(seat))))
    if game.stock:
        lines.append("  stock " + names(game.stock))
    shown = 0
    while game.outcome() is None:
        if game.trick_no != shown and not game.table:
            shown = game.trick_no
            lines += ["", "trick %d" % shown, game.text()]
        if game.table:
            forbidden(game, lines)
        step(game, pick(game, rng), lines)
    lines += ["", repr(game.outcome()), game.text()]
    return "\n".join(lines) + "\n"


def path(preset):
    return FOLDER + "playthrough-%s.txt" % preset


def write():
    """Makes the golden files again."""
    for preset in PRESETS:
        with open(path(preset), "w") as file:
            file.write(playthrough(preset, SEEDS[preset]))


if __name__ == "__main__":
    write()
