"""Seeded matches: what must be true after every event, undo, corrections, and reading them again from text."""

import os

import tute
from support.house_rules import PRESETS, house_rules
from support.matches import MOODS, Dice, Table
from support.state import state_text
from tute.acta import event_text, parse_line
from tute.cards import count
from tute.referee import Referee

SOAK = bool(os.getenv("TAPETE_SOAK"))
tute.keep = True  # tests read sources: what is lent is not to be compiled again for every use
MATCHES = 280 if SOAK else 7
ROUNDS = 3


def lines_of(rules, seed, mood):
    """The accepted lines of a match, with the seat filled in."""
    ref = Referee(rules, ROUNDS, {})
    table = Table(rules, Dice(seed), mood)
    accepted = []
    waiting = []
    while ref.phase != "match_over" and len(accepted) < ROUNDS * 60:
        if not waiting:
            if ref.phase in ("play", "window"):
                waiting = [table.line(ref)]
            else:
                waiting = table.deal(ref.next_dealer or 1)
        answer = ref.push(parse_line(waiting.pop(0))).to_dict()
        table.took(answer)
        if answer["ok"]:
            if answer["event"] == "undo":
                accepted.pop()
            else:
                accepted.append(answer["event"])
    return accepted


MADE = []


def matches():
    """(rules, lines) of seeded matches by every preset; a third without a fault, some full of trouble."""
    for i in range(len(MADE), MATCHES):
        kind = i // len(PRESETS) + i  # every preset meets every mood
        mood = {"draw": 30} if kind % 3 == 0 else dict(MOODS[kind % 3], nonsense=4)
        _, rules = house_rules(PRESETS[i % len(PRESETS)], i // len(PRESETS) * 3 + i)
        MADE.append((rules, lines_of(rules, 700 + i, mood)))
    return MADE


def check_round(ref):
    """All cards are somewhere, 130 points and the cantes; masks and counts that say the same."""
    r = ref._round
    if r is None:
        return
    pack = r.size
    assert pack == 40 - 4 * len(r.rules.removed_ranks)
    laid = [card for card in range(40) if 0 < r.at[card] < 255]
    assert len(laid) == r.count == len(set(r.order[: r.count]))
    assert sum([count(mask) for mask in r.live]) + r.count == pack
    assert sum(r.left) + r.count + getattr(r, "stock", 0) == pack
    players = len(r.left)
    for p in range(players):
        known = sum([count(mask) for mask in r.known[p * 4 : p * 4 + 4]])
        assert known == r.sure[p] <= r.left[p]
    sung = sum([40 if "40" in call else 20 for side in r.calls_by_side() for call in side if call[0] != "t"])
    taken = sum(r.points) - sung - sum(r.carried)
    bonus = r.rules.last_trick_bonus
    if r.count == pack and r.forfeit < 0:
        assert taken == 120 + bonus
    assert taken <= 120 + bonus
    assert not r.trick.points or r.count % players


def test_every_event_keeps_the_cards_and_the_points():
    for rules, lines in matches():
        ref = Referee(rules, ROUNDS, {})
        for line in lines:
            assert ref.push(line).ok
            check_round(ref)


def test_undo_brings_back_every_state():
    for rules, lines in matches():
        ref = Referee(rules, ROUNDS, {})
        states = [state_text(ref)]
        for line in lines:
            ref.push(line)
            states.append(state_text(ref))
            if len(states) % 7 == 0:  # one step back and forth
                assert ref.push("undo").ok
                assert state_text(ref) == states[-2], line
                ref.push(line)
                assert state_text(ref) == states[-1], line
        last = states.pop()
        ref.rest()
        end = len(states)
        while states:  # all the way to the top
            assert ref.push("undo").ok
            if len(states) % 5 == 1 or len(states) == end:
                assert state_text(ref) == states[-1], lines[len(states) - 1]
            states.pop()
        assert ref.push("undo").refused == "nothing_to_undo"
        for line in lines:  # and all of it given again
            assert ref.push(line).ok, line
        assert state_text(ref) == last


def test_answers_are_the_same_when_read_again():
    for rules, lines in matches():
        first, second = Referee(rules, ROUNDS, {}), Referee(rules, ROUNDS, {})
        said = []
        for number, line in enumerate(lines):
            said.append(first.push(parse_line(line), number + 1).dumps())
            event = parse_line(event_text(parse_line(line)))
            assert second.push(event, number + 1).dumps() == said[-1]
        while second.push("undo").ok:
            pass
        for number, line in enumerate(lines):
            assert second.push(line, number + 1).dumps() == said[number]


def test_a_dry_run_changes_nothing_and_says_the_same():
    dice = Dice(4)
    for rules, lines in matches():
        ref = Referee(rules, ROUNDS, {})
        for i, line in enumerate(lines):
            if i % 5 == 0:
                before = state_text(ref)
                other = lines[dice.below(len(lines))]
                expected = ref.check(other)
                assert ref.check(line) is None, line
                assert state_text(ref) == before
                found = ref.push(other)
                assert found.refused == expected, other
                if found.ok:
                    ref.push("undo")
            ref.push(line)


def test_a_correction_is_the_match_with_that_line_changed():
    """Every accepted correction gives the state of a fresh reading of the changed lines; a refused one changes
    nothing, and the fresh reading fails where it said."""
    dice = Dice(11)
    good = 0
    for rules, lines in matches():
        ref = Referee(rules, ROUNDS, {})
        for number, line in enumerate(lines):
            ref.push(parse_line(line), number + 1)
            if dice.below(9):
                continue
            at = dice.below(number + 1) if dice.chance(50) else max(0, number - dice.below(4))
            changed = changed_line(dice, lines, at)
            before = state_text(ref)
            answer = ref.push("correct %d %s" % (at + 1, changed), number + 2)
            fresh = Referee(rules, ROUNDS, {})
            failed = None
            for i, text in enumerate(lines[: number + 1]):
                text = changed if i == at else text
                if text != "-" and failed is None:
                    reason = fresh.push(text).refused
                    failed = reason and "then_line %d: %s" % (i + 1, reason)
            assert answer.refused == failed, (at + 1, changed)
            if failed:
                assert state_text(ref) == before
            else:
                good += 1
                assert state_text(ref) == state_text(fresh), (at + 1, changed)
                assert ref.push("undo").ok
                assert state_text(ref) == before
    assert good > MATCHES


def changed_line(dice, lines, at):
    """Another reading of a line: often one that the table could mean."""
    words = lines[at].split(" ")
    kind = dice.below(4)
    if kind == 0:
        return "-"
    if words[0] == "play" and kind < 3:
        cards = [line.split(" ")[1] for line in lines[at:] if line.startswith("play")]
        return "play %s %s" % (dice.pick(cards), words[2])
    return lines[dice.below(len(lines))] if kind == 3 else lines[at]


def test_undo_lays_few_cards_again():
    """The referee keeps states within a round: an undo lays at most the cards of three tricks and the one in hand
    again, where two play those of three tricks (longer ways back are read from the start of their round)."""
    for rules, lines in matches():
        ref = Referee(rules, ROUNDS, {})
        for line in lines:
            ref.push(line)
            r = ref._round
            if line[:4] != "play" or not ref.is_open() or r.told or ref.last_round:
                continue
            laid = replayed(ref, line)
            assert laid <= (8 if rules.players == 2 else 20), (rules.preset, r.count, laid)


def replayed(ref, line):
    """How many cards an undo lays again, not counting tries out of turn; what it took back is given again."""
    laid = []
    kind = type(ref._round)
    plain = kind.play

    def counted(r, seat, card, stands, dry=False):
        reason = plain(r, seat, card, stands, dry)
        if not reason:
            laid.append(card)
        return reason

    kind.play = counted
    try:
        ref.push("undo")
    finally:
        kind.play = plain
    ref.push(line)
    return len(laid)
