"""SHIM.md names everything that the ESP32's type stubs know of the modules that the shim replaces."""

import ast
import importlib.metadata
import pathlib
import re

import pytest

SHIM = pathlib.Path(__file__).parents[2] / "host_tools/tapete_host/sim"
ROW = re.compile(r"^\| `([\w.*]+)` \| ([a-z ]+) \|")
STATES = {"the chip", "reduced", "absent", "not there", "extra"}


def listed():
    """module -> name -> state, as SHIM.md has it."""
    found = {}
    module = None
    for line in (SHIM / "SHIM.md").read_text().splitlines():
        if line.startswith("## "):
            module = line[3:]
        row = ROW.match(line)
        if row:
            names = found.setdefault(module, {})
            assert row[1] not in names, f"{module}.{row[1]} is listed twice"
            names[row[1]] = row[2]
    return found


def stub_names(module):
    """Public names of a stub, and `Class.member` for its classes."""
    files = importlib.metadata.files("micropython-esp32-stubs")
    path = next(f for f in files if str(f) == module + ".pyi")
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        names |= {name for name in declared(node)}
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                names |= {f"{node.name}.{name}" for name in declared(inner)}
    return {n for n in names if not any(part.startswith("_") for part in n.split("."))}


def declared(node):
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return [node.target.id]
    return []


def test_states_are_the_known_ones():
    for names in listed().values():
        assert set(names.values()) <= STATES


@pytest.mark.parametrize("module", ["machine", "time", "esp32", "neopixel"])
def test_every_name_of_the_stubs_is_listed(module):
    names = listed()[module]
    stubs = stub_names(module)
    gone = {n for n, state in names.items() if state in ("absent", "not there")}
    missing = {n for n in stubs - set(names) if n.split(".")[0] not in gone}
    assert not missing
    assert not {n for n, state in names.items() if state != "extra"} - stubs


@pytest.mark.parametrize("module", ["network"])
def test_modules_that_are_absent_as_a_whole(module):
    assert listed()[module] == {"*": "absent"}
    assert stub_names(module)
