"""A chip in its bootloader, by esptool; changes with esptool, and with what goes wrong on the way to a chip.

esptool has one log for a process, so each chip has a process of its own (flash_command).
"""

import contextlib
import functools
import re
import socket
import struct
from collections.abc import Callable, Iterator

import serial
from esptool.cmds import (
    attach_flash,
    detect_chip,
    detect_flash_size,
    erase_flash,
    reset_chip,
    run_stub,
    write_flash,
)
from esptool.logger import TemplateLogger, log
from esptool.util import flash_size_bytes
from serial.urlhandler import protocol_socket

from tapete_host.device import FAILED, NO_PORT, REFUSED, DeviceError, port
from tapete_host.device.micropython_image import NAMES

_ROM_BAUD = 115200
_TIMEOUT_S = 3  # where esptool sets none of its own
_TRIES, _TRIES_AS_IT_IS = (
    7,
    3,
)  # to reach a bootloader; a board that cannot be reset will not come to be in it
_LOST = re.compile(
    "serial data|stream stopped|transfer stopped|head of packet|SLIP|No more data|match request|timed out"
)
_NOT_WRITTEN = re.compile("MD5 of file|region is empty|Verification failed")
_LOCKED = "this chip is locked ({}): it takes no program but its maker's; take another board"


class Quick(protocol_socket.Serial):
    """A socket:// that says how much has come, and not only that something has: esptool asks for so much at once."""

    @property
    def in_waiting(self) -> int:
        return super().in_waiting and max(1, len(self._socket.recv(1 << 16, socket.MSG_PEEK)))


class _Log(TemplateLogger):
    """Takes esptool's words away and hands on how far it is."""

    def __init__(self) -> None:
        self.progress: Callable[[int, int], None] | None = None

    def print(self, *args, **kwargs):
        pass

    note = warning = error = set_verbosity = print

    def stage(self, finish=False):
        pass

    def progress_bar(self, cur_iter, total_iters, prefix="", suffix="", bar_length=30):
        if self.progress and total_iters:
            self.progress(cur_iter, total_iters)


_LOG = _Log()


@functools.cache
def _take_log() -> None:
    """Once in a process: a log that has been set cannot be set again."""
    log.set_logger(_LOG)


@contextlib.contextmanager
def _told(doing: str) -> Iterator[None]:
    """esptool's errors as DeviceError; `doing` completes "... while ..."."""
    try:
        yield
    except (
        RuntimeError,
        struct.error,
    ) as error:  # esptool's FatalError is the first; the second, of a short answer
        raise _sentence(doing, str(error).partition("\n")[0]) from None
    except (serial.SerialException, OSError):
        raise DeviceError(
            f"the connection broke while {doing}: put the cable in again, and give the same command", FAILED
        ) from None


def _sentence(doing: str, said: str) -> DeviceError:
    if "Failed to connect" in said:
        return DeviceError(
            "no bootloader answers: hold BOOT, press EN (or RST) once, let BOOT go, and give the same command; a "
            "virtual board has no bootloader",
            NO_PORT,
        )
    if _NOT_WRITTEN.search(said):
        return DeviceError(
            f"what was read back while {doing} is not what was written: try again, by another cable or supply; if it "
            "stays so, the board's flash is worn or protected"
        )
    if _LOST.search(said):
        return DeviceError(
            f"the board stopped answering while {doing}: put the cable in again, and give the same command, with "
            "--baud 115200 if it happens again"
        )
    return DeviceError(f"esptool gave up while {doing}: {said}")


class Chip:
    """One chip, from connect() to close().

    kind: as in a board record, "esp32" or "esp32s3"; mac: six bytes in hex digits with colons; flash: bytes;
    revision: 100 times the major one, and the minor
    psram: words, "" if none is known of (outside the chip's package only MicroPython finds it)
    """

    def __init__(self, address: str, baud: int):
        _take_log()
        self._line = _opened(address)
        try:
            with _told("connecting"):
                self._connect(baud)
        except BaseException:
            self._line.close()
            raise

    def _connect(self, baud: int) -> None:
        self.can_restart = _has_lines(self._line)
        how = ("default-reset", _TRIES) if self.can_restart else ("no-reset", _TRIES_AS_IT_IS)
        esp = detect_chip(self._line, connect_mode=how[0], connect_attempts=how[1])
        self.kind = next((kind for kind, name in NAMES.items() if name == esp.CHIP_NAME), "")
        if not self.kind:
            raise DeviceError(
                f"this is an {esp.CHIP_NAME}: Tapete's boards have an ESP32 or an ESP32-S3", REFUSED
            )
        _refuse_locked(esp)
        self.mac = ":".join(f"{byte:02x}" for byte in esp.read_mac("BASE_MAC"))
        self.revision = esp.get_chip_revision()
        self.psram = next((text for text in esp.get_chip_features() if "PSRAM" in text), "").replace(
            "Embedded ", ""
        )
        self._esp = run_stub(esp)
        if baud != _ROM_BAUD and not isinstance(self._line, Quick):
            self._esp.change_baud(baud)
        self._esp.WRITE_FLASH_ATTEMPTS = 1  # it waits for seconds, and what it writes then was not read anew
        attach_flash(self._esp)
        self.flash = _flash_size(detect_flash_size(self._esp))

    def read(self, offset: int, size: int) -> bytes:
        """Bytes of the flash, checked by MD5 on the way."""
        with _told("the flash was read"):
            return self._esp.read_flash(offset, size)

    def erase(self, offset: int, size: int) -> None:
        """Whole sectors of 4096 bytes."""
        with _told("the flash was erased"):
            self._esp.erase_region(offset, size)

    def erase_all(self) -> None:
        """The whole flash; takes up to a minute."""
        with _told("the flash was erased"):
            erase_flash(self._esp)

    def write(self, offset: int, data: bytes, progress: Callable[[float], None]) -> None:
        """Write and verify by MD5, unless the flash has it already; progress(part done, 0 to 1)."""
        _LOG.progress = lambda now, total: progress(now / total)
        with _told("the flash was written"):
            write_flash(self._esp, [(offset, data)], skip_flashed=True)
        progress(1)

    def restart(self) -> None:
        """Out of the bootloader, into the program."""
        with _told("the board was restarted"):
            reset_chip(self._esp, "hard-reset")

    def close(self) -> None:
        """Give the port back."""
        with contextlib.suppress(serial.SerialException, OSError):
            self._line.close()


def _opened(address: str) -> serial.SerialBase:
    if not address.startswith("socket:"):
        return port.opened(address, baudrate=_ROM_BAUD, timeout=_TIMEOUT_S)
    try:
        return Quick(address, timeout=_TIMEOUT_S)
    except (serial.SerialException, OSError, ValueError) as error:
        raise port.refused(address, error) from None


def _has_lines(line: serial.SerialBase) -> bool:
    """Whether it has DTR and RTS, which reset a board: a TCP socket and a pty have not."""
    if isinstance(line, Quick):
        return False
    try:
        return line.cts is not None
    except OSError:
        return False


def _refuse_locked(esp) -> None:
    if esp.secure_download_mode:
        raise DeviceError(_LOCKED.format("secure download mode"), REFUSED)
    if esp.get_flash_encryption_enabled():
        raise DeviceError(_LOCKED.format("flash encryption"), REFUSED)
    if esp.get_secure_boot_enabled():
        raise DeviceError(_LOCKED.format("secure boot"), REFUSED)


def _flash_size(named: str | None) -> int:
    if named is None:
        raise DeviceError(
            "the board's flash chip does not answer: take off what is wired to GPIO6 to 11 (ESP32) or 26 to 32 (S3)"
        )
    return flash_size_bytes(named)
