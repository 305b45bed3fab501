"""Name cards: stickers that are nobody's card, each with the name of a player, kept in /names.txt. Lent.

A line a card, its UID in hex and the name. The names are what people call themselves at the table, nothing else.
"""

import os

from tapete.journal import replace

PATH = "/names.txt"
_MOST = 40  # lines; the oldest goes first


def _lines():
    """The lines that can be read; none where there is no file."""
    try:
        with open(PATH, "rb") as f:
            return [line.decode() for line in f.read(40 * _MOST).split(b"\n") if line.count(b" ")]
    except (OSError, UnicodeError):
        return []


def name_of(uid):
    """The name on this card; "" for one that has none yet."""
    for line in _lines():
        known, _, name = line.partition(" ")
        if known == uid.hex().upper():
            return name.strip()
    return ""


def keep(uid, name):
    """Put this name on that card, instead of what it had -> whether it is on flash."""
    own = uid.hex().upper()
    lines = [line for line in _lines() if line.partition(" ")[0] != own][1 - _MOST :]
    lines.append(own + " " + name)
    try:
        replace(PATH.rpartition("/")[0], [line + "\n" for line in lines], PATH)
        return True
    except OSError:
        return False


def forget():
    """No card has a name any more."""
    try:
        os.remove(PATH)
    except OSError:
        pass
