"""Runs one set of tests under two interpreters: pytest's own CPython and the real MicroPython.

tests/both    plain functions; collected by pytest as usual, and once more under MicroPython
tests/device  plain functions; MicroPython only, with the chips' shim first on the path
tests/host    ordinary pytest
"""

import ast
import os
import pathlib
import re
import runpy
import signal
import subprocess

import pytest

from support import compiled
from tapete_host.sim.client import micropython

TESTS = pathlib.Path(__file__).parent
ROOT = TESTS.parent
SHIM = ROOT / "host_tools/tapete_host/sim/shim"
LIBRARY = [ROOT / "host_tools", TESTS]
FILE_SECONDS = 480  # real time, on a slow machine with other things to do
# Files that take long, longest first, in `make test` and in `make soak`: they begin first, or one worker ends alone.
LONG = {
    False: """test_page test_deploy test_rest test_heap test_doctor test_campaign_rounds test_kill test_evening
        test_health test_power_cut
        test_deck_reported test_screens test_readme test_web_scan test_mat test_screens_of_stories test_game
        test_players test_scan test_name_cards test_enrol test_replay_page test_campaign_rounds_more test_seats_app
        test_panels test_sim_server test_api test_campaign_forty test_bad_mat test_cheats test_example_seats test_flash
        test_device_tools test_virtual_board test_enroll test_transcripts
        test_rows_seats test_rows_reader test_app_troubles test_perft test_rows_panel test_app test_panel""".split(),
    True: """test_deploy test_campaign_forty test_campaign_rounds test_campaign_rounds_more test_cheats
        test_against_naive_stock test_against_naive test_game test_power_cut test_kill test_fuzz_parsers test_table_fuzz
        test_heap test_fuzz_files test_fuzz_host test_matches test_campaign_seats test_perft test_panels test_page
        test_same_acta test_mat test_heap_panels test_flash""".split(),
}
# Room for worlds with their flash; collecting garbage takes time by the size of the heap.
HEAP = "24M"
HEAP_MARK = re.compile(r"^# heap: (\d+M)$", re.M)


def pytest_addoption(parser):
    parser.addoption("--soak", action="store_true", help="run the large numbers (make soak)")


@pytest.fixture
def soak(request) -> bool:
    """True under `make soak`: take the large number of samples."""
    return request.config.getoption("--soak")


def pytest_configure(config):
    # A run that a shell has begun in the background ignores Ctrl-C, and so would all that the tests start and stop.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.getoption("--soak"):
        os.environ["TAPETE_SOAK"] = "1"


def pytest_xdist_auto_num_workers(config):
    """One more than there are cores: browsers, brokers and killed processes are waited for."""
    return len(os.sched_getaffinity(0)) + 1


def pytest_collection_modifyitems(config, items):
    long = LONG[config.getoption("--soak")]
    items.sort(key=lambda item: long.index(item.path.stem) if item.path.stem in long else len(long))


def pytest_collect_file(file_path, parent):
    if file_path.suffix != ".py" or not file_path.name.startswith("test_"):
        return None
    if file_path.parent.name == "device":
        return MicroPythonFile.from_parent(parent, path=file_path, shim=True)
    if file_path.parent.name == "both":
        return MicroPythonFile.from_parent(parent, path=file_path, shim=False)
    return None


class MicroPythonFile(pytest.File):
    """A test file run by one MicroPython process, an item for each of its functions."""

    def __init__(self, *, shim: bool, **kw):
        super().__init__(**kw)
        self.shim = shim
        self.report = None

    def collect(self):
        for name in names_of_tests(self.path, not self.shim):
            yield MicroPythonTest.from_parent(self, name=name + "[micropython]")

    def results(self) -> dict[str, tuple[str, str]]:
        """name -> (outcome, text); the process is run once, at the first question."""
        if self.report is None:
            self.report = run_file(self.path, self.shim, self.session.config.getoption("--soak"))
        return self.report


def names_of_tests(path: pathlib.Path, importable: bool) -> list[str]:
    """Names of the tests in a file, as written; those of a file that makes tests in a loop by importing it."""
    text = path.read_text()
    if importable and "globals()" in text:
        return [name for name in runpy.run_path(str(path)) if name.startswith("test_")]
    body = ast.parse(text).body
    return [node.name for node in body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


def run_file(path: pathlib.Path, shim: bool, soak: bool) -> dict[str, tuple[str, str]]:
    parts = ([SHIM] if shim else []) + [compiled.firmware()] + LIBRARY
    env = dict(os.environ, MICROPYPATH=":".join(map(str, parts)) + ":.frozen")
    marked = HEAP_MARK.search(path.read_text())
    heap = marked.group(1) if marked else HEAP
    command = [
        micropython(),
        "-X",
        f"heapsize={heap}",
        str(TESTS / "support" / "run_micropython.py"),
        str(path),
    ]
    limit = FILE_SECONDS * (6 if soak else 1)
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=limit, cwd=ROOT)
    except subprocess.TimeoutExpired as late:
        return {"": ("failed", f"no end after {limit} s\n{late.stdout}")}
    found: dict[str, tuple[str, str]] = {}
    text: list[str] = []
    for line in done.stdout.splitlines():
        if line.startswith("@@"):
            outcome, name = line[2:].split()
            found[name] = (outcome, "\n".join(text))
            text = []
        else:
            text.append(line)
    found[""] = ("failed", "\n".join(text) + done.stderr + f"\nexit {done.returncode}")
    return found


class MicroPythonTest(pytest.Item):
    def runtest(self):
        results = self.parent.results()
        outcome, text = results.get(self.name.split("[")[0], results[""])
        if outcome == "skipped":
            pytest.skip(text.strip() or "skipped")
        if outcome != "ok":
            raise MicroPythonFailure(text)
        if text:
            self.add_report_section("call", "stdout", text)

    def repr_failure(self, info, style=None):
        if isinstance(info.value, MicroPythonFailure):
            return str(info.value)
        return super().repr_failure(info, style)

    def reportinfo(self):
        return self.path, None, self.name


def rows_of_problems() -> dict[int, tuple[str, str]]:
    """Row of the list of field problems -> (what happened to others, what stands against it)."""
    text = (TESTS / "field_problems.md").read_text()
    rows = re.findall(r"^\| (\d+) \| ([^|]*) \| [^|]* \| ([^|]*) \|$", text, re.M)
    return {int(row): (told, against) for row, told, against in rows}


def pytest_terminal_summary(terminalreporter):
    """The field problems by their row, with what became of their tests in this run."""
    ran: dict[int, dict[str, int]] = {}
    for outcome in ("passed", "failed", "skipped", "error"):
        for report in terminalreporter.stats.get(outcome, []):
            found = re.search(r"::test_row((?:_\d\d)(?:_and_\d\d)*)_", getattr(report, "nodeid", ""))
            for row in map(int, re.findall(r"\d\d", found[1])) if found else ():
                ran.setdefault(row, {}).setdefault(outcome, 0)
                ran[row][outcome] += 1
    if not ran:
        return
    terminalreporter.section("field problems (tests/field_problems.md)")
    for row, (told, against) in rows_of_problems().items():
        none = "not built yet" if "not built" in against else "-"
        said = ", ".join(f"{n} {outcome}" for outcome, n in ran.get(row, {}).items()) or none
        terminalreporter.write_line(f"{row:3}  {said:20} {told[:80]}")


class MicroPythonFailure(Exception):
    """A test failed under MicroPython; the text is what that process printed."""


def pytest_pycollect_makemodule(module_path, parent):
    if module_path.parent.name == "device":
        return EmptyModule.from_parent(parent, path=module_path)
    return None


class EmptyModule(pytest.Module):
    """Stands for a device test file in CPython, where it has nothing to say."""

    def collect(self):
        return []
