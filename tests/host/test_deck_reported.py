"""A deck file with a missing, a double or a foreign tag is reported on the panel and on the page."""

import pytest

from support.web_host import Table
from tapete_host import launch_flash

CASES = {
    "missing": (lambda rows: [row for row in rows if not row.startswith("7C ")], "7C"),
    "double": (lambda rows: [*rows, "AO " + rows[5].split()[1]], "double"),
    "foreign": (lambda rows: [*rows, "8O E004010000000001"], "8O"),
}


def spoilt(folder, change):
    """A profile whose flash has the deck file changed."""
    path, _ = launch_flash.prepare(folder, 1, {"board": "wroom_pn5180", "lang": "en"})
    disk = launch_flash.mounted(path.read_bytes())
    with disk.open("/deck.txt", "rb") as file:
        rows = file.read().decode().splitlines()
    with disk.open("/deck.txt", "wb") as file:
        file.write(("\n".join(change(rows)) + "\n").encode())
    path.write_bytes(bytes(disk.context.buffer))


@pytest.mark.parametrize("kind", CASES)
def test_a_spoilt_deck_is_told_on_panel_and_page(tmp_path, kind):
    change, noted = CASES[kind]
    spoilt(tmp_path / "p", change)
    table = Table(tmp_path / "p")
    try:
        seen = []
        for _ in range(40):
            state = table.post("/api/step", ms=250)["state"]
            seen.append(state["screen"])
            if state["screen"]["kind"] == "trouble":
                break
        assert state["screen"]["kind"] == "trouble", seen[-1]
        notes = " ".join(state["notes"])
        assert "deck" in notes and noted in notes, state["notes"]
        for _ in range(4):  # one press for each trouble; then the table is as ever
            table.post("/api/button", name="ok")
            if table.post("/api/step", ms=3000)["state"]["screen"]["kind"] != "trouble":
                break
        else:
            raise AssertionError("the trouble does not go away")
    finally:
        table.close()
