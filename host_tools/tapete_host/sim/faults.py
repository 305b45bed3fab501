"""The faults that can be switched on by name, for tests and the page; changes when a fault is added."""

from . import pn5180, ssd1683

TEXTS = {
    "reader_dead": "the reader does not answer; miso is what its MISO carries (255 or 0)",
    "reader_supply": "the reader's antenna supply (5 V) is missing: SPI works, no field comes",
    "reader_busy_stuck": "the reader's BUSY line stands still at level (1)",
    "reader_slow": "the reader's BUSY falls only us (1000) after each frame",
    "reader_blunt": "collisions are reported with few bytes (bytes, 0) and without their place",
    "reader_stuck": "the transceiver hangs in state (5) until idle, config or reset (until)",
    "reader_brownout": "the reader resets itself once: all its registers are lost",
    "reader_brown_every": "the reader resets itself every ms (5000)",
    "tag_drop": "an answer of a tag is not given, with chance p (0.3)",
    "bit_errors": "one bit of an answer arrives wrong, with chance p (0.3)",
    "tag_merge": "a collision goes unnoticed, with chance p (1): bits are OR-ed; valid (true) = the CRC fits",
    "tag_capture": "of several answers only the strongest is heard, no collision seen, with chance p (1)",
    "noise": "silence looks like an answer, with chance p (0.3)",
    "shadow": "the card lies on the mat but the reader cannot hear it",
    "weak": "the field is weaker: every tag gets factor (0.3) of it",
    "flash_full": "the flash has no room: erases give ENOSPC after so many (after)",
    "flash_error": "the flash fails: changes give EIO after so many (after)",
    "button_stuck": "the contact of a button (button) is closed for ever",
    "battery": "the battery has so many millivolts (mv, 3300)",
}


def names():
    """name -> text of every fault."""
    found = dict(TEXTS)
    found.update(ssd1683.FAULTS)
    return found


def apply(world, name, on, args):
    """Switch one fault of `world` on (with its arguments) or off.  Raises ValueError with a sentence."""
    if name in ssd1683.FAULTS:
        world.panel.fault(name, on, **args)
    elif name in TEXTS:
        _ACTS[name](world, on, args)
    else:
        raise ValueError("no fault called %s" % name)
    key = "shadow " + str(args.get("card")) if name == "shadow" else name
    if on and name != "reader_brownout":
        world.active_faults[key] = args
    else:
        world.active_faults.pop(key, None)


def _number(args, name, default, least, most):
    value = args.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
        raise ValueError("%s is a number from %s to %s" % (name, least, most))
    return value


def _reader_dead(world, on, args):
    world.reader.die(int(_number(args, "miso", 255, 0, 255)) if on else None)


def _reader_supply(world, on, args):
    world.reader.supply = not on
    if on:
        world.field.carrier(False)


def _reader_busy(world, on, args):
    world.reader.busy_stuck = int(_number(args, "level", 1, 0, 1)) if on else None


def _reader_slow(world, on, args):
    world.reader.busy_us = int(_number(args, "us", 1000, 1, 1e6)) if on else pn5180.BUSY_US


def _reader_blunt(world, on, args):
    world.reader.blunt = int(_number(args, "bytes", 0, 0, 10)) if on else None


def _reader_stuck(world, on, args):
    until = args.get("until", "idle")
    if until not in ("idle", "config", "reset"):
        raise ValueError("until is idle, config or reset")
    if on:
        world.reader.stick(int(_number(args, "state", 5, 1, 5)), until)
    else:
        world.reader.stuck = None


def _reader_brownout(world, on, args):
    if on:
        world.reader.brown_out()


def _reader_brown_every(world, on, args):
    ms = _number(args, "ms", 5000, 1, 1e9)

    def again():
        if world.active_faults.get("reader_brown_every") is args:
            world.reader.brown_out()
            world.at(ms, again)

    if on:
        world.at(ms, again)


def _chance(attribute, default):
    def act(world, on, args):
        setattr(world.field, attribute, _number(args, "p", default, 0, 1) if on else 0.0)

    return act


def _tag_merge(world, on, args):
    world.field.merge = _number(args, "p", 1, 0, 1) if on else 0.0
    world.field.merge_valid = bool(args.get("valid", True))


def _shadow(world, on, args):
    if not args.get("card"):
        raise ValueError("card is the name of a card on the mat")
    world.field.shadow(args["card"], on)


def _weak(world, on, args):
    world.field.weaken(_number(args, "factor", 0.3, 0, 1) if on else 1.0)


def _flash(errno):
    def act(world, on, args):
        world.flash.fail_after = int(_number(args, "after", 0, 0, 1e9))
        world.flash.fail_errno = errno if on else 0

    return act


def _button(world, on, args):
    name = args.get("button")
    if name not in [b[0] for b in world.record.BUTTONS]:
        raise ValueError("no button called %s" % name)
    world.buttons.stuck[name] = on


def _battery(world, on, args):
    world.battery_mv = int(_number(args, "mv", 3300, 0, 5000)) if on else 3900


_ACTS = {
    "reader_dead": _reader_dead,
    "reader_supply": _reader_supply,
    "reader_busy_stuck": _reader_busy,
    "reader_slow": _reader_slow,
    "reader_blunt": _reader_blunt,
    "reader_stuck": _reader_stuck,
    "reader_brownout": _reader_brownout,
    "reader_brown_every": _reader_brown_every,
    "tag_drop": _chance("drop", 0.3),
    "bit_errors": _chance("flip", 0.3),
    "tag_merge": _tag_merge,
    "tag_capture": _chance("capture", 1),
    "noise": _chance("hiss", 0.3),
    "shadow": _shadow,
    "weak": _weak,
    "flash_full": _flash(28),
    "flash_error": _flash(5),
    "button_stuck": _button,
    "battery": _battery,
}
