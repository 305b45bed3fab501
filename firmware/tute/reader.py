"""Reading a whole acta (acta.md sections 1 and 2): its head, then its events, with checksums and a torn last line."""

from tute.acta import ActaError, parse_line, unseal
from tute.grammar import Words
from tute.record import RulesError
from tute.rules import parse_rules


class Head:
    """What the head says: `rules`, `target` (None: the rules'), `games` by side index, `names` by seat."""

    def __init__(self):
        self.version = 0
        self.rules = None
        self.target = None
        self.games = []
        self.names = {}

    def take(self, text):
        """Takes a line of the head; False if it is none. ActaError if it is wrong, or is not the one that is due."""
        words = Words(text)
        if not words.word or text[:1] == "@":
            return True
        if not self.version:
            words.choose(("acta",), "acta 1")
            self.version = words.number(1, "version 1")
        elif not self.rules:
            words.choose(("rules",), "rules")
            self._take_rules(words)
            return True
        elif words.word == "target":
            words.next()
            self.target = words.number(999, "a number of rounds")
        elif words.word == "games":
            words.next()
            side = words.choose(self.rules.side_names(), "side")
            self.games[side] = (
                0 if words.word == "0" and words.next() else words.number(999, "a number of games")
            )
        elif words.word == "seat":
            words.next()
            seat = words.number(self.rules.players, "seat")
            name = words.text[words.pos :]
            while name[-1:] == " ":
                name = name[:-1]
            if not name or "#" in name or " *" in name:
                words.fail("name")
            self.names[seat] = name
            return True
        else:
            return False
        words.done()
        return True

    def _take_rules(self, words):
        text = words.text[words.pos :]
        try:
            self.rules = parse_rules(text)
        except RulesError as error:
            raise ActaError(words.pos + 1 + error.at, error.expected)
        self.games = [0] * len(self.rules.side_names())


class Reader:
    """Reads the lines of an acta, bytes with their LF. Iterating gives (line number, event, error) for every line that
    is an event or cannot be read: one of event and error (an ActaError) is None. After a wrong head nothing more comes.

    `head` is the head so far, complete before the first event; `dropped` the text of a last line that was torn by a
    power cut, else None, and `kept` the number of bytes before it.
    """

    def __init__(self, lines):
        self.lines = lines
        self.head = Head()
        self.dropped = None
        self.kept = 0
        self.sealed = False

    def __iter__(self):
        in_head = True
        for number, line, last in self._lookahead():
            event = error = None
            try:
                text = self._open(number, line, last)
                if text is None:
                    return
                in_head = in_head and self.head.take(text)
                if not in_head:
                    event = parse_line(text)
            except ActaError as wrong:
                error = wrong
            if event or error:
                yield number, event, error
            if error and in_head and not (self.head.version and self.head.rules):
                return

    def _lookahead(self):
        """(number, line, whether it is the last)"""
        number = 0
        held = None
        for line in self.lines:
            if held is not None:
                yield number, held, False
            number += 1
            held = line
        if held is not None:
            yield number, held, True

    def _open(self, number, line, last):
        """The text of a line; None if it was torn. ActaError if its checksum or its letters are wrong."""
        whole = line[-1:] == b"\n"
        bare = line[:-1] if whole else line
        if bare[-1:] == b"\r":
            bare = bare[:-1]
        bare, good = unseal(bare)
        if number == 1:
            self.sealed = good is not None
        if self.sealed and last and not (good and whole):
            self.dropped = _decode(bare, "?")
            return None
        self.kept += len(line)
        if self.sealed and not good:
            raise ActaError(len(_decode(bare, "?")) + 1, "checksum")
        return _decode(bare)


def _decode(data, instead=None):
    """The text of these bytes; if they are not UTF-8, ActaError, or the readable part and `instead`."""
    try:
        return data.decode()
    except UnicodeError:
        stop = len(data)
        while True:
            stop -= 1
            try:
                text = data[:stop].decode()
                break
            except UnicodeError:
                pass
        if instead:
            return text + instead
        raise ActaError(len(text) + 1, "UTF-8")
