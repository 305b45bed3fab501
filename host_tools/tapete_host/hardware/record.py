"""A board record read from its file without running it; changes when a record gains a field."""

import ast
import pathlib

from tapete_host.build import FIRMWARE

BOARDS = FIRMWARE / "tapete" / "boards"
FIELDS = ("NAME", "CHIP", "MODULE", "READER", "PANEL", "SPI", "SIGNALS", "BUTTONS", "WAKE")


class NotARecord(Exception):
    """The file cannot be a board record; the text is a sentence that says why."""


class Record:
    """The fields of tapete.boards of one file, as attributes; a field that the file lacks is None."""

    def __init__(self, fields: dict):
        for name in FIELDS:
            setattr(self, name, fields.get(name))

    def rows(self) -> dict[str, tuple[int, str, str]]:
        """signal -> (gpio, direction, pull)"""
        return {signal: (gpio, direction, pull) for signal, gpio, direction, pull in self.SIGNALS}


def read(path: pathlib.Path) -> Record:
    """The record in a file. Raises NotARecord, with its sentence."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise NotARecord(f"{path} cannot be opened: {error.strerror}.")
    except (SyntaxError, ValueError) as error:
        raise NotARecord(f"{path} is not Python: {error}.")
    fields = {}
    for node in tree.body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            raise NotARecord(f"{path}:{node.lineno}: a board record holds only NAME = value lines.")
        try:
            fields[node.targets[0].id] = ast.literal_eval(node.value)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            raise NotARecord(f"{path}:{node.lineno}: write the value out: texts, numbers and tuples only.")
    return Record(fields)


def names() -> tuple[str, ...]:
    """The boards that the firmware lists, in its order."""
    return ast.literal_eval(ast.parse((BOARDS / "__init__.py").read_text(encoding="utf-8")).body[-1].value)


def read_all() -> dict[str, Record]:
    """name -> record of every board that the firmware lists."""
    return {name: read(BOARDS / f"{name}.py") for name in names()}
