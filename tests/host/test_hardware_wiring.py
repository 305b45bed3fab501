"""hardware/wiring: tables and drawings are those of the board records, and say what the records say."""

import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapete_host.hardware import bom, chips, drawing, make, parts, pin_rules, record, tables

BOARDS = record.read_all()
SVG = "{http://www.w3.org/2000/svg}"
MADE = [name for name in make.files() if name.startswith("wiring/")]


@pytest.mark.parametrize("name", MADE)
def test_the_committed_file_is_what_make_hardware_writes(name):
    assert (make.HARDWARE / name).read_bytes() == make.files()[name], "run: make hardware"


def test_nothing_else_lies_in_the_folder():
    found = {f"wiring/{path.name}" for path in (make.HARDWARE / "wiring").iterdir()}
    assert found == set(MADE)


def test_make_writes_below_the_folder_that_it_is_given(tmp_path):
    assert make.main(tmp_path) == 0
    for name, content in make.files().items():
        assert (tmp_path / name).read_bytes() == content


@pytest.mark.parametrize("name", BOARDS)
def test_the_table_has_every_signal_with_its_pin(name):
    board, told = BOARDS[name], {}
    section = (
        (make.HARDWARE / "wiring/README.md").read_text().partition(f"## {name}:")[2].partition("\n## ")[0]
    )
    for row in re.findall(r"^\| .+ \|.+\| `(\w+)` \| (\d+) \| (\w+ \d+) \| (.*) \|$", section, re.M):
        told[row[0]] = (int(row[1]), row[2], row[3])
    open_ = re.findall(r"`(\w+)` \(GPIO(\d+)\)", section)
    assert len(told) + len(open_) == len(board.SIGNALS)
    for signal, gpio, _, pull in board.SIGNALS:
        if signal in told:
            number, place, held = told[signal]
            assert number == gpio and place == chips.header(board.CHIP, gpio)
            assert ("to 3V3" in held) == ("ext_up" in pull) and ("to GND" in held) == ("ext_down" in pull)
            assert ("inside the chip" in held) == (pull.partition("+")[0] in ("up", "down"))
        else:
            assert (signal, str(gpio)) in open_
    assert all(signal.startswith(("seat_", "rd_")) for signal, _ in open_)


class Picture:
    """A drawing, read back: texts with their places, and the ends of every wire."""

    def __init__(self, name, text=None):
        """Of a board's file, or of an SVG's text."""
        text = text or (make.HARDWARE / f"wiring/{name}.svg").read_text()
        self.root = ElementTree.fromstring(text)
        self.wide, self.high = (float(self.root.get(side)) for side in ("width", "height"))
        self.texts = [(float(t.get("x")), float(t.get("y")), t) for t in self.root.iter(f"{SVG}text")]
        self.pins = {(float(c.get("cx")), float(c.get("cy"))) for c in self.root.iter(f"{SVG}circle")}
        self.wires = {}
        for path in self.root.iter(f"{SVG}path"):
            if path.get("data-wire"):
                points = re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.get("d"))
                ends = self.wires.setdefault(path.get("data-wire"), set())
                ends.update((float(x), float(y)) for x, y in points)

    def named(self, pin, word):
        """True for a pin beside which a text with that word begins or ends."""
        x, y = pin
        return any(
            abs(at - x) < 14 and abs(row - y - 4) < 0.1 and word in text.text.split()
            for at, row, text in self.texts
        )


def check_wires(board, picture):
    """Each signal's wire joins one header pin with its GPIO, and a pin of each of its parts."""
    ends = {}
    for part in parts.of(board):
        for label, signal in part.pins:
            ends.setdefault(signal, []).append(label)
    for signal, gpio, *_ in board.SIGNALS:
        if signal not in ends:
            assert signal not in picture.wires
            continue
        pins = picture.wires[signal] & picture.pins
        headers = {pin for pin in pins if picture.named(pin, f"GPIO{gpio}") and picture.named(pin, signal)}
        assert len(headers) == 1, (signal, pins)
        for label in set(ends[signal]):
            here = [pin for pin in pins - headers if picture.named(pin, label.split()[0])]
            assert len(here) == ends[signal].count(label), (signal, label)


@pytest.mark.parametrize("name", BOARDS)
def test_each_wire_of_the_drawing_goes_from_its_gpio_to_its_parts(name):
    check_wires(BOARDS[name], Picture(name))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(BOARDS)), st.randoms(use_true_random=False))
def test_a_makers_record_that_passes_the_check_is_drawn_and_listed(name, random):
    board = BOARDS[name]
    mine = record.Record({field: getattr(board, field) for field in record.FIELDS})
    rows = list(board.SIGNALS)
    for _ in range(12):
        # Exchange two signals' pins, or move one to another pin; keep what the checker lets pass.
        at, to = random.randrange(len(rows)), random.choice(sorted(chips.pins(board.CHIP, "exists")))
        trial = [
            (s, {to: rows[at][1]}.get(g, g) if i != at else to, *rest) for i, (s, g, *rest) in enumerate(rows)
        ]
        mine.SIGNALS = tuple(trial)
        if not pin_rules.faults(mine):
            rows = trial
    mine.SIGNALS = tuple(rows)
    assert pin_rules.faults(mine) == []
    check_wires(mine, Picture("mine", drawing.svg("mine", mine)))
    section = tables.section("mine", mine)
    assert all(f"`{signal}`" in section for signal, *_ in rows)
    assert bom.total(bom.build(mine)) == pytest.approx(bom.total(bom.build(board)), abs=1)


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_of_the_drawing_lies_outside_or_on_another_part(name):
    picture = Picture(name)
    for x, y, text in picture.texts:
        # DejaVu Sans takes 0.62 of its size a letter on the average, and less than 0.7.
        wide = 0.7 * float(text.get("font-size")) * len(text.text)
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[text.get("text-anchor")]
        assert 0 <= left and left + wide <= picture.wide and 0 < y < picture.high, text.text
    made = drawing.Drawing(name, BOARDS[name])
    boxes = [(b.x, b.y, b.x + drawing.WIDE, b.y + b.high) for b in made.boxes]
    high = len(made.headers["left"]) * drawing.PITCH + 96
    boxes.append(
        (made.board_x, made.board_y - 20, made.board_x + drawing.BOARD_WIDE, made.board_y - 20 + high)
    )
    for i, one in enumerate(boxes):
        assert one[3] < made.foot
        for other in boxes[:i]:
            apart = one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
            assert apart, (one, other)


def test_wires_of_the_drawing_do_not_lie_on_one_another():
    for name in BOARDS:
        picture, taken = Picture(name), {}
        for path in picture.root.iter(f"{SVG}path"):
            signal = path.get("data-wire")
            for stretch in path.get("d").split("M")[1:] if signal else ():
                points = [tuple(map(float, p)) for p in re.findall(r"(-?[\d.]+) (-?[\d.]+)", stretch)]
                for (x1, y1), (x2, y2) in zip(points, points[1:]):
                    if x1 == x2 and y1 != y2:
                        taken.setdefault(x1, []).append((min(y1, y2), max(y1, y2), signal))
        for rows in taken.values():
            rows.sort()
            for (_, end, one), (start, _, other) in zip(rows, rows[1:]):
                assert one == other or start > end or "enable" in (one, other), (name, one, other)


def test_every_panel_has_its_drawing_and_its_words():
    for panel, (title, _) in parts.PANELS.items():
        board = record.Record({name: getattr(BOARDS["wroom_pn5180"], name) for name in record.FIELDS})
        board.PANEL = panel
        assert title in drawing.svg("x", board).replace("&quot;", '"')
        assert title in tables.section("x", board)
