"""`tapete replay`: what it tells, JSON, checks, several files, exit codes; any bytes at all."""

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from support import find_match, golden_accounts
from tapete_host import cli, replay
from tapete_host.replay_html import page
from tapete_host.replay_story import read_story
from tapete_host.tell import Teller, language
from tapete_host.tell_text import WIDTH, account, plain
from tute.acta import seal

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests/golden"
EXAMPLE = ROOT / "host_tools/examples/partida.acta"
HEAD = "acta 1\nrules online-pairs\nseat 1 Ana\n"


def run(*arguments, text=None):
    """The command in a process of its own, as one starts it without installing anything."""
    return subprocess.run(
        [sys.executable, "-m", "tapete_host", *arguments],
        input=text,
        capture_output=True,
        text=True,
        env=dict(os.environ, PYTHONPATH=f"{ROOT}/host_tools:{ROOT}/firmware", LC_ALL="C.UTF-8"),
        timeout=60,
    )


def called(capsys, *arguments):
    """The command in this process: (exit code, standard output, standard error)."""
    code = cli.run(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


def tell(text: str, lang: str = "en") -> str:
    story = read_story(text.encode())
    return "\n".join(plain(line) for line in account(story, Teller(lang, story.names), 240))


# JSON


def test_the_example_as_json():
    done = run("replay", "--json", str(GOLDEN / "partida.acta"))
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout == (GOLDEN / "partida.jsonl").read_text()
    last = json.loads(done.stdout.splitlines()[-1])
    assert last["match"]["winner"] == "1+3" and last["round"]["by"] == "last_trick"


def test_exit_codes(tmp_path, capsys):
    code, _, err = called(capsys, "replay", str(tmp_path / "none.acta"))
    assert code == 2 and "none.acta" in err
    bad = tmp_path / "bad.acta"
    bad.write_text(HEAD + "deal 4 6C\nplay 8O 1\nplay AO 1\n")
    code, out, err = called(capsys, "replay", "--json", str(bad))
    assert code == 1 and err == ""
    lines = [json.loads(line) for line in out.splitlines()]
    assert lines[1] == {"line": 5, "error": {"column": 6, "expected": "card"}}
    assert lines[2]["event"] == "play AO 1" and lines[2]["line"] == 6
    for text in ("acta 1\nrules online-pairs players=3\ndeal 4 6C\n", "acta 2\nrules online-pairs\n", ""):
        bad.write_text(text)
        code, out, _ = called(capsys, "replay", "--json", str(bad))
        assert code == 1 and len(out.splitlines()) == 1 and "error" in json.loads(out), text
    code, _, err = called(capsys, "replay", "--json", "--check", str(bad))
    assert code == 2 and "exclude" in err


def test_standard_input_and_a_torn_line():
    sealed = (GOLDEN / "partida.acta").read_text()
    done = run("replay", "--json", "-", text=sealed[:-9])
    assert done.returncode == 0
    assert done.stderr.startswith("-:140:1: the last line was torn")
    wanted = (GOLDEN / "partida.jsonl").read_text().splitlines(keepends=True)
    assert done.stdout == "".join(wanted[:-1])


def test_what_the_reader_expects_is_told_in_both_languages(capsys, tmp_path):
    wrong = {
        "acta 2": "version 1|la versión 1",
        "rules online-pairs players=3": "players=3|players=3",
        "rules online-pairs tie=x": "last_trick, nobody|last_trick, nobody",
        "rules online": "the name of a rule set|el nombre de unas reglas",
        "rules online-pairs\ntarget many": "a number of rounds|un número de rondas",
        "rules online-pairs\ncante 30": "40, 20 or tute|40, 20 o tute",
        "rules online-pairs\ncorrect 3 undo": "other than undo|que no sea undo",
    }
    for lines, expected in wrong.items():
        file = tmp_path / "wrong.acta"
        file.write_text(("" if lines.startswith("acta") else "acta 1\n") + lines + "\n")
        for lang, text in zip(("en", "es"), expected.split("|")):
            code, out, _ = called(capsys, "replay", "--lang", lang, str(file))
            assert code == 1 and text in " ".join(out.split()), (lines, out)


def test_the_module_is_the_same_command():
    assert replay.main(["--json", str(EXAMPLE.with_name("missing.acta"))]) == 2


def test_the_commands_of_the_readme_run(tmp_path, monkeypatch, capsys):
    block = re.search(r"```sh\n(tapete .*?)```", (ROOT / "host_tools/README.md").read_text(), re.S).group(1)
    (tmp_path / "examples").symlink_to(ROOT / "host_tools/examples")
    monkeypatch.chdir(tmp_path)
    commands = [shlex.split(line, comments=True) for line in block.splitlines()]
    assert {words[1] for words in commands} == {"replay", "rules", "new"}
    for words in commands:
        if words[1] != "new":  # it asks: test_new_acta
            assert cli.run(words[1:]) == 0, words
    assert (tmp_path / "out.html").exists() and (tmp_path / "pages/index.html").exists()


# for people


@pytest.mark.parametrize("name", golden_accounts.actas())
def test_every_example_is_told_as_its_golden_account(name):
    path = golden_accounts.actas()[name]
    for lang in golden_accounts.LANGUAGES:
        expected = (golden_accounts.GOLDEN / f"{name}.{lang}.txt").read_text()
        assert golden_accounts.told(path, lang) == expected, "make golden"


def test_the_command_tells_the_account_as_plain_text(capsys):
    code, out, _ = called(capsys, "replay", "--lang", "es", str(EXAMPLE))
    assert code == 0 and out == (golden_accounts.GOLDEN / "partida.es.txt").read_text()


def test_the_language_comes_from_the_locale(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    assert language() == "es"
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert language() == "en"


def test_an_undone_lead_stays_in_its_trick():
    text = tell(HEAD + "deal 4 6C\nplay 5O 1\nundo\nplay AO 1\n")
    assert text.count("Trick 1") == 1
    assert "Taken back: Ana lays the five of coins." in text and "[AO]" in text


def test_an_undone_trick_is_told_again():
    cards = "play 5O 1\nplay RO 2\nplay 2O 3\nplay AO 4\n"
    text = tell(HEAD + "deal 4 6C\n" + cards + "undo\nplay 6O 4\n")
    assert "Trick 1, again" in text and "[RO]" in text and "[AO]" in text


def test_a_correction_says_what_was_there():
    text = tell(HEAD + "deal 4 6C\nplay 5O 1\nplay RO 2\ncorrect 5 play 4O 1\ncorrect 6 -\n")
    assert "Line 5 is put right: Ana lays the four of coins." in text
    assert "(it was “Ana lays the five of coins.”)" in text and "[RO]" not in text
    assert "Line 6 is dropped" in text


def test_unreadable_lines_and_refusals_are_told_in_words():
    text = tell(HEAD + "deal 4 6C\nplay 8O 1\nplay RO 2\nplay 5O 1\nclaim 2 2\n")
    assert "Line 5 cannot be read: column 6, expected a card." in text
    assert "Seat 2 lays the king of coins. Refused: it is not this player's turn." in text
    es = tell(HEAD + "deal 4 6C\nplay 8O 1\nplay RO 2\n", "es")
    assert "La línea 5 no se puede leer: columna 6, se esperaba una carta." in es
    assert "Asiento 2 echa el rey de oros. No vale: no es su turno." in es


def test_every_reason_and_end_has_its_words():
    from tapete_host import tell_words

    for table in (tell_words.REFUSED, tell_words.EXPECTED, tell_words.AUDIT, tell_words.TEXTS):
        for key, (en, es) in table.items():
            assert en and es, key


def test_every_penalty_detection_and_end_is_told_in_words():
    """The actas of all ends, in both languages: no code of the referee's is left among the words."""
    paths = sorted((GOLDEN / "ends").glob("*.acta"))
    assert len(paths) > 50
    for path in paths:
        story = read_story(path.read_bytes())
        assert story.rounds and not story.errors, path
        story.intro, story.options = [], {}
        for round_ in story.rounds:
            for block in round_.blocks:
                block.moments = [moment for moment in block.moments if not moment.note]
        for lang in ("en", "es"):
            lines = [plain(line) for line in account(story, Teller(lang, story.names))]
            assert not re.search(r"[a-z]_[a-z]|None|\{", "\n".join(lines)), path
            assert all(len(line) <= WIDTH for line in lines), path


def test_nothing_in_an_acta_steers_the_terminal():
    text = tell(
        "acta 1\nrules online-pairs\nseat 1 \x1b[31mAna\u202e\n# \x1b]0;x\x07\ndeal 4 6C\nplay 5O 1\n"
    )
    assert "\x1b" not in text and "\u202e" not in text and "\ufffd[31mAna\ufffd leads" in text


def test_house_rules_are_told_in_words():
    text = tell(HEAD.replace("online-pairs", "online-pairs tie=nobody"))
    assert "Who wins when points are equal: nobody (tie=nobody)." in text


def test_comments_are_told_where_they_stand():
    text = tell(
        "# An example.\nacta 1 # first\nrules online-pairs\ndeal 4 6C # dealt\n# now\nplay 5O 1\n# ended\n"
    )
    lines = [line.strip() for line in text.splitlines()]
    assert lines[2:4] == ["An example.", "first"]
    said = [line.split("  ")[-1] for line in lines if line]
    order = ["dealt", "now", "Ana leads the five of coins.", "ended"]
    places = [
        i for word in order for i, line in enumerate(said) if line.replace("Seat 1", "Ana").endswith(word)
    ]
    assert len(places) == 4 and places == sorted(places)


# checks


def test_a_good_acta_is_checked(capsys):
    code, out, _ = called(capsys, "replay", "--check", "--lang", "en", str(EXAMPLE))
    assert code == 0 and "checksums good, recorded answers hold: 134" in out


def test_a_spoilt_checksum_is_named(tmp_path, capsys):
    lines = EXAMPLE.read_text().splitlines()
    lines[9] = lines[9].replace("6C", "7C")
    bad = tmp_path / "bad.acta"
    bad.write_text("\n".join(lines) + "\n")
    code, out, _ = called(capsys, "replay", "--check", "--lang", "en", str(bad))
    assert code == 1 and f"{bad}:10:10: expected a right checksum\n" in out and "checksums good" not in out


def test_a_wrong_recorded_answer_is_named_with_its_key(tmp_path, capsys):
    answers = tmp_path / "answers.jsonl"
    recorded = EXAMPLE.with_suffix(".jsonl").read_text()
    answers.write_text(
        recorded.replace('"taken": {"seat": 2, "points": 12}', '"taken": {"seat": 2, "points": 11}')
    )
    code, out, _ = called(
        capsys, "replay", "--check", "--lang", "en", "--answers", str(answers), str(EXAMPLE)
    )
    assert code == 1
    wrong = 'taken is not as recorded: recorded {"seat": 2, "points": 11}, now {"seat": 2, "points": 12}'
    assert f"{EXAMPLE}:13:1: {wrong}\n" in out and out.count("as recorded") == 1
    answers.write_text("\n".join(recorded.splitlines()[:-1]) + "\nnonsense\n")
    code, out, _ = called(
        capsys, "replay", "--check", "--lang", "en", "--answers", str(answers), str(EXAMPLE)
    )
    assert code == 1 and "this line has no recorded answer" in out and "this is no recorded answer" in out
    code, _, err = called(capsys, "replay", "--check", "--answers", str(tmp_path / "no.jsonl"), str(EXAMPLE))
    assert code == 2 and "no.jsonl" in err


# several files


def test_a_folder_gives_a_line_a_match_and_a_line_a_fault(tmp_path, capsys):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/good.acta").write_bytes(EXAMPLE.read_bytes())
    (tmp_path / "bad.acta").write_text(HEAD + "deal 4 6C\nplay 8O 1\nplay 5O 2\n")
    (tmp_path / "torn.acta").write_text("".join(seal(line) + "\n" for line in HEAD.splitlines()) + "dea")
    code, out, _ = called(capsys, "replay", "--lang", "en", str(tmp_path))
    lines = out.splitlines()
    assert code == 1 and lines[-1] == "3 matches, 5 rounds, 136 events: 1 fault"
    assert f"{tmp_path}/bad.acta:5:6: expected a card" in lines
    assert any(line.startswith(f"{tmp_path}/torn.acta:4:1: the last line was torn") for line in lines)
    assert any(line.endswith("Sur and Norte win the match.") for line in lines)
    code, out, _ = called(capsys, "replay", "--json", str(tmp_path))
    files = [json.loads(line)["file"] for line in out.splitlines() if line.startswith('{"file"')]
    assert code == 1 and [Path(file).name for file in files] == ["bad.acta", "good.acta", "torn.acta"]
    (tmp_path / "empty").mkdir()
    assert called(capsys, "replay", str(tmp_path / "empty"))[0] == 2


def test_a_progress_bar_is_shown_on_a_terminal_only():
    """It is on standard error: what is piped on has only what was asked for."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "tapete_host", "replay", "--lang", "en", str(GOLDEN / "ends")]
    env = dict(os.environ, PYTHONPATH=f"{ROOT}/host_tools:{ROOT}/firmware", TERM="xterm-256color")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=env) as process:
        os.close(theirs)
        out = process.stdout.read().decode()
        shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert process.returncode == 0 and "Reading" in shown
    assert "Reading" not in out and "\x1b" not in out and out.splitlines()[-1].endswith("no faults")


# anything at all

WORDS = st.sampled_from(
    "acta 1|rules online-pairs|rules amelia-2|target 2|seat 1 Ana|deal 4 6C|deal 1 AO|play 5O 1|play RO|play 2B 3"
    "|play AO 4|play 6C 4 stands|undo|correct 4 -|correct 5 play 2O|cante 40|cante 20 O 2 said|cante tute R 1|swap 7C"
    "|hand 2 AO 3O|show 1 5O|forget|draw|draw 1 AO|claim 1 2|claim101 1|concede 1|award 1+3|misdeal|leave 2|end|# note"
    "|play AO #x|@t 5|acta 1 *e7ed|\xff|play".split("|")
)


@given(st.binary(max_size=300))
@example(b"acta 1 *e7ed\nrules online-pairs *7782\n\xc3")
@example(b"\xef\xbb\xbfacta 1\n")
@settings(deadline=None, max_examples=150)
def test_any_bytes_are_told(data):
    tell_bytes(data)


@given(st.lists(WORDS, max_size=40), st.booleans())
@settings(deadline=None, max_examples=150)
def test_any_lines_are_told(lines, with_head):
    text = "\n".join((["acta 1", "rules online-pairs"] if with_head else []) + lines)
    tell_bytes(text.encode())
    if len(lines) % 4 == 1:
        assert "</html>" in page(read_story(text.encode()), "es", "made")


def tell_bytes(data: bytes) -> None:
    """Reads these bytes as an acta in every way; none may raise."""
    for heard in replay.Replay(data):
        json.loads(heard.dumps())
    story = read_story(data)
    for lang in ("en", "es"):
        for line in account(story, Teller(lang, story.names)):
            assert plain(line).isprintable()


# the example itself


def test_the_example_is_what_the_search_finds():
    for path, text in zip(find_match.PATHS, find_match.files(find_match.match())):
        assert (ROOT / path).read_text() == text, f"{path}: run python tests/support/find_match.py"


def test_the_example_shows_what_it_should():
    steps = find_match.match()
    remarks = [remark for _, remark in steps]
    answers = [json.loads(line) for line in (GOLDEN / "partida.jsonl").read_text().splitlines()]
    found = [finding for answer in answers for finding in answer.get("renuncios", [])]
    assert [len(finding["witnesses"]) for finding in found] == [1, 0] and found[1]["counted"] is True
    by = [answer["round"]["by"] for answer in answers if "round" in answer]
    assert by == ["points", "renuncio", "renuncio", "last_trick"]
    assert any(remark.startswith("refused") for remark in remarks)
    verbs = [answer["event"].split()[0] for answer in answers]
    late = verbs.index("undo")
    assert verbs[late - 1 : late + 3] == ["play", "undo", "cante", "play"]
    forty = next(i for i, answer in enumerate(answers) if answer["event"].startswith("cante 40"))
    assert (int(answers[forty]["event"][-1]) + 2 - answers[forty - 1]["taken"]["seat"]) % 4 == 0
