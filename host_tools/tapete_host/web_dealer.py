"""The honest dealer: deals the cards, knows hands and stock, and says what people may lay."""

import json
import pathlib
import random

from tapete_host.web_acta import Acta
from tute.cards import card_name, hand_of, parse_card
from tute.trick import Trick

CARDS = [card_name(card) for card in range(40)]
SEATS = (1, 2, 3, 4)


class Dealer:
    """Who was dealt which card in the round at hand.

    The hands are people's business: the device is never told. They are kept in a file beside the match, so
    that a table that is started again finds its players still holding their cards.
    """

    def __init__(self, path: pathlib.Path | None = None):
        self.path = path
        self.hands: dict[int, list[str]] | None = None
        self.stock: list[str] = []  # as dealt, the next to draw first, the trump card last
        self.dealer = 0
        self.trump = ""
        self.seed = 0
        self.round = -1  # rounds opened before this deal
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: pathlib.Path) -> None:
        try:
            kept = json.loads(path.read_text())
            hands = {int(seat): [str(card) for card in cards] for seat, cards in kept["hands"].items()}
            stock = [str(card) for card in kept.get("stock", ())]
            dealt = stock + [card for cards in hands.values() for card in cards]
            packs = (CARDS, [card for card in CARDS if card[0] != "2"])
            if sorted(dealt) not in map(sorted, packs) or set(hands) != set(SEATS):
                return
            self.dealer, self.trump = int(kept["dealer"]), str(kept["trump"])
            self.seed, self.round = int(kept["seed"]), int(kept["round"])
            self.hands, self.stock = hands, stock
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            self.hands = None

    def _keep(self) -> None:
        if self.path is None:
            return
        kept = {"hands": self.hands, "stock": self.stock, "dealer": self.dealer, "trump": self.trump}
        kept.update({"seed": self.seed, "round": self.round})
        scratch = self.path.with_suffix(".new")
        scratch.write_text(json.dumps(kept))
        scratch.replace(self.path)

    def deal(self, acta: Acta, seed: int, dealer: int) -> None:
        """Shuffle and deal by the rules; the trump card is the dealer's last one, or lies under the stock."""
        rules = acta.rules
        pack = [card for card in CARDS if card[0] not in rules.removed_ranks]
        random.Random(seed).shuffle(pack)
        # One by one from the dealer's right, so that the last card of all is the dealer's.
        n = rules.players
        dealer = min(dealer, n)
        order = [(dealer + i) % n + 1 for i in range(n)]
        dealt, rest = pack[: n * rules.hand_size], pack[n * rules.hand_size :]
        self.hands = {seat: [] for seat in SEATS}
        self.hands.update({seat: dealt[i::n] for i, seat in enumerate(order)})
        self.stock = rest[1:] + rest[:1]
        self.dealer = dealer
        self.trump = rest[0] if rest else dealt[-1]
        self.seed = seed
        self.round = acta.deals()
        self._keep()

    def order(self, packet: int) -> list[tuple[int, str]]:
        """(seat, card) as they are dealt, so many at once to each, from the dealer's right."""
        seats = [seat for seat in SEATS if self.hands and self.hands[seat]]
        first = self.dealer % len(seats)
        left = {seat: list(self.hands[seat]) for seat in seats[first:] + seats[:first]}
        dealt = []
        while any(left.values()):
            for seat, cards in left.items():
                dealt += [(seat, card) for card in cards[:packet]]
                del cards[:packet]
        return dealt

    def drawn(self, acta: Acta) -> list[tuple[int, str]]:
        """(seat, card) of the draws after the last trick, without the trump card, which all know."""
        tricks = acta.tricks()
        pair = self.stock[2 * len(tricks) - 2 : 2 * len(tricks)] if tricks else []
        winner = tricks[-1][0] if pair else 0
        return [(seat, card) for seat, card in zip((winner, 3 - winner), pair) if card != self.stock[-1]]

    def forget(self) -> None:
        """Nobody holds cards any more."""
        self.hands = None
        self.round = -1
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def state(self, acta: Acta) -> str:
        """none: no deal for this round; dealt: its trump has not been shown yet; open: it is being played."""
        if self.hands is None:
            return "none"
        opened = acta.deals() - self.round
        if opened == 0:
            return "dealt"
        return "open" if opened == 1 and acta.phase not in ("round_over", "match_over") else "none"

    def owners(self, acta: Acta) -> dict[str, int]:
        """card -> the seat whose card it is in this round, draws and swaps counted; {} when that is not known."""
        return self._now(acta)[0]

    def _now(self, acta: Acta) -> tuple[dict[str, int], list[str]]:
        """The owners, and the stock that is left, the trump card last."""
        if self.hands is None or acta.deals() - self.round not in (0, 1):
            return {}, []
        owners = {card: seat for seat, cards in self.hands.items() for card in cards}
        stock = list(self.stock)
        if acta.deals() == self.round:
            return owners, stock
        upcard, laid = "", 0
        winners = [winner for winner, _ in acta.tricks()]
        for words in acta.round_events():
            if words[0] == "deal":
                upcard = words[2]
            elif words[0] == "swap" and upcard:
                # The swapped card takes the trump card's place: the dealer's, or under the stock.
                if stock:
                    owners.pop(words[1], None)
                    stock[-1], owners[upcard] = words[1], int(words[2])
                else:
                    owners[words[1]], owners[upcard] = owners[upcard], int(words[2])
                upcard = words[1]
            elif words[0] == "play":
                laid += 1
                if stock and laid % 2 == 0:
                    winner = winners[laid // 2 - 1]
                    owners[stock.pop(0)], owners[stock.pop(0)] = winner, 3 - winner
        return owners, stock

    def places(self, acta: Acta, mat: list[dict]) -> dict[str, dict]:
        """Where each of the forty cards is: {"at": "mat" | "hand" | "pile" | "pack", ...}. The trump card under a
        stock is at the dealer's hand, with "under": true."""
        owners, stock = self._now(acta)
        taken = {card: winner for winner, cards in acta.tricks() for card in cards}
        places: dict[str, dict] = {}
        for card in CARDS:
            if card in taken and acta.deals() != self.round:
                places[card] = {"at": "pile", "seat": taken[card]}
            elif card in owners:
                places[card] = {"at": "hand", "seat": owners[card]}
            elif stock and card == stock[-1]:
                places[card] = {"at": "hand", "seat": self.dealer, "under": True}
            else:
                places[card] = {"at": "pack"}
        for order, laid in enumerate(mat):
            if laid["card"] in places:
                places[laid["card"]] = {"at": "mat", "x": laid["x"], "y": laid["y"], "order": order}
        return places

    def held(self, acta: Acta, mat: list[dict]) -> dict[int, list[str]]:
        """The cards that each seat still has in hand."""
        hands: dict[int, list[str]] = {seat: [] for seat in SEATS}
        for card, place in self.places(acta, mat).items():
            if place["at"] == "hand" and not place.get("under"):
                hands[place["seat"]].append(card)
        return hands

    def legal(self, acta: Acta, hand: list[str]) -> list[str]:
        """The cards of `hand` that the rules allow on the open trick."""
        referee = acta.referee
        if referee is None or not hand:
            return list(hand)
        trick = Trick(acta.rules, referee.trump)
        for seat, card in referee.table:
            trick.lay(seat, card)
        allowed = trick.legal(hand_of([parse_card(card) for card in hand]))
        return [card_name(card) for card in allowed]

    def choice(self, acta: Acta, mat: list[dict]) -> tuple[int, str]:
        """(seat, card) that is to be laid next: a legal card of the seat in turn, the same for the same seed.

        Raises LookupError with a sentence when there is none.
        """
        seat = acta.referee.turn if acta.referee else 0
        if not seat:
            raise LookupError("Nobody is to play now.")
        hand = self.held(acta, mat)[seat]
        legal = self.legal(acta, hand)
        if not legal:
            raise LookupError(f"The hand of seat {seat} is not known: deal with POST /api/deal first.")
        number = sum(1 for words in acta.round_events() if words[0] == "play")
        return seat, random.Random(f"{self.seed}:{number}").choice(legal)

    def songs(self, acta: Acta, mat: list[dict]) -> list[tuple[int, str, list[str]]]:
        """(seat, event, cards to show) of every cante that could be sung now, the best first."""
        referee = acta.referee
        if referee is None or acta.phase != "window":
            return []
        trump = "OCEB"[referee.trump]
        found = []
        for seat, hand in self.held(acta, mat).items():
            for rank in "RC":
                if all(rank + suit in hand for suit in "OCEB"):
                    found.append((seat, f"cante tute {rank} {seat}", [rank + suit for suit in "OCEB"]))
            for suit in sorted("OCEB", key=lambda s: s != trump):
                if "R" + suit in hand and "C" + suit in hand:
                    event = f"cante 40 {seat}" if suit == trump else f"cante 20 {suit} {seat}"
                    found.append((seat, event, ["R" + suit, "C" + suit]))
        found.sort(key=lambda song: ("tute" not in song[1], " 40 " not in song[1]))
        return [song for song in found if referee.check(song[1]) is None]
