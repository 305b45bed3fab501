"""Finds the example match: seeded search for rounds in which the wanted things happen, at the level of acta events.

`python tests/support/find_match.py` writes tests/golden/partida.acta (sealed),
tests/golden/partida.jsonl (its answers) and tests/golden/partida.txt (an account for people). The same files
come out every time; tests/host/test_partida.py says if they do not.

`match()` gives the steps: (text of the event, remark). A step whose remark begins with "refused" is a card that was
laid and taken back; it is no line of the acta.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in ("firmware", "tests"):
    if str(ROOT / folder) not in sys.path:
        sys.path.insert(0, str(ROOT / folder))

from support.matches import Dice  # noqa: E402
from tute.acta import event_text, parse_line, seal  # noqa: E402
from tute.cards import CABALLO, REY, SUITS, card_name, hand_of  # noqa: E402
from tute.referee import Referee  # noqa: E402
from tute.rules import parse_rules  # noqa: E402

HEAD = (
    "acta 1",
    "rules online-pairs",
    "target 3",
    "seat 1 Sur",
    "seat 2 Este",
    "seat 3 Norte",
    "seat 4 Oeste",
)
FIRST_DEALER = 4
SEEDS = 400000


class Attempt:
    """One seeded try at a round, on top of the lines of the rounds before."""

    def __init__(self, before, seed):
        self.ref = Referee(parse_rules("online-pairs"), 3)
        for text, remark in before:
            if not remark.startswith("refused"):
                assert self.ref.push(text).ok
        self.dice = Dice(seed)
        pack = list(range(40))
        self.dice.shuffle(pack)
        self.hands = [sorted(pack[i * 10 : i * 10 + 10]) for i in range(4)]
        self.steps = []
        self.last = None
        dealer = self.ref.next_dealer or FIRST_DEALER
        self.say("deal %d %s" % (dealer, card_name(self.hands[dealer - 1][self.dice.below(10)])))

    def say(self, text, remark=""):
        """An event that must stand."""
        self.last = self.ref.push(text)
        assert self.last.ok, (text, self.last.refused)
        self.steps.append((text, remark))

    def trick(self):
        """The open trick of the referee, for the rules of following."""
        return self.ref._round.trick

    def play(self, card, remark=""):
        """The seat in turn lays a card."""
        seat = self.ref.turn
        self.hands[seat - 1].remove(card)
        self.say("play %s %d" % (card_name(card), seat), remark)

    def legal(self):
        """What the seat in turn may lay."""
        return self.trick().legal(hand_of(self.hands[self.ref.turn - 1]))

    def illegal(self):
        """What the seat in turn has and may not lay."""
        allowed = self.legal()
        return [card for card in self.hands[self.ref.turn - 1] if card not in allowed]

    def play_on(self, avoid=()):
        """Legal cards to the end of the round; `avoid`: suits that the offender keeps back, by seat."""
        while self.ref.phase in ("play", "window"):
            allowed = self.legal()
            kept = [card for card in allowed if (self.ref.turn, card // 10) not in avoid]
            self.play(self.dice.pick(kept or allowed))

    def pair_seats(self, suit):
        """Seats that hold king and knight of the suit."""
        king, knight = suit * 10 + REY, suit * 10 + CABALLO
        return [p + 1 for p, hand in enumerate(self.hands) if king in hand and knight in hand]

    def result(self):
        """The dict of the round's result, or None."""
        return self.last.round


def opening(attempt):
    """A full round: a 40 by the partner of the trick's winner, a 20 called after the lead was laid, a swap, a card
    refused and shown."""
    ref = attempt.ref
    trump = ref.trump
    others = [s for s in range(4) if s != trump and attempt.pair_seats(s)]
    if not attempt.pair_seats(trump) or not others or ref.upcard % 10 <= 4:
        return False
    singer = attempt.pair_seats(trump)[0]
    seven = [p + 1 for p, hand in enumerate(attempt.hands) if trump * 10 + 4 in hand][0]
    if seven == ref.dealer or attempt.pair_seats(others[0])[0] % 2 != singer % 2:
        return False
    done = set()
    while ref.phase in ("play", "window"):
        if ref.phase == "window":
            call_and_swap(attempt, singer, seven, others[0], done)
        wrong = attempt.illegal()
        if "refused" not in done and wrong and ref.trick_no > 2:
            card = attempt.dice.pick(wrong)
            text = "play %s %d" % (card_name(card), ref.turn)
            if ref.check(text) == "renuncio":
                attempt.steps.append((text, "refused: the hand is known to hold better"))
                attempt.say("show %d %s" % (ref.turn, card_name(card)), "where the refused card came from")
                done.add("refused")
        attempt.play(attempt.dice.pick(attempt.legal()))
        if attempt.last.renuncios:
            return False
    return done == {"40", "20", "swap", "refused"} and attempt.result()["by"] == "points"


def call_and_swap(attempt, singer, seven, suit, done):
    ref = attempt.ref
    winner = ref.turn
    swap = "swap %s %d" % (card_name(ref.trump * 10 + 4), seven)
    if "swap" not in done and ref.check(swap) is None and ref.upcard is not None:
        given = ref.upcard
        attempt.say(swap, "takes %s" % card_name(given))
        attempt.hands[seven - 1].remove(ref.trump * 10 + 4)
        attempt.hands[seven - 1].append(given)
        attempt.hands[ref.dealer - 1].remove(given)
        attempt.hands[ref.dealer - 1].append(ref.trump * 10 + 4)
        done.add("swap")
    forty = "cante 40 %d" % singer
    if "40" not in done and singer in attempt.pair_seats(ref.trump) and winner == (singer + 1) % 4 + 1:
        if ref.check(forty) is None:
            attempt.say(forty, "by the partner of the trick's winner")
            done.add("40")
            return
    caller = attempt.pair_seats(suit)
    if "40" in done and "20" not in done and caller:
        twenty = "cante 20 %s %d" % (SUITS[suit], caller[0])
        legal = [
            card for card in attempt.legal() if (card // 10, card % 10) not in ((suit, REY), (suit, CABALLO))
        ]
        if ref.check(twenty) is None and legal:
            lead = attempt.dice.pick(legal)
            text = "play %s %d" % (card_name(lead), winner)
            attempt.say(text, "the lead is laid...")
            attempt.say("undo", "...but somebody was still to sing")
            attempt.say(twenty, "called after the lead was laid")
            done.add("20")
            attempt.play(lead)
            attempt.play(attempt.dice.pick(attempt.legal()))


def revoke(attempt, keeps_back, wanted):
    """A round with one card against the rules that nobody can know yet; `wanted(finding, attempt)` says whether its
    proof is the one looked for."""
    ref = attempt.ref
    when = 1 + attempt.dice.below(5 if keeps_back else 4)
    place = 1 + attempt.dice.below(3)
    while ref.trick_no < when or len(ref.table) < place:
        attempt.play(attempt.dice.pick(attempt.legal()))
        if ref.phase not in ("play", "window"):
            return False
    wrong = [
        card for card in attempt.illegal() if ref.check("play %s %d" % (card_name(card), ref.turn)) is None
    ]
    if not wrong:
        return False
    offender = ref.turn
    avoid = {(offender, ref.table[0][1] // 10), (offender, ref.trump)} if keeps_back else ()
    attempt.play(attempt.dice.pick(wrong), "RENUNCIO, not to be seen yet")
    attempt.offender = offender
    attempt.when = when
    attempt.play_on(avoid)
    found = attempt.last.renuncios
    return bool(found) and len(found) == 1 and found[0]["seat"] == offender and wanted(found[0], attempt)


def by_witness(found, attempt):
    """Two tricks later, by a witness, with some of the round left."""
    later = attempt.last.trick - found["trick"]
    return len(found["witnesses"]) == 1 and later == 2 and attempt.last.taken is None


def by_counting(found, attempt):
    """By counting alone, before a witness was seen."""
    return bool(found.get("counted")) and attempt.last.taken is None


def tied(attempt):
    """A round of 65 to 65."""
    attempt.play_on()
    result = attempt.result()
    return result["by"] == "last_trick" and result["points"] == {"1+3": 65, "2+4": 65}


def find(before, kind, side):
    """The steps of the first round of this kind that `side` (None: either) wins."""
    for seed in range(1, SEEDS):
        attempt = Attempt(before, seed)
        if kind(attempt) and (side is None or attempt.result()["winner"] == side):
            return attempt.steps, attempt.result()["winner"]
    raise LookupError("no seed makes such a round")


def match():
    """The steps of the example match."""
    steps, leader = find([], opening, None)
    other = "2+4" if leader == "1+3" else "1+3"
    steps = list(steps)
    steps += find(steps, lambda attempt: revoke(attempt, False, by_witness), leader)[0]
    steps += find(steps, lambda attempt: revoke(attempt, True, by_counting), other)[0]
    steps += find(steps, tied, leader)[0]
    return steps


def files(steps):
    """(acta, answers, account) of these steps, as texts."""
    acta = list(HEAD)
    answers = []
    account = ["# " + line for line in HEAD] + [""]
    ref = Referee(parse_rules("online-pairs"), 3)
    for text, remark in steps:
        event = parse_line(text)
        refused = remark.startswith("refused")
        answer = ref.push(event, 0 if refused else len(acta) + 1)
        assert answer.ok != refused, (text, answer.refused)
        if not refused:
            acta.append(event_text(event))
            answers.append(answer.dumps())
        account += tell(answer, remark, 0 if refused else len(acta))
    sealed = "".join([seal(line) + "\n" for line in acta])
    return sealed, "\n".join(answers) + "\n", "\n".join(account) + "\n"


def tell(answer, remark, line):
    """Lines of the account for one answer."""
    words = "%4s  %s" % (line or "-", answer.event)
    notes = [remark] if remark else []
    if not answer.ok:
        notes.append("(%s: %s)" % (answer.refused, ", ".join(answer.duty)))
    elif answer.verdict == "open":
        notes.append("open: " + ", ".join(answer.duty))
    lines = ["%-30s %s" % (words, "; ".join(notes)) if notes else words]
    if answer.taken:
        lines.append("      takes seat %d, %d points; %d to %d" % (answer.taken + tuple(answer.points)))
    for found in answer.renuncios or ():
        proof = "by counting" if found.get("counted") else "by " + " ".join(found["witnesses"])
        lines.append(
            "      PROVEN: seat %d, trick %d, %s (%s) %s"
            % (found["seat"], found["trick"], found["card"], ", ".join(found["duty"]), proof)
        )
    if answer.round:
        points = answer.round["points"]
        lines.append(
            "      ROUND to %s by %s, %d to %d; games %s to %s"
            % (answer.round["winner"], answer.round["by"], points["1+3"], points["2+4"], *games(answer))
        )
        lines.append("      audit: " + ", ".join([seat + " " + answer.audit[seat] for seat in "1234"]))
        lines.append("")
    return lines


def games(answer):
    return answer.match["1+3"], answer.match["2+4"]


PATHS = ("tests/golden/partida.acta", "tests/golden/partida.jsonl", "tests/golden/partida.txt")


def main():
    for path, text in zip(PATHS, files(match())):
        (ROOT / path).write_text(text)
        print(path)


if __name__ == "__main__":
    main()
