"""The examples of host_tools/README.md, run as they stand against a real table."""

import json
import os
import pathlib
import re
import subprocess

import pytest

from support.web_host import Table

README = pathlib.Path(__file__).resolve().parents[2] / "host_tools" / "README.md"


def commands() -> list[str]:
    """Every curl line of the README's sh blocks, in order."""
    blocks = re.findall(r"```sh\n(.*?)```", README.read_text(), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("curl ")]
    return [re.sub(r"\s+# .*", "", line) for line in lines]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    made = Table(tmp_path_factory.mktemp("readme") / "profile", 0, "--lang", "en")
    yield made
    made.close()


def test_the_examples_do_what_they_say(table, tmp_path):
    assert len(commands()) > 20
    env = dict(os.environ, TABLE=table.address.rstrip("/"))
    for command in commands():
        done = subprocess.run(
            ["bash", "-c", command], env=env, cwd=tmp_path, capture_output=True, timeout=300
        )
        out = done.stdout.decode()
        if "/api/events" in command:
            assert done.returncode == 28, command  # curl's own end of listening
            assert out.startswith("retry: 1000\n\nid: 1\nevent: ")
            continue
        assert done.returncode == 0, command
        if "/api/step" in command or "/api/state" in command:
            answer = json.loads(out)
            assert answer.get("reached", True) is True, command
            assert "phase" in answer.get("state", answer)
        elif "/api/faults" in command:
            assert "reader_dead" in json.loads(out)["faults"]
        elif " -d " in command:
            assert json.loads(out)["ok"] is True, (command, out)
    assert (tmp_path / "screen.png").read_bytes()[:4] == b"\x89PNG"
    assert table.state()["phase"] == "round_over"
