"""A match with trouble in it: people who lay what a seeded deal gives, and an acta that must be exact."""

from support.rounds import Deal, events
from tapete_host.sim.desk import Device
from tapete_host.sim.people import People
from tapete_host.sim.world import World
from tute.cards import card_name

SETTINGS = {"names": ["Ana", "Luis", "Eva", "Juan"], "target": 3, "lang": "en"}
HEAD = ["acta 1", "rules online-pairs", "target 3", "seat 1 Ana", "seat 2 Luis", "seat 3 Eva", "seat 4 Juan"]


class Match:
    """One round of a seeded deal, dealt by seat 4, at a device that has started.

    p     the People; world, app: its world and its App as it is now
    laid  how many cards of the round were laid so far, in the deal's order
    """

    def __init__(self, seed=11, world=None, open_it=True, faults=(), **kw):
        """faults: names of those that are on before the device starts; open_it: set up and show the trump."""
        self.seed = seed
        self.p = People(Device(world or World(seed=seed, **kw), SETTINGS))
        self.world = self.p.world
        for name in faults:
            self.world.fault(name)
        self.p.boot()
        deal = Deal(seed, 4)
        self.upcard = card_name(deal.upcard)
        self.cards = [card_name(card) for trick in deal.tricks() for _, card in trick]
        self.laid = 0
        if open_it:
            self.open()

    @property
    def app(self):
        return self.p.device.app

    def open(self):
        """The match is set up and the trump shown."""
        self.p.play(["expect screen new_match", "ok", "expect screen deal"])
        self.p.play(["lay " + self.upcard, "ok", "lift " + self.upcard])

    def lay(self, n=1):
        """People lay the next n cards, and wait for each to be taken."""
        for _ in range(n):
            self.p.play(["lay " + self.next()])

    def next(self):
        """The card that is laid next, counted as laid."""
        self.laid += 1
        return self.cards[self.laid - 1]

    def put(self, **place):
        """The next card is laid, and nobody waits."""
        card = self.next()
        self.world.field.lay(card, **place)
        return card

    def trick(self):
        """The rest of the trick, and it is collected."""
        self.lay(4 - self.laid % 4)
        self.p.play(["collect"])

    def run(self, ms):
        self.p.run(ms)

    def until(self, test, ms):
        """Let the device work until test() holds -> ms that it took.  AssertionError after `ms`."""
        begin = self.world.now
        while not test():
            assert self.world.now - begin < ms * 1000, (ms, self.p.records[-6:])
            self.p.step()
        return (self.world.now - begin) // 1000

    def game(self):
        """Lines of the acta without notes."""
        return [text for text in self.p.acta() if text[0] != "@"]

    def wanted(self):
        """What they must be after the cards laid so far."""
        return HEAD + events(self.seed, 4)[: 1 + self.laid]

    def exact(self):
        """The acta is exactly what people did, and nothing has failed on the way."""
        assert self.game() == self.wanted(), (self.game()[-6:], self.wanted()[-6:], self.p.records[-8:])
        assert self.app.crashes == [], self.app.crashes
        return True

    def taken(self):
        """Whether the last card laid is in the acta."""
        return len(self.game()) == len(self.wanted())

    def told(self, part, state):
        """How often the console has told this of a part of the device."""
        head = "note %s %s: " % (part, state)
        return len([line for line in self.p.records if line[: len(head)] == head])
