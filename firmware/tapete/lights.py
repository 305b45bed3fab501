"""The ring of lights round the panel: whose turn it is, seen across the table. Loaded only where there is a ring.

It shows nothing that the panel does not: every colour follows from the view. WS2812 (data sheet: 30 us an LED and
50 us of rest), wired from the board's `led`; LED 0 is in the middle before seat 1, the numbers go clockwise seen from
above.
"""

from time import ticks_diff

_DAY = 40  # of 255: 24 LEDs then take less than 0.2 A
_NIGHT = 5
_BLINK = 150  # ms of light and of dark when a trick is won
_BLINKS = 6

# Colours as parts of the brightness.
_GREEN = (0, 4, 0)
_WHITE = (3, 3, 3)
_RED = (4, 0, 0)
_AMBER = (4, 2, 0)

# Quarters of the ring, clockwise from seat 1's, by place: see screens.parts.PLACES.
_PLACES = (b"\0\2", b"\0\3\1", b"\0\3\2\1")
_ALL = b"\0\1\2\3"


def told(view):
    """(seats, colour, whether it blinks) of a view; no seat is all of the ring, None is none of it."""
    kind = view.kind
    banner = view.banner
    if kind == "trouble":
        return (), _RED, False
    if view.question:
        return (), _AMBER, False
    if kind == "refused":
        # "refused" and its like name a seat first; other banners may have come over it
        seat = banner[1][0] if banner and banner[0].endswith("refused") else 0
        return (seat,) if seat else (), _RED, False
    if kind == "count" or kind == "match_end":
        many = len(view.names)
        sides = 2 if many == 4 and len(view.games) == 2 else many
        return (
            [seat for seat in range(1, many + 1) if (seat - 1) % sides == view.winner] or None,
            _WHITE,
            False,
        )
    if kind == "won" and view.winning:
        return (view.winning,), _WHITE, True
    return (view.turn,) if view.turn else None, _GREEN, False


def start(ring, look):
    """The step of a ring of lights, for the loop.

    ring   neopixel.NeoPixel of 4 LEDs or more
    look   () -> the View that is on the panel, or on its way there"""
    return _Lights(ring, look).step


class _Lights:
    def __init__(self, ring, look):
        self._ring = ring
        self._look = look
        self._view = None
        self._left = 0  # changes of a blinking light that are to come

    def step(self, now):
        """Show what has changed -> ms to the next look."""
        view = self._look()
        if view is not self._view:
            self._view = view
            self._left = _BLINKS if told(view)[2] else 0
            self._begun = now
        elif not self._left or ticks_diff(now, self._begun) < _BLINK:
            return _BLINK if self._left else 1000
        else:
            self._left -= 1
            self._begun = now
        self._draw(view)
        return _BLINK if self._left else 1000

    def _draw(self, view):
        seats, colour, blinks = told(view)
        if blinks and not self._left:
            colour = _GREEN  # who has won leads
        ring = self._ring
        many = len(ring)
        level = _NIGHT if view.night else _DAY
        ring.fill((0, 0, 0))
        if seats is not None and not self._left & 1:
            places = _PLACES[len(view.names) - 2]
            lit = [places[seat - 1] for seat in seats] or _ALL
            light = tuple([(part * level + 3) // 4 for part in colour])
            for i in range(many):
                if (i * 8 + many) // (2 * many) % 4 in lit:
                    ring[i] = light
        ring.write()
