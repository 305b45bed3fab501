"""`make check-boards`: every board record of the firmware, or a maker's own files, against the pin rules."""

import argparse
import pathlib
import sys

from tapete_host.hardware import pin_rules, record


def check(path: pathlib.Path) -> tuple[str, list[str]]:
    """(a line for people, sentences on what is wrong) for one file."""
    try:
        board = record.read(path)
    except record.NotARecord as error:
        return f"{path}: no board record", [str(error)]
    wrong = pin_rules.faults(board)
    if not wrong and board.NAME != path.stem:
        wrong = [f'NAME is "{board.NAME}" in the file {path.name}; give both the same name.']
    if wrong:
        return f"{path.name}: {len(wrong)} to mend", wrong
    return f"{path.name}: {len(board.SIGNALS)} signals, {board.READER}, {board.PANEL}: good", []


def unlisted() -> list[str]:
    """Sentences on records that the firmware's list of boards lacks."""
    files = {path.stem for path in record.BOARDS.glob("*.py")} - {"__init__"}
    missing = sorted(files - set(record.names()))
    return [f"{name}.py is not in NAMES of firmware/tapete/boards/__init__.py; add it." for name in missing]


def main(arguments: list[str] | None = None) -> int:
    """0 when all is good, else 1."""
    parser = argparse.ArgumentParser(prog="check-boards", description=__doc__)
    parser.add_argument(
        "files", nargs="*", type=pathlib.Path, help="board records; none: those of the firmware"
    )
    files = parser.parse_args(arguments).files
    bad = 0
    for path in files or [record.BOARDS / f"{name}.py" for name in record.names()]:
        line, wrong = check(path)
        print(line)
        for sentence in wrong:
            print(f"  {sentence}")
        bad += len(wrong)
    for sentence in [] if files else unlisted():
        print(sentence)
        bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
