"""`esp32` as far as a table uses it: waking from deep sleep; any other name says it is not modelled."""

import tapete_seam

WAKEUP_ALL_LOW = False
WAKEUP_ANY_HIGH = True


def wake_on_ext0(pin=None, level=True):
    """Remember which pin ends deep sleep; None forgets it."""
    tapete_seam.back.wake_on(None if pin is None else pin._gpio, 1 if level else 0)


def __getattr__(name):
    raise NotImplementedError("esp32.%s is not modelled by the virtual table" % name)
