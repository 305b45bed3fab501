"""What `tapete doctor` prints at the virtual board, well and with faults, as a golden file that a person can read. As a
program: makes it again. Figures that differ from run to run are written as N."""

import pathlib
import re
import tempfile

from support.doctor_person import doctor
from support.web_host import Table

GOLDEN = pathlib.Path(__file__).resolve().parents[1] / "golden" / "doctor.txt"
# Faults, then what is asked for meanwhile. The clock alone is not shown: that of the virtual board may run faster.
_STORIES = (
    ((), "reader antennas panel buttons sound light flash memory wifi battery deck"),
    ((("reader_dead", {}),), "reader antennas"),
    (
        (("reader_supply", {}), ("button_stuck", {"button": "ok"}), ("battery", {"mv": 3300})),
        "reader buttons battery",
    ),
    ((("panel_busy_high", {}), ("flash_error", {}), ("noise", {"p": 1})), "antennas panel flash"),
)
_VARIES = re.compile(r"[\d,]+(?= (?:ms|KB|bytes|files|in one|of [\d,]+ (?:KB|bytes)))")


def told(table: Table) -> str:
    """The whole transcript. Nothing lies on the mat."""
    laid = [row["card"] for row in table.state()["mat"]]
    if laid:
        table.post("/api/mat", lift=laid)
    return "\n".join(_story(table, faults, names) for faults, names in _STORIES)


def _story(table: Table, faults, names: str) -> str:
    table.at_table()
    for name, arguments in faults:
        table.post("/api/fault", name=name, **arguments)
    words = ["--no-person", *(word for name in names.split() for word in ("--stage", name))]
    code, said = doctor(table, *words)
    for name, arguments in faults:
        button = {key: value for key, value in arguments.items() if key == "button"}
        table.post("/api/fault", name=name, on=False, **button)
    title = "".join(f"# {name} {arguments or ''}".rstrip() + "\n" for name, arguments in faults)
    command = "$ tapete doctor " + " ".join(words)
    return f"{title}{command}\n{_VARIES.sub('N', said)}exit code {code}\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        board = Table(pathlib.Path(folder) / "profile", 4, "--lang", "en", "--pty", "--ring", "12")
        try:
            GOLDEN.write_text(told(board))
        finally:
            board.close()
