"""The wiring table that people read and the board records that the firmware reads are the same."""

import importlib
import pathlib
import re

import pytest

README = pathlib.Path(__file__).resolve().parents[2] / "hardware" / "README.md"
COLUMN = {"wroom_pn5180": 2, "s3_pn5180": 4}


@pytest.mark.parametrize("board", COLUMN)
def test_wiring_table_is_the_board_record(board):
    record = importlib.import_module(f"tapete.boards.{board}")
    rows = [
        re.split(r"\s*\|\s*", line.strip("| \n")) for line in README.read_text().splitlines() if "| `" in line
    ]
    written = {row[1].strip("`"): int(row[COLUMN[board]]) for row in rows if row[COLUMN[board]].isdigit()}
    assert written == {signal: gpio for signal, gpio, _, _ in record.SIGNALS if signal in written}
    assert set(written) == {signal for signal, *_ in record.SIGNALS if not signal.startswith("seat_")}
