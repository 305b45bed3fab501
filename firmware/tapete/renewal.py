"""Says on the panel that a new program is being put on the device, by being loaded: the app does not run, and a program
from elsewhere knows the names of modules only. The panel is off afterwards; a failing one is not waited for.
"""

import time

from tapete import lend, screens, settings
from tapete.screens.view import View

_PATIENCE = 8000  # ms for the panel: its reset, a picture, its supply


def _show():
    wanted = settings.load()
    panel = lend("panels.start").open_panel(lend("board").load(wanted.board), wanted.panel)
    view = View("splash", wanted.lang)
    view.night = wanted.night
    view.banner = ("new_program", ())
    panel.show(lambda canvas: screens.paint(view, canvas), True)
    panel.sleep()
    begin = now = time.ticks_ms()
    while not (panel.asleep and panel.idle) and time.ticks_diff(now, begin) < _PATIENCE:
        time.sleep_ms(min(panel.step(now), 20))
        now = time.ticks_ms()


_show()
