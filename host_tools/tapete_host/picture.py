"""Turns what the panel shows into pictures: PNG, a strip of several, an animated GIF."""

import io
import pathlib

from PIL import Image, ImageDraw

WIDTH, HEIGHT = 400, 300
SIZES = {width * height // 8: (width, height) for width, height in ((400, 300), (800, 480), (296, 128))}
"""Bytes of a picture -> width and height, for every panel that there is."""

# E-paper is neither black nor white: roughly what a 4.2" panel reflects in a lit room.
INK, PAPER = (38, 38, 40), (223, 221, 212)
_GAP = 12
_BACKGROUND = (64, 66, 70)


def from_bits(bits: bytes, width: int = WIDTH, height: int = HEIGHT) -> Image.Image:
    """RGB picture of framebuf MONO_HLSB (1 = paper), (width + 7) // 8 * height bytes, as the panel looks."""
    _expect(bits, (width + 7) // 8 * height)
    return _tint(Image.frombytes("1", (width, height), bytes(bits)).convert("L"))


def from_gray(shades: bytes, width: int = WIDTH, height: int = HEIGHT) -> Image.Image:
    """RGB picture of width * height bytes, one a pixel (0 = ink, 255 = paper): ghosts of older pictures included."""
    _expect(shades, width * height)
    return _tint(Image.frombytes("L", (width, height), bytes(shades)))


def _expect(data: bytes, size: int) -> None:
    if len(data) != size:
        raise ValueError(f"a picture of the panel has {size} bytes, not {len(data)}")


def _tint(gray: Image.Image) -> Image.Image:
    # A palette keeps the file small and the shades between ink and paper exact.
    steps = [round(i + (p - i) * shade / 255) for shade in range(256) for i, p in zip(INK, PAPER)]
    tinted = gray.copy()
    tinted.putpalette(steps)
    return tinted.convert("RGB")


def png(image: Image.Image) -> bytes:
    """The image as a PNG file's bytes."""
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def strip(images: list[Image.Image], labels: list[str], columns: int = 4) -> Image.Image:
    """Several pictures of one size on one sheet, a label under each; reads in rows."""
    rows = -(-len(images) // columns)
    width, height = images[0].size if images else (WIDTH, HEIGHT)
    cell_w, cell_h = width + _GAP, height + _GAP + 16
    sheet = Image.new("RGB", (columns * cell_w + _GAP, rows * cell_h + _GAP), _BACKGROUND)
    draw = ImageDraw.Draw(sheet)
    for n, (image, label) in enumerate(zip(images, labels)):
        x, y = _GAP + n % columns * cell_w, _GAP + n // columns * cell_h
        sheet.paste(image, (x, y))
        draw.text((x + 2, y + height + 2), label, fill=PAPER)
    return sheet


def film(images: list[Image.Image], milliseconds: list[int], path: pathlib.Path) -> None:
    """Write an animated GIF; each picture stays for its number of milliseconds."""
    frames = [i.quantize(16, dither=Image.Dither.NONE) for i in images]
    frames[0].save(
        path,
        save_all=True,
        append_images=frames[1:],
        duration=milliseconds,
        loop=0,
        optimize=True,
        disposal=1,
    )
