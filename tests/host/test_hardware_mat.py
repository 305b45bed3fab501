"""hardware/mat: the printed mats have true scale, join where they are cut, and say what the models know."""

import functools
import math

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter

from tapete_host.hardware import make, mat, mat_pdf
from tapete_host.sim import field

PX = 10  # pixels a millimetre of the pictures that are measured
MATS = {sheet.name: sheet for sheet in mat.MATS}
FILES = [f"mat/{name}{kind}.pdf" for name in MATS for kind in ("", "-a4")] + ["mat/cards-a4.pdf"]


def document(name):
    return pypdfium2.PdfDocument((make.HARDWARE / name).read_bytes())


@functools.lru_cache(maxsize=2)  # a page is up to 60 MB
def picture(name, page=0, px=PX):
    """A page in colours, px pixels a millimetre."""
    return document(name)[page].render(scale=px * 25.4 / 72).to_pil().convert("RGB")


def dark(image):
    """255 where ink of any colour is, thin lines included, else 0."""
    red, green, blue = image.split()
    return ImageChops.darker(ImageChops.darker(red, green), blue).point(lambda grey: 255 * (grey < 160))


def stretches(ink, row=None, column=None):
    """(start, end) in pixels of the dark stretches of one row or column."""
    wide, high = ink.size
    line = ink.crop((0, row, wide, row + 1) if column is None else (column, 0, column + 1, high)).tobytes()
    found, begun = [], None
    for at, value in enumerate(line + b"\0"):
        if value and begun is None:
            begun = at
        elif not value and begun is not None:
            found.append((begun, at))
            begun = None
    return found


def middles(ink, row):
    """Middles of the dark stretches of a row, in mm."""
    return [(start + end) / 2 / PX for start, end in stretches(ink, row)]


def longest(found):
    """Length in mm of the longest of some stretches."""
    return max((end - start for start, end in found), default=0) / PX


def test_the_committed_mats_are_what_make_hardware_writes():
    made = make.files()
    assert [name for name in made if name.startswith("mat/")] == FILES
    assert {f"mat/{path.name}" for path in (make.HARDWARE / "mat").iterdir()} == set(FILES)
    for name in FILES:
        assert (make.HARDWARE / name).read_bytes() == made[name], "run: make hardware"


@pytest.mark.parametrize("name", MATS)
def test_boxes_are_the_mat_in_points(name):
    sheet = MATS[name]
    pdf = document(f"mat/{name}.pdf")
    points = [(side + 2 * mat.FRAME) * 72 / 25.4 for side in sheet.size]
    assert len(pdf) == 1 and pdf[0].get_rotation() == 0
    assert pdf[0].get_mediabox() == pytest.approx((0, 0, *points), abs=0.01)
    left, low, right, high = pdf[0].get_trimbox()
    assert (right - left, high - low) == pytest.approx([side * 72 / 25.4 for side in sheet.size], abs=0.01)
    tiles = document(f"mat/{name}-a4.pdf")
    columns, rows = mat_pdf.grid(sheet)
    assert len(tiles) == columns * rows
    for page in tiles:
        assert page.get_mediabox() == pytest.approx((0, 0, 210 * 72 / 25.4, 297 * 72 / 25.4), abs=0.01)
        assert page.get_rotation() == 0
    assert b"/UserUnit" not in (make.HARDWARE / f"mat/{name}.pdf").read_bytes()


@pytest.mark.parametrize("name", FILES)
def test_both_rulers_of_every_page_are_100_mm(name):
    for page in range(len(document(name))):
        ink = dark(picture(name, page))
        low, left = (12, 12) if "cards" in name else (9, 7) if "-a4" in name else (4, 4)
        rows = [longest(stretches(ink, row=ink.size[1] - low * PX + shift)) for shift in (-2, -1, 0, 1)]
        columns = [longest(stretches(ink, column=left * PX + shift)) for shift in (-2, -1, 0, 1)]
        assert max(rows) == pytest.approx(100, abs=0.3), (name, page)
        assert max(columns) == pytest.approx(100, abs=0.3), (name, page)


@pytest.mark.parametrize("name", MATS)
def test_outlines_are_a_card_at_its_place(name):
    sheet = MATS[name]
    ink = dark(picture(f"mat/{name}.pdf"))
    wide, high = ink.size
    wanted = [side + 2 * mat.FRAME for side in sheet.size]
    assert (wide / PX, high / PX) == pytest.approx(wanted, abs=0.2)
    # Across the card of seat 1, nearer to its player than anything else that is drawn.
    y = -sheet.centre - mat.CARD[1] / 2 + 10
    across = [x - wanted[0] / 2 for x in middles(ink, round((wanted[1] / 2 - y) * PX))]
    edges = [x for x in across if abs(abs(x) - mat.CARD[0] / 2) < 1]
    assert len(edges) == 2 and edges[1] - edges[0] == pytest.approx(mat.CARD[0], abs=0.15)
    # Along the card of seat 2, whose length lies across.
    x = sheet.centre + mat.CARD[1] / 2
    row = round((wanted[1] / 2 - mat.CARD[0] / 2 + 5) * PX)
    assert min(abs(at - wanted[0] / 2 - x) for at in middles(ink, row)) < 0.15


def test_holes_of_the_templates_are_in_the_middle_of_a_card():
    """Each hole is where the two halves of its card meet, and as wide as it says."""
    name, (wide, high) = "mat/cards-a4.pdf", mat.CARD
    ink = dark(picture(name))
    left, low = (210 - 2 * wide - 12) / 2, 66
    for row, column, across in ((0, 0, mat.HOLE), (0, 1, mat.HOLE), (1, 1, mat.HOLE), (1, 0, mat.STICKER)):
        x, y = left + column * (wide + 12), low + row * (high + 12)
        # A little above the cross in the middle
        found = middles(ink, round((297 - y - high / 2 - 4) * PX))
        half = math.sqrt((across / 2) ** 2 - 16)
        for wanted in (x, x + wide / 2 - half, x + wide / 2 + half, x + wide):
            assert min(abs(at - wanted) for at in found) < (
                0.8 if across == mat.STICKER and wanted == x else 0.15
            )


@pytest.mark.parametrize("name", MATS)
def test_green_places_are_as_wide_as_the_tolerance(name):
    sheet = MATS[name]
    image = picture(f"mat/{name}.pdf")
    red, green, blue = image.split()
    over = [ImageChops.subtract(green, other).point(lambda grey: 255 * (grey > 20)) for other in (red, blue)]
    light = green.point(lambda grey: 255 * (grey > 190))  # a seat's outline may be green too
    zones = ImageChops.darker(ImageChops.darker(*over), light)
    near = round((sheet.tolerance() + 1.5) * PX)
    for _, x, y in sheet.places():
        column, row = round(image.size[0] / 2 + x * PX), round(image.size[1] / 2 - y * PX)
        left, top, right, low = zones.crop((column - near, row - near, column + near, row + near)).getbbox()
        assert (right - left) / PX == pytest.approx(2 * sheet.tolerance(), abs=0.4)
        assert (low - top) / PX == pytest.approx(2 * sheet.tolerance(), abs=0.4)


@pytest.mark.parametrize("name", MATS)
def test_tiles_put_together_are_the_mat(name):
    sheet, px = MATS[name], 4
    whole = picture(f"mat/{name}.pdf", 0, px)
    columns, rows = mat_pdf.grid(sheet)
    frame = mat.FRAME
    together = Image.new("RGB", whole.size, "white")
    for row in range(rows):
        for column in range(columns):
            page = picture(f"mat/{name}-a4.pdf", row * columns + column, px)
            left, low, wide, high = mat_pdf.window(sheet, column, row)
            x, y = mat_pdf.corner(sheet, column, row)
            # The dashed line and what lies beyond it go under the next sheet.
            if column < columns - 1:
                wide -= mat_pdf.OVERLAP + 0.5
            if row < rows - 1:
                y, low, high = (
                    y + mat_pdf.OVERLAP + 0.5,
                    low + mat_pdf.OVERLAP + 0.5,
                    high - mat_pdf.OVERLAP - 0.5,
                )
            part = page.crop([round(at * px) for at in (x, 297 - y - high, x + wide, 297 - y)])
            place = sheet.size[0] / 2 + frame + left, sheet.size[1] / 2 + frame - low - high
            together.paste(part, [round(at * px) for at in place])
    edge = (frame + 1) * px
    inside = (edge, edge, whole.size[0] - edge, whole.size[1] - edge)
    one, other = dark(whole.crop(inside)), dark(together.crop(inside))
    for ink, found in ((one, other), (other, one)):
        lost = ImageChops.subtract(ink, found.filter(ImageFilter.MaxFilter(5)))
        # Half a millimetre beside each seam is on no sheet here.
        assert count(lost) <= 0.01 * count(ink), (count(lost), count(ink))


def count(ink):
    """Pixels with ink."""
    return ink.histogram()[255]


@pytest.mark.parametrize("name", MATS)
def test_sheets_fit_on_a4_and_their_seams_cross_no_place_of_a_sticker(name):
    sheet = MATS[name]
    columns, rows = mat_pdf.grid(sheet)
    for row in range(rows):
        for column in range(columns):
            left, low, wide, high = mat_pdf.window(sheet, column, row)
            assert wide <= mat_pdf.TILE[0] and high <= mat_pdf.TILE[1]
            x, y = mat_pdf.corner(sheet, column, row)
            assert x >= 14 and x + wide <= 210 - 8 and y >= 16 and y + high <= 297 - 14
    for axis in (0, 1):
        for seam in sheet.seams[axis]:
            for _, *place in sheet.places():
                assert abs(place[axis] - seam) >= sheet.tolerance() + mat_pdf.OVERLAP / 2


def test_the_mats_agree_with_the_field_of_the_models():
    simple = MATS["simple-130"]
    assert (
        simple.coil / 2 == field.COIL_MM
        and mat.USABLE == field.USABLE
        and mat.NEIGHBOUR == field.NEIGHBOUR_MM
    )
    assert [(x, y) for _, x, y in simple.places()] == list(field.ZONES)
    exact = MATS["exact"]
    assert exact.coil / 2 <= field.SEAT_COIL_MM, "the models may not be stricter than the mat"
    assert exact.tolerance() == pytest.approx(15.75)


def test_cards_of_an_antenna_a_seat_do_not_touch_and_their_antennas_do_not_hear_one_another():
    exact = MATS["exact"]
    places = exact.places()
    for seat, x, y in places:
        for other, x2, y2 in places:
            if other > seat:
                # The middle of a card as far off as may be, from the middle of the next antenna
                gap = math.hypot(x2 - x, y2 - y) - math.hypot(exact.tolerance(), exact.tolerance())
                assert gap > 2.5 * exact.coil
    wide, high = mat.CARD
    assert exact.centre - high / 2 > wide / 2, "cards of neighbours lie clear of one another"
    assert exact.centre + high / 2 < exact.size[0] / 2


@pytest.mark.parametrize("name", MATS)
def test_every_place_is_inside_the_field(name):
    sheet = MATS[name]
    assert 0 < sheet.tolerance() <= sheet.to_the_edge()
    for _, x, y in sheet.places():
        nearest = min(max(abs(x - ax), abs(y - ay)) for _, ax, ay in sheet.antennas)
        assert nearest + sheet.tolerance() <= sheet.reach() + 1e-9
