"""Starts and speaks to the model process, blocking: for tests, campaigns, benches; changes with server.py.

with Table(work_folder, flash_image) as table:
    table.ask("mat", lay=["AO"])
    table.step(500)
    table.lines  # what the firmware has printed by now
"""

import json
import os
import pathlib
import select
import signal
import socket
import subprocess
import sys
import threading
import time

from tapete_host import places

from . import wire

_HERE = pathlib.Path(__file__).resolve().parent
# Real seconds that a process may take for what takes it a tenth of one, on a slow machine with other things to do
PATIENCE_S = 60


class ModelError(Exception):
    """The model refused a request; the text is its sentence."""


def micropython():
    """The interpreter: $TAPETE_MICROPYTHON, else the one beside the running Python."""
    return os.environ.get("TAPETE_MICROPYTHON") or str(pathlib.Path(sys.executable).parent / "micropython")


class Model:
    """The control connection to a running model process."""

    def __init__(self, path, seconds=PATIENCE_S):
        end = time.monotonic() + seconds
        while True:
            self._sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                self._sock.connect(str(path))
                break
            except OSError:
                self._sock.close()
                if time.monotonic() > end:
                    raise
                time.sleep(0.01)
        self._file = self._sock.makefile("rb")
        self._number = 0

    def ask(self, cmd, **arguments):
        """One request; its reply as a dict.  Raises ModelError, or EOFError when the process has gone."""
        self._number += 1
        self.send_line(json.dumps({"id": self._number, "cmd": cmd, **arguments}))
        reply = self.read_line()
        if "error" in reply:
            raise ModelError(reply["error"])
        return reply

    def send_line(self, text):
        """A raw line, for tests of bad input."""
        self._sock.sendall(text.encode() + b"\n")

    def read_line(self):
        """The next reply."""
        line = self._file.readline()
        if not line:
            raise EOFError("the model process has gone")
        return json.loads(line)

    def close(self):
        self._file.close()
        self._sock.close()


class Table:
    """A model process and the life (or lives) of a firmware process, in a folder of their own.

    folder    where sockets and the flash image are; kept short: a socket's name has at most 100 characters
    image     bytes of the flash to begin with, or None to keep what the folder has
    heap      of the firmware process, as -X heapsize takes it; None = 216K and what the shim takes
    patience  seconds of its own computing after which a silent firmware is taken to hang
    boot      start the firmware at once
    again     start it anew whenever the model ended it (reset, watchdog, wake) while the power is on
    """

    def __init__(
        self,
        folder,
        image=None,
        heap=None,
        speed=0,
        board="wroom_pn5180",
        seed=1,
        boot=True,
        again=True,
        patience=5.0,
        panel="",
    ):
        self.folder = pathlib.Path(folder)
        self.flash = self.folder / "flash.bin"
        if image is not None:
            self.flash.write_bytes(image)
        self.heap = heap or str(216 * 1024 + wire.SHIM_HEAP)
        self._lines = []
        self._rest = b""  # of a line that is not whole yet
        self._reading = threading.Lock()
        self.again = again
        self.lives = 0
        self.closing = False
        self._life = None
        self._thread = None
        self._start_model(board, panel, seed, speed, patience)
        if boot:
            self.boot()

    def _start_model(self, board, panel, seed, speed, patience):
        env = dict(os.environ, PYTHONPATH=places.python_path())
        command = [sys.executable, "-m", "tapete_host.sim.server", "--board", board, "--seed", str(seed)]
        command += ["--device", str(self.folder / "d"), "--control", str(self.folder / "c")]
        command += ["--flash", str(self.flash), "--speed", str(speed)]
        command += ["--patience", str(patience), "--panel", panel]
        self._errors = open(self.folder / "model.log", "wb")
        self._server = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=self._errors)
        if self._server.stdout.readline() != b"ready\n":
            raise RuntimeError("the model process did not start: " + self.model_log())
        self.model = Model(self.folder / "c")

    def model_log(self):
        """What the model process wrote to its error stream."""
        return (self.folder / "model.log").read_text()

    # -- the firmware process

    def boot(self, seconds=PATIENCE_S):
        """Start the firmware process and wait until it is on the wire (real seconds at most)."""
        self._spawn()
        self.wait_for(lambda s: s["firmware"], seconds)

    def _spawn(self):
        command = [
            micropython(),
            "-X",
            "heapsize=" + self.heap,
            str(_HERE / "boot.py"),
            str(self.folder / "d"),
        ]
        self.lives += 1
        self._life = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self._thread = threading.Thread(target=self._read, args=(self._life,), daemon=True)
        self._thread.start()

    @property
    def lines(self):
        """All that the firmware has printed by now, line by line; after a step, all that it printed in it."""
        life = self._life
        if life is not None:
            self._drain(life)
        return self._lines

    def _read(self, life):
        """In a thread: keep the pipe empty, so that the firmware never waits for us; then perhaps another life."""
        while not self._drain(life):
            select.select([life.stdout], [], [])
        life.wait()
        if self.again and not self.closing and life is self._life:
            self._life = None
            self._spawn()

    def _drain(self, life):
        """Take in what is in the pipe -> True once nothing more can come."""
        with self._reading:
            while select.select([life.stdout], [], [], 0)[0]:
                data = os.read(life.stdout.fileno(), 65536)
                *whole, self._rest = (self._rest + data).split(b"\n")
                if not data and self._rest:
                    whole, self._rest = [self._rest], b""
                self._lines += [line.decode("utf-8", "replace") for line in whole]
                if not data:
                    return True
        return False

    def kill(self):
        """End the firmware process as a real power failure would: no warning, at whatever it does."""
        self.again = False
        life = self._life
        if life is not None:
            life.send_signal(signal.SIGKILL)
            life.wait()
            self._thread.join()
            self._life = None

    # -- requests

    def ask(self, cmd, **arguments):
        """See Model.ask."""
        return self.model.ask(cmd, **arguments)

    def step(self, ms):
        """Let the clock go on by that much; returns where it stands (ms)."""
        return self.ask("step", ms=ms)["now_ms"]

    def wait_for(self, test, seconds=PATIENCE_S):
        """Ask for the state until test(state) is true; at most so many real seconds.  Raises TimeoutError."""
        end = time.monotonic() + seconds
        while True:
            state = self.ask("state")
            if test(state):
                return state
            if time.monotonic() > end:
                raise TimeoutError("not in %s s; the firmware said: %s" % (seconds, self.lines[-20:]))
            time.sleep(0.005)

    def close(self):
        """End both processes."""
        self.closing = True
        self.model.close()
        self._server.terminate()
        self._server.wait(PATIENCE_S)
        self._server.stdout.close()
        self._errors.close()
        life = self._life
        if life is not None:
            life.kill()
            life.wait()

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.close()
