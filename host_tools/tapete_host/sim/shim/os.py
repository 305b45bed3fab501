"""`os` as the ESP32 has it: the Unix port's, plus uname; everything else is passed through."""

import uos


def uname():
    """The fields of the ESP32 port."""
    from collections import namedtuple

    uname_result = namedtuple("uname_result", ("sysname", "nodename", "release", "version", "machine"))
    return uname_result("esp32", "esp32", "1.29.0", "virtual table", "Virtual table with ESP32")


def sync():
    """Write all file systems out; littlefs has nothing to write then."""


def __getattr__(name):
    return getattr(uos, name)
