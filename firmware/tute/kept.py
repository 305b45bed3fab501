"""Objects of a round kept as tuples, which take half the room, and made again from these."""


class Part:
    """What a round has, and changes with it."""

    later: tuple = ()  # attributes that an object gets some time after it was made, if ever; the class has them before
    final = False  # nothing changes it any more: all may share it


_NOTHING: list = []  # in the place of every empty list
# by type: (its names, places in them of rows of numbers, of what else changes in itself, how many are not later ones)
_shapes: dict = {}


def keep(thing):
    """A tuple from which `give` makes this object again, however it changes meanwhile: with its lists and bytearrays,
    and the objects in its attributes and lists that can change too. Objects that two of these share become two. An
    attribute that ever holds such a thing always does, and a list of numbers never holds anything else."""
    kind = type(thing)
    shape = _shapes.get(kind)
    if not shape:
        shape = _shapes[kind] = _shape(thing, getattr(kind, "later", ()))
    # not from __dict__: CPython would find the attributes of this object more slowly ever after
    values = [getattr(thing, name) for name in shape[0]]
    for i in shape[1]:
        values[i] = values[i][:]
    for i in shape[2]:
        values[i] = _keep(values[i]) if values[i] else _NOTHING
    values.append(kind)
    return tuple(values)


def _shape(thing, later):
    names = tuple([name for name in thing.__dict__ if name not in later]) + later
    values = [getattr(thing, name) for name in names]
    rows = [i for i, value in enumerate(values) if _is_row(value)]
    others = [i for i, value in enumerate(values) if _changes(value) and i not in rows]
    return names, bytes(rows), bytes(others), len(names) - len(later)


def _is_row(value):
    """Whether it holds numbers alone, and for good: of an empty list nobody knows."""
    return isinstance(value, bytearray) or isinstance(value, list) and value and type(value[0]) is int


def _changes(value):
    """Whether it is a Part, or a list: one of texts names something, and stays as it is."""
    return isinstance(value, Part) or isinstance(value, list) and not (value and type(value[0]) is str)


def give(kept):
    """A new object, as that which was kept."""
    kind = kept[-1]
    names, rows, others, own = _shapes[kind]
    made = object.__new__(kind)
    values = list(kept)
    for i in rows:
        values[i] = values[i][:]
    for i in others:
        values[i] = fresh(values[i])
    for i in range(own):
        setattr(made, names[i], values[i])
    for i in range(own, len(names)):
        if values[i] != getattr(kind, names[i]):
            setattr(made, names[i], values[i])
    return made


def _keep(value):
    kind = type(value)
    if kind is list:
        if not value:
            return _NOTHING
        return value[:] if type(value[0]) is int else [_keep(inner) for inner in value]
    if kind is bytearray:
        return value[:]
    return keep(value) if isinstance(value, Part) and not value.final else value


def fresh(value):
    """A value of an attribute for another object: its own lists and bytearrays, and what was kept made again; all else
    is shared."""
    kind = type(value)
    if kind is list:
        return value[:] if not value or type(value[0]) is int else [fresh(inner) for inner in value]
    if kind is bytearray:
        return value[:]
    return give(value) if kind is tuple and value and type(value[-1]) is type else value
