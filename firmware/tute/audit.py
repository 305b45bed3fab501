"""Renuncio: which plays are open, which are proven, which are clean (acta.md section 5, rules 3.1 to 3.3).

A play that no witness can have been held against is forgotten at once. Of every other the witnesses are kept, as one
small int. Without a stock nothing comes to a hand after the deal but by a swap (which takes the card out of the
witnesses of earlier plays), so "hands at the time of the play" are today's hands and the cards laid since:

- a witness that its seat lays or shows proves it;
- counting proves it when the cards that its seat can hold today, witnesses left out, are fewer than its hand.
"""

from tute.cards import ABOVE, PARTS, card_name, count
from tute.knowledge import Knowledge
from tute.trick import BEAT, FOLLOW, RUFF_EITHER, RUFF_KINDS, duty_names

LEGAL = 1
OPEN = 2
ILLEGAL = 3
VERDICTS = ("", "legal", "open", "illegal")
CANTE_DUTY = 32  # beside the kinds of renuncio: an announced cante that is disproved


class Finding:
    """A play (or an announced cante) that is proven: `seat` from 1, `trick` from 1, `name` of the card or cante,
    `witnesses` (cards, oldest first), `kinds` that counting leaves (0 when a witness was seen), `claimed_by`."""

    def __init__(self, p, record, trick, place, witnesses, kinds):
        self.p = p
        self.record = record
        self.seat = p + 1
        self.trick = trick
        self.place = place  # cards laid up to and with it: what was laid first
        self.name = card_name(record >> 22 & 63) if record else ""
        self.witnesses = witnesses
        self.kinds = kinds
        self.claimed_by = 0


class Audit(Knowledge):
    """Knowledge of a round, and what it says about every play."""

    def __init__(self, rules, trick):
        super().__init__(rules)
        n = rules.players
        self.trick = trick
        # a record is witnesses in the led suit | trump witnesses << 10 | kind << 20 | card << 22 | led suit << 28
        self.open = [[] for _ in range(n)]  # by seat: records of its open plays
        self.watch = [0] * (4 * n)  # by seat * 4 + suit: at least all witnesses of its open plays
        self.recount_at = 99  # counting proves nothing before so many cards are laid
        self.found = []  # findings not yet told
        self.told = []  # findings told
        self.said = []  # announced cantes: (p, call, cards, cards laid, cards swapped before)
        self.moved = []  # cards that a swap moved: (card, from, to)

    def copy_audit(self, other):
        """Copies all this, and the knowledge, to another."""
        self.copy_knowledge(other)
        other.open = [records[:] for records in self.open]
        other.watch = self.watch[:]
        other.recount_at = self.recount_at
        other.found = self.found[:]
        other.told = self.told[:]
        other.said = self.said[:]
        other.moved = self.moved[:]

    def judge(self, p, card):
        """Verdict on laying this card | flags of its possible kinds << 2. Not yet laid. Sets `self.record`."""
        suit, strength, bit, _ = PARTS[card]
        trick = self.trick
        w = trick.witnesses(suit, strength)
        if not w:
            return LEGAL
        left = self.left[p] - 1
        if not left:
            return LEGAL
        led = trick.led
        trump = trick.trump
        place = p * 4
        live = self.live
        others = self.others
        a = w & live[led] & ~others[place + led]
        b = w >> 10 & live[trump] & ~others[place + trump]
        if not (a or b):
            return LEGAL
        sure = self.sure[p]
        spare = self.hidden - left + sure - 1  # cards that nobody is known to have and the others must have
        self.record = a | b << 10 | w & 3 << 20 | card << 22 | led << 28
        if sure:
            known = self.known
            if known[place + led] & a or known[place + trump] & b:
                return ILLEGAL | self.kinds(p, self.record, left, spare) << 2
            if known[place + suit] & bit:
                sure -= 1
            if sure == left:
                return LEGAL
        if suit == led:
            duty = BEAT << 2
        elif not b:
            duty = FOLLOW << 2
        elif spare < 10 or w >> 20 == RUFF_EITHER:
            duty = self.kinds(p, self.record, left, spare) << 2
        else:
            duty = (RUFF_KINDS[w >> 20] | FOLLOW if a else RUFF_KINDS[w >> 20]) << 2
        if spare < 20 and count(a) + count(b) > spare:
            return ILLEGAL | duty
        return OPEN | duty

    def kinds(self, p, record, left, spare):
        """Kinds of renuncio (flags) that some possible hand of p makes of this play, when it has `left` cards and the
        others must have `spare` of the cards that nobody is known to have."""
        led = record >> 28
        if (record >> 22 & 63) // 10 == led:
            return BEAT
        trump = self.trick.trump
        at = p * 4
        a = record & 1023 & self.live[led] & ~self.others[at + led]
        b = record >> 10 & 1023 & self.live[trump] & ~self.others[at + trump]
        unseen = left > self.sure[p] - self.is_known(p, record >> 22 & 63)
        held = self.known[at + led] & a
        flags = FOLLOW if held or a and unseen else 0
        if held or spare < count(a):
            return flags
        kind = record >> 20 & 3
        held = self.known[at + trump]
        top = b
        if kind == RUFF_EITHER:
            top &= ABOVE[self.top_before(record >> 22 & 63)]
            low = b & ~top
            if not held & top and spare >= count(a) + count(top) and (held & low or low and unseen):
                flags |= RUFF_KINDS[2]
            kind = 1
        if held & top or top and unseen:
            flags |= RUFF_KINDS[kind]
        return flags

    def top_before(self, card):
        """Strength of the highest trump laid to the trick of this card before it, or the card is not yet laid."""
        stop = self.at[card] - 1 if self.at[card] else self.count
        top = 0
        for i in range(stop - stop % self.players, stop):
            if self.order[i] // 10 == self.trick.trump:
                top = max(top, self.order[i] % 10)
        return top

    def witness_kind(self, record, card):
        """The kind of renuncio (a flag) that this witness makes of a play."""
        led = record >> 28
        if card // 10 == led:
            return BEAT if (record >> 22 & 63) // 10 == led else FOLLOW
        kind = record >> 20 & 3
        if kind == RUFF_EITHER:
            return RUFF_KINDS[1 if card % 10 > self.top_before(record >> 22 & 63) else 2]
        return RUFF_KINDS[kind]

    def is_witness(self, record, card):
        """Whether this card is a witness against a play."""
        bit = 1 << card % 10
        return (
            record >> 28 == card // 10
            and record & bit
            or self.trick.trump == card // 10
            and record >> 10 & bit
        )

    def book(self, p, verdict):
        """Keeps the play that `judge` looked at last; it has been laid now."""
        record = self.record
        self.watch[p * 4 + (record >> 28)] |= record & 1023
        self.watch[p * 4 + self.trick.trump] |= record >> 10 & 1023
        if verdict == ILLEGAL:
            self.find(p, record, [card for card in self.shown[p] if self.is_witness(record, card)])
            return
        self.open[p].append(record)
        # counting cannot prove it while the others must have more unknown cards than it has witnesses
        at = self.count + self.hidden - self.left[p] + self.sure[p] - (19 if record >> 10 & 1023 else 9)
        if at < self.recount_at:
            self.recount_at = at

    def find(self, p, record, witnesses):
        """This play is proven: by these witnesses, or by counting if there are none."""
        kinds = 0
        if not witnesses:
            kinds = self.kinds(p, record, self.left[p], self.hidden - self.left[p] + self.sure[p])
        place = self.at[record >> 22 & 63]
        self.found.append(Finding(p, record, (place - 1) // self.players + 1, place, witnesses, kinds))

    def witnessed(self, p, card):
        """This card was seen in the hand of p, or laid by it: proves what it is a witness against."""
        for finding in self.found:
            if finding.p == p and card not in finding.witnesses and self.is_witness(finding.record, card):
                finding.witnesses.append(card)
                finding.kinds = 0
        for record in self.open[p][:]:
            if self.is_witness(record, card):
                self.open[p].remove(record)
                self.find(p, record, [card])

    def recount(self):
        """Counts every open play again: proves it, forgets it as clean, or says when to look again."""
        soon = 99
        live = self.live
        others = self.others
        trump = self.trick.trump
        for p in range(self.players):
            records = self.open[p]
            if not records:
                continue
            need = self.left[p] - self.sure[p]
            if not need:
                self.open[p] = []
                continue
            spare = self.hidden - need
            at = p * 4
            trumps = live[trump] & ~others[at + trump]
            for record in records[:]:
                led = record >> 28
                a = record & live[led] & ~others[at + led]
                b = record >> 10 & trumps
                if not (a or b):
                    records.remove(record)
                    continue
                slack = spare - count(a) - count(b)
                if slack < 0:
                    records.remove(record)
                    self.find(p, record, [])
                elif slack < soon:
                    soon = slack
        self.recount_at = self.count + soon + 1

    def learn_all(self, p, cards):
        """These cards are seen in the hand of p."""
        for card in [card for card in cards if self.learn(p, card)]:
            self.witnessed(p, card)
        self.recount()
        if self.said:
            self.hear()

    def swap_cards(self, p, dealer, offered, upcard):
        """p gave `offered` for the trump card, which is in the dealer's hand. Earlier plays know neither of what came."""
        self.learn_all(p, (offered,))
        if p == dealer:
            return
        self.move(offered, p, dealer)
        self.move(upcard, dealer, p)
        self.moved.append((offered, p, dealer))
        self.moved.append((upcard, dealer, p))
        self._unwatch(p, upcard)
        self._unwatch(dealer, offered)

    def _unwatch(self, p, card):
        suit, _, bit, _ = PARTS[card]
        records = self.open[p]
        for i, record in enumerate(records):
            records[i] = self._without(record, suit, bit)
        for finding in self.found:
            if finding.p == p:
                finding.record = self._without(finding.record, suit, bit)

    def _without(self, record, suit, bit):
        if record >> 28 == suit:
            record &= ~bit
        if suit == self.trick.trump:
            record &= ~(bit << 10)
        return record

    def announce(self, p, call, cards):
        """p announced a cante without showing its cards."""
        self.said.append((p, call, cards, self.count, len(self.moved)))

    def hear(self):
        """Looks again at the announced cantes. Those that no possible hand had are found; returns them."""
        false = []
        for entry in self.said[:]:
            p, call, cards, place, moves = entry
            unseen = 0
            wrong = False
            for card in cards:
                holder = self.held_at(card, place, moves)
                if holder < 0:
                    unseen += 1
                elif holder != p:
                    wrong = True
            if wrong or unseen > self.left[p] - self.sure[p]:
                self.said.remove(entry)
                finding = Finding(p, 0, place // self.players, place, [], CANTE_DUTY)
                finding.call = call
                self.found.append(finding)
                false.append((p, call))
        self.false_calls = false

    def held_at(self, card, place, moves):
        """Seat index that had this card when `place` cards were laid and `moves` moved by swaps; -1: not known, 4: none
        (it was laid before)."""
        at = self.at[card]
        holder = -1
        if at:
            if at <= place:
                return 4
            holder = self.layer(at - 1)
        else:
            for p in range(self.players):
                if self.is_known(p, card):
                    holder = p
        for i in range(len(self.moved) - 1, moves - 1, -1):
            if self.moved[i][0] == card:
                holder = self.moved[i][1]
        return holder

    def state_of(self, p):
        """`renuncio`, `open` or `clean`: what is known of the plays and announced cantes of p."""
        for finding in self.found + self.told:
            if finding.p == p:
                return "renuncio"
        self.recount()
        if self.open[p] or [entry for entry in self.said if entry[0] == p and self._unsure(entry)]:
            return "open"
        return "clean"

    def _unsure(self, entry):
        return [card for card in entry[2] if self.held_at(card, entry[3], entry[4]) < 0]

    def finding_pairs(self, finding):
        """A finding as acta.md section 4 lists it: a tuple of (key, value)."""
        record = finding.record
        flags = finding.kinds
        for card in finding.witnesses:
            flags |= self.witness_kind(record, card)
        duty = ["cante"] if flags == CANTE_DUTY else duty_names(flags)
        pairs = [
            ("seat", finding.seat),
            ("trick", finding.trick),
            ("card", finding.name),
            ("duty", duty),
            ("witnesses", [card_name(card) for card in finding.witnesses]),
            ("status", "proven"),
        ]
        if not finding.witnesses and record:
            pairs.append(("counted", True))
        if finding.claimed_by:
            pairs.append(("claimed_by", finding.claimed_by))
        return tuple(pairs)
