"""A replayed acta as a story: rounds, and in them tricks with their cards and what happened at each (no words)."""

from dataclasses import dataclass, field

from tapete_host.replay import Heard, Replay
from tute import acta
from tute.acta import ActaError, event_text, unseal
from tute.cards import card_name
from tute.referee import Referee
from tute.rules import Rules, find_rules, option_values, pack_size, value_text

TRICK, ASIDE = "trick", "aside"


@dataclass
class Moment:
    """One line that says something: an answer, an error, or a comment."""

    line: int
    answer: dict | None = None
    event: tuple = ()  # as acta.py has it
    error: ActaError | None = None
    note: str = ""
    role: str = (
        ""  # of a play: lead, lead_trump, beats, follows, trumps, overtrumps, undertrumps, throws, lays
    )
    before: str = ""  # of an undo: the event taken back; of a correct: the event that it puts right
    card: str = (
        ""  # of a swap: the trump card that was got for it; of a draw: the trump card, where it was that
    )
    stock: int = 0  # cards left to draw after it
    turns: int = 0  # number of the round whose result it turns

    @property
    def kind(self) -> int:
        """The kind of event, -1 if it is none."""
        return self.event[0] if self.event else -1

    @property
    def ok(self) -> bool:
        return bool(self.answer and self.answer["ok"])

    @property
    def offence(self) -> bool:
        """A card laid out of turn that is an offence only: it goes back (`out_of_turn=renuncio`)."""
        told = self.answer or {}
        return self.kind == acta.PLAY and self.ok and told.get("verdict") == "illegal" and "duty" not in told

    @property
    def seat(self) -> int:
        """Whose event it is, 0: nobody's; of a play or call without a seat, the one that the referee filled in."""
        if not self.event or self.event[1]:
            return self.event[1] if self.event else 0
        last = self.answer["event"].replace(" said", "").split()[-1]
        return int(last) if self.kind in (acta.PLAY, acta.CANTE, acta.SWAP) and last.isdigit() else 0


@dataclass
class Block:
    """A trick, or what happened before, between and after tricks (kind ASIDE)."""

    kind: str
    trick: int = 0
    again: bool = False  # a trick that was taken up again after an undo
    moments: list[Moment] = field(default_factory=list)
    cards: list[tuple[int, str]] = field(default_factory=list)  # (seat, card) as they lie there at its end
    winner: int = 0  # seat that took the trick or is winning it, 0: nobody
    taken: int | None = None  # points of the trick, once it is complete
    points: dict[str, int] | None = None  # by side, after it
    ends: bool = False  # the round's result stands here


@dataclass
class Tally:
    """What a side's points of a round are made of. `other`: what carried deals and rulings moved."""

    tricks: int = 0
    cards: int = 0
    cantes: int = 0
    ten: int = 0
    other: int = 0
    total: int = 0


@dataclass
class Round:
    """One deal. `result`, `audit`, `match` are the answer's keys, once it has ended; `tallies` and `calls` by side."""

    number: int
    dealer: int = 0
    upcard: str = ""
    blocks: list[Block] = field(default_factory=list)
    result: dict | None = None
    audit: dict | None = None
    match: dict | None = None
    tallies: dict[str, Tally] = field(default_factory=dict)
    calls: dict[str, list[str]] = field(default_factory=dict)

    @property
    def tricks(self) -> list[Block]:
        return [block for block in self.blocks if block.kind == TRICK]


@dataclass
class Story:
    """A whole match. `intro`: the comments before its first event; `errors`: all lines that could not be read."""

    rules: Rules | None = None
    options: dict[str, str] = field(default_factory=dict)  # house rules: those that differ from the preset
    target: int = 0
    names: dict[int, str] = field(default_factory=dict)
    sides: list[str] = field(default_factory=list)
    brought: dict[str, int] = field(default_factory=dict)
    intro: list[str] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    errors: list[Moment] = field(default_factory=list)
    dropped: str | None = None
    sealed: bool = False
    games: dict[str, int] = field(default_factory=dict)
    winner: str | None = None
    over: bool = False
    xp: dict[str, int] | None = None  # experience by seat
    ledger: list[tuple[int, str, int]] = field(
        default_factory=list
    )  # what it is made of: seat, reason, points
    events: int = 0
    refused: int = 0
    findings: int = 0  # renuncios proven

    def side_of(self, seat: int) -> str:
        """The name of a seat's side."""
        return self.sides[(seat - 1) % len(self.sides)]


@dataclass
class Standing:
    """An event that stands: its line, its text as understood, what trick it completed (seat, points)."""

    line: int
    text: str
    taken: tuple[int, int] | None = None


def read_story(data: bytes) -> Story:
    """The story of an acta, given as bytes."""
    replay = Replay(data)
    builder = StoryBuilder(replay, _comments(data))
    for heard in replay:
        builder.take(heard)
    return builder.finish()


def printable(text: str) -> str:
    """The text as it may be shown: what is no letter, sign or space, such as a terminal's controls, is replaced."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "\ufffd" for c in text)


def house_rules(rules: Rules) -> dict[str, str]:
    """The options in which these rules differ from their preset, with their values as a `rules` line has them."""
    usual = find_rules(rules.preset)
    found = {}
    for name, _, _ in option_values():
        value = value_text(getattr(rules, name))
        if value != value_text(getattr(usual, name)):
            found[name] = value
    return found


def _comments(data: bytes) -> dict[int, str]:
    """The comments of an acta by line."""
    found = {}
    for number, line in enumerate(data.split(b"\n"), 1):
        text = unseal(line.rstrip(b"\r"))[0].decode(errors="replace")
        at = 0 if text.startswith("#") else text.find(" #")
        note = printable(text[at:].lstrip("# ").strip()) if at >= 0 else ""
        if note and not text.startswith("@"):
            found[number] = note
    return found


class StoryBuilder:
    """Takes what was heard, line by line, and puts it in its place in the story."""

    def __init__(self, replay: Replay, comments: dict[int, str]):
        self.replay = replay
        self.comments = comments
        self.told = 0  # comments up to this line have their place
        self.story = Story()
        self.round: Round | None = None
        self.stands: list[Standing] = []
        self.corrects: list[
            tuple[int, int, str]
        ] = []  # (place of the correct in stands, place it changed, old text)
        # as it was before the event that is being taken
        self.table: list[tuple[int, int]] = []
        self.winning = 0
        self.trick_no = 1
        self.upcard = ""

    def take(self, heard: Heard) -> Moment:
        """One line that was heard; gives the moment that it became."""
        before = self._notes(heard.line - 1)
        if not self.story.rounds:
            self.story.intro += [note.note for note in before]
            before = []
        if heard.error:
            moment = Moment(heard.line, error=heard.error)
            self.story.errors.append(moment)
            self._aside().moments += [*before, moment]
            return moment
        told = heard.answer.to_dict()
        moment = Moment(heard.line, told, heard.answer.parsed)
        self.story.events += 1
        self.story.refused += not told["ok"]
        self.story.findings += sum(found["status"] == "proven" for found in told.get("renuncios", ()))
        if moment.ok:
            self._stand(moment)
        moment.stock = self.replay.referee.stock
        block = self._place(moment)
        block.moments += [*before, moment, *self._notes(heard.line)]
        self._follow(block, moment)
        self._remember(told)
        return moment

    # what stands

    def _stand(self, moment: Moment) -> None:
        """Keeps the list of what stands, and tells an undo or correct what it changes."""
        if moment.kind == acta.UNDO:
            moment.before = self._undo()
            return
        taken = moment.answer.get("taken")
        self.stands.append(
            Standing(moment.line, moment.answer["event"], taken and (taken["seat"], taken["points"]))
        )
        if moment.kind == acta.CORRECT:
            self._correct(moment)

    def _undo(self) -> str:
        while self.stands and not self.stands[-1].text:
            self.stands.pop()  # what a correction dropped cannot be taken back
        if not self.stands:
            return ""
        last = self.stands.pop()
        if self.corrects and self.corrects[-1][0] == len(self.stands):
            _, at, old = self.corrects.pop()
            self.stands[at].text = old
            self._recount()
        return last.text

    def _correct(self, moment: Moment) -> None:
        _, _, line, event = moment.event
        places = [i for i, entry in enumerate(self.stands[:-1]) if entry.line == line]
        if places:
            entry = self.stands[places[-1]]
            moment.before = entry.text
            self.corrects.append((len(self.stands) - 1, places[-1], entry.text))
            entry.text = event_text(event) if event else ""
            self._recount()

    def _recount(self) -> None:
        """Who took which trick, read again after a correction."""
        head = self.replay.head
        referee = Referee(head.rules, head.target, head.games)
        for entry in self.stands:
            if entry.text and not entry.text.startswith("correct "):
                entry.taken = referee.push(entry.text).taken

    # where it is told

    def _place(self, moment: Moment) -> Block:
        """The block that a moment belongs to; opens rounds and blocks."""
        if moment.ok and moment.kind == acta.DEAL:
            self._deal(moment)
        if moment.ok and moment.kind == acta.PLAY and not moment.offence:
            block = self._block()
            if not block or block.kind != TRICK or block.trick != self.trick_no or block.taken is not None:
                again = any(other.trick == self.trick_no for other in self.round.tricks)
                block = Block(TRICK, self.trick_no, again)
                self.round.blocks.append(block)
            return block
        return self._aside(moment.kind)

    def _deal(self, moment: Moment) -> None:
        """A deal opens its round, unless hands scanned before have done so."""
        if self.round is None or self.round.dealer:
            self._open()
        self.round.number = sum(entry.text.startswith("deal ") for entry in self.stands)
        self.round.dealer = moment.event[1]
        self.round.upcard = card_name(moment.event[2])

    def _open(self) -> None:
        self.round = Round(1 + sum(entry.text.startswith("deal ") for entry in self.stands))
        self.story.rounds.append(self.round)

    def _block(self) -> Block | None:
        """The block that was opened last in this round."""
        return self.round.blocks[-1] if self.round and self.round.blocks else None

    def _aside(self, kind: int = -1) -> Block:
        """The block for what is no card that was taken: the open trick, or one beside the tricks."""
        if self.round is None or kind == acta.HAND and self.round.result:
            self._open()
        block = self._block()
        if block is None or block.ends or block.taken is not None:
            block = Block(ASIDE)
            self.round.blocks.append(block)
        return block

    def _notes(self, line: int) -> list[Moment]:
        """The comments up to this line that have no place yet."""
        due = [n for n in range(self.told + 1, line + 1) if n in self.comments]
        self.told = max(self.told, line)
        return [Moment(n, note=self.comments[n]) for n in due]

    # what it did

    def _follow(self, block: Block, moment: Moment) -> None:
        """Cards, points and the result after a moment."""
        told = moment.answer
        referee = self.replay.referee
        if moment.kind == acta.PLAY:
            moment.role = self._role(moment)
        elif moment.kind == acta.SWAP or moment.kind == acta.DRAW and moment.stock == 0:
            moment.card = self.upcard
        if block.kind == TRICK and moment.ok:
            self._lie(block, moment)
        if told.get("points"):
            block.points = told["points"]
        if "round" in told:
            self._end(block, moment)
        elif moment.ok and self.round.result and referee.phase in ("play", "window"):
            self._reopen()
        if "match" in told:
            self.story.games = {side: n for side, n in told["match"].items() if side != "winner"}
        self.story.xp = told.get("xp", self.story.xp)

    def _lie(self, block: Block, moment: Moment) -> None:
        """What lies in the trick now, and who is winning it."""
        referee, told = self.replay.referee, moment.answer
        if "taken" in told:
            block.cards = _named(referee.last_trick)
            block.winner, block.taken = told["taken"]["seat"], told["taken"]["points"]
        elif "round" in told:
            # The round has ended with this trick open: the referee's table is cleared.
            played = moment.kind == acta.PLAY and not moment.offence
            laid = [(moment.seat, moment.event[2])] if played else []
            block.cards = _named(self.table + laid)
            block.winner = 0
        else:
            block.cards = _named(referee.table)
            block.winner = referee.winning or 0

    def _role(self, moment: Moment) -> str:
        """What a card did in its trick."""
        if not moment.ok or moment.offence:
            return "lays"
        card, trump = moment.event[2], self.trump
        suit = card // 10
        if not self.table:
            return "lead_trump" if suit == trump else "lead"
        led = self.table[0][1] // 10
        best = [laid for seat, laid in self.table if seat == self.winning]
        top = best[0] if best else self.table[0][1]
        if suit == led:
            return "beats" if top // 10 == led and card > top else "follows"
        if suit != trump:
            return "throws"
        if top // 10 != trump:
            return "trumps"
        return "overtrumps" if card > top else "undertrumps"

    @property
    def trump(self) -> int:
        return "OCEB".find(self.round.upcard[1:]) if self.round and self.round.upcard else -1

    def _end(self, block: Block, moment: Moment) -> None:
        """A round has a result, for the first time or another one."""
        told = moment.answer
        round_ = self._meant(moment)
        if round_.result:
            moment.turns = round_.number
        round_.result, round_.audit, round_.match = told["round"], told.get("audit"), told.get("match")
        if round_ is self.round:
            for other in round_.blocks:
                other.ends = False
            block.ends = True
            self._tally()
        for side, tally in round_.tallies.items():
            tally.total = round_.result["points"][side]
            tally.other = tally.total - tally.cards - tally.cantes - tally.ten

    def _meant(self, moment: Moment) -> Round:
        """The round that a result is about: until the next lead a claim, or its undoing, is about the one before."""
        earlier = [round_ for round_ in self.story.rounds[:-1] if round_.result]
        late = moment.kind in (acta.CLAIM, acta.UNDO, acta.CORRECT) and not self.round.tricks
        return earlier[-1] if earlier and late else self.round

    def _reopen(self) -> None:
        self.round.result = self.round.audit = self.round.match = None
        for block in self.round.blocks:
            block.ends = False

    def _tally(self) -> None:
        """What the points of the round that has ended are made of."""
        story, head = self.story, self.replay.head
        sides = head.rules.side_names()
        begin = max([i for i, entry in enumerate(self.stands) if entry.text.startswith("deal ")], default=0)
        taken = [entry.taken for entry in self.stands[begin:] if entry.taken]
        tallies = {side: Tally() for side in sides}
        for seat, points in taken:
            tally = tallies[sides[(seat - 1) % len(sides)]]
            tally.tricks += 1
            tally.cards += points
        if len(taken) == pack_size(head.rules) // head.rules.players:
            tallies[sides[(taken[-1][0] - 1) % len(sides)]].ten = head.rules.last_trick_bonus
        for side, calls in zip(sides, self.replay.referee.cantes_by_side):
            self.round.calls[side] = list(calls)
            tallies[side].cantes = sum(_worth(call) for call in calls)
        self.round.tallies = tallies
        story.sides = sides

    def _remember(self, told: dict) -> None:
        referee = self.replay.referee
        self.table, self.winning = referee.table, referee.winning or 0
        self.trick_no = referee.trick_no or 1
        self.upcard = told.get("upcard") or ""

    def finish(self) -> Story:
        """The story after the last line."""
        story, replay, head = self.story, self.replay, self.replay.head
        last = self._notes(max(self.comments, default=0))
        if self.round and last:
            (self._block() or self._aside()).moments += last
        else:
            story.intro += [note.note for note in last]
        story.sealed = replay.sealed
        story.names = {seat: printable(name) for seat, name in head.names.items()}
        story.dropped = None if replay.dropped is None else printable(replay.dropped)
        if head.rules:
            story.rules = head.rules
            story.options = house_rules(head.rules)
            story.sides = head.rules.side_names()
            story.target = head.target or head.rules.match_target
            story.brought = {side: n for side, n in zip(story.sides, head.games) if n}
        referee = replay.referee
        if referee:
            story.games = dict(zip(story.sides, referee.games))
            story.over = referee.phase == "match_over"
            story.xp = story.xp if story.over else None
            story.ledger = list(referee.ledger) if story.xp else []
            story.winner = story.sides[referee.winner] if referee.winner >= 0 else None
        return story


def _worth(call: str) -> int:
    """Points of a cante as the `cantes` key writes it."""
    return int(call[:2]) if call[:2].isdigit() else 0


def _named(laid) -> list[tuple[int, str]]:
    return [(seat, card_name(card)) for seat, card in laid]
