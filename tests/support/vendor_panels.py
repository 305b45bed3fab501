"""Public panel drivers in C and C++, unchanged, on our models: compiled into a library and called from here.

`root` is the root of the vendor's repository for the Pico, or of GxEPD2 (see host_tools/CHECKS.md). Nothing of them is
kept.
"""

import ctypes
import pathlib
import shutil
import subprocess

from support.epd import Desk
from tapete_host.sim.strict import StrictError

_HERE = pathlib.Path(__file__).resolve().parent
GXEPD2 = "GxEPD2"
_GXEPD2_PANELS = ("750_GDEY075T7", "420_GDEY042T81", "290_GDEY029T94")
_PINS = {0: "rst", 1: "dc"}
_PATIENCE_US = 60_000_000  # of model time that one call may wait for BUSY


class Driver:
    """One of the vendor's drivers (name: that of its file, without EPD_), or GxEPD2's ("GxEPD2"), on a fresh model.

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
        head = "EPD_" if self.name == GXEPD2 else f"EPD_{self.name.upper()}_"
        getattr(self._library, head + function)(*given)
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
    compiler = shutil.which("c++" if name == GXEPD2 else "cc")
    assert compiler, "this check needs a C compiler"
    if name == GXEPD2:
        ours = _HERE / "gxepd2"
        headers = [ours, root / "src"]
        sources = [ours / "panels.cpp", root / "src/GxEPD2_EPD.cpp"]
        sources += [root / f"src/gdey/GxEPD2_{panel}.cpp" for panel in _GXEPD2_PANELS]
    else:
        ours = _HERE / "waveshare"
        headers = [ours, root / "c/lib/Config", root / "c/lib/e-Paper"]
        sources = [root / f"c/lib/e-Paper/EPD_{name}.c", ours / "desk.c"]
    command = [
        compiler,
        "-shared",
        "-fPIC",
        "-O1",
        "-w",
        *[f"-I{path}" for path in headers],
        *map(str, sources),
    ]
    subprocess.run([*command, "-o", str(library)], check=True)
    return library
