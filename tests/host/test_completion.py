"""The lines of the README with which a shell completes the commands of `tapete`."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from tapete_host.cli import tapete

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMANDS = [name for name, command in sorted(tapete.commands.items()) if not command.hidden]
# What is typed, with the cursor behind it -> what must be proposed
TYPED = {
    "tapete ": COMMANDS,
    "tapete r": [name for name in COMMANDS if name[0] == "r"],
    "tapete replay --ht": ["--html"],
}
# What each shell does at Tab, for one that is not interactive; it prints what it would propose.
TAB = {
    "bash": 'COMP_WORDS=({words}); COMP_CWORD={last}; _tapete_completion tapete; printf "%s\\n" "${{COMPREPLY[@]}}"',
    "zsh": "words=({words}); CURRENT=$(({last} + 1)); _tapete_completion",
    "fish": "complete --do-complete '{text}'",
}
# zsh's own functions for completion work only while somebody types.
ZSH = """
compdef() {}
_describe() { for word in "${(@P)3}"; do print -r -- "${word%%:*}"; done }
compadd() { print -rl -- "${(@P)@[-1]}" }
"""


def line(shell: str) -> str:
    """The README's line."""
    text = (ROOT / "host_tools/README.md").read_text()
    (found,) = re.findall(rf"^(?:eval \"\$\()?_TAPETE_COMPLETE={shell}_source tapete.*?(?=\s+#)", text, re.M)
    return found


@pytest.fixture
def environment(tmp_path) -> dict[str, str]:
    """One with this `tapete` on the path."""
    program = tmp_path / "tapete"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m tapete_host "$@"\n')
    program.chmod(0o755)
    places = os.pathsep.join(str(ROOT / name) for name in ("host_tools", "firmware"))
    return dict(os.environ, PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}", PYTHONPATH=places)


def test_the_programs_answer_for_each_shell(environment):
    """Where the shell itself is not installed."""
    for shell in TAB:
        script = subprocess.run(
            ["tapete"], env=environment | {"_TAPETE_COMPLETE": f"{shell}_source"}, capture_output=True
        )
        assert f"_TAPETE_COMPLETE={shell}_complete".encode() in script.stdout
    asked = environment | {"_TAPETE_COMPLETE": "fish_complete", "COMP_WORDS": "tapete ", "COMP_CWORD": ""}
    done = subprocess.run(["tapete"], env=asked, capture_output=True, text=True)
    assert [row.split(",")[1].split("\t")[0] for row in done.stdout.splitlines()] == COMMANDS


@pytest.mark.parametrize("shell", TAB)
def test_the_shell_proposes(shell, environment):
    if not shutil.which(shell):
        pytest.skip(f"no {shell} here")
    for text, expected in TYPED.items():
        words = [f"'{word}'" for word in text.split(" ")]
        press = TAB[shell].format(words=" ".join(words), last=len(words) - 1, text=text)
        before = ZSH if shell == "zsh" else ""
        done = subprocess.run(
            [shell, "-c", f"{before}{line(shell)}\n{press}"],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        proposed = [row.split("\t")[0] for row in done.stdout.splitlines()]
        assert proposed == expected, (shell, text, done.stdout, done.stderr)
