"""`tapete print`: what comes out is what hardware/ holds, and a guide that says what the panel says."""

import pathlib

import pypdfium2
import pytest

from tapete_host import cli
from tapete_host.hardware import commands, guide_pdf, make, mat


@pytest.mark.parametrize(
    "words, file",
    [
        (["mat", "exact"], "mat/exact-a4.pdf"),
        (["mat", "simple-65", "--whole"], "mat/simple-65.pdf"),
        (["cards"], "mat/cards-a4.pdf"),
    ],
)
def test_a_sheet_is_that_of_the_hardware_folder(words, file, tmp_path, capsys):
    out = tmp_path / "out.pdf"
    assert cli.run(["print", *words[:2], str(out), *words[2:]]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    assert out.read_bytes() == (make.HARDWARE / file).read_bytes()


def test_every_mat_can_be_printed():
    assert list(commands._KINDS) == [sheet.name for sheet in mat.MATS]


@pytest.mark.parametrize(
    "lang, title", [("es", "Tapete: tute en esta mesa"), ("en", "Tapete: Tute at this table")]
)
def test_the_guide_is_one_page_and_says_what_the_device_says(lang, title, tmp_path):
    out = tmp_path / "guide.pdf"
    assert cli.run(["print", "guide", str(out), "--lang", lang]) == 0
    (page,) = pypdfium2.PdfDocument(out.read_bytes())
    found = page.get_textpage()
    told = " ".join(found.get_text_range().split())
    assert title in told and "11" in told and "14" in told
    for heading, text in guide_pdf._help(lang):
        assert heading in told and " ".join(text.split()) in told
    for at in range(found.count_rects()):
        left, low, right, _ = found.get_rect(at)
        assert left > 50 and right < 545 and low > 40, "beyond the page's margins"


def test_a_file_that_cannot_be_written_is_said(capsys):
    assert cli.run(["print", "cards", str(pathlib.Path("/nowhere/out.pdf"))]) == 1
    assert "Could not open file '/nowhere/out.pdf': No such file" in capsys.readouterr().err
