"""Makes the panels' fonts: a bold condensed sans at three sizes a panel, of one bit, with the suits as characters.

    npm pack @fontsource/sofia-sans-extra-condensed@5.3.0    # OFL-1.1; unpack it
    python -m tapete_host.fonts package/files/sofia-sans-extra-condensed-latin-700-normal.woff

writes `small`, `large` and `huge` beside the screens, each for panels of 128, 300 and 480 lines (`small300.bin`).
Which characters they get follows from the catalogues that lie there: a character of a text that the font lacks ends
the run with its name.

A font file (all numbers little endian):

    0   "TF", version 2
    3   u8 height of a capital, in pixels
    4   u8 distance of two lines
    5   u8 number of characters n
    6   u16 bytes of the character list
    8   u16 bytes of a slot that most glyphs fit into, u8 how many of these a device keeps,
        u8 how many of the largest glyph's size
    12  the characters, UTF-8
        n records of 7 bytes: u8 advance, u8 dx + 128, u8 width, u8 top + 128, u8 pages, u16 place of the bits
        bits: a glyph is `pages` rows of `width` bytes, each byte a column of 8 pixels, lowest bit on top
        (framebuf.MONO_VLSB). dx and top are measured from the pen and from the top of a capital.
"""

from __future__ import annotations

import argparse
import struct
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from tapete_host import icons
from tapete_host.build import LANGUAGES

SCREENS = Path(__file__).resolve().parents[2] / "firmware" / "tapete" / "screens"

# What people may type into a name, and what the painters draw themselves.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "ÁÀÉÈÍÌÏÓÒÚÙÜÑÇ"
DIGITS = "0123456789"
NAMES = LETTERS + LETTERS.lower() + ACCENTED + ACCENTED.lower() + DIGITS + " .-'·"
PAINTED = "&+:/?…"

# By height of the panel: (height of a capital, distance of two lines, bytes of a common slot, how many of these are
# kept in memory, how many large ones) of each face. Capitals of `small` are at least 4 mm high: a pixel is 0.212 mm
# on the 4.2" panel, 0.204 mm on the 7.5" and 0.226 mm on the 2.9".
FACES = {
    128: {"small": (18, 21, 32, 32, 8), "large": (32, 38, 80, 12, 4), "huge": (47, 54, 0, 0, 1)},
    300: {"small": (20, 28, 32, 32, 8), "large": (38, 52, 110, 12, 6), "huge": (72, 84, 0, 0, 1)},
    480: {"small": (32, 45, 72, 14, 3), "large": (61, 83, 296, 4, 2), "huge": (114, 133, 0, 0, 1)},
}


class Missing(Exception):
    """A character is needed that the font does not have."""


def catalogue_chars(language: str) -> set[str]:
    """Every character of the texts of one catalogue; placeholders count as what they bring."""
    chars: set[str] = set()
    for line in (SCREENS / (language + ".txt")).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            chars |= set(line.partition(" ")[2])
    return chars - set("{}|")


def em_for_capital(path: str, cap: int) -> int:
    """The font size in pixels at which an H is `cap` pixels high."""
    for size in range(cap, 2 * cap):
        if _ink(ImageFont.truetype(path, size), "H").height == cap:
            return size
    raise Missing("no size with capitals of %d pixels" % cap)


class Ink:
    """The pixels of one character: where they are relative to the pen and the top of a capital."""

    def __init__(self, image: Image.Image, dx: int, top: int, advance: int) -> None:
        self.image, self.dx, self.top, self.advance = image, dx, top, advance
        self.height = image.height


def _ink(font: ImageFont.FreeTypeFont, char: str, cap_top: int = 0) -> Ink:
    pen = 64
    image = Image.new("1", (4 * pen + 2 * int(font.size), 4 * int(font.size)), 0)
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    draw.text((pen, pen), char, font=font, fill=1)
    advance = round(font.getlength(char))
    box = image.getbbox()
    if box is None:
        return Ink(Image.new("1", (0, 0)), 0, 0, advance + 1)  # words must part from two metres away
    return Ink(image.crop(box), box[0] - pen, box[1] - pen - cap_top, advance)


def _letters(path: str, cap: int) -> Callable[[str], Ink]:
    font = ImageFont.truetype(path, em_for_capital(path, cap))
    cap_top = _ink(font, "H").top
    absent = font.getmask("\U0010ffff", mode="1")

    def draw(char: str) -> Ink:
        if char == "J":
            return _standing(_ink(font, char, cap_top), cap)
        if char not in " " and bytes(font.getmask(char, mode="1")) == bytes(absent):
            raise Missing("the font has no %r (U+%04X)" % (char, ord(char)))
        return _ink(font, char, cap_top)

    return draw


def _standing(ink: Ink, cap: int) -> Ink:
    """A J that ends on the line, for it stands in frames: rows are taken out of its straight stem."""
    keep = cap // 2
    cut = ink.image.height - cap
    image = Image.new("1", (ink.image.width, cap), 0)
    image.paste(ink.image.crop((0, 0, ink.image.width, keep)), (0, 0))
    image.paste(ink.image.crop((0, keep + cut, ink.image.width, ink.image.height)), (0, keep))
    return Ink(image, ink.dx, ink.top, ink.advance)


def _icon(char: str, cap: int) -> Ink:
    """An icon stands on the line; a suit is as high as a capital, marks are smaller."""
    if char in icons.SUITS:
        side = cap + 1 if cap < 30 else cap
        image, top = icons.icon(char, side), cap - side
    else:
        side = {icons.PIP: 0.74, icons.HOLE: 0.74, icons.TURN: 0.84, icons.STAR: 1.0}[char] * cap
        image = icons.icon(char, round(side))
        top = (cap - round(side)) // 2
    box = image.getbbox()
    assert box is not None
    gap = max(2, cap // 9)
    return Ink(image.crop(box), 0, top + box[1], box[2] - box[0] + gap)


def pages(image: Image.Image) -> bytes:
    """The bits of an image as columns of eight, lowest bit on top (framebuf.MONO_VLSB)."""
    out = bytearray()
    for page in range((image.height + 7) // 8):
        for x in range(image.width):
            byte = 0
            for bit in range(8):
                y = 8 * page + bit
                if y < image.height and image.getpixel((x, y)):
                    byte |= 1 << bit
            out.append(byte)
    return bytes(out)


def pack(face: tuple[int, int, int, int, int], glyphs: Iterable[tuple[str, Ink]]) -> bytes:
    """One font file, as described above, of a face as FACES has them."""
    cap, height, slot, many, few = face
    chars, table, bits = "", bytearray(), bytearray()
    for char, ink in sorted(glyphs, key=lambda glyph: glyph[0]):
        data = pages(ink.image)
        count = (ink.image.height + 7) // 8
        table += struct.pack(
            "<BBBBBH", ink.advance, ink.dx + 128, ink.image.width, ink.top + 128, count, len(bits)
        )
        chars += char
        bits += data
    listed = chars.encode()
    head = struct.pack("<BBBHHBB", cap, height, len(chars), len(listed), slot, many, few)
    return b"TF\x02" + head + listed + table + bits


def build(path: str) -> dict[str, bytes]:
    """The font files by name."""
    needed = set(NAMES + PAINTED)
    for language in LANGUAGES:
        needed |= catalogue_chars(language)
    sorts = {
        "small": (needed, icons.SUITS + icons.MARKS),
        "large": (set(LETTERS + ACCENTED + DIGITS + " .-'·¿" + PAINTED), icons.SUITS + icons.MARKS),
        "huge": (set(DIGITS), icons.SUITS),
    }
    made = {}
    for panel, faces in FACES.items():
        for name, face in faces.items():
            chars, marks = sorts[name]
            letter = _letters(path, face[0])
            glyphs = [(char, letter(char)) for char in sorted(chars)]
            glyphs += [(char, _icon(char, face[0])) for char in marks]
            made["%s%d.bin" % (name, panel)] = pack(face, glyphs)
    return made


def main(argv: list[str] | None = None) -> int:
    """Write the font files; 1 and a sentence when a character is missing."""
    parser = argparse.ArgumentParser(prog="fonts", description="make the panel's fonts")
    parser.add_argument("font", help="a TrueType, OpenType or WOFF file")
    args = parser.parse_args(argv)
    try:
        made = build(args.font)
    except Missing as error:
        print(error, file=sys.stderr)
        return 1
    for name, data in made.items():
        (SCREENS / name).write_bytes(data)
        print("%-12s %6d bytes" % (name, len(data)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
