"""Reads the acta back from flash and repairs what a cut of power or a bad sector left; loaded when needed.

Works on a Journal's folder and place (see there); the journal itself only writes.
"""

import os

from tapete.journal import make_folder, replace
from tute.acta import unseal

_LONGEST = 202  # acta.md section 1: a line is at most 200 bytes; LF and one more to notice
_SPARE = 24  # free blocks below which old matches are removed for a new one


def text_of(raw):
    """bytes of one line -> its text without checksum and LF; None if it is torn, or its checksum missing or
    bad."""
    if len(raw) >= _LONGEST or raw[-1:] != b"\n":
        return None
    try:
        text, good = unseal(raw.rstrip(b"\r\n"))
        return str(text, "utf-8") if good else None
    except UnicodeError:
        return None


def load(journal):
    """Journal.load(): yields (number, text) and leaves the journal ready to append."""
    journal.clear()
    journal.dropped = journal.damage = None
    journal.match = journal.line = 0
    for match in reversed(matches(journal.path)):
        journal.match = match
        for item in _read_parts(journal):
            yield item
        if journal.line or journal.damage:
            break
    if journal.line and not journal.damage:
        for item in _read_hot(journal):
            yield item
    if journal.damage:
        _leave_damage(journal)


def _read_parts(journal):
    torn = where = None
    while True:
        try:
            f = open(journal.name(journal.part), "rb")
        except OSError:
            break
        journal.fresh = True
        with f:
            while True:
                raw = f.readline(_LONGEST)
                if not raw:
                    break
                if torn is not None:
                    journal.damage = (journal.line + 1, readable(torn))
                    return
                text = text_of(raw)
                if text is None:
                    torn, where = raw, journal.part
                    continue
                journal.fresh = False
                journal.line += 1
                yield journal.line, text
        journal.part += 1
    if journal.part:
        journal.part -= 1
    journal.folded = journal.line
    if torn is not None:
        journal.dropped = readable(torn)
        _cut(journal, where)


def _cut(journal, part):
    """Rewrite a part without its torn last line."""
    good = []
    try:
        with open(journal.name(part), "rb") as f:
            while True:
                raw = f.readline(_LONGEST)
                if not raw or text_of(raw) is None:
                    break
                good.append(str(raw, "utf-8"))
        replace(journal.path, good, journal.name(part))
    except OSError as error:
        journal.failed(error)


def _read_hot(journal):
    """Lines of the hot file that no part has."""
    raws = []
    try:
        with open(journal.path + "/hot/now", "rb") as f:
            head = text_of(f.readline(_LONGEST))
            while True:
                raw = f.readline(_LONGEST)
                if not raw:
                    break
                raws.append(raw)
    except OSError:
        return
    try:
        match, number = [int(word) for word in head[1:].split()]
    except (TypeError, ValueError):
        journal.dropped = readable(raws[0] if raws else b"?")
        return
    if match != journal.match:
        return
    if number > journal.line + 1:
        journal.damage = (journal.line + 1, "missing")
        return
    texts = _good(journal, raws[journal.line + 1 - number :])
    journal.take_up(texts)
    if journal.dropped:  # cut it off before anything is appended
        try:
            journal.write_hot()
        except OSError as error:
            journal.failed(error)
    for text in texts:
        journal.line += 1
        yield journal.line, text


def _good(journal, raws):
    """Texts of these lines up to the first bad one, which is noted: torn if it is the last."""
    texts: list = []
    for raw in raws:
        text = text_of(raw)
        if text is None:
            if len(texts) < len(raws) - 1:
                journal.damage = (journal.line + len(texts) + 1, readable(raw))
            else:
                journal.dropped = readable(raw)
            break
        texts.append(text)
    return texts


def _leave_damage(journal):
    """Go on in a new match with the lines above the damage, and leave the damaged files as they are."""
    damage = journal.damage
    texts = [text for _, text in lines(journal.path, journal.match, journal.line)]
    texts.extend([text_of(line.encode()) for line in journal.pending])
    journal.pending = []
    if texts:
        journal.open_match(texts)
    journal.damage = damage


def matches(path):
    """Numbers of the matches on flash, the oldest first."""
    found = []
    try:
        for entry in os.ilistdir(path):
            name = entry[0]
            if name[-3:] == ".00" and name[:-3].isdigit():
                found.append(int(name[:-3]))
    except OSError:
        pass
    found.sort()
    return found


def lines(path, match, last=0):
    """Yield (number, text) of a match's lines in its parts, up to line `last` (0: all) or the first bad
    one."""
    number = part = 0
    while True:
        try:
            f = open("%s/%04d.%02d" % (path, match, part), "rb")
        except OSError:
            return
        with f:
            while True:
                raw = f.readline(_LONGEST)
                if not raw:
                    break
                text = text_of(raw)
                if text is None:
                    return
                number += 1
                yield number, text
                if number == last:
                    return
        part += 1


def remove(path, match):
    """Delete a match. Raises OSError."""
    part = 0
    while True:
        try:
            os.stat("%s/%04d.%02d" % (path, match, part))
        except OSError:
            break
        part += 1
    while part:  # the first part last, so that a cut leaves something that can be listed and removed
        part -= 1
        os.remove("%s/%04d.%02d" % (path, match, part))


def make_room(path, numbers):
    """Remove the oldest of these matches, but never the last, until a new one has room."""
    try:
        make_folder(path)
        while len(numbers) > 1 and _free(path) < _SPARE:
            remove(path, numbers.pop(0))
    except OSError:
        pass  # writing the head will say so


def _free(path):
    """Free blocks. A full littlefs counts some blocks twice and has less than none."""
    stat = os.statvfs(path)
    return 0 if stat[3] > stat[2] else stat[3]


def readable(raw):
    """What is shown of a bad line: nothing of one that may name cards that nobody has seen."""
    if raw[:4] in (b"hand", b"draw", b"@bat"):
        return str(raw[:4], "utf-8")
    return "".join([chr(b) if 32 <= b < 127 else "?" for b in raw.strip()[:60]])
