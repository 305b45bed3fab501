"""The vendor's panel drivers in C, unchanged, on our models: compiled into a library and called from here.

`root` is the root of their repository for the Pico (see host_tools/CHECKS.md). Nothing of it is kept.
"""

import ctypes
import pathlib
import shutil
import subprocess

from support.epd import Desk
from tapete_host.sim.strict import StrictError

_HERE = pathlib.Path(__file__).resolve().parent / "waveshare"
_PINS = {0: "rst", 1: "dc"}
_PATIENCE_US = 60_000_000  # of model time that one call may wait for BUSY


class Driver:
    """One of their drivers on a model of its own.

    desk    support.epd.Desk with the model
    broken  what strict mode had to say; what breaks a rule is not done
    """

    def __init__(self, root: pathlib.Path, folder: pathlib.Path, name: str, model):
        self.name = name
        self.broken: list[str] = []
        self.desk = Desk(model=model)
        self._waited = self._looks = 0
        self._library = ctypes.CDLL(str(_compiled(root, folder, name)))
        self._given = [
            ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_int)(self._pin),
            ctypes.CFUNCTYPE(ctypes.c_int)(self._busy),
            ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_uint8), ctypes.c_uint32)(self._send),
            ctypes.CFUNCTYPE(None, ctypes.c_uint32)(self._wait),
        ]
        for word, function in zip(("pin", "busy", "send", "wait"), self._given):
            place = ctypes.c_void_p.in_dll(self._library, "desk_" + word)
            place.value = ctypes.cast(function, ctypes.c_void_p).value

    def call(self, function: str, *args) -> bytes:
        """Call theirs; a bytes argument becomes a buffer of theirs, and what it holds afterwards is returned."""
        given, buffer = [], None
        self._waited = 0
        for arg in args:
            if isinstance(arg, bytes):
                buffer = (ctypes.c_uint8 * len(arg)).from_buffer_copy(arg)
                given.append(buffer)
            else:
                given.append(arg)
        getattr(self._library, f"EPD_{self.name.upper()}_{function}")(*given)
        return bytes(buffer) if buffer is not None else b""

    def _pin(self, pin, level):
        self._guarded(self.desk.chip.pin_out, _PINS[pin], level)

    def _busy(self):
        if self._waited > _PATIENCE_US:  # whatever it waits for comes
            self._looks += 1
            return self._looks & 1
        return self.desk.chip.level("busy")

    def _send(self, data, count):
        self.desk.wait(2 * count)  # 4 MHz
        self._guarded(self.desk.chip.transfer, ctypes.string_at(data, count), None)

    def _wait(self, ms):
        self._waited += ms * 1000
        self.desk.wait(ms * 1000)

    def _guarded(self, function, *args):
        try:
            function(*args)
        except StrictError as error:
            self.broken.append(str(error))


def _compiled(root, folder, name):
    library = folder / f"{name}.so"
    compiler = shutil.which("cc") or shutil.which("gcc")
    assert compiler, "this check needs a C compiler"
    command = [compiler, "-shared", "-fPIC", "-O1", "-w", f"-I{_HERE}", f"-I{root / 'c/lib/Config'}"]
    command += [
        f"-I{root / 'c/lib/e-Paper'}",
        str(root / f"c/lib/e-Paper/EPD_{name}.c"),
        str(_HERE / "desk.c"),
    ]
    subprocess.run([*command, "-o", str(library)], check=True)
    return library
