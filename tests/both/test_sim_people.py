"""Scripts of gestures: what can be read, and what is refused with its line."""

from support.refusing import refused
from tapete_host.sim.people import ScriptError, parse


def unreadable(text, words):
    return refused(lambda: parse(text.split("\n")), words, ScriptError)


def test_gestures_are_read():
    steps = parse(["# a trick", "lay AO@2 3C@4 foreign", "", "ok hold", "wait 20", "collect"])
    assert steps == [
        (2, "lay", ["AO@2", "3C@4", "foreign"]),
        (4, "ok", ["hold"]),
        (5, "wait", ["20"]),
        (6, "collect", []),
    ]


def test_bad_gestures_are_refused_with_their_line():
    assert unreadable("ok\nlay AO@5", "line 2: AO@5: a seat is 1, 2, 3 or 4")
    assert unreadable("lay AO@", "a seat is")
    assert unreadable("lay", "wrong number of words")
    assert unreadable("dance", "no gesture called dance")
    assert unreadable("wait soon", "milliseconds")
