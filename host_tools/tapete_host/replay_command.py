"""`tapete replay`: which files, how they are told, and the exit code (acta.md section 4)."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import track

from tapete_host import replay_check
from tapete_host.replay import Replay
from tapete_host.replay_check import Fault, Recorded
from tapete_host.replay_story import Story, read_story
from tapete_host.tell import Teller, language
from tapete_host.tell_text import WIDTH, account, show

GOOD, FAULTY, UNOPENED = 0, 1, 2
_NARROWEST = 48


def replay(
    paths: tuple[str, ...],
    *,
    as_json: bool = False,
    html: str | None = None,
    check: bool = False,
    answers: str | None = None,
    lang: str | None = None,
) -> int:
    """Reads actas and tells, prints, draws or checks them; gives the exit code: 0 all was read (and holds), 1 some line
    was not, 2 a file could not be opened."""
    lang = lang or language()
    job = _Job(Teller(lang), lang)
    files = list(job.files(paths))
    many = len(files) > 1 or any(Path(path).is_dir() for path in paths)
    if check:
        job.check(files, answers)
    elif html is not None:
        job.draw(files, Path(html), many)
    elif as_json:
        job.print_json(files, many)
    elif many:
        job.summarise(files)
    else:
        job.tell(files)
    return job.code


class _Job:
    """One run of the command. `code` is its exit code so far."""

    def __init__(self, teller: Teller, lang: str):
        self.teller = teller
        self.lang = lang
        self.code = GOOD
        self.out = Console(highlight=False)
        self.err = Console(stderr=True, highlight=False)
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")

    # files

    def files(self, paths: tuple[str, ...]) -> Iterator[str]:
        """The files that these words mean; a folder stands for every acta below it."""
        for path in paths:
            if path != "-" and Path(path).is_dir():
                found = sorted(str(file) for file in Path(path).rglob("*.acta"))
                if not found:
                    self._unopened(path, self.teller.say("no_acta"))
                yield from found
            else:
                yield path

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None, after a word about it, if it cannot be opened."""
        try:
            return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        except OSError as error:
            self._unopened(path, error.strerror)
            return None

    def _unopened(self, path: str, why: str | None) -> None:
        self.code = UNOPENED
        print(f"{path}: {why}", file=sys.stderr)

    def each(self, files: list[str]) -> Iterator[tuple[str, bytes]]:
        """File after file with its bytes, under a progress bar where there is a terminal to show it."""
        shown = track(
            files,
            description=self.teller.say("reading"),
            console=self.err,
            transient=True,
            disable=len(files) < 2 or not self.err.is_terminal,
        )
        for path in shown:
            data = self.read(path)
            if data is not None:
                yield path, data

    def _fault(self, faults: list[Fault]) -> None:
        if faults:
            self.code = max(self.code, FAULTY)
        for fault in faults:
            self._line(str(fault), "red")

    def _line(self, text: str, style: str = "") -> None:
        if self.out.is_terminal:
            self.out.print(text, style=style, soft_wrap=True, markup=False)
        else:
            self.out.file.write(text + "\n")

    # what is done with them

    def tell(self, files: list[str]) -> None:
        """The account of a match."""
        for _, data in self.each(files):
            story = read_story(data)
            width = max(_NARROWEST, min(WIDTH, self.out.width)) if self.out.is_terminal else WIDTH
            show(account(story, Teller(self.lang, story.names), width), self.out)
            if story.errors:
                self.code = max(self.code, FAULTY)

    def print_json(self, files: list[str], many: bool) -> None:
        """Answers, one JSON object a line; of several files each begins with an object that names it."""
        for path, data in self.each(files):
            if many:
                print(json.dumps({"file": path}))
            run = Replay(data)
            for heard in run:
                print(heard.dumps())
            if not run.good:
                self.code = max(self.code, FAULTY)
            for fault in replay_check.torn(path, data, run.dropped, self.teller):
                print(fault, file=sys.stderr)

    def check(self, files: list[str], answers: str | None) -> None:
        """Checksums, and recorded answers: those of `answers`, else of the .jsonl beside the acta."""
        faulty = 0
        for path, data in self.each(files):
            recorded = self._recorded(path, answers)
            found, faults, remarks = replay_check.check(path, data, recorded, self.teller)
            self._line(f"{path}: {found}", "" if faults else "green")
            for remark in remarks:
                self._line(str(remark), "yellow")
            self._fault(faults)
            faulty += len(faults)
        if len(files) > 1:
            self._line(f"{self.teller.count(len(files), 'match')}: {self._faults(faulty)}", "bold")

    def _recorded(self, path: str, answers: str | None) -> Recorded | None:
        beside = answers or (str(Path(path).with_suffix(".jsonl")) if path != "-" else "")
        if not beside or answers is None and not Path(beside).exists():
            return None
        data = self.read(beside)
        return None if data is None else Recorded(beside, data, self.teller)

    def summarise(self, files: list[str]) -> None:
        """A line a match, a line a fault, and the sum."""
        stories: list[Story] = []
        faults: list[Fault] = []
        for path, data in self.each(files):
            story = read_story(data)
            stories.append(story)
            self._line(f"{path}: {self._row(story)}")
            faults += replay_check.faults_of(path, story, self.teller)
            for fault in replay_check.torn(path, data, story.dropped, self.teller):
                self._line(str(fault), "yellow")
        self._fault(faults)
        count = self.teller.count
        self._line(
            self.teller.say(
                "sum",
                matches=count(len(stories), "match"),
                rounds=count(sum(len(story.rounds) for story in stories), "round"),
                events=count(sum(story.events for story in stories), "event"),
                faults=self._faults(len(faults)),
            ),
            "bold",
        )

    def _row(self, story: Story) -> str:
        """A match in one line."""
        teller = Teller(self.lang, story.names)
        count = teller.count
        parts = [story.rules.preset if story.rules else "?", count(len(story.rounds), "round")]
        parts.append(count(story.events, "event"))
        if story.refused:
            parts.append(count(story.refused, "refused"))
        if story.findings:
            parts.append(count(story.findings, "finding"))
        end = teller.outcome(story) if story.rules and story.events else ""
        return f"{', '.join(parts)}. {end}".rstrip()

    def _faults(self, number: int) -> str:
        return self.teller.count(number, "fault") if number else self.teller.say("no_faults")

    def draw(self, files: list[str], out: Path, many: bool) -> None:
        """Pages: one file, or a folder with a page a match and an index that leads to them."""
        from tapete_host.replay_html import index, page

        drawn: dict[str, Story] = {}
        for path, data in self.each(files):
            story = read_story(data)
            name = _free(Path(path).stem, drawn)
            drawn[name] = story
            self._write(out / f"{name}.html" if many else out, page(story, self.lang, name))
            self._fault(replay_check.faults_of(path, story, self.teller))
        if many and drawn:
            self._write(out / "index.html", index(list(drawn.items()), self.lang))

    def _write(self, target: Path, text: str) -> None:
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        except OSError as error:
            self._unopened(str(target), error.strerror)
            return
        self._line(self.teller.say("wrote", path=target))


def _free(name: str, taken: dict[str, Story]) -> str:
    """The name, with a number behind it where it or the index has it already."""
    tries = [name, *(f"{name}-{n}" for n in range(2, len(taken) + 3))]
    return next(one for one in tries if one not in taken and one != "index")
