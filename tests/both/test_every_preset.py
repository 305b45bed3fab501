"""What holds in every preset: a match taken back and given again, a wrong trump put right, harmless trouble."""

import os

import tute
from support.honest import Round, match_lines
from support.matches import Dice
from support.state import state_text
from tute.referee import Referee
from tute.rules import PRESETS, parse_rules

CORRECTIONS = 400 if os.getenv("TAPETE_SOAK") else 20
tute.keep = True  # tests read sources: what is lent is not to be compiled again for every use


def refused(ref, line):
    """The reason for which a line is refused, dry and in earnest; the state is as before."""
    before = state_text(ref)
    reason = ref.check(line)
    answer = ref.push(line)
    assert answer.refused == reason and reason, (line, reason, answer.refused)
    assert state_text(ref) == before, line
    return reason


def told(ref, lines):
    """Pushes lines that must stand, split at slashes; the last answer."""
    answer = None
    for line in lines.split("/"):
        answer = ref.push(line.strip())
        assert answer.ok, (line, answer.refused)
    return answer


def undo_and_again(preset):
    """A whole match is taken back event by event, each to the state before it, and given again with equal answers."""
    ref = Referee(parse_rules(preset), 2)
    lines = match_lines(ref, Dice(len(preset)))
    states = []
    again = Referee(parse_rules(preset), 2)
    for line, answer in lines:
        states.append(state_text(again))
        assert again.push(line, answer.line).dumps() == answer.dumps(), line
    # honest play may be suspected where cards are drawn unseen, and never is proven
    told_of = [finding for _, answer in lines for finding in answer.renuncios or []]
    assert again.phase == "match_over" and not [found for found in told_of if found["status"] == "proven"]
    end = state_text(again)
    assert end == state_text(ref)
    for place in range(len(lines) - 1, -1, -1):
        assert again.push("undo").ok
        assert state_text(again) == states[place], lines[place][0]
    assert refused(again, "undo") == "nothing_to_undo"
    for line, answer in lines:
        assert again.push(line, answer.line).dumps() == answer.dumps(), line
    assert state_text(again) == end


def wrong_trump(preset):
    """The trump card was read wrong; five tricks later the line is put right, and all is as if it always had been."""
    rules = parse_rules(preset + " renuncio_detection=audit")
    right = Referee(rules)
    game = Round(rules, Dice(5 + len(preset)), 1)
    lines = [game.deal]
    right.push(game.deal, 1)
    laid = []
    while len(laid) < 5 * rules.players:
        line = (
            game.unseen(right.owed, right.turn) if right.owed else game.play(right.turn, right._round.trick)
        )
        lines.append(line[:7])  # without its seat: whose turn it was seemed to be another's
        laid.append(lines[-1][5:7])
        assert right.push(lines[-1], len(lines)).ok
    wrong = Referee(rules)
    trump = game.upcard[1]
    other = [r + s for s in "OCEB" if s != trump for r in "7654" if r + s not in laid]
    wrong.push("deal 1 " + other[0], 1)
    for i, line in enumerate(lines[1:]):
        assert wrong.push(line, i + 2).ok, (line, lines)
    assert wrong.trump != right.trump
    answer = wrong.push("correct 1 " + lines[0])
    assert answer.ok and answer.trump == right.trump and answer.upcard == right.upcard, answer.refused
    assert (wrong.turn, wrong.points, wrong.trick_no) == (right.turn, right.points, 6)
    assert state_text(wrong) == state_text(right)
    assert wrong.push("undo").trump != right.trump


def reread(rules, lines):
    """(referee that has heard these lines, None), or (None, number and reason of the first that does not stand)."""
    ref = Referee(rules, 2)
    for i, line in enumerate(lines):
        if line != "-":
            answer = ref.push(line, i + 1)
            if answer.refused:
                return None, (i + 1, answer.refused)
    return ref, None


def corrections(preset):
    """A line read as another: the state is that of a match in which it always was so, or nothing changes and the
    first line that could not stand is named."""
    rules = parse_rules(preset + " renuncio_penalty=warn")
    dice = Dice(31 + len(preset))
    match = [line for line, _ in match_lines(Referee(rules, 1), dice)]
    pack = [r + s for s in "OCEB" for r in "24567SCR3A" if r not in rules.removed_ranks]
    stood = 0
    for _ in range(CORRECTIONS):
        lines = match[: 5 + dice.below(30)]
        ref = reread(rules, lines)[0]
        before = state_text(ref)
        at = len(lines) - 1 - dice.below(5)
        words = lines[at].split(" ")
        seat = 1 + dice.below(rules.players)
        if words[0] == "play" and dice.chance(60):
            event = " ".join([words[0], dice.pick(pack)] + words[2:] + ["stands"])
        elif words[0] == "draw":
            event = "draw %d" % seat if dice.chance(50) else "draw %d %s" % (seat, dice.pick(pack))
        else:
            event = dice.pick(
                ("-", "deal %d %s" % (seat, dice.pick(pack)), "show %d %s" % (seat, dice.pick(pack)))
            )
        fixed, failed = reread(rules, lines[:at] + [event] + lines[at + 1 :])
        answer = ref.push("correct %d %s" % (at + 1, event), len(lines) + 1)
        if failed:
            assert answer.refused == "then_line %d: %s" % failed, (lines, at, event)
            assert state_text(ref) == before
        else:
            assert answer.ok and state_text(ref) == state_text(fixed), (lines, at, event)
            stood += 1
            assert ref.push("undo").ok and state_text(ref) == before
    assert CORRECTIONS // 10 < stood < CORRECTIONS


for preset in PRESETS:
    name = preset.replace("-", "_")
    globals()["test_undo_and_again_" + name] = lambda preset=preset: undo_and_again(preset)
    globals()["test_corrections_" + name] = lambda preset=preset: corrections(preset)
    globals()["test_a_wrong_trump_" + name] = lambda preset=preset: wrong_trump(preset)


def test_trouble_with_two():
    ref = Referee(parse_rules("wikipedia-2"))
    assert refused(ref, "draw") == "no_round" and refused(ref, "hand 3 AO") == "seat"
    assert refused(ref, "deal 3 AO") == "seat"
    told(ref, "hand 1 AO 3O RO CO SO 7O 6O 5O / hand 2 AC")
    assert refused(ref, "hand 1 4O") == "too_many"  # eight are dealt
    assert refused(ref, "hand 2 AO") == "already"
    assert refused(ref, "deal 1 AC") == "card_elsewhere"  # it is in a hand, not under the stock
    told(ref, "deal 1 2E")
    assert refused(ref, "hand 2 2E") == "already"
    assert refused(ref, "play AO 3") == "seat" and refused(ref, "claim 1 3") == "seat"
    assert refused(ref, "award 1+3") == "seat" and refused(ref, "award 3") == "seat"
    told(ref, "play 3C 2")
    assert refused(ref, "play 4B 1") == "card_elsewhere"  # his hand is known
    assert refused(ref, "play 3C 1") == "card_played" and refused(ref, "play AC 1") == "card_elsewhere"
    assert refused(ref, "play AO 2") == "not_your_turn"
    told(ref, "play AO 1")
    assert refused(ref, "cante 20 O 1") == "side"
    assert refused(ref, "cante 20 O 2") == "cards"  # known in the hand of seat 1
    assert refused(ref, "swap 7E 3") == "seat" and refused(ref, "swap 2E 1") == "rank"
    told(ref, "draw 2 CC / draw 1 SB / play AC / play SB")
    assert ref.phase == "window" and ref.stock == 22


def test_trouble_with_three():
    ref = Referee(parse_rules("amelia-3"))
    assert refused(ref, "deal 4 AO") == "seat" and refused(ref, "deal 3 2O") == "card_unknown"
    assert refused(ref, "hand 1 2O") == "card_unknown"
    told(ref, "hand 1 AO 3O RO CO SO 7O 6O 5O 4O AC 3C RC / hand 2 CC")
    assert refused(ref, "hand 1 AE") == "too_many" and refused(ref, "hand 3 CC") == "already"
    assert refused(ref, "deal 3 RC") == "card_elsewhere"
    answer = told(ref, "deal 3 5E")
    assert answer.to_dict()["points"] == {"1": 0, "2": 0, "3": 0} and answer.turn == 1
    assert refused(ref, "play 4E 4") == "seat" and refused(ref, "play 5C 1") == "card_elsewhere"
    assert refused(ref, "play 2O") == "card_unknown"
    told(ref, "play AC / play CC")
    assert refused(ref, "play AC") == "card_played"
    answer = told(ref, "play SC")
    assert answer.taken == (1, 16) and answer.turn == 1
    assert refused(ref, "swap 7E 1") == "none" and refused(ref, "draw") == "stock"
    assert refused(ref, "cante 20 C 1") == "cards" and refused(ref, "cante 20 O 2") == "side"
    assert refused(ref, "cante tute R 1") == "cards" or refused(ref, "cante tute R 1 said")
    assert refused(ref, "award 4") == "seat" and refused(ref, "award 2+4") == "seat"
    told(ref, "cante 20 O 1 / play 3C / play 7C / play 6C / show 2 RB")
    assert refused(ref, "show 3 RB") == "card_elsewhere" and refused(ref, "show 2 AO") == "card_elsewhere"
    assert ref.points == [16 + 20 + 10, 0, 0]
    answer = told(ref, "award 2")
    assert answer.round["winner"] == "2" and answer.round["by"] == "ruling"


def test_trouble_with_four():
    ref = Referee(parse_rules("online-pairs"))
    told(ref, "hand 2 AO 3O RO CO SO 7O 6O 5O 4O 2O")
    assert refused(ref, "hand 2 AC") == "too_many" and refused(ref, "hand 4 AO") == "already"
    assert refused(ref, "deal 1 AO") == "card_elsewhere" and refused(ref, "deal 5 AC") == "seat"
    told(ref, "deal 1 4C")
    assert refused(ref, "play 5C 2") == "card_elsewhere" and refused(ref, "play AO 9") == "seat"
    told(ref, "play AO 2 / play 5E 3 / play 6E 4 / play 4C 1")
    assert refused(ref, "cante 20 O 1") == "cards" and refused(ref, "cante 20 O 4") == "side"
    assert refused(ref, "award 2") == "seat"
    told(ref, "cante 20 E 3 / play 3E")
    assert ref.points == [31, 0]
