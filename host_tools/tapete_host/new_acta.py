"""`tapete new`: an acta written from questions, then line by line under the referee's eyes.

Every line that stands is on the disk before the next is asked for; what is refused is told and not written. An acta
that is there already is gone on with.
"""

import os
import sys
from pathlib import Path
from typing import BinaryIO

from tapete_host import tell_table
from tapete_host.replay import Heard, Replay
from tapete_host.replay_story import StoryBuilder, printable
from tapete_host.rule_texts import PRESETS
from tapete_host.tell import Teller, language
from tapete_host.tell_text import plain
from tute import acta
from tute.acta import LINE_BYTES, ActaError, parse_line, seal
from tute.cards import card_name, parse_card
from tute.reader import Head
from tute.record import RulesError
from tute.referee import Referee

GOOD, STOPPED, UNOPENED = 0, 1, 2
DEFAULT = "partida.acta"
_LONGEST = LINE_BYTES - 7  # with its checksum a line has 200 bytes


class Stopped(Exception):
    """No more is typed: the end of the input, or Ctrl-C."""


class Sheet:
    """The file that an acta is written to: a line at a time, on the disk when `write` returns. `lines` are there."""

    def __init__(self, file: BinaryIO, lines: int = 0, sealed: bool = True):
        self.file = file
        self.lines = lines
        self.sealed = sealed

    def write(self, text: str) -> int:
        """Appends a line with its checksum; gives its number."""
        self.file.write(((seal(text) if self.sealed else text) + "\n").encode())
        self.file.flush()
        os.fsync(self.file.fileno())
        self.lines += 1
        return self.lines


def new(path: str | None, lang: str | None) -> int:
    """Asks, writes, and goes on as a scorer; gives the exit code: 1 if it was stopped before there was an acta, or the
    file cannot be gone on with, 2 if it cannot be opened."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    desk = Desk(Teller(lang or language()))
    try:
        return desk.run(path)
    except OSError as error:
        desk.tell(f"{error.filename or path}: {error.strerror}")
        return UNOPENED
    except Stopped:
        desk.tell("")
        return STOPPED


class Desk:
    """Where the questions are asked."""

    def __init__(self, teller: Teller):
        self.teller = teller

    def tell(self, text: str) -> None:
        print(text, flush=True)

    def ask(self, question: str, default: str = "") -> str:
        """What is typed after this question, the default if nothing; Stopped at the end of the input."""
        hint = f" [{default}]" if default else ""
        try:
            typed = input(f"{question}{hint}: ").strip()
        except (EOFError, KeyboardInterrupt):
            raise Stopped from None
        return typed or default

    def run(self, path: str | None) -> int:
        """The whole of it; gives the exit code."""
        name = path or self.ask(self.teller.say("ask_file"), DEFAULT)
        if Path(name).exists():
            answer = self.ask(self.teller.say("ask_resume", path=name), self.teller.say("yes"))
            if answer[:1].lower() not in ("y", "s"):
                self.tell(self.teller.say("left_alone", path=name))
                return STOPPED
            return self._resume(Path(name))
        return self._begin(Path(name))

    def _begin(self, path: Path) -> int:
        """A new acta."""
        teller = self.teller
        names = list(PRESETS)
        for number, name in enumerate(names, 1):
            self.tell(f"  {number}  {name}: {PRESETS[name][teller.at]}")
        replay = Replay(b"")
        head = replay.head
        head.take("acta 1")
        rules = self._rules(head, names)
        with path.open("xb") as file:
            sheet = Sheet(file)
            sheet.write("acta 1")
            sheet.write(rules)
            self._line(sheet, head, "target", teller.say("ask_target"), str(head.rules.match_target))
            for seat in range(1, head.rules.players + 1):
                self._line(sheet, head, f"seat {seat}", teller.say("ask_name", seat=seat))
            dealer = self._dealer(head)
            sheet.write(f"@dealer {dealer}")
            replay.seat_referee()
            return Scorer(self, sheet, StoryBuilder(replay, {}), dealer).run(path)

    def _rules(self, head: Head, names: list[str]) -> str:
        """The `rules` line, asked for until it can be."""
        while True:
            preset = self.ask(self.teller.say("ask_preset"), names[0])
            preset = names[_number(preset, len(names)) - 1] if _number(preset, len(names)) else preset
            options = self.ask(self.teller.say("ask_options"))
            text = f"rules {preset} {options}".rstrip()
            if self._takes(head, text):
                return text

    def _line(self, sheet: Sheet, head: Head, words: str, question: str, default: str = "") -> None:
        """A line of the head, asked for until it can be; none where nothing is typed and there is no default."""
        while True:
            typed = self.ask(question, default)
            if not typed:
                return
            if self._takes(head, f"{words} {typed}"):
                sheet.write(f"{words} {typed}")
                return

    def _takes(self, head: Head, text: str) -> bool:
        """Whether the head takes this line; if not, it is told why."""
        before = head.rules
        try:
            if len(text.encode()) > _LONGEST:
                raise ActaError(_LONGEST, "end of line")
            head.take(text)
            if text.startswith("rules "):
                Referee(head.rules)
            return True
        except ActaError as wrong:
            self.tell("  " + self.teller.say("expected", expected=self.teller.expected(wrong)))
        except RulesError as wrong:
            self.tell("  " + self.teller.say("expected", expected=wrong.expected))
        head.rules = before
        return False

    def _dealer(self, head: Head) -> int:
        """Who deals first: by number or name."""
        players = head.rules.players
        while True:
            typed = self.ask(self.teller.say("ask_dealer"), str(players))
            named = [seat for seat, name in head.names.items() if name.lower() == typed.lower()]
            if named or _number(typed, players):
                return named[0] if named else _number(typed, players)

    def _resume(self, path: Path) -> int:
        """Goes on with an acta: reads it, cuts a torn last line off."""
        data = path.read_bytes()
        replay = Replay(data)
        builder = StoryBuilder(replay, {})
        for heard in replay:
            moment = builder.take(heard)
            if moment.error:
                self.tell(f"{path}: {self.teller.unread(moment.line, moment.error)}")
                return STOPPED
        replay.seat_referee()
        kept = data[: replay.kept]
        with path.open("r+b") as file:
            if replay.dropped is not None:
                self.tell(self.teller.say("torn", text=printable(replay.dropped)))
                file.truncate(replay.kept)
            file.seek(replay.kept)
            if kept and not kept.endswith(b"\n"):
                file.write(b"\n")
            lines = kept.count(b"\n") + (not kept.endswith(b"\n"))
            sheet = Sheet(file, lines, replay.sealed)
            self.teller.names = replay.head.names
            self.tell(self.teller.say("resumed", n=self.teller.count(builder.story.events, "event")))
            return Scorer(self, sheet, builder, _noted_dealer(kept, replay.head.rules.players)).run(path)


def _number(text: str, most: int) -> int:
    """The number 1..most that this text is, else 0."""
    return int(text) if len(text) == 1 and text in "123456789" and int(text) <= most else 0


def _noted_dealer(data: bytes, players: int) -> int:
    """Who was to deal first, by the note in the head; 0 if there is none."""
    for line in data.split(b"\n"):
        words = line.decode(errors="replace").split()
        if words[:1] == ["@dealer"] and len(words) > 1:
            return _number(words[1], players)
    return 0


class Scorer:
    """Takes what happens at the table, a line at a time."""

    def __init__(self, desk: Desk, sheet: Sheet, builder: StoryBuilder, dealer: int):
        self.desk = desk
        self.teller = desk.teller
        self.teller.names = {seat: printable(name) for seat, name in builder.replay.head.names.items()}
        self.sheet = sheet
        self.builder = builder
        self.referee = builder.replay.referee
        self.dealer = dealer  # who deals first, as far as that was said

    def run(self, path: Path) -> int:
        """Until the match stops or nothing more is typed."""
        self.desk.tell(self.teller.say("scorer"))
        try:
            while self._take(self.desk.ask(self._question())):
                pass
        except Stopped:
            self.desk.tell("")
        self.desk.tell(self.teller.say("kept", path=path))
        return GOOD

    def _question(self) -> str:
        """What is due, in words."""
        phase, say = self.referee.phase, self.teller.say
        if phase == "match_over":
            return say("due_over")
        if phase in ("deal", "round_over"):
            dealer = self._next_dealer()
            return say("due_deal", who=self.teller.who(dealer)) if dealer else say("due_any_deal")
        return say("due_card", trick=self.referee.trick_no, who=self.teller.who(self.referee.turn))

    def _next_dealer(self) -> int:
        return self.referee.next_dealer or self.dealer

    def _take(self, typed: str) -> bool:
        """One line; False if it was the last."""
        if typed == "?":
            self.desk.tell(self.teller.say("help"))
        elif typed == "=":
            self._show()
        elif typed[:1] in ("#", "@"):
            self._note(typed)
        elif typed:
            return self._event(typed)
        return True

    def _note(self, typed: str) -> None:
        """A comment or a note: it is kept, the referee does not hear it."""
        if len(typed.encode()) > _LONGEST:
            self.desk.tell("  " + self.teller.say("too_long"))
        else:
            self.sheet.write(typed)

    def _event(self, typed: str) -> bool:
        if typed == "end" and self.referee.phase == "match_over":
            return False
        try:
            event = parse_line(self._whole(typed))
        except ActaError as wrong:
            expected = self.teller.expected(wrong)
            self.desk.tell(f"  {self.teller.say('column', column=wrong.column, expected=expected)}")
            return True
        trump = self.builder.trump
        answer = self.referee.push(event, self.sheet.lines + 1)
        if answer.ok:
            mark = typed.find(" #")
            text = answer.event + (typed[mark:] if mark >= 0 else "")
            self.sheet.write(text if len(text.encode()) <= _LONGEST else answer.event)
        moment = self.builder.take(Heard(self.sheet.lines, answer))
        trump = trump if trump >= 0 else self.builder.trump
        number = str(self.sheet.lines) if answer.ok else ""
        for said in self.teller.moment(moment, self.builder.story, "OCEB"[trump] if trump >= 0 else ""):
            self.desk.tell(f"{number:>5}  {said.text}")
            number = ""
        if answer.ok and self.referee.phase == "match_over":
            self._over()
        if not answer.ok and answer.refused == "renuncio":
            self.desk.tell("       " + self.teller.say("may_stand", event=answer.event))
        return not (answer.ok and event[0] == acta.END)

    def _over(self) -> None:
        """How the match ended."""
        story = self.builder.finish()
        for text in (self.teller.outcome(story), *self.teller.experience(story)):
            self.desk.tell(f"{'':>5}  {text}")

    def _whole(self, typed: str) -> str:
        """A card by itself means what is due: the trump card of a deal, or a play."""
        try:
            parse_card(typed.split(" #")[0].strip())
        except ValueError:
            return typed
        if self.referee.phase in ("deal", "round_over"):
            return f"deal {self._next_dealer()} {typed}" if self._next_dealer() else typed
        return f"play {typed}"

    def _show(self) -> None:
        """The table and the points as they stand."""
        referee, teller = self.referee, self.teller
        laid = [(seat, card_name(card)) for seat, card in referee.table or referee.last_trick]
        for line in tell_table.draw(laid, referee.winning or 0, teller.who, referee.seats):
            self.desk.tell(plain(line))
        sides = referee.side_names
        self.desk.tell(teller.scores(dict(zip(sides, referee.points))))
        self.desk.tell(teller.say("rounds_won", scores=teller.scores(dict(zip(sides, referee.games)))))
