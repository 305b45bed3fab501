"""What a hand is worth: python score_hand.py A3R.RC7.S4.62 [TRUMP] [DEALS].

Ranks in oros, copas, espadas and bastos; the trump suit is O, C, E or B. Prints the points in the hand, the cantes that
it holds, and how often its side wins the round when everybody plays at random (an estimate by so many deals).
"""

import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "firmware"))

import tute


def cantes_in(hand: list[int], trump: int) -> list[str]:
    """The cantes that a hand holds."""
    pairs = [s for s in range(4) if {s * 10 + tute.REY, s * 10 + tute.CABALLO} <= set(hand)]
    tutes = [r for r in (tute.REY, tute.CABALLO) if all(s * 10 + r in hand for s in range(4))]
    sung = ["40" if suit == trump else "20" + tute.SUITS[suit] for suit in pairs]
    return ["tute" + tute.RANKS[rank] for rank in tutes] + sorted(sung, reverse=True)


def deal_with(hand: list[int], trump: int, dice: random.Random) -> tute.Game:
    """A game in which seat 1 has this hand and leads, and the dealer shows a trump."""
    rest = [card for card in range(40) if card not in hand]
    while True:
        dice.shuffle(rest)
        hands = [hand] + [rest[i : i + 10] for i in (0, 10, 20)]
        shown = [card for card in hands[3] if card // 10 == trump]
        if shown:
            return tute.Game.deal(hands=hands, upcard=dice.choice(shown))


def wins(hand: list[int], trump: int, deals: int, dice: random.Random) -> int:
    """In how many of so many deals the side of the hand wins the round at random."""
    won = 0
    for _ in range(deals):
        game = deal_with(hand, trump, dice)
        while game.outcome() is None:
            calls = list(game.legal_cantes)
            game.push(calls[0] if calls else dice.choice(list(game.legal_plays)))
        won += game.outcome().winner == "1+3"
    return won


def main(text: str = "A3R.RC7.S4.62", trump: str = "C", deals: str = "40") -> None:
    hand = tute.parse_hand(text)
    suit = tute.SUITS.index(trump)
    points = sum(tute.POINTS[card % 10] for card in hand)
    print(f"{len(hand)} cards, {points} points, cantes: {' '.join(cantes_in(hand, suit)) or 'none'}")
    won = wins(hand, suit, int(deals), random.Random(1))
    print(f"wins {won} of {deals} random deals with trump {trump}")


if __name__ == "__main__":
    main(*sys.argv[1:])
