"""Matches on a device's flash: the parts of an acta put together as the device reads them at its start (journal).

Changes with the journal's files; where they come from, a flash image or a board, is the caller's.
"""

from typing import Protocol

from tute.acta import unseal

FOLDER = "/actas"
HOT = FOLDER + "/hot"


class Files(Protocol):
    """A file system that can be looked at."""

    def names(self, folder: str) -> list[str]:
        """What is in a folder; nothing if there is no such folder."""

    def read(self, path: str) -> bytes:
        """A file's bytes; raises OSError or the caller's own error."""


def numbers(files: Files) -> list[int]:
    """Numbers of the matches, the oldest first."""
    return sorted({int(name[:4]) for name in files.names(FOLDER) if _is_part(name)})


def parts(files: Files, number: int) -> list[str]:
    """Paths of the parts of a match, in their order."""
    head = f"{number:04d}."
    found = [name for name in files.names(FOLDER) if _is_part(name) and name.startswith(head)]
    return [f"{FOLDER}/{name}" for name in sorted(found, key=lambda name: int(name[5:]))]


def lines(files: Files, number: int) -> list[bytes]:
    """The confirmed lines of a match with their checksums, without LF: those of its parts, and those of the trick on
    the table that only the hot file has (see firmware/tapete/journal.py)."""
    found: list[bytes] = []
    for path in parts(files, number):
        found += good_lines(files.read(path))
    hot = good_lines(files.read(HOT + "/now")) if "now" in files.names(HOT) else []
    first = _first_of(hot[:1], number)
    if 0 < first <= len(found) + 1:
        found += hot[2 + len(found) - first :]
    return found


def text(files: Files, number: int) -> str:
    """The acta of a match without checksums."""
    return "".join(str(unseal(line)[0], "utf-8") + "\n" for line in lines(files, number))


def _is_part(name: str) -> bool:
    return len(name) > 6 and name[4] == "." and (name[:4] + name[5:]).isdigit()


def good_lines(data: bytes) -> list[bytes]:
    """The lines of a sealed file, up to the first that is torn."""
    found = []
    for raw in data.split(b"\n")[:-1]:
        raw = raw.rstrip(b"\r")
        if not unseal(raw)[1] or not _readable(raw):
            break
        found.append(raw)
    return found


def _readable(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeError:
        return False
    return True


def _first_of(head: list[bytes], number: int) -> int:
    """The number of the first line in a hot file with this head (`#MATCH FIRST`); 0 if it is of another match."""
    words = str(unseal(head[0])[0], "utf-8").split() if head else []
    if len(words) == 2 and words[0] == f"#{number}" and words[1].isdigit():
        return int(words[1])
    return 0
