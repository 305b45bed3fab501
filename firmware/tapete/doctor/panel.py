"""Test of the panel: a picture by the maker's slow update, a change by the quick one, how long BUSY lasts."""

import sys
from time import sleep_ms, ticks_diff, ticks_ms

from tapete import lend
from tapete.doctor.protocol import Failed

_NUMBERS = {"no_answer": 31, "busy_stuck": 32, "wrong_panel": 33}
_LIMIT = 60000  # ms for one picture with its second try, on a cold panel
_TOLD = 500  # ms between two lines of progress
_EXPECTED = 6000  # ms that a picture takes about


def panel(talk):
    """Show the test picture."""
    from tapete.panels.panel import FULL

    settings, board = lend("doctor.parts").opened()
    shown = lend("panels.start").open_panel(board, settings.panel, talk.note)
    chip = sys.modules.get("tapete.panels." + settings.panel) or sys.modules["tapete.panels." + board.panel]
    model = chip.__name__.split(".")[-1]
    slow = _show(talk, shown, lambda canvas: _paint(canvas, False), FULL)
    quick = _show(talk, shown, lambda canvas: _paint(canvas, True), False)
    return "model=%s pixels=%dx%d full_ms=%d partial_ms=%d attempts=%d" % (
        model,
        chip.WIDTH,
        chip.HEIGHT,
        slow,
        quick,
        1 + shown._errors,
    )


def _show(talk, panel, paint, full):
    """ms that the glass took for a picture. Raises Failed when the panel's second try fails too."""
    panel.show(paint, full)
    begin = told = ticks_ms()
    since = None
    took = 0
    while True:
        wait = panel.step(ticks_ms())
        now = ticks_ms()
        if panel.updating:
            since = now if since is None else since
        elif since is not None:
            took = ticks_diff(now, since)
            since = None
        tries = panel._errors
        if panel.state in _NUMBERS and (tries > 1 or ticks_diff(now, begin) > _LIMIT):
            raise Failed(_NUMBERS[panel.state], panel.message.split(": ", 1)[1])
        if panel.state == "working" and panel.idle:
            return took
        if ticks_diff(now, told) >= _TOLD:
            told = now
            talk.progress(min(ticks_diff(now, begin), _EXPECTED), _EXPECTED)
        sleep_ms(min(wait, 20))


def _paint(canvas, changed):
    """Two frames along the edges, squares, stripes across and down, a black square; `changed`: a white one in it."""
    width = canvas.width
    height = canvas.height
    canvas.rect(0, 0, width, height, 0)
    canvas.rect(3, 3, width - 6, height - 6, 0)
    side = min(width // 4, height // 2) // 16 * 16
    top = (height - side) // 2
    gap = (width - 3 * side) // 4
    for i in range(side // 8):
        for j in range(i & 1, side // 8, 2):
            canvas.rect(gap + 8 * j, top + 8 * i, 8, 8, 0, True)
    left = 2 * gap + side
    for i in range(0, side // 2, 4):
        canvas.rect(left, top + i, side, 1 + i // (side // 4), 0, True)
        canvas.rect(left + 2 * i, top + side // 2, 1 + i // (side // 4), side // 2, 0, True)
    left += gap + side
    canvas.rect(left, top, side, side, 0, True)
    if changed:
        canvas.rect(left + side // 4, top + side // 4, side // 2, side // 2, 1, True)
