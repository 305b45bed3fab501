"""The errors of the virtual table; changes when a new way of breaking a rule needs a new name."""


class StrictError(Exception):
    """The firmware did what a data sheet or a wiring rule forbids; the text names the rule."""


class NotModelled(Exception):
    """The firmware used a function of a chip that the model does not have; the text names it."""


class DeviceEnd(BaseException):
    """The device stopped here: power cut, reset, watchdog or deep sleep.

    Only in-process runs see it, as the way out of the firmware: `cause` is a `machine.*_RESET` number (0 for
    a power cut).  Nothing the firmware does on its way out reaches a chip or the flash.
    """

    def __init__(self, text, cause):
        super().__init__(text)
        self.cause = cause


def rule(strict, text):
    """Raise StrictError(text) when `strict`, else let it pass."""
    if strict:
        raise StrictError(text)
