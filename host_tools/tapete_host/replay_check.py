"""What is wrong with an acta: lines that cannot be read, a torn last line, recorded answers that no longer hold."""

import json
from typing import NamedTuple

from tapete_host.replay import Heard, Replay
from tapete_host.replay_story import Story, printable
from tapete_host.tell import Teller


class Fault(NamedTuple):
    """One fault, printed `file:line:column: what`. A torn last line is reported, but is no fault of the file."""

    path: str
    line: int
    column: int
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.what}"


def unread(path: str, line: int, error, teller: Teller) -> Fault:
    """A line that cannot be read."""
    return Fault(path, line, error.column, teller.say("expected", expected=teller.expected(error)))


def faults_of(path: str, story: Story, teller: Teller) -> list[Fault]:
    """The lines of a story that could not be read."""
    return [unread(path, moment.line, moment.error, teller) for moment in story.errors]


def torn(path: str, data: bytes, dropped: str | None, teller: Teller) -> list[Fault]:
    """The last line, if a power cut tore it."""
    if dropped is None:
        return []
    line = data.count(b"\n") + (not data.endswith(b"\n"))
    return [Fault(path, line, 1, teller.say("torn", text=printable(dropped)))]


class Recorded:
    """Answers recorded in a .jsonl file. Those of lines that the acta does not hold, which a device writes for what it
    refused, carry the number of the next line: the last answer of a line is the line's own."""

    def __init__(self, path: str, data: bytes, teller: Teller):
        self.path = path
        self.teller = teller
        self.answers: dict[int, dict] = {}
        self.faults: list[Fault] = []
        for number, line in enumerate(data.splitlines(), 1):
            try:
                answer = json.loads(line)
                at = answer["line"]
            except (ValueError, TypeError, KeyError):
                self.faults.append(Fault(path, number, 1, teller.say("not_json")))
                continue
            if isinstance(at, int) and at:
                self.answers[at] = answer

    def compare(self, path: str, heard: list[Heard]) -> list[Fault]:
        """One fault for every line whose answer is not the recorded one."""
        faults = list(self.faults)
        for one in heard:
            old = self.answers.pop(one.line, None)
            if old is None:
                faults.append(Fault(path, one.line, 1, self.teller.say("not_recorded")))
            else:
                faults += self._differ(path, one.line, old, json.loads(one.dumps()))
        faults += [Fault(path, line, 1, self.teller.say("not_answered")) for line in sorted(self.answers)]
        return faults

    def _differ(self, path: str, line: int, old: dict, new: dict) -> list[Fault]:
        for key in [*old, *(key for key in new if key not in old)]:
            if old.get(key, self) != new.get(key, self):
                what = self.teller.say(
                    "differs", key=key, old=self._shown(old, key), new=self._shown(new, key)
                )
                return [Fault(path, line, 1, what)]
        return []

    def _shown(self, answer: dict, key: str) -> str:
        return json.dumps(answer[key]) if key in answer else self.teller.say("absent")


def check(
    path: str, data: bytes, recorded: Recorded | None, teller: Teller
) -> tuple[str, list[Fault], list[Fault]]:
    """What a file was found to be, in words; its faults; and what is reported without being one."""
    replay = Replay(data)
    heard = list(replay)
    faults = [unread(path, one.line, one.error, teller) for one in heard if one.error]
    held = len(recorded.answers) if recorded else 0
    wrong = recorded.compare(path, heard) if recorded else []
    parts = [teller.count(data.count(b"\n"), "line")]
    if not any(one.error and one.error.expected == "checksum" for one in heard):
        parts.append(teller.say("sealed" if replay.sealed else "unsealed"))
    if recorded is None:
        parts.append(teller.say("not_kept"))
    elif not wrong:
        parts.append(teller.say("hold", n=held))
    return ", ".join(parts), faults + wrong, torn(path, data, replay.dropped, teller)
