"""The large numbers: the whole suite with --soak, and a report of what ran, in reports/soak.json. What fails is told at
once, with all that is known in reports/soak-failures.txt."""

import json
import pathlib
import subprocess
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
FAILURES = ROOT / "reports" / "soak-failures.txt"


class Recorder:
    """Keeps each test's outcome, its seconds, and what it printed about its numbers."""

    def __init__(self):
        self.tests = {}
        FAILURES.parent.mkdir(exist_ok=True)
        FAILURES.write_text("")

    def pytest_runtest_logreport(self, report):
        entry = self.tests.setdefault(report.nodeid, {"outcome": "passed", "seconds": 0.0})
        entry["seconds"] = round(entry["seconds"] + report.duration, 1)
        if report.outcome != "passed":
            entry["outcome"] = report.outcome
        if report.failed:
            print(f"\nfailed: {report.nodeid}", flush=True)
            with FAILURES.open("a") as file:
                file.write(f"{report.nodeid}\n{report.longreprtext}\n\n")
        text = report.capstdout.strip()
        if text:
            entry["said"] = text[-2000:]


def commit() -> str:
    """The commit that is checked out, with + if files differ from it."""
    head = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=ROOT)
    dirty = subprocess.run(["git", "status", "--porcelain"], capture_output=True, text=True, cwd=ROOT)
    return head.stdout.strip() + ("+" if dirty.stdout.strip() else "")


def main(arguments: list[str]) -> int:
    recorder = Recorder()
    begin = time.time()
    code = pytest.main(["--soak", "-n", "auto", "--dist", "loadfile", *arguments], [recorder])
    outcomes = [entry["outcome"] for entry in recorder.tests.values()]
    report = {
        "commit": commit(),
        "seed": 1,  # every campaign counts its seeds up from here
        "minutes": round((time.time() - begin) / 60, 1),
        "passed": outcomes.count("passed"),
        "failed": outcomes.count("failed"),
        "skipped": outcomes.count("skipped"),
        "tests": recorder.tests,
    }
    path = ROOT / "reports" / "soak.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(report, indent=1) + "\n")
    return int(code)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
