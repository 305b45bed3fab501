"""Duties by witnesses against the rule's own wording (support/naive.py), over all ways to set the options."""

import os

from support.matches import Dice
from support.naive.legality import kind_of, legal, winner_of
from tute.cards import SUITS, card_name, hand_of
from tute.rules import parse_rules
from tute.trick import Trick, duty_names

SAMPLES = 20000 if os.getenv("TAPETE_SOAK") else 1500


def test_legal_cards_reasons_and_winner():
    dice = Dice(20)
    for _ in range(SAMPLES):
        words = "online-pairs must_beat=%s beat_reference=%s beat_waived_when_trumped=%s ruff_duty=%s" % (
            dice.pick(("yes", "no")),
            dice.pick(("highest", "lead")),
            dice.pick(("yes", "no")),
            dice.pick(("none", "any_trump", "over_else_free", "over_else_trump")),
        )
        rules = parse_rules(words + " partner_winning_exempt=" + dice.pick(("yes", "no")))
        pack = list(range(40))
        dice.shuffle(pack)
        table = pack[: 1 + dice.below(3)]
        hand = pack[3 : 4 + dice.below(10)]
        trump = dice.below(4)
        trick = Trick(rules, trump)
        for i, card in enumerate(table):
            trick.lay(i + 1, card)
        texts = [card_name(card) for card in table]
        names = [card_name(card) for card in hand]
        partner = len(table) - 2 if len(table) > 1 else None
        wanted = legal(names, texts, SUITS[trump], rules, partner)
        found = [card_name(card) for card in trick.legal(hand_of(hand))]
        assert sorted(found) == sorted(wanted), (words, texts, names, SUITS[trump])
        assert trick.winner - 1 == winner_of(texts, SUITS[trump]), texts
        for card in hand:
            name = card_name(card)
            if name not in wanted:
                others = [other for other in names if other != name]
                kind = kind_of(name, others, texts, SUITS[trump], rules)
                assert duty_names(trick.why_not(card, hand_of(hand))) == [kind], (words, texts, names, name)


def test_an_empty_trick_takes_any_card():
    trick = Trick(parse_rules("online-pairs"), 1)
    assert trick.legal(hand_of([0, 13, 39])) == [0, 13, 39]  # OP-09
