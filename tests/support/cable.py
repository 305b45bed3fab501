"""A cable between a tool and a device that a test can pull, as a socket:// port."""

import contextlib
import socket
import threading

import serial

WAIT_S = 90  # only a line that has failed takes so long


class Cable:
    """A serial line that breaks after so many bytes towards the device, right behind these ones, or at cut(). `sent`:
    how many have passed."""

    def __init__(self, address: str, last: int = 1 << 60, behind: bytes = b""):
        self._far = serial.Serial(address, timeout=0.05)
        self._server = socket.create_server(("127.0.0.1", 0))
        self.address = "socket://127.0.0.1:%d" % self._server.getsockname()[1]
        self.sent = 0
        self._last = last
        self._behind = behind
        self._gone = threading.Event()
        self._threads = [threading.Thread(target=work) for work in (self._forth, self._back)]
        self._near: socket.socket | None = None
        self._threads[0].start()

    def _forth(self) -> None:
        self._near, _ = self._server.accept()
        self._threads[1].start()
        seen = b""
        with contextlib.suppress(OSError):  # a reset, where the tool still had something to read
            while (left := self._last - self.sent) > 0 and (data := self._near.recv(min(256, left))):
                self._far.write(data)
                self.sent += len(data)
                seen = (seen + data)[-512:]
                if self._behind and self._behind in seen:
                    break
        self._gone.set()
        self._near.close()

    def _back(self) -> None:
        while not self._gone.is_set():
            with contextlib.suppress(OSError):
                self._near.sendall(self._far.read(max(1, self._far.in_waiting)))

    def cut(self) -> None:
        """Break it now."""
        self._near.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        for thread in self._threads:
            thread.join(WAIT_S)
        self._far.close()
        self._server.close()
