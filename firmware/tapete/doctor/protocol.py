"""The lines of the doctor's protocol: commands are read strictly, answers are one line each; changes with the protocol.

Pure: no device, no clock. firmware/README.md has the table that people read.
"""

VERSION = 1  # of the protocol
MOST = 80  # bytes of a command, without its LF
_WIDEST = 200  # characters of an answer

# Command, the module that does it, and of each argument the least and the most that it can be.
COMMANDS = (
    ("hello", "unit", ()),
    ("reader", "reader", ()),
    ("antenna", "reader", ((1, 4), (1, 500), (0, 120))),
    ("panel", "panel", ()),
    ("buttons", "buttons", ((0, 120),)),
    ("sound", "signals", ()),
    ("light", "signals", ()),
    ("flash", "flash", ()),
    ("memory", "unit", ()),
    ("clock", "unit", ()),
    ("wifi", "unit", ()),
    ("battery", "unit", ()),
    ("deck", "deck", ((0, 600),)),
    ("bye", "", ()),
)

UNKNOWN = 1
LONG = 2
NOT_ASCII = 3
COUNT = 4
RANGE = 5
BROKEN = 6
NO_BOARD = 7
"""Numbers of errors that are no part's; those of parts are with their tests."""


class Failed(Exception):
    """A command cannot be, or a part does not do its work: the number and the text of the ERROR line."""

    def __init__(self, number, text):
        super().__init__(text)
        self.number = number
        self.text = text


def parse(line):
    """(command, its module, its numbers) of a line's bytes without LF. Raises Failed."""
    if len(line) > MOST:
        raise Failed(LONG, "a line has at most %d bytes" % MOST)
    if any([not 32 <= byte < 127 for byte in line]):
        raise Failed(NOT_ASCII, "a line is of printable ASCII")
    words = str(line, "ascii").split(" ")
    for name, module, bounds in COMMANDS:
        if name == words[0]:
            return name, module, _numbers(name, bounds, words[1:])
    raise Failed(UNKNOWN, "no such command")


def _numbers(name, bounds, words):
    if len(words) != len(bounds):
        raise Failed(COUNT, "%s has %d arguments" % (name, len(bounds)))
    found = []
    for word, (least, most) in zip(words, bounds):
        if not 0 < len(word) < 5 or any([not "0" <= digit <= "9" for digit in word]):
            raise Failed(RANGE, "an argument is a number from %d to %d" % (least, most))
        if not least <= int(word) <= most:
            raise Failed(RANGE, "an argument is a number from %d to %d" % (least, most))
        found.append(int(word))
    return found


def plain(text):
    """A text as an answer can have it: printable ASCII without double quotes, not too long."""
    said = [letter if 32 <= ord(letter) < 127 and letter != '"' else "?" for letter in text[:_WIDEST]]
    return "".join(said)


def error(failed):
    """The line for a Failed."""
    return 'ERROR %d "%s"' % (failed.number, plain(failed.text))
