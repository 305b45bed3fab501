"""What the web server knows of the match: the acta's lines with answers, and what follows from them."""

from dataclasses import dataclass

from tute.acta import ActaError, parse_line
from tute.cards import card_name
from tute.reader import Head
from tute.referee import Referee
from tute.rules import Rules, parse_rules

HEAD = ("acta", "rules", "target", "games", "seat")


@dataclass
class Line:
    """One line of the acta: its number, its text without checksum, and the device's answer if it has one."""

    number: int
    text: str
    answer: dict | None = None


def bare(text: str) -> str:
    """A line of an acta without its checksum and comment."""
    text = text.rstrip("\r\n")
    if len(text) > 6 and text[-6:-4] == " *":
        text = text[:-6]
    at = 0 if text.startswith("#") else text.find(" #")
    return text[:at].rstrip() if at >= 0 else text.rstrip()


def public(text: str) -> str:
    """A line of the acta without the cards that nobody has seen: `hand 1`, `draw 2`, `@batch`; else as it is."""
    words = text.split()
    at = 2 if words[:1] == ["correct"] else 0
    if words[at : at + 1] in (["hand"], ["draw"]):
        return " ".join(words[: at + 2])
    named = text.replace(";", " ").split()
    return "@batch" if words[:1] == ["@batch"] and ("hand" in named or "draw" in named) else text


class Acta:
    """The lines so far and a referee that has read them: the web server's own copy of the one truth.

    The device's referee decides; this one is only asked what its state means (whose turn, which trick).
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget everything: another match, or the file is read again."""
        self.lines: list[Line] = []
        self.events: list[tuple[int, list[str]]] = []  # what stands, seats filled in: (line, words)
        self.head = Head()
        self.rules: Rules = parse_rules("online-pairs")
        self.referee: Referee | None = None
        self.noted_dealer = 0  # who deals next, when people have said so
        self.puzzle = ""  # a line that our own referee could not follow

    def load(self, text: str) -> None:
        """Read a whole acta anew."""
        self.clear()
        for number, line in enumerate(text.splitlines(), 1):
            self.add(number, line)

    def text(self) -> str:
        """The acta as it stands, without checksums."""
        return "".join(line.text + "\n" for line in self.lines)

    def told(self) -> list[Line]:
        """The lines as anyone may read them: what names cards that nobody has seen is withheld until the round is over
        (rules 3.6)."""
        if self.phase in ("round_over", "match_over"):
            return self.lines
        deals = [0] + [number for number, words in self.events if words[0] == "deal"]
        open_since = deals.pop() if self.phase != "deal" else len(self.lines)
        dealt_since = deals[-1]  # the hands come before the deal

        def public_line(line: Line) -> Line:
            text = public(line.text)
            since = open_since if "draw" in text else dealt_since
            return line if text == line.text or line.number <= since else Line(line.number, text)

        return [public_line(line) for line in self.lines]

    def told_text(self) -> str:
        """`told()` as a text that can be read again: a scanned hand is a comment there."""
        rows = [
            f"# {line.text}, told after the round" if _bare_hand(line.text) else line.text
            for line in self.told()
        ]
        return "".join(row + "\n" for row in rows)

    @property
    def scanned(self) -> bool:
        """Whether the hands of the round that is open were scanned."""
        standing = False
        deals = [i for i, (_, words) in enumerate(self.events) if words[0] == "deal"]
        for _, words in self.events[deals[-2] if len(deals) > 1 else 0 :] if deals else ():
            if words[0] in ("hand", "forget"):
                standing = words[0] == "hand"
        return standing

    def add(self, number: int, text: str) -> Line | None:
        """A line that the device has put on flash; None if it is known already.

        Raises ValueError for a line before which others are missing: the flash has them.
        """
        text = bare(text)
        if number == 1 and text.startswith("acta") and self.lines:
            self.clear()
        if not 0 < number <= len(self.lines) + 1:
            raise ValueError(f"line {number} after line {len(self.lines)}")
        known = self.lines[number - 1] if number <= len(self.lines) else None
        if known is not None:
            if known.text == text:
                return None
            # The device wrote this number again: what stood here was never confirmed.
            self._shorten(number - 1)
        line = Line(number, text)
        self.lines.append(line)
        self._take(line)
        return line

    def _shorten(self, count: int) -> None:
        kept = [(line.text, line.answer) for line in self.lines[:count]]
        self.clear()
        for number, (text, answer) in enumerate(kept, 1):
            line = Line(number, text, answer)
            self.lines.append(line)
            self._take(line)

    def _take(self, line: Line) -> None:
        words = line.text.split()
        if words[:1] == ["@dealer"] and words[1:2] in (["1"], ["2"], ["3"], ["4"]):
            self.noted_dealer = int(words[1])
        if not words or line.text.startswith("@"):
            return
        if words[0] in HEAD:
            self._take_head(line)
            return
        if self.referee is None:
            self.referee = Referee(self.rules, self.head.target, self.head.games or None)
        try:
            answer = self.referee.push(parse_line(line.text), line=line.number)
        except ValueError as error:
            self.puzzle = f"line {line.number}: {error}"
            return
        if not answer.ok:
            self.puzzle = f"line {line.number}: {answer.refused}"
            return
        if line.answer is None:
            line.answer = answer.to_dict()
        self._stand(line.number, str(answer.event).split())

    def _take_head(self, line: Line) -> None:
        try:
            if not self.head.take(line.text):
                self.puzzle = f"line {line.number}: this head is not in its place: {line.text}"
        except ActaError as error:
            self.puzzle = f"line {line.number}: this head cannot be read: {error}"
        self.rules = self.head.rules or self.rules

    @property
    def names(self) -> dict[int, str]:
        """The players' names by seat, as the head has them."""
        return self.head.names

    def _stand(self, number: int, words: list[str]) -> None:
        """Keep `events` to what stands, through undo and correct."""
        if words[0] == "undo":
            if self.events:
                self.events.pop()
        elif words[0] == "correct":
            self._correct(int(words[1]), words[2:])
        else:
            self.events.append((number, words))
            if words[0] == "deal":
                self.noted_dealer = 0

    @property
    def next_dealer(self) -> int:
        """Who is to deal the next round; the last seat when nobody knows."""
        return self.noted_dealer or (self.referee.next_dealer if self.referee else 0) or self.rules.players

    def _correct(self, number: int, words: list[str]) -> None:
        at = [i for i, (line, _) in enumerate(self.events) if line == number]
        for i in at:
            if words == ["-"]:
                del self.events[i]
            else:
                old = self.events[i][1]
                # A corrected play without its seat keeps the one it had.
                if words[0] == "play" and len(words) == 2 and old[0] == "play" and len(old) > 2:
                    words = [*words, old[2]]
                self.events[i] = (number, words)

    # -- what follows from it

    @property
    def phase(self) -> str:
        """deal, play, window, round_over or match_over."""
        return self.referee.phase if self.referee else "deal"

    def deals(self) -> int:
        """How many rounds have been opened."""
        return sum(1 for _, words in self.events if words[0] == "deal")

    def round_events(self) -> list[list[str]]:
        """The events of the round that was opened last, its `deal` first."""
        at = [i for i, (_, words) in enumerate(self.events) if words[0] == "deal"]
        return [words for _, words in self.events[at[-1] :]] if at else []

    def tricks(self) -> list[tuple[int, list[str]]]:
        """(winner, cards) of every complete trick of the last round."""
        plays = [(words[1], int(words[2])) for words in self.round_events() if words[0] == "play"]
        n = self.rules.players
        whole = [plays[i : i + n] for i in range(0, len(plays) - n + 1, n)]
        found = []
        for i, trick in enumerate(whole):
            following = plays[(i + 1) * n : (i + 1) * n + 1]
            winner = following[0][1] if following else self._last_winner(trick)
            found.append((winner, [card for card, _ in trick]))
        return found

    def _last_winner(self, trick: list[tuple[str, int]]) -> int:
        last = self.referee.last_trick if self.referee else None
        for line in reversed(self.lines):
            taken = (line.answer or {}).get("taken")
            if taken:
                return taken["seat"]
        return last[0][0] if last else trick[0][1]

    def summary(self) -> dict:
        """The game's part of /api/state."""
        referee = self.referee
        if referee is None:
            return {
                "phase": "deal",
                "turn": None,
                "dealer": None,
                "next_dealer": self.next_dealer,
                "table": [],
            }
        sides = [str(side) for side in _side_names(referee)]
        trump = referee.trump
        upcard = referee.upcard
        return {
            "phase": referee.phase,
            "turn": referee.turn or None,
            "dealer": referee.dealer or None,
            "next_dealer": self.next_dealer,
            "trick": referee.trick_no,
            "trump": "OCEB"[trump] if trump is not None and trump >= 0 else None,
            "upcard": card_name(upcard) if upcard is not None and upcard >= 0 else None,
            "table": [{"seat": seat, "card": card_name(card)} for seat, card in referee.table],
            "winning": referee.winning or None,
            "points": dict(zip(sides, referee.points)) if referee.points else None,
            "games": dict(zip(sides, referee.games)),
            "target": referee.target,
        }


def _bare_hand(text: str) -> bool:
    words = text.split()
    return words[:1] == ["hand"] and len(words) == 2


def _side_names(referee: Referee) -> list[str]:
    """The sides in their order: 1+3 and 2+4 in pairs, else a seat each."""
    names: dict[int, list[str]] = {}
    for seat in range(1, referee.seats + 1):
        names.setdefault(referee.side_of(seat), []).append(str(seat))
    return ["+".join(names[side]) for side in sorted(names)]
