"""People who play true rounds at a whole device, look at its panel, and answer what it asks as it was.

They know what people at a table know: who laid which card, what the panel shows, and that a card without a tone was
not read. They never look into the device: what it shows is `app._shown` once the panel has drawn it.
"""

from support.rounds import Deal
from tapete_host.sim.field import ZONES
from tute.cards import card_name

_BUTTONS = ("ok", "cante", "cambio")
_PRESS = 80
_AFTER_PRESS = 160  # ms until a button may be pressed again
_READ = 120  # ms between two looks at the panel
_BLIND = 40000  # ms for which a panel may stay busy or dead before nobody plays on
_NOTICED = 1500  # ms after which a player misses his card on the panel
_SHOWS = 2600  # ms within which a card that was read is on the panel
_UP = 700  # ms for which a card is up that is laid again
_LIFTS = 9000  # ms within which the device has noticed that all cards were taken up
_RIGHT = 120  # looks after which it should long have been put right
_STEPS = ("place", "pick_suit", "pick_card")  # of one answer, not questions of their own


class Lost(Exception):
    """What was played could not be brought into the acta."""


class Truthful:
    """Four people. rng: their habits; the rest are chances in percent, or ms.

    hasty      the next card comes at once, before anybody has looked at the one before
    meanwhile  the next card is laid while a question stands, which is answered after answer_ms
    hides      a card hides an earlier one of its trick until it is taken up
    covered    a card is not heard at first, for up to three seconds
    touch      called with (people, index of the card in its round, name) once a card lies: a campaign's own mischief
    """

    def __init__(self, people, rng, hasty=0, meanwhile=33, answer_ms=5000, hides=0, covered=0):
        self.people = people
        self.world = people.world
        self.rng = rng
        self.hasty = hasty
        self.meanwhile = meanwhile
        self.answer_ms = answer_ms
        self.hides = hides
        self.covered = covered
        self.touch = None
        self.unreadable = ()  # stickers that are never heard
        self.under = {}  # card -> the one that it hides
        self.seq = []
        self.n = self.seen = self.picks = 0
        self.pressed_at = -1 << 29  # us: when somebody pressed DESHACER to take back what is wrong

    def chance(self, percent):
        return self.rng.below(100) < percent

    # -- looking and waiting

    def run(self, ms):
        self.people.run(ms)

    def see(self):
        """What the panel shows, once it has drawn it. Raises Lost if it draws nothing for long."""
        limit = self.world.now + _BLIND * 1000
        self.run(_READ)
        while True:
            app = self.people.device.app  # another one once the power was gone
            if app.panel.idle and app._shown is app.table.view:
                return app._shown
            self.people.step()
            if self.world.now > limit:
                raise Lost("the panel shows nothing new: " + app.panel.state)

    def press(self, name):
        self.world.press(name, _PRESS)
        self.run(_AFTER_PRESS)

    def choose(self, i):
        """Choose option i of the question that is shown, with as many presses as it takes."""
        view = self.see()
        if not view.question:
            return  # it has been answered by a card, or withdrawn, while the person read it
        key = view.question[0]
        if view.question[3] < 0:
            self.press(_BUTTONS[i])
            return
        for _ in range(2 * len(view.question[2])):
            if not view.question or view.question[0] != key or view.question[3] == i:
                break
            self.press("cambio")
            view = self.see()
        if view.question and view.question[0] == key:
            self.press("ok")

    # -- cards

    def lies(self, name):
        return self.world.field_of(name) is not None

    def lay(self, name, seat):
        """On the outline of the seat, more or less: each has one on the central coil, or an antenna of his own."""
        at = 0, 0
        where = {"seat": seat}
        if not self.world.seats():
            at = ZONES[seat - 1]
            where = {}
        x, y = [mm + self.rng.below(13) - 6 for mm in at]
        self.world.lay(name, x=x, y=y, **where)
        if name in self.unreadable:
            self.shadow(name)

    def shadow(self, name, on=True):
        self.world.field_of(name).shadow(name, on)

    def lift(self, name):
        """What it hid is heard again."""
        self.world.lift(name)
        under = self.under.pop(name, None)
        if under and self.lies(under):
            self.shadow(under, under in self.unreadable)

    def lay_next(self):
        """The player in turn lays his card."""
        seat, name = self.seq[self.n]
        self.lay(name, seat)
        self.n += 1
        if self.chance(self.hides) and not self.world.seats():
            under = [old for _, old in self.seq[(self.n - 1) // 4 * 4 : self.n - 1] if self.lies(old)]
            if under:
                self.under[name] = under[self.rng.below(len(under))]
                self.shadow(self.under[name])
        if self.chance(self.covered):
            self.shadow(name)
            placed = self.world.field_of(name).find(name)
            self.world.at(300 + self.rng.below(2700), lambda: self._uncover(placed))
        if self.touch:
            self.touch(self, self.n - 1, name)

    def _uncover(self, placed):
        """Unless it was taken up meanwhile."""
        field = self.world.field_of(placed.tag.uid)
        if field and field.find(placed.tag.uid) is placed:
            self.shadow(placed.tag.uid, False)

    def collect(self, ends):
        """Take up the cards before seq[ends], one by one or together."""
        together = self.chance(50)
        for _, name in self.seq[:ends]:
            if self.lies(name):
                self.lift(name)
                if not together:
                    self.run(20 + self.rng.below(120))

    def take_up(self):
        """Take up all."""
        for row in self.world.on_mat():
            self.lift(row[0])

    # -- a round

    def play(self, seed, dealer):
        """Play a seeded round from the trump card to the count -> the events of its true acta."""
        deal = Deal(seed, dealer)
        up = card_name(deal.upcard)
        self.trump = up, dealer
        self.seq = []  # nothing was laid: whoever is asked for a missing card says so
        self.n = 0
        self._show_trump(up, dealer)
        self.seq = [(seat, card_name(card)) for laid in deal.tricks() for seat, card in laid]
        self.picks = 0  # tries to choose a card by buttons
        self.seen = 0  # cards up to which the panel was seen to be right
        while self.n < len(self.seq):
            self._next()
        self.put_right()
        self.collect(self.n)
        return ["deal %d %s" % (dealer, up)] + ["play %s %d" % (name, seat) for seat, name in self.seq]

    def _next(self):
        """One card, with what comes before and after it."""
        early = self.n % 4 == 0 and self.chance(20)
        if self.n % 4 == 0 and not early:
            self.collect(self.n)
            self.run(100 + self.rng.below(600))
        self.lay_next()
        if early:
            self.run(self.rng.below(400))
            self.collect(self.n - 1)
        if self.n % 4 and self.chance(self.hasty):
            self.run(250 + self.rng.below(600))
            return
        self.run(100 + self.rng.below(300))
        self.look()

    def look(self):
        """See the card on the panel, or put right what is not."""
        self._wait(lambda view: self._calls(view) or self.position(view) == ("at", self.n), _NOTICED)
        self.put_right()

    def called(self):
        """Whether the device calls for people."""
        return bool(self._calls(self.see()))

    def _show_trump(self, up, dealer):
        for _ in range(_RIGHT):
            view = self.see()
            if self.bother(view):
                continue
            if view.turn and view.trump >= 0 and view.kind == "deal":
                break
            if view.kind in ("trick", "won"):
                self.old_round(view)
            elif view.kind in ("count", "match_end"):
                self.press("ok")
            elif view.dealer != dealer:
                self.press("cambio")
            elif view.upcard >= 0 and card_name(view.upcard) == up:
                self.press("ok")
            elif view.upcard >= 0:
                self.press("deshacer")
            elif not self.lies(up):
                self.lay(up, dealer)
                self.run(1800)
            else:
                self.run(2500)
                if self.see().upcard < 0:
                    self.lift(up)
                    self.run(2500)
        else:
            raise Lost("no deal")
        self.lift(up)
        self.run(500 + self.rng.below(900))

    def old_round(self, view):
        """The round before is open again, or there is a card where none was laid."""
        if view.trick_no == len(self.seq) // 4:
            self.put_right()
        else:
            self.press("deshacer")
        self.take_up()

    # -- what the panel shows, and what was played

    def position(self, view):
        """("at", m): what is shown is what there was after m cards; ("gap", k): of the first cards of the k-th trick
        some are not there; ("wrong", 0)."""
        if view.kind in ("count", "match_end"):
            return ("at", self.n) if self.n == len(self.seq) and self._count_is_right() else ("wrong", 0)
        if view.kind == "deal" and not view.turn:
            return "wrong", 0  # the round is over, and not as it was
        cards = [(seat, card_name(card)) for seat, card in view.cards if seat not in view.provisional]
        first = (view.trick_no - 1) * 4
        true = self.seq[first : min(first + 4, self.n)]
        if cards == true[: len(cards)]:
            return "at", first + len(cards)
        names = [name for _, name in cards]
        if not true or cards[0][0] != true[0][0]:
            return "wrong", 0  # another leader: the trick before it was taken wrongly
        for _, name in true:
            if names and name == names[0]:
                names.pop(0)
        return ("wrong", 0) if names else ("gap", view.trick_no)

    def _count_is_right(self):
        """The count does not show the last trick: who was not seen to be right before it has to be looked at."""
        return self.seen >= len(self.seq) - 1

    def put_right(self):
        """Until the panel shows what was played: answer, take back what is wrong, lay again what is not there."""
        tries = ups = self.picks = 0
        for _ in range(_RIGHT):
            view = self.see()
            if self.bother(view):
                continue
            if view.kind == "deal" and not view.turn and view.dealer == self.trump[1]:
                # A button that hangs has undone the deal.
                self.take_up()
                self._show_trump(*self.trump)
                continue
            what, m = self.position(view)
            if what == "at":
                self.seen = m
                ups = self.picks = 0
                if m == self.n:
                    return
                tries += 1
                if tries > 2 and self.seq[m][1] in self.unreadable:
                    if not self._by_buttons(view):
                        return
                else:
                    self._again(m)
            elif what == "gap" and self.picks < 3 and ups < 3:
                ups += 1  # it may not ask: a button that hung has said that nothing is missing
                self._all_up()
            else:
                self._take_back()
        raise Lost(
            "never put right: %s, shown %s"
            % (self.seq[: self.n][-5:], (view.kind, view.trick_no, view.cards))
        )

    def _take_back(self):
        self.pressed_at = self.world.now
        self.press("deshacer")

    def _again(self, m):
        """The m-th card is not in the acta: it is taken up with all that came after it, and laid again."""
        seat, name = self.seq[m]
        up = [other for _, other in reversed(self.seq[m : self.n]) if self.lies(other)]
        for other in up:  # the m-th last: what it hides would be heard before it
            self.lift(other)
        if up:
            self.run(_UP + self.rng.below(400))
        self.lay(name, seat)
        self._wait(lambda view: self._calls(view) or self.position(view) != ("at", m), _SHOWS)

    def _all_up(self):
        """A card before others is not in the acta: all are taken up, then the device asks."""
        self.take_up()
        self._wait(self._calls, _LIFTS)

    def _by_buttons(self, view):
        """A sticker that is never heard is chosen by buttons, which needs other cards of its trick -> done?"""
        if not view.cards or view.kind == "won":
            return False
        self._all_up()
        return True

    def _wait(self, done, ms):
        limit = self.world.now + ms * 1000
        while not done(self.see()) and self.world.now < limit:
            pass

    def _calls(self, view):
        return view.question or view.trouble or self._refuses(view)

    def _refuses(self, view):
        """A card that waits for its turn is not refused: the one before it was not read, and is laid again."""
        return view.kind == "refused" and view.banner[1][2] != "not_your_turn"

    # -- what the device wants to know

    def bother(self, view):
        """Do what the panel asks for -> whether there was anything."""
        if view.trouble:
            self.run(2000)
            if self.see().trouble:
                self.press("ok")
        elif view.question:
            self._answer(view)
        elif self._refuses(view):
            self._refused(view)
        else:
            return False
        return True

    def _answer(self, view):
        key, args, options = view.question[:3]
        act = getattr(self, "_at_" + key, None)
        if key not in _STEPS and act:
            if self.n and self.n < len(self.seq) and self.chance(self.meanwhile):
                self.run(self.rng.below(2000))
                self.lay_next()
                self.run(self.answer_ms - 2000)
            else:
                self.run(self.answer_ms)
            view = self.see()
            if not view.question or view.question[:2] != (key, args):
                return  # a card has answered it, or something else is asked first
            options = view.question[2]
        if act is None:
            self.press("deshacer")  # opened by nobody: a button that hangs
        else:
            act(view, args, options)

    def _refused(self, view):
        """All cards were legal: it was taken for another player's. It is nothing, and is taken up."""
        self.run(1500)
        self.press("deshacer")
        name = card_name(view.banner[1][1])
        if self.lies(name):
            self.lift(name)
            self.run(_UP)

    def _index(self, card):
        """Place in the round of a card that was laid, or -1."""
        name = card_name(card)
        for i, (_, laid) in enumerate(self.seq[: self.n]):
            if laid == name:
                return i
        return -1

    def _at_setup_start(self, view, args, options):
        self.press("ok")

    def _at_order(self, view, args, options):
        for i, (word, cards) in enumerate(options):
            if word == "order_of" and -1 < self._index(cards[0]) < self._index(cards[1]):
                self.choose(i)
                return
        self.press("deshacer")

    _at_cante_or_play = _at_order

    def _at_whose(self, view, args, options):
        for i, (word, cards) in enumerate(options):
            k = self._index(cards[0]) if word == "card" else -1
            if k >= 0 and self.seq[k][0] == args[0] and k >= self.n - 5:
                self.choose(i)
                return
        self.choose(len(options) - 1)

    def _at_impossible(self, view, args, options):
        seat, card = args
        k = self._index(card)
        missed = k >= 0 and self.seq[k][0] != seat
        self.choose(0 if missed else 1)
        if k < 0:
            self.lift(card_name(card))  # the trump card, that was to be taken up
            self.run(_UP)

    def _at_foreign(self, view, args, options):
        self.choose(0)

    def _at_undo(self, view, args, options):
        """Yes, what is shown is wrong: if that is why it was pressed, and no button hangs."""
        self.choose(0 if self.world.now - self.pressed_at < 20000000 else 1)

    def _at_missing(self, view, args, options):
        """Lay what is missing alone; choose it by buttons if that is not heard."""
        lost = self._missing(view)
        if lost is None or self.picks > 2:
            self.choose(2)
            return
        seat, name = lost
        self.take_up()
        self.run(_UP)
        for _ in range(2):
            self.lay(name, seat)
            self._wait(lambda view: not view.question or view.question[0] != "missing", _SHOWS)
            view = self.see()
            if not view.question or view.question[0] != "missing":
                return
            self.lift(name)
            self.run(_UP)
        self.choose(1)

    def _missing(self, view):
        """(seat, name) of the first card of the shown trick that was laid and is not in the acta."""
        first = (view.trick_no - 1) * 4
        names = [card_name(card) for seat, card in view.cards if seat not in view.provisional]
        for seat, name in self.seq[first : min(first + 4, self.n)]:
            if name not in names:
                return seat, name
        return None

    def _at_place(self, view, args, options):
        k = self._index(args[0])
        for i, (_, seats) in enumerate(options):
            if k // 4 + 1 == view.trick_no and seats[0] == self.seq[k][0]:
                self.choose(i)
                return
        self.press("deshacer")

    def _at_pick_suit(self, view, args, options):
        """A card that is not offered lies in an earlier trick: then that has to be taken back."""
        lost = self._missing(view)
        self.picks += 1
        if lost is None or self.picks > 2:
            self.press("deshacer")
        else:
            self.choose("OCEB".index(lost[1][1]))

    def _at_pick_card(self, view, args, options):
        lost = self._missing(view)
        for i, (_, cards) in enumerate(options):
            if lost and card_name(cards[0]) == lost[1]:
                self.choose(i)
                return
        self.press("deshacer")

    def _at_proof(self, view, args, options):
        """Nobody has revoked: a card was taken for another's. If that is denied, a card is missing there as well."""
        denied = view.banner and view.banner[0] == "denied"
        for i, (word, what) in enumerate(options):
            if word == "laid_by" and not denied:
                trick, card, seat = what
                k = self._index(card)
                if k >= 0 and k // 4 + 1 == trick and self.seq[k][0] == seat:
                    self.choose(i)
                    return
        self._take_back()


def effective(lines):
    """Acta texts in the order of their lines, the first being line 1 -> the events that stand, notes and head left
    out, `undo` and `correct` applied."""
    rows = []
    done = []
    for number, text in enumerate(lines):
        words = text.split(" ", 2)
        if text[0] == "@" or words[0] in ("acta", "rules", "target", "games", "seat"):
            continue
        if words[0] == "undo":
            row, before = done.pop()
            if before is None:
                rows.remove(row)
            else:
                row[1] = before
        elif words[0] == "correct":
            row = [row for row in rows if row[0] == int(words[1])][0]
            done.append((row, row[1]))
            row[1] = words[2]
        else:
            rows.append([number + 1, text])
            done.append((rows[-1], None))
    return [text for _, text in rows if text != "-"]


def but_true_shows(events):
    """Without `show` lines of cards that the seat has played afterwards: a lead laid before the last card of the
    trick was heard is refused and taken up, so everybody has seen it, which is true and changes nothing."""
    kept = []
    for k, text in enumerate(events):
        word, _, rest = text.partition(" ")
        seat, _, card = rest.partition(" ")
        if word != "show" or "play %s %s" % (card, seat) not in events[k:]:
            kept.append(text)
    return kept
