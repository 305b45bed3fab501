"""The renuncio vectors of the rule dossier, a test for each: against the audit of one player where nothing is drawn,
as whole rounds before the referee where there is a stock."""

from support.vectors import cards, named_after, rules_line
from tute.audit import ILLEGAL, Audit
from tute.cards import SUITS, card_name, parse_card
from tute.dealing import new_audit
from tute.referee import Referee
from tute.rules import parse_rules
from tute.trick import Trick

P = 3  # the seat index that is audited


class Lab(Audit):
    """The audit of one player whose tricks are given one by one; the others' cards are as laid."""

    def lay_unseen(self, card):
        """A card of another player."""
        self.count += 1
        self.at[card] = self.count
        self.order[self.count - 1] = card
        self.live[card // 10] &= ~(1 << card % 10)
        self.hidden -= 1
        self.left[(P + self.count) % 3] -= 1

    def lay(self, card):
        """P lays a card; gives the verdict."""
        verdict = self.judge(P, card) & 3
        self.count += 1
        self.at[card] = self.count
        self.order[self.count - 1] = card
        self.live[card // 10] &= ~(1 << card % 10)
        self.left[P] -= 1
        if self.is_known(P, card):
            self.lose(P, card)
        else:
            self.hidden -= 1
        self.witnessed(P, card)
        if verdict > 1:
            self.book(P, verdict)
        return verdict


def audit(vector):
    """What one player's audit says: PROVEN@trick of trick by witnesses, or CLEAN."""
    rules = parse_rules(rules_line(vector))
    lab = new_audit(Lab(), rules, Trick(rules, SUITS.find(vector["trump"])))
    tricks = {}
    for event in vector["events"]:
        now = event[1]
        if event[0] == "show":
            lab.learn_all(P, cards(event[2]))
        else:
            lab.trick.clear()
            table = cards(event[2])
            for i, card in enumerate(table):
                lab.lay_unseen(card)
                lab.trick.lay(4 - len(table) + i, card)
            card = parse_card(event[3])
            tricks[card] = now
            verdict = lab.lay(card)
            assert verdict != ILLEGAL or lab.found
        if lab.found:
            finding = lab.found[0]
            witnesses = " ".join([card_name(card) for card in finding.witnesses])
            return "PROVEN@%d of %d by %s" % (now, tricks[finding.record >> 22 & 63], witnesses)
    return "CLEAN"


# The same cards of seat 2 in a whole round: seat 2 leads, a trick a word, `>` the seat that leads it
ROUNDS = {
    # from trick 14 on all is fixed: the stock is empty
    "RV07": "deal 1 2O|2E4O 5O4E 6O5E 7O7E SOCE CORE RO3E 3OAE 3C2C RCSC CCSB RBCB AO2O SE4C 7CAC AB2B 3B4B 6E",
    # five unseen draws lie between the tricks 3 and 8
    "RV08": "deal 1 3O|2B4B AB6B SE4C 3CAC 5C6C SCRC 3B5B 6E",
}


def whole_round(vector):
    """The same, from the answers of the referee to a round in which the vector's tricks are those of seat 2."""
    ref = Referee(parse_rules(rules_line(vector)))
    start, tricks = ROUNDS[vector["id"]].split("|")
    assert ref.push(start).ok
    for event in vector["events"]:
        if event[0] == "t":
            assert tricks.split()[event[1] - 1] == event[2] + event[3]
    answer = None
    for pair in tricks.split():
        for card in (pair[:2], pair[2:]):
            if card:
                assert answer is None or not answer.renuncios, answer.dumps()
                answer = ref.push("play " + card)
                assert answer.ok, answer.dumps()
    found = answer.renuncios[0]
    assert found["seat"] == 2 and len(answer.renuncios) == 1
    told = (found["status"].upper(), answer.trick, found["trick"], " ".join(found["witnesses"]))
    return "%s@%d of %d by %s" % told


def renuncio(vector):
    found = whole_round(vector) if vector["id"] in ROUNDS else audit(vector)
    assert found == vector["verdict"], (vector["note"], found)


globals().update(named_after("renuncio", renuncio))
