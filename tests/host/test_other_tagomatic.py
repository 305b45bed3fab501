"""An independent public driver of the PN5180 reads ISO14443A stickers; runs only where TAPETE_TAGOMATIC names it.

See host_tools/CHECKS.md for where to get it.
"""

import os
import pathlib
import subprocess
import sys

import pytest
from conftest import ROOT, TESTS

DRIVER = os.environ.get("TAPETE_TAGOMATIC", "")


@pytest.mark.skipif(not DRIVER, reason="TAPETE_TAGOMATIC does not name the src folder of PN5180-tagomatic")
def test_it_takes_stock_of_stickers():
    paths = [TESTS, ROOT / "host_tools", ROOT / "firmware", pathlib.Path(DRIVER).resolve()]
    env = dict(os.environ, PYTHONPATH=os.pathsep.join(map(str, paths)))
    command = [sys.executable, str(TESTS / "support" / "tagomatic_check.py")]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=900, cwd=ROOT)
    print(done.stdout)
    lines = done.stdout.splitlines()
    assert lines and lines[-1] == "done", done.stdout + done.stderr
    assert lines[2].startswith(
        "answers cut at a collision, its place from the level: 2 tags 20 of 20 whole, 0 never"
    )
