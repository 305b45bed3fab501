"""Table: seeded people who do anything, in any order. It never raises, the acta always gives the same state."""

import os

from support.rounds import Deal
from support.story import Cut, Story
from tapete_host.sim.rng import Rng
from tute.cards import card_name

SOAK = os.getenv("TAPETE_SOAK") == "1"
PACK = [card_name(card) for card in range(40)]
BUTTONS = ("ok", "ok", "ok", "cante", "cambio", "deshacer", "menu")


class Crowd:
    """People who mostly play and often err; `wild` of 100 gestures are errors."""

    def __init__(self, seed, wild):
        self.rng = Rng(seed)
        self.wild = wild
        self.story = Story()
        self.hands = None
        self.done = []

    def pick(self, items):
        return items[self.rng.below(len(items))]

    def gesture(self):
        s = self.story
        if self.rng.below(100) < self.wild:
            self.err()
        elif s.view.question:
            self.press(self.pick(("ok", "ok", "ok", "ok", "cante", "cambio", "deshacer")))
        elif s.ref is None or s.ref.phase not in ("play", "window"):
            self.between()
        elif s.ref.phase == "window" and len(s.lying) > 2:
            if self.rng.below(3):
                s.collect()
            else:
                self.play()
        elif s.view.kind == "refused" and s.banner() == "refused":
            if self.rng.below(4):
                s.lift(card_name(s.view.banner[1][1]))
            else:
                s.press("ok")
        else:
            self.play()

    def press(self, button):
        """Any button, but no list that asks the chip: it is opened under tests/device."""
        question = self.story.view.question
        if question and question[3] >= 0 and question[2][question[3]][0] == "device":
            button = "cambio"
        self.story.press(button)

    def between(self):
        s = self.story
        if s.ref is not None and s.ref.phase != "match_over":
            self.hands = Deal(self.rng.below(1 << 20), self.rng.below(4) + 1)
            up = card_name(self.hands.upcard)
            s.collect()
            if self.rng.below(2):
                s.press("ok")
            s.lay(up).wait(1200)
            if self.rng.below(4):
                s.press("ok")
            s.lift(up)
        else:
            s.press("ok")

    def play(self):
        s = self.story
        hand = []
        if self.hands and s.ref.turn:
            masks = self.hands.hands[s.ref.turn]
            hand = [
                card for card in range(40) if masks[card // 10] >> card % 10 & 1 and not s.ref.played(card)
            ]
        if not hand:
            hand = [card for card in range(40) if not s.ref.played(card)]
        s.lay(card_name(self.pick(hand)))

    def err(self):
        s = self.story
        what = self.rng.below(14)
        if what < 3:
            s.lay(self.pick(PACK), gap=self.pick((20, 100, 300, 900)))
        elif what < 5:
            if s.lying:
                s.lift(self.pick(s.lying))
        elif what == 5:
            s.collect()
        elif what == 6:
            s.together(self.pick(PACK), self.pick(PACK))
        elif what == 7:
            suit = self.pick("OCEB")
            s.together("R" + suit, "C" + suit)
        elif what < 11:
            self.press(self.pick(BUTTONS))
        elif what == 11:
            s.wait(self.pick((500, 1500, 7000)))
        elif what == 12:
            if "?" in s.lying:
                s.lift("?")
            else:
                s.lay("?")
        else:
            s.together(*[self.pick(PACK) for _ in range(3)])

    def power(self):
        """Off and on; nothing that was written is lost."""
        s = self.story
        lines = len(s.journal.lines)
        self.story = Story(lines=s.journal.lines, on_mat=list(s.lying), now=s.now)
        assert len(self.story.journal.lines) >= lines


def live(seed, wild, gestures, cuts):
    crowd = Crowd(seed, wild)
    events = 0
    for k in range(gestures):
        s = crowd.story
        if cuts and crowd.rng.below(100) < cuts:
            s.journal.cut = crowd.rng.below(4)
        try:
            crowd.gesture()
        except Cut:
            crowd.story = Story(lines=s.journal.lines, on_mat=list(s.lying), now=s.now)
        s = crowd.story
        s.journal.cut = None
        if s.ref is not None and k % 12 == 0:
            s.check()
            conserved(s)
        if cuts and crowd.rng.below(200) < cuts:
            crowd.power()
        events = max(events, len(s.events()))
    return events


def conserved(s):
    """Forty cards: each is in the open trick once, played earlier once, or not played."""
    if s.ref.phase not in ("play", "window"):
        return
    laid = []
    mend = s.table.room("mend")
    for trick in mend.tricks(s.table):
        laid.extend([play[2] for play in trick])
    assert len(set(laid)) == len(laid), laid
    assert sorted(laid) == [card for card in range(40) if s.ref.played(card)], (laid, s.journal.lines)


def seeds(soak):
    """Seeds of a run."""
    return range(1, soak if SOAK else 7)


def run(seeds, wild, gestures, cuts=0):
    total = 0
    for seed in seeds:
        try:
            total += live(seed, wild, gestures, cuts)
        except Exception:
            print("seed", seed, "wild", wild)
            raise
    return total


def test_people_who_seldom_err():
    assert run(seeds(400), 6, 120) > 20


def test_people_who_often_err():
    assert run(seeds(600), 35, 120) > 20


def test_people_who_only_err():
    run(seeds(600), 100, 100)


def test_power_fails_while_people_err():
    assert run(seeds(600), 25, 100, cuts=12) > 20


def test_people_who_never_err():
    """Whole rounds: exactly the lines that were played, and nothing is ever asked."""
    from support import rounds

    story = Story()
    coin = Rng(9)
    dealer = 4
    for seed in range(1, 60 if SOAK else 5):
        deal = Deal(seed, dealer)
        up = card_name(deal.upcard)
        story.lay(up).wait(1200)
        story.lift(up)
        before = len(story.events())  # the deal is written with the lead
        for laid in deal.tricks():
            names = [card_name(card) for _, card in laid]
            late = [name for name in story.lying]  # of the trick before: collected after the lead
            story.lay(names[0])
            story.lift(*late)
            story.lay(*names[1:])
            assert story.asked() is None, (seed, story.view.question)
            if coin.below(2):
                story.collect()
        story.collect()
        wanted = rounds.events(seed, dealer)
        assert story.events()[before:] == wanted, seed
        assert story.view.kind == "count"
        story.check().press("ok")
        if story.ref.phase == "match_over":
            story.press("ok", "ok")
        dealer = story.view.dealer
