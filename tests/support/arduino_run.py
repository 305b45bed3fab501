"""Compiles a public Arduino library with our Arduino, and runs its program on a world."""

import pathlib
import subprocess
import threading

from tapete_host.sim.server import Server

OURS = pathlib.Path(__file__).parent / "arduino"
WIRE = OURS.parent / "wire"


def build(main: str, sources: list[pathlib.Path], folder: pathlib.Path) -> pathlib.Path:
    """The program `main` of support/arduino, with the library's sources, unchanged."""
    made = folder / main.removesuffix(".cpp")
    command = ["c++", "-O1", "-w", f"-I{OURS}", f"-I{WIRE}", f"-I{sources[0].parent}"]
    files = [OURS / "arduino.cpp", OURS / main, *sources]
    subprocess.run([*command, *map(str, files), "-o", str(made)], check=True)
    return made


def run(program: pathlib.Path, folder: pathlib.Path, world, count: int) -> tuple[list[str], list[str]]:
    """(lines that it prints for `count` inventories, what strict chips refused)."""
    server = Server(str(folder / "d"), str(folder / "c"), world, factor=2_000_000)
    serving = threading.Thread(target=server.run)
    serving.start()
    try:
        command = [str(program), str(folder / "d"), str(count)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    finally:
        server.running = False
        serving.join()
    assert done.returncode == 0 or server.violations, done.stdout + done.stderr
    return done.stdout.splitlines(), server.violations
