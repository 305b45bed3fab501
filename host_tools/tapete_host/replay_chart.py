"""Points over time of one round, as an inline SVG chart."""

from html import escape

from tapete_host.replay_story import TRICK, Round, Story
from tapete_host.tell import Teller

WIDTH, HEIGHT = 560, 210
LEFT, RIGHT, TOP, BOTTOM = 34, 16, 12, 30
_MARKS = ("circle", "square", "diamond", "triangle")


def course(round_: Round, sides: list[str]) -> list[tuple[float, dict[str, int]]]:
    """(x, points by side) along a round: x is the trick, and half a trick later what was declared after it."""
    points = dict.fromkeys(sides, 0)
    found = [(0.0, points)]
    x = 0.0
    for block in round_.blocks:
        if block.points is None:
            continue
        if block.kind == TRICK:
            x = float(block.trick)
        elif block.points == points:
            continue
        else:
            x += 0.5
        while found and found[-1][0] >= x and len(found) > 1:
            found.pop()  # an undo went back over this trick
        points = block.points
        found.append((x, points))
    return found


def chart(round_: Round, story: Story, teller: Teller) -> str:
    """The chart; empty where the round has too little to draw."""
    steps = course(round_, story.sides)
    if len(steps) < 3:
        return ""
    far = max(x for x, _ in steps)
    top = max(50, -(-max(max(points.values()) for _, points in steps) // 25) * 25)

    def place(x: float, y: int) -> tuple[float, float]:
        return (
            round(LEFT + x / far * (WIDTH - LEFT - RIGHT), 1),
            round(HEIGHT - BOTTOM - y / top * (HEIGHT - TOP - BOTTOM), 1),
        )

    parts = [_grid(place, far, top, teller)]
    for index, side in enumerate(story.sides):
        parts.append(_line(place, [(x, points[side]) for x, points in steps], index, teller.side(side)))
    label = escape(teller.say("chart", n=round_.number, scores=teller.scores(steps[-1][1])))
    body = "".join(parts)
    return f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{body}</svg>'


def _grid(place, far: float, top: int, teller: Teller) -> str:
    step = 50 if top > 75 else 25
    lines = []
    for y in range(0, top + 1, step):
        left, at = place(0, y)
        right, _ = place(far, y)
        lines.append(
            f'<path class="rule" d="M{left} {at}H{right}"/><text x="{left - 6}" y="{at + 4}" class="y">{y}</text>'
        )
    every = 1 if far <= 12 else 2
    for trick in range(every, int(far) + 1, every):
        x, at = place(trick, 0)
        lines.append(f'<text x="{x}" y="{at + 15}" class="x">{trick}</text>')
    x, at = place(0, 0)
    lines.append(f'<text x="{x}" y="{at + 15}" class="x first">{escape(teller.say("col_tricks"))}</text>')
    return "".join(lines)


def _line(place, course_: list[tuple[float, int]], index: int, name: str) -> str:
    points = [place(x, y) for x, y in course_]
    path = "M" + "L".join(f"{x} {y}" for x, y in points)
    dots = "".join(
        f"<g><title>{escape(name)}: {y}</title>{_mark(index, *at)}</g>" for (_, y), at in zip(course_, points)
    )
    return f'<g class="line side{index + 1}"><path d="{path}"/>{dots}</g>'


def _mark(index: int, x: float, y: float) -> str:
    """A point of a line; every side has its own shape, so that no one needs the colours."""
    shape = _MARKS[index % len(_MARKS)]
    if shape == "circle":
        return f'<circle cx="{x}" cy="{y}" r="3.4"/>'
    if shape == "square":
        return f'<rect x="{x - 3}" y="{y - 3}" width="6" height="6"/>'
    if shape == "diamond":
        return f'<path class="mark" d="M{x} {y - 4.4}L{x + 4.4} {y}L{x} {y + 4.4}L{x - 4.4} {y}Z"/>'
    return f'<path class="mark" d="M{x} {y - 4.2}L{x + 4.2} {y + 3.4}L{x - 4.2} {y + 3.4}Z"/>'


def key(index: int) -> str:
    """The mark of a side, for a legend."""
    mark = f'<g class="line side{index + 1}">{_mark(index, 0, 0)}</g>'
    return f'<svg class="key" viewBox="-6 -6 12 12" aria-hidden="true">{mark}</svg>'
