"""The build guide says what records, parts lists and measures say, and every page and file it names exists."""

import csv
import re
import subprocess

import pytest

from tapete_host.hardware import bom, make, mat, parts, record

BOARDS = record.read_all()
PAGES = sorted(make.HARDWARE.rglob("*.md"))
GUIDE = (make.HARDWARE / "README.md").read_text()
CARDS = (make.HARDWARE / "CARDS.md").read_text()


def rows(name):
    with (make.HARDWARE / name).open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("name", [name for name in make.files() if name.startswith("bom-")])
def test_the_committed_list_is_what_make_hardware_writes(name):
    assert (make.HARDWARE / name).read_bytes() == make.files()[name], "run: make hardware"


def test_no_list_is_left_over():
    assert {path.name for path in make.HARDWARE.glob("bom-*")} == {n for n in make.files() if "bom-" in n}


@pytest.mark.parametrize("name", BOARDS)
def test_a_list_has_every_part_of_its_wiring(name):
    board, list_ = BOARDS[name], rows(f"bom-{name}.csv")
    count = {row["part"]: int(row["quantity"]) for row in list_}
    assert len(count) == len(list_), "a part stands twice"

    def of(words):
        return sum(n for part, n in count.items() if words in part)

    used = [(s, pull) for s, _, _, pull in board.SIGNALS if s in {w[2] for w in parts.wires(board)}]
    tens = [s for s, pull in used if "ext_" in pull and s not in ("vbat", "epd_busy")]
    assert of("10 kohm") == len(tens) > 0
    assert of("100 kohm") == 2 + any(s == "epd_busy" and "ext_" in pull for s, pull in used)
    assert of("33 ohm") == len(board.SPI)
    assert of("MFRC522") == (4 if board.READER == "mfrc522" else 0)
    assert of("PN5180") == (1 if board.READER == "pn5180" else 0)
    assert of("74HC139") == ("dec_en" in board.rows())
    assert of("74LVC125") == (board.READER == "mfrc522")
    assert of("push button") == len(board.BUTTONS)
    assert of("sticker") >= 40
    assert of("WS2812") == ("led" in board.rows())
    assert ("WROOM-32E" if board.CHIP == "esp32" else "ESP32-S3") in list_[0]["part"]


@pytest.mark.parametrize("name", BOARDS)
def test_parts_that_cannot_be_had_everywhere_have_a_second_source(name):
    for row in rows(f"bom-{name}.csv"):
        assert int(row["quantity"]) > 0 and float(row["eur_each_unchecked"]) > 0
        assert row["need"] in ("yes", "optional")
        if float(row["eur_each_unchecked"]) >= 10 or row["part"].startswith(("74", "MFRC", "NTAG", "ICODE")):
            assert row["second source"], row["part"]


@pytest.mark.parametrize("name", BOARDS)
def test_the_guide_has_the_sum_of_each_list(name):
    told = re.search(rf"^\| `{name}` \|.*\| (\d+) € \|$", GUIDE, re.M)
    must = sum(
        int(row["quantity"]) * float(row["eur_each_unchecked"])
        for row in rows(f"bom-{name}.csv")
        if row["need"] == "yes"
    )
    assert told and int(told[1]) == round(must) == round(bom.total(bom.build(BOARDS[name])))


@pytest.mark.parametrize("sheet", mat.MATS, ids=lambda sheet: sheet.name)
def test_the_mats_of_the_guide_have_their_measures(sheet):
    row = next(line for line in CARDS.splitlines() if line.startswith(f"| `mat/{sheet.name}.pdf`"))
    assert f"{sheet.size[0]} x {sheet.size[1]} mm" in row
    assert f"of {sheet.coil} mm" in row and f"| {sheet.centre} mm |" in row and f"{sheet.piles} mm [E]" in row
    told = [int(number) for number in re.findall(r"±(\d+) mm", row)]
    assert told[0] == round(sheet.tolerance())
    if len(told) > 1:
        assert told[1] == int(sheet.to_the_edge())
    assert f"±{round(sheet.tolerance())} mm" in GUIDE


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_links_to_or_names_is_there(page):
    text = page.read_text()
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (page.parent / target).exists(), target
    for target in re.findall(r"`((?:mat|wiring)/[\w./-]*)`", text):
        assert (make.HARDWARE / target).exists(), target
    for target in re.findall(r"`((?:firmware|host_tools)/[\w./-]+)`", text):
        assert (make.HARDWARE.parent / target).exists(), target


def test_the_commands_of_the_guide_work():
    for command in re.findall(r"^make ([a-z-]+)", GUIDE, re.M) + re.findall(r"`make ([a-z-]+)`", GUIDE):
        done = subprocess.run(
            ["make", "-n", command], cwd=make.HARDWARE.parent, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr


def test_the_thickness_table_is_reckoned_from_its_own_figures():
    card, sticker, bump, sleeve = 0.30, 0.20, 0.35, 0.10
    assert all(f"{value:.2f} mm" in CARDS for value in (card, sticker, bump, sleeve))
    told = re.findall(
        r"^\| (?:bare|with|the same).*\| (\d+) mm \| (\d+)(?: to (\d+))? mm(?:; (\d+) mm)?", CARDS, re.M
    )
    bare, middle, most = (round(40 * thick) for thick in (card, card + sticker, card + bump))
    sleeves = round(40 * 2 * sleeve)
    assert [tuple(int(n) for n in row if n) for row in told] == [
        (bare, bare),
        (bare, middle, most),
        (bare + sleeves, middle + sleeves, most + sleeves),
        (middle + sleeves, middle + sleeves, most + sleeves),
    ]


def test_pages_say_what_was_never_tried():
    assert "Nothing here was ever built" in GUIDE and "Never tried on real hardware" in GUIDE
    assert "not legal advice" in (make.HARDWARE / "SAFETY.md").read_text()
    assert "checked at no shop" in GUIDE
