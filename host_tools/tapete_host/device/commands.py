"""The commands for a device on a serial line, as click has them; what each does is imported when it is used."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click

from tapete_host.build import LANGUAGES

_PORT = click.option(
    "--port",
    "-p",
    default="auto",
    envvar="TAPETE_PORT",
    show_default=True,
    show_envvar=True,
    help="A path, socket://HOST:PORT, rfc2217://..., a short name as u0, a0, c3; auto: the one board there is.",
)
LANG = click.option(
    "--lang", type=click.Choice(["en", "es"]), help="Language; without it the one of the locale."
)
_YES = click.option("--yes", "-y", is_flag=True, help="Do not ask.")


def _words(context: click.Context, parameter: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    for word in words:
        if word != "last" and not word.isdigit():
            raise click.BadParameter(f"{word!r} is no number of a match, nor last", context, parameter)
    return words


def _matches(required: bool) -> Callable:
    return click.argument(
        "numbers",
        nargs=-1,
        required=required,
        metavar="NUMBER|last..." if required else "[NUMBER|last]...",
        callback=_words,
    )


@click.command()
def ports() -> None:
    """List the ports behind which a board may be."""
    from tapete_host.device import port

    found = port.listing()
    for address, known in found:
        click.echo(f"{address}  {known}")
    if not found:
        click.echo("tapete: no board found: plug one in with a USB cable that carries data", err=True)
        sys.exit(1)


@click.group()
def actas() -> None:
    """The matches on a device: list, copy, check, tell, put on another, remove.

    The device stops for some seconds and goes on with its match.

    \b
      tapete actas list
      tapete actas pull --to copies
      tapete actas push copies/0007.acta --port u1      a spare unit takes over
      tapete actas replay last
    """


@actas.command("list")
@_PORT
@LANG
@click.pass_obj
def list_(session, port: str, lang: str | None) -> None:
    """A line a match: its rules, how far it came, how it ended."""
    from tapete_host.device import actas as work

    sys.exit(work.listed(session.board(port), lang))


@actas.command()
@_matches(False)
@click.option(
    "--to", type=click.Path(path_type=Path, file_okay=False), default=".", help="Folder; without it this one."
)
@click.option("--force", is_flag=True, help="Replace files that are other matches.")
@_PORT
@click.pass_obj
def pull(session, numbers: tuple[str, ...], to: Path, force: bool, port: str) -> None:
    """Copy matches from the device, all without a NUMBER: 7 becomes 0007.acta.

    While a round is open the cards that nobody has seen are not in the copy.
    """
    from tapete_host.device import actas as work

    sys.exit(work.pull(session.board(port), numbers, to, force))


@actas.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@_PORT
@click.pass_obj
def push(session, file: Path, port: str) -> None:
    """Put a match on the device, which goes on with it: so a spare unit takes over in mid-match."""
    from tapete_host.device import actas as work

    lines = work.whole(file)
    sys.exit(work.push(session.board(port), file, lines))


@actas.command()
@_matches(False)
@_PORT
@LANG
@click.pass_obj
def check(session, numbers: tuple[str, ...], port: str, lang: str | None) -> None:
    """Check checksums, and that every line can be read."""
    from tapete_host.device import actas as work

    sys.exit(work.replayed(session.board(port), numbers, lang, check=True))


@actas.command()
@_matches(True)
@_PORT
@LANG
@click.pass_obj
def replay(session, numbers: tuple[str, ...], port: str, lang: str | None) -> None:
    """Tell what happened in a match on the device."""
    from tapete_host.device import actas as work

    sys.exit(work.replayed(session.board(port), numbers, lang, check=False))


@actas.command()
@_matches(True)
@click.option("--force", is_flag=True, help="Also the match that the device goes on with.")
@_YES
@_PORT
@click.pass_obj
def delete(session, numbers: tuple[str, ...], force: bool, yes: bool, port: str) -> None:
    """Remove matches from the device."""
    from tapete_host.device import actas as work

    sys.exit(work.delete(session.board(port), list(numbers), force, not yes))


@click.group()
def settings() -> None:
    """What is set on a device.

    \b
      tapete settings get
      tapete settings set volume=3 lang=en 'names=["Ana","Luis","Eva",""]'
      tapete settings reset volume
    """


@settings.command("get")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@_PORT
@click.pass_obj
def get(session, names: tuple[str, ...], port: str) -> None:
    """Print settings, all without a NAME; those that nobody has set are marked."""
    from tapete_host.device import settings as work

    for row in work.rows(work.read(session.board(port)), names):
        click.echo(row)


@settings.command("set")
@click.argument("words", nargs=-1, required=True, metavar="NAME=VALUE...")
@_PORT
@click.pass_obj
def set_(session, words: tuple[str, ...], port: str) -> None:
    """Change settings: all of these or, if one cannot be, none."""
    from tapete_host.device import settings as work

    wanted = work.parse(words)
    board = session.board(port)
    values = work.read(board) | wanted
    work.write(board, values)
    for row in work.rows(values, wanted):
        click.echo(row)


@settings.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@_YES
@_PORT
@click.pass_obj
def reset(session, names: tuple[str, ...], yes: bool, port: str) -> None:
    """Give settings their defaults again, all without a NAME."""
    from tapete_host.device import settings as work

    if not names and not yes:
        click.confirm(
            "Give every setting its default, names of players and wiring too?", abort=True, err=True
        )
    board = session.board(port)
    values = {}
    if names:
        work.rows({}, names)
        values = {name: value for name, value in work.read(board).items() if name not in names}
    work.write(board, values)
    click.echo("defaults: " + (", ".join(names) or "all"))


_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
_OUT = click.Path(path_type=Path, dir_okay=False)
_NUMBER = click.option("--second", is_flag=True, help="The device's second deck.")


@click.group()
def deck() -> None:
    """Which sticker is on which card: deck files, on the computer and on a device.

    \b
      tapete deck pull mine.txt
      tapete deck replace mine.txt AO E0040150A1B2C3D4
      tapete deck check mine.txt + deck push mine.txt
      tapete deck print mine.txt mine.pdf
    """


@deck.command("check")
@click.argument("file", type=_FILE, required=False)
@_NUMBER
@_PORT
@click.pass_obj
def check_deck(session, file: Path | None, second: bool, port: str) -> None:
    """Say what is wrong with a deck file; without FILE with the device's."""
    from tapete_host.device import deck as work

    if file:
        sys.exit(work.told(work.read(file), str(file)))
    sys.exit(work.told(work.parse(work.pull(session.board(port), 1 + second)), "device"))


@deck.command("pull")
@click.argument("file", type=_OUT)
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@_NUMBER
@_PORT
@click.pass_obj
def pull_deck(session, file: Path, force: bool, second: bool, port: str) -> None:
    """Copy the device's deck into FILE."""
    from tapete_host.device import deck as work

    if file.exists() and not force:
        raise click.ClickException(f"{file} is there already; --force replaces it")
    data = work.pull(session.board(port), 1 + second)
    file.write_bytes(data)
    sys.exit(work.told(work.parse(data), str(file)))


@deck.command("push")
@click.argument("file", type=_FILE)
@_NUMBER
@_PORT
@click.pass_obj
def push_deck(session, file: Path, second: bool, port: str) -> None:
    """Put a deck on the device in the place of its own, if every card has a sticker."""
    from tapete_host.device import deck as work

    data = work.whole(file)
    session.board(port).write(work.decks.path(1 + second), data)
    click.echo(f"{file}: on the device")


@deck.command("merge")
@click.argument("files", nargs=-1, required=True, type=_FILE, metavar="FILE FILE...")
@click.option("--out", "-o", required=True, type=_OUT, help="The file that is written.")
def merge_decks(files: tuple[Path, ...], out: Path) -> None:
    """Make one deck of several, each with a part of the cards."""
    from tapete_host.device import deck as work

    made = work.merge((str(file), work.read(file)) for file in files)
    out.write_text(made.text(), encoding="utf-8")
    sys.exit(work.told(work.read(out), str(out)))


@deck.command("replace")
@click.argument("file", type=_FILE)
@click.argument("card")
@click.argument("uid")
def replace_card(file: Path, card: str, uid: str) -> None:
    """Give a card another sticker, as when one is torn: tapete deck replace mine.txt AO E0040150A1B2C3D4."""
    from tapete_host.device import deck as work

    before = work.replace(file, card, uid)
    click.echo(f"{file}: {card.upper()} {uid.upper()}" + (f" (was: {before})" if before else ""))


@deck.command("print")
@click.argument("file", type=_FILE)
@click.argument("out", type=_OUT, metavar="OUT.pdf")
@LANG
def print_deck(file: Path, out: Path, lang: str | None) -> None:
    """Write a PDF at true scale: a sheet to lay the stickers out on, and a list of cards and stickers."""
    from tapete_host.device import deck as work

    out.write_bytes(work.printed(work.read(file), lang))
    click.echo(out)


@click.command()
@click.option(
    "--file", type=_FILE, help="A saved deck file instead; three of its cards are laid to prove it."
)
@click.option("--no-check", is_flag=True, help="With --file: write it without that.")
@click.option("--card", metavar="CARD", help="Only this card gets another sticker: AO, RC...")
@click.option("--anew", is_flag=True, help="Begin with the first card and forget what is registered; asks.")
@click.option("--name", default="", help="The deck's name; without it as it is.")
@_NUMBER
@_YES
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    help="Language of the cards; without it the one set on the device.",
)
@_PORT
@click.pass_obj
def enroll(
    session,
    file: Path | None,
    no_check: bool,
    card: str | None,
    anew: bool,
    name: str,
    second: bool,
    yes: bool,
    lang: str | None,
    port: str,
) -> None:
    """Register a deck: the device asks for its cards one after another, on its panel and here.

    Each card is on its flash before the next is asked for. What is skipped, or left when you stop, is asked for the
    next time. A match that is on is kept.

    \b
      tapete enroll --name Casa
      tapete enroll --card RO                           a torn sticker
      tapete deck pull casa.txt + enroll --file casa.txt --port u1    the same deck on another device
    """
    from tapete_host.device import deck as files
    from tapete_host.device import enroll as work

    if sum((file is not None, card is not None, anew)) > 1 or file and name:
        raise click.UsageError("--card, --anew and --file exclude each other, --name and --file too")
    if no_check and not file:
        raise click.UsageError("--no-check goes with --file")
    if anew and not yes:
        click.confirm("Forget the stickers of all cards?", abort=True, err=True)
    wish = work.Wish(1 + second, card, anew, name, lang)
    if file is None:
        if card:
            files.card_of(card)
        sys.exit(work.register(session.board(port), wish))
    data = files.whole(file)
    sys.exit(work.from_file(session.board(port), file, data, wish, not no_check))


@click.command()
@_PORT
@click.pass_obj
def logs(session, port: str) -> None:
    """Print what a device has written down: its last crash, troubles of its parts, resets."""
    from tapete_host.device import console as work

    sys.exit(work.logs(session.board(port)))


@click.command()
@_PORT
@click.option("--seconds", type=float, help="Listen so long; without it until Ctrl-C.")
@click.option(
    "--until", metavar="PATTERN", help="Stop at a line that matches; exit code 1 if none came in time."
)
@click.option(
    "--repl", is_flag=True, help="MicroPython's prompt instead (mpremote's; Ctrl-] ends): stops the app."
)
@click.pass_obj
def console(session, port: str, seconds: float | None, until: str | None, repl: bool) -> None:
    """Print what a device says while it plays. It is not disturbed."""
    from tapete_host.device import console as work
    from tapete_host.device.port import find

    session.close()
    if repl:
        command = [sys.executable, "-m", "mpremote", "connect", find(port), "resume", "repl"]
        sys.exit(subprocess.run(command).returncode)
    sys.exit(work.listen(find(port), seconds, until))


_STAGES = "reader antennas panel buttons sound light flash memory clock wifi battery deck".split()


@click.command()
@click.option(
    "--stage", "stages", multiple=True, type=click.Choice(_STAGES), help="Only this; may be given again."
)
@click.option("--json", "json_file", type=_OUT, metavar="FILE", help="Write the report as JSON.")
@click.option("--html", "html_file", type=_OUT, metavar="FILE", help="Write a report card to print.")
@click.option("--no-person", is_flag=True, help="Ask nothing: nobody looks, listens, presses or lays cards.")
@_PORT
@click.pass_obj
def doctor(
    session,
    stages: tuple[str, ...],
    json_file: Path | None,
    html_file: Path | None,
    no_person: bool,
    port: str,
) -> None:
    """Test every part of a device, and say what to do about those that fail.

    A line a part, as they go. The device stops meanwhile and goes on with its match; put cards that lay on the mat
    back before. Exit code 1: a part failed.

    \b
      tapete doctor --html card.html
      tapete doctor --stage antennas --stage deck --port u1
      tapete doctor --no-person --json unit.json
    """
    from tapete_host.device.doctor import command

    command.check_places(json_file, html_file)
    sys.exit(command.examine(session.board(port), stages, not no_person, json_file, html_file))


@click.command()
@click.option(
    "--port",
    "-p",
    "ports",
    multiple=True,
    default=["auto"],
    envvar="TAPETE_PORT",
    show_envvar=True,
    help="As for the other commands; may be given again.",
)
@click.option("--all", "everywhere", is_flag=True, help="Every board that tapete ports lists.")
@click.option("--watch", is_flag=True, help="Deploy again whenever a source of the firmware has changed.")
@click.pass_obj
def deploy(session, ports: tuple[str, ...], everywhere: bool, watch: bool) -> None:
    """Put the program of these sources on a device that has one: only what differs is sent.

    The new program is written beside the one that plays, tested there, and started. If it does not greet, the device
    goes back to the old one, also by itself. A match goes on where it was.

    \b
      tapete deploy
      tapete deploy --port u0 --port u1      side by side, a line each
      tapete deploy --watch                  for developers; Ctrl-C ends it
    """
    from tapete_host.device import deploy_command as work

    session.close()
    sys.exit(work.deploy(ports, everywhere, watch))


ALL = (actas, deck, enroll, deploy, settings, doctor, logs, console, ports)
