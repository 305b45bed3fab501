"""What the WebAssembly build of MicroPython lacks of an operating system: error numbers as a device has them (those of
Emscripten are others), and an environment, which is empty."""

import builtins
import os

_NUMBERS = {
    2: 13,
    20: 17,
    28: 22,
    29: 5,
    31: 21,
    44: 2,
    51: 28,
    54: 20,
    55: 39,
}  # Emscripten's -> MicroPython's
_CALLS = ("chdir", "ilistdir", "listdir", "mkdir", "remove", "rename", "rmdir", "stat", "statvfs", "unlink")


def _as_on_a_device(call):
    def called(*given, **named):
        try:
            return call(*given, **named)
        except OSError as error:
            raise OSError(_NUMBERS.get(error.errno, error.errno))

    return called


def mend():
    """Put it in place."""
    builtins.open = _as_on_a_device(open)
    for name in _CALLS:
        setattr(os, name, _as_on_a_device(getattr(os, name)))
    os.getenv = lambda name, default=None: default
