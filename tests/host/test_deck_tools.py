"""`tapete deck`: files of a deck are checked as the device does, put together, mended and printed."""

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete_host import cli, launch_flash
from tapete_host.device import deck

WHOLE = launch_flash.deck_text(1)
ROWS = WHOLE.splitlines()[1:]
UID = "E0040150A1B2C3D4"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text(WHOLE + "# a comment\n")
    return path


@pytest.fixture
def tool(capsys):
    """tool("check", "mine.txt") -> (exit code, standard output, standard error)."""

    def run(*words) -> tuple[int, str, str]:
        code = cli.run(["deck", *map(str, words)])
        return code, *capsys.readouterr()

    return run


def test_a_whole_deck_is_told_so_and_a_part_says_what_it_lacks(tool, file):
    assert tool("check", file) == (0, f"{file}: Mesa, 40 cards, each with its sticker\n", "")
    file.write_text("deck Mesa\n" + "\n".join(ROWS[1:]) + "\nXX 12\n")
    code, out, _ = tool("check", file)
    assert code == 1 and f"{file}: line 41: XX 12: is not a card and the UID" in out
    assert f"{file}: {ROWS[0][:2]}: cards without a sticker" in out


def test_a_card_gets_another_sticker_and_all_else_stays(tool, file):
    before = file.read_text()
    assert tool("replace", file, "ao", UID.lower()) == (0, f"{file}: AO {UID} (was: {ROWS[0]})\n", "")
    assert file.read_text() == before.replace(ROWS[0], f"AO {UID}")
    for card, uid, said in (
        ("3O", UID, "3O is also AO"),
        ("AO", "12", "is not a card and the UID"),
        ("AO", "E0030150A1B2C3D4", "is no sticker of ours"),
        ("XX", UID, "XX is no card: a letter or figure"),
    ):
        now = file.read_text()
        code, _, err = tool("replace", file, card, uid)
        assert code == 1 and said in err and file.read_text() == now
    file.write_text("deck half\n")
    assert tool("replace", file, "AO", UID)[0] == 0
    assert file.read_text() == f"deck half\nAO {UID}\n"


def test_parts_of_a_deck_become_one(tool, tmp_path):
    first, second, out = tmp_path / "a", tmp_path / "b", tmp_path / "c"
    first.write_text("deck Mesa\nsuits french\n" + "\n".join(ROWS[:25]) + "\n")
    second.write_text("\n".join(ROWS[20:]) + "\n")
    assert tool("merge", first, second, "-o", out)[0] == 0
    made = deck.read(out)
    assert (made.name, made.french, made.problems) == ("Mesa", True, [])
    assert sorted(f"{card} {uid}" for card, uid in made.uids.items()) == sorted(ROWS)
    second.write_text(f"{ROWS[0][:2]} {UID}\n")
    code, _, err = tool("merge", first, second, "-o", out)
    assert code == 1 and f"{ROWS[0][:2]} {UID} does not go with {ROWS[0]} of the files before" in err
    second.write_text("2B" + ROWS[0][2:] + "\n")
    code, _, err = tool("merge", first, second, "-o", out)
    assert code == 1 and f"does not go with {ROWS[0]} of" in err


def test_what_is_not_whole_is_refused_before_the_device_is_asked(tool, file):
    file.write_text("\n".join(ROWS[:39]))
    code, _, err = tool("push", file, "--port", "/dev/nowhere")
    assert code == 1 and err.startswith(f"tapete: {file}: ")
    assert "cards without a sticker: it is not put on a device" in err


def test_what_is_no_text_gets_no_sticker_and_stays(tool, file):
    file.write_bytes(b"\xa9\x00")
    assert tool("replace", file, "AO", UID) == (1, "", f"tapete: {file}: this is no text, and so no deck\n")
    assert file.read_bytes() == b"\xa9\x00"


@given(st.binary(max_size=300))
def test_any_bytes_are_a_deck_file_with_its_faults(data):
    found = deck.parse(data)
    assert found.problems and all(len(uid) in (8, 14, 16, 20) for uid in found.uids.values())
    again = deck.parse(found.text().encode())
    assert again.uids == found.uids and again.french == found.french


@pytest.mark.parametrize(
    "lang, card, title", [("es", "as de oros", "pegatinas"), ("en", "ace of coins", "stickers")]
)
def test_the_sheets_name_every_card_and_have_true_scale(tool, file, tmp_path, lang, card, title):
    out = tmp_path / "mine.pdf"
    assert tool("print", file, out, "--lang", lang) == (0, f"{out}\n", "")
    pages = pypdfium2.PdfDocument(out.read_bytes())
    first, second = (page.get_textpage().get_text_range() for page in pages)
    assert card in first.lower() and title in first
    for row in ROWS:
        assert row[:2] in first and row[-8:] in first and row[:2] in second and row[3:] in second
    width, height = pages[0].get_size()
    assert round(width / 72 * 25.4) == 210 and round(height / 72 * 25.4) == 297
    grey = pages[0].render(scale=10 * 25.4 / 72).to_pil().convert("L")
    row = grey.crop((300, 390, 620, 391)).point(lambda value: 255 * (value < 200))  # through AO's middle
    left, _, right, _ = row.getbbox()
    assert abs((right - left) / 10 - 20) < 0.6
