"""The smallest heap in which a match plays: the firmware as .mpy from its flash, the models in another process."""

import os
import pathlib
import tempfile
import time

from support import heap_scenes, wasm_heap
from support.heap_people import OutOfMemory, WirePeople
from tapete_host import build, demo, launch_flash
from tapete_host.sim import people
from tapete_host.sim.client import Table
from tapete_host.sim.wire import SHIM_HEAP

_GRAIN = 2048  # bytes to which the smallest heap is found
_TOO_SMALL = 200_000  # bytes between which it lies, the shim's share included
_ENOUGH = 300_000
_MORE = 65536  # bytes of heap in which free_by_screen plays beside the budget
_HERE = pathlib.Path(__file__).resolve().parent

BUDGET = 216 * 1024
"""Bytes of heap on the Unix port in which a match without Wi-Fi must play; the shim's share comes on top."""

NAMED = {"lang": "es", "names": ["Sur", "Este", "Norte", "Oeste"]}
"""Settings with which the example match is played."""

SEATED = {"lang": "es", "board": "wroom_mfrc522"}
"""Settings of a board with an antenna a seat."""

SHIM_32 = 18_000
"""Bytes of a 32-bit heap that the shim and the file system take."""


def image(settings, counting=False):
    """Bytes of a flash with the compiled firmware and these settings; `counting`: with heap_main as its start."""
    with tempfile.TemporaryDirectory() as folder:
        path, _ = launch_flash.prepare(pathlib.Path(folder), 1, settings)
        disk = launch_flash.mounted(path.read_bytes())
    if counting:
        for name, source in (("start.mpy", "heap_main.py"), ("canary.mpy", "canary.py")):
            with disk.open("/" + name, "wb") as file:
                file.write(build.beside(name, (_HERE / source).read_text()))
    return bytes(disk.context.buffer)


def plays(flash, heap, rounds=99):
    """Play a match in a heap of so many bytes -> the console's lines. Raises OutOfMemory."""
    with tempfile.TemporaryDirectory() as folder:
        with Table(folder, flash, heap=str(heap), again=False) as table:
            WirePeople(table).play_match(rounds)
            return list(table.lines)


def plays_scanned(flash, heap, rounds=99):
    """The same with every deal scanned: the hands are known, which takes memory of the referee."""
    with tempfile.TemporaryDirectory() as folder:
        with Table(folder, flash, heap=str(heap), again=False) as table:
            WirePeople(table, scanned=True).play_match(rounds)
            return list(table.lines)


def plays_seats(flash, heap, rounds=99):
    """The same on a board with an antenna a seat, from an image with SEATED."""
    with tempfile.TemporaryDirectory() as folder:
        with Table(folder, flash, heap=str(heap), again=False, board=SEATED["board"]) as table:
            WirePeople(table, True).play_match(rounds)
            return list(table.lines)


def plays_example(flash, heap, rounds=99, panel=""):
    """Play up to so many rounds of the example match, with its cantes, questions and proofs -> the console's lines.
    Raises OutOfMemory, also when the acta is not the expected one."""
    script = demo.SCRIPT.read_text().partition(f"# round {rounds + 1}\n")[0]
    with tempfile.TemporaryDirectory() as folder:
        with Table(folder, flash, heap=str(heap), again=False, panel=panel) as table:
            table.step(4000)
            for _, verb, words in people.parse(script.split("\n")):
                _gesture(table, verb, words)
                if any("MemoryError" in line for line in table.lines):
                    raise OutOfMemory(table.lines[-1])
            return _expected_acta(table, rounds)


def plays_seats_example(flash, heap, rounds=99):
    """The same with an antenna a seat, from an image with NAMED and SEATED -> the console's lines. There a card that
    was not heard is put in at its seat at once, so only the end of the acta is compared. Raises OutOfMemory, or
    TimeoutError when the acta ends otherwise."""
    script = demo.SEATS_SCRIPT.read_text().partition(f"# round {rounds + 1}\n")[0]
    with tempfile.TemporaryDirectory() as folder:
        with Table(folder, flash, heap=str(heap), again=False, board=SEATED["board"]) as table:
            table.step(4000)
            for _, verb, words in people.parse(script.split("\n")):
                _gesture(table, verb, words)
                if any("MemoryError" in line for line in table.lines):
                    raise OutOfMemory(table.lines[-1])
            last = (demo.EXAMPLES / "partida.acta").read_text().splitlines()[-1].rsplit(" *", 1)[0]
            table.wait_for(lambda _: any(line.endswith(last) for line in table.lines), 5)
            return list(table.lines)


def _gesture(table, verb, words):
    """One gesture of a script, and modelled time enough for the device to come to rest."""
    if verb == "expect":
        return
    if verb == "wait":
        table.step(int(words[0]))
        return
    if verb == "lay":
        table.ask("mat", lay=[_laid(word) for word in words])
    elif verb == "lift":
        table.ask("mat", lift=list(words))
    elif verb == "collect":
        table.ask("mat", lift=[row["card"] for row in table.ask("state")["mat"]])
    elif verb == "shadow":
        table.ask("mat", lay=[{**_laid(words[0]), "coupling": 0}])
    else:
        table.ask("button", name=verb, ms=1000 if words else 80)
    table.step(3500 if verb in ("lay", "lift", "collect") else 1500)


def _laid(word):
    """What the model is told of a card to be laid: AO, or AO@2 before seat 2."""
    card, _, seat = word.partition("@")
    return {"card": card, "seat": int(seat)} if seat else {"card": card}


def _expected_acta(table, rounds):
    """The console's lines, once they hold the expected acta. Raises OutOfMemory if they never do."""
    wanted = [row.rsplit(" *", 1)[0] for row in (demo.EXAMPLES / "partida.acta").read_text().splitlines()]
    deals = [n for n, text in enumerate(wanted) if text.startswith("deal ")]
    wanted = wanted[: (deals + [None] * rounds)[rounds]]
    end = time.monotonic() + 5  # the last lines may still be in the pipe
    while time.monotonic() < end:
        rows = [line.split(" ", 2) for line in list(table.lines) if line.startswith("acta ")]
        told = {int(number): text for _, number, text in rows}
        if [told[n] for n in sorted(told)] == wanted:
            return list(table.lines)
        time.sleep(0.05)
    raise OutOfMemory("another acta than the expected one")


def automatic(settings, heap, rounds=99):
    """Collections that MicroPython made by itself on the screens of a trick -> (how many, least bytes free).

    What counts them takes heap of its own, which it says and which is added here."""
    flash = image(settings, True)
    share, leaves = _counting(flash)
    lines = plays(flash, heap + share + leaves, rounds)
    lows = [int(low) for low in _said(lines, "low")]
    return len(_said(lines, "automatic")), min(lows) - leaves


def _counting(flash):
    """(bytes that counting takes of the heap, bytes of garbage that each look leaves there)"""
    told = plays(flash, 1_000_000, 0)
    return tuple(int(_said(told, what)[-1]) for what in ("counting takes", "looking leaves"))


def free_by_screen():
    """{screen: the least bytes free on it in the example match and in every other scene}, of the budget's heap: on
    the screens of a trick at any moment, elsewhere once it is drawn and garbage is collected. It is played in a larger
    heap, for what counts is there too."""
    flash = image(NAMED, True)
    share, _ = _counting(flash)
    heap = BUDGET + SHIM_HEAP + share + _MORE
    found: dict[str, int] = {}
    for lines in (plays_example(flash, heap), heap_scenes.plays_scenes(flash, heap)):
        for word, kind, *more in [line.split() for line in lines if line.startswith(("low ", "free "))]:
            screen = kind if word == "low" or more[0] == "-" else f"{kind}: {more[0]}"
            found[screen] = min(found.get(screen, BUDGET), int(more[-1]) - _MORE)
    return found


def _said(lines, start):
    """The last words of the lines that begin so."""
    return [line.rpartition(" ")[2] for line in lines if line.startswith(start + " ")]


_NAMES = """
import micropython
for _module in %r:
    __import__(_module)
micropython.qstr_info()
"""


_OTHERS = {
    "wroom_pn5180": {"mfrc522", "mfrc522words", "seats", "seatmat", "selects", "antennas"},
    "wroom_mfrc522": {"pn5180", "pn5180setup", "mixed", "uidmask", "mat"},
}
"""Modules, by their last name, that a device with this board never loads; beside other boards and panels, the
index of a catalogue that was not built, and what is loaded where no app runs."""


def _loaded(module, board):
    """Whether a device with this board may ever load this module."""
    *folder, name = module.split(".")
    if "doctor" in (*folder, name):  # runs in the app's place, and the device restarts behind it
        return False
    if folder[-1:] == ["boards"]:
        return name == board
    own = ("main", "tapete.renewal", "tapete.guided")  # run where the app does not
    return module not in own and name not in _OTHERS[board] | {"ssd1680", "uc8179", "index"}


def names(board):
    """How many names MicroPython's table holds once every module was loaded that a device with this board can load,
    the shim's included."""
    modules = [path.with_suffix("").as_posix().replace("/", ".") for path in build.sources()]
    modules = [module.removesuffix(".__init__") for module in modules if _loaded(module, board)]
    disk = launch_flash.mounted(image({}))
    with disk.open("/start.mpy", "wb") as file:
        file.write(build.compile_text(pathlib.Path("start.mpy"), _NAMES % modules))
    with tempfile.TemporaryDirectory() as folder:
        with Table(folder, bytes(disk.context.buffer), heap="2M", again=False) as table:
            table.step(3000)
            table.wait_for(lambda _: any("n_qstr=" in line for line in table.lines), 60)
            told = [line for line in table.lines if "n_qstr=" in line][-1]
    return int(told.partition("n_qstr=")[2].partition(",")[0])


def smallest(flash, rounds, plays=plays, low=_TOO_SMALL, high=_ENOUGH):
    """The smallest heap in which a way of playing goes well, to _GRAIN bytes; None if `high` is not enough."""
    try:
        plays(flash, high, rounds)
    except (OutOfMemory, TimeoutError):
        return None
    while high - low > _GRAIN:
        middle = (low + high) // 2
        try:
            plays(flash, middle, rounds)
            high = middle
        except (OutOfMemory, TimeoutError):
            low = middle
    return high


def on_32_bits(flash):
    """The smallest heap of a 32-bit Unix port in which the example match plays, the shim's share taken off; None
    unless TAPETE_MICROPYTHON32 names such an interpreter (tests/README.md says how to make one)."""
    binary = os.environ.get("TAPETE_MICROPYTHON32")
    if not binary:
        return None
    usual = os.environ.get("TAPETE_MICROPYTHON")
    os.environ["TAPETE_MICROPYTHON"] = binary
    try:
        found = smallest(flash, 99, plays_example, 100_000, 200_000)
    finally:
        del os.environ["TAPETE_MICROPYTHON"]
        if usual:
            os.environ["TAPETE_MICROPYTHON"] = usual
    return None if found is None else found - SHIM_32


def measure(quick=False):
    """Both rulers, for one round if `quick`, else for a match.

    -> {"unix": smallest heap that plays plain cards, without the shim's share, "example": the same for the example
    match, "scenes": for every other scene, "seats": for the example match with an antenna a seat, "shim": that share,
    "automatic": collections by itself while cards are played in the budget's heap, "wasm": peak bytes on 32 bits or
    None, "32": see on_32_bits}. Figures that could not be taken are None.
    """
    rounds = 1 if quick else 99
    settings = {"lang": "es"}
    least = smallest(image(settings), rounds)
    example = smallest(image(NAMED), rounds, plays_example)
    scenes = smallest(image(NAMED), rounds, heap_scenes.plays_scenes)
    seats = smallest(image({**NAMED, **SEATED}), rounds, plays_seats_example)
    try:
        count = automatic(settings, BUDGET + SHIM_HEAP, rounds)[0]
    except (OutOfMemory, TimeoutError):
        count = None
    return {
        "unix": None if least is None else least - SHIM_HEAP,
        "example": None if example is None else example - SHIM_HEAP,
        "scenes": None if scenes is None else scenes - SHIM_HEAP,
        "seats": None if seats is None else seats - SHIM_HEAP,
        "shim": SHIM_HEAP,
        "automatic": count,
        "wasm": wasm_heap.peak(quick),
        "32": on_32_bits(image(NAMED)),
    }


if __name__ == "__main__":
    begin = time.perf_counter()
    print(measure(True), time.perf_counter() - begin)
