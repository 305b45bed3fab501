"""The firmware's process as the web server sees it: started, ended, its console read line by line; and, where the
device has a serial line, that line's other end."""

import asyncio
import contextlib
import ctypes
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import tty
from collections import deque
from collections.abc import Callable

from tapete_host.serial_port import Outbox, PtyPort, TcpPort
from tapete_host.web_link import ModelError, ModelGone

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

    # However often it ends: as a chip does, and whoever is on its serial line can mend it.
    starts_for_ever = False

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
        self.prompt = False  # the app has ended: what is printed is for whoever is on the serial line
        self.last_lines: deque[str] = deque(maxlen=_KEEP_LINES)
        self._process: subprocess.Popen | None = None
        self._fd = -1  # where its console is read
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
        self._process = self._spawn()
        os.set_blocking(self._fd, False)
        asyncio.get_running_loop().add_reader(self._fd, self.drain)

    def _spawn(self) -> subprocess.Popen:
        process = self._popen(self.command, subprocess.DEVNULL, subprocess.PIPE)
        self._fd = os.dup(process.stdout.fileno())
        process.stdout.close()
        return process

    def _popen(
        self, command: list[str], inward: int, outward: int, first=end_with_parent
    ) -> subprocess.Popen:
        # A session of its own: Ctrl-C at the terminal is for the launcher, which then ends this in order.
        return subprocess.Popen(
            command,
            env=self.env,
            stdin=inward,
            stdout=outward,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=first,
        )

    def drain(self) -> None:
        """Take in all that has been printed so far; notices the end of a life."""
        process = self._process
        if process is None:
            return
        while True:
            try:
                data = os.read(self._fd, _CHUNK)
            except BlockingIOError:
                return
            except OSError:  # EIO: nobody has the pty open any more
                data = b""
            if not data:
                self._over(process)
                return
            self._take(data)

    def _take(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._line(line)

    def _line(self, line: bytes) -> None:
        text = line.decode("utf-8", "replace").rstrip("\r")
        self.last_lines.append(text)
        self.on_line(text)

    def _over(self, process: subprocess.Popen) -> None:
        asyncio.get_running_loop().remove_reader(self._fd)
        os.close(self._fd)
        self._fd = -1
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


_BANNER = b'Type "help()" for more information.'
_RAW = b"raw REPL; CTRL-B to exit"
_PROMPT = b">>> "
# Its line above that: it may come before it is known that this is the prompt.
_FIRST = re.compile(rb"MicroPython \S+ on \d{4}-\d\d-\d\d; ")
_TRACE, _PLACE = b"Traceback (most recent call last):", b"  File "
_CTRL_A, _CTRL_C = b"\1", b"\3"
_LOOK_S = 0.01  # between two looks whether Ctrl-C has been told
_COMPUTED_S = 0.3  # of its own time, without a message to the models: a program that computes
_TYPED = 1 << 16  # bytes that wait for a device which does not read; then what is new is lost
STOPPED = "note the app was stopped on the serial line; a reset starts it again"
"""The line that stands for the prompt which MicroPython has shown: the game does not run on."""


def _begin_board() -> None:
    """In the new child. Python, in which MicroPython runs, takes no handler of its own where Ctrl-C is ignored: so
    one that is there is MicroPython's."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class BoardFirmware(Firmware):
    """The same with a serial line, and MicroPython's prompt on it, as on a board.

    Ctrl-C ends the app in the prompt; Ctrl-D there is a soft reset, out of which the app starts again, or not if it
    was given in the raw REPL. The process ends by it, with code 0, and a new one begins.
    """

    starts_for_ever = True

    def __init__(self, port: PtyPort | TcpPort, ask, command, env, on_line, on_end):
        super().__init__(command, env, on_line, on_end)
        self.port = port
        self.ask = ask  # ModelLink.ask
        port.on_data = self._typed
        self._raw = False  # the raw REPL was entered last
        self._bare = False  # the new process has to come to the raw REPL by itself
        self._begun = False  # the program has been seen to run
        self._breaking: asyncio.Task | None = None
        self._seen = b""
        self._trace: list[bytes] = []  # lines of a traceback, until it is known whether Ctrl-C is its end
        self._in: Outbox | None = None  # to the process, while there is one
        # What was typed in a soft reset, for the process that is to come, or for its raw REPL; else None.
        self._held: bytes | None = None

    def _spawn(self) -> subprocess.Popen:
        master, slave = pty.openpty()
        tty.setraw(slave)
        self._bare = self.prompt = self._raw
        self._raw = self._begun = False
        self._seen = b""
        extra = ["bare"] if self._bare else []
        command = [self.command[0], "-i", *self.command[1:], *extra]
        try:
            process = self._popen(command, slave, slave, _begin_board)
        except OSError:
            os.close(master)
            raise
        finally:
            os.close(slave)
        self._fd = master
        self._in = Outbox(master, _TYPED)
        if not self._bare:
            asyncio.get_running_loop().call_soon(self._type_held)
        return process

    def _type_held(self) -> None:
        held, self._held = self._held, None
        if held:
            self._typed(held)

    def _take(self, data: bytes) -> None:
        if self._bare:
            self._seen += data
            if self._seen.endswith(_PROMPT):
                self._bare = False
                self._in.put(_CTRL_A)
                self._type_held()
            return
        self.port.send(data)
        known = self.prompt
        self._watch(data)
        if not known:
            super()._take(data.partition(_BANNER)[0] if self.prompt else data)
            if self.prompt:
                self._line(STOPPED.encode())

    def _line(self, line: bytes) -> None:
        """A Ctrl-C's traceback and the first words of the prompt are for whoever typed it, and no news of the game."""
        if _FIRST.match(line):
            return
        if line.startswith(_TRACE if not self._trace else _PLACE):
            self._trace.append(line)
            return
        trace, self._trace = self._trace, []
        if trace and line.startswith(b"KeyboardInterrupt"):
            return
        for one in (*trace, line):
            super()._line(one)

    def _watch(self, data: bytes) -> None:
        """Notice the prompt, and which REPL it is; what tells may be cut in two."""
        self._seen = (self._seen + data)[-_CHUNK:]
        banner, raw = self._seen.rfind(_BANNER), self._seen.rfind(_RAW)
        if banner != raw:
            self.prompt = True
            self._raw = raw > banner
            self._seen = self._seen[max(banner, raw) + 1 :]

    def _over(self, process: subprocess.Popen) -> None:
        self._in.clear()
        super()._over(process)
        trace, self._trace = self._trace, []
        for line in trace:
            super()._line(line)
        if process.returncode:
            self._raw, self._held = False, None  # a reset, not one by Ctrl-D
        else:
            self._held = b""
            self.port.send(b"MPY: soft reboot\r\n")

    # -- from the line to the device

    def _typed(self, data: bytes) -> None:
        """What somebody sends. Ctrl-C interrupts a program that lets itself be interrupted, else it is a character.

        A board's serial line goes on through a soft reset; what comes in a reset of the chip is lost."""
        if self._held is not None:
            self._held = (self._held + data)[:_TYPED]
            return
        while data and self._process is not None:
            before, found, data = data.partition(_CTRL_C)
            if before:
                self._in.put(before)
            if found:
                self._ctrl_c()

    def _ctrl_c(self) -> None:
        running = self._interruptible()
        self._begun = self._begun or self.prompt or running
        if running or not self._begun:
            one = self._break(self._process, not self._begun, self._breaking)
            self._breaking = asyncio.get_running_loop().create_task(one)
        else:
            self._in.put(_CTRL_C)

    async def _break(self, process: subprocess.Popen, young: bool, earlier: asyncio.Task | None) -> None:
        """Interrupt the program, after the `earlier` Ctrl-C has done its work; `young`: once it has begun.

        The models tell it so in place of an answer: a signal at any moment would tear a message. One that computes
        and asks them for nothing gets the signal."""
        if earlier:
            await earlier
        asked = False
        begin = 0.0
        with contextlib.suppress(ModelGone, ModelError):
            while self._process is process and not (young and self.prompt):
                if self._interruptible():
                    said = await self.ask("break", on=None if asked else True)
                    if asked and not said["waits"]:
                        return
                    if not asked:
                        begin = said["computed"]
                    asked = said["waits"]
                    young = young or not asked  # it is not at the models yet: what listens is not the program
                    if said["computed"] - begin > _COMPUTED_S:
                        process.send_signal(signal.SIGINT)
                        break
                elif asked or not young:
                    break
                await asyncio.sleep(_LOOK_S)
            if asked:
                await self.ask("break", on=False)

    def _interruptible(self) -> bool:
        """Whether MicroPython has its handler of Ctrl-C set: while a program runs, unless it has taken it away."""
        try:
            status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        except OSError:
            return self.running and not self.prompt  # no Linux, or the process is gone
        return bool(int(status.partition("SigCgt:")[2].split()[0], 16) >> signal.SIGINT - 1 & 1)
