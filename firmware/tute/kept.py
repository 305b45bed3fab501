"""Objects of a round kept as tuples, which take half the room, and made again from these."""


class Part:
    """What a round has, and changes with it."""

    final = False  # nothing changes it any more: all may share it


_NOTHING: list = []  # in the place of every empty list
_names: dict = {}  # by type: names of the attributes


def keep(thing):
    """A tuple from which `give` makes this object again, however it changes meanwhile: with its lists and bytearrays,
    and the objects in its attributes and lists that can change too. Objects that two of these share become two."""
    kind = type(thing)
    names = tuple(thing.__dict__)
    if _names.get(kind) == names:
        names = _names[kind]
    else:
        _names[kind] = names
    return (kind, names) + tuple([_keep(value) for value in thing.__dict__.values()])


def give(kept):
    """A new object, as that which was kept."""
    made = object.__new__(kept[0])
    i = 1
    for name in kept[1]:
        i += 1
        setattr(made, name, fresh(kept[i]))
    return made


def _keep(value):
    kind = type(value)
    if kind is list:
        if not value:
            return _NOTHING
        first = type(value[0])
        if first is str:
            return value  # names
        return value[:] if first is int else [_keep(inner) for inner in value]
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
    return give(value) if kind is tuple and value and type(value[0]) is type else value
