"""Name cards: stickers that are nobody's card, each with the name of a player, kept in /names.txt. Lent.

A line a card, its UID in hex and the name. The names are what people call themselves at the table, nothing else.
"""

import os

from tapete.journal import replace

PATH = "/names.txt"
_MOST = 40  # lines; the oldest goes first
_LONGEST = 120  # bytes of a line; what is longer was not written here


def _lines():
    """[(UID in capital hex, name)...]; lines that cannot be read are passed over. Raises OSError unless there is no
    file."""
    found = []
    try:
        with open(PATH, "rb") as f:
            while True:
                raw = f.readline(_LONGEST)
                if not raw:
                    break
                try:
                    uid, _, name = raw.decode().strip().partition(" ")
                except UnicodeError:
                    continue
                if name.strip():
                    found.append((uid.upper(), name.strip().replace(",", " ")))
    except OSError as error:
        if error.errno != 2:
            raise
    return found


def name_of(uid):
    """The name on this card; "" for one that has none yet, or whose name cannot be read."""
    try:
        for known, name in _lines():
            if known == uid.hex().upper():
                return name
    except OSError:
        pass
    return ""


def keep(uid, name):
    """Put this name on that card, instead of what it had -> whether it is on flash."""
    own = uid.hex().upper()
    try:
        lines = [line for line in _lines() if line[0] != own][1 - _MOST :]
        lines.append((own, name))
        replace(PATH.rpartition("/")[0], [" ".join(line) + "\n" for line in lines], PATH)
        return True
    except OSError:
        return False


def some():
    """Whether a card has a name."""
    try:
        return bool(_lines())
    except OSError:
        return True


def forget():
    """Let no card have a name -> whether that is so on flash."""
    try:
        os.remove(PATH)
    except OSError as error:
        return error.errno == 2
    return True
