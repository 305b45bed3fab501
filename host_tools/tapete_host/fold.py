"""Puts the firmware's constants where they are used, in all modules, so that a device keeps no names for them.

mpy-cross does so for `_X = const(1)` within one module. A constant that others import costs an entry in the
dictionary of its module and in that of each importer, its name, and a look-up at every use. Folded are names in
capitals that a module gives once, at its top, to an int or to a text short enough to be a name itself. Lines stay
where they are.
"""

import ast
import collections
import dataclasses
import operator

_SHORT = 9  # bytes of a text that MicroPython keeps once, however often it is written
_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}

Value = int | str


@dataclasses.dataclass(frozen=True)
class Edit:
    """A piece of a source, by the node that it was, and what comes in its place."""

    node: ast.AST
    text: str


def fold(sources: dict[str, str]) -> dict[str, str]:
    """The sources (path -> text) with their constants folded."""
    trees = {path: ast.parse(text, path) for path, text in sources.items()}
    modules = {_dotted(path): path for path in sources}
    kept = _kept(trees, modules)
    found: dict[str, dict[str, Value]] = {}
    for path in _in_order(trees, modules):
        found[path] = _constants(trees[path], _imported(trees[path], modules, found), kept[path])
    return {path: _folded(text, trees[path], path, modules, found) for path, text in sources.items()}


def _dotted(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def _in_order(trees: dict[str, ast.Module], modules: dict[str, str]) -> list[str]:
    """The paths, each behind those that it imports constants from (as far as that is possible)."""
    done: list[str] = []

    def visit(path: str, above: tuple[str, ...]) -> None:
        if path in done or path in above:
            return
        for node in ast.walk(trees[path]):
            if isinstance(node, ast.ImportFrom) and node.module in modules:
                visit(modules[node.module], (*above, path))
        done.append(path)

    for path in sorted(trees):
        visit(path, ())
    return done


def _kept(trees: dict[str, ast.Module], modules: dict[str, str]) -> dict[str, set[str]]:
    """By path: names that stay, for they are given a value elsewhere too, or asked of what may be any module."""
    kept: dict[str, set[str]] = {path: set() for path in trees}
    outside: set[str] = set()
    for path, tree in trees.items():
        given: collections.Counter[str] = collections.Counter()
        aliases = _aliases(tree, modules)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                given[node.id] += 1
            elif isinstance(node, ast.arg):
                given[node.arg] += 1
            elif isinstance(node, ast.Global):
                kept[path].update(node.names)
            elif isinstance(node, ast.Attribute) and not _reads_alias(node, aliases):
                outside.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                outside.add(node.value)
            elif isinstance(node, ast.JoinedStr):  # places in it are not told rightly
                kept[path].update(n.id for n in ast.walk(node) if isinstance(n, ast.Name))
                outside.update(n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute))
            elif isinstance(node, ast.ImportFrom) and node.names[0].name == "*" and node.module in modules:
                kept[modules[node.module]].update(_capitals(trees[modules[node.module]]))
        kept[path].update(name for name, count in given.items() if count > 1)
    return {path: names | outside for path, names in kept.items()}


def _reads_alias(node: ast.Attribute, aliases: dict[str, str]) -> bool:
    return isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name) and node.value.id in aliases


def _capitals(tree: ast.Module) -> set[str]:
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id.strip("_").isupper()}


def _imported(
    tree: ast.Module, modules: dict[str, str], found: dict[str, dict[str, Value]]
) -> dict[str, Value]:
    """The constants of others that a module has under names of its own."""
    named: dict[str, Value] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in modules:
            theirs = found.get(modules[node.module], {})
            named.update({a.asname or a.name: theirs[a.name] for a in node.names if a.name in theirs})
    return named


def _constants(tree: ast.Module, known: dict[str, Value], kept: set[str]) -> dict[str, Value]:
    """Name -> value of what a module's top defines as constant."""
    values: dict[str, Value] = {}
    for node in tree.body:
        for name, given in _assigned(node):
            value = _value(given, known | values)
            if value is not None and name.strip("_").isupper() and name not in kept:
                values[name] = value
    return values


def _assigned(node: ast.stmt) -> list[tuple[str, ast.expr]]:
    """(name, what it is given) of an assignment: `A = 1` or `A, B = 1, 2`."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return []
    target = node.targets[0]
    if isinstance(target, ast.Name):
        return [(target.id, node.value)]
    if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
        return [
            (t.id, v) for t, v in zip(target.elts, node.value.elts, strict=True) if isinstance(t, ast.Name)
        ]
    return []


def _value(node: ast.expr, known: dict[str, Value]) -> Value | None:
    """What an expression of constants is worth, None if it is another or no short text or int."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "const":
        return _value(node.args[0], known)
    if isinstance(node, ast.Constant):
        if type(node.value) is int:
            return node.value
        return node.value if isinstance(node.value, str) and len(node.value.encode()) <= _SHORT else None
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _value(node.operand, known)
        return -value if type(value) is int else None
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _value(node.left, known), _value(node.right, known)
        if type(left) is int and type(right) is int:
            return _OPERATORS[type(node.op)](left, right)
    return None


def _folded(text: str, tree: ast.Module, path: str, modules: dict[str, str], found) -> str:
    own = found[path]
    named = own | _imported(tree, modules, found)
    aliases = _aliases(tree, modules)
    edits: list[Edit] = []
    for node in tree.body:
        pairs = _assigned(node)
        if pairs and all(name in own for name, _ in pairs):
            edits.append(Edit(node, "pass"))
    gone = [id(inner) for edit in edits for inner in ast.walk(edit.node)]
    for node in ast.walk(tree):
        if id(node) in gone:
            continue
        if isinstance(node, ast.ImportFrom) and node.module in modules:
            edits += _import(node, found[modules[node.module]])
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in named:
            edits.append(Edit(node, _written(named[node.id])))
        elif isinstance(node, ast.Attribute) and _reads_alias(node, aliases):
            theirs = found[aliases[node.value.id]]
            if node.attr in theirs:
                edits.append(Edit(node, _written(theirs[node.attr])))
    return _edited(text, edits)


def _written(value: Value) -> str:
    return f"({value})" if isinstance(value, int) and value < 0 else repr(value)


def _aliases(tree: ast.Module, modules: dict[str, str]) -> dict[str, str]:
    """Name of an imported module in this one -> its path."""
    named: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                if f"{node.module}.{alias.name}" in modules:
                    named[alias.asname or alias.name] = modules[f"{node.module}.{alias.name}"]
    return named


def _import(node: ast.ImportFrom, theirs: dict[str, Value]) -> list[Edit]:
    """An import without the constants; as many lines as it had."""
    left = [alias for alias in node.names if alias.name not in theirs]
    if len(left) == len(node.names):
        return []
    said = ", ".join(a.name + (f" as {a.asname}" if a.asname else "") for a in left)
    return [Edit(node, f"from {node.module} import {said}" if left else "pass")]


def _edited(text: str, edits: list[Edit]) -> str:
    """The text with these pieces replaced; a piece of several lines leaves empty ones."""
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    for edit in sorted(edits, key=lambda e: (e.node.lineno, e.node.col_offset), reverse=True):
        first, last = edit.node.lineno - 1, edit.node.end_lineno - 1
        before, after = lines[first][: edit.node.col_offset], lines[last][edit.node.end_col_offset :]
        lines[first : last + 1] = [before + edit.text.encode() + b"\n" * (last - first) + after]
        lines[first + 1 : first + 1] = [b""] * (last - first)
    return b"".join(lines).decode()
