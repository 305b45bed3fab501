"""The command `tapete`: its words and options. What each does is in the modules that it imports when it is used."""

import sys
from typing import TextIO

import click

from tapete_host import find_tute  # noqa: F401
from tapete_host.device import FAILED, DeviceError
from tapete_host.device.commands import ALL, LANG
from tapete_host.hardware.commands import print_

# What only those need who plug a device in, or print: the extras of the package.
_EXTRAS = {"serial": "device", "mpremote": "device", "esptool": "device", "reportlab": "hardware"}


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tapete", prog_name="tapete")
def tapete() -> None:
    """Tute refereed: read matches, look rules up, write a match down; the virtual table; and what a plugged-in device
    needs.

    A + between words begins another command for the same device: tapete settings get + actas list.

    Exit codes: 0 done, 1 something did not hold or broke off, 2 a wrong command line (or a file that cannot be opened),
    3 no such port, 4 refused: by the device, or because what was asked for cannot be.
    """


@tapete.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE...|FOLDER|-")
@click.option("--json", "as_json", is_flag=True, help="What the referee answered, one JSON object a line.")
@click.option(
    "--html", metavar="OUT", help="Write one self-contained page; of several matches, a folder of them."
)
@click.option("--check", is_flag=True, help="Check the checksums, and that the recorded answers still hold.")
@click.option(
    "--answers", metavar="FILE", help="With --check: the recorded answers; else the .jsonl beside the acta."
)
@LANG
def replay(
    paths: tuple[str, ...],
    as_json: bool,
    html: str | None,
    check: bool,
    answers: str | None,
    lang: str | None,
) -> None:
    """Tell what happened in a match, read from its acta.

    FILE is an acta, - is standard input, FOLDER stands for every *.acta below it. Several matches are told in a line
    each, with a line for every fault.
    """
    from tapete_host import replay_command

    if sum((as_json, html is not None, check)) > 1:
        raise click.UsageError("--json, --html and --check exclude each other")
    if answers and not check:
        raise click.UsageError("--answers goes with --check")
    code = replay_command.replay(paths, as_json=as_json, html=html, check=check, answers=answers, lang=lang)
    sys.exit(code)


@tapete.command()
@click.argument("preset", required=False)
@click.argument("options", nargs=-1, metavar="[OPTION=VALUE]...")
@LANG
def rules(preset: str | None, options: tuple[str, ...], lang: str | None) -> None:
    """List the rule sets, or show one in a player's words.

    OPTION=VALUE shows it with house rules, as a rules line of an acta names them: tapete rules amelia-4 tie=nobody.
    """
    from tapete_host import rules_command

    sys.exit(rules_command.rules(preset, options, lang))


@tapete.command()
@click.argument("file", required=False)
@LANG
def new(file: str | None, lang: str | None) -> None:
    """Write a match down: from questions, then line by line.

    Every line is checked by the referee at once and is on the disk before the next is asked for. A FILE that exists is
    gone on with.
    """
    from tapete_host import new_acta

    sys.exit(new_acta.new(file, lang))


@tapete.command()
@click.argument("file", type=click.File(), default="-")
def crash(file: TextIO) -> None:
    """Say where in the sources a device's traceback is: its /crash.txt, or what its console printed.

    A device has short names and no line numbers, which saves memory. The sources must be those it was made from.
    Without FILE the traceback is read from standard input.
    """
    from tapete_host.crash import told

    click.echo(told(file.read()))


@tapete.command(add_help_option=False, context_settings={"ignore_unknown_options": True})
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def sim(options: tuple[str, ...]) -> None:
    """The virtual table: the device without hardware, with its page. tapete sim --help lists its options."""
    from tapete_host import launch

    sys.exit(launch.main(list(options)))


@tapete.command(add_help_option=False, context_settings={"ignore_unknown_options": True})
@click.argument("files", nargs=-1, type=click.UNPROCESSED)
def fonts(files: tuple[str, ...]) -> None:
    """Make the panel's fonts again, after a text got a new character. tapete fonts --help says from which files."""
    from tapete_host import fonts as maker

    sys.exit(maker.main(list(files)))


@tapete.command()
@click.option(
    "--port", "ports", multiple=True, default=["auto"], help="Serial port, or socket://; may be given again."
)
@click.option("--all", "everywhere", is_flag=True, help="Every board that is plugged in.")
@click.option(
    "--image", metavar="FILE", help="MicroPython's .bin; without it a pinned version is downloaded."
)
@click.option(
    "--board", metavar="NAME", help="Board record; without it the device's, or the first with this chip."
)
@click.option("--panel", metavar="NAME", help="Panel's controller, where it is not the board's own.")
@click.option("--deck", metavar="FILE", help="Deck file; without it the device's stays.")
@click.option("--set", "changes", metavar="KEY=VALUE", multiple=True, help="A setting; may be given again.")
@click.option("--erase", is_flag=True, help="Erase everything first, matches and settings too; asks.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--no-restart", is_flag=True, help="Leave it in its bootloader.")
@click.option("--baud", default=460800, show_default=True, help="Speed of the serial line.")
def flash(
    ports: tuple[str, ...],
    everywhere: bool,
    image: str | None,
    board: str | None,
    panel: str | None,
    deck: str | None,
    changes: tuple[str, ...],
    erase: bool,
    yes: bool,
    no_restart: bool,
    baud: int,
) -> None:
    """Put Tapete on a board: MicroPython, program, board record, deck, settings.

    Matches, settings and deck of a device that has them stay. Several boards are flashed side by side. What is cut off
    can be begun again.
    """
    from tapete_host.device import flash_command

    settings = dict(change.partition("=")[::2] for change in changes)
    settings.update({key: value for key, value in (("board", board), ("panel", panel)) if value})
    at = flash_command.addresses(ports, everywhere)
    if erase and not yes and not flash_command.confirmed(at):
        raise click.Abort
    how = {"erase": erase, "restart": not no_restart, "baud": baud}
    sys.exit(flash_command.flash(at, image, deck, settings, **how))


for _command in (*ALL, print_):
    tapete.add_command(_command)


def run(arguments: list[str]) -> int:
    """The commands in these arguments, parted by +, one after the other up to the first that fails; gives its exit
    code. A device that one of them has opened is let go at the end."""
    session = _Session()
    try:
        for words in _chain(arguments):
            code = _one(words, session)
            if code:
                return code
    finally:
        session.close()
    return 0


def _chain(arguments: list[str]) -> list[list[str]]:
    chain: list[list[str]] = [[]]
    for word in arguments:
        if word == "+":
            chain.append([])
        else:
            chain[-1].append(word)
    return chain


class _Session:
    """The chain's device (see device.board.Session), of which nothing is loaded before a command wants it."""

    def __init__(self) -> None:
        self._session = None

    def board(self, port: str):
        if self._session is None:
            from tapete_host.device.board import Session

            self._session = Session()
        return self._session.board(port)

    def close(self) -> None:
        if self._session is not None:
            self._session.close()


def _one(words: list[str], session: _Session) -> int:
    try:
        tapete.main(words, prog_name="tapete", standalone_mode=False, obj=session)
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 1
    except DeviceError as wrong:
        click.echo(f"tapete: {wrong}", err=True)
        return wrong.code
    except ModuleNotFoundError as wrong:
        if wrong.name not in _EXTRAS:
            raise
        click.echo(
            f'tapete: {wrong.name} is not installed: pip install "tapete[{_EXTRAS[wrong.name]}]"', err=True
        )
        return FAILED
    except click.UsageError as wrong:
        wrong.show()
        return wrong.exit_code
    except click.ClickException as wrong:
        click.echo(f"tapete: {wrong.format_message()}", err=True)
        return wrong.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 130
    return 0


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))
