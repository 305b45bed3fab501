"""The second ruler: what the firmware takes of a heap on 32 bits, in MicroPython for WebAssembly under Node.

That build has 4-byte words, as the ESP32; its heap grows by itself, so what is in use is measured: the most at the end
of a turn of the loop while cards are played, before a collection, less what the shim takes. It collects only between
turns, so what a turn would have collected in its middle is still counted. It has no littlefs: firmware, deck, settings
and journal are files in memory there, and littlefs's own buffers are not in the figure (nor is its time in the run).
Everything else is as in the socket form: the same .mpy, the same shim, the model in its own process.
"""

import pathlib
import shutil
import subprocess
import tempfile
import threading

from support import wasm
from tapete_host import build, launch_flash
from tapete_host.sim.client import Table

_HERE = pathlib.Path(__file__).resolve().parent
_ROOT = _HERE.parents[1]
_SHIM = _ROOT / "host_tools/tapete_host/sim/shim"


class WasmTable(Table):
    """A model process with the firmware in Node instead of the Unix port; the journal is in memory there."""

    def __init__(self, folder, image, mjs):
        self.mjs = mjs
        self.files = pathlib.Path(folder) / "files"
        _unpack(image, self.files)
        super().__init__(folder, image, again=False, patience=30.0)

    def _spawn(self):
        command = [
            "node",
            str(_HERE / "wasm_heap.mjs"),
            str(self.mjs),
            str(self.folder / "d"),
            str(self.files),
        ]
        self.lives += 1
        self._life = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._thread = threading.Thread(target=self._read, args=(self._life,), daemon=True)
        self._thread.start()


def _unpack(image, folder):
    """What the flash holds, as files, with the shim and wasm_main."""
    disk = launch_flash.mounted(image)
    for place, _, names in disk.walk("/"):
        target = folder / place.strip("/")
        target.mkdir(parents=True, exist_ok=True)
        for name in names:
            with disk.open(place.rstrip("/") + "/" + name, "rb") as file:
                (target / name).write_bytes(file.read())
    (folder / "wasm_main.mpy").write_bytes(build.beside("wasm_main.py", (_HERE / "wasm_main.py").read_text()))
    shutil.copytree(_SHIM, folder / "shim", ignore=shutil.ignore_patterns("__pycache__"))


def figures(rounds=1, settings=None):
    """{"shim", "started", "live", "peak"}: bytes, the last three without the shim's share; None without Node.

    started   in use once the firmware is up
    live      most in use after a collection while cards were played
    peak      most in use before one
    """
    from support.heap_match import image
    from support.heap_people import WirePeople

    mjs = wasm.interpreter()
    if mjs is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        with WasmTable(folder, image(settings or {"lang": "es"}), mjs) as table:
            WirePeople(table).play_match(rounds)
            told = [line.split()[1:] for line in table.lines if line.startswith("figures ")]
    shim, started, live, peak = (int(word) for word in told[-1])
    return {"shim": shim, "started": started - shim, "live": live - shim, "peak": peak - shim}


def peak(quick):
    """The ruler's one figure for `quick` (a round) or a match; None if it could not be taken."""
    found = figures(1 if quick else 99)
    return None if found is None else found["peak"]


if __name__ == "__main__":
    print(figures())
