"""A deal scanned by radio: cards pass over the mat, with one reader and with one a seat; two players draw so too."""

# heap: 64M

import os

from support.scan_story import NAMES, dealing
from support.shuffle import legal, shuffled
from tapete.screens.strings import Words
from tapete_host.sim.desk import Device
from tapete_host.sim.people import FOREIGN, People
from tapete_host.sim.rng import Rng
from tapete_host.sim.world import World
from tute.cards import card_name, parse_card
from tute.dealt import seeded
from tute.rules import find_rules

SOAK = bool(os.getenv("TAPETE_SOAK"))
WORDS = [Words("es", ["", "", "", ""]).card(card) for card in range(40)]


class Dealers(People):
    """People who pass cards over the mat, and watch that none of those is named before the round is over."""

    def __init__(self, seed=1, board="wroom_pn5180", panel=None, **settings):
        self.hidden = []  # cards that nobody has seen
        self.leaks = []
        self.rng = Rng(seed)
        world = World(seed=seed, board=board, panel=panel)
        super().__init__(Device(world, settings=dict({"lang": "es"}, **settings)), self._listen)
        self.boot()
        self.play(["expect question setup_start", "ok", "expect screen deal"])

    def _listen(self, line):
        """A record of the console; those of the screen have all that a person can read there."""
        for word in line.replace('"', " ").replace(";", " ").replace(",", " ").split():
            if word in self.hidden:
                self.leaks.append(line)
        if line[:7] == "screen ":
            self.leaks += [line for name in self.hidden if WORDS[parse_card(name)] in line]

    def passes(self, name, seat=None, ms=None):
        """Over the mat in 150 to 300 ms, and on."""
        self.world.lay(name, seat)
        self.run(ms or 150 + self.rng.below(150))
        self.world.lift(name)
        self.run(100 + self.rng.below(300))

    def lay_and_know(self, card, seat=None):
        if card in self.hidden:
            self.hidden.remove(card)
        self.lay(card, seat)
        self.rest()

    def uncollect(self):
        for row in self.world.on_mat():
            self.world.lift(row[1])
        self.rest()

    def flash(self):
        """The texts of the acta's lines, as they are on the flash."""
        journal = self.device.app.journal
        from tapete import recovery

        rows = [text for _, text in recovery.lines(journal.path, journal.match)]
        return rows + [line.split(" *")[0] for line in journal.pending]

    def show_trump(self, card, seat=None):
        if card in self.hidden:
            self.hidden.remove(card)
        self.world.lay(card, seat)
        self.run(1500)
        self.play(["expect banner trump_seen", "ok"])
        self.uncollect()


def hands_of(seed):
    cards = shuffled(seed)
    return [[card_name(card) for card in cards[k * 10 : k * 10 + 10]] for k in range(4)]


def scan(p, hands, dealer=4, packets=1):
    p.play(["cante", "expect question scan_passing"])
    p.hidden = [name for hand in hands for name in hand]
    for card in dealing(hands, dealer, packets):
        p.passes(card)
    p.rest()


def hand_lines(hands):
    return ["hand %d %s" % (k + 1, " ".join(hand)) for k, hand in enumerate(hands)]


def play_round(p, hands):
    ref = p.device.app.table.ref
    while ref.phase in ("play", "window"):
        for _ in range(ref.seats):
            seat = ref.turn
            name = card_name(legal(ref, [parse_card(card) for card in hands[seat - 1]])[0])
            hands[seat - 1].remove(name)
            p.lay_and_know(name)
            assert p.acta()[-1] == "play %s %d" % (name, seat), (
                p.acta()[-2:],
                p.device.app.table.view.banner,
            )
            p.run(400)
        p.uncollect()


def test_forty_cards_pass_by_radio_and_a_round_is_played():
    p = Dealers(3)
    hands = hands_of(3)
    scan(p, hands)
    assert p.device.app.table.view.banner[0] == "hands_scanned", p.device.app.table.view.banner
    assert [line for line in p.flash() if line[:4] == "hand"] == hand_lines(hands)
    assert [line for line in p.acta() if line[:4] == "hand"] == ["hand %d" % seat for seat in (1, 2, 3, 4)]
    p.show_trump(hands[3][-1])
    play_round(p, [list(hand) for hand in hands])
    assert p.device.app.table.ref.phase == "round_over" and p.leaks == []


def test_every_panel_lets_the_cards_be_heard_in_packets_too():
    for panel in ("ssd1680", "uc8179"):
        p = Dealers(5, panel=panel, dealt_at_once=5)
        hands = hands_of(5)
        scan(p, hands, packets=5)
        assert [line for line in p.flash() if line[:4] == "hand"] == hand_lines(hands), panel
        assert p.leaks == []


def test_how_long_a_card_must_be_over_the_mat():
    heard = {}
    for ms in (60, 100, 150):
        p = Dealers(7)
        p.play(["cante"])
        for name in NAMES:
            p.passes(name, ms=ms)
        p.run(300)
        view = p.device.app.table.view
        heard[ms] = 40 if view.question is None else view.question[1][1]
    print("of 40 cards heard, by ms over the mat: %s" % sorted(heard.items()))
    assert heard[150] == 40 and heard[60] < 60


def test_a_foreign_card_and_one_heard_twice_do_not_count():
    p = Dealers(9)
    hands = hands_of(9)
    p.play(["cante"])
    for k, card in enumerate(dealing(hands, 4)):
        if k in (3, 20):
            p.passes(FOREIGN)
        if k in (5, 21, 30):
            p.passes(dealing(hands, 4)[k - 2])
        p.passes(card)
    p.rest()
    assert [line for line in p.flash() if line[:4] == "hand"] == hand_lines(hands)


def test_a_cut_in_the_middle_and_one_card_missed():
    p = Dealers(11)
    hands = hands_of(11)
    p.play(["cante"])
    for card in dealing(hands, 4)[:17]:
        p.passes(card)
    p.world.power_cut()
    p.restart()
    assert p.device.app.table.view.banner[0] == "scan_was_cut"
    p.play(["cante"])
    for card in dealing(hands, 4)[:39]:
        p.passes(card)
    p.run(21000)
    assert p.device.app.table.view.banner == ("scan_dropped", (39, 40))
    p.hidden = []
    p.show_trump(hands[3][-1])
    p.lay_and_know(hands[0][0])
    assert p.acta()[-2:] == ["deal 4 " + hands[3][-1], "play %s 1" % hands[0][0]]


def test_with_an_antenna_a_seat_a_part_counts():
    p = Dealers(13, board="wroom_mfrc522")
    hands = hands_of(13)
    p.play(["cante", "expect question scan_by_seats"])
    p.hidden = [name for hand in hands for name in hand]
    for seat in (1, 2, 3, 4):
        for card in hands[seat - 1][: 2 * seat]:
            p.passes(card, seat, ms=250)
    p.run(500)
    p.play(["ok"])
    wanted = ["hand %d %s" % (seat, " ".join(hands[seat - 1][: 2 * seat])) for seat in (1, 2, 3, 4)]
    assert [line for line in p.flash() if line[:4] == "hand"] == wanted
    assert p.leaks == []


def test_two_players_draw_over_the_mat():
    deal = seeded(find_rules("wikipedia-2"), 2, 5)
    hands = [[card_name(card) for card in hand] for hand in deal.hands]
    stock = [card_name(card) for card in deal.stock]
    p = Dealers(15, rules="wikipedia-2")
    ref = p.device.app.table.ref
    assert p.device.app.table.view.dealer == 2
    p.play(["cante"])
    p.hidden = [name for hand in hands for name in hand] + stock[:-1]
    for card in dealing(hands, 2):
        p.passes(card)
    p.show_trump(card_name(deal.upcard))
    tricks = 20 if SOAK else 4
    for _ in range(tricks):
        for _ in range(2):
            seat = ref.turn
            name = card_name(legal(ref, [parse_card(card) for card in hands[seat - 1]])[0])
            hands[seat - 1].remove(name)
            p.lay_and_know(name)
            assert p.acta()[-1] == "play %s %d" % (name, seat), (
                p.acta()[-2:],
                p.device.app.table.view.banner,
            )
            p.run(400)
        p.uncollect()
        drawn = []
        for seat in (ref.turn, 3 - ref.turn) if stock else ():
            hands[seat - 1].append(stock.pop(0))
            if stock:
                p.passes(hands[seat - 1][-1], ms=200)
                drawn.append("draw %d %s" % (seat, hands[seat - 1][-1]))
        p.rest()
        assert p.flash()[len(p.flash()) - len(drawn) :] == drawn
    assert p.leaks == []
