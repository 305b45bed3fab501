"""A virtual board with a program that is whole but small: one language, the fonts of one panel. A test that puts many
programs on it need not wait for the others."""

import pathlib
from collections.abc import Callable

from support.web_host import Table
from tapete_host import build, launch, launch_flash
from tapete_host.device.deploy import Program
from tapete_host.device.disk import mounted

_SCREENS = "tapete/screens/"
_KEPT = {"en.txt", "small300.bin", "large300.bin", "huge300.bin"}


def files() -> dict[str, bytes]:
    """The firmware without what a 4.2" panel in English does not need."""
    made = build.compile_firmware()
    return {name: data for name, data in made.items() if not _is_spare(name)}


def _is_spare(name: str) -> bool:
    return (
        name.startswith(_SCREENS) and name.endswith((".bin", ".txt")) and name[len(_SCREENS) :] not in _KEPT
    )


def program(**changed: str) -> Program:
    """The same to be deployed; `tapete__menu="text"` gives that module another source, or more of it behind a +."""
    made = files()
    for name, text in changed.items():
        relative = pathlib.Path(name.replace("__", "/") + ".py")
        if text.startswith("+"):
            text = build.shortened()[relative] + text[1:]
        made[relative.with_suffix(".mpy").as_posix()] = build.compile_text(relative, text)
    return Program(made, build.trial())


def is_korean(name: str) -> bool:
    """A font or the words of a language that an older program had not."""
    return name.endswith(("ko.bin", "ko.txt"))


def table(folder: pathlib.Path, speed: float, lacks: Callable[[str], bool] = _is_spare) -> Table:
    """Started, with a serial line; `lacks` says which files of the whole program are not there."""
    flash, _ = launch_flash.prepare(folder, launch.SEED, {"board": "wroom_pn5180", "panel": "", "lang": "en"})
    disk = mounted(flash.read_bytes())
    for name in build.compile_firmware():
        if lacks(name):
            disk.remove("/" + name)
    flash.write_bytes(bytes(disk.context.buffer))
    return Table(folder, speed, "--lang", "en", "--pty")
