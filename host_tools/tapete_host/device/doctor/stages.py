"""The stages of `tapete doctor`: what each asks the device and the person, and its limits; changes with those.

A stage gets a Part, puts figures into it and returns its line of words; PartFailed is raised for what does not hold.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tapete_host.device.doctor import advice
from tapete_host.device.doctor.line import Figures, Line, PartFailed, figures
from tapete_host.device.doctor.person import Nobody, Person

OK, FAILED, ABSENT, SKIPPED = "ok", "failed", "absent", "skipped"
_ABSENT_WORDS = {
    "light": "no ring of lights is set",
    "sound": "the board has no buzzer",
    "wifi": "this build has no radio",
    "battery": "none: it runs on its USB supply",
}

_POLLS = 60
_CARD_S, _BUTTON_S, _PASS_S = 60, 30, 40  # for a person to do it
_MISSED, _MANGLED = 0.1, 0.05  # parts of the polls, above which an antenna fails
_ROOM = 64 * 1024  # bytes of flash: an evening's matches
_BLOCK_MS = 400  # for 4 KB; a good flash takes some 60
_HEAP, _PIECE = 200_000, 24_000  # bytes that the program wants, and in one piece
_APART_S, _LOOKS, _TRIES = 2.0, 5, 3  # the clock is looked at so often, now and after so long
_DRIFT = 0.1  # a wrong crystal makes a third; a computer that is busy answers late itself
_BATTERY_MV = 3500  # below it the device says itself that it is low


@dataclass
class Rates:
    """What one antenna has heard: of `polls`, answers, silence, and answers that nobody can read."""

    antenna: int
    card: bool
    polls: int
    answers: int
    silent: int
    garbled: int
    ms_a_poll: float
    agc: int | None = None

    def part(self, count: int) -> float:
        """A count as a part of the polls."""
        return count / self.polls


@dataclass
class Part:
    """A stage under way, and what it has brought."""

    stage: str
    line: Line
    person: Person | Nobody
    unit: Figures
    progress: Callable[[int, int], None]
    state: str = OK
    words: str = ""
    number: int = 0
    figures: Figures = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    rates: list[Rates] = field(default_factory=list)
    seconds: float = 0.0

    def ask(self, command: str, note: Callable[[str], None] | None = None, seconds: float = 0) -> Figures:
        """The figures of an OK, which are kept; empty for a part that this board has not."""
        said = self.line.ask(command, note or self.notes.append, self.progress, seconds)
        if said == ABSENT:
            self.state = ABSENT
            return {}
        found = figures(said)
        self.figures.update(found)
        return found


def run(part: Part) -> Part:
    """One stage, whatever comes of it. DeviceError if the device is gone."""
    begin = time.monotonic()
    try:
        part.words = STAGES[part.stage](part)
    except PartFailed as failed:
        part.state, part.number, part.words = FAILED, failed.number, failed.text
    if part.state == ABSENT:
        part.words = _ABSENT_WORDS[part.stage]
    part.seconds = round(time.monotonic() - begin, 1)
    return part


def _reader(part: Part) -> str:
    found = part.ask("reader")
    if found["model"] == "pn5180":
        return "PN5180, firmware {firmware}; field on, AGC {agc}, gear {gear}".format(**found)
    return f"4 MFRC522, versions {found['versions']}; fields on"


# -- antennas


def _antennas(part: Part) -> str:
    failures = []
    many = int(part.unit["antennas"])
    part.person.wait("Take all cards off the mat")
    for antenna in range(1, many + 1):
        try:
            _antenna(part, antenna, many)
        except PartFailed as failed:
            failures.append(failed)
    part.figures = {}
    if failures:
        raise PartFailed(failures[0].number, "; ".join(failed.text for failed in failures))
    with_card = [rates for rates in part.rates if rates.card]
    if not with_card:
        return f"quiet on {many} without a card; none was laid"
    worst = min(rates.part(rates.answers) for rates in with_card)
    return f"{len(with_card)} of {many} heard a card, at worst {worst:.0%} of the polls"


def _antenna(part: Part, antenna: int, many: int) -> None:
    empty = _polled(part, antenna, 0)
    if not part.person.there:
        _judge(empty)
        return
    if empty.card or empty.answers:
        raise PartFailed(advice.PHANTOM, f"antenna {antenna} hears a card where none should lie")
    _judge(empty)
    where = "the mat" if many == 1 else f"antenna {antenna} (as the reader's wires are numbered)"
    part.person.tell(f"Lay a card flat on {where} and leave it there ({_CARD_S} s)")
    _judge(_polled(part, antenna, _CARD_S))
    if antenna < many:
        part.person.wait("Take the card off")


def _polled(part: Part, antenna: int, seconds: int) -> Rates:
    found = part.ask(f"antenna {antenna} {_POLLS} {seconds}", seconds=seconds)
    counts = {name: int(found[name]) for name in ("polls", "answers", "silent", "garbled")}
    agc = int(found["agc"]) if "agc" in found else None
    each = round(int(found["ms"]) / counts["polls"], 1)
    rates = Rates(antenna, bool(found["stickers"]), **counts, ms_a_poll=each, agc=agc)
    part.rates.append(rates)
    return rates


def _judge(rates: Rates) -> None:
    mangled = rates.part(rates.garbled)
    if rates.card and rates.part(rates.silent) > _MISSED:
        missed = rates.part(rates.silent)
        raise PartFailed(
            advice.MISSED, f"antenna {rates.antenna} missed its card in {missed:.0%} of the polls"
        )
    if mangled > _MANGLED:
        what = "the answers" if rates.card else "the silences"
        raise PartFailed(advice.MANGLED, f"antenna {rates.antenna}: {mangled:.0%} of {what} are noise")


# -- what people see, hear and press


def _panel(part: Part) -> str:
    found = part.ask("panel")
    told = "{model}, {pixels}; a whole picture in {full_ms} ms, a change in {partial_ms} ms".format(**found)
    seen = part.person.ask(
        "Does the panel show two thin frames along its edges, squares, stripes, and a white square in a black one, "
        "nowhere broken or grey?"
    )
    if not seen:
        raise PartFailed(advice.PANEL_UNSEEN, "the test picture is not seen well")
    if int(found["attempts"]) > 1:
        told += "; it came only at the second try"
    return told + _unasked(part)


def _unasked(part: Part) -> str:
    return "" if part.person.there else " (nobody was asked)"


def _buttons(part: Part) -> str:
    def note(text: str) -> None:
        part.notes.append(text)
        part.person.tell(text[:1].upper() + text[1:])

    seconds = _BUTTON_S if part.person.there else 0
    found = part.ask(f"buttons {seconds}", note, seconds)
    if not seconds:
        return f"{found['open']} open, none stuck (nobody was asked to press)"
    longest = max(int(each.partition(":")[2]) for each in str(found["bounce_us"]).split(","))
    return f"{found['presses']} pressed; contacts bounce for {longest / 1000:.1f} ms at most"


def _sound(part: Part) -> str:
    if not part.ask("sound"):
        return ""
    if not part.person.ask("Did you hear two tunes, clear and loud?"):
        raise PartFailed(advice.UNHEARD, "the buzzer is not heard well")
    return "two tunes" + _unasked(part)


def _light(part: Part) -> str:
    found = part.ask("light")
    if not found:
        return ""
    question = f"Were all {found['leds']} lights red, then green, blue and white?"
    if not part.person.ask(question):
        raise PartFailed(advice.UNLIT, "the ring of lights is not seen well")
    return f"{found['leds']} lights" + _unasked(part)


# -- the chip and its flash


def _flash(part: Part) -> str:
    found = {name: int(value) for name, value in part.ask("flash").items()}
    told = "{0:,} of {1:,} KB free".format(found["free"] // 1024, found["total"] // 1024)
    if found["free"] < _ROOM:
        raise PartFailed(advice.FLASH_NEARLY_FULL, f"nearly full: {told}")
    if found["block_ms"] > _BLOCK_MS:
        raise PartFailed(advice.FLASH_SLOW, f"slow: {found['block_ms']} ms to write 4 KB")
    return f"{told}; {found['files']} files read, 4 KB written in {found['block_ms']} ms"


def _memory(part: Part) -> str:
    found = {name: int(value) for name, value in part.ask("memory").items()}
    if found["total"] < _HEAP:
        raise PartFailed(advice.LITTLE_HEAP, f"{found['total']:,} bytes of heap, {_HEAP:,} are wanted")
    if found["largest"] < _PIECE:
        raise PartFailed(advice.BROKEN_HEAP, f"the largest free piece has {found['largest']:,} bytes")
    return f"{found['free']:,} of {found['total']:,} bytes free, {found['largest']:,} in one piece"


def _clock(part: Part) -> str:
    drift = 1.0
    for _ in range(_TRIES):
        drift = min(drift, _drift(part), key=abs)
        if abs(drift) <= _DRIFT:
            break
    part.figures = {"drift_ppm": round(drift * 1e6), "set": part.figures["set"]}
    if abs(drift) > _DRIFT:
        raise PartFailed(advice.CLOCK_DRIFTS, f"it runs {drift:+.0%} against this computer's clock")
    told = (
        "the time of day is set"
        if part.figures["set"]
        else "the time of day is not set, which play does not need"
    )
    return f"{drift:+.1%} against this computer's clock; {told}"


def _drift(part: Part) -> float:
    """How much faster its clock runs than ours."""
    first = _look_at_clock(part)
    time.sleep(_APART_S)
    second = _look_at_clock(part)
    theirs = ((second[1] - first[1]) & 0x3FFFFFFF) / 1000  # MicroPython's ticks wrap there
    return theirs / (second[0] - first[0]) - 1


def _look_at_clock(part: Part) -> tuple[float, int]:
    """(our seconds, its milliseconds), from the look that was answered quickest."""
    looks = []
    for _ in range(_LOOKS):
        begin = time.monotonic()
        ticks = int(part.ask("clock")["ticks"])
        end = time.monotonic()
        looks.append((end - begin, (begin + end) / 2, ticks))
    return min(looks)[1:]


def _wifi(part: Part) -> str:
    found = part.ask("wifi")
    if not found:
        return ""
    if not found["networks"]:
        return "the radio works; no network is heard here"
    return "{networks} networks, the strongest at {best} dBm".format(**found)


def _battery(part: Part) -> str:
    found = part.ask("battery")
    if not found:
        return ""
    volts = int(found["mv"]) / 1000
    if found["mv"] < _BATTERY_MV:
        raise PartFailed(advice.BATTERY_LOW, f"low: {volts:.2f} V")
    return f"{volts:.2f} V"


def _deck(part: Part) -> str:
    found = part.ask("deck 0")
    told = f"{found['cards']} cards, none double"
    if not part.person.there or not part.person.ask(
        "Pass all cards of the deck over the mat now?", default=False
    ):
        return told
    part.person.tell(f"Pass them one by one; it ends {_PASS_S} s after the last one")
    part.ask(f"deck {_PASS_S}", seconds=_PASS_S)
    return told + ", all heard"


STAGES: dict[str, Callable[[Part], str]] = {
    "reader": _reader,
    "antennas": _antennas,
    "panel": _panel,
    "buttons": _buttons,
    "sound": _sound,
    "light": _light,
    "flash": _flash,
    "memory": _memory,
    "clock": _clock,
    "wifi": _wifi,
    "battery": _battery,
    "deck": _deck,
}
