"""The faults that can be switched on by name, for tests and the page; changes when a fault is added.

A chip model brings its own: `FAULTS` {name: text}, `ARGUMENTS` {name: (argument, default, least, most), or a
tuple of such}, and a method fault(name, on, **arguments).  Here are those of the PN5180, the field, the flash,
buttons and supply, and what is known of all: arguments with defaults, and the rows of the list of field
problems (tests/field_problems.md) that each stands for.
"""

import sys

from . import pn5180
from .rng import Rng

# name -> (rows, text, arguments). An argument is (name, default, least, most) for a number,
# (name, default, words) for one of some words, (name,) for a word that must be given.
_COMMON = {
    "tag_drop": ((6, 8), "an answer of a sticker is not given, with chance p", (("p", 0.3, 0, 1),)),
    "bit_errors": ((8,), "one bit of an answer arrives wrong, with chance p", (("p", 0.3, 0, 1),)),
    "tag_merge": (
        (6, 19),
        "a collision goes unnoticed, with chance p: bits are OR-ed; valid 1: with a CRC that fits",
        (("p", 1, 0, 1), ("valid", 1, 0, 1)),
    ),
    "tag_capture": (
        (6,),
        "of several answers only the strongest is heard, no collision seen, with chance p",
        (("p", 1, 0, 1),),
    ),
    "tag_pulled": (
        (14,),
        "an answer breaks off in its middle, with chance p: the card is pulled away, or moved",
        (("p", 0.3, 0, 1),),
    ),
    "noise": ((8, 19), "silence looks like an answer, with chance p", (("p", 0.3, 0, 1),)),
    "shadow": ((8,), "the card lies on the mat but the reader cannot hear it", (("card",),)),
    "weak": ((10,), "the field is weaker: every sticker gets factor of it", (("factor", 0.3, 0, 1),)),
    "heap": (
        (6, 15),
        "a heap of n strange cards lies in the field, their UIDs equal in the low bits bits",
        (("n", 17, 1, 40), ("bits", 12, 0, 42)),
    ),
    "flash_full": (
        (29,),
        "the flash has no room: erases give ENOSPC after so many (after)",
        (("after", 0, 0, 1e9),),
    ),
    "flash_error": (
        (29,),
        "the flash fails: changes give EIO after so many (after)",
        (("after", 0, 0, 1e9),),
    ),
    "flash_brownout": (
        (29,),
        "the supply dips in the middle of a change of the flash, after so many (after): the page is torn and the"
        " device starts again",
        (("after", 0, 0, 1e9),),
    ),
    "flash_rot": ((29,), "so many bits of what is on the flash turn over", (("bits", 1, 1, 10000),)),
    "power_dip": ((27, 29), "the supply of the whole device fails for a moment", ()),
    "brownout": ((), "the supply dips so far that the ESP32 resets itself once; the other chips bear it", ()),
    "button_stuck": ((), "the contact of a button (button) is closed for ever", (("button",),)),
    "battery": ((), "the battery has so many millivolts", (("mv", 3300, 0, 5000),)),
}
_PN5180 = {
    "reader_dead": (
        (3,),
        "the reader does not answer; miso is what its MISO carries",
        (("miso", 255, 0, 255),),
    ),
    "reader_no_idle": ((3,), "the reader never says that it has started", ()),
    "reader_supply": ((18,), "the reader's antenna supply (5 V) is missing: SPI works, no field comes", ()),
    "reader_busy_stuck": ((12,), "the reader's BUSY line stands still at level", (("level", 1, 0, 1),)),
    "reader_slow": ((12,), "the reader's BUSY falls only us after each frame", (("us", 1000, 1, 1e6),)),
    "reader_blunt": (
        (15,),
        "collisions are reported with few bytes (bytes) and without their place",
        (("bytes", 0, 0, 10),),
    ),
    "reader_stuck": (
        (14,),
        "the transceiver hangs in state until idle, config or reset",
        (("state", 5, 1, 5), ("until", "idle", ("idle", "config", "reset"))),
    ),
    "reader_brownout": ((1,), "the reader resets itself once: all its registers are lost", ()),
    "reader_brown_every": ((1,), "the reader resets itself every ms", (("ms", 5000, 1, 1e9),)),
    "reader_antenna": ((18,), "the wire of the reader's coil is broken: all seems well, nobody is heard", ()),
    "reader_field_lost": ((1,), "the reader's antenna goes off once, without a word", ()),
    "reader_deaf": ((2,), "the reader's receiver forgets its set-up once: it hears nobody", ()),
    "reader_version": ((10,), "the reader says that it is of a version that nobody knows", ()),
}
# Of panels whose chip may keep the picture before in one of several ways (`copy` of the model).
_MEMORY = {
    "panel_memory": (
        (25,),
        "what the panel's chip does with its old picture after a partial update",
        (("does", "nothing", ("nothing", "copy", "swap")),),
    ),
}
# What happens once and needs no end.
_ONCE = (
    "reader_brownout",
    "reader_field_lost",
    "reader_deaf",
    "flash_rot",
    "flash_brownout",
    "power_dip",
    "brownout",
    "reader_registers_lost",
)
# Rows of the faults that chip models bring.
_ROWS = {
    "panel_missing": (23,),
    "panel_busy_high": (23,),
    "panel_busy_low": (23,),
    "panel_busy_late": (23,),
    "panel_busy_flicker": (23, 28),
    "panel_slow": (24,),
    "panel_v1": (23,),
    "panel_v2": (23,),
    "panel_busy_stuck": (23,),
    "panel_old": (24,),
    "reader_dead": (3,),
    "reader_power_down": (3,),
    "reader_antenna_off": (1,),
    "reader_registers_lost": (1,),
    "reader_brownout": (1,),
    "reader_crypto": (2,),
    "reader_deaf": (2,),
    "reader_version": (10,),
    "reader_clone": (10,),
    "reader_weak": (10,),
    "reader_miso_held": (9,),
    "reader_atqa_lost": (6,),
    "reader_brown_every": (1,),
}
_PANELS = ("ssd1683", "uc8179", "ssd1680", "uc8176")


# --- what there is ------------------------------------------------------------------------------------------


def known(world):
    """name -> {"text", "rows", "arguments": {name: {"default", ...}}, "once"} of every fault of this world."""
    found = {}
    for name in _COMMON:
        found[name] = _entry(name, *_COMMON[name])
    if _is_pn5180(world):
        for name in _PN5180:
            found[name] = _entry(name, *_PN5180[name])
    else:
        _add_module(found, _module_of(world.reader, ("mfrc522",)), True)
    _add_module(found, _module_of(world.panel, _PANELS), False)
    if hasattr(world.panel, "copy"):
        found["panel_memory"] = _entry("panel_memory", *_MEMORY["panel_memory"])
    return found


def names(world):
    """name -> text of every fault of this world."""
    found = known(world)
    return {name: found[name]["text"] for name in found}


def _add_module(found, module, seats):
    arguments = getattr(module, "ARGUMENTS", {})
    for name in module.FAULTS:
        wanted = arguments.get(name, ())
        if wanted and isinstance(wanted[0], str):
            wanted = (wanted,)
        if seats:
            wanted = tuple(wanted) + (("seat", 0, 0, 4),)
        found[name] = _entry(name, _ROWS.get(name, ()), module.FAULTS[name], wanted)


def _entry(name, rows, text, arguments):
    described = {}
    for argument in arguments:
        if len(argument) == 4:
            one = {"default": argument[1], "least": argument[2], "most": argument[3]}
        elif len(argument) == 3:
            one = {"default": argument[1], "words": list(argument[2])}
        else:
            one = {"default": None}
        described[argument[0]] = one
    return {"text": text, "rows": list(rows), "arguments": described, "once": name in _ONCE}


def _is_pn5180(world):
    return isinstance(world.reader, pn5180.PN5180)


def _module_of(chip, candidates):
    """The model module whose class `chip` is of."""
    for name in candidates:
        module = sys.modules.get("tapete_host.sim." + name)
        if module is not None and isinstance(chip, getattr(module, name.upper())):
            return module
    raise ValueError("no faults are known of the chip %s" % chip.name)


def _fields(world):
    return getattr(world, "fields", None) or [world.field]


# --- switching ----------------------------------------------------------------------------------------------


def apply(world, name, on, args):
    """Switch one fault of `world` on (with its arguments) or off.  Raises ValueError with a sentence."""
    there = known(world)
    if name not in there:
        raise ValueError("no fault called %s" % name)
    entry = there[name]
    args = _checked(name, entry["arguments"], args, on)
    if name in _COMMON or name in _MEMORY:
        _ACTS[name](world, on, args)
    elif name[:6] == "panel_":
        world.panel.fault(name, on, **args)
    elif _is_pn5180(world):
        _ACTS[name](world, on, args)
    else:
        _at_seats(world, name, on, args)
    key = name
    for argument in ("card", "button"):
        if argument in args:
            key += " " + args[argument]
    if args.get("seat"):
        key += " %d" % args["seat"]
    if on and not entry["once"]:
        world.active_faults[key] = args
        return
    for active in list(world.active_faults):
        if active == key or args.get("seat") == 0 and active.split(" ")[0] == name:
            world.active_faults.pop(active)


def _at_seats(world, name, on, args):
    """A fault of one seat's reader, or (seat 0) of all."""
    rest = {key: args[key] for key in args if key != "seat"}
    for seat, chip in enumerate(world.readers):
        if args["seat"] in (0, seat + 1):
            chip.fault(name, on, **rest)


def _checked(name, arguments, given, on):
    """All arguments, those not given by default.  Raises ValueError."""
    for key in given:
        if key not in arguments:
            raise ValueError("%s has no argument %s" % (name, key))
    whole = {}
    for key in arguments:
        about = arguments[key]
        value = given.get(key, about["default"])
        if "least" in about:
            _check_number(key, value, about)
        elif "words" in about:
            if value not in about["words"]:
                raise ValueError("%s is one of %s" % (key, ", ".join(about["words"])))
        elif not isinstance(value, str) or not value:
            raise ValueError("%s must be named" % key)
        whole[key] = value
    return whole


def _check_number(key, value, about):
    least, most = about["least"], about["most"]
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
        raise ValueError("%s is a number from %s to %s" % (key, least, most))


# --- what each does -----------------------------------------------------------------------------------------


def _reader_dead(world, on, args):
    world.reader.die(int(args["miso"]) if on else None)


def _reader_no_idle(world, on, args):
    world.reader.mute_boot = on


def _reader_supply(world, on, args):
    world.reader.supply = not on
    if on:
        world.field.carrier(False)


def _reader_busy(world, on, args):
    world.reader.busy_stuck = int(args["level"]) if on else None


def _reader_slow(world, on, args):
    world.reader.busy_us = int(args["us"]) if on else pn5180.BUSY_US


def _reader_blunt(world, on, args):
    world.reader.blunt = int(args["bytes"]) if on else None


def _reader_stuck(world, on, args):
    if on:
        world.reader.stick(int(args["state"]), args["until"])
    else:
        world.reader.stuck = None


def _reader_brownout(world, on, args):
    if on:
        world.reader.brown_out()


def _reader_brown_every(world, on, args):
    def again():
        if world.active_faults.get("reader_brown_every") is args:
            world.reader.brown_out()
            world.at(args["ms"], again)

    if on:
        world.at(args["ms"], again)


def _reader_antenna(world, on, args):
    world.reader.antenna_gone = on
    world.field.weaken(0.0 if on else 1.0)


def _reader_field_lost(world, on, args):
    if on:
        world.field.carrier(False)


def _reader_deaf(world, on, args):
    if on:
        world.reader.go_deaf()


def _reader_version(world, on, args):
    world.reader.set_version(on)


def _chance(attribute):
    def act(world, on, args):
        for field in _fields(world):
            setattr(field, attribute, args["p"] if on else 0.0)

    return act


def _tag_merge(world, on, args):
    for field in _fields(world):
        field.merge = args["p"] if on else 0.0
        field.merge_valid = bool(args["valid"])


def _shadow(world, on, args):
    for field in _fields(world):
        if field.find(args["card"]) is not None:
            field.shadow(args["card"], on)
            return
    if on:  # a card that was taken away casts no shadow
        raise ValueError("%s is not on the mat" % args["card"])


def _weak(world, on, args):
    for field in _fields(world):
        field.weaken(args["factor"] if on else 1.0)


def heap_uids(world, n, bits):
    """n UIDs of another maker's roll, as long as the deck's, equal in their low `bits` bits."""
    size = len(world.deck["AO"])
    head = bytes((0xE0, 0x07)) if size == 8 else bytes((0x02,))  # never the first bytes of a deck's sticker
    rng = Rng(world.seed + 77)
    found = []
    low = rng.below(1 << 28) << 28 | rng.below(1 << 28)
    keep = (1 << bits) - 1
    width = 8 * (size - len(head))
    for i in range(n):
        # The first bits above those that are equal differ for sure: they are the number in the heap.
        value = low & keep | ((rng.below(1 << 28) << 6 | i) << bits)
        found.append(head + (value & ((1 << width) - 1)).to_bytes(size - len(head), "big"))
    return found


def _heap(world, on, args):
    """They lie at random within reach of the first antenna: nearly all of them cover one another."""
    field = _fields(world)[0]
    for uid in getattr(world, "heaped", ()):
        field.lift(uid)
    world.heaped = []
    if not on:
        return
    rng = Rng(world.seed + 78)
    reach = int(field.coil_mm * 0.9)
    for uid in heap_uids(world, int(args["n"]), int(args["bits"])):
        field.lay(uid, rng.below(2 * reach + 1) - reach, rng.below(2 * reach + 1) - reach)
        world.heaped.append(uid)


def _panel_memory(world, on, args):
    world.panel.copy = args["does"] if on and args["does"] != "nothing" else ""


def _flash(errno):
    def act(world, on, args):
        world.flash.fail_after = int(args["after"])
        world.flash.fail_errno = errno if on else 0

    return act


def _flash_brownout(world, on, args):
    world.flash.cut_after = int(args["after"]) if on else None


def _flash_rot(world, on, args):
    if on:
        world.flash.rot(Rng(world.seed + world.flash.programs), int(args["bits"]))


def _power_dip(world, on, args):
    if on:
        world.power_cut()


def _brownout(world, on, args):
    if on:
        world.brown_out()


def _button(world, on, args):
    name = args["button"]
    if name not in [b[0] for b in world.record.BUTTONS]:
        raise ValueError("no button called %s" % name)
    world.buttons.stuck[name] = on


def _battery(world, on, args):
    world.battery_mv = int(args["mv"]) if on else 3900


_ACTS = {
    "reader_dead": _reader_dead,
    "reader_no_idle": _reader_no_idle,
    "reader_supply": _reader_supply,
    "reader_busy_stuck": _reader_busy,
    "reader_slow": _reader_slow,
    "reader_blunt": _reader_blunt,
    "reader_stuck": _reader_stuck,
    "reader_brownout": _reader_brownout,
    "reader_brown_every": _reader_brown_every,
    "reader_field_lost": _reader_field_lost,
    "reader_deaf": _reader_deaf,
    "reader_version": _reader_version,
    "reader_antenna": _reader_antenna,
    "tag_drop": _chance("drop"),
    "bit_errors": _chance("flip"),
    "tag_merge": _tag_merge,
    "tag_capture": _chance("capture"),
    "tag_pulled": _chance("pull"),
    "noise": _chance("hiss"),
    "shadow": _shadow,
    "weak": _weak,
    "heap": _heap,
    "panel_memory": _panel_memory,
    "flash_full": _flash(28),
    "flash_error": _flash(5),
    "flash_brownout": _flash_brownout,
    "flash_rot": _flash_rot,
    "power_dip": _power_dip,
    "brownout": _brownout,
    "button_stuck": _button,
    "battery": _battery,
}
