"""What `pip install .` puts on a computer is whole: its lists name every file, and the commands work outside the source
tree (that under --soak)."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig

import pytest

from support.web_host import Table
from tapete_host import build
from tapete_host.sim.client import micropython

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARTS = ("host_tools/tapete_host", "firmware")
FOR_PEOPLE = {".md"}
# What setuptools would put into a wheel, by its own reading of pyproject.toml.
LISTED = """
from setuptools import Distribution
project = Distribution()
project.parse_config_files(["pyproject.toml"])
project.include_package_data, project.script_name = False, "setup.py"
step = project.get_command_obj("build_py")
step.ensure_finalized()
print(*step.get_source_files(), sep="\\n")
for _, folder, _, names in step.data_files:
    print(*[f"{folder}/{name}" for name in names], sep="\\n")
"""


def test_an_installation_has_every_file():
    pytest.importorskip("setuptools")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", LISTED], cwd=ROOT, capture_output=True, text=True, check=True
    )
    listed = {os.path.normpath(line) for line in done.stdout.splitlines()}
    found = [path for part in PARTS for path in (ROOT / part).rglob("*") if path.is_file()]
    wanted = [path for path in found if "__pycache__" not in path.parts and path.suffix not in FOR_PEOPLE]
    assert len(wanted) > 200
    assert not [name for path in wanted if (name := str(path.relative_to(ROOT))) not in listed]


class Installation:
    """A virtual environment with the wheel, made of a copy of the sources; and a user with an empty home."""

    def __init__(self, folder: pathlib.Path):
        self.home = folder / "home"
        self.empty = folder / "empty"
        self.bin = folder / "venv" / "bin"
        for made in (self.home, self.empty):
            made.mkdir()
        wheel = self._wheel(folder)
        base = [sys.executable, "-m", "venv", "--without-pip", str(self.bin.parent)]
        subprocess.run(base, check=True)
        pip = [sys.executable, "-m", "pip", "--python", str(self.bin / "python")]
        # With the sources on its path pip would take what is built there for an installation, and leave it at that.
        plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        subprocess.run([*pip, "install", "--quiet", "--no-deps", str(wheel)], env=plain, check=True)
        # What it depends on is that of this environment: it would take a minute to install.
        (found,) = self.bin.parent.glob("lib/*/site-packages")
        self.packages = found
        (found / "needs.pth").write_text(sysconfig.get_path("purelib") + "\n")

    def _wheel(self, folder: pathlib.Path) -> pathlib.Path:
        """Built of a copy, in which nothing is left of an older build."""
        copy = folder / "tapete"
        ignore = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
        for part in (*PARTS, "pyproject.toml", "README.md", "LICENSE"):
            (copy / part).parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, copy / part, ignore=ignore)
            else:
                shutil.copy(ROOT / part, copy / part)
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder)]
        subprocess.run([*pip, str(copy)], check=True)
        shutil.rmtree(copy)
        (wheel,) = folder.glob("*.whl")
        return wheel

    def environment(self) -> dict[str, str]:
        """The user's, with nothing of the source tree."""
        ours = ("PYTHONPATH", "XDG_CACHE_HOME", "XDG_DATA_HOME")
        kept = {name: value for name, value in os.environ.items() if name not in ours}
        return dict(kept, HOME=str(self.home), TAPETE_MICROPYTHON=micropython())

    def run(self, *command: str, **more: str) -> str:
        """What a command prints, run in an empty folder; `more`: environment."""
        done = subprocess.run(
            [str(self.bin / command[0]), *command[1:]],
            cwd=self.empty,
            env=self.environment() | more,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout

    def files(self) -> set[str]:
        """All that is installed, without what Python compiles there."""
        found = (path for path in self.packages.rglob("*") if "__pycache__" not in path.parts)
        return {str(path) for path in found}


@pytest.fixture(scope="module")
def installation(request, tmp_path_factory):
    if not request.config.getoption("--soak"):
        pytest.skip("half a minute, and the network: under --soak")
    return Installation(tmp_path_factory.mktemp("installation"))


def test_the_commands_tell_what_they_tell_here(installation):
    (version,) = re.findall(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.M)
    assert installation.run("tapete", "--version") == f"tapete, version {version}\n"
    assert installation.run("tapete", "rules").count("\n") >= 7
    match = str(ROOT / "host_tools/examples/partida.acta")
    assert "Experience of Norte: 50" in installation.run("tapete", "replay", "--lang", "en", match)
    installation.run("tapete", "replay", "--html", "page.html", match)
    assert "</html>" in (installation.empty / "page.html").read_text()
    assert str(installation.home) in "".join(installation.run("tapete", "sim", "--help").split())
    assert installation.run("python", "-c", "import tute; print(tute.Game.deal(seed=1).turn)") == "1\n"


def test_the_firmware_is_made_as_here_and_kept_in_the_users_cache(installation):
    before = installation.files()
    installation.run("python", "-m", "tapete_host.build", "made")
    made = installation.empty / "made"
    expected = build.compile_firmware()
    assert {name: (made / name).read_bytes() for name in expected} == expected
    assert list((installation.home / ".cache/tapete/mpy").glob("main.*.mpy"))
    elsewhere = installation.home / "elsewhere"
    installation.run("python", "-m", "tapete_host.build", "--check", XDG_CACHE_HOME=str(elsewhere))
    assert list((elsewhere / "tapete/mpy").glob("main.*.mpy"))
    assert installation.files() == before


def test_the_virtual_table_starts(installation):
    class Installed(Table):
        def command(self) -> list[str]:
            return [str(installation.bin / "tapete"), "sim"]

        def environment(self) -> dict[str, str]:
            return installation.environment()

    table = Installed(installation.empty / "profile")
    try:
        table.post("/api/step", ms=6000)
        assert table.state()["screen"]["kind"] == "new_match"
        for path in ("/", "/js/main.js", "/css/page.css", "/cards.svg", "/api/screen.png"):
            assert table.request("GET", path)[0] == 200, path
    finally:
        table.close()
