"""What must be refused, under both interpreters: pytest.raises is not there under MicroPython."""

from tapete_host.sim.strict import StrictError


def refused(fn, words="", kind=StrictError):
    """True if fn() raises `kind` with these words in its text; AssertionError if with others, False if nothing is."""
    try:
        fn()
    except kind as e:
        assert words in str(e), str(e)
        return True
    return False
