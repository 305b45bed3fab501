"""`make hardware`: writes the files of hardware/ that come from board records and measures; changes with their list."""

import pathlib
import sys

from tapete_host.hardware import bom, drawing, mat, mat_pdf, record, tables
from tapete_host.places import ROOT

HARDWARE = ROOT / "hardware"


def files() -> dict[str, bytes]:
    """Path below hardware/ -> content, of every file that is made."""
    boards = record.read_all()
    made = {"wiring/README.md": tables.page(boards).encode()}
    for name, board in boards.items():
        made[f"wiring/{name}.svg"] = drawing.svg(name, board).encode()
    for name, board in boards.items():
        made[f"bom-{name}.csv"] = bom.text(bom.build(board)).encode()
    made["bom-spares.csv"] = bom.text(bom.spares()).encode()
    for sheet in mat.MATS:
        made[f"mat/{sheet.name}.pdf"] = mat_pdf.whole(sheet)
        made[f"mat/{sheet.name}-a4.pdf"] = mat_pdf.tiles(sheet)
    made["mat/cards-a4.pdf"] = mat_pdf.templates()
    return made


def main(folder: pathlib.Path = HARDWARE) -> int:
    """Write them below `folder`."""
    for name, content in files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        print(f"hardware/{name}: {len(content)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
