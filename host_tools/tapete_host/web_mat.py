"""Where cards lie: the page's millimetres from the middle of the mat, and each antenna's own; changes when the
mats of the builds do.

With one reader both are the same. With an antenna a seat the model counts from the middle of that antenna.
"""

from tapete_host.hardware.mat import EXACT
from tapete_host.sim import field

# Whose outline each player has where two, three or four sit round one reader.
SEATED = ((1, 3), (1, 2, 4), (1, 2, 3, 4))
ONE_READER_MM = 200  # side of the mat that is drawn


class Mat:
    """The geometry of the model's board. `model` is its last state."""

    def __init__(self, model: dict):
        coil = model.get("coil_mm", field.COIL_MM)
        self.own = bool(model.get("seats"))  # an antenna a seat
        self.players = 4  # who sits round one reader
        self.side = EXACT.size[0] if self.own else ONE_READER_MM
        places = [(x, y) for _, x, y in EXACT.places()] if self.own else field.ZONES
        self.seats = dict(enumerate(places, 1))
        self.reach = coil * field.USABLE  # half side of the square in which an antenna hears well

    def zones(self) -> dict:
        """For the page: the mat's side, the outlines' centres, how far a card may stray from one, what is heard."""
        centre = self.seats[2][0]
        # A card may stray until it leaves the usable field, or until two neighbours come too near.
        beside = (2**0.5 * centre - field.NEIGHBOUR_MM) / 2
        edge = self.reach if self.own else self.reach - centre
        return {
            "own": self.own,
            "mat_mm": self.side,
            "centre_mm": centre,
            "tolerance_mm": round(min(edge, beside), 1),
            "reach_mm": round(self.reach, 2),
            "seats": {str(seat): {"x": x, "y": y} for seat, (x, y) in self.seats.items()},
        }

    def to_antenna(self, entry: dict) -> dict:
        """An entry to lay with its place on the mat -> as the model takes it: from the nearest antenna."""
        if not self.own or "x" not in entry:
            return entry
        seat = min(self.seats, key=lambda s: _apart(self.seats[s], (entry["x"], entry["y"])))
        x, y = self.seats[seat]
        return {**entry, "seat": seat, "x": entry["x"] - x, "y": entry["y"] - y}

    def from_antenna(self, laid: dict) -> dict:
        """What the model says of a card that lies there -> with its place on the mat."""
        if not self.own or not laid.get("seat"):
            return laid
        x, y = self.seats[laid["seat"]]
        return {**laid, "x": round(laid["x"] + x, 1), "y": round(laid["y"] + y, 1)}

    def free_place(self, seat: int | None, taken: list[tuple[float, float]]) -> tuple[float, float]:
        """One reader: where a seat lays its card, its outline, or beside it if a card lies there already."""
        x, y = self.seats[SEATED[self.players - 2][seat - 1]] if seat else (0, 0)
        across = (y / abs(y), 0) if y else (0, -1)
        for shift in (0, 30, -30, 54, -54):
            place = (x + across[0] * shift, y + across[1] * shift)
            if all(_apart(place, other) >= field.NEIGHBOUR_MM for other in taken):
                return place
        zones = self.seats.values()
        return max(zones, key=lambda zone: min([_apart(zone, other) for other in taken], default=999))


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
