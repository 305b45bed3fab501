"""Reads a traceback of a device, whose modules have no line numbers and short names, in terms of the sources."""

import ast
import re

from tapete_host import build

# As MicroPython prints a place; the compiled modules know no lines, so it says line 1 or 0.
_PLACE = re.compile(r'^(?P<indent>\s*)File "/?(?P<path>[\w/]+)\.mpy", line \d+, in (?P<name>\S+)\s*$')


def told(text: str) -> str:
    """The text with each place in a compiled module replaced by the one in the sources: file, line at which the
    function begins, its whole name. What it does not know stays as it is.

    The sources must be those that the device was made from.
    """
    renaming = build.renaming()
    return "\n".join(_line(line, renaming) for line in text.splitlines())


def _line(line: str, renaming: dict[str, str]) -> str:
    place = _PLACE.match(line)
    source = build.FIRMWARE / f"{place['path']}.py" if place else None
    if source is None or not source.is_file():
        return line
    found = [
        where
        for where in _functions(source.read_text(encoding="utf-8"))
        if _short(where[0], renaming) == place["name"]
    ]
    lines = " or ".join(str(row) for _, row in found)
    names = " or ".join(name for name, _ in found) or place["name"]
    line = f", line {lines}" if lines else ""
    return f'{place["indent"]}File "firmware/{place["path"]}.py"{line}, in {names}'


def _short(name: str, renaming: dict[str, str]) -> str:
    last = name.rpartition(".")[2]
    return renaming.get(last, last)


def _functions(text: str) -> list[tuple[str, int]]:
    """The whole name and the line of each function of a source."""
    found: list[tuple[str, int]] = []

    def visit(node: ast.AST, above: str) -> None:
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.FunctionDef):
                found.append((above + part.name, part.lineno))
            inside = isinstance(part, (ast.FunctionDef, ast.ClassDef))
            visit(part, f"{above}{part.name}." if inside else above)

    visit(ast.parse(text), "")
    return found
