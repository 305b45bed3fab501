"""Makes the panels' fonts: a bold condensed sans at three sizes a panel, of one bit, with the suits as characters.

    npm pack @fontsource/sofia-sans-extra-condensed@5.3.0 @fontsource/do-hyeon@5.3.0    # OFL-1.1; unpack them
    python -m tapete_host.fonts sofia-sans-extra-condensed-latin-700-normal.woff \\
        sofia-sans-extra-condensed-cyrillic-700-normal.woff do-hyeon-korean-400-normal.woff

(the files are in each package's `files/`) writes `small`, `large` and `huge` beside the screens, each for panels of
128, 300 and 480 lines (`small300.bin`); and `small` and `large` once more with Cyrillic or Hangul beside the Latin
letters (`small300ru.bin`, `small300ko.bin`). Which characters they get follows from the catalogues that lie there: a
character of a text that the fonts lack ends the run with its name.

A font file (all numbers little endian, u16 unless said otherwise):

    0   "TF", 3, 0
    4   height of a capital, in pixels; distance of two lines
    8   n glyphs of their own width; m of one width and size (Hangul): their advance, bytes of one, place of the first
    18  bytes of a slot that most glyphs fit into, of one for the largest; how many of each a device keeps; 0. The
        first is 0 where none is kept; the largest slot then takes a row.
    28  n + m codes of characters (UTF-16)
        n advances, u8
        n places of glyphs, from the first one on
        glyphs: u8 dx + 128, width, top + 128, pages; then `pages` rows of `width` bytes, each byte a column of 8
        pixels, lowest bit on top (framebuf.MONO_VLSB). dx and top are measured from the pen and from the top of a
        capital.
"""

from __future__ import annotations

import argparse
import re
import struct
import sys
from collections.abc import Callable

from PIL import Image, ImageDraw, ImageFont

from tapete_host import icons
from tapete_host.build import FIRMWARE, LANGUAGES

SCREENS = FIRMWARE / "tapete" / "screens"

# What people may type into a name, and what the painters draw themselves.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "ÁÀÉÈÍÌÏÓÒÚÙÜÑÇ"
RUSSIAN = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
DIGITS = "0123456789"
NAMES = LETTERS + LETTERS.lower() + ACCENTED + ACCENTED.lower() + DIGITS + " .-'·"
PAINTED = "&+:/?…"
RANKS = "ACEFJKNQRSTZПРКТВД"  # what stands for a rank on a card, beside figures, in all catalogues

# By height of the panel: (height of a capital, distance of two lines, bytes of a common slot, how many of these are
# kept in memory, how many large ones) of each face; one glyph of huge type would take more than all others. Capitals
# of `small` are at least 4 mm high: a pixel is 0.212 mm on the 4.2" panel, 0.204 mm on the 7.5" and 0.226 mm on the
# 2.9".
FACES = {
    128: {"small": (18, 21, 32, 32, 4), "large": (32, 38, 80, 12, 3), "huge": (47, 54, 0, 0, 1)},
    300: {"small": (20, 28, 32, 24, 4), "large": (38, 52, 110, 8, 2), "huge": (72, 84, 0, 0, 1)},
    480: {"small": (32, 45, 72, 14, 1), "large": (61, 83, 296, 2, 1), "huge": (114, 133, 0, 0, 1)},
}
# With Cyrillic, whose texts take twice the bytes, there is less room on the largest panel.
CYRILLIC_FACES = {**FACES, 480: {"small": (32, 45, 72, 10, 1), "large": (61, 83, 296, 2, 1)}}
# The same with Hangul: most slots take a syllable; large ones of the largest panel are read as they are drawn.
HANGUL_FACES = {
    128: {"small": (18, 21, 48, 24, 2), "large": (32, 38, 116, 6, 3)},
    300: {"small": (20, 28, 54, 24, 2), "large": (38, 52, 170, 6, 3)},
    480: {"small": (32, 45, 116, 6, 1), "large": (61, 83, 0, 0, 1)},
}
# Messages whose first part, or all of it, is set in large type somewhere.
IN_LARGE = """refused_title question_title resume_title new_title q_menu deals deals_name takes nobody_round
    nobody_match player pair and letters letters_french""".split()
# A syllable of Hangul: how many times larger it is drawn at first, its width by its height, and of 255 how much ink
# makes a pixel black.
_FINE, _NARROW, _BLACK = 8, 0.9, 120
CYRILLIC, HANGUL = "ru", "ko"
"""The languages whose fonts have other letters beside the Latin ones, and what their files' names end in."""


class Missing(Exception):
    """A character is needed that the font does not have."""


def catalogue_chars(language: str) -> set[str]:
    """Every character of the texts of one catalogue; placeholders count as what they bring."""
    chars: set[str] = set()
    for line in (SCREENS / (language + ".txt")).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            chars |= set(line.partition(" ")[2])
    return chars - set("{}|#")


def spelt(language: str) -> set[str]:
    """The letters that a name can be spelt with in a language, the small ones too."""
    for line in (SCREENS / (language + ".txt")).read_text(encoding="utf-8").splitlines():
        if line.startswith("spell "):
            return set(line[6:] + line[6:].lower()) - {" "}
    return set()


def is_hangul(char: str) -> bool:
    """Whether it is a syllable of Hangul."""
    return "\uac00" <= char <= "\ud7a3"


def titles(language: str) -> set[str]:
    """The characters of texts that are set in large type, in capitals."""
    chars: set[str] = set()
    for line in (SCREENS / (language + ".txt")).read_text(encoding="utf-8").splitlines():
        key, _, text = line.partition(" ")
        if key[:2] == "t_" or key[:5] == "help_" or key in IN_LARGE:
            chars |= set(re.sub(r"\{[^}]*\}", "", text.partition("|")[0]).upper())
    return chars - {","}


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
    language = "ru" if char.upper() in RUSSIAN else None  # the font's own forms are Bulgarian
    draw.text((pen, pen), char, font=font, fill=1, language=language)
    advance = round(font.getlength(char, language=language))
    box = image.getbbox()
    if box is None:
        return Ink(Image.new("1", (0, 0)), 0, 0, advance + 1)  # words must part from two metres away
    return Ink(image.crop(box), box[0] - pen, box[1] - pen - cap_top, advance)


def _letters(paths: list[str], cap: int) -> Callable[[str], Ink]:
    """What draws a character in the first of these fonts that has it; they are of one family."""
    size = em_for_capital(paths[0], cap)
    known = [ImageFont.truetype(path, size) for path in paths]
    cap_top = _ink(known[0], "H").top
    absent = [bytes(font.getmask("\U0010ffff", mode="1")) for font in known]

    def draw(char: str) -> Ink:
        for font, none in zip(known, absent, strict=True):
            if char == " " or bytes(font.getmask(char, mode="1")) != none:
                ink = _ink(font, char, cap_top)
                return _standing(ink, cap) if char == "J" else ink
        raise Missing("the font has no %r (U+%04X)" % (char, ord(char)))

    return draw


def _syllables(path: str, cap: int, chars: list[str]) -> dict[str, Ink]:
    """Syllables as high as a capital, in cells of one size: drawn large, and made smaller and narrower."""
    font = ImageFont.truetype(path, _FINE * cap)
    absent = bytes(font.getmask("\U0010ffff", mode="1"))
    boxes = [font.getbbox(char) for char in chars]
    left, top = int(min(box[0] for box in boxes)), int(min(box[1] for box in boxes))
    right, low = int(max(box[2] for box in boxes)), int(max(box[3] for box in boxes))
    size = round(cap * _NARROW), cap
    made = {}
    for char in chars:
        if bytes(font.getmask(char, mode="1")) == absent:
            raise Missing("the font has no %r (U+%04X)" % (char, ord(char)))
        image = Image.new("L", (right - left, low - top), 0)
        ImageDraw.Draw(image).text((-left, -top), char, font=font, fill=255)
        image = image.resize(size, Image.Resampling.BOX).point(_BLACK * [0] + (256 - _BLACK) * [255], "1")
        made[char] = Ink(image, 0, 0, image.width + 1)
    return made


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
    if char in icons.SUITS + icons.FRENCH:
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


def pack(face: tuple[int, int, int, int, int], glyphs: dict[str, Ink], even: dict[str, Ink]) -> bytes:
    """One font file, as described above, of a face as FACES has them. `even`: glyphs of one width and size."""
    cap, height, slot, many, few = face
    advances, places, bits = bytearray(), bytearray(), bytearray()
    largest = first = size = wide = 0
    for char, ink in sorted(glyphs.items()) + sorted(even.items()):
        columns = pages(ink.image)
        glyph = bytes((ink.dx + 128, ink.image.width, ink.top + 128, (ink.image.height + 7) // 8)) + columns
        largest = max(largest, len(columns) if slot else ink.image.width)
        if char in glyphs:
            advances.append(ink.advance)
            places += struct.pack("<H", len(bits))
        elif not size:
            first, size, wide = len(bits), len(glyph), ink.advance
        elif (size, wide) != (len(glyph), ink.advance):
            raise ValueError("%r is not as wide and as large as others" % char)
        bits += glyph
    codes = "".join(sorted(glyphs) + sorted(even)).encode("utf-16-le")
    own = len(glyphs)
    head = struct.pack("<12H", cap, height, own, len(even), wide, size, first, slot, largest, many, few, 0)
    return b"TF\x03\0" + head + codes + bytes(advances) + bytes(places) + bytes(bits)


def _needed(script: str) -> dict[str, tuple[set[str], set[str]]]:
    """By face of a script, the characters of their own width and the syllables."""
    small = set(NAMES + PAINTED)
    large = set(LETTERS + ACCENTED + DIGITS + " .-'·¿" + PAINTED)
    for language in LANGUAGES:
        if language not in (CYRILLIC, HANGUL) or language == script:
            small |= catalogue_chars(language)
    if script == CYRILLIC:
        small |= set(RUSSIAN + RUSSIAN.lower())
        large |= set(RUSSIAN)
    faces = {
        "small": (small, set[str]()),
        "large": (large, set[str]()),
        "huge": (set(DIGITS + RANKS), set[str]()),
    }
    if script == HANGUL:
        syllables = {char for char in small if is_hangul(char)}
        heads = {char for char in titles(script) | spelt(script) if is_hangul(char)}
        faces.update(small=(small - syllables, syllables), large=(large, heads))
    if script:
        del faces["huge"]  # the same in every script
    return faces


def build(latin: str, cyrillic: str, hangul: str) -> dict[str, bytes]:
    """The font files by name, from the paths of three fonts."""
    made = {}
    for script, panels in (("", FACES), (CYRILLIC, CYRILLIC_FACES), (HANGUL, HANGUL_FACES)):
        if script and script not in LANGUAGES:
            continue
        for panel, faces in panels.items():
            for name, (chars, cells) in _needed(script).items():
                face = faces[name]
                letter = _letters([latin, cyrillic], face[0])
                glyphs = {char: letter(char) for char in sorted(chars)}
                marks = icons.SUITS + icons.FRENCH + (icons.MARKS if name != "huge" else "")
                glyphs.update({char: _icon(char, face[0]) for char in marks})
                even = _syllables(hangul, face[0], sorted(cells)) if cells else {}
                made["%s%d%s.bin" % (name, panel, script)] = pack(face, glyphs, even)
    return made


def main(argv: list[str] | None = None) -> int:
    """Write the font files; 1 and a sentence when a character is missing."""
    parser = argparse.ArgumentParser(
        prog="tapete fonts", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for script in ("latin", "cyrillic", "hangul"):
        parser.add_argument(script, help="a TrueType, OpenType or WOFF file")
    args = parser.parse_args(argv)
    try:
        made = build(args.latin, args.cyrillic, args.hangul)
    except Missing as error:
        print(error, file=sys.stderr)
        return 1
    for name, data in made.items():
        (SCREENS / name).write_bytes(data)
        print("%-12s %6d bytes" % (name, len(data)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
