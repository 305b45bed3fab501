"""The whole state of a referee as one text, the same for equal states under both interpreters."""


def state_text(ref):
    """Everything that decides what this referee will answer."""
    parts = [picture(ref._match), picture(ref._round), picture(ref._hands)]
    if not ref.is_open() or not ref._round.count:
        parts.append(picture(ref._previous))  # after the lead nothing asks for the round before
    return "\n".join(parts)


def picture(value):
    """A text of a value through and through; dict and attribute order does not show."""
    if isinstance(value, (bool, int, str)) or value is None:
        return repr(value)
    if isinstance(value, (bytes, bytearray)):
        return repr(list(value))
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join([picture(inner) for inner in value]) + "]"
    # what the last event left for its answer is not state; a schedule is not either
    passing = ("taken", "verdict", "record", "recount_at", "watch", "rules", "hearing")
    kind = type(value)
    later = getattr(kind, "later", ())  # an attribute that an object has not yet is as the class has it
    names = [name for name in value.__dict__ if name not in passing]
    names = sorted(
        [name for name in names if name not in later or getattr(value, name) != getattr(kind, name)]
    )
    return "{" + ", ".join(["%s: %s" % (name, picture(getattr(value, name))) for name in names]) + "}"
