"""`tapete deploy`: which devices, the program that is built for them, and again whenever a source has changed."""

import pathlib
import time
from collections.abc import Sequence

import click

from tapete_host import build
from tapete_host.device import DeviceError, port
from tapete_host.device.deploy import Program
from tapete_host.device.deploy import deploy as deploy_one
from tapete_host.device.side_by_side import side_by_side

_LOOK_S = 0.3  # between two looks at the sources
_SOURCES = {".py", *build.DATA}

Seen = dict[pathlib.Path, tuple[int, int]]
"""Time and size of each source, by its path."""


def deploy(ports: Sequence[str], everywhere: bool, watch: bool) -> int:
    """Bring the devices at these ports to the program of the sources, all there are with `everywhere` -> the exit
    code: that of the first that failed. `watch`: again after each change, until Ctrl-C."""
    addresses = port.each(ports, everywhere)
    return _again_and_again(addresses) if watch else side_by_side(deploy_one, addresses, _program())


def _program() -> Program:
    try:
        return Program(build.compile_firmware(), build.trial())
    except build.BuildError as error:
        raise DeviceError(f"the program does not compile: {error}") from None


def _again_and_again(addresses: list[str]) -> int:
    click.echo(f"{build.FIRMWARE} is watched; Ctrl-C ends it", err=True)
    try:
        while True:
            seen = _seen()
            if _tried(addresses) == 130:
                return 130
            _tell(_changed(seen))
    except KeyboardInterrupt:
        return 0


def _tried(addresses: list[str]) -> int:
    """One deploy; what goes wrong in it is told."""
    try:
        return side_by_side(deploy_one, addresses, _program())
    except DeviceError as error:
        click.echo(f"tapete: {error}", err=True)
        return error.code


def _seen() -> Seen:
    found = {}
    for path in build.FIRMWARE.rglob("*"):
        if path.suffix in _SOURCES:
            try:
                stat = path.stat()
            except OSError:  # an editor has just put another in its place
                continue
            found[path] = (stat.st_mtime_ns, stat.st_size)
    return found


def _changed(before: Seen) -> set[pathlib.Path]:
    """Wait until sources are others than these, and rest -> which."""
    now = _seen()
    while True:
        time.sleep(_LOOK_S)
        last, now = now, _seen()
        if now == last and now != before:
            return {path for path in {**before, **now} if before.get(path) != now.get(path)}


def _tell(paths: set[pathlib.Path]) -> None:
    names = sorted(path.relative_to(build.FIRMWARE).as_posix() for path in paths)
    click.echo(f"changed: {', '.join(names)}")
