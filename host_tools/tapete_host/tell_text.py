"""A match told to people on a terminal or in plain text: the table drawn trick by trick, the sentences beside it."""

import textwrap
from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from tapete_host import tell_table
from tapete_host.replay_story import TRICK, Block, Round, Story
from tapete_host.tell import Teller
from tapete_host.tell_table import Line, fit

WIDTH = 100
GAP = 2
STYLES = {
    "play": "",
    "unsure": "",
    "points": "bold",
    "score": "dim",
    "call": "cyan",
    "draw": "dim",
    "ruling": "magenta",
    "refused": "red",
    "finding": "bold red",
    "suspicion": "yellow",
    "result": "bold green",
    "note": "italic dim",
}
_COLUMNS = ("tricks", "cards", "cantes", "ten", "other", "total")


def account(story: Story, teller: Teller, width: int = WIDTH) -> Iterator[Line]:
    """The lines of the account, each a list of pieces with their rich style."""
    return _Account(story, teller, width).lines()


def plain(line: Line) -> str:
    """A line without its styles."""
    return "".join(text for text, _ in line).rstrip()


def show(lines: Iterator[Line], console: Console) -> None:
    """Prints an account: in colours on a terminal, else as plain text."""
    for line in lines:
        if console.is_terminal:
            console.print(Text.assemble(*line), soft_wrap=True)
        else:
            console.file.write(plain(line) + "\n")


class _Account:
    """One match being told."""

    def __init__(self, story: Story, teller: Teller, width: int):
        self.story = story
        self.teller = teller
        self.width = width
        self.players = story.rules.players if story.rules else 4

    def lines(self) -> Iterator[Line]:
        story, teller = self.story, self.teller
        if story.rules:
            yield from self._head()
        for round_ in story.rounds:
            yield from self._round(round_)
        yield from self._faults()
        if story.rules and story.events:
            yield []
            style = "bold green" if story.over else "yellow"
            yield from self._wrapped(teller.outcome(story), style)
            for text in teller.experience(story):
                yield from self._wrapped(text, "")

    def _head(self) -> Iterator[Line]:
        story, teller, rules = self.story, self.teller, self.story.rules
        yield from self._wrapped(teller.title(story), "bold")
        yield from self._wrapped(teller.against(story), "")
        for text in teller.options(story):
            yield from self._wrapped(text + ".", "")
        for side, games in story.brought.items():
            key = "brings_many" if "+" in side else "brings"
            yield from self._wrapped(
                teller.say(key, who=teller.side(side), n=teller.count(games, "round")), ""
            )
        for note in story.intro:
            yield from self._wrapped(note, STYLES["note"])
        if any(round_.tricks for round_ in story.rounds) and rules:
            yield []
            yield from self._wrapped(teller.say("legend"), "dim")

    def _faults(self) -> Iterator[Line]:
        if not self.story.rounds:
            for moment in self.story.errors:
                yield from self._wrapped(self.teller.unread(moment.line, moment.error), STYLES["refused"])
        if self.story.dropped is not None:
            yield []
            text = self.teller.say("torn", text=self.story.dropped)
            yield from self._wrapped(text[:1].upper() + text[1:], STYLES["refused"])

    def _round(self, round_: Round) -> Iterator[Line]:
        name = self.teller.say("round_no", n=round_.number)
        yield []
        yield [("━━ ", "dim"), (name, "bold"), (" " + "━" * (self.width - len(name) - 4), "dim")]
        for block in round_.blocks:
            yield from self._block(block, round_)
            if block.ends:
                yield from self._count(round_)

    def _block(self, block: Block, round_: Round) -> Iterator[Line]:
        told = self.teller.moments(block.moments, self.story, round_.upcard[1:])
        said = [sentence for _, sentences in told for sentence in sentences]
        if not said:
            return
        yield []
        if block.kind != TRICK:
            for sentence in said:
                yield from self._wrapped(sentence.text, STYLES[sentence.tone])
            return
        key = "trick_again" if block.again else "trick_no"
        heading: Line = [(self.teller.say(key, n=block.trick), "bold underline")]
        drawing = tell_table.draw(block.cards, block.winner, self.teller.who, self.players)
        if not block.cards:
            drawing = []
        left = tell_table.width(self.players)
        room = self.width - left - GAP
        if room < 36:
            yield heading
            yield from drawing
            for sentence in said:
                yield from self._wrapped(sentence.text, STYLES[sentence.tone])
            return
        beside: list[Line] = [heading]
        for sentence in said:
            beside += _wrap(sentence.text, room, STYLES[sentence.tone])
        blank: Line = [(" " * left, "")]
        for i in range(max(len(drawing), len(beside))):
            line = drawing[i] if i < len(drawing) else blank
            yield [*line, (" " * GAP, ""), *(beside[i] if i < len(beside) else [])]

    def _wrapped(self, text: str, style: str) -> Iterator[Line]:
        yield from _wrap(text, self.width, style)

    def _count(self, round_: Round) -> Iterator[Line]:
        """What the points of a round are made of, the cantes, the match so far, the audit."""
        teller, tallies = self.teller, round_.tallies
        columns = [
            name for name in _COLUMNS if name != "other" or any(tally.other for tally in tallies.values())
        ]
        heads = [teller.say("col_" + ("carried" if name == "other" else name)) for name in columns]
        name_width = min(40, max(cell_len(teller.side(side)) for side in tallies) + 2)
        games = {side: n for side, n in (round_.match or {}).items() if side != "winner"}
        yield []
        row: Line = [(" " * name_width, "")] + [(f"{head:>10}", "dim") for head in heads]
        if games:
            row.append((f"{teller.say('col_rounds'):>10}", "dim"))
        yield row
        for side, tally in tallies.items():
            style = "bold green" if side == round_.result["winner"] else ""
            row = [(fit(teller.side(side), name_width), style)]
            row += [(f"{getattr(tally, name):>10}", style) for name in columns]
            if games:
                row.append((f"{games[side]:>10}", style))
            yield row
            calls = round_.calls.get(side)
            if calls:
                named = ", ".join(teller.named_cante(call, round_.upcard[1:]) for call in calls)
                yield from self._wrapped("  " + teller.say("sung", calls=named), "dim")
        yield from self._wrapped(teller.audit(round_), "")


def _wrap(text: str, width: int, style: str) -> list[Line]:
    """A text in lines of this width, those after the first a little to the right."""
    return [[(line, style)] for line in textwrap.wrap(text, width, subsequent_indent="  ")]
