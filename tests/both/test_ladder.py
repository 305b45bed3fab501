"""The duty that is told to learners: with a hand it gives the legal cards, and without one it gives nothing away."""

from support.matches import Dice
from tute.cards import SUITS, card_name, hand_of
from tute.ladder import owed
from tute.referee import Referee
from tute.rules import parse_rules
from tute.trick import Trick

WAYS = (
    ("must_beat", ("yes", "no")),
    ("beat_reference", ("highest", "lead")),
    ("beat_waived_when_trumped", ("yes", "no")),
    ("ruff_duty", ("none", "any_trump", "over_else_free", "over_else_trump")),
    ("partner_winning_exempt", ("yes", "no")),
)


class Open:
    """A referee and its round, as far as a duty looks at them."""

    def __init__(self, trick):
        self._round = self
        self.trick = trick


def by_ladder(told, hand, trump):
    """The cards of a hand that whoever follows what is told would lay."""
    duty, ruff, args = told
    if duty == "any":
        return hand
    led, beaten, top = args
    follow = [card for card in hand if card // 10 == led]
    if follow:
        higher = [card for card in follow if duty == "beat" and card >= beaten + 1]
        return higher or follow
    trumps = [card for card in hand if card // 10 == trump]
    over = [card for card in trumps if top >= 0 and card > top]
    if ruff == "free":
        return hand
    if ruff == "trump":
        return trumps or hand
    return over or (trumps if ruff == "under" else []) or hand


def test_who_follows_the_ladder_lays_just_the_legal_cards():
    dice = Dice(7)
    seen = {}
    for _ in range(3000):
        words = " ".join(["%s=%s" % (name, dice.pick(values)) for name, values in WAYS])
        trump = dice.below(4)
        trick = Trick(parse_rules("online-pairs " + words), trump)
        pack = list(range(40))
        dice.shuffle(pack)
        table = pack[: 1 + dice.below(3)]
        for i, card in enumerate(table):
            trick.lay(i + 1, card)
        hand = pack[3 : 4 + dice.below(6)]
        told = owed(Open(trick))
        seen[told[:2]] = True
        texts = [card_name(card) for card in table]
        wanted = trick.legal(hand_of(hand))
        assert sorted(by_ladder(told, hand, trump)) == wanted, (words, texts, hand, SUITS[trump], told)
    ruffs = ("free", "trump", "over", "under")
    assert sorted(seen) == sorted([(duty, ruff) for duty in ("beat", "follow") for ruff in ruffs])


def played(rules, *events):
    ref = Referee(parse_rules(rules))
    for event in events:
        assert ref.push(event).ok, event
    return ref


def test_it_is_told_by_the_lead_and_the_cards_that_lie():
    ref = played("online-pairs", "deal 4 6C")
    assert owed(ref) == ("lead", "", (1,))
    ref.push("play 5O")
    assert owed(ref) == ("beat", "trump", (0, 2, -1))
    ref.push("play SC")  # a trump: nobody need beat the five any more (OP-11)
    assert owed(ref) == ("follow", "over", (0, -1, 15))
    ref.push("play AC")
    assert owed(ref) == ("follow", "free", (0, -1, -1)), (
        "nothing is above the ace, so any card will do (OP-10)"
    )


def test_with_a_stock_nothing_is_owed():
    ref = played("amelia-2", "deal 2 6C", "play 5O")
    assert owed(ref) == ("any", "", ())  # AM-14
    ref = played("wikipedia-2", "deal 2 6C", "play 5O")
    assert owed(ref) == ("beat", "trump", (0, 2, -1))  # WK-08


TRICK = ("deal 4 6C", "play 5O", "play 7O", "play AO", "play 4O")


def test_the_side_that_has_won_the_trick_is_told_that_it_may_sing():
    ref = played("online-pairs", *TRICK)
    assert ref.phase == "window" and owed(ref) == ("sing", "", (0,))
    ref.push("play 6O")
    assert owed(ref)[0] == "beat"
    for event in ("play 3O", "play 2O", "play RO"):
        assert ref.push(event).ok
    assert owed(ref) == ("sing", "", (1,))


def test_it_is_not_told_where_the_rules_or_the_cards_that_lie_forbid_it():
    ref = played("amelia-4", *TRICK)
    assert owed(ref) == ("sing", "", (0,))
    for event in ("play 6O", "play 2O", "play 3O", "play RO"):
        assert ref.push(event).ok
    assert owed(ref) == ("lead", "", (1,)), "who lets the first chance pass has lost the others (AM-23)"
    ref = played("online-pairs tute_effect=none cantes_per_player=1_per_side", *TRICK)
    assert ref.push("cante 20 E 1").ok
    assert owed(ref) == ("lead", "", (3,)), "one a trick"


def test_what_is_known_of_hands_changes_nothing():
    names = [card_name(card) for card in range(40)]
    hands = [names[seat::4] for seat in range(4)]
    told = []
    for scanned in (False, True):
        lines = ["hand %d %s" % (seat + 1, " ".join(hands[seat])) for seat in range(4)] if scanned else []
        ref = played("online-pairs", *(lines + ["deal 4 " + hands[3][0]]))
        steps = [owed(ref)]
        for seat, card in ((1, hands[0][0]), (2, hands[1][0]), (3, hands[2][0]), (4, hands[3][0])):
            assert ref.push("play %s %d" % (card, seat)).refused in (None, "renuncio")
            if ref.table or ref.phase == "window":
                steps.append(owed(ref))
        told.append(steps)
    assert told[0] == told[1]
