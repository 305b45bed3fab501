"""Measures the budgets of the design, prints what fails, and writes reports/bench.json.

Times of the device are modelled (the virtual clock); speeds are ratios to a yardstick measured in the same run.
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "host_tools"), str(ROOT / "firmware"), str(ROOT / "tests")]

from tapete_host import build  # noqa: E402
from tapete_host.demo import micropython  # noqa: E402

SHIM = ROOT / "host_tools/tapete_host/sim/shim"
README = ROOT / "README.md"
OPENSPIEL = "open_spiel==2.0.2"
MARKS = ("<!-- bench -->\n", "<!-- /bench -->")


@dataclass
class Row:
    """One figure: what, its value, the budget (None: none set), and how values are written."""

    what: str
    value: float | None
    budget: float | None = None
    unit: str = ""
    least: bool = False  # the budget is a least value

    @property
    def fails(self) -> bool:
        if self.value is None:
            return True
        if self.budget is None:
            return False
        return self.value < self.budget if self.least else self.value > self.budget

    def cells(self) -> tuple[str, str, str]:
        value = (
            "missing"
            if self.value is None
            else f"{self.value:,.4g}"
            if self.value < 100
            else f"{self.value:,.0f}"
        )
        budget = "" if self.budget is None else f"{'at least ' if self.least else ''}{self.budget:,.4g}"
        if self.budget is not None and self.budget >= 1000:
            budget = f"{self.budget:,.0f}"
        return self.what, f"{value} {self.unit}".strip(), budget


def on_micropython(program: str, *args: str, shim: bool = True) -> dict:
    """The JSON line that a program of tests/support prints; with `shim` on the models and their clock."""
    folders = [SHIM] * shim + [ROOT / "firmware", ROOT / "host_tools", ROOT / "tests"]
    env = dict(os.environ, MICROPYPATH=":".join(map(str, folders)) + ":.frozen")
    command = [micropython(), "-X", "heapsize=64M", str(ROOT / "tests/support" / program), *args]
    done = subprocess.run(command, env=env, capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        raise RuntimeError(f"{program}: {done.stdout[-400:]}{done.stderr[-400:]}")
    return json.loads(done.stdout)


def chess_moves_a_second(bursts: int = 12) -> float:
    """python-chess: random legal moves pushed a second, in the best of some bursts, as the referee is measured."""
    import chess

    rng, best = random.Random(1), 0.0
    for _ in range(bursts):
        moves, begin = 0, time.perf_counter()
        while time.perf_counter() - begin < 0.2:
            board = chess.Board()
            while not board.is_game_over():
                board.push(rng.choice(list(board.legal_moves)))
                moves += 1
        best = max(best, moves / (time.perf_counter() - begin))
    return best


def openspiel_legal() -> dict[str, int | None]:
    """OpenSpiel's legal moves a second by game, from an environment of its own; None where it cannot be installed."""
    folder = ROOT / ".build" / "openspiel"
    python = folder / "bin" / "python"
    if not (folder / ".ready").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        # it needs its other packages for learning, not for the rules of games
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        if subprocess.run([*install, OPENSPIEL], capture_output=True).returncode:
            return dict.fromkeys(("tarok", "skat", "hearts"))
        (folder / ".ready").touch()
    program = str(ROOT / "tests/support/openspiel_speed.py")
    done = subprocess.run([str(python), program], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def referee() -> list[Row]:
    """The referee under every preset, beside python-chess; legal cards alone, beside OpenSpiel: all in the same run."""
    program = str(ROOT / "tests/support/referee_speed.py")
    env = dict(os.environ, PYTHONPATH=str(ROOT / "firmware"))
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True, env=env)
    ours = json.loads(done.stdout)
    device = on_micropython("referee_speed.py", shim=False)
    chess = chess_moves_a_second()
    rows = [Row("python-chess, random moves a second", round(chess))]
    for name, figures in ours["presets"].items():
        there = device["presets"][name]
        rows += [
            Row(f"referee, {name}, CPython, events a second", figures["per_s"]),
            Row(f"referee, {name}, Unix port, events a second", there["per_s"]),
            Row(
                f"referee, {name}, Unix port, slowest: {there['slowest']}",
                there["slowest_us"] / 1000,
                None,
                "ms",
            ),
            Row(f"referee, {name}, Unix port, slowest undo of a round", there["undo_us"] / 1000, None, "ms"),
            Row(f"match in progress, {name}, Unix port", there["held"], None, "bytes"),
        ]
    least = min(figures["per_s"] for figures in ours["presets"].values())
    worst = max(figures["slowest_us"] for figures in device["presets"].values())
    undo = max(figures["undo_us"] for figures in device["presets"].values())
    most = max(figures["held"] for figures in device["presets"].values())
    return (
        rows
        + [
            Row("referee to python-chess, slowest preset", round(least / chess, 1), 5, "times", least=True),
            Row("referee, Unix port, slowest other event of all presets", worst / 1000, 0.2, "ms"),
            Row("referee, Unix port, slowest undo of a round, all presets", undo / 1000, 0.2, "ms"),
            Row("match in progress, Unix port, largest preset", most, 24 * 1024, "bytes"),
            Row("legal cards of a hand at once, CPython, a second", ours["legal"]["at once"]),
            Row("legal cards of a hand one by one, CPython, a second", ours["legal"]["by card"]),
        ]
        + [
            Row(f"OpenSpiel {game}, legal moves, C++ from Python, a second", figure)
            for game, figure in openspiel_legal().items()
        ]
    )


def sweeps(sets: int) -> list[Row]:
    """The reader's polls and sweeps."""
    told = on_micropython("sweep_times.py", str(sets))
    five, awake = told["sweep"]["5"], told["inventory"]["5"]
    rows = [
        Row("poll, nothing new", told["polls"]["poll_empty"], None, "ms"),
        Row("poll, one new card, quieted", told["polls"]["poll_new_card"], None, "ms"),
        Row("5 known cards asked by UID, as the mat does every 2 s", told["known"]["5"]["median"], 45, "ms"),
        Row(f"inventory of 5 waking cards, median of {sets}", awake["median"], 45, "ms"),
        Row(f"sweep of 5 cards (field reset first), median of {sets}", five["median"], 45, "ms"),
        Row(
            "  least that air and tags take when two answer in one slot",
            told["floor"]["5, two in a slot"],
            None,
            "ms",
        ),
        Row(f"sweep of 5 cards, p99 of {sets}", five["p99"], 80, "ms"),
    ]
    return rows + [
        Row(f"sweep of {n} cards, median", told["sweep"][n]["median"], None, "ms") for n in ("1", "4", "8")
    ]


def seats(rounds: int) -> list[Row]:
    """Four MFRC522, an antenna a seat. The public driver's frames are counted by tests/host/test_other_mfrc522.py."""
    told = on_micropython("seat_times.py", str(rounds))
    visits, turns = told["visits"], told["turns"]
    rows = [
        Row("SPI frames of one empty poll, MFRC522 (a public driver: 2,013)", visits["0"]["frames"], 25),
        Row("  its bytes", visits["0"]["bytes"], None, "bytes"),
    ]
    for cards, what in (("0", "nobody there"), ("1", "one card"), ("2", "two cards")):
        rows.append(Row(f"visit of an antenna, {what}", visits[cards]["us"] / 1000, None, "ms"))
    rows.append(Row("  SPI frames with one card", visits["1"]["frames"]))
    rows += [
        Row(f"turn round four antennas, {cards} cards, rest included", turns[cards] / 1000, None, "ms")
        for cards in ("0", "1", "4")
    ]
    return rows + [
        Row(f"four MFRC522, card to sound, median of {told['cards']}", told["sound"]["median"], 250, "ms"),
        Row("four MFRC522, card to sound, worst", told["sound"]["worst"], None, "ms"),
        Row("four MFRC522, card to panel, powered, worst", told["panel"]["worst"], 700, "ms"),
    ]


def pace() -> list[Row]:
    """From a card lying still to its sound and to the finished panel, and the start."""
    told = on_micropython("pace.py")
    sounds = [row[0] for name in ("powered", "off", "continuous") for row in told[name]]
    return [
        Row("card to sound, median", statistics.median(sounds), 130, "ms"),
        Row("card to sound, worst", max(sounds), 200, "ms"),
        Row("card to panel, powered, worst", max(row[1] for row in told["powered"]), 700, "ms"),
        Row("card to panel, panel off, worst", max(row[1] for row in told["off"]), 800, "ms"),
        Row("sound to panel, continuous play, worst", max(row[2] for row in told["continuous"]), 900, "ms"),
        Row("stale pictures, continuous play", max(row[3] for row in told["continuous"]), 1),
        Row("start: refresh begins", told["start"][0], 1000, "ms"),
        Row("start: first real screen", told["start"][1], 3500, "ms"),
    ]


_PANELS = {"ssd1683": '4.2" SSD1683', "ssd1680": '2.9" SSD1680', "uc8179": '7.5" UC8179'}
_UPDATES = {
    "partial": "partial update",
    "off": "partial from no power",
    "fast": "fast full",
    "full": "maker's full",
}


def panels(cards: int) -> list[Row]:
    """Each panel: a card's way to the glass, and what an update costs on the bus."""
    told = on_micropython("panel_times.py", str(cards))
    rows = []
    for panel, name in _PANELS.items():
        found, ways = told[panel], told[panel]["cards"]
        rows += [
            Row(
                f"{name}: card to panel, powered, worst of {cards}",
                max(r[1] for r in ways["powered"]),
                700,
                "ms",
            ),
            Row(f"{name}: card to panel, no power, worst of 4", max(r[1] for r in ways["off"]), 800, "ms"),
            Row(f"{name}: sound to panel, continuous play", max(r[2] for r in ways["continuous"]), 900, "ms"),
            Row(f"{name}: longest step of the driver", found["long"] / 1000, None, "ms"),
        ]
        for kind, words in _UPDATES.items():
            took, sent, frames = found[kind]
            rows.append(Row(f"{name}: {words}, {sent:,} bytes in {frames} frames", took, None, "ms"))
    return rows


def sizes() -> list[Row]:
    """.mpy bytes by module."""
    made = {name: len(data) for name, data in build.compile_firmware().items() if name.endswith(".mpy")}
    rows = [Row(name, size, None, "bytes") for name, size in sorted(made.items())]
    return rows + [Row("all .mpy", sum(made.values()), None, "bytes")]


_HEAP_32 = "smallest heap of a 32-bit Unix port that plays the example match, shim's share taken off"


def memory(quick: bool) -> list[Row]:
    """Both rulers of the heap, for a whole match with the firmware loaded as .mpy."""
    from support import heap_match

    told = heap_match.measure(quick)
    wide = [] if told["32"] is None else [Row(_HEAP_32, told["32"], 150_000, "bytes")]
    return wide + [
        Row("smallest Unix heap that plays cards, shim's share taken off", told["unix"], 216 * 1024, "bytes"),
        Row("the same for the example match", told["example"], 216 * 1024, "bytes"),
        Row("the same for every other scene", told["scenes"], 216 * 1024, "bytes"),
        Row("the same for the example match over four MFRC522", told["seats"], 216 * 1024, "bytes"),
        Row("the shim's share", told["shim"], None, "bytes"),
        Row("peak on 32 bits (WebAssembly), shim's share taken off", told["wasm"], 150_000, "bytes"),
        Row("automatic collections in the game path", told["automatic"], 0),
    ]


def screens() -> list[Row]:
    """What is free of the budget's heap on each screen."""
    from support import heap_match

    found = heap_match.free_by_screen()
    return [Row(f"free on {screen}", found[screen], None, "bytes") for screen in sorted(found)]


def many() -> list[Row]:
    """One device and ten side by side, in seconds of this computer, which plays all ten boards."""
    from support import many_devices

    return [
        Row(f"{name}: {devices}", round(seconds(devices), 1), None, "s")
        for name, seconds in (
            ("tapete flash, boards side by side", many_devices.flash_s),
            ("tapete deploy of one module, virtual boards side by side", many_devices.deploy_s),
        )
        for devices in (1, 10)
    ]


def measure(args: argparse.Namespace) -> dict[str, list[Row]]:
    return {
        "Memory": memory(args.quick),
        "Free heap by screen": screens(),
        "Reader": sweeps(100 if args.quick else 2000),
        "An antenna a seat": seats(1 if args.quick else 5),
        "A card's way": pace(),
        "Panels": panels(8 if args.quick else 24),
        "Referee": referee(),
        "Size": sizes(),
        "Several devices": many(),
    }


def table(rows: list[Row]) -> str:
    lines = ["| what | measured | budget | |", "|---|---|---|---|"]
    for row in rows:
        verdict = (
            "" if row.budget is None and row.value is not None else "**fails**" if row.fails else "holds"
        )
        lines.append("| " + " | ".join([*row.cells(), verdict]) + " |")
    return "\n".join(lines) + "\n"


def write_readme(measured: dict[str, list[Row]]) -> None:
    """Put the budgets' figures between the README's marks."""
    text = README.read_text()
    head, rest = text.split(MARKS[0])
    tail = rest.split(MARKS[1])[1]
    rows = [row for rows in measured.values() for row in rows if row.budget is not None]
    README.write_text(head + MARKS[0] + table(rows) + MARKS[1] + tail)


def commit() -> str:
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=ROOT)
    return done.stdout.strip() or "unknown"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer samples")
    parser.add_argument("--readme", action="store_true", help="put the figures into README.md")
    args = parser.parse_args(argv)
    measured = measure(args)
    for title, rows in measured.items():
        print(f"\n## {title}\n\n{table(rows)}", end="")
    report = ROOT / "reports" / "bench.json"
    report.parent.mkdir(exist_ok=True)
    figures = {row.what: row.value for rows in measured.values() for row in rows}
    report.write_text(json.dumps({"commit": commit(), "figures": figures}, indent=1) + "\n")
    failing = [row.what for rows in measured.values() for row in rows if row.fails]
    print(
        f"\n{len(failing)} budgets fail"
        + (": " + "; ".join(failing) if failing else "")
        + f"; written to {report.name}"
    )
    if args.readme:
        write_readme(measured)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
