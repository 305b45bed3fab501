"""A device at its MicroPython prompt, by mpremote's transport: its app is stopped, its files are read and written, and
at the end it starts again.

Changes with what mpremote can do. A device goes on with its match by itself when it starts (see firmware/README.md), so
people at the table lose the seconds that this takes, and nothing else.
"""

import ast
import binascii
import contextlib
import io
import struct
import time
from collections.abc import Callable, Iterator

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from tapete_host.device import REFUSED, DeviceError, port

_CHUNK = 512  # bytes asked for, or sent, at a time
_ENTER_S = 20  # for a board that is starting; an ESP32's app takes some seconds until it listens to Ctrl-C
_TRY_S = 1  # the first try; each takes twice as long as the one before, for a board that is slow to restart
_ANSWER_S = 10  # longer no answer takes; without a bound mpremote waits for ever where a cable was pulled
_MOMENT_S = 0.02  # between two looks at the line while a program runs
_MOMENTS = 10
_ENOENT = "ENOENT"
# What mpremote and pyserial raise when the line breaks, or something else than an answer comes.
_BROKEN = (TransportError, OSError, ValueError, SyntaxError, struct.error, TypeError)
# What a program on the device is given; each says its own name in a traceback.
_LIST = "import os\nprint([f[0] for f in os.ilistdir({!r})])"
_OPEN = "from binascii import a2b_base64 as a\nf = open({!r}, {!r})"
_RESTART = "import time, machine\ntime.sleep_ms(100)\nmachine.reset()"


class Board:
    """`with Board(address) as board:` stops the app, and restarts the device at the end however it comes about.

    Every method raises DeviceError: the port does not open, nothing answers as MicroPython does, the cable was pulled,
    or the device refused (its flash is full, there is no such file).
    """

    def __init__(self, address: str):
        self.address = address
        self._transport: SerialTransport | None = None

    def __enter__(self) -> "Board":
        try:
            self._transport = SerialTransport(self.address, timeout=_ANSWER_S)
        except (TransportError, OSError, ValueError) as error:
            port.opened(self.address).close()  # says why, as it will not open for us either
            raise port.refused(self.address, error) from None
        try:
            self._stop_app()
        except DeviceError:
            self._close()
            raise
        return self

    def _stop_app(self) -> None:
        """Ctrl-C, and a soft reset into the raw REPL: the app's heap is too full to work in. Tried again for a while: a
        device that is starting does not hear it."""
        end = time.monotonic() + _ENTER_S
        patience = _TRY_S
        while True:
            said = io.StringIO()  # mpremote prints what came instead
            try:
                with contextlib.redirect_stdout(said):
                    self._enter(patience)
                return
            except TransportError as error:
                if time.monotonic() > end:
                    raise self._silent(error, said.getvalue()) from None
                patience *= 2
            except _BROKEN as error:
                raise self._silent(error, said.getvalue()) from None

    def _enter(self, seconds: float) -> None:
        line = self._transport.serial
        line.timeout = seconds  # at a pty mpremote waits so long for every byte
        try:
            self._transport.enter_raw_repl(soft_reset=True, timeout_overall=seconds)
        finally:
            line.timeout = _ANSWER_S

    def _silent(self, error: Exception, said: str) -> DeviceError:
        heard = said.strip()[-200:] or "nothing"
        return DeviceError(
            f"{self.address}: no MicroPython answers there ({error}; heard: {heard}). Is it the right port? Press the "
            "board's reset and try again; a board without MicroPython wants tapete flash",
            REFUSED,
        )

    def __exit__(self, *_error: object) -> None:
        if self._transport is None:
            return
        with contextlib.suppress(*_BROKEN):
            self._transport.exec_raw_no_follow(_RESTART)
        self._close()

    def restarted(self) -> serial.SerialBase:
        """Restart the device -> its line, on which it begins to speak; this board is done with."""
        with self._asking() as transport:
            transport.exec_raw_no_follow(_RESTART)
        line, self._transport = self._transport.serial, None
        return line

    def _close(self) -> None:
        with contextlib.suppress(OSError):
            self._transport.close()
        self._transport = None

    @contextlib.contextmanager
    def _asking(self) -> Iterator[SerialTransport]:
        try:
            yield self._transport
        except TransportExecError as error:
            last = (error.error_output.strip().splitlines() or ["no reason"])[-1]
            raise DeviceError(f"{self.address}: the device refused: {last}", REFUSED) from None
        except _BROKEN as error:
            raise DeviceError(
                f"{self.address}: the device stopped answering ({error}). Look at the cable and try again; what it had "
                "confirmed is safe"
            ) from None

    def run(self, program: str) -> str:
        """What a program prints on the device."""
        with self._asking() as transport:
            return transport.exec(program).decode()

    def begin(self, program: str) -> None:
        """Start a program that hear() and say() speak with while it runs; renew() ends it."""
        with self._asking() as transport:
            transport.exec_raw_no_follow(program)

    def hear(self) -> bytes:
        """What such a program has printed since; nothing if it was silent for a moment. A 04 is its end, and what
        comes behind that the error it ended with."""
        with self._asking() as transport:
            for _ in range(_MOMENTS):
                if waiting := transport.serial.in_waiting:
                    return transport.serial.read(waiting)
                time.sleep(_MOMENT_S)
        return b""

    def say(self, data: bytes) -> None:
        """What such a program reads from its standard input."""
        with self._asking() as transport:
            transport.serial.write(data)

    def renew(self) -> None:
        """End what runs, and give its memory back."""
        self._stop_app()

    def lines(self, program: str, told: Callable[[str], None], silent_s: float = _ANSWER_S) -> None:
        """Have each line that a program prints told when it comes; `silent_s`: how long it may print nothing."""
        said = bytearray()

        def take(data: bytes) -> None:
            said.extend(data)
            if said.endswith(b"\n"):
                told(said.decode().strip())
                said.clear()

        with self._asking() as transport:
            error = transport.exec_raw(program, silent_s, take)[1]
            if error:
                raise TransportExecError(b"", error.decode())

    def names(self, folder: str) -> list[str]:
        """What is in a folder; nothing if there is no such folder."""
        try:
            said = self.run(_LIST.format(folder))
        except DeviceError as error:
            if _ENOENT in str(error):
                return []
            raise
        with self._asking():
            return ast.literal_eval(said)

    def read(self, path: str) -> bytes:
        """A file's bytes."""
        data = bytearray()
        self.run(_OPEN.format(path, "rb"))
        with self._asking() as transport:
            while piece := transport.eval(f"f.read({_CHUNK})"):
                data += piece
            transport.exec("f.close()")
        return bytes(data)

    def write(self, path: str, data: bytes) -> None:
        """Put a file there: a cut of power or cable leaves the old one, or none."""
        new = path + ".new"
        try:
            self.put(new, data)
        except DeviceError:
            with contextlib.suppress(DeviceError):  # a flash that is full wants the room
                self.remove(new)
            raise
        self.run(f"import os\nos.rename({new!r}, {path!r})")

    def put(self, path: str, data: bytes, sent: Callable[[int], None] = lambda size: None) -> None:
        """Write a file that nobody reads yet: a cut leaves a part of it. `sent` is told of every piece's size."""
        self.run(_OPEN.format(path, "wb"))
        with self._asking() as transport:
            for at in range(0, len(data), _CHUNK):
                piece = data[at : at + _CHUNK]
                transport.exec(f"f.write(a({binascii.b2a_base64(piece, newline=False)!r}))")
                sent(len(piece))
            transport.exec("f.close()")

    def make_folder(self, folder: str) -> None:
        """Make a folder, if it is not there."""
        self.run(f"import os\ntry:\n os.mkdir({folder!r})\nexcept OSError as e:\n if e.errno != 17: raise")

    def remove(self, path: str) -> None:
        """Remove a file."""
        self.run(f"import os\nos.remove({path!r})")


class Session:
    """The device that a chain of commands speaks to: opened by the first that needs it, and kept until close()."""

    def __init__(self) -> None:
        self._board: Board | None = None

    def board(self, name: str) -> Board:
        """The device behind a port (see port.find); `auto` behind another command is the one that is open."""
        if self._board is not None and (name == "auto" or port.find(name) == self._board.address):
            return self._board
        self.close()
        self._board = Board(port.find(name)).__enter__()
        return self._board

    def close(self) -> None:
        """Let the device go on."""
        board, self._board = self._board, None
        if board is not None:
            board.__exit__(None, None, None)
