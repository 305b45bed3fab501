"""The renuncio vectors of the rule dossier, played against the audit of a round (games without a stock)."""

import json

from tute.audit import ILLEGAL, Audit
from tute.cards import SUITS, card_name, parse_card
from tute.dealing import new_audit
from tute.rules import parse_rules
from tute.trick import Trick

VECTORS = json.load(open(__file__[: __file__.rfind("/both/")] + "/vectors.json"))
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


def follow(vector):
    """("PROVEN", trick of the proof, trick of the play, witnesses) or ("CLEAN",)."""
    options = vector["overrides"]
    words = " ".join(
        ["%s=%s" % (name, "yes" if options[name] is True else options[name]) for name in options]
    )
    rules = parse_rules("online-pairs " + words)
    lab = new_audit(Lab(), rules, Trick(rules, SUITS.find(vector["trump"])))
    tricks = {}
    for event in vector["events"]:
        if event[0] == "show":
            lab.learn_all(P, [parse_card(name) for name in event[2].split()])
            now = event[1]
        else:
            now = event[1]
            lab.trick.clear()
            table = [parse_card(name) for name in event[2].split()]
            for i, card in enumerate(table):
                lab.lay_unseen(card)
                lab.trick.lay(4 - len(table) + i, card)
            card = parse_card(event[3])
            tricks[card] = now
            verdict = lab.lay(card)
            assert verdict != ILLEGAL or lab.found
        if lab.found:
            finding = lab.found[0]
            laid = finding.record >> 22 & 63
            return ("PROVEN", now, tricks[laid], [card_name(card) for card in finding.witnesses])
    return ("CLEAN",)


def test_vectors_without_a_stock():
    seen = 0
    for vector in VECTORS["renuncio"]:
        if vector["preset"] != "online-pairs":
            continue
        found = follow(vector)
        wanted = vector["verdict"]
        told = wanted
        if found[0] == "CLEAN":
            told = "CLEAN"
        else:
            told = "PROVEN@%d of %d by %s" % (found[1], found[2], " ".join(found[3]))
        assert told == wanted, (vector["id"], vector["rule"], vector["note"], told, wanted)
        seen += 1
    assert seen == 8
