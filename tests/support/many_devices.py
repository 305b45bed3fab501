"""How long one device takes to be flashed, or brought to another program, and ten side by side: seconds of this
computer, on which ten virtual boards share the cores; real ones would not."""

import contextlib
import pathlib
import tempfile
import time

from support import bootloader, esp_image, small_device
from tapete_host import build
from tapete_host.device import deploy, flash, micropython_image
from tapete_host.device.side_by_side import side_by_side
from tapete_host.device.wishes import Wish

_SPEED = 16


def _timed(work, addresses: list[str], wish: object) -> float:
    begin = time.perf_counter()
    with contextlib.redirect_stdout(None):
        code = side_by_side(work, addresses, wish)
    if code:
        raise RuntimeError(f"{work.__name__} gave {code}")
    return time.perf_counter() - begin


def flash_s(devices: int) -> float:
    """Seconds for so many boards in their bootloader, with the whole program."""
    image = micropython_image.parsed(esp_image.merged())
    wish = Wish(build.compile_firmware(), image, restart=False)
    with contextlib.ExitStack() as stack:
        boards = [stack.enter_context(bootloader.Board(number=n)) for n in range(devices)]
        return _timed(flash.flash, [board.url for board in boards], wish)


def deploy_s(devices: int) -> float:
    """Seconds for so many virtual boards with a small program, of which one module has changed."""
    program = small_device.program(tapete__place="+\nMARK = 1\n")
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        tables = []
        for number in range(devices):
            tables.append(small_device.table(pathlib.Path(folder) / str(number) / "profile", _SPEED))
            stack.callback(tables[-1].close)
        for table in tables:
            table.at_table()
        return _timed(deploy.deploy, [table.serial_line() for table in tables], program)
