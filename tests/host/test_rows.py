"""The list of field problems: every row has its faults and its tests, every fault its row; and the rows that are
held by something else than a model."""

import ast
import pathlib
import re

from tapete_host.hardware import pin_rules, record
from tapete_host.sim import faults
from tapete_host.sim.world import World

TESTS = pathlib.Path(__file__).resolve().parents[1]
TEXT = (TESTS / "field_problems.md").read_text()
ROWS = {int(row[0]): row for row in re.findall(r"^\| (\d+) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$", TEXT, re.M)}
BOARDS = ("wroom_pn5180", "wroom_mfrc522")
LATER = (22, 30, 31, 32, 35)  # nothing here concerns them yet


def known() -> dict[str, dict]:
    """Every fault of every board and panel that has a model."""
    found: dict[str, dict] = {}
    for board in BOARDS:
        for panel in ("ssd1683", "uc8179", "ssd1680"):
            try:
                world = World(board=board, panel=panel)
            except (ValueError, TypeError, ImportError):
                continue  # its model is still to come
            found.update(faults.known(world))
    return found or faults.known(World())


def rows_of_tests() -> dict[int, list[str]]:
    """Row -> tests named by it."""
    found: dict[int, list[str]] = {}
    for path in sorted(TESTS.glob("*/test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.FunctionDef):
                continue
            named = re.match(r"test_row((?:_\d\d)(?:_and_\d\d)*)_", node.name)
            for row in re.findall(r"\d\d", named[1]) if named else ():
                found.setdefault(int(row), []).append(node.name)
    return found


def test_every_row_is_in_the_list_with_a_public_link():
    assert set(ROWS) == {1, 2, 3, 4, 6, 8, 9, 10, 12, 14, 15, 18, 19, *range(22, 36)} - {33}
    for _, told, links, _ in ROWS.values():
        assert len(told) > 15 and re.search(r"\]\(https://[^)]+\)", links)


def test_every_row_that_concerns_what_is_built_has_its_tests():
    have = rows_of_tests()
    for row, (_, _, _, against) in ROWS.items():
        if row in LATER:
            assert "not" in against and "built" in against, row
            assert row not in have, row
        else:
            assert have.get(row), f"no test is named test_row_{row:02}_..."


def test_every_fault_names_its_row_and_every_row_its_faults():
    there = known()
    in_rows = {name for *_, against in ROWS.values() for name in re.findall(r"`(\w+)`", against)}
    for name, about in there.items():
        assert set(about["rows"]) <= set(ROWS), name
        for row in about["rows"]:
            assert f"`{name}`" in ROWS[row][3], f"{name} is missing in row {row} of field_problems.md"
        if not about["rows"]:
            assert f"`{name}`" in TEXT, name
    for name in in_rows:
        if re.match(r"(reader|panel|tag|flash)_", name):
            assert name in there or name in faults._ROWS, name


def test_every_fault_of_a_row_is_switched_in_a_test_by_its_row():
    text = "".join(path.read_text() for path in TESTS.glob("device/test_rows_*.py"))
    for name, about in known().items():
        assert not about["rows"] or f'"{name}"' in text, f"no test of rows {about['rows']} switches {name} on"


def test_what_each_fault_takes_is_told():
    for name, about in known().items():
        assert len(about["text"]) > 10
        for argument, one in about["arguments"].items():
            assert argument.isidentifier() and "default" in one, name
            if "least" in one:
                assert one["least"] <= one["default"] <= one["most"], name


def test_row_34_a_part_that_pulls_a_pin_which_is_read_at_reset():
    """GPIO12 high at reset gives the flash 1.8 V and the board does not boot: such records are refused, ours pass."""
    for name, ours in record.read_all().items():
        assert pin_rules.faults(ours) == [], name
    for gpio in (0, 2, 5, 12, 15):
        bad = record.read_all()["wroom_pn5180"]
        bad.SIGNALS = tuple((s, gpio if s == "led" else g, way, pull) for s, g, way, pull in bad.SIGNALS)
        said = pin_rules.faults(bad)
        assert len(said) == 1 and f"GPIO{gpio} decides at reset how the chip starts" in said[0], said
