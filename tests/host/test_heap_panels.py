"""The example match plays in the heap of an ESP32 without PSRAM with every panel that it can have."""

import pytest

from support import heap_match

HEAP = heap_match.BUDGET + heap_match.SHIM_HEAP


@pytest.mark.parametrize("panel", ["uc8179", "ssd1680"])
def test_the_example_match_plays_in_the_budget(panel, soak):
    if not soak:
        pytest.skip("a minute a panel: under --soak")
    for lang in ("es", "ru", "ko"):  # a language of each script
        flash = heap_match.image({**heap_match.NAMED, "panel": panel, "lang": lang})
        lines = heap_match.plays_example(flash, HEAP, 99, panel)
        wrong = [line for line in lines if line.startswith(("note crash", "note panel", "Traceback"))]
        assert not wrong, (lang, wrong)
