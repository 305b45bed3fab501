"""The report card of one unit, as JSON and as a page to print; changes with what is on it.

The keys of the JSON are those of host_tools/README.md.
"""

import dataclasses
import datetime
import functools
import json
from dataclasses import dataclass
from pathlib import Path

import jinja2
from markupsafe import Markup

from tapete_host.device.doctor import stages
from tapete_host.device.doctor.advice import advice
from tapete_host.device.doctor.line import Figures
from tapete_host.device.doctor.stages import Part

_PAGE = Path(__file__).parent / "page"
_FORMAT = 1


@dataclass
class Report:
    """What the doctor found out about a unit."""

    began: datetime.datetime
    port: str
    person: bool
    unit: Figures
    parts: list[Part]

    @property
    def failed(self) -> list[Part]:
        """The stages that failed."""
        return [part for part in self.parts if part.state == stages.FAILED]

    @property
    def passed(self) -> bool:
        """Whether none of those that were run has failed."""
        return not self.failed

    @property
    def complete(self) -> bool:
        """Whether every stage was run, with a person: only then it is a whole report."""
        return self.person and len(self.parts) == len(stages.STAGES)

    def summary(self) -> str:
        """The verdict in a line."""
        if self.failed:
            return f"{len(self.failed)} of {len(self.parts)} failed: " + ", ".join(
                p.stage for p in self.failed
            )
        if self.complete:
            return "all good"
        return f"{len(self.parts)} of {len(stages.STAGES)} stages run, all good" + (
            "" if self.person else "; nobody looked, listened or pressed"
        )

    def as_dict(self) -> dict:
        """See the JSON's keys."""
        return {
            "format": _FORMAT,
            "date": self.began.isoformat(timespec="seconds"),
            "port": self.port,
            "person": self.person,
            "complete": self.complete,
            "passed": self.passed,
            "unit": self.unit,
            "stages": [_stage(part) for part in self.parts],
        }

    def json(self) -> str:
        """The report as JSON text."""
        return json.dumps(self.as_dict(), indent=1, ensure_ascii=False) + "\n"

    def html(self) -> str:
        """The report as one page that needs nothing else."""
        css = Markup((_PAGE / "card.css").read_text(encoding="utf-8"))
        return _template("card.html.j2").render(report=self, css=css, advice=advice, whole=len(stages.STAGES))


def _stage(part: Part) -> dict:
    told = {
        "stage": part.stage,
        "state": part.state,
        "words": part.words,
        "seconds": part.seconds,
        "figures": part.figures,
        "notes": part.notes,
    }
    if part.state == stages.FAILED:
        told |= {"error": part.number, "advice": advice(part.number)}
    if part.rates:
        told["antennas"] = [dataclasses.asdict(rates) for rates in part.rates]
    return told


@functools.cache
def _template(name: str) -> jinja2.Template:
    loader = jinja2.FileSystemLoader(_PAGE)
    environment = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.get_template(name)
