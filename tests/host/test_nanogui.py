"""An independent public driver draws on our panel model; runs only where TAPETE_NANOGUI names its file.

See host_tools/CHECKS.md for where to get it.
"""

import os
import pathlib
import subprocess

import pytest
from conftest import LIBRARY, ROOT, SHIM, TESTS

from tapete_host.sim.client import micropython

DRIVER = os.environ.get("TAPETE_NANOGUI", "")


@pytest.mark.skipif(not DRIVER, reason="TAPETE_NANOGUI does not name nano-gui's pico_epaper_42_v2.py")
def test_nano_gui_draws_exact_pictures():
    theirs = pathlib.Path(DRIVER).resolve()
    assert theirs.name == "pico_epaper_42_v2.py", "TAPETE_NANOGUI names another file"
    paths = [SHIM, *LIBRARY, theirs.parents[2]]
    env = dict(os.environ, MICROPYPATH=":".join(map(str, paths)) + ":.frozen")
    command = [micropython(), "-X", "heapsize=64M", str(TESTS / "support" / "nanogui_check.py")]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=600, cwd=ROOT)
    lines = done.stdout.splitlines()
    print(done.stdout)
    assert lines and lines[-1] == "done", done.stdout + done.stderr
    assert "partial updates exact, old RAM copy: 12 of 12" in lines
