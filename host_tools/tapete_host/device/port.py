"""Which serial port is meant, and why one cannot be opened: what people plug in, in the systems' own names."""

import errno
import pathlib
import re
from collections.abc import Sequence

import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from tapete_host.device import NO_PORT, DeviceError
from tapete_host.places import PROFILE

VIRTUAL = PROFILE / "serial"  # where `tapete sim --pty` puts its serial line
_URL = re.compile(r"[a-z0-9]+://")
_SHORT = {"u": "/dev/ttyUSB{}", "a": "/dev/ttyACM{}", "c": "COM{}"}
# Vendors of the USB chips that ESP32 boards have: Silicon Labs, WCH, FTDI, Prolific, Espressif itself.
_VENDORS = {0x10C4, 0x1A86, 0x0403, 0x067B, 0x303A}


def find(name: str, ports: Sequence[ListPortInfo] | None = None, virtual: pathlib.Path = VIRTUAL) -> str:
    """The address, as pyserial opens it, that somebody means: `auto`, a path, `socket://`, `rfc2217://`, or a short
    name as u0 (/dev/ttyUSB0), a1 (/dev/ttyACM1), c3 (COM3), ttyUSB0.

    `auto` is the one board that is plugged in, or a virtual board that runs in this folder. DeviceError says what there
    is if that is none, or several. `ports`: those there are, as pyserial lists them.
    """
    if name == "auto":
        return _only(list_ports.comports() if ports is None else ports, virtual)
    if _URL.match(name) or pathlib.Path(name).exists():
        return name
    if short := re.fullmatch(r"([uac])(\d+)", name):
        return _SHORT[short[1]].format(short[2])
    if pathlib.Path("/dev", name).exists():
        return f"/dev/{name}"
    return name


def each(names: Sequence[str], everywhere: bool, virtual: pathlib.Path | None = VIRTUAL) -> list[str]:
    """The addresses that somebody means by these names, or all boards there are with `everywhere`. `virtual`: where
    one that runs in this folder is, None leaves it out."""
    if not everywhere:
        return list(dict.fromkeys(find(name) for name in names))
    found = [address for address, _ in listing(virtual=virtual)]
    if not found:
        raise DeviceError("no board found: plug one in with a USB cable that carries data", NO_PORT)
    return found


def boards(ports: Sequence[ListPortInfo]) -> list[ListPortInfo]:
    """Those of these ports behind which an ESP32 may be, by the maker of their USB chip."""
    return sorted(port for port in ports if port.vid in _VENDORS)


def _only(ports: Sequence[ListPortInfo], virtual: pathlib.Path) -> str:
    found = [address for address, _ in listing(ports, virtual)]
    if not found:
        others = ", ".join(sorted(port.device for port in ports))
        seen = (
            f"; these ports are something else, or name one of them with --port: {others}" if others else ""
        )
        raise DeviceError(
            "no board found: plug it in with a USB cable that carries data, or start a virtual one with "
            f"tapete sim --pty{seen}",
            NO_PORT,
        )
    if len(found) > 1:
        raise DeviceError(f"several boards are there, name one with --port: {', '.join(found)}", NO_PORT)
    return found[0]


def refused(address: str, error: Exception) -> DeviceError:
    """The sentence for a port that did not open."""
    text, number = str(error), getattr(error, "errno", None)
    if number == errno.EACCES or "Permission" in text or "Access is denied" in text:
        said = (
            "you may not open it: another program has it open, or (Linux) your user is not in the group of serial "
            "ports: sudo usermod -aG dialout $USER, then log in again"
        )
    elif number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text or "Resource busy" in text:
        said = "another program has it open: close that one and try again"
    elif number == errno.ENOENT or "No such file" in text or "FileNotFound" in text:
        said = "there is no such port: tapete ports lists those there are"
    elif number == errno.ECONNREFUSED or "refused" in text:
        said = "nothing listens there: is the virtual board, or the other end, running?"
    else:
        said = text.partition("\n")[0]
    return DeviceError(f"{address}: {said}", NO_PORT)


def opened(address: str, **options) -> serial.SerialBase:
    """The port, open for us alone. DeviceError says what to do if it does not open."""
    try:
        return serial.serial_for_url(address, exclusive=True, **options)
    except (serial.SerialException, OSError, ValueError) as error:
        raise refused(address, error) from None


def listing(
    ports: Sequence[ListPortInfo] | None = None, virtual: pathlib.Path | None = VIRTUAL
) -> list[tuple[str, str]]:
    """(address, what is known of it) of every port behind which a board may be."""
    there = list_ports.comports() if ports is None else ports
    found = [(port.device, _known(port)) for port in boards(there)]
    if virtual and virtual.is_symlink() and virtual.exists():
        found.append((str(virtual), "virtual board"))
    return found


def _known(port: ListPortInfo) -> str:
    made = port.product or port.description or "USB serial"
    return f"{made}, {port.serial_number}" if port.serial_number else made
