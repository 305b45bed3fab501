"""`tapete flash`: its ports and wishes, checked before a port is opened."""

import importlib.util
import pathlib
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from tapete_host.device import DeviceError
from tapete_host.device.side_by_side import side_by_side

if TYPE_CHECKING:
    from tapete_host.device.wishes import Wish


def addresses(ports: Sequence[str], everywhere: bool) -> list[str]:
    """Where the boards are: at these ports, or wherever one is plugged in; a virtual one has no bootloader.
    ModuleNotFoundError without esptool and pyserial, which are loaded in the ports' processes."""
    for name in ("esptool", "serial"):
        if importlib.util.find_spec(name) is None:
            raise ModuleNotFoundError(name=name)
    from tapete_host.device import port

    return port.each(ports, everywhere, None)


def flash(at: Sequence[str], image: str | None, deck: str | None, settings: dict[str, str], **how) -> int:
    """Flash the boards at these addresses side by side -> the exit code: that of the first that failed.

    settings: KEY=VALUE by key, as typed; how: erase, restart, baud as in wishes.Wish. DeviceError for what cannot be
    before any board is touched.
    """
    return side_by_side(_one, at, _wish(image, deck, settings, **how))


def _wish(image: str | None, deck: str | None, settings: dict[str, str], **how) -> "Wish":
    from tapete_host import build
    from tapete_host.device import micropython_image, wishes
    from tapete_host.device.settings import parse

    chosen = parse(f"{key}={value}" for key, value in settings.items())
    opened = micropython_image.opened(pathlib.Path(image)) if image else None
    cards = wishes.deck(pathlib.Path(deck)) if deck else None
    try:
        return wishes.Wish(build.compile_firmware(), opened, chosen, cards, **how)
    except build.BuildError as error:
        raise DeviceError(f"the program does not compile: {error}") from None


def _one(address: str, wish: "Wish", tell) -> str:
    from tapete_host.device.flash import flash as flash_one

    return flash_one(address, wish, tell)


def confirmed(at: Sequence[str]) -> bool:
    """Whether somebody who is asked says that everything on the boards may go."""
    if not sys.stdin.isatty():
        raise click.UsageError("--erase asks first, and nobody is there to answer: add --yes")
    return click.confirm(f"Erase all that is on {', '.join(at)}, matches and settings too?")
