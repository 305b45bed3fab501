"""Boards in their bootloader: the protocol is that of the package esp32-mock-bootloader. The flash under it is ours and
stricter (programming only clears bits, erasing takes whole sectors), and its cable can be cut at any byte."""

import contextlib
import socket
import threading
from collections.abc import Iterator

from esp32_mock_bootloader import chips, protocol, registers, server

SECTOR = 4096
_SIZES = {1: 0x14, 2: 0x15, 4: 0x16, 8: 0x17, 16: 0x18}  # MB -> last byte of the JEDEC id
_LOCKED = {0x3FF5A000: 1 << 20}  # FLASH_CRYPT_CNT in the ESP32's eFuses

# The package ends a connection three seconds after the first part of a flash was written, and one that is silent for
# 50 ms while it is read from; a chip does neither.
server._FLASH_END_IDLE_SEC = float("inf")
server._CLIENT_RECV_TIMEOUT = 30.0


class Cut(OSError):
    """The cable is out; OSError is what the package takes for that."""


class Flash(server.FlashImage):
    """NOR flash of so many MB. `left`: bytes that may still be erased or programmed before the cable is cut, or before
    a pause, if there is one: (reached, over)."""

    def __init__(self, megabytes: int = 4):
        self.data = bytearray(b"\xff" * (megabytes << 20))
        self.left: int | None = None
        self.changed = 0
        self.pause: tuple[threading.Event, threading.Event] | None = None
        self._at = 0
        self._end = 0
        self._inflate = None

    def _take(self, size: int) -> int:
        """How many of these bytes are still changed."""
        if self.pause and self.left < size:
            self.left = None
            self.pause[0].set()
            self.pause[1].wait()
        taken = size if self.left is None else min(size, self.left)
        self.changed += taken
        if self.left is not None:
            self.left -= taken
        return taken

    def _check(self, size: int, taken: int) -> None:
        if taken < size:
            raise Cut

    def erase_region(self, offset, size):
        for at in range(offset // SECTOR * SECTOR, offset + size, SECTOR):
            taken = self._take(SECTOR)
            self.data[at : at + taken] = b"\xff" * taken
            self._check(SECTOR, taken)

    def erase_all(self):
        self.erase_region(0, len(self.data))

    def _program(self, data: bytes) -> None:
        end = self._at + len(data)
        while self._end < end:  # as the stub does: a sector is erased when its turn comes
            self.erase_region(self._end, SECTOR)
            self._end += SECTOR
        taken = self._take(len(data))
        old = int.from_bytes(self.data[self._at : self._at + taken], "big")
        new = old & int.from_bytes(data[:taken], "big")
        self.data[self._at : self._at + taken] = new.to_bytes(taken, "big")
        self._check(len(data), taken)
        self._at = end

    def _begin(self, payload: bytes) -> None:
        self._at = self._end = int.from_bytes(payload[12:16], "little")

    def begin_plain(self, payload):
        self._begin(payload)

    def begin_defl(self, payload):
        super().begin_defl(payload)
        self._begin(payload)

    def write_plain_block(self, payload):
        self._program(protocol.data_command_payload(payload))

    def write_defl_block(self, payload):
        self._program(self._decompressor.decompress(protocol.data_command_payload(payload)))


class _Session(server.ChipSession):
    """A connection's state, with the eFuses of the board at which it is."""

    def __init__(self, chip_mode):
        super().__init__(chip_mode)
        board = threading.current_thread()
        if isinstance(board, Board):
            self.registers.update(board.registers)


def _security(session: server.ChipSession) -> bytes:
    """GET_SECURITY_INFO, with the flag of the secure download mode where the board is locked."""
    answer = _plain_security(session)
    locked = getattr(threading.current_thread(), "locked", False) and chips.PROFILES[session.chip_mode]
    return answer[:9] + b"\x04" + answer[10:] if locked and locked.supports_security_info else answer


server.ChipSession = _Session
_plain_security = server.handle_get_security_info
server.handle_get_security_info = _security


class Board(threading.Thread):
    """A board that waits in its bootloader at `url`, a TCP port or a pty, until close(). Each has a MAC of its own, by
    its number."""

    def __init__(
        self,
        chip: str = "esp32",
        megabytes: int = 4,
        number: int = 1,
        locked: bool = False,
        pty: bool = False,
    ):
        super().__init__(daemon=True)
        self.chip = chip
        self.flash = Flash(megabytes)
        self.mac = f"24:0a:c4:00:00:{number:02x}"
        self.registers = _efuses(chip, number) | (_LOCKED if locked else {})
        self.locked = locked
        self._megabytes = megabytes
        self._over = threading.Event()
        self._pty = server.PtyMasterTransport.create() if pty else None
        if self._pty:
            self.url = self._pty.client_path
        else:
            self._server = socket.create_server(("127.0.0.1", 0))
            self.url = f"socket://127.0.0.1:{self._server.getsockname()[1]}"
        self.start()

    def run(self) -> None:
        while not self._over.is_set():
            line = self._accepted()
            if line is None:
                return
            protocol.MOCK_FLASH_ID = 0x4020 | _SIZES[self._megabytes] << 16
            with contextlib.suppress(Cut):
                server.handle_client(line, self._over, self.chip, flash=self.flash)

    def _accepted(self) -> server.BootloaderConnection | None:
        if self._pty:
            return server.BootloaderConnection(pty=self._pty)
        try:
            line, _ = self._server.accept()
        except OSError:
            return None
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return server.BootloaderConnection(sock=line)

    def cut_after(self, size: int | None) -> None:
        """Cut the cable when so many bytes more are erased or programmed; None puts it in again."""
        self.flash.left = size
        self.flash.changed = 0

    @contextlib.contextmanager
    def pause_after(self, size: int) -> Iterator[threading.Event]:
        """Erase or program so many bytes more, and the rest only afterwards. The event: it has come to that."""
        pause = self.flash.pause = threading.Event(), threading.Event()
        self.flash.left = size
        try:
            yield pause[0]
        finally:
            self.flash.pause = self.flash.left = None
            pause[1].set()

    def close(self) -> None:
        self._over.set()
        if not self._pty:
            with contextlib.suppress(OSError):
                self._server.shutdown(socket.SHUT_RDWR)
            self._server.close()

    def __enter__(self) -> "Board":
        return self

    def __exit__(self, *_) -> None:
        self.close()


def _efuses(chip: str, number: int) -> dict[int, int]:
    """The registers that hold its MAC."""
    return registers._mac_registers(chip, (0x24, 0x0A, 0xC4, 0, 0, number)) if chip in chips.PROFILES else {}
