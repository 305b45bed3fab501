"""Independent public drivers draw on our panel models; runs only where TAPETE_NANOGUI names the file of one.

See host_tools/CHECKS.md for where to get it.
"""

import os
import pathlib
import subprocess

import pytest
from conftest import LIBRARY, ROOT, SHIM, TESTS

from tapete_host.sim.client import micropython

DRIVER = os.environ.get("TAPETE_NANOGUI", "")


pytestmark = pytest.mark.skipif(
    not DRIVER, reason="TAPETE_NANOGUI does not name nano-gui's pico_epaper_42_v2.py"
)


def findings(program):
    """The lines that a program of tests/support says with their repository on the path."""
    theirs = pathlib.Path(DRIVER).resolve()
    assert theirs.name == "pico_epaper_42_v2.py", "TAPETE_NANOGUI names another file"
    paths = [SHIM, *LIBRARY, theirs.parents[2]]
    env = dict(os.environ, MICROPYPATH=":".join(map(str, paths)) + ":.frozen")
    command = [micropython(), "-X", "heapsize=64M", str(TESTS / "support" / program)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=600, cwd=ROOT)
    lines = done.stdout.splitlines()
    print(done.stdout)
    assert lines and lines[-1] == "done", done.stdout + done.stderr
    return lines


def test_nano_gui_draws_exact_pictures():
    assert "partial updates exact, old RAM copy: 12 of 12" in findings("nanogui_check.py")


def test_nano_gui_draws_exact_pictures_on_the_2_9_inch():
    lines = findings("nanogui_29_check.py")
    for held in ("landscape", "portrait"):
        assert f"full updates exact, {held}: 4 of 4" in lines
