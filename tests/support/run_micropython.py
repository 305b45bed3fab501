"""Runs the test functions of one file under MicroPython and says `@@ok NAME` or `@@failed NAME` for each."""

import gc
import sys

# Garbage is collected long before the heap is full: what lives would else lie all over it, and a flash of half a
# megabyte finds no room in one piece.
gc.threshold(4_000_000)


class Skip(Exception):
    """Raised by a test that cannot run here; the text says why."""


def load(path):
    """The test functions of this file by name."""
    folder, _, file = path.rpartition("/")
    sys.path.insert(0, folder)
    module = __import__(file[:-3])
    # not dir(): it leaves out names that were put together while the module ran
    return {name: thing for name, thing in module.__dict__.items() if name.startswith("test_")}


def run(name, function):
    """Run one and say what became of it."""
    try:
        function()
        print("@@ok", name)
    except Exception as e:  # noqa: BLE001 - a test may fail in any way
        if type(e).__name__ == "Skip":
            print(e)
            print("@@skipped", name)
            return
        sys.print_exception(e, sys.stdout)
        print("@@failed", name)


if __name__ == "__main__":
    found = load(sys.argv[1])
    for name in sorted(found):
        run(name, found[name])
