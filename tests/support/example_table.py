"""A table with real hands for the example matches: sensible players, scenes that happen at the first chance.

Its acta is what a referee at that table would write. Seeded: the same dice give the same match.
"""

from support.naive.legality import legal, winner_of
from tute.cards import POINTS, RANKS, SUITS, card_name
from tute.referee import Referee
from tute.rules import parse_rules

ORDER = "24567SCR3A"


def worth(card: str) -> int:
    """Points of a card."""
    return POINTS[RANKS.find(card[0])]


def strength(card: str) -> int:
    return ORDER.find(card[0])


class Table:
    """One match being played. `lines`: its acta from after the head; `answers`: what the referee said to each event."""

    def __init__(self, head: list[str], lines: list[str] = ()):
        self.head = head
        words = next(line for line in head if line.startswith("rules "))[6:]
        self.rules = parse_rules(words)
        target = [line for line in head if line.startswith("target ")]
        sides = self.rules.side_names()
        games = [0] * len(sides)
        for line in head:
            if line.startswith("games "):
                games[sides.index(line.split()[1])] = int(line.split()[2])
        self.ref = Referee(self.rules, int(target[0].split()[1]) if target else None, games)
        self.lines: list[str] = []
        self.answers: list[dict] = []
        for line in lines:
            if line[0] == "#":
                self.lines.append(line)
            else:
                self._push(line)
        self.begun = len(self.answers)
        self.hands: dict[int, list[str]] = {}
        self.stock: list[str] = []
        self.done: set[str] = set()
        self.cheat: tuple[int, str, int] | None = None  # seat, card, trick
        self.misread: tuple[int, int, str] | None = None  # line, seat, what was really laid
        self.silent: set[int] = set()

    # the acta

    def _push(self, text: str):
        answer = self.ref.push(text, len(self.head) + len(self.lines) + 1)
        self.lines.append(answer.event if answer.ok else text)
        self.answers.append(answer.to_dict())
        return answer

    def note(self, text: str) -> None:
        """A comment: what somebody at the table would tell about it."""
        if text:
            self.lines.append("# " + text)

    def say(self, text: str, note: str = "", refused: str = "") -> dict:
        """An event that must stand, or be refused for this reason."""
        self.note(note)
        answer = self._push(text)
        assert (answer.refused or "") == refused, (text, answer.refused, refused)
        return self.answers[-1]

    @property
    def told(self) -> list[dict]:
        """The answers of this round."""
        return self.answers[self.begun :]

    # the cards

    def deal(self, dice, dealer: int, give: dict[int, str], upcard: str = "") -> None:
        """Shuffles and deals: `give` are cards that a seat is to have, `upcard` the trump card."""
        rules = self.rules
        pack = [rank + suit for suit in SUITS for rank in RANKS if rank not in rules.removed_ranks]
        dice.shuffle(pack)
        wished = {card: seat for seat, cards in give.items() for card in cards.split()}
        size, seats = rules.hand_size, range(1, rules.players + 1)
        under = rules.trump_source == "stock_upcard"
        self.upcard = upcard or next(
            c for c in pack if under and c not in wished or wished.get(c) in (None, dealer)
        )
        free = [card for card in pack if card not in wished and card != self.upcard]
        hands: dict[int, list[str]] = {seat: [] for seat in seats}
        for card, seat in wished.items():
            hands[seat].append(card)
        if not under and self.upcard not in hands[dealer]:
            hands[dealer].append(self.upcard)
        for seat in seats:
            while len(hands[seat]) < size:
                hands[seat].append(free.pop())
        self.hands = hands
        self.stock = [*free, self.upcard] if under else []
        self.owner = 0 if under else dealer  # who has the trump card
        self.dice = dice

    def hand(self, seat: int) -> list[str]:
        """A hand, suit by suit, strong first."""
        return sorted(self.hands[seat], key=lambda card: (SUITS.find(card[1]), -strength(card)))

    @property
    def trump(self) -> str:
        return self.upcard[1]

    def table(self) -> list[str]:
        return [card_name(card) for _, card in self.ref.table]

    def allowed(self, seat: int) -> list[str]:
        """What the rules allow this hand."""
        table = self.table()
        partner = None
        if self.rules.sides == "pairs" and len(table) >= 2:
            partner = len(table) - 2
        stock = len(self.stock) if self.stock else 0
        return legal(self.hand(seat), table, self.trump, self.rules, partner, stock)

    # sensible players

    def choose(self, seat: int) -> str:
        """The card that a sensible player lays."""
        allowed = self.allowed(seat)
        table = self.table()
        if not table:
            return self._lead(seat, allowed)
        best = table[winner_of(table, self.trump)]
        winners = [card for card in allowed if winner_of([*table, card], self.trump) == len(table)]
        leader = self.ref.table[winner_of(table, self.trump)][0]
        friend = self.rules.sides == "pairs" and (leader - seat) % 2 == 0
        last = len(table) == self.rules.players - 1
        prize = sum(worth(card) for card in table)
        if friend and (last or strength(best) > 7):
            return max(
                allowed, key=lambda card: (worth(card), -strength(card), card not in self._pairs(seat))
            )
        if winners and (prize >= 4 or last or self.dice.chance(40)):
            key = (lambda card: -worth(card)) if last and table[0][1] != self.trump else strength
            return min(
                winners, key=lambda card: (card in self._pairs(seat), card[1] == self.trump, key(card))
            )
        return min(
            allowed,
            key=lambda card: (card in self._pairs(seat), card[1] == self.trump, worth(card), strength(card)),
        )

    def _lead(self, seat: int, allowed: list[str]) -> str:
        pairs = self._pairs(seat)
        free = [card for card in allowed if card not in pairs] or allowed
        aces = [card for card in free if card[0] == "A" and (card[1] != self.trump or self.dice.chance(50))]
        if aces and self.dice.chance(75):
            return aces[0]
        return min(free, key=lambda card: (card[1] == self.trump, worth(card), self.dice.below(9)))

    def _pairs(self, seat: int) -> set[str]:
        """Cards that are kept for a cante."""
        hand = self.hands[seat]
        return {rank + suit for suit in SUITS for rank in "RC" if "R" + suit in hand and "C" + suit in hand}

    def calls(self, seat: int) -> list[str]:
        """What this hand could sing, the best first."""
        hand = self.hands[seat]
        found = [f"cante tute {rank} {seat}" for rank in "RC" if all(rank + suit in hand for suit in SUITS)]
        for suit in self.trump + SUITS.replace(self.trump, ""):
            if "R" + suit in hand and "C" + suit in hand:
                found.append(f"cante 40 {seat}" if suit == self.trump else f"cante 20 {suit} {seat}")
        return found

    # a round

    def play_round(self, scenes: dict, draws: str = "unseen") -> None:
        """From the first lead to the end, scenes at their first chance. `draws`: unseen, seen, mixed, or silent."""
        self.scenes = scenes
        self.draws = draws
        self.owed: list[int] = []
        for _ in range(400):
            phase = self.ref.phase
            if phase not in ("play", "window"):
                break
            if phase == "window" and self._window():
                continue
            self._turn()
        self._after()

    def _turn(self) -> None:
        self._draw_all()
        seat = self.ref.turn
        for name in (
            "out_of_turn",
            "refuse",
            "concede",
            "leave",
            "award",
            "misdeal",
            "cheat",
            "undo",
            "misread",
        ):
            if self._wants(name) and getattr(self, "_" + name)(seat):
                self.done.add(name)
                return
        self.lay(seat, self.choose(seat))

    def _wants(self, name: str) -> bool:
        scene = self.scenes.get(name)
        return (
            scene is not None and name not in self.done and (self.ref.trick_no or 0) >= scene.get("trick", 1)
        )

    def lay(self, seat: int, card: str, note: str = "") -> dict:
        """A card that is laid and taken."""
        told = self.say(f"play {card} {seat}", note)
        self.hands[seat].remove(card)
        if card == self.upcard:
            self.owner = -1
        if "taken" in told and self.stock:
            winner = told["taken"]["seat"]
            self.owed = [winner, 3 - winner]
        return told

    # scenes before a card

    def _out_of_turn(self, seat: int) -> bool:
        other = seat % self.rules.players + 1
        card = self.choose_any(other)
        self.say(f"play {card} {other}", self.scenes["out_of_turn"].get("note", ""), "not_your_turn")
        return True

    def choose_any(self, seat: int) -> str:
        return self.hand(seat)[-1]

    def _refuse(self, seat: int) -> bool:
        wrong = [c for c in self.hand(seat) if self.ref.check(f"play {c} {seat}") == "renuncio"]
        if not wrong:
            return False
        self.say(f"play {wrong[-1]} {seat}", self.scenes["refuse"].get("note", ""), "renuncio")
        if not self.ref.check(f"show {seat} {wrong[-1]}"):
            self.say(f"show {seat} {wrong[-1]}")
        return True

    def _concede(self, seat: int) -> bool:
        if self.ref.table or self.ref.points[self.ref.side_of(seat)] + 30 > max(self.ref.points):
            return False
        self.say(f"concede {seat}", self.scenes["concede"].get("note", ""))
        return True

    def _leave(self, seat: int) -> bool:
        self.say(f"leave {self.scenes['leave']['seat']}", self.scenes["leave"].get("note", ""))
        return True

    def _award(self, seat: int) -> bool:
        self.say(f"award {self.scenes['award']['side']}", self.scenes["award"].get("note", ""))
        return True

    def _misdeal(self, seat: int) -> bool:
        self.say("misdeal", self.scenes["misdeal"].get("note", ""))
        return True

    def _cheat(self, seat: int) -> bool:
        scene = self.scenes["cheat"]
        if scene.get("seat", seat) != seat:
            return False
        allowed = self.allowed(seat)
        wrong = [c for c in self.hand(seat) if c not in allowed and not self.ref.check(f"play {c} {seat}")]
        if not wrong:
            return False
        self.cheat = (seat, wrong[-1], self.ref.trick_no)
        self.done.add("cheat")
        self.lay(seat, wrong[-1], scene.get("note", ""))
        return True

    def _undo(self, seat: int) -> bool:
        allowed = self.allowed(seat)
        first = self.choose(seat)
        others = [card for card in allowed if card != first]
        if not others or len(self.ref.table) == self.rules.players - 1:
            return False
        self.say(f"play {others[0]} {seat}", self.scenes["undo"].get("note", ""))
        self.say("undo")
        self.lay(seat, first)
        return True

    def _misread(self, seat: int) -> bool:
        """The scorer writes another card than was laid; it is put right later. The trick's winner is the same."""
        table = self.table()
        if len(table) < self.rules.players - 1:
            return False
        card = self.choose(seat)
        alike = [
            c
            for c in self.allowed(seat)
            if c != card
            and c not in self._pairs(seat)
            and winner_of([*table, c], self.trump) == winner_of([*table, card], self.trump) != len(table)
        ]
        if not alike:
            return False
        line = len(self.head) + len(self.lines) + 1
        told = self.say(f"play {alike[0]} {seat}")
        self.hands[seat].remove(card)
        self.misread = (line, seat, card)
        if "taken" in told and self.stock:
            self.owed = [told["taken"]["seat"], 3 - told["taken"]["seat"]]
        return True

    # between tricks

    def _window(self) -> bool:
        """What happens before the next lead; True if the round is over or somebody is to be asked again."""
        if self.misread:
            line, seat, card = self.misread
            self.misread = None
            self.say(f"correct {line} play {card} {seat}", self.scenes["misread"].get("note", ""))
            return True
        for name in ("claim", "false_claim", "claim101", "wrong101", "bluff", "bad_cante", "late_cante"):
            if self._wants(name) and getattr(self, "_" + name)():
                self.done.add(name)
                return True
        if self._swap() or (not self.owed or self.rules.cante_phase != "POST") and self._sing():
            return True
        if self.owed:
            self._draw_all()
            return True
        return False

    def _winner(self) -> int:
        taken = [told["taken"]["seat"] for told in self.told if told.get("taken")]
        return taken[-1]

    def _swap(self) -> bool:
        if self.scenes.get("swap") is False:
            return False
        for seat in self.hands:
            for rank in "72":
                card = rank + self.trump
                if card in self.hands[seat] and not self.ref.check(f"swap {card} {seat}"):
                    self.say(
                        f"swap {card} {seat}",
                        "" if "swap" in self.done else self.scenes.get("swap", {}).get("note", ""),
                    )
                    self.hands[seat].remove(card)
                    self.hands[seat].append(self.upcard)
                    if self.owner > 0:
                        self.hands[self.owner].remove(self.upcard)
                        self.hands[self.owner].append(card)
                    else:
                        self.stock[-1] = card
                    self.upcard = card
                    self.done.add("swap")
                    return True
        return False

    def _sing(self) -> bool:
        winner = self._winner()
        seats = sorted(self.hands, key=lambda seat: (seat - winner) % self.rules.players)
        for seat in seats:
            if seat in self.silent:
                continue
            for call in self.calls(seat):
                said = " said" if self.scenes.get("said") is not None and call[6:8] != "tu" else ""
                if not self.ref.check(call + said):
                    self.say(call + said)
                    self.done.update({"said" if said else "shown", "sung", call[6:8]})
                    return True
        return False

    def _claim(self) -> bool:
        if not self.cheat:
            return False
        seat = self.cheat[0]
        claimant = seat % self.rules.players + 1
        if self.ref.check(f"claim {claimant} {seat}"):
            return False
        self.say(f"claim {claimant} {seat}", self.scenes["claim"].get("note", ""))
        return True

    def _false_claim(self) -> bool:
        seat = self._winner()
        claimant = seat % self.rules.players + 1
        if self.ref.check(f"claim {claimant} {seat}"):
            return False
        self.say(f"claim {claimant} {seat}", self.scenes["false_claim"].get("note", ""))
        return True

    def _claim101(self) -> bool:
        seat = self._winner()
        if self.ref.points[self.ref.side_of(seat)] < 101 or self.ref.check(f"claim101 {seat}"):
            return False
        self.say(f"claim101 {seat}", self.scenes["claim101"].get("note", ""))
        return True

    def _wrong101(self) -> bool:
        seat = self._winner()
        if not 85 <= self.ref.points[self.ref.side_of(seat)] <= 100 or self.ref.check(f"claim101 {seat}"):
            return False
        self.say(f"claim101 {seat}", self.scenes["wrong101"].get("note", ""))
        return True

    def _bluff(self) -> bool:
        """A cante that is announced without the cards."""
        seat = self._winner()
        for suit in SUITS:
            call = f"cante 20 {suit} {seat} said"
            if suit != self.trump and call[:-5] not in self.calls(seat) and not self.ref.check(call):
                self.say(call, self.scenes["bluff"].get("note", ""))
                return True
        return False

    def _bad_cante(self) -> bool:
        """A cante of cards that are held, refused for one of the scene's reasons."""
        scene = self.scenes["bad_cante"]
        for seat in self.hands:
            for call in self.calls(seat):
                reason = self.ref.check(call)
                if reason in scene["reasons"]:
                    self.say(call, scene.get("note", ""), reason)
                    return True
        return False

    def _late_cante(self) -> bool:
        """Somebody keeps silent at the first chance and is told later that it has passed."""
        if not self.silent:
            able = [seat for seat in self.hands for call in self.calls(seat)[:1] if not self.ref.check(call)]
            self.silent.update(able[:1])
            return False
        for seat in self.silent:
            for call in self.calls(seat):
                if self.ref.check(call) == "deadline":
                    self.say(call, self.scenes["late_cante"].get("note", ""), "deadline")
                    self.silent = {0}
                    return True
        return False

    def _draw_all(self) -> None:
        """The draws that are owed are made, written as this table writes them."""
        if not self.owed or self.ref.phase != "window":
            return
        cards = [self.stock.pop(0) for _ in self.owed]
        seen = self.draws == "seen" or self.draws == "mixed" and self.dice.chance(50)
        for seat, card in zip(self.owed, cards):
            last = not self.stock and seat == self.owed[-1]
            if self.draws != "silent" and not last:
                self.say(f"draw {seat} {card}" if seen else f"draw {seat}")
            elif self.draws != "silent":
                self.say(f"draw {seat}")
            self.hands[seat].append(card)
        self.owed = []

    # after the round

    def _after(self) -> None:
        if (
            "show_rest" in self.scenes
            and self.ref.phase != "match_over"
            or self.scenes.get("show_rest", {}).get("always")
        ):
            note = self.scenes["show_rest"].get("note", "")
            for seat in self.hands:
                cards = " ".join(self.hand(seat))
                if cards and not self.ref.check(f"show {seat} {cards}"):
                    self.say(f"show {seat} {cards}", note)
                    note = ""
                    self.done.add("show_rest")
        if "claim_after" in self.scenes and self.cheat:
            seat = self.cheat[0]
            claimant = seat % self.rules.players + 1
            if not self.ref.check(f"claim {claimant} {seat}"):
                self.say(f"claim {claimant} {seat}", self.scenes["claim_after"].get("note", ""))
                self.done.add("claim_after")
