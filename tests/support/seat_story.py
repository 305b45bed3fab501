"""People at a table where each seat has its antenna, without radio: see story. A card is laid before its player."""

from support.story import Deck, Settings, Story, factory, uid_of
from tapete.table import Table


class SeatSettings(Settings):
    """Settings with the map of the antennas; `saved` counts how often they were saved."""

    saved = 0
    antennas: list = []

    def save(self):
        self.saved += 1
        return True


class SeatStory(Story):
    """`lay("AO", "3O")` lays for the seats in turn, `lay_at(2, "AO")` for that one; deaf: seats without a reader.

    antennas: the map of the settings; wired: the antenna before each seat, in truth."""

    def __init__(self, antennas=(1, 2, 3, 4), wired=(1, 2, 3, 4), **more):
        self.where = {}  # card: the seat that laid it
        self.wired = wired
        self.deaf = []
        self._settings = SeatSettings()
        self._settings.antennas = list(antennas)
        super().__init__(**more)

    def start(self):
        for name in self.settings.__dict__:
            setattr(self._settings, name, self.settings.__dict__[name])
        self.settings = self._settings
        self.table = Table(factory, self.journal, Deck(), self.settings, self.sounds)
        self.table.seated = self.seats
        self.table.deaf = self.deaf
        self.table.step(self.now)
        self.table.resume()
        self.table.begin([uid_of(name) for name in self.lying])
        self.settle()

    def seats(self):
        """What the mat says: {uid: seat}."""
        return {uid_of(name): self.told_seat(self.where[name]) for name in self.lying if name in self.where}

    def told_seat(self, seat):
        """The seat that the mat tells for a card before this player."""
        antenna = self.wired[seat - 1]
        return self.settings.antennas[antenna - 1] or antenna

    def lay(self, *names, gap=300):
        for name in names:
            self.lay_at(self.ref.turn if self.ref and self.ref.turn else 1, name, gap)
        return self

    def lay_at(self, seat, name, gap=300):
        if name not in self.lying:
            self.lying.append(name)
        self.where[name] = seat
        self.table.on_mat(("laid", uid_of(name), self.now, self.told_seat(seat)))
        self.settle()
        return self.wait(gap)

    def together_at(self, *entries):
        """(seat, card) of which nobody knows the order."""
        for seat, name in entries:
            self.lying.append(name)
            self.where[name] = seat
        uids = [uid_of(name) for _, name in entries]
        self.table.on_mat(("pair", uids, self.now, [self.told_seat(seat) for seat, _ in entries]))
        self.settle()
        return self.wait(300)
