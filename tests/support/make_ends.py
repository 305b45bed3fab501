"""The example actas of every penalty, detection and end (tests/golden/ends): their answers, written anew.

`python tests/support/make_ends.py` reads each NAME.acta there and writes NAME.jsonl, one answer a line. The actas are
written by hand: each begins with a sentence on what it shows.
"""

import os
import sys

ROOT = __file__[: __file__.rfind("/tests/")]
for _folder in ("/firmware", "/tests"):
    if ROOT + _folder not in sys.path:
        sys.path.insert(0, ROOT + _folder)

from tute.answer import to_json  # noqa: E402
from tute.reader import Reader  # noqa: E402
from tute.referee import Referee  # noqa: E402

FOLDER = ROOT + "/tests/golden/ends/"


def names():
    """The names of the examples, sorted."""
    return sorted([name[:-5] for name in os.listdir(FOLDER) if name[-5:] == ".acta"])


def answers(name):
    """The JSON lines of an example."""
    found = []
    referee = None
    with open(FOLDER + name + ".acta", "rb") as lines:
        reader = Reader(lines)
        for number, event, error in reader:
            if error:
                place = (("column", error.column), ("expected", error.expected))
                found.append(to_json((("line", number), ("error", place))))
                continue
            if referee is None:
                head = reader.head
                referee = Referee(head.rules, head.target, head.games)
            found.append(referee.push(event, number).dumps())
    return found


def main():
    for name in names():
        with open(FOLDER + name + ".jsonl", "w") as file:
            file.write("\n".join(answers(name)) + "\n")
        print("tests/golden/ends/%s.jsonl" % name)


if __name__ == "__main__":
    main()
