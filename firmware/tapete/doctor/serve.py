"""The doctor at the serial line: commands in, answers out, until `bye`; changes with how lines come and go.

Whoever has stopped the app runs main() at MicroPython's prompt. If nobody asks for a minute the cable is out: the
device starts again, and its match goes on. A test that hangs is ended by the watchdog.
"""

import gc
import select
import sys
import time

import machine

from tapete import lend
from tapete.doctor import protocol
from tapete.supervisor import release

_ALONE = 60000  # ms without a line after which nobody is there any more
_BITE = 120000  # ms: more than a part takes without a word
_LOOK = 2  # ms between looks at the line: clock's answer is late by that


class Talk:
    """The serial line. note and progress are for the tests: they also say that one is alive."""

    def __init__(self):
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._dog = machine.WDT(timeout=_BITE)

    def say(self, text):
        """One line."""
        self._dog.feed()
        sys.stdout.write(text + "\n")

    def note(self, text):
        """A line for people, `# text`."""
        self.say("# " + protocol.plain(text))

    def progress(self, done, of):
        """`PROGRESS done of`"""
        self.say("PROGRESS %d %d" % (done, of))

    def line(self):
        """The next line without its LF, cut behind what is too long; None if none has come for a minute."""
        line = bytearray()
        begin = time.ticks_ms()
        while True:
            if not self._poll.poll(0):
                if time.ticks_diff(time.ticks_ms(), begin) > _ALONE:
                    return None
                time.sleep_ms(_LOOK)
                continue
            byte = sys.stdin.buffer.read(1)
            if byte == b"\n":
                self._dog.feed()
                return bytes(line[:-1] if line[-1:] == b"\r" else line)
            if len(line) < protocol.MOST + 2:
                line += byte


def main():
    """Answer commands until `bye`; a KeyboardInterrupt ends it too. Does not return if nobody asks: the device starts
    again."""
    talk = Talk()
    try:
        talk.note("tapete doctor %d" % protocol.VERSION)
        while True:
            line = talk.line()
            if line is None:
                machine.reset()
            if not _answer(talk, line):
                return
    finally:
        release()


def _answer(talk, line):
    """Do what a line asks for -> whether to go on."""
    name = ""
    try:
        name, module, numbers = protocol.parse(line)
        said = _do(talk, name, module, numbers) if module else name
        talk.say("OK " + said)
    except protocol.Failed as failed:
        talk.say(protocol.error(failed))
    except Exception as error:  # a test's own mistake, or a part that does what nobody thought of
        text = "%s %s: %s" % (name, type(error).__name__, error)
        talk.say(protocol.error(protocol.Failed(protocol.BROKEN, text)))
    return name != "bye"


def _do(talk, name, module, numbers):
    gc.collect()
    return getattr(lend("doctor." + module), name)(talk, *numbers)
