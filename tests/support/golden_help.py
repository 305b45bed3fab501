"""What `--help` of each command prints, as a golden file that a person can read. As a program: makes it again."""

import pathlib
from collections.abc import Iterator

import click

from tapete_host.cli import tapete

GOLDEN = pathlib.Path(__file__).resolve().parents[1] / "golden" / "help.txt"
_WIDTH = 80


def told() -> str:
    """The help of every command, one below the other."""
    return "\n".join(f"$ {context.command_path} --help\n{context.get_help()}\n" for context in _contexts())


def _contexts() -> Iterator[click.Context]:
    top = click.Context(tapete, info_name="tapete", terminal_width=_WIDTH, **tapete.context_settings)
    yield top
    yield from _below(top, tapete)


def _below(parent: click.Context, group: click.Group) -> Iterator[click.Context]:
    for name, command in sorted(group.commands.items()):
        if command.add_help_option:  # sim hands its words on, --help too
            context = click.Context(command, parent=parent, info_name=name, terminal_width=_WIDTH)
            yield context
            if isinstance(command, click.Group):
                yield from _below(context, command)


if __name__ == "__main__":
    GOLDEN.write_text(told())
