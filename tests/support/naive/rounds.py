"""One round: who can have had which card at which moment, the cards laid, and what each play was."""

from support.naive.cards import call_cards, call_points, pack_of, side_names, side_of, value
from support.naive.hands import Matching, Worlds
from support.naive.legality import KINDS, kind_of, legal, winner_of


class Moment:
    """What can be in a hand at one moment: the cards that are known to be in it (`sure`), those for which the slot
    decides that they were dealt to (`free`), and the slots whose cards had come to that seat by then (`reach`)."""

    def __init__(self, seat, sure, free, reach):
        self.seat = seat
        self.sure = sure
        self.free = free
        self.reach = reach
        self.loose = None  # the slot of a draw that may have been made before it or after it


class Play:
    """A card laid, what lay before it, and the hand it came from. A disproved cante is kept as one too."""

    def __init__(self, deal, card, moment):
        self.rules = deal.rules
        self.trump = deal.trump
        self.pack = deal.pack
        self.seat = moment.seat
        self.card = card
        self.moment = moment
        laid = deal.table()
        self.table = [play.card for play in laid]
        self.partner = None
        for i, play in enumerate(laid):
            if side_of(play.seat, deal.rules) == side_of(self.seat, deal.rules):
                self.partner = i
        self.stock = deal.stock_before if laid else deal.stock_left()
        self.order = deal.clock
        self.trick = deal.trick_number()
        self.mark = len(deal.log)
        self.bad_with = None
        self.state = "open"  # or "illegal", "legal" (clean) for good
        self.proof = None
        self.told = self.suspected = False
        self.false_call = None  # or the duty of an offence that is no card laid: ["cante"], ["turn"]

    def allowed(self, hand):
        return legal(hand, self.table, self.trump, self.rules, self.partner, self.stock)

    def kind_with(self, hand):
        return kind_of(self.card, hand, self.table, self.trump, self.rules)

    def witnesses(self):
        """Cards that make this play illegal if they are in the same hand."""
        if self.bad_with is None:
            self.bad_with = []
            if self.table:
                for other in self.pack:
                    if other != self.card and self.card not in self.allowed([self.card, other]):
                        self.bad_with.append(other)
        return self.bad_with


class Call:
    """An accepted cante."""

    def __init__(self, seat, text, trick, said, order, moment):
        self.seat = seat
        self.text = text
        self.trick = trick
        self.said = said
        self.order = order
        self.moment = moment
        self.false = False


class Deal:
    """The facts of a round. `hands`: [(seat, cards)] scanned before; `carried`: points by side from rounds before."""

    def __init__(self, rules, dealer, upcard, hands, listed, carried):
        self.rules = rules
        self.pack = pack_of(rules)
        self.players = rules.players
        self.dealer = dealer
        self.upcard = upcard
        self.last_upcard = None  # the card that was drawn last
        self.trump = upcard[1]
        self.carried = carried
        in_stock = len(self.pack) - rules.players * rules.hand_size
        self.in_stock = in_stock
        room = [rules.hand_size] * rules.players + [1] * in_stock
        self.know = (Worlds if listed else Matching)(self.pack, room)
        self.log = []  # (seat, card, "in" or "out"), in the order in which it became known
        self.paths = {}  # card: where it went, by swaps and as the last card of the stock
        if in_stock:
            self.know.learn(upcard, {len(room) - 1})
            self.paths[upcard] = ("stock",)
        else:
            self.know.learn(upcard, {dealer - 1})
            self.log.append((dealer, upcard, "in"))
        self.dealt = []  # (seat, card) by `hand` lines and the dealer's trump card
        if not in_stock:
            self.dealt.append((dealer, upcard))
        for seat, cards in hands:
            self.learn_dealt(seat, cards)
        self.draws = []  # [slot, seat, made, trick]
        self.loose = []  # [slot, cards, moment]: seen when it was not known whether that draw had been made
        self.stock_before = 0
        self.plays = []
        self.calls = []
        self.lies = []  # announced cantes that were found false, as plays
        self.claims = []
        self.tricks = []  # (winner, points)
        self.clock = 1
        self.turn = self.after(dealer)
        self.result = None
        self.ruled = False  # given or voided by the table
        self.firm = False  # no claim turns this result
        self.lied = False  # a false claim was punished
        self.forfeit = None
        self.guilty = []  # sides whose offences were punished
        self.out = []  # sides that can no longer win, with more than two sides
        self.mute = []  # those of them that cannot sing either

    def after(self, seat):
        if self.rules.direction == "cw":
            return (seat - 2) % self.players + 1
        return seat % self.players + 1

    # what is known of cards

    def learn_dealt(self, seat, cards):
        for card in cards:
            self.dealt.append((seat, card))
            self.log.append((seat, card, "in"))
            self.know.learn(card, {seat - 1})

    def laid(self, card):
        return bool([1 for play in self.plays if play.card == card])

    def moment(self, seat, more=()):
        """The present, as it would be with the draws `more` made too."""
        sure = []
        free = []
        laid = [play.card for play in self.plays]
        reach = {seat - 1}
        for draw in self.draws:
            if draw[1] == seat and (draw[2] or draw in more):
                reach = reach | {draw[0]}
        last = self.players + self.in_stock - 1
        for card in self.pack:
            if card in laid:
                continue
            if card not in self.paths:
                free.append(card)
            elif self.paths[card][-1] == seat or card == self.upcard and self.in_stock and last in reach:
                sure.append(card)
        return Moment(seat, sure, free, reach - {last} if self.in_stock else reach)

    def can_hold(self, moment, cards, more=None):
        """Whether a hand can have all these cards. `more`: the owed draws that count as made; those that do not come
        after all that was seen before."""
        need = {}
        for card in cards:
            if card in moment.free:
                need[card] = moment.reach
            elif card not in moment.sure:
                return False
        if more is not None:
            self.seen_before([draw[0] for draw in self.owed() if draw not in more], need)
        return len(set(cards)) == len(cards) and self.know.possible(need)

    def seen_before(self, slots, need):
        """Adds to `need` that these draws were made after all that was seen while they were owed."""
        for slot, cards, moment in self.loose:
            if slot in slots:
                for card in cards:
                    if card in moment.free:
                        need[card] = need.get(card, moment.reach) & (moment.reach - {slot})

    def see(self, cards, moment):
        """These cards were in that hand."""
        for card in cards:
            self.log.append((moment.seat, card, "in"))
            if card in moment.free:
                self.know.learn(card, moment.reach)

    def move(self, card, place):
        """A card changes hands (or goes under the stock) in a swap, or is drawn as the last one."""
        past = self.paths.get(card, ())
        self.paths[card] = past + (place,)
        if place != "stock":
            self.log.append((place, card, "in"))

    # the stock

    def stock_left(self):
        return self.in_stock - len([draw for draw in self.draws if draw[2]])

    def owed(self):
        return [draw for draw in self.draws if not draw[2]]

    def window_draws(self):
        """The draws that belong to the last trick."""
        return [draw for draw in self.draws if draw[3] == len(self.tricks)]

    def owe_draws(self, winner):
        if len(self.draws) < self.in_stock:
            for seat in (winner, self.after(winner)):
                self.draws.append([self.players + len(self.draws), seat, False, len(self.tricks)])

    def make(self, draws):
        for draw in draws:
            draw[2] = True
            if draw[0] == self.players + self.in_stock - 1:
                self.move(self.upcard, draw[1])
                self.last_upcard = self.upcard
                self.upcard = None

    def stands_loose(self, draw, cards, moment):
        """The draw may have been made before this was seen, or after it."""
        if draw[0] < self.players + self.in_stock - 1:
            moment.reach = moment.reach | {draw[0]}
        moment.loose = draw[0]
        self.loose.append([draw[0], cards, moment])

    def pin(self, draw):
        """The draw is known to have been made after all that came before this line."""
        for other, cards, moment in self.loose:
            if other == draw[0] and other in moment.reach:
                moment.reach = moment.reach - {draw[0]}
                moment.loose = None
                for card in cards:
                    if card in moment.free:
                        self.know.learn(card, moment.reach)

    # the tricks

    def table(self):
        return self.plays[len(self.plays) - len(self.plays) % self.players :]

    def in_window(self):
        """Whether a trick has just been completed and none begun."""
        return bool(self.plays) and len(self.plays) % self.players == 0

    def trick_number(self):
        return min(len(self.plays) // self.players + 1, len(self.pack) // self.players)

    def all_laid(self):
        return len(self.plays) == len(self.pack)

    def lay(self, play):
        """Puts a card on the table; the trick it completes as (winner, points), or None."""
        table = self.table()
        if not table:
            self.stock_before = self.stock_left()
        self.see([play.card], play.moment)
        self.plays.append(play)
        if play.card == self.upcard:
            self.upcard = None
        self.turn = self.after(play.seat)
        table = table + [play]
        if len(table) < self.players:
            return None
        cards = [p.card for p in table]
        winner = table[winner_of(cards, self.trump)].seat
        self.tricks.append((winner, sum([value(card) for card in cards])))
        self.turn = winner
        self.owe_draws(winner)
        return self.tricks[-1]

    # verdicts

    def update(self, play):
        """Whether the play is proven illegal by what is known now."""
        if play.state == "open":
            if not play.witnesses():
                play.state = "legal"
            elif not self.know.good(play):
                play.state = "illegal"
        return play.state == "illegal"

    def audit_play(self, play):
        if not self.update(play) and play.state == "open" and self.know.clean(play):
            play.state = "legal"
        return play.state

    def false_now(self, call):
        """Whether no possible hand at its moment had the cards of this call."""
        return call.said and not self.can_hold(call.moment, call_cards(call.text, self.trump))

    def unsure(self, call):
        """Whether some possible hand at its moment lacked one of the cards of this announced call."""
        if not call.said:
            return False
        everywhere = set(range(self.players + self.in_stock))
        surely = call.moment.reach - {call.moment.loose}
        for card in call_cards(call.text, self.trump):
            if card in call.moment.free:
                if self.know.possible({card: everywhere - surely}):
                    return True
            elif card not in call.moment.sure:
                return True
        return False

    def audit(self):
        """By seat: clean, renuncio or open."""
        states = {}
        for seat in range(1, self.players + 1):
            found = [self.audit_play(play) for play in self.plays if play.seat == seat]
            said = [call for call in self.calls if call.said and call.seat == seat]
            found += [lie.state for lie in self.lies if lie.seat == seat]
            if "illegal" in found or [call for call in said if self.false_now(call)]:
                states[str(seat)] = "renuncio"
            elif "open" in found or [call for call in said if self.unsure(call)]:
                states[str(seat)] = "open"
            else:
                states[str(seat)] = "clean"
        return states

    def first_known(self, card, play):
        """When this card was first known in the hand of a play; None if it was not, or came there later."""
        moment = play.moment
        if card not in moment.sure and card not in moment.free:
            return None
        start = 0
        for i, entry in enumerate(self.log[: play.mark]):
            if entry == (play.seat, card, "out"):
                start = i + 1
        found = [i for i, entry in enumerate(self.log) if i >= start and entry == (play.seat, card, "in")]
        if not found:
            return None
        if card in moment.free and not self.know.possible({card: moment.reach}):
            return None
        return found[0]

    def seen_witnesses(self, play):
        """Witnesses seen in that hand, in the order in which they were first known to be there."""
        found = []
        for card in play.witnesses():
            when = self.first_known(card, play)
            if when is not None:
                found.append((when, card))
        return [card for _, card in sorted(found)]

    def finding(self, play):
        """The finding about a play that is proven, or open with a witness."""
        made = {"seat": play.seat, "trick": play.trick, "card": play.card}
        if play.false_call:
            made.update({"duty": play.false_call, "witnesses": [], "status": "proven"})
            return made
        seen = self.seen_witnesses(play)
        if seen:
            kinds = [play.kind_with([card]) for card in seen]
        else:
            kinds = self.know.verdicts(play)[1]
            made["counted"] = True
        made["duty"] = [kind for kind in KINDS if kind in kinds]
        made["witnesses"] = seen
        made["status"] = "proven" if self.update(play) else "suspected"
        return made

    # points

    def cantes(self):
        sides = {}
        for name in side_names(self.rules):
            sides[name] = []
        for call in self.calls:
            if not call.false:
                sides[side_of(call.seat, self.rules)].append(call.text.replace(" ", ""))
        return sides

    def points(self):
        sides = {}
        for name in side_names(self.rules):
            sides[name] = 0
        for seat, points in self.tricks:
            sides[side_of(seat, self.rules)] += points
        for call in self.calls:
            if not call.false:
                sides[side_of(call.seat, self.rules)] += call_points(call.text)
        if self.all_laid():
            sides[side_of(self.tricks[-1][0], self.rules)] += self.rules.last_trick_bonus
        if self.forfeit and self.result and self.result[2] in ("points", "last_trick", "carry", "claim101"):
            for name in sides:
                if name != self.forfeit:
                    sides[name] += sides[self.forfeit]
            sides[self.forfeit] = 0
        for name in sides:
            sides[name] += self.carried.get(name, 0)
        return sides
