"""A match with trouble in it: people who lay what a seeded deal gives, and an acta that must be exact."""

from support.rounds import Deal, events
from tapete_host.sim.desk import Device
from tapete_host.sim.people import People
from tapete_host.sim.world import World
from tute.cards import card_name

SETTINGS = {"names": ["Ana", "Luis", "Eva", "Juan"], "target": 3, "lang": "en"}
HEAD = ["acta 1", "rules online-pairs", "target 3", "seat 1 Ana", "seat 2 Luis", "seat 3 Eva", "seat 4 Juan"]


def shows(m):
    """Whether the glass shows what the game wants shown."""
    from tapete import screens  # the device's own, as it was started
    from tapete.panels.drawing import picture

    view, panel = m.app.table.view, m.world.panel
    return panel.picture() == picture(lambda canvas: screens.paint(view, canvas), panel.WIDTH, panel.HEIGHT)


class Match:
    """One round of a seeded deal, dealt by seat 4, at a device that has started.

    p     the People; world, app: its world and its App as it is now
    laid  how many cards of the round were laid so far, in the deal's order
    """

    def __init__(self, seed=11, world=None, open_it=True, faults=(), **kw):
        """faults: names of those that are on before the device starts; open_it: set up and show the trump."""
        self.seed = seed
        world = world or World(seed=seed, **kw)
        settings = dict(SETTINGS)
        if world.seats():
            settings["antennas"] = [1, 2, 3, 4]  # as people have shown at the first set-up
        self.p = People(Device(world, settings))
        self.world = self.p.world
        for name in faults:
            self.world.fault(name)
        self.p.boot()
        self._deal(Deal(seed, 4))
        if open_it:
            self.open()

    def _deal(self, deal):
        self.upcard = card_name(deal.upcard)
        self.dealer = deal.dealer
        plays = [play for trick in deal.tricks() for play in trick]
        self.cards = [card_name(card) for _, card in plays]
        self.seats = [seat for seat, _ in plays]
        self.laid = 0

    @property
    def app(self):
        return self.p.device.app

    def open(self):
        """The match is set up and the trump shown."""
        self.p.play(["expect screen new_match", "ok", "expect screen deal"])
        self._show()

    def _show(self):
        where = "@%d" % self.dealer if self.world.seats() else ""
        self.p.play(["lay " + self.upcard + where, "ok", "lift " + self.upcard])

    def another_round(self, seed):
        """The next round, from its count to its last trick; its lines are not what `wanted` looks at."""
        self.p.play(["ok", "expect screen deal"])
        self._deal(Deal(seed, self.dealer % 4 + 1))
        self._show()
        for _ in range(10):
            self.trick()

    def lay(self, n=1):
        """People lay the next n cards, and wait for each to be taken."""
        for _ in range(n):
            where = "@%d" % self.seats[self.laid] if self.world.seats() else ""
            self.p.play(["lay " + self.next() + where])

    def next(self):
        """The card that is laid next, counted as laid."""
        self.laid += 1
        return self.cards[self.laid - 1]

    def put(self, **place):
        """The next card is laid, and nobody waits."""
        if self.world.seats():
            place["seat"] = self.seats[self.laid]
        card = self.next()
        self.world.lay(card, **place)
        return card

    def trick(self):
        """The rest of the trick, and it is collected."""
        self.lay(4 - self.laid % 4)
        self.p.play(["collect"])

    def run(self, ms):
        self.p.run(ms)

    def longest_step(self, ms):
        """Let the device work for so long -> us of its longest step."""
        longest = 0
        end = self.world.now + 1000 * ms
        while self.world.now < end:
            begin = self.world.now
            self.p.step()
            longest = max(longest, self.world.now - begin)
        return longest

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
