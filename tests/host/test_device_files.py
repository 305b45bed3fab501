"""What is put on a device is told in three ways, which agree: the build's files, the package.json beside them, and the
manifest of an own build of MicroPython. (The real mip installs it in test_virtual_board.)"""

import json
import pathlib
import subprocess
import sys

import pytest

from tapete_host import build

FIRMWARE = build.FIRMWARE
# As MicroPython's build runs it, in the manifest's folder, with words that print what they are given.
MANIFEST = """
import pathlib

def package(name, files=None):
    found = [path.relative_to(name).as_posix() for path in pathlib.Path(name).rglob("*.py")]
    for file in found if files is None else files:
        print(f"{name}/{file}")

include, module = (lambda name: None), print
exec(open("manifest.py").read())
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> pathlib.Path:
    """What `python -m tapete_host.build FOLDER` writes."""
    made = tmp_path_factory.mktemp("made") / "firmware"
    assert build.main([str(made)]) == 0
    return made


def test_the_manifest_freezes_what_is_compiled():
    done = subprocess.run(
        [sys.executable, "-c", MANIFEST], capture_output=True, text=True, cwd=FIRMWARE, check=True
    )
    assert sorted(done.stdout.split()) == sorted(map(str, build.sources()))


def test_the_package_names_every_file_and_nothing_else(folder):
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    urls = json.loads((folder / "package.json").read_text())["urls"]
    assert all(target == url for target, url in urls)
    assert {target for target, _ in urls} == written - {"package.json"} == set(build.compile_firmware())
    assert {
        "main.py",
        "start.mpy",
        "tute/cards.mpy",
        "tapete/screens/es.txt",
        "tapete/screens/large300.bin",
    } <= written
