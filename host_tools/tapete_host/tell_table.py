"""The table drawn in characters: who laid which card where; the winning card in brackets."""

from rich.cells import cell_len, set_cell_size

Line = list[tuple[str, str]]  # pieces of text with their style

NAME = 10
INSIDE = 14
SUIT_STYLE = {"O": "yellow", "C": "red", "E": "blue", "B": "green"}

# Where the seats sit, by number of players: counter-clockwise, seat 1 nearest.
PLACES = {
    2: {1: "bottom", 2: "top"},
    3: {1: "bottom", 2: "right", 3: "left"},
    4: {1: "bottom", 2: "right", 3: "top", 4: "left"},
}


def fit(text: str, width: int, where: str = "left") -> str:
    """The text in exactly so many columns, cut with … or filled up."""
    if cell_len(text) > width:
        return set_cell_size(text, width - 1) + "…"
    room = width - cell_len(text)
    before = {"left": 0, "right": room, "middle": room // 2}[where]
    return " " * before + text + " " * (room - before)


def width(players: int) -> int:
    """Columns that a drawing takes."""
    return INSIDE + 2 + (0 if players == 2 else 2 * (NAME + 1))


def draw(cards: list[tuple[int, str]], winner: int, name, players: int) -> list[Line]:
    """The table with these cards; `name(seat)` gives a name. All lines are `width(players)` columns wide."""
    at = {place: seat for seat, place in PLACES[players].items()}
    laid = dict(cards)

    def named(place: str, columns: int, where: str) -> tuple[str, str]:
        seat = at.get(place)
        text = fit(name(seat), columns, where) if seat else " " * columns
        return text, "bold" if seat and seat == winner else ""

    def card(place: str) -> Line:
        seat = at.get(place)
        if not seat:
            return [("    ", "")]
        text = laid.get(seat)
        if not text:
            return [(" ·· ", "dim")]
        style = SUIT_STYLE[text[1]]
        return [(f"[{text}]", f"bold {style}")] if seat == winner else [(f" {text} ", style)]

    side = players > 2
    blank = " " * (NAME + 1) if side else ""
    gap = " " * ((INSIDE - 4) // 2)
    rows: list[Line] = [
        [(blank, ""), ("╭" + "─" * INSIDE + "╮", "dim"), (blank, "")],
        [(blank + "│" + gap, "dim"), *card("top"), (gap + "│" + blank, "dim")],
    ]
    if side:
        middle = " " * (INSIDE - 10)
        rows.append(
            [
                named("left", NAME, "right"),
                (" │ ", "dim"),
                *card("left"),
                (middle, ""),
                *card("right"),
                (" │ ", "dim"),
                named("right", NAME, "left"),
            ]
        )
    rows += [
        [(blank + "│" + gap, "dim"), *card("bottom"), (gap + "│" + blank, "dim")],
        [(blank, ""), ("╰" + "─" * INSIDE + "╯", "dim"), (blank, "")],
        [named("bottom", width(players), "middle")],
    ]
    if "top" in at:
        rows.insert(0, [named("top", width(players), "middle")])
    else:
        del rows[1]
    return rows
