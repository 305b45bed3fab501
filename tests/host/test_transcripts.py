"""What each command of `tapete` says, held against the golden files that were read as a new user reads them."""

import click
import pytest

from support import transcripts
from tapete_host.cli import tapete


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    made = transcripts.board(tmp_path_factory.mktemp("transcripts"))
    made.at_table()
    yield made
    made.close()


def all_commands(group: click.Group, before: str = "") -> set[str]:
    """`replay`, `actas list`: those that are no groups."""
    found = set()
    for name, command in group.commands.items():
        whole = f"{before} {name}".strip()
        found |= all_commands(command, whole) if isinstance(command, click.Group) else {whole}
    return found


def test_every_command_has_a_transcript():
    assert all_commands(tapete) - transcripts.ELSEWHERE - transcripts.commands() == set()


@pytest.mark.parametrize("group", transcripts.HERE)
def test_what_is_said_without_a_device(group, tmp_path):
    folder = transcripts.prepared(tmp_path / group)
    assert transcripts.told(group, folder) == transcripts.path(group).read_text(), "make golden"


@pytest.mark.parametrize("group", transcripts.THERE)  # in this order: each finds what those before have left
def test_what_is_said_at_a_device(group, board, tmp_path):
    text = transcripts.told_at(board, group, tmp_path)
    assert text == transcripts.path(group).read_text(), "make golden"
