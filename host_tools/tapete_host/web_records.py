"""What the firmware tells on its console, record by record: acta lines, answers, screen, question."""

import json
import re
from collections.abc import Callable

from tapete_host.web_acta import HEAD, Acta, Line


class Records:
    """Reads console records into an Acta and tells `emit(kind, data)` what is new.

    A line of the acta is told together with its answer, which the device writes a little later.
    """

    def __init__(self, acta: Acta, emit: Callable[[str, dict], object]):
        self.acta = acta
        self.emit = emit
        self.missing = False  # the last line told is not the next one
        self.notes: list[str] = []
        self.answers: list[dict] = []  # all, refused ones too, as they came
        self.last_answer: dict | None = None
        self.resets = {"brownout": 0, "watchdog": 0}  # as the device counts them
        self.refused: str | None = None  # the card of a refused play that has not been answered for yet
        self._untold: Line | None = None
        self.reset_screen()

    def health(self, seats: int = 0) -> dict[str, str]:
        """Part of the device -> how it is, as the device tells it; a part that never had trouble is working.

        seats: how many readers there are, one a seat; 0: one for all.
        """
        readers = [f"reader{seat}" for seat in range(1, seats + 1)] or ["reader"]
        return {**dict.fromkeys([*readers, "panel", "flash"], "working"), **self._health}

    def reset_screen(self) -> None:
        """The device starts: nothing is known of its screen, and of no trouble."""
        self._health: dict[str, str] = {}
        self.kind: str | None = None
        self.texts: list[str] = []
        self.question: str | None = None
        self.refused = None

    def take(self, record: str) -> None:
        """One line of the console."""
        word, _, rest = record.partition(" ")
        handler = getattr(self, "_" + word, None) if word in _WORDS else None
        try:
            if handler is None:
                raise ValueError
            handler(rest)
        except (ValueError, KeyError, IndexError, TypeError, RecursionError):
            self._note(record)

    def _acta(self, rest: str) -> None:
        number, _, text = rest.partition(" ")
        self.tell()
        if _withheld(text):  # the flash has all of it
            self.missing = True
            self.emit("acta", {"line": int(number), "text": text, "answer": None})
            return
        self.missing = int(number) > len(self.acta.lines) + 1
        line = self.acta.add(int(number), text)
        if line is None:
            return
        self.refused = None
        self._untold = line
        if line.text.startswith("@") or line.text.split(" ", 1)[0] in HEAD:
            self.tell()

    def _answer(self, rest: str) -> None:
        number, _, text = rest.partition(" ")
        answer = json.loads(text)
        if not isinstance(answer, dict):
            raise ValueError
        self.answers.append(answer)
        self.last_answer = answer
        if int(number) == 0:
            words = str(answer.get("event", "")).split()
            if words[:1] == ["play"]:
                self.refused = words[1]
            self.tell()
            self.emit("answer", {"line": 0, "text": answer.get("event", ""), "answer": answer})
            return
        lines = self.acta.lines
        if 0 < int(number) <= len(lines):
            lines[int(number) - 1].answer = answer
            if self._untold is not None and self._untold.number == int(number):
                self.tell()

    def tell(self) -> None:
        """Tell the line that waits for its answer, with or without it."""
        line, self._untold = self._untold, None
        if line is not None:
            self.emit("acta", {"line": line.number, "text": line.text, "answer": line.answer})

    def _screen(self, rest: str) -> None:
        kind, *texts = [part.strip() for part in rest.split("|")]
        self.kind, self.texts = kind, texts
        self.emit("screen", {"kind": kind, "texts": texts})

    def _question(self, rest: str) -> None:
        self.question = None if rest.strip() in ("", "-") else rest.strip()
        if self.question:
            self.texts = []  # of the screen before; the one with the options is told next
        self.emit("question", {"question": self.question})

    def _sound(self, rest: str) -> None:
        pass  # the tones themselves come from the buzzer

    def _note(self, text: str) -> None:
        if text.startswith("note "):
            text = text[5:]
        told = _HEALTH.match(text)
        if told:
            self._health[told[1]] = told[2]
        for kind, count in _RESETS.findall(text) if text.startswith("resets: ") else ():
            self.resets[kind] = int(count)
        if text.strip():
            self.notes.append(text)
            del self.notes[:-50]
            self.emit("note", {"text": text})


def _withheld(text: str) -> bool:
    """Whether the device tells a line without the cards that it names."""
    words = text.split()
    return text == "@batch" or len(words) == 2 and words[0] in ("hand", "draw")


# How the health of a part is told: its state, then a sentence.
_HEALTH = re.compile(r"(reader[1-4]?|panel|flash|battery) ([a-z_]+): ")
_RESETS = re.compile(r"(brownout|watchdog) (\d+)")
_WORDS = ("acta", "answer", "screen", "question", "sound", "note")
