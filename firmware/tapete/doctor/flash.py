"""Test of the flash: its room, every file read, a file written and read back; changes with what is kept there."""

import os
from time import ticks_diff, ticks_us

from tapete.doctor.protocol import Failed

_FULL = 61
_FAILS = 62
_DIFFERS = 63
_UNREADABLE = 64
_FILE = "/doctor.tmp"
_PIECE = 512
_PIECES = 32
_BLOCK = 4096
_ENOSPC = 28  # MicroPython's errno has no name for it


def flash(talk):
    """See above; nothing that is there is written to."""
    _remove()
    stat = os.statvfs("/")
    total, free = stat[0] * stat[2], stat[0] * stat[3]
    files, size, bad = _read_all(talk)
    if bad:
        raise Failed(_UNREADABLE, "%d of %d files cannot be read: %s" % (len(bad), files, " ".join(bad[:4])))
    try:
        us = _written()
        _check()
    except OSError as error:
        full = error.errno == _ENOSPC
        raise Failed(
            _FULL if full else _FAILS, "writing gives error %d; %d bytes are free" % (error.errno or 0, free)
        )
    finally:
        _remove()
    return "total=%d free=%d files=%d bytes=%d block_ms=%d" % (
        total,
        free,
        files,
        size,
        us * _BLOCK // (_PIECE * _PIECES * 1000),
    )


def _remove():
    try:
        os.remove(_FILE)
    except OSError:
        pass


def _read_all(talk):
    """(files, their bytes, the paths of those that cannot be read) of the whole file system."""
    folders = [""]
    files = size = 0
    bad = []
    piece = bytearray(_PIECE)
    while folders:
        folder = folders.pop()
        try:
            entries = list(os.ilistdir(folder or "/"))
        except OSError:
            bad.append(folder or "/")
            continue
        for entry in entries:
            path = folder + "/" + entry[0]
            if entry[1] & 0x4000:
                folders.append(path)
                continue
            files += 1
            if files % 50 == 0:
                talk.note("%d files read" % files)
            try:
                size += _read(path, piece)
            except OSError:
                bad.append(path)
    return files, size, bad


def _read(path, piece):
    """Bytes of a file, all of which have been read."""
    size = 0
    with open(path, "rb") as f:
        while True:
            n = f.readinto(piece)
            if not n:
                return size
            size += n


def _piece(k):
    """A piece of the test file: no two of them are alike."""
    return bytes([(k * 37 + i * (2 * k + 1)) & 0xFF for i in range(_PIECE)])


def _written():
    """us that writing the test file took."""
    spent = 0
    with open(_FILE, "wb") as f:
        for k in range(_PIECES):
            piece = _piece(k)
            begin = ticks_us()
            f.write(piece)
            spent += ticks_diff(ticks_us(), begin)
    return spent


def _check():
    with open(_FILE, "rb") as f:
        for k in range(_PIECES):
            if f.read(_PIECE) != _piece(k):
                raise Failed(
                    _DIFFERS, "what was written reads back differently from byte %d on" % (k * _PIECE)
                )
