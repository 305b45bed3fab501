"""The examples of the READMEs run, and the files they name exist."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_the_referee_example_of_the_firmware_readme_runs():
    code = re.search(r"```python\n(.*?)```", (ROOT / "firmware/README.md").read_text(), re.S).group(1)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT / "firmware", capture_output=True, text=True)
    assert done.stdout == "legal 2\n", done.stderr


def test_the_firmware_readme_names_every_module():
    text = (ROOT / "firmware/README.md").read_text()
    modules = [p for folder in ("tute", "tapete") for p in (ROOT / "firmware" / folder).glob("*.py")]
    assert not [p.stem for p in modules if p.stem != "__init__" and f"`{p.stem}`" not in text]


def test_the_acta_example_of_the_readme_is_answered(tmp_path):
    lines = re.search(r"```\n(acta 1\n.*?)```", (ROOT / "README.md").read_text(), re.S).group(1)
    (tmp_path / "a.acta").write_text(lines)
    command = [sys.executable, "-m", "tapete_host", "replay", str(tmp_path / "a.acta"), "--json"]
    done = subprocess.run(command, cwd=ROOT / "host_tools", capture_output=True, text=True, env=_env())
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 5, done.stdout + done.stderr


def test_what_the_readme_links_to_is_there():
    for readme in ROOT.glob("*/README.md"):
        _links(readme)
    _links(ROOT / "README.md")


def test_every_target_of_the_makefile_is_in_its_help():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert targets == set(re.findall(r"make ([a-z-]+)", done.stdout))


def _links(readme):
    for target in re.findall(r"\]\(([^)#:]+)\)", readme.read_text()):
        assert (readme.parent / target).exists(), (readme, target)


def _env():
    import os

    return dict(os.environ, PYTHONPATH=f"{ROOT / 'host_tools'}:{ROOT / 'firmware'}")
