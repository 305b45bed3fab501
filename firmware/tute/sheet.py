"""A referee who keeps his sheet: hands unseen, events pushed and popped, every answer kept. For programs on a computer;
not on a device, where the journal does that.
"""

from tute.acta import UNDO, ActaError, event_text, parse_line
from tute.answer import Answer
from tute.position import rules_text
from tute.reader import Head, Reader
from tute.record import Rules
from tute.referee import Referee as _Referee
from tute.rules import parse_rules
from tute.why import UnreadableError


class Referee(_Referee):
    """The referee of `tute.referee`, who sees cards laid and not hands. `rules`: a `Rules`, or the text of a `rules`
    line. RulesError if there are no such rules.

    `lines` are the events that were accepted, as an acta has them; `answers` what was answered to each; `names` the
    players' by seat.

    >>> referee = Referee("online-pairs")
    >>> referee.push("deal 4 6C").turn
    1
    >>> referee.push("play 5O").event, referee.push("play 2B").verdict
    ('play 5O 1', 'open')
    >>> referee.push("play 5O").refused
    'card_played'
    >>> referee.peek(), referee.pop(), referee.turn
    ('play 2B 2', 'play 2B 2', 2)
    >>> referee.lines
    ['deal 4 6C', 'play 5O 1', 'play 2B 2', 'undo']
    """

    def __init__(
        self,
        rules: "Rules | str" = "online-pairs",
        target: "int | None" = None,
        games: "list[int] | None" = None,
    ) -> None:
        super().__init__(parse_rules(rules) if isinstance(rules, str) else rules, target, games)
        self.lines: list[str] = []
        self.answers: list[Answer] = []
        self.names: dict[int, str] = {}
        self._standing: list[str] = []

    def push(self, event: "tuple | str", line: int = 0) -> Answer:
        """Takes one event; see `tute.referee`. Its line number follows from those before if it is not given."""
        if isinstance(event, str):
            event = self._read(event)
        answer = super().push(event, line or self._next_line())
        if answer.ok:
            self.lines.append(answer.event)
            self.answers.append(answer)
            if event[0] == UNDO:
                self._standing.pop()
            else:
                self._standing.append(answer.event)
        return answer

    def pop(self) -> str:
        """Takes back the last event that stands, and gives its text; `undo` is one more event. IndexError if there is
        none."""
        text = self.peek()
        self.push((UNDO, 0, 0, 0))
        return text

    def peek(self) -> str:
        """The last event that stands. IndexError if there is none."""
        if not self._standing:
            raise IndexError("nothing was pushed")
        return self._standing[-1]

    def acta(self) -> str:
        """The record of the match so far, from which `from_acta` makes the same referee.

        >>> referee = Referee("amelia-4 tie=nobody", games=[1, 0])
        >>> answer = referee.push("deal 4 6C")
        >>> print(referee.acta(), end="")
        acta 1
        rules amelia-4 tie=nobody
        games 1+3 1
        deal 4 6C
        >>> Referee.from_acta(referee.acta()).acta() == referee.acta()
        True
        """
        lines = self._head()
        for answer in self.answers:
            lines.extend(["#"] * (answer.line - len(lines) - 1))  # `correct` names lines by their number
            lines.append(answer.event)
        return "\n".join(lines) + "\n"

    @classmethod
    def from_acta(cls, text: str) -> "Referee":
        """The referee who has read this acta. UnreadableError for its first line that cannot be read or is refused."""
        reader = Reader([line + b"\n" for line in text.encode().split(b"\n")])
        referee = None
        for number, event, error in reader:
            if error:
                raise UnreadableError(text, "line %d, %s" % (number, error))
            referee = referee or cls._headed(reader.head, text)
            reason = referee.push(event, number).refused
            if reason:
                raise UnreadableError(text, "line %d, %s: %s" % (number, event_text(event), reason))
        return referee or cls._headed(reader.head, text)

    @classmethod
    def _headed(cls, head: Head, text: str) -> "Referee":
        if head.rules is None:
            raise UnreadableError(text, "no head")
        referee = cls(head.rules, head.target, head.games)
        referee.names = head.names
        return referee

    def __repr__(self) -> str:
        return "Referee.from_acta(%r)" % self.acta()

    def _head(self) -> "list[str]":
        lines = ["acta 1", "rules " + rules_text(self.rules)]
        if self.target != self.rules.match_target:
            lines.append("target %d" % self.target)
        for side, games in enumerate(self._brought or ()):
            if games:
                lines.append("games %s %d" % (self.side_names[side], games))
        return lines + ["seat %d %s" % (seat, self.names[seat]) for seat in sorted(self.names)]

    def _next_line(self) -> int:
        return (self.answers[-1].line if self.answers else len(self._head())) + 1

    def _read(self, text: str) -> tuple:
        try:
            event = parse_line(text)
        except ActaError as error:
            raise UnreadableError(text, str(error))
        if event is None:
            raise UnreadableError(text, "no event")
        return event
