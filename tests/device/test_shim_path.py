"""Device tests see the chips' shim before anything built in."""

import sys


def test_shim_comes_first():
    assert [p for p in sys.path if p.endswith("sim/shim")]
