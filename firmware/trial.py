"""Start of a program that is new on a device: it is kept once its first screen has been told, and left for the one
before if that does not come. It is put on a device by `tapete deploy`, as /trial/start.mpy; changes with what counts as
a good start.

In /trial are texts as /program.txt has them, which one rename puts in its place: `keep` the new program's folder,
`back` the old one's. `starts` has a byte for each start.
"""

import os
import sys
import time

import machine

_STARTS = 3
_BITE = 60000  # ms for the way to the app's own watchdog
_HOUR = 3600000
_STILL = 2000  # ms for which a first screen must have stood; less than the supervisor allows a worker


def _text(name):
    with open("/trial/" + name) as f:
        return f.read()


def _waits():
    """Whether nobody has decided yet."""
    try:
        os.stat("/trial/keep")
        return True
    except OSError:
        return False


def leave(why):
    """Start the program before this one."""
    os.rename("/trial/back", "/program.txt")
    print("note program left: " + why)
    time.sleep_ms(100)  # for the line to be sent
    machine.reset()


def watch(app):
    """Keep the program when the app's first screen was told and has stood for a while."""
    told: list = []

    def step(now):
        if app.crashes:
            app.console.flush()
            leave("a crash, see /crash.txt")
        if not app._said:
            return 100
        if not told:
            told.append(now)
            return _STILL
        os.rename("/trial/keep", "/program.txt")
        app.console.put("note program kept")
        app.loop.drop("trial")
        return None

    app.loop.add("trial", step)


def _counted():
    """Which start this is, from 1."""
    with open("/trial/starts", "a") as f:
        f.write(".")
    return os.stat("/trial/starts")[6]


def _doubt():
    """Why the program should not be started again, or ""."""
    try:
        starts = _counted()
    except OSError:
        return "the flash is full"
    if starts > _STARTS:
        return "no screen in %d starts" % _STARTS
    hung = starts > 1 and machine.reset_cause() == machine.WDT_RESET
    return "it hung" if hung else ""


def _failed(error):
    """Say what has ended the program, here and in the file that is for it."""
    sys.print_exception(error)
    try:
        with open("/crash.txt", "w") as f:
            sys.print_exception(error, f)
    except OSError:
        pass


def main():
    """Start the program."""
    machine.WDT(timeout=_BITE)
    doubt = _doubt()
    if doubt:
        leave(doubt)
    sys.modules["update"] = sys.modules.pop("start")
    os.chdir(_text("keep"))
    try:
        __import__("start")
    except KeyboardInterrupt:
        machine.WDT(timeout=_HOUR)
        raise
    except Exception as error:
        _failed(error)
        if _waits():
            leave("it ended with " + repr(error))
        raise


main()
