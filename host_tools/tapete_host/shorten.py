"""Gives the names that only the firmware uses short names, which modules share where they have nothing in common.

MicroPython keeps every distinct name once in its heap, with its entry, and doubles the table when it is full: at
1,260 names that takes 14 KB in one piece. A name can be called anything as long as all modules that use it agree,
so two names that never meet in a module get the same: `_sweep_at` in one and `_partials` in another both become
`_b`. So can a parameter that no call names. Left alone are classes, what a text spells (getattr, settings, house
rules), modules, what MicroPython or the shim of the virtual table call so, and what is given by keyword.
Sources and docstrings stay as they are; a traceback from a device shows short names, which `tapete crash` reads.
"""

import array
import ast
import builtins
import collections
import io
import keyword
import os
import pathlib
import re
import sys
import time
import tokenize

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_SHIM = pathlib.Path(__file__).resolve().parent / "sim" / "shim"
_TYPES = (
    str,
    bytes,
    bytearray,
    memoryview,
    list,
    dict,
    set,
    tuple,
    int,
    float,
    array.array,
    OSError,
    property,
)
# What MicroPython's own modules have and CPython's have not, or not everywhere.
_ELSEWHERE = """
    blit ellipse fill hline line pixel poly rect scroll text vline collect mem_alloc mem_free threshold
    print_exception ilistdir const start step_ms poll register
"""


def plan(sources: dict[str, str]) -> dict[str, str]:
    """The renaming that holds in all modules (name -> source text): old name -> short name."""
    units = _units(sources)
    homes: dict[str, set[str]] = collections.defaultdict(set)
    counts: collections.Counter[str] = collections.Counter()
    for module, text in sources.items():
        found = [token.string for token in _tokens(text) if token.type == tokenize.NAME]
        counts.update(found)
        for name in found:
            homes[name].add(units[module])
    kept = reserved(sources)
    wanted = defined(sources) - kept
    taken: dict[str, set[str]] = collections.defaultdict(set)
    for name in set(homes) - wanted:
        for unit in homes[name]:
            taken[unit].add(name)
    renaming = {}
    for name in sorted(wanted, key=lambda n: (-len(homes[n]), -counts[n], n)):
        free = (n for n in _sequence(name[0] == "_") if n not in kept)
        new = next(n for n in free if not any(n in taken[unit] for unit in homes[name]))
        renaming[name] = new
        for unit in homes[name]:
            taken[unit].add(new)
    return renaming


def defined(sources: dict[str, str]) -> set[str]:
    """Names that modules and classes of these sources give to what is theirs.

    Not classes themselves, and nothing that is put into an object from outside alone.
    """
    found: set[str] = set()
    for text in sources.values():
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, (ast.Module, ast.ClassDef)):
                for part in node.body:
                    if isinstance(part, ast.FunctionDef):
                        found.add(part.name)
                    for target in getattr(part, "targets", [getattr(part, "target", None)]):
                        found |= (
                            {n.id for n in ast.walk(target) if isinstance(n, ast.Name)} if target else set()
                        )
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                if isinstance(node.value, ast.Name) and node.value.id == "self":
                    found.add(node.attr)
    return {name for name in found if name[:2] != "__" and not re.match("_?[A-Z][a-z]", name)}


def reserved(sources: dict[str, str]) -> set[str]:
    """Names that must stay what they are."""
    found = set(dir(builtins)) | set(keyword.kwlist) | set(_ELSEWHERE.split())
    for known in (*_TYPES, io.BufferedRandom, io.TextIOWrapper, os, sys, time, re):
        found |= set(dir(known))
    for path in _SHIM.glob("*.py"):
        found |= names(path.read_text(encoding="utf-8"))
    for module in sources:
        found |= set(pathlib.PurePath(module).with_suffix("").parts)
    found |= named_in_calls(sources)
    spelt = {word for text in sources.values() for said in _texts(text) for word in re.findall(r"\w+", said)}
    # `getattr(self, "_step_" + state)`: a text that begins a name may be put together with the rest of it.
    begun = tuple(word for word in spelt if word[-1] == "_" and word.strip("_"))
    return found | spelt | {name for name in defined(sources) if name.startswith(begun)}


def names(text: str) -> set[str]:
    """Every name in a source, attributes and arguments included."""
    return {token.string for token in _tokens(text) if token.type == tokenize.NAME}


def _texts(source: str) -> list[str]:
    """The texts of a source that are not documentation."""
    tree = ast.parse(source)
    spoken = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    found = [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and id(n) not in spoken]
    said = [n.value.decode("latin-1") if isinstance(n.value, bytes) else n.value for n in found]
    return [text for text in said if isinstance(text, str)]


def _units(sources: dict[str, str]) -> dict[str, str]:
    """Module -> the unit it belongs to: modules whose classes inherit from one another's are one."""
    where: dict[str, set[str]] = collections.defaultdict(set)
    trees = {module: ast.parse(text) for module, text in sources.items()}
    unit = {module: module for module in sources}
    for module, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                where[node.name].add(module)
    for module, tree in trees.items():
        for node in ast.walk(tree):
            for base in getattr(node, "bases", ()):
                parent = base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
                for home in where.get(parent, set()):
                    old, new = unit[home], unit[module]
                    unit = {m: new if u == old else u for m, u in unit.items()}
    return unit


def named_in_calls(sources: dict[str, str]) -> set[str]:
    """Parameters that some call gives by name."""
    trees = (ast.parse(text) for text in sources.values())
    return {n.arg for tree in trees for n in ast.walk(tree) if isinstance(n, ast.keyword) and n.arg}


def parameters(text: str, kept: set[str]) -> str:
    """The source with the positional parameters of its functions renamed `a`, `b`... where none is in `kept`.

    Functions that hold other functions are left as they are.
    """
    places: list[tuple[int, int, str, str]] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.Lambda)) and not _holds_function(node):
            places += _parameter_places(node, kept)
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    for row, column, old, new in sorted(places, reverse=True):
        line = lines[row - 1]
        lines[row - 1] = line[:column] + new.encode() + line[column + len(old.encode()) :]
    return b"".join(lines).decode()


def _holds_function(node: ast.AST) -> bool:
    inner = (n for n in ast.walk(node) if n is not node)
    return any(isinstance(n, (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.Global)) for n in inner)


def _parameter_places(node, kept: set[str]) -> list[tuple[int, int, str, str]]:
    used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    old = [a.arg for a in node.args.args if a.arg not in kept and a.arg != "self"]
    free = (letter for letter in _ALPHABET if letter not in used and letter not in kept)
    new = dict(zip(old, free))
    arguments = [(a.lineno, a.col_offset, a.arg) for a in node.args.args]
    body = node.body if isinstance(node.body, list) else [node.body]
    inside = [
        (n.lineno, n.col_offset, n.id) for top in body for n in ast.walk(top) if isinstance(n, ast.Name)
    ]
    return [(row, column, name, new[name]) for row, column, name in arguments + inside if name in new]


def _sequence(private: bool):
    """Short names. What is private stays so: a module does not keep `_X = const(1)`, but it keeps `X = const(1)`."""
    if private:
        yield from ("_" + letter for letter in _ALPHABET)
    yield from (private * "_" + first + second for first in _ALPHABET for second in _ALPHABET)


def _tokens(text: str):
    return tokenize.generate_tokens(io.StringIO(text).readline)


def apply(text: str, renaming: dict[str, str]) -> str:
    """The source with these names replaced; lines stay where they are."""
    return _replaced(text, [token for token in _tokens(text) if token.type == tokenize.NAME], renaming)


def apply_outside(text: str, renaming: dict[str, str]) -> str:
    """The same for a program that only uses the renamed sources: its variables stay, for which nothing was planned."""
    tree = ast.parse(text)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    theirs = {alias.name for node in imports for alias in node.names}
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    methods = {part.name for node in classes for part in node.body if isinstance(part, ast.FunctionDef)}
    asked = []
    before = ""
    for token in _tokens(text):
        method = before == "def" and token.string in methods
        if token.type == tokenize.NAME and (before == "." or method or token.string in theirs):
            asked.append(token)
        before = token.string
    return _replaced(text, asked, renaming)


def _replaced(text: str, tokens: list[tokenize.TokenInfo], renaming: dict[str, str]) -> str:
    lines = text.splitlines(keepends=True)
    for token in reversed(tokens):
        if token.string in renaming:
            row, start = token.start[0] - 1, token.start[1]
            line = lines[row]
            lines[row] = line[:start] + renaming[token.string] + line[start + len(token.string) :]
    return "".join(lines)
