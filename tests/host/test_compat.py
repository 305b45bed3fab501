"""`make compat` itself: what it makes of a test that fails, is skipped, or is known to fail."""

import pathlib
import tempfile

import compat
import pytest

from support import wasm

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = """
class Skip(Exception):
    pass

def test_good():
    assert (1 << 30) + (1 << 30) == 2 ** 31

def test_number():
    try:
        open("/none/such")
    except OSError as error:
        assert error.errno == 2

def test_skipped():
    raise Skip("not here")

def test_wrong():
    print("told")
    assert False
"""


def run(version: str, text: str) -> list[wasm.Outcome]:
    with tempfile.TemporaryDirectory(dir=ROOT / ".build") as folder:
        path = pathlib.Path(folder) / "test_kinds.py"
        path.write_text(text)
        return wasm.run_file(version, path)


def test_outcomes_are_read_with_what_was_printed():
    said = "@@ok test_a\none\ntwo\n@@failed test_b\n@@skipped test_c\nthen it ended"
    found, rest = wasm.outcomes("test_file", said)
    assert [(outcome.test, outcome.word, outcome.text) for outcome in found] == [
        ("test_a", "ok", ""),
        ("test_b", "failed", "one\ntwo\n"),
        ("test_c", "skipped", ""),
    ]
    assert rest == "then it ended"


def test_a_known_exception_must_fail(monkeypatch):
    monkeypatch.setattr(compat, "EXCEPTIONS", {"test_known": "a reason"})
    words = {("test_known", "failed"): False, ("test_known", "ok"): True, ("test_b", "failed"): True}
    words |= {("test_b", "ok"): False, ("test_b", "skipped"): False}
    for (test, word), wrong in words.items():
        assert compat.is_wrong(wasm.Outcome("test_file", test, word, "")) == wrong, (test, word)


def test_every_test_file_is_chosen_the_longest_first():
    chosen = [path.stem for path in compat.files([])]
    assert sorted(chosen) == sorted(path.stem for path in (ROOT / "tests/both").glob("test_*.py"))
    assert chosen[: len(compat.LONG)] == list(compat.LONG)
    assert [path.stem for path in compat.files(["test_deck"])] == ["test_deck"]


def test_a_file_is_run_in_the_oldest_and_the_newest(soak):
    if not soak:
        pytest.skip("wants npm, and the network once: under --soak")
    for version in (compat.VERSIONS[0], compat.VERSIONS[-1]):
        if wasm.interpreter(version) is None:
            pytest.skip("no Node, or no WebAssembly build to be had")
        found = {outcome.test: outcome for outcome in run(version, KINDS)}
        assert {name: outcome.word for name, outcome in found.items()} == {
            "test_good": "ok",
            "test_number": "ok",
            "test_skipped": "skipped",
            "test_wrong": "failed",
        }
        assert "told" in found["test_wrong"].text and "AssertionError" in found["test_wrong"].text
        (broken,) = run(version, "import nothing_like_it")
        assert broken.word == "failed" and "nothing_like_it" in broken.text


def test_a_micropython_that_is_too_old_is_refused(soak):
    if not soak or wasm.interpreter(compat.TOO_OLD) is None:
        pytest.skip("wants npm, and the network once: under --soak")
    assert compat.check_refusal()
