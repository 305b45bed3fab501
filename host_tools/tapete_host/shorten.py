"""Gives private names and parameters of the firmware short names that all modules share.

MicroPython keeps every distinct name once in its heap, about 20 bytes each with its entry, and doubles the table when
it is full. A name that starts with one underscore and is used in one module only can be called anything, and the same
in every module: `_sweep_at` in one and `_partials` in another both become `_b`. So can a parameter that no call names.
Sources, docstrings and line numbers stay as they are; a traceback from a device shows file and line, and short names.
"""

import ast
import collections
import io
import keyword
import re
import tokenize

_PRIVATE = re.compile(r"_[A-Za-z][A-Za-z0-9_]*$")
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def plan(sources: dict[str, str]) -> dict[str, dict[str, str]]:
    """For each module (name -> source text) the renaming: private name -> short name.

    Left alone are names that two modules use, that a text of the module contains (getattr, format strings), and all
    names of modules whose classes are parents or children of another module's classes.
    """
    used = {module: names(text) for module, text in sources.items()}
    homes = collections.Counter(name for found in used.values() for name in found)
    tied = inheriting(sources)
    return {
        module: {} if module in tied else _short({n for n in found if homes[n] == 1}, sources[module], found)
        for module, found in used.items()
    }


def names(text: str) -> set[str]:
    """Every name in a source, attributes and arguments included."""
    return {token.string for token in _tokens(text) if token.type == tokenize.NAME}


def inheriting(sources: dict[str, str]) -> set[str]:
    """Modules with a class that has a parent, or is one, in another module of these."""
    where: dict[str, set[str]] = collections.defaultdict(set)
    trees = {module: ast.parse(text) for module, text in sources.items()}
    for module, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                where[node.name].add(module)
    tied: set[str] = set()
    for module, tree in trees.items():
        for node in ast.walk(tree):
            for base in getattr(node, "bases", ()):
                parent = base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
                homes = where.get(parent, set())
                if homes - {module}:
                    tied |= homes | {module}
    return tied


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


def _short(found: set[str], text: str, taken: set[str]) -> dict[str, str]:
    strings = " ".join(token.string for token in _tokens(text) if token.type == tokenize.STRING)
    counts = collections.Counter(t.string for t in _tokens(text) if t.type == tokenize.NAME)
    mine = [n for n in found if _PRIVATE.match(n) and not re.search(rf"\b{n}\b|{n}\b", strings)]
    # `getattr(self, "_step_" + state)`: a text that begins a name may be put together with the rest of it.
    mine = [n for n in mine if not any(n.startswith(start) for start in _beginnings(strings))]
    mine.sort(key=lambda n: (-counts[n], n))
    free = (n for n in _sequence() if n not in taken)
    return dict(zip(mine, free))


def _beginnings(strings: str) -> set[str]:
    return {found for found in re.findall(r"[\"'](_[A-Za-z0-9_]*)[\"']", strings) if len(found) > 1}


def _sequence():
    for letter in _ALPHABET:
        yield "_" + letter
    for first in _ALPHABET:
        for second in _ALPHABET:
            name = "_" + first + second
            if not keyword.iskeyword(name):
                yield name


def _tokens(text: str):
    return tokenize.generate_tokens(io.StringIO(text).readline)


def apply(text: str, renaming: dict[str, str]) -> str:
    """The source with these names replaced; lines stay where they are."""
    lines = text.splitlines(keepends=True)
    for token in reversed(list(_tokens(text))):
        if token.type == tokenize.NAME and token.string in renaming:
            row, start = token.start[0] - 1, token.start[1]
            line = lines[row]
            lines[row] = line[:start] + renaming[token.string] + line[start + len(token.string) :]
    return "".join(lines)
