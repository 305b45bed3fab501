"""The virtual device's serial line as other programs see it: a pty or a TCP port; changes with what they expect of a
board's USB socket.

As on a board, what is sent while nobody listens is lost, and there is one listener.
"""

import asyncio
import contextlib
import os
import pathlib
import pty
import select
import socket
import tty
from collections.abc import Callable

_CHUNK = 4096
_MOST = 1 << 20  # bytes kept for a listener that does not read; then what is new is lost
_LOOK_S = 0.02  # between two looks whether somebody has opened the pty


class Outbox:
    """What is written to a file that does not block, as soon as it takes it; at most so many bytes wait, what is new
    beyond that is lost."""

    def __init__(self, fd: int, most: int):
        self._fd = fd
        self._most = most
        self._waiting = bytearray()

    def put(self, data: bytes) -> None:
        """Write this behind what waits."""
        if len(self._waiting) < self._most:
            self._waiting += data
        self._write()

    def _write(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            del self._waiting[: os.write(self._fd, self._waiting)]
        except BlockingIOError:
            pass
        except OSError:  # nobody is there any more
            self._waiting.clear()
        if self._waiting:
            loop.add_writer(self._fd, self._write)
        else:
            loop.remove_writer(self._fd)

    def clear(self) -> None:
        """Write nothing more of what waits."""
        asyncio.get_running_loop().remove_writer(self._fd)
        self._waiting.clear()


class PtyPort:
    """A pty. `address` is the path to open: `link`, a symbolic link to it that is made, and removed by close().

    Raises OSError if the link cannot be made (something else is there).
    """

    def __init__(self, link: pathlib.Path):
        self.on_data: Callable[[bytes], None] = lambda data: None
        self._master, slave = pty.openpty()
        self._name = os.ttyname(slave)
        os.close(slave)  # as long as nobody has it open, a poll says so
        os.set_blocking(self._master, False)
        self._link = link
        self._out = Outbox(self._master, _MOST)
        self._open = False
        self._task: asyncio.Task | None = None
        if link.is_symlink():
            link.unlink()
        link.symlink_to(self._name)

    @property
    def address(self) -> str:
        """What a tool is given as its port."""
        return str(self._link)

    async def start(self) -> None:
        """Wait for listeners from now on."""
        self._task = asyncio.create_task(self._wait())

    async def _wait(self) -> None:
        """Until somebody has opened it. Whoever was there last took the terminal's modes with him."""
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        while ready := poll.poll(0):
            if ready[0][1] & select.POLLIN:  # somebody has been here between two looks
                self.on_data(os.read(self._master, _CHUNK))
            elif not ready[0][1] & select.POLLHUP:
                break
            else:
                await asyncio.sleep(_LOOK_S)
        with contextlib.suppress(OSError):
            slave = os.open(self._name, os.O_RDWR | os.O_NOCTTY)
            tty.setraw(slave)  # no echo, which would come to the device as if it had been typed
            os.close(slave)
        self._open = True
        asyncio.get_running_loop().add_reader(self._master, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self._master, _CHUNK)
        except BlockingIOError:
            return
        except OSError:  # EIO: the last who had it open has closed it
            data = b""
        if data:
            self.on_data(data)
            return
        self._hang_up()
        self._task = asyncio.create_task(self._wait())

    def _hang_up(self) -> None:
        asyncio.get_running_loop().remove_reader(self._master)
        self._out.clear()
        self._open = False

    def send(self, data: bytes) -> None:
        """What the device has written."""
        if self._open:
            self._out.put(data)

    async def close(self) -> None:
        """Take it away."""
        if self._task:
            self._task.cancel()
        if self._open:
            self._hang_up()
        os.close(self._master)
        with contextlib.suppress(OSError):
            if os.readlink(self._link) == self._name:
                self._link.unlink()


class TcpPort:
    """A TCP port of this computer, as pyserial's socket:// and the tools on it speak to one. While one is connected
    others are sent away. `sock` is bound."""

    def __init__(self, sock: socket.socket):
        self.on_data: Callable[[bytes], None] = lambda data: None
        self._sock = sock
        self._server: asyncio.Server | None = None
        self._writer: asyncio.StreamWriter | None = None

    @property
    def address(self) -> str:
        """What a tool is given as its port."""
        return "socket://{}:{}".format(*self._sock.getsockname()[:2])

    async def start(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._serve, sock=self._sock)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._writer is not None:
            writer.close()
            return
        self._writer = writer
        try:
            while data := await reader.read(_CHUNK):
                self.on_data(data)
        except ConnectionError:
            pass
        finally:
            self._writer = None
            writer.close()

    def send(self, data: bytes) -> None:
        """What the device has written."""
        writer = self._writer
        if writer is not None and writer.transport.get_write_buffer_size() < _MOST:
            writer.write(data)

    async def close(self) -> None:
        """Take it away."""
        if self._server:
            self._server.close()
        if self._writer is not None:
            self._writer.close()
