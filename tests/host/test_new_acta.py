"""`tapete new`: from questions to an acta, a line at a time; nothing that was accepted is ever lost."""

import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tapete_host import cli, new_acta
from tapete_host.replay import Replay
from tapete_host.tell import Teller
from tute.acta import seal

ROOT = Path(__file__).resolve().parents[2]
HEAD = ["2", "", "", "Ana", "Luis", "2"]  # amelia-2, no house rules, its target, names, who deals
WRITTEN = ["acta 1", "rules amelia-2", "target 3", "seat 1 Ana", "seat 2 Luis", "@dealer 2"]


@pytest.fixture
def typed(monkeypatch, capsys):
    """typed(file, lines): the command with these lines typed -> (exit code, what was shown)."""

    def run(file, lines, lang="en"):
        left = iter(lines)

        def answer(prompt=""):
            print(prompt, end="")
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        code = cli.run(["new", "--lang", lang, str(file)])
        return code, capsys.readouterr().out

    return run


def lines_of(file: Path) -> list[str]:
    """The lines of a sealed acta without their checksums, which must be right."""
    found = []
    for line in file.read_text().splitlines():
        text = line.rsplit(" *", 1)[0]
        assert seal(text) == line
        found.append(text)
    return found


def test_questions_make_a_head_and_lines_make_a_match(typed, tmp_path):
    file = tmp_path / "a.acta"
    code, shown = typed(file, [*HEAD, "3O", "AC", "2C", "cante 20 E 1", "swap 7O", "draw 1 RO"])
    assert code == 0 and f"Kept in {file}." in shown
    assert lines_of(file) == [
        *WRITTEN,
        *("deal 2 3O", "play AC 1", "play 2C 2", "cante 20 E 1", "swap 7O 1", "draw 1 RO"),
    ]
    assert "Luis deals and shows the three of coins: coins are trumps." in shown
    assert "Trick 1, Luis: " in shown and "Ana takes the trick: 11 points." in shown
    assert all(heard.answer.ok for heard in Replay(file.read_bytes()))


def test_wrong_answers_are_asked_again(typed, tmp_path):
    file = tmp_path / "a.acta"
    code, shown = typed(
        file,
        ["amelia-9", "", "amelia-2", "tie=x", "2", "", "many", "5", "A#na", "Ana", "", "Quim", "ana", "3O"],
    )
    assert code == 0
    assert lines_of(file) == ["acta 1", "rules amelia-2", "target 5", "seat 1 Ana", "@dealer 1", "deal 1 3O"]
    assert "expected the name of a rule set" in shown and "last_trick, nobody" in shown
    assert "expected a name" in shown and "expected a number of rounds" in shown


def test_what_is_refused_or_cannot_be_read_is_told_and_not_written(typed, tmp_path):
    file = tmp_path / "a.acta"
    code, shown = typed(
        file, [*HEAD, "3O", "AC", "AC", "play 8O", "nonsense", "2C 2", "play 2C 1", "", "?", "=", "2C"]
    )
    assert code == 0 and lines_of(file)[6:] == ["deal 2 3O", "play AC 1", "play 2C 2"]
    assert "Luis lays the ace of cups. Refused: that card has been laid already." in shown
    assert "column 6: expected a card" in shown and shown.count("column 1: expected an event") == 2
    assert "undo" in shown and "│     [AC]     │" in shown


def test_a_refused_renuncio_says_how_it_can_stand(typed, tmp_path):
    file = tmp_path / "a.acta"
    start = ["1", "", "", "", "", "", "", "4", "6C", "show 2 RO", "5O", "2B"]
    code, shown = typed(file, [*start, "play 2B 2 stands"])
    assert (
        code == 0
        and "the rules do not allow it (follow)" in shown
        and "play 2B 2 stands: lets it stand" in shown
    )
    assert lines_of(file)[-2:] == ["play 5O 1", "play 2B 2 stands"]


def test_undo_and_comments_are_lines_too(typed, tmp_path):
    file = tmp_path / "a.acta"
    typed(file, [*HEAD, "3O", "# a fine deal", "AC # bold", "undo", "3C", "@t 5"])
    assert lines_of(file)[6:] == [
        "deal 2 3O",
        "# a fine deal",
        "play AC 1 # bold",
        "undo",
        "play 3C 1",
        "@t 5",
    ]


def test_the_end_of_the_match_ends_it(typed, tmp_path):
    file = tmp_path / "a.acta"
    code, shown = typed(file, [*HEAD, "3O", "end", "never asked"], "es")
    assert code == 0 and lines_of(file)[-1] == "end" and "La partida termina sin ganador." in shown
    code, shown = typed(file, ["s", "show 1 AC", "end"], "es")
    assert code == 0 and lines_of(file)[-1] == "show 1 AC"


def test_stopped_before_the_rules_nothing_is_written(typed, tmp_path):
    file = tmp_path / "a.acta"
    assert typed(file, [])[0] == 1 and not file.exists()
    assert typed(tmp_path / "no/where.acta", HEAD)[0] == 2


def test_an_acta_is_gone_on_with(typed, tmp_path):
    file = tmp_path / "a.acta"
    typed(file, [*HEAD, "3O", "AC"])
    whole = file.read_bytes()
    code, shown = typed(file, ["n"])
    assert code == 1 and "is left as it is" in shown and file.read_bytes() == whole
    file.write_bytes(whole + b"play 2")
    code, shown = typed(file, ["", "2C"])
    assert code == 0 and "torn" in shown and "2 events are there already." in shown
    assert lines_of(file)[-2:] == ["play AC 1", "play 2C 2"]
    spoilt = whole.replace(b"3O", b"4O")
    file.write_bytes(spoilt)
    code, shown = typed(file, [""])
    assert code == 1 and "a right checksum" in shown and file.read_bytes() == spoilt


def test_an_acta_written_by_hand_goes_on_without_checksums(typed, tmp_path):
    file = tmp_path / "hand.acta"
    file.write_text("acta 1\nrules online-pairs\n\ndeal 4 6C\nplay 5O 1")
    code, _ = typed(file, ["y", "RO"])
    assert code == 0 and file.read_text() == "acta 1\nrules online-pairs\n\ndeal 4 6C\nplay 5O 1\nplay RO 2\n"


TYPED = st.one_of(
    st.sampled_from(
        "6C|3O|AC|2C|5O|RO|play 5O 1|play 2B 2 stands|cante 40|cante 20 O|swap 7C|draw|draw 1 AO|undo|=|?|# so|@t 5|end"
        "|show 1 5O|claim 1 2|concede 1|misdeal|award 1+3|leave 2|hand 1 AO|forget|correct 7 -|correct 8 play 2O|²|٣|8O"
        "".split("|")
    ),
    st.text(st.characters(blacklist_categories=["Cs"]), max_size=12),
)


@given(st.lists(TYPED, max_size=30), st.sampled_from(["1", "2", "3", "5"]))
@example(["²", "6C", "5O", "= ", "#" * 300], "²")
@settings(deadline=None, max_examples=60)
def test_whatever_is_typed_the_acta_can_be_read_again(lines, preset):
    """Nothing that is typed stops the scorer, and every event in the file stands when it is read."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        file = Path(folder) / "a.acta"
        left = iter([preset, "", "", "", "", "", "", "1", *lines])
        patch.setattr("builtins.input", lambda prompt="": next(left))
        desk = new_acta.Desk(Teller("en"))
        try:
            desk.run(str(file))
        except StopIteration:
            pass
        except new_acta.Stopped:
            pass
        if file.exists():
            replay = Replay(file.read_bytes())
            assert all(heard.answer and heard.answer.ok for heard in replay) or not replay.head.rules
            assert replay.dropped is None


def started(file, **how):
    env = dict(os.environ, PYTHONPATH=f"{ROOT}/host_tools:{ROOT}/firmware", LC_ALL="C.UTF-8", TERM="dumb")
    command = [sys.executable, "-m", "tapete_host", "new", "--lang", "en", str(file)]
    return subprocess.Popen(command, env=env, **how)


def test_piped_input(tmp_path):
    file = tmp_path / "a.acta"
    with started(file, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        typed_in = "\n".join([*HEAD, "3O", "AC", ""]).encode() + b"\xff\xfe play\n"
        out, _ = process.communicate(typed_in, 30)
    assert process.returncode == 0 and lines_of(file)[-1] == "play AC 1" and b"Kept in" in out


def test_on_a_terminal_every_line_is_on_disk_before_the_next_question(tmp_path):
    """A kill at any question loses nothing that was accepted."""
    file = tmp_path / "a.acta"
    ours, theirs = pty.openpty()
    with started(file, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        for answer, question in zip(
            [None, *HEAD], ["Rules", "House", "Rounds", "seat 1", "seat 2", "Who", "trump card"]
        ):
            if answer is not None:
                os.write(ours, (answer + "\n").encode())
            wait_for(ours, question)
        assert lines_of(file) == WRITTEN
        for answer, question, line in (
            ("3O", "Trick 1, Ana", "deal 2 3O"),
            ("AC", "Trick 1, Luis", "play AC 1"),
        ):
            os.write(ours, (answer + "\n").encode())
            wait_for(ours, question)
            assert lines_of(file)[-1] == line
        process.send_signal(signal.SIGKILL)
    os.close(ours)
    assert lines_of(file)[-1] == "play AC 1"


def wait_for(terminal: int, text: str) -> None:
    """Reads what the terminal shows until this text comes."""
    seen = b""
    while text.encode() not in seen:
        ready, _, _ = select.select([terminal], [], [], 30)
        assert ready, seen
        seen += os.read(terminal, 4096)
