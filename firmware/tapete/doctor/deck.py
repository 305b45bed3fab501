"""Test of the deck: forty stickers, none double; and, if somebody passes the cards over the mat, all of them heard."""

from time import sleep_ms, ticks_add, ticks_diff, ticks_ms

from tapete import lend
from tapete.doctor.protocol import Failed
from tute.cards import card_name

_NONE = 91
_MISSING = 92
_DOUBLE = 93
_MALFORMED = 94
_UNHEARD = 95
_ALIVE = 5000  # ms between two lines of progress, also when no card comes
_NUMBERS = {"missing": _MISSING, "double": _DOUBLE, "malformed": _MALFORMED, "foreign": _MALFORMED}


def deck(talk, seconds):
    """Look at the file of the deck that is played with; with `seconds` its cards are then waited for, each so long."""
    parts = lend("doctor.parts")
    settings, _ = parts.opened()
    made = parts.deck(settings)
    known = [card for card in range(40) if made.uid(card)]
    _check(talk, made.problems(), len(known))
    said = "number=%d cards=%d" % (settings.deck, len(known))
    return said + " passed=%d" % _pass(talk, parts.ears(), made, seconds) if seconds else said


def _check(talk, problems, count):
    """Raises Failed with the worst of a deck's problems; all are told."""
    numbers = []
    for kind, text in problems:
        talk.note("deck %s: %s" % (kind, text))
        numbers.append(_NUMBERS[kind])
    if numbers:
        worst = max(numbers)
        told = ", ".join([text for kind, text in problems if _NUMBERS[kind] == worst])
        if not count and problems == [("missing", "no deck file")]:
            worst = _NONE
        raise Failed(worst, told)


def _pass(talk, ears, made, seconds):
    """How many cards were heard: all. Raises Failed naming those that were not, once none has come for so long."""
    waited = [card for card in range(40) if made.uid(card)]
    many = len(waited)
    ears.start()
    talk.progress(0, many)
    begin = told = ticks_ms()
    while waited and ticks_diff(ticks_ms(), begin) < 1000 * seconds:
        for uid in ears.new():
            card = made.card(uid)
            if card in waited:
                waited.remove(card)
                begin = ticks_ms()
                told = ticks_add(begin, -_ALIVE)
        if ticks_diff(ticks_ms(), told) >= _ALIVE:
            told = ticks_ms()
            talk.progress(many - len(waited), many)
        sleep_ms(5)
    ears.stop()
    if waited:
        raise Failed(_UNHEARD, "not noticed: " + " ".join([card_name(card) for card in waited]))
    return many
