"""Scripts of gestures: what can be read, and what is refused with its line."""

from tapete_host.sim.people import ScriptError, parse


def refused(text, words):
    try:
        parse(text.split("\n"))
    except ScriptError as e:
        assert words in str(e), str(e)
        return True
    return False


def test_gestures_are_read():
    steps = parse(["# a trick", "lay AO@2 3C@4 foreign", "", "ok hold", "wait 20", "collect"])
    assert steps == [
        (2, "lay", ["AO@2", "3C@4", "foreign"]),
        (4, "ok", ["hold"]),
        (5, "wait", ["20"]),
        (6, "collect", []),
    ]


def test_bad_gestures_are_refused_with_their_line():
    assert refused("ok\nlay AO@5", "line 2: AO@5: a seat is 1, 2, 3 or 4")
    assert refused("lay AO@", "a seat is")
    assert refused("lay", "wrong number of words")
    assert refused("dance", "no gesture called dance")
    assert refused("wait soon", "milliseconds")
