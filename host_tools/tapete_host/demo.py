"""Plays the example match on the virtual table, as fast as it goes: acta, answers, the panel's pictures."""

import argparse
import base64
import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from tapete_host import picture
from tapete_host.interpreter import NoInterpreter, micropython
from tapete_host.places import FIRMWARE, PACKAGE, ROOT
from tapete_host.sim.world import PANELS
from tute.acta import seal

EXAMPLES = ROOT / "host_tools" / "examples"
SCRIPT = EXAMPLES / "partida.guion"
SEATS_SCRIPT = EXAMPLES / "partida-asientos.guion"  # the same match, over an antenna a seat
# A person reads a screen; the film shows it that long however fast the people play.
_FILM_MS = {"trick": 500, "won": 900, "deal": 900}
_FILM_OTHER = 1500
_STRIP = 16


class PlayError(Exception):
    """The match could not be played to its end; the text is what the virtual table said."""


@dataclass
class Told:
    """What one match told: acta texts by line, answers in order (line 0: refused), pictures by screen."""

    acta: dict[int, str] = field(default_factory=dict)
    answers: list[tuple[int, str]] = field(default_factory=list)
    pictures: list[tuple[int, str, bytes]] = field(default_factory=list)
    gestures: list[tuple[int, int, int, str]] = field(default_factory=list)
    sounds: list[tuple[int, int, int]] = field(default_factory=list)
    records: list[tuple[int, str]] = field(default_factory=list)
    end_ms: int = 0


def play(
    script: pathlib.Path, board: str = "wroom_pn5180", panel: str = ""
) -> Iterator[tuple[str, list[str]]]:
    """Play a script on a table in one MicroPython process -> (word, rest of the line) as it happens.

    Raises PlayError with the table's words if it stops before the end."""
    path = [PACKAGE / "sim" / "shim", FIRMWARE, PACKAGE.parent]
    env = dict(os.environ, MICROPYPATH=":".join(map(str, path)) + ":.frozen")
    command = [
        micropython(),
        "-X",
        "heapsize=64M",
        "-m",
        "tapete_host.sim.play",
        str(script.resolve()),
        board,
        panel,
    ]
    with subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as table:
        assert table.stdout and table.stderr
        ended, other = False, []
        for line in table.stdout:
            word, _, rest = line.rstrip("\n").partition(" ")
            if word in ("record", "picture", "gesture", "sound", "end"):
                ended = ended or word == "end"
                yield word, rest.split(" ")
            else:
                other.append(line)
        if not ended:
            raise PlayError("".join(other) + table.stderr.read() or f"the table stopped: {table.wait()}")


def take(told: Told, word: str, rest: list[str]) -> None:
    """Add one line of `play` to what was told."""
    if word == "picture":
        told.pictures.append((int(rest[0]), rest[1], base64.b64decode(rest[2])))
    elif word == "gesture":
        told.gestures.append((int(rest[0]), int(rest[1]), int(rest[2]), " ".join(rest[3:])))
    elif word == "sound":
        told.sounds.append((int(rest[0]), int(rest[1]), int(rest[2])))
    elif word == "end":
        told.end_ms = int(rest[0])
    else:
        told.records.append((int(rest[0]), " ".join(rest[1:])))
        kind, text = rest[1], " ".join(rest[3:])
        if kind == "acta":
            told.acta[int(rest[2])] = text
        elif kind == "answer":
            told.answers.append((int(rest[2]), text))


def collect(script: pathlib.Path = SCRIPT, board: str = "wroom_pn5180", panel: str = "") -> Told:
    """Play a script and keep everything."""
    told = Told()
    for word, rest in play(script, board, panel):
        take(told, word, rest)
    return told


def answer_text(answer: str) -> str:
    """One answer in a few words, for a line of the terminal."""
    a = json.loads(answer)
    if not a["ok"]:
        return f"refused: {a['refused']}" + (f" ({', '.join(a['duty'])})" if "duty" in a else "")
    words = [a["verdict"]] if "verdict" in a else []
    for found in a.get("renuncios", ()):
        how = "counted" if found.get("counted") else "by " + " ".join(found["witnesses"])
        words.append(f"renuncio of seat {found['seat']}, {found['card']} in trick {found['trick']}, {how}")
    if "taken" in a:
        words.append(f"seat {a['taken']['seat']} takes {a['taken']['points']}")
    if "points" in a:
        words.append("points " + " ".join(f"{side}: {n}" for side, n in sorted(a["points"].items())))
    if "round" in a:
        r = a["round"]
        words.append(f"round to {r['winner']} by {r['by']}")
    if a.get("match", {}).get("winner"):
        words.append(f"match to {a['match']['winner']}")
    return ", ".join(words)


def show(script: pathlib.Path, board: str, panel: str = "") -> Told:
    """Play a script and print the acta with its answers as they come."""
    told = Told()
    for word, rest in play(script, board, panel):
        take(told, word, rest)
        if word == "record" and rest[1] == "acta":
            print(f"{rest[2]:>4}  {' '.join(rest[3:])}", flush=True)
        elif word == "record" and rest[1] == "answer":
            print(f"        {answer_text(' '.join(rest[3:]))}", flush=True)
    return told


def write_pictures(told: Told, folder: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path]:
    """Write the strip (each kind of screen, then an even choice) and the film -> their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    images = [picture.from_bits(bits, *picture.SIZES[len(bits)]) for _, _, bits in told.pictures]
    kinds = [screen for _, screen, _ in told.pictures]
    film = folder / "partida.gif"
    picture.film(images, [_FILM_MS.get(kind, _FILM_OTHER) for kind in kinds], film)
    chosen = chosen_for_strip(kinds)
    labels = [f"{told.pictures[n][0] / 1000:.1f} s  {kinds[n]}" for n in chosen]
    strip = folder / "partida.png"
    strip.write_bytes(picture.png(picture.strip([images[n] for n in chosen], labels)))
    return strip, film


def chosen_for_strip(kinds: list[str]) -> list[int]:
    """Indices for the strip: the last picture of the first stay of each kind, filled up evenly, in order."""
    first = {}
    for n, kind in enumerate(kinds):
        if kind not in first or first[kind] == n - 1:
            first[kind] = n
    chosen = set(first.values())
    for n in range(0, len(kinds), max(1, len(kinds) // _STRIP)):
        if len(chosen) < _STRIP:
            chosen.add(n)
    return sorted(chosen)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tapete_host.demo", description=__doc__)
    parser.add_argument(
        "script",
        nargs="?",
        type=pathlib.Path,
        help="gestures to play (*.guion; default: the example match as people play it on that board)",
    )
    parser.add_argument("--board", default="wroom_pn5180", help="board record of the firmware")
    parser.add_argument("--panel", default="", choices=("", *PANELS), help="the panel (default: the board's)")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "reports", help="where the pictures go")
    parser.add_argument(
        "--accept", action="store_true", help="write the expected acta, answers and film of the examples"
    )
    args = parser.parse_args(argv)
    if args.script is None:
        args.script = SEATS_SCRIPT if "mfrc522" in args.board else SCRIPT
    if not args.script.is_file():
        print(
            f"There is no {args.script}: name a script; the example match is in the source tree.",
            file=sys.stderr,
        )
        return 1
    try:
        told = show(args.script, args.board, args.panel)
    except (PlayError, NoInterpreter) as stopped:
        print(stopped, file=sys.stderr)
        return 1
    strip, film = write_pictures(told, args.out)
    if args.accept:
        accept(told, args.script)
    print(f"\n{told.end_ms / 1000:.0f} s of play, {len(told.pictures)} pictures of the panel: {strip} {film}")
    return 0


def accept(told: Told, script: pathlib.Path) -> None:
    """Make what was told the expected result beside the script."""
    script.with_suffix(".acta").write_text(
        "".join(seal(told.acta[n]) + "\n" for n in sorted(told.acta)), encoding="utf-8"
    )
    script.with_suffix(".jsonl").write_text(
        "".join(text + "\n" for _, text in told.answers), encoding="utf-8"
    )
    write_pictures(told, script.parent)


if __name__ == "__main__":
    raise SystemExit(main())
