"""Sentences: what happened at a moment of a match, in one language (the words are in `tell_words`)."""

import locale
import os
from typing import NamedTuple

from tapete_host import tell_words as words
from tapete_host.replay_story import Moment, Round, Story
from tapete_host.rule_texts import said, value_words
from tute import acta
from tute.acta import CANTE_40, CANTE_TUTE, NO_CARD, ActaError, parse_line
from tute.cards import RANKS, SUITS, card_name


class Said(NamedTuple):
    """A sentence and its tone: play, unsure, points, score, draw, call, ruling, refused,
    finding, suspicion, result or note."""

    text: str
    tone: str


def language() -> str:
    """`es` where the user's locale is Spanish, else `en`."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    chosen = next(filter(None, names), "") or locale.getlocale()[0] or ""
    return "es" if chosen.lower().startswith(("es", "spanish")) else "en"


class Teller:
    """Tells in `lang`, with the seats' `names`; `trump` names the forty's suit where it is known."""

    def __init__(self, lang: str, names: dict[int, str] | None = None):
        self.lang = lang
        self.at = words.LANGUAGES.index(lang)
        self.names = names or {}

    # words

    def word(self, entry: tuple) -> str:
        """The text in this language of an entry of `tell_words`."""
        return entry[self.at]

    def say(self, key: str, /, **values) -> str:
        """A text of `tell_words.TEXTS`, filled in."""
        text = words.TEXTS[key][self.at].format(**values)
        return text.replace(" de el ", " del ").replace(" a el ", " al ") if self.lang == "es" else text

    def joined(self, items: list[str], last: str = "and") -> str:
        """A list in words: one, two and three."""
        if len(items) < 2:
            return "".join(items)
        link = self.say(last)
        sound = items[-1].lower()
        if (
            self.lang == "es"
            and last == "and"
            and sound.startswith(("i", "hi"))
            and not sound.startswith("hie")
        ):
            link = " e "
        return ", ".join(items[:-1]) + link + items[-1]

    def count(self, number: int, noun: str) -> str:
        """A number with its noun: 1 point, 12 points."""
        return f"{number} {words.NOUNS[noun][self.at][number != 1]}"

    def who(self, seat: int) -> str:
        return self.names.get(seat) or (self.say("seat", seat=seat) if seat else self.say("somebody"))

    def side(self, name: str) -> str:
        """A side, such as 1+3, by the names of its seats."""
        return self.joined([self.who(int(seat)) for seat in name.split("+")])

    def card(self, name: str) -> str:
        """A card with its article."""
        article = "the " if self.lang == "en" else "la " if name[0] == "S" else "el "
        return article + self.bare(name)

    def bare(self, name: str) -> str:
        """A card without its article."""
        return self.say("of", rank=self.word(words.RANKS[name[0]]), suit=self.suit(name[1]))

    def cards(self, names: list[str]) -> str:
        """Cards in words, those of a suit together."""
        if len(names) < 4:
            return self.joined([self.card(name) for name in names])
        groups = []
        for suit in SUITS:
            ranks = [self.word(words.RANKS[name[0]]) for name in names if name[1] == suit]
            if ranks:
                groups.append(self.say("of", rank=self.joined(ranks), suit=self.suit(suit)))
        return "; ".join(groups)

    def suit(self, letter: str) -> str:
        return self.word(words.SUITS[letter])

    def cante(self, call: int, trump: str = "") -> str:
        """A declaration, given as acta.py has it."""
        if call < CANTE_40:
            return self.say("twenty", suit=self.suit(SUITS[call]))
        if call == CANTE_40:
            return self.say("forty", suit=self.suit(trump)) if trump else self.say("forty_bare")
        return self.say("tute", ranks=self.word(words.MANY[RANKS[call - CANTE_TUTE]]))

    def named_cante(self, text: str, trump: str = "") -> str:
        """A declaration, given as the `cantes` key has it: 40, 20C, tuteR."""
        if text == "40":
            return self.cante(CANTE_40, trump)
        if text[:2] == "20":
            return self.cante(SUITS.find(text[2]))
        return self.cante(CANTE_TUTE + RANKS.find(text[4]))

    def duties(self, duties: list[str], table: dict = words.DUTIES, last: str = "or") -> str:
        return self.joined([self.word(table[duty]) if duty in table else duty for duty in duties], last)

    def scores(self, points: dict[str, int]) -> str:
        """Numbers by side: Sur and Norte 12, Este and Oeste 0."""
        return ", ".join(f"{self.side(side)} {number}" for side, number in points.items())

    # what happened

    def moments(
        self, moments: list[Moment], story: Story, trump: str = ""
    ) -> list[tuple[Moment, list[Said]]]:
        """What each of these moments says; draws that follow each other are told in one sentence."""
        told: list[tuple[Moment, list[Said]]] = []
        at = 0
        while at < len(moments):
            stop = at
            while stop < len(moments) and _is_draw(moments[stop]):
                stop += 1
            if stop > at:
                told.append((moments[at], [Said(self._draws(moments[at:stop]), "draw")]))
            else:
                told.append((moments[at], self.moment(moments[at], story, trump)))
            at = max(stop, at + 1)
        return told

    def _draws(self, moments: list[Moment]) -> str:
        """Draws by seats: Ana draws the king of coins, Luis unseen."""
        parts = []
        for moment in moments:
            card = moment.event[2]
            if card != NO_CARD:
                what = self.card(card_name(card))
            elif moment.card:
                what = self.say("the_trump_card", card=self.card(moment.card))
            else:
                what = self.say("unseen")
            parts.append((self.who(moment.seat), what))
        first, *others = parts
        if others and all(what == first[1] == self.say("unseen") for _, what in parts):
            return self.say("draw_both", who=self.joined([who for who, _ in parts]))
        text = self.say("draw_one", who=first[0], what=first[1])
        return ", ".join([text, *(f"{who} {what}" for who, what in others)]) + "."

    def moment(self, moment: Moment, story: Story, trump: str = "") -> list[Said]:
        """Everything that a moment says, in order."""
        if moment.note:
            return [Said(moment.note, "note")]
        if moment.error:
            return [Said(self.unread(moment.line, moment.error), "refused")]
        told = moment.answer
        if not moment.ok:
            tried = self.event(moment.event, moment.seat, trump, "try_")
            return [Said(f"{tried} {self.say('refused', why=self.why(told))}", "refused")]
        said = [self._stood(moment, trump)]
        if "taken" in told:
            said += self._taken(moment)
        said += self._found(told, trump, story)
        if "claim" in told and moment.kind not in (acta.CLAIM, acta.CLAIM101):
            said.append(
                Said(self.say("claim_turns" if told["claim"] == "upheld" else "claim_falls"), "ruling")
            )
        if "round" in told:
            turned = self.say("turned", n=moment.turns) + " " if moment.turns else ""
            said.append(Said(turned + self.result(told["round"]), "result"))
        return said

    def _taken(self, moment: Moment) -> list[Said]:
        told = moment.answer
        taken = told["taken"]
        text = self.say("takes", who=self.who(taken["seat"]), n=self.count(taken["points"], "point"))
        said = [Said(text, "points")]
        if told.get("points"):
            stock = f" ({self.say('stock', n=moment.stock)})" if moment.stock else ""
            said.append(Said(self.scores(told["points"]) + stock, "score"))
        return said

    def _stood(self, moment: Moment, trump: str) -> Said:
        """An event that stands."""
        kind, told = moment.kind, moment.answer
        if kind == acta.PLAY:
            return self._play(moment)
        if kind == acta.SWAP and moment.card:
            return Said(
                self.say(
                    "swap",
                    who=self.who(moment.seat),
                    card=self.card(card_name(moment.event[2])),
                    other=self.card(moment.card),
                ),
                "call",
            )
        if kind in (acta.CLAIM, acta.CLAIM101) and "claim" in told:
            text = self.event(moment.event, moment.seat, trump)[:-1]
            return Said(f"{text}, {self.say(told['claim'])}.", "ruling")
        if kind == acta.UNDO:
            return Said(self.say("undo", event=self.line(moment.before, trump)), "ruling")
        if kind == acta.CORRECT:
            return Said(self._correction(moment, trump), "ruling")
        tone = (
            "call"
            if kind in (acta.CANTE, acta.SWAP, acta.SHOW)
            else "draw"
            if kind == acta.DRAW
            else "ruling"
        )
        return Said(self.event(moment.event, moment.seat, trump), tone)

    def _play(self, moment: Moment) -> Said:
        told = moment.answer
        text = self.say(moment.role, who=self.who(moment.seat), card=self.card(card_name(moment.event[2])))
        if moment.event[3]:
            text += " " + self.say("stands")
        if moment.offence:
            return Said(f"{text} {self.say('out_of_turn')}", "unsure")
        verdict = told.get("verdict", "legal")
        if verdict == "legal":
            return Said(text, "play")
        return Said(f"{text} ({self.say(verdict, duties=self.duties(told.get('duty', [])))})", "unsure")

    def _correction(self, moment: Moment, trump: str) -> str:
        _, _, line, event = moment.event
        if event is None:
            text = self.say("correct_drop", line=line)
        else:
            text = self.say("correct", line=line, event=self.event(event, event[1], trump))
        return text + (" " + self.say("was", event=self.line(moment.before, trump)) if moment.before else "")

    def line(self, text: str, trump: str = "") -> str:
        """A line of an acta as a sentence; as it is if it cannot be read."""
        try:
            event = parse_line(text)
        except ActaError:
            event = None
        return self.event(event, event[1], trump) if event else text

    def event(self, event: tuple, seat: int, trump: str = "", prefix: str = "") -> str:
        """An event as a sentence by itself; `prefix` try_ where it did not come to pass."""
        kind, _, arg, flag = event
        who = self.who(seat)
        if kind == acta.PLAY:
            return self.say("lays", who=who, card=self.card(card_name(arg)))
        if kind == acta.CANTE:
            key = prefix + "cante" if prefix else "cante_said" if flag else "cante"
            return self.say(key, who=who, what=self.cante(arg, trump))
        if kind == acta.SWAP:
            return self.say("try_swap", who=who, card=self.card(card_name(arg)))
        if kind == acta.DEAL:
            card = card_name(arg)
            return self.say("deal", who=who, card=self.card(card), suit=self.suit(card[1]))
        if kind in (acta.SHOW, acta.HAND):
            key = "show" if kind == acta.SHOW else "hand"
            return self.say(key, who=who, cards=self.cards([card_name(card) for card in arg]))
        if kind == acta.DRAW and not seat:
            return self.say("draw_all")
        if kind == acta.DRAW:
            what = self.say("unseen") if arg == NO_CARD else self.card(card_name(arg))
            return self.say("draw_one", who=who, what=what) + "."
        if kind == acta.CLAIM:
            return self.say("claim", who=who, other=self.who(arg)) + "."
        if kind == acta.AWARD:
            return self.say("award", who=self.side(f"{seat}+{seat + 2}" if flag else str(seat)))
        if kind == acta.CORRECT:
            inner = self.event(flag, flag[1], trump) if flag else ""
            return self.say("correct", line=arg, event=inner) if flag else self.say("correct_drop", line=arg)
        return self.say(_PLAIN[kind], who=who)

    def why(self, told: dict) -> str:
        """Why an event was refused, in words."""
        reason = told["refused"]
        if reason.startswith("then_line "):
            line, _, inner = reason[10:].partition(": ")
            return self.say("then_line", line=line, why=self.reason(inner))
        duties = told.get("duty")
        return self.reason(reason) + (f" ({self.duties(duties)})" if duties else "")

    def reason(self, code: str) -> str:
        """A reason code of acta.md section 4 in words."""
        return self.word(words.REFUSED[code]) if code in words.REFUSED else code

    # findings, results

    def _found(self, told: dict, trump: str, story: Story) -> list[Said]:
        return [
            Said(self.finding(found, story, trump), "finding" if found["status"] == "proven" else "suspicion")
            for found in told.get("renuncios", ())
        ]

    def finding(self, found: dict, story: Story, trump: str = "") -> str:
        """A finding with its witnesses."""
        who = self.who(found["seat"])
        if found["duty"] == ["cante"]:
            key = "bad_cante" if story.rules and story.rules.bad_cante == "renuncio" else "disproved"
            text = self.say(key, who=who, what=self.named_cante(found["card"], trump), trick=found["trick"])
        elif found["duty"] == ["turn"]:
            text = self.say("turn", who=who, card=self.card(found["card"]), trick=found["trick"])
        else:
            had = self.say("had_to", who=who, duties=self.duties(found["duty"], words.HAD_TO)) + self._proof(
                found
            )
            text = self.say(
                found["status"], who=who, card=self.card(found["card"]), trick=found["trick"], had=had
            )
        if found.get("claimed_by"):
            text += " " + self.say("claimed_by", who=self.who(found["claimed_by"]))
        return text

    def _proof(self, found: dict) -> str:
        if found.get("counted") or not found["witnesses"]:
            return self.say("counted")
        cards = self.cards(found["witnesses"])
        if found["status"] == "suspected":
            return self.say("perhaps", cards=cards)
        return self.say("witness" if len(found["witnesses"]) == 1 else "witnesses", cards=cards)

    def result(self, result: dict) -> str:
        """How a round ended, with its points."""
        winner, points = result["winner"], result["points"]
        by = words.BY[result["by"]][0 if winner else 1][self.at]
        if not winner:
            return f"{self.say('nobody_round', by=by)}: {self.scores(points)}."
        text = self.say("win_round" if "+" in winner else "wins_round", who=self.side(winner), by=by)
        if len(points) == 2:
            loser = next(side for side in points if side != winner)
            text += f", {points[winner]}{self.say('to')}{points[loser]}."
        else:
            text += f": {self.scores(points)}."
        return text + (" " + self.say("double") if result["games"] == 2 else "")

    def verdict(self, result: dict) -> str:
        """Who won a round and how, without points."""
        by = words.BY[result["by"]][0 if result["winner"] else 1][self.at]
        return f"{self.side(result['winner'])}, {by}" if result["winner"] else by

    def audit(self, round_: Round) -> str:
        """What the audit of a round says."""
        audit = round_.audit or {}
        if all(state == "clean" for state in audit.values()):
            return self.say("audit_clean")
        parts = []
        for state in words.AUDIT:
            seats = [self.who(int(seat)) for seat, found in audit.items() if found == state]
            if seats:
                parts.append(f"{self.joined(seats)}: {self.word(words.AUDIT[state])}")
        return self.say("audit", seats="; ".join(parts))

    def outcome(self, story: Story) -> str:
        """How the match ended, or that it has not."""
        if not story.over:
            return self.say("unfinished")
        if not story.winner:
            return self.say("nobody_match")
        key = "win_match" if "+" in story.winner else "wins_match"
        return self.say(key, who=self.side(story.winner))

    def experience(self, story: Story) -> list[str]:
        """Experience by seat with what it is made of, a sentence each; none before the match is over."""
        told = []
        for seat, total in (story.xp or {}).items():
            parts = [
                f"{self.word(words.LEDGER[reason])} {points}"
                for owner, reason, points in story.ledger
                if owner == int(seat)
            ]
            text = self.say("xp", who=self.who(int(seat)), n=total)
            told.append(f"{text} ({', '.join(parts)})." if parts else f"{text}.")
        return told

    def against(self, story: Story) -> str:
        """Who plays against whom."""
        sides = [self.side(side) for side in story.sides]
        return self.joined(sides) if len(sides) > 2 else f" {self.say('against')} ".join(sides)

    def options(self, story: Story) -> list[str]:
        """The house rules in words, each with its name."""
        spanish = self.lang == "es"
        return [
            f"{said(name, spanish)}: {value_words(name, value, spanish)} ({name}={value})"
            for name, value in story.options.items()
        ]

    def title(self, story: Story) -> str:
        """The rules and the target: what is played."""
        preset = words.PRESETS.get(story.rules.preset)
        name = self.word(preset) if preset else story.rules.preset
        return f"{name}, {self.say('first_to', n=self.count(story.target, 'round'))}"

    def unread(self, line: int, error: ActaError) -> str:
        """A line that cannot be read."""
        return self.say("unread", line=line, column=error.column, expected=self.expected(error))

    def expected(self, error: ActaError) -> str:
        """What could stand where something cannot be read."""
        known = words.EXPECTED.get(error.expected)
        if known:
            return self.word(known)
        if error.expected.startswith(words.CLASH):
            return self.say("clash", expected=error.expected[len(words.CLASH) :])
        return error.expected


def _is_draw(moment: Moment) -> bool:
    """A draw of one seat that proves nothing."""
    return (
        moment.kind == acta.DRAW
        and moment.ok
        and moment.seat > 0
        and len(moment.answer.get("renuncios", ())) == 0
    )


_PLAIN = {
    acta.FORGET: "forget",
    acta.CLAIM101: "claim101",
    acta.CONCEDE: "concede",
    acta.MISDEAL: "misdeal",
    acta.LEAVE: "leave",
    acta.END: "end",
    acta.UNDO: "undo_word",
}
