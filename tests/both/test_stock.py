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


# amelia-2 from the deal to the end of trick 12: seat 2 deals, seat 1 wins all, 4O lies under the stock
LED = "AE 2C 4C 5C 6C 7C SC CC RC 3C AC 2O".split()
FOLLOWED = "2E 4E 5E 6E 7E SE CE RE 3E 2B 4B 5B".split()


def after_trick(ref, tricks, upcard="4O"):
    """A referee that has heard so many of these tricks, the draws not said."""
    told(ref, "deal 2 " + upcard)
    for led, followed in zip(LED[:tricks], FOLLOWED):
        told(ref, "play %s 1 / play %s 2 stands" % (led, followed))
    return ref


def test_calls_before_and_after_the_draw():
    # rules 2.7: amelia-2 sings while a card is left, before or after the draw
    ref = after_trick(referee(), 11)
    assert refused(ref, "cante 20 B 2") == "side"
    told(ref, "cante 20 B 1 / undo / draw / cante 20 B 1")
    ref = after_trick(referee(), 12)
    told(ref, "cante 20 B 1")
    assert ref.owed == [1, 2]  # it needed them not to be made
    ref = after_trick(referee(), 12)
    told(ref, "draw")
    assert refused(ref, "cante 20 B 1") == "stock" and refused(ref, "swap 2O 1") == "stock"
    # wikipedia-2 sings after the draw, while three are left
    words = "wikipedia-2 renuncio_penalty=warn"
    ref = after_trick(referee(words), 10)
    told(ref, "cante 20 B 1")
    assert (ref.owed, ref.stock) == ([], 4)  # it needed them made
    ref = after_trick(referee(words), 11)
    assert refused(ref, "cante 20 B 1") == "stock" and ref.owed == [1, 2]
    told(ref, "draw")
    assert refused(ref, "cante 20 B 1") == "stock"


def test_swaps_by_the_stock():
    ref = referee("wikipedia-2")
    answer = told(ref, "deal 2 SO / swap 7O 2")  # at any time, without a trick
    assert answer.upcard == 4 and refused(ref, "play SO 1") == "card_elsewhere"
    told(ref, "play AE 1 / swap 2O 2 / play 2E 2")
    assert ref.upcard == 0 and refused(ref, "swap 7O 2") == "rank"
    ref = after_trick(referee("wikipedia-2 renuncio_penalty=warn"), 11)
    told(ref, "draw")
    assert refused(ref, "swap 2O 1") == "stock"  # two are left
    ref = after_trick(referee("wikipedia-2 renuncio_penalty=warn"), 11)
    told(ref, "swap 2O 2")
    assert (ref.owed, ref.upcard) == ([1, 2], 0)
    ref = referee()
    told(ref, "deal 2 SO")
    assert refused(ref, "swap 7O 1") == "needs_trick"
    told(ref, "play AE 1")
    assert refused(ref, "swap 7O 1") == "moment"  # between the tricks
    told(ref, "play 2E 2")
    assert refused(ref, "swap 7O 2") == "needs_trick" and refused(ref, "swap 7E 1") == "suit"
    assert refused(ref, "swap 2O 1") == "rank" and refused(ref, "swap 6O 1") == "rank"
    told(ref, "swap 7O 1 / show 1 SO")
    assert refused(ref, "swap 2O 2") == "needs_trick"
    told(ref, "swap 2O 1 / show 1 7O")
    assert ref.upcard == 0


def test_a_card_just_drawn_is_not_sung():
    start = "deal 2 4O / play AE 1 / play 2E 2 / "
    ref = referee()
    told(ref, start + "draw 1 RB")
    assert refused(ref, "cante 20 B 1") == "last_drawn"  # AM-28
    told(ref, "cante 20 C 1")
    ref = referee()
    told(ref, "hand 1 AE RB 3B 5B 6B 7B 2C 4C / " + start + "draw")
    assert (
        refused(ref, "cante 20 B 1") == "last_drawn"
    )  # by what is known of his hand, he can only have drawn it
    assert refused(ref, "cante 20 C 1") == "cards"
    ref = referee()
    told(ref, "hand 1 AE RB 3B 5B 6B 7B 2C 4C / " + start[:-3])
    assert refused(ref, "cante 20 B 1") == "last_drawn"
    ref = referee("wikipedia-2 hand_size=8")
    told(ref, "hand 1 AE RB 3B 5B 6B 7B 2C 4C / " + start + "cante 20 B 1")
    assert ref.owed == []
    # nor is it "just drawn" a trick later, where nothing was drawn
    ref = referee("amelia-2 hand_size=5 removed_ranks=456SA3 cante_min_stock=0 stock_duty=free")
    told(ref, "deal 1 RB / play CB 2 / play 2B 1 / swap 7B / play 7E 2 / play RE 1 / play 2C 1 / play 7C 2")
    told(ref, "play CC / play RC 1 / play 7B 1 / play RB 2 / cante 20 O 2")
    # an exchanged king was not drawn (rules 2.8)
    ref = referee()
    told(ref, "deal 2 RO / play AE 1 / play 2E 2 / swap 7O 1 / cante 40 1 / play RO 1")


def findings(ref, line):
    """(seat, trick, card, witnesses, status) of what a line finds."""
    answer = told(ref, line)
    keys = ("seat", "trick", "card", "witnesses", "status")
    return [tuple([finding[key] for key in keys]) for finding in answer.renuncios or []]


OPEN = "deal 2 4O / play AE 1 / play 5B 2 / "  # no espadas, no oros? wikipedia-2 asks for both


def test_what_an_unseen_draw_explains_is_only_suspected():
    ref = referee("wikipedia-2 renuncio_penalty=warn")
    told(ref, OPEN + "draw / play AC 1")
    assert findings(ref, "play 2E 2 stands") == [(2, 1, "5B", ["2E"], "suspected")]
    told(ref, "draw 1 / draw 2 6B / play RC 1")
    # a second witness, and one draw only that was not seen
    assert findings(ref, "play 4E 2 stands") == [(2, 1, "5B", ["2E", "4E"], "proven")]
    ref = referee("wikipedia-2 renuncio_penalty=warn")
    told(ref, OPEN + "draw / play AC 1 / play 2E 2 stands / draw / play RC 1")
    assert findings(ref, "play 4E 2 stands") == []  # once only
    # two draws may have been two of these, not three
    assert findings(ref, "show 2 5E 6E")[0] == (2, 1, "5B", ["2E", "4E", "5E", "6E"], "proven")


def test_seen_draws_explain_nothing():
    ref = referee("wikipedia-2 renuncio_penalty=warn")
    told(ref, OPEN + "draw 1 / draw 2 6B / play AC 1")
    assert findings(ref, "play 2E 2 stands") == [(2, 1, "5B", ["2E"], "proven")]
    # the trump card is never an unseen draw
    ref = referee("wikipedia-2 hand_size=19 renuncio_penalty=warn")
    told(ref, OPEN + "play AC 1")
    assert findings(ref, "play 2E 2 stands") == [
        (2, 1, "5B", ["2E"], "proven"),
        (2, 2, "2E", ["4O"], "proven"),
    ]


def test_what_is_shown_before_a_draw_that_is_seen_later():
    ref = referee("wikipedia-2 renuncio_penalty=warn")
    told(ref, OPEN.rstrip("/ "))
    assert findings(ref, "show 2 2E") == [(2, 1, "5B", ["2E"], "suspected")]  # perhaps he had drawn it
    assert findings(ref, "draw 1") == []
    assert findings(ref, "draw 2 6C") == [(2, 1, "5B", ["2E"], "proven")]  # he had not
    ref = referee("wikipedia-2 renuncio_penalty=warn")
    told(ref, OPEN + "show 2 2E")
    assert findings(ref, "draw 1 6C") == [(2, 1, "5B", ["2E"], "proven")]  # the winner draws first
    ref = referee("wikipedia-2 renuncio_penalty=warn")
    told(ref, OPEN + "show 2 2E")
    assert findings(ref, "draw") == [] and refused(ref, "draw 2 2E") == "already"


def test_suspicions_and_claims():
    words = "wikipedia-2 renuncio_detection=on_claim"
    ref = referee(words)
    told(ref, OPEN + "draw / play AC 1 / play 2E 2")
    answer = told(ref, "claim 1 2")
    found = answer.renuncios[0]
    assert (answer.claim, found["status"], found["claimed_by"]) == ("pending", "suspected", 1)
    assert answer.round is None
    answer = told(ref, "draw 1 / draw 2 6B / play RC 1 / play 4E 2")
    assert (answer.claim, answer.round["winner"], answer.round["by"]) == ("upheld", "1", "renuncio")
    ref = referee(words)
    answer = told(ref, OPEN + "draw / play AC 1 / play 2E 2 / claim 1 2 / concede 1")
    assert answer.claim == "unfounded" and answer.audit == {"1": "clean", "2": "open"}


def test_suspicions_under_audit_are_told_at_the_end():
    ref = referee("wikipedia-2 renuncio_detection=audit")
    assert findings(ref, OPEN + "draw / play AC 1 / play 2E 2") == []
    answer = told(ref, "concede 2")
    assert [found["status"] for found in answer.renuncios] == ["suspected"]
    assert answer.round["by"] == "concession" and answer.audit["2"] == "open"


def test_an_announced_cante_and_draws():
    words = "wikipedia-2 renuncio_penalty=warn cante_phase=both"
    start = "deal 2 4O / play AE 1 / play 2E 2 / cante 20 B 1 said / "
    ref = referee(words)
    assert findings(ref, start + "draw 1 RB") == [
        (1, 1, "20B", [], "proven")
    ]  # he got it after he had said so
    assert ref.cantes_by_side == [[], []] and ref.points == [11, 0]
    ref = referee(words)
    assert findings(ref, start + "draw / play 5C / play RB 2") == [(1, 1, "20B", [], "proven")]
    ref = referee(words)
    assert findings(ref, start + "draw / play RB 1 / play AB 2 / draw / play 5C / play CB 1") == []
    assert told(ref, "concede 2").audit["1"] == "open"  # he may have drawn the CB
    ref = referee(words)
    told(ref, start + "show 1 RB CB / draw 1 6C")
    assert told(ref, "concede 2").audit["1"] == "clean"


def test_scanned_hands_and_draws_make_all_known():
    ref = referee("wikipedia-2 renuncio_penalty=warn")
    told(ref, "hand 2 5B 6B 7B SB CB RB 3B AB / deal 2 4O")
    answer = told(ref, "play AE 1 / play 5B 2")
    assert answer.verdict == "legal"
    told(ref, "draw 1 AC / draw 2 2E / play AC 1")
    answer = told(ref, "play 6B 2")
    assert answer.verdict == "legal"
    told(ref, "draw 2 6E / play 3E 1")
    answer = ref.push("play 7B 2")
    assert (answer.refused, answer.duty) == ("renuncio", ["follow"])
    answer = told(ref, "play 2E 2")
    assert answer.verdict == "legal"
    assert told(ref, "concede 1").audit["2"] == "clean"


def test_a_hand_scanned_after_a_swap():
    ref = referee("wikipedia-2")
    told(ref, "deal 1 SO / swap 7O 2 / hand 2 7O AO 3O 2O 2E 2B 2C 3C")  # as dealt
    assert refused(ref, "hand 2 RE") == "too_many" and refused(ref, "play RE 2") == "card_elsewhere"
    assert refused(ref, "hand 1 7O") == "already"
    told(ref, "play SO 2")


def test_a_scan_given_up_and_a_draw_put_right():
    ref = referee("wikipedia-2 renuncio_penalty=warn")
    for i, line in enumerate("hand 2 2E / deal 2 4O / play AE 1 / play 5B 2 stands".split(" / ")):
        answer = ref.push(line, i + 1)
    assert answer.verdict == "illegal" and answer.renuncios[0]["status"] == "proven"
    told(ref, "forget")
    assert refused(ref, "hand 2 3E") == "round_open"
    ref.push("draw 1 2E", 6)
    ref.push("play 2E 1", 7)
    assert refused(ref, "correct 6 draw 1 AE") == "then_line 6: card_played"
    assert refused(ref, "correct 6 show 2 2E") == "then_line 7: card_elsewhere"
    told(ref, "correct 6 draw 1")
    assert (ref.stock, ref.owed) == (22, [])


def test_what_is_lent_does_not_stay():
    lent = ("draws", "dealing", "declaring", "proofs", "scans", "swap")
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
