"""Two players and a stock: draws owed and made, calls and swaps around them, what unseen draws may explain."""

import sys

import tute
from tute.referee import Referee
from tute.rules import parse_rules


def referee(words="amelia-2", target=3):
    return Referee(parse_rules(words), target)


def told(ref, lines):
    """Pushes lines that must stand, split at slashes; the last answer."""
    answer = None
    for line in lines.split("/"):
        answer = ref.push(line.strip())
        assert answer.ok, (line, answer.refused)
    return answer


def refused(ref, line):
    """The reason for which a line is refused, dry and in earnest; all else stays as it was."""
    before = (ref.stock, ref.owed, ref.turn, ref.points, ref.upcard)
    reason = ref.check(line)
    answer = ref.push(line)
    assert answer.refused == reason and reason, (line, reason, answer.refused)
    assert (ref.stock, ref.owed, ref.turn, ref.points, ref.upcard) == before
    return reason


def test_draws_are_owed_after_a_trick():
    ref = referee()
    answer = told(ref, "deal 2 4O")
    assert (answer.turn, answer.trick, answer.points) == (1, 1, (0, 0))
    assert (ref.stock, ref.owed, ref.side_names) == (24, [], ["1", "2"])
    answer = told(ref, "play AE 1 / play 2E 2")
    assert (answer.taken, answer.turn, answer.trick) == ((1, 11), 1, 2)
    assert (ref.stock, ref.owed, ref.phase) == (24, [1, 2], "window")
    assert refused(ref, "draw 3") == "seat"
    told(ref, "draw 1 RO")
    assert (ref.stock, ref.owed) == (23, [2])
    assert refused(ref, "draw 1") == "already"
    assert refused(ref, "draw 2 RO") == "card_elsewhere" and refused(ref, "draw 2 4O") == "card_elsewhere"
    assert refused(ref, "draw 2 AE") == "card_played"
    told(ref, "draw 2")
    assert (ref.stock, ref.owed) == (22, [])
    assert refused(ref, "draw") == refused(ref, "draw 2") == "already"
    told(ref, "play RO 1")
    assert refused(ref, "draw") == "already"
    told(ref, "play 5O / draw / undo")
    assert (ref.stock, ref.owed) == (22, [1, 2])
    told(ref, "draw 2 CE")  # the winner draws first: his draw counts as made
    assert (ref.stock, ref.owed) == (20, [])


def test_games_without_a_stock_have_no_draws():
    ref = referee("online-pairs")
    assert refused(ref, "draw") == "no_round"
    told(ref, "deal 4 6C")
    assert refused(ref, "draw") == "stock" and (ref.stock, ref.owed) == (0, [])


def test_a_lead_makes_the_draws_and_the_last_is_the_upcard():
    ref = referee()
    told(ref, "deal 2 4O")
    low = "2E 4E 5E 6E 7E SE CE RE 3E 2B 4B 5B".split()
    high = "AE 2C 4C 5C 6C 7C SC CC RC 3C AC 2O".split()
    for trick in range(12):
        led, other = (
            ("play AE 1", "play 2E 2") if not trick else ("play %s 1" % high[trick], "play %s 2" % low[trick])
        )
        told(ref, led + " / " + other)
    assert (ref.stock, ref.owed, ref.turn) == (2, [1, 2], 1)
    assert refused(ref, "draw 2 6O") == "card_elsewhere" and refused(ref, "draw 1 4O") == "card_elsewhere"
    assert refused(ref, "play 4O") == "card_elsewhere"
    answer = told(ref, "play 3O 1")
    assert (ref.stock, ref.owed, answer.upcard, answer.trick) == (0, [], None, 13)
    assert refused(ref, "draw") == "already"
    answer = ref.push("play RB 2")
    # the last card is known to be in his hand: he has a trump
    assert (answer.refused, answer.verdict, answer.duty) == ("renuncio", "illegal", ["follow"])
    told(ref, "play 4O 2 / play AB / undo / undo / undo")
    assert (ref.stock, ref.owed, ref.upcard) == (2, [1, 2], 2 - 1)


def test_what_is_lent_does_not_stay():
    lent = ("draws", "dealing", "declaring", "proofs", "swap")
    kept = tute.keep
    had = [name for name in lent if sys.modules.pop("tute." + name, None)]
    tute.keep = False
    try:
        ref = referee()
        told(
            ref,
            "deal 2 4O / play AE 1 / play 2E / swap 2O 1 / cante 20 B 1 said / draw 2 / show 1 5B / concede 2",
        )
        assert not [name for name in lent if "tute." + name in sys.modules], sys.modules
    finally:
        tute.keep = kept
        for name in had:
            __import__("tute." + name)
