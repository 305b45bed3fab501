"""The two interpreters differ where the dialect says so; what the code relies on holds in both."""

import sys


def test_small_text_functions_exist():
    assert "%-3s|" % "a" == "a  |"
    assert "a b".partition(" ") == ("a", " ", "b")
    assert (5).to_bytes(2, "little") == b"\x05\x00"


def test_version_is_supported():
    if sys.implementation.name == "micropython":
        assert sys.implementation.version[:2] >= (1, 23)
    else:
        assert sys.version_info >= (3, 11)
