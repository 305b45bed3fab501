"""The firmware's process as the web server sees it: started, ended, its console read line by line."""

import asyncio
import ctypes
import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable

_CHUNK = 65536
_KEEP_LINES = 60
_PR_SET_PDEATHSIG = 1


def end_with_parent() -> None:
    """In a new child on Linux: be ended when the launcher is gone, however it went."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


class Firmware:
    """One life after another of the device's program; each life is a process.

    command   what to run
    env       its environment
    on_line   called with every line of its standard output (a console record, or whatever else it printed)
    on_end    called with the exit code (negative: the signal) when a life is over
    """

    def __init__(
        self,
        command: list[str],
        env: dict[str, str],
        on_line: Callable[[str], None],
        on_end: Callable[[int], None],
    ):
        self.command = command
        self.env = env
        self.on_line = on_line
        self.on_end = on_end
        self.lives = 0
        self.last_lines: deque[str] = deque(maxlen=_KEEP_LINES)
        self._process: subprocess.Popen | None = None
        self._rest = b""

    @property
    def running(self) -> bool:
        """Whether a life is going on."""
        return self._process is not None

    @property
    def pid(self) -> int | None:
        """The process's number, or None."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Begin a life; does nothing while one is going on. Raises OSError if it cannot be started."""
        if self._process is not None:
            return
        self.lives += 1
        self._rest = b""
        # A session of its own: Ctrl-C at the terminal is for the launcher, which then ends this in order.
        self._process = subprocess.Popen(
            self.command,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=end_with_parent,
        )
        fd = self._process.stdout.fileno()
        os.set_blocking(fd, False)
        asyncio.get_running_loop().add_reader(fd, self.drain)

    def drain(self) -> None:
        """Take in all that has been printed so far; notices the end of a life."""
        process = self._process
        if process is None:
            return
        while True:
            try:
                data = os.read(process.stdout.fileno(), _CHUNK)
            except BlockingIOError:
                return
            if not data:
                self._over(process)
                return
            *lines, self._rest = (self._rest + data).split(b"\n")
            for line in lines:
                self._line(line)

    def _line(self, line: bytes) -> None:
        text = line.decode("utf-8", "replace").rstrip("\r")
        self.last_lines.append(text)
        self.on_line(text)

    def _over(self, process: subprocess.Popen) -> None:
        asyncio.get_running_loop().remove_reader(process.stdout.fileno())
        process.stdout.close()
        code = process.wait()
        self._process = None
        if self._rest:
            self._line(self._rest)
            self._rest = b""
        self.on_end(code)

    async def stop(self, seconds: float = 30) -> None:
        """End the life at once, as a power cut does, and wait until it is over."""
        process = self._process
        if process is None:
            return
        process.send_signal(signal.SIGKILL)
        end = asyncio.get_running_loop().time() + seconds
        while self._process is process:
            self.drain()
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError("the firmware's process does not end")
            await asyncio.sleep(0.005)
