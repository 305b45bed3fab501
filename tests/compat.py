"""The oldest and the newest MicroPython that the firmware runs on, and one between: the tests of the game and of the
device's pure modules in WebAssembly builds, and mypy against the stubs of both ends. `make compat` runs it.

    python tests/compat.py [TEST_FILE...]     all of tests/both without names
"""

import concurrent.futures
import os
import pathlib
import sys
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent)]

from support import stubs, wasm  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSIONS = ("1.23.0", "1.26.0", wasm.NEWEST)
TOO_OLD = "1.21.0-279"  # calls itself 1.22.0-preview
# Test -> why it cannot run in these builds; it is run all the same, and must fail: else it is to be taken off here.
EXCEPTIONS: dict[str, str] = {}
# Long files first, or one worker ends alone.
LONG = ("test_game", "test_cheats", "test_perft", "test_against_naive_stock", "test_against_naive")


def files(wanted: list[str]) -> list[pathlib.Path]:
    """The test files with these names, or all, long ones first."""
    found = sorted((ROOT / "tests/both").glob("test_*.py"))
    chosen = [path for path in found if not wanted or path.stem in wanted]
    return sorted(chosen, key=lambda path: LONG.index(path.stem) if path.stem in LONG else len(LONG))


def check_version(version: str, wanted: list[str]) -> bool:
    """Run the tests in one version and say what came of it, in a line and one more for each failure."""
    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as workers:
        runs = list(workers.map(lambda path: wasm.run_file(version, path), files(wanted)))
    outcomes = [outcome for run in runs for outcome in run]
    wrong = [outcome for outcome in outcomes if is_wrong(outcome)]
    for outcome in wrong:
        print(f"{outcome.file}::{outcome.test} {outcome.word}\n{outcome.text}")
    known = sum(outcome.word == "failed" and not is_wrong(outcome) for outcome in outcomes)
    skipped = sum(outcome.word == "skipped" for outcome in outcomes)
    line = f"{len(outcomes)} tests, {len(wrong)} failed, {known} known exceptions, {skipped} skipped"
    print(f"MicroPython {version}: {line} ({time.monotonic() - begin:.0f} s)", flush=True)
    return bool(outcomes) and not wrong


def is_wrong(outcome: wasm.Outcome) -> bool:
    """Whether it is not what must be: failed, or passed though it is an exception."""
    return (outcome.word == "failed") != (outcome.test in EXCEPTIONS)


def check_refusal() -> bool:
    """The device's program does not start on a MicroPython that is too old, and says so."""
    said = wasm.start(TOO_OLD)
    good = "needs MicroPython 1.23" in said
    print(f"MicroPython {TOO_OLD}: " + ("is refused" if good else f"is not refused:\n{said}"), flush=True)
    return good


def check_types(version: str) -> bool:
    """mypy of the firmware against the stubs of this version."""
    said = stubs.check(version)
    print(f"mypy with the stubs of {version}: {said.splitlines()[-1]}", flush=True)
    if not said.startswith("Success"):
        print(said)
    return said.startswith("Success")


def main(wanted: list[str]) -> int:
    missing = [version for version in (*VERSIONS, TOO_OLD) if wasm.interpreter(version) is None]
    if missing:
        print(
            f"No MicroPython {', '.join(missing)}: Node and npm are needed, and the network at the first run."
        )
        return 2
    good = [check_types(version) for version in stubs.VERSIONS]
    good += [check_version(version, wanted) for version in VERSIONS]
    good += [check_refusal()]
    print("All of it holds." if all(good) else f"{good.count(False)} of {len(good)} do not hold.")
    return 0 if all(good) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
