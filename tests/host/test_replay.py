"""`python -m tapete_host.replay`: its output, its exit codes, and the example match."""

import json
import os
import subprocess
import sys
from pathlib import Path

from support import find_match
from tapete_host import replay

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).resolve().parents[1] / "golden"
HEAD = "acta 1\nrules online-pairs\nseat 1 Ana\n"


def run(*arguments, text=None):
    return subprocess.run(
        [sys.executable, "-m", "tapete_host.replay", *arguments],
        input=text,
        capture_output=True,
        text=True,
        env=dict(os.environ, PYTHONPATH=str(ROOT / "host_tools")),
        timeout=60,
    )


def test_the_example_as_json():
    done = run("--json", str(GOLDEN / "partida.acta"))
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout == (GOLDEN / "partida.jsonl").read_text()
    last = json.loads(done.stdout.splitlines()[-1])
    assert last["match"]["winner"] == "1+3" and last["round"]["by"] == "last_trick"


def test_the_example_for_people(capsys):
    assert replay.main([str(GOLDEN / "partida.acta")]) == 0
    text = capsys.readouterr().out
    assert "Sur" in text and "RENUNCIO of seat 1, trick 3, 2B: follow, trump, by counting" in text
    assert "ROUND to 1+3 by last_trick (1+3: 65 2+4: 65)" in text and "WON by 1+3" in text


def test_exit_codes(tmp_path, capsys):
    assert replay.main([str(tmp_path / "none.acta")]) == 2
    assert "none.acta" in capsys.readouterr().err
    bad = tmp_path / "bad.acta"
    bad.write_text(HEAD + "deal 4 6C\nplay 8O 1\nplay AO 1\n")
    assert replay.main(["--json", str(bad)]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[1] == {"line": 5, "error": {"column": 6, "expected": "card"}}
    assert lines[2]["event"] == "play AO 1" and lines[2]["line"] == 6
    bad.write_text("acta 1\nrules online-pairs players=3\ndeal 4 6C\n")
    assert replay.main([str(bad)]) == 1
    out = capsys.readouterr().out
    assert "sides=pairs" in out and "players=3" in out and "deal" not in out
    bad.write_text("")
    assert replay.main([str(bad)]) == 1


def test_standard_input_and_a_torn_line():
    sealed = (GOLDEN / "partida.acta").read_text()
    done = run("--json", "-", text=sealed[:-9])
    assert done.returncode == 0
    assert "dropped" in done.stderr
    wanted = (GOLDEN / "partida.jsonl").read_text().splitlines(keepends=True)
    assert done.stdout == "".join(wanted[:-1])


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
