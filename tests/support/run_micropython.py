"""Runs the test functions of one file under MicroPython and says `@@ok NAME` or `@@failed NAME` for each."""

import gc
import sys

# Garbage is collected long before the heap is full: what lives would else lie all over it, and a flash of half a
# megabyte finds no room in one piece.
gc.threshold(4_000_000)


class Skip(Exception):
    """Raised by a test that cannot run here; the text says why."""


def run(path):
    folder, _, file = path.rpartition("/")
    sys.path.insert(0, folder)
    module = __import__(file[:-3])
    # not dir(): it leaves out names that were put together while the module ran
    names = sorted(n for n in module.__dict__ if n.startswith("test_"))
    for name in names:
        try:
            getattr(module, name)()
            print("@@ok", name)
        except Exception as e:  # noqa: BLE001 - a test may fail in any way
            if type(e).__name__ == "Skip":
                print(e)
                print("@@skipped", name)
                continue
            sys.print_exception(e, sys.stdout)
            print("@@failed", name)


run(sys.argv[1])
