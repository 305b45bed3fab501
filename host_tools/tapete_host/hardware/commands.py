"""`tapete print`, as click has it; what each does is imported when it is used."""

from pathlib import Path

import click

from tapete_host.device.commands import LANG

_OUT = click.argument("out", type=click.Path(path_type=Path, dir_okay=False), metavar="OUT.pdf")
_KINDS = ("exact", "simple-130", "simple-65")  # hardware.mat.MATS, which wants reportlab


@click.group("print")
def print_() -> None:
    """PDFs at true scale: the mat, templates for the cards, the guide for the table. Print them at 100 %.

    \b
      tapete print mat exact mat.pdf
      tapete print guide guide.pdf --lang es
    The sheet for a deck's stickers is tapete deck print.
    """


def _write(out: Path, data: bytes) -> None:
    try:
        out.write_bytes(data)
    except OSError as error:
        raise click.FileError(str(out), error.strerror) from None
    click.echo(out)


@print_.command()
@click.argument("kind", type=click.Choice(_KINDS))
@_OUT
@click.option(
    "--whole", is_flag=True, help="One page of the mat's size, for a print shop, instead of A4 sheets."
)
def mat(kind: str, out: Path, whole: bool) -> None:
    """The mat: exact has an antenna a seat; simple one reader with a coil of so many mm."""
    from tapete_host.hardware import mat_pdf
    from tapete_host.hardware.mat import MATS

    sheet = next(sheet for sheet in MATS if sheet.name == kind)
    _write(out, mat_pdf.whole(sheet) if whole else mat_pdf.tiles(sheet))


@print_.command()
@_OUT
def cards(out: Path) -> None:
    """A jig that puts stickers into the cards' middle, and fillers that level a pack."""
    from tapete_host.hardware import mat_pdf

    _write(out, mat_pdf.templates())


@print_.command()
@_OUT
@LANG
def guide(out: Path, lang: str | None) -> None:
    """One page for the table: how the device is used, what cards are worth, a sheet to keep the score by hand."""
    from tapete_host.hardware import guide_pdf
    from tapete_host.tell import language

    _write(out, guide_pdf.guide(lang or language()))
