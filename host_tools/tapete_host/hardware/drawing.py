"""The wiring of a board as an SVG: the usual board with its headers, parts on both sides, a coloured line a wire."""

from html import escape

from tapete_host.hardware import chips, parts
from tapete_host.hardware.record import Record

PITCH = 26  # between pins of a header, and of a part
HEAD = 34  # of a part's box above its first pin
WIDE = 190  # of a part's box
TAG = 92  # room for a resistor beside a part
GATE = 40  # more of it where a gate stands behind the resistor
LANE = 9  # between two vertical stretches of wire
BOARD_WIDE = 264
COLOUR = {
    "reader": "#1b6ca8",
    "panel": "#2e7d32",
    "buttons": "#8e5a00",
    "sound": "#9c27b0",
    "light": "#c2185b",
    "supply": "#c0392b",
    "logic": "#455a64",
}
BUS = {
    "rd_sck": "#0b3c5d",
    "rd_mosi": "#1b6ca8",
    "rd_miso": "#0097a7",
    "rd_rst": "#5e35b1",
    "seat_rst": "#5e35b1",
}
SUPPLY = {"5V": "#d32f2f", "3V3": "#ef6c00", "GND": "#424242"}


class Box:
    """A part, placed. side "left" or "right" of the board: its pins look at the board."""

    def __init__(self, part, side, x, y):
        self.part, self.side, self.x, self.y = part, side, x, y
        rows = max(len(part.pins), len(part.outputs))
        self.high = HEAD + rows * PITCH + (16 if part.note else 0) + (24 if part.supply else 4)

    def pin_y(self, index):
        return self.y + HEAD + index * PITCH + PITCH // 2

    def edge(self):
        """x of the pins that look at the board."""
        return self.x + WIDE if self.side == "left" else self.x


class Drawing:
    """One board's picture. text() gives the SVG."""

    def __init__(self, name: str, board: Record):
        self.name, self.board = name, board
        self.rows = board.rows()
        self.out: list[str] = []
        title, left, right = chips.HEADERS[board.CHIP]
        self.title = title
        self.headers = {"left": left, "right": right}
        self.place()

    # -- where things are

    def place(self):
        """Boxes of both sides, the board between them; x and y of everything."""
        sides = {"left": [], "right": []}
        for part in parts.of(self.board):
            if part.kind != "logic":
                sides[self.side(part)].append(part)
        self.seats = self.board.READER == "mfrc522"
        self.decoder = next((p for p in parts.of(self.board) if p.kind == "logic"), None)
        self.beside = TAG + (GATE if self.seats else 0)
        room = self.beside + LANE * (len(self.rows) + 2)
        extra = WIDE + 130 if self.decoder else 0  # the decoder stands between the board and the readers
        self.left_x = 24
        self.board_x = self.left_x + WIDE + room
        self.right_x = self.board_x + BOARD_WIDE + room + extra
        self.wide = self.right_x + WIDE + 24
        self.top = 96
        self.boxes = []
        lowest = 0
        under = [p for p in sides["right"] if p.kind != "reader"] if self.decoder else []
        sides["right"] = [p for p in sides["right"] if p not in under]
        for side, x in (("left", self.left_x), ("right", self.right_x)):
            y = self.top
            for part in sorted(sides[side], key=self.first_row):
                if "seat" not in part.title:
                    part.pins.sort(key=lambda pin: self.height(side, pin[1]))
                box = Box(part, side, x, y)
                self.boxes.append(box)
                y += box.high + 18
            lowest = max(lowest, y)
        tall = len(self.headers["left"]) * PITCH + 60
        self.board_y = max(self.top, self.top + (lowest - self.top - tall) // 2)
        if self.decoder:
            self.board_y = self.top
            row = self.header("dec_a0")[1]
            x = self.board_x + BOARD_WIDE + TAG + LANE * 12
            y = self.pin_y(row) - HEAD - 2 * PITCH
            for part in [self.decoder, *under]:
                self.boxes.append(Box(part, "right", x, y))
                y += self.boxes[-1].high + 40
        lowest = max(lowest, self.board_y + tall, *(box.y + box.high for box in self.boxes))
        self.foot = lowest + 24
        self.high = self.foot + 168

    def side(self, part):
        """The side of the board on which most of the part's pins are; seat readers stay together."""
        together = [p for p in parts.of(self.board) if "seat" in p.title] if "seat" in part.title else [part]
        if "seat" in part.title and "dec_en" in self.rows:
            return "right"  # behind the decoder
        where = [self.header(s)[0] for p in together for _, s in p.pins if s in self.rows]
        return "left" if where.count("left") * 2 >= len(where) else "right"

    def header(self, signal):
        """(side, row) of a signal's pin."""
        side, number = chips.header(self.board.CHIP, self.rows[signal][0]).split()
        return side, int(number) - 1

    def height(self, side, signal):
        """Where a signal's pin comes among those of a box on that side: pins of the other header last."""
        there, row = self.header(signal)
        return (there != side, row)

    def first_row(self, part):
        rows = [
            self.header(s)[1] for _, s in part.pins if s in self.rows and self.header(s)[0] == self.side(part)
        ]
        if part.kind == "reader" and "seat" in part.title:
            return (0 if self.decoder else -1, int(part.title[-1]))
        return (sum(rows) / len(rows), 0)

    def pin_y(self, row):
        return self.board_y + 40 + row * PITCH + PITCH // 2

    def pin_x(self, side):
        return self.board_x if side == "left" else self.board_x + BOARD_WIDE

    # -- drawing

    def text(self) -> str:
        """The whole SVG."""
        self.out = []
        self.wires()
        self.draw_board()
        for box in self.boxes:
            self.draw_box(box)
        self.draw_supply()
        words = f"Wiring of {self.name}"
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.wide} {self.high}" width="{self.wide}" '
            f'height="{self.high}" font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="13">'
            f"<title>{escape(words)}</title>"
            f'<rect width="{self.wide}" height="{self.high}" fill="#fff"/>'
        )
        reader = "four MFRC522, an antenna a seat" if self.seats else "one PN5180"
        self.label(24, 40, f"{self.name}: {self.title}, {reader}", size=22, bold=True)
        self.label(
            24, 64, "Made from the board record. Seen from above, USB socket below. Not yet built and tried."
        )
        return head + "\n" + "\n".join(self.out) + "\n</svg>\n"

    def label(self, x, y, text, *, size=13, anchor="start", colour="#222", bold=False):
        weight = ' font-weight="bold"' if bold else ""
        self.out.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"{weight}>'
            f"{escape(text)}</text>"
        )

    def line(self, *stretches, colour, signal, width=2.0):
        """Lines of points, all of one signal's wire, over a white edge that keeps them apart from what they cross."""
        told = " ".join("M" + " L".join(f"{x:g} {y:g}" for x, y in points) for points in stretches)
        self.out.append(
            f'<path d="{told}" fill="none" stroke="#fff" stroke-width="{width + 3:g}"/>'
            f'<path d="{told}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"'
            f' data-wire="{signal}"/>'
        )

    def dot(self, x, y, colour):
        self.out.append(f'<circle cx="{x:g}" cy="{y:g}" r="3.6" fill="{colour}"/>')

    def tag(self, x, y, text, colour, anchor="middle"):
        """A small label on a wire, its middle (or start, or end) at x."""
        wide = 7.1 * len(text) + 10
        left = x - wide / 2 if anchor == "middle" else x if anchor == "start" else x - wide
        self.out.append(
            f'<rect x="{left:g}" y="{y - 9:g}" width="{wide:g}" height="18" rx="4" fill="#fff" stroke="{colour}"/>'
        )
        self.label(left + wide / 2, y + 4, text, size=11, anchor="middle", colour=colour)

    # -- wires

    def ends(self):
        """signal -> [(box, y)] of the pins that it goes to."""
        found = {}
        for box in self.boxes:
            for index, (_, signal) in enumerate(box.part.pins):
                found.setdefault(signal, []).append((box, box.pin_y(index)))
        return found

    def colour(self, signal, box):
        return BUS.get(signal, COLOUR[box.part.kind]) if self.seats else COLOUR[box.part.kind]

    def wires(self):
        ends = self.ends()
        for side in ("left", "right"):
            here, away = [], []
            for signal in self.rows:
                if signal in ends and self.header(signal)[0] == side:
                    near = ends[signal][0][0].side == side
                    (here if near else away).append(signal)
            self.lanes(side, here, ends)
            for index, signal in enumerate(away):
                self.apart(side, signal, ends[signal], index + len(here))
        if self.decoder:
            self.selects(ends)
        for box, y in ends["rd_miso"] if self.seats else ():
            self.gate(box, y, BUS["rd_miso"])

    def lanes(self, side, signals, ends):
        """Wires to parts on the same side, each with a vertical lane of its own."""
        direct = [s for s in signals if not self.shared(s)]
        falling = [s for s in direct if ends[s][0][1] >= self.pin_y(self.header(s)[1])]
        rising = [s for s in direct if s not in falling]
        falling.sort(key=lambda s: -self.header(s)[1])
        rising.sort(key=lambda s: self.header(s)[1])
        out = -1 if side == "left" else 1
        for index, signal in enumerate(falling + rising):
            self.wire(side, signal, ends[signal], self.pin_x(side) + out * (46 + LANE * index))
        for index, signal in enumerate(s for s in signals if self.shared(s)):
            box = ends[signal][0][0]
            x = box.edge() - out * (self.beside + 14 + 14 * index)
            self.wire(side, signal, ends[signal], x)

    def shared(self, signal):
        """True for a wire that all seat readers share."""
        return self.seats and signal in BUS

    def wire(self, side, signal, ends, lane):
        y = self.pin_y(self.header(signal)[1])
        colour = self.colour(signal, ends[0][0])
        reach = [y] + [end for _, end in ends]
        taps = [[(lane, end), (box.edge(), end)] for box, end in ends]
        trunk = [(lane, min(reach)), (lane, max(reach))]
        self.line([(self.pin_x(side), y), (lane, y)], trunk, *taps, colour=colour, signal=signal)
        for _, end in ends if len(ends) > 1 else ():
            self.dot(lane, end, colour)
        held = parts.resistor(signal, self.rows[signal][2])
        out = -1 if side == "left" else 1
        if held and len(ends) > 1:
            self.tag(self.pin_x(side) + out * 24, y, held, colour, "end" if out < 0 else "start")
        elif held:
            self.held(*ends[0], held, colour)
        if signal.endswith("_sck"):
            self.tag(self.pin_x(side) + out * 24, y, "33R", colour)

    def held(self, box, y, words, colour):
        """The resistor of a wire, beside its part."""
        away = 1 if box.side == "left" else -1
        self.tag(box.edge() + away * 9, y, words, colour, "start" if away > 0 else "end")

    def apart(self, side, signal, ends, index):
        """A wire to a part on the other side: a label at both ends."""
        out = -1 if side == "left" else 1
        y = self.pin_y(self.header(signal)[1])
        box, end = ends[0]
        colour = self.colour(signal, box)
        label = next(label for label, s in box.part.pins if s == signal)
        self.line([(self.pin_x(side), y), (self.pin_x(side) + out * 30, y)], colour=colour, signal=signal)
        anchor = "start" if side == "right" else "end"
        seat = box.part.title.partition(", ")[2]
        to = "all readers'" if len(ends) > 1 else seat if seat.startswith("seat") else box.part.kind
        self.tag(self.pin_x(side) + out * 30, y, f"to {to} {label}", colour, anchor)
        away = 1 if box.side == "left" else -1
        reach = self.beside + 14 + 14 * index if len(ends) > 1 else TAG + 24
        lane = box.edge() + away * reach
        taps = [[(at.edge(), down), (lane, down)] for at, down in ends]
        trunk = [(lane, min(down for _, down in ends)), (lane, max(down for _, down in ends))]
        self.line(*taps, trunk, colour=colour, signal=signal)
        for _, down in ends if len(ends) > 1 else ():
            self.dot(lane, down, colour)
        held = parts.resistor(signal, self.rows[signal][2])
        if held:
            self.held(box, end, held, colour)
        anchor = "start" if away > 0 else "end"
        at = lane if len(ends) > 1 else box.edge() + away * (TAG + 12)
        self.tag(at, end, f"GPIO{self.rows[signal][0]}", colour, anchor)

    def gate(self, box, y, colour):
        """One gate of the 74LVC125 in a reader's MISO, its enable on the select line below."""
        out = 1 if box.side == "left" else -1
        tip = box.edge() + out * (TAG + 10)
        back = tip - out * 22
        self.out.append(
            f'<polygon points="{tip:g},{y} {back:g},{y - 10} {back:g},{y + 10}" fill="#fff" stroke="{colour}"'
            ' stroke-width="1.5"/>'
        )
        middle = tip - out * 12
        self.line([(middle, y + 6), (middle, y + PITCH)], colour=COLOUR["logic"], signal="enable", width=1.2)
        self.dot(middle, y + PITCH, COLOUR["logic"])

    def selects(self, ends):
        """From the decoder's outputs to the readers behind it."""
        box = next(b for b in self.boxes if b.part is self.decoder)
        colour = COLOUR["logic"]
        for index, (_, signal) in enumerate(box.part.outputs):
            y = box.pin_y(index)
            reader, end = ends[signal][0]
            lane = box.x + WIDE + 16 + LANE * (index if end < y else 5 - index)
            self.line(
                [(box.x + WIDE, y), (lane, y), (lane, end), (reader.edge(), end)],
                colour=colour,
                signal=signal,
            )

    # -- boxes

    def draw_board(self):
        rows = len(self.headers["left"])
        high = rows * PITCH + 96
        x, y = self.board_x, self.board_y - 20
        self.out.append(
            f'<rect x="{x}" y="{y}" width="{BOARD_WIDE}" height="{high}" rx="10" fill="#f3f5f7" stroke="#333"'
            ' stroke-width="1.5"/>'
        )
        middle = x + BOARD_WIDE / 2
        self.out.append(
            f'<rect x="{middle - 50:g}" y="{y}" width="100" height="30" fill="#cfd8dc" stroke="#333"/>'
        )
        self.label(middle, y + 20, "aerial", size=11, anchor="middle", colour="#37474f")
        self.out.append(
            f'<rect x="{middle - 24:g}" y="{y + high - 22}" width="48" height="28" rx="4" fill="#b0bec5"'
            ' stroke="#333"/>'
        )
        self.label(middle, y + high - 4, "USB", size=11, anchor="middle", colour="#37474f")
        self.label(middle, y + 48, self.title, anchor="middle", bold=True, size=12)
        used = {gpio: signal for signal, (gpio, _, _) in self.rows.items()}
        ends = self.ends()
        for side, names in self.headers.items():
            for row, name in enumerate(names):
                self.header_pin(side, row, name, used.get(int(name)) if name.isdigit() else None, ends)

    def header_pin(self, side, row, name, signal, ends):
        x, y = self.pin_x(side), self.pin_y(row)
        wired = signal in ends
        fill = "#ffd54f" if wired else SUPPLY.get(name, "#fff")
        self.out.append(f'<circle cx="{x}" cy="{y}" r="5" fill="{fill}" stroke="#333"/>')
        text = f"GPIO{name}" if name.isdigit() else name
        known = wired or name in SUPPLY
        if wired:
            text = f"{text} {signal}" if side == "left" else f"{signal} {text}"
        anchor, at = ("start", x + 11) if side == "left" else ("end", x - 11)
        self.label(at, y + 4, text, size=11, anchor=anchor, colour="#111" if known else "#9e9e9e")

    def draw_box(self, box):
        part, colour = box.part, COLOUR[box.part.kind]
        self.out.append(
            f'<rect x="{box.x}" y="{box.y}" width="{WIDE}" height="{box.high}" rx="8" fill="#fff" stroke="{colour}"'
            ' stroke-width="2"/>'
            f'<path d="M{box.x} {box.y + 24} v-16 a8 8 0 0 1 8 -8 h{WIDE - 16} a8 8 0 0 1 8 8 v16 z" fill="{colour}"/>'
        )
        size = 12 if len(part.title) < 24 else 10
        self.label(
            box.x + WIDE / 2, box.y + 17, part.title, size=size, anchor="middle", colour="#fff", bold=True
        )
        anchor, inset = ("end", WIDE - 12) if box.side == "left" else ("start", 12)
        for index, (label, _) in enumerate(part.pins):
            y = box.pin_y(index)
            self.out.append(f'<circle cx="{box.edge()}" cy="{y}" r="4.5" fill="#ffd54f" stroke="#333"/>')
            self.label(box.x + inset, y + 4, label, anchor=anchor)
        for index, (label, _) in enumerate(part.outputs):
            y = box.pin_y(index)
            self.out.append(f'<circle cx="{box.x + WIDE}" cy="{y}" r="4.5" fill="#ffd54f" stroke="#333"/>')
            self.label(box.x + WIDE - 12, y + 4, label, anchor="end")
        y = box.y + box.high - (24 if part.supply else 4)
        if part.note:
            self.label(box.x + WIDE / 2, y - 3, part.note, size=10, anchor="middle", colour="#555")
        for index, rail in enumerate(part.supply):
            self.rail(box.x + 10 + 46 * index, y + 2, rail)

    def rail(self, x, y, name):
        self.out.append(f'<rect x="{x}" y="{y}" width="42" height="17" rx="8" fill="{SUPPLY[name]}"/>')
        self.label(x + 21, y + 13, name, size=11, anchor="middle", colour="#fff", bold=True)

    def draw_supply(self):
        """The rails in words, and what the signs mean."""
        y = self.foot
        self.out.append(
            f'<rect x="24" y="{y}" width="{self.wide - 48}" height="144" rx="8" fill="#fafafa" stroke="#bbb"/>'
        )
        told = (
            (
                "5V",
                "the board's 5V pin, from a USB supply of 1 A or more; 470 to 1000 uF to GND beside the reader",
            ),
            (
                "3V3",
                "the board's 3V3 pin, from its own regulator; 100 uF and 100 nF to GND; 100 nF at every module",
            ),
            ("GND", "one common ground: every module's GND to the board's, short and thick"),
        )
        for index, (rail, words) in enumerate(told):
            self.rail(40, y + 12 + 25 * index, rail)
            self.label(94, y + 25 + 25 * index, words, size=12)
        signs = [
            "A label such as 10k to 3V3 is a resistor from that wire to the rail; 33R is one in the wire."
        ]
        if self.seats:
            signs.append(
                "A triangle is a gate of the 74LVC125: enabled by the reader's select line, it lets its MISO through."
            )
        signs.append("A dot is a joint; lines that cross without one do not touch. Grey pins stay open.")
        for index, words in enumerate(signs):
            self.label(40, y + 98 + 18 * index, words, size=12, colour="#444")


def svg(name: str, board: Record) -> str:
    """The drawing of one board."""
    return Drawing(name, board).text()
