"""The record of one set of house rules. `tute.rules`, which knows all options and presets, makes it."""


class RulesError(ValueError):
    """A `rules` line that cannot be: `at` is the offset of the word, `expected` says what could stand there."""

    def __init__(self, at, expected):
        super().__init__(expected)
        self.at = at
        self.expected = expected


class Rules:
    """An attribute for every option of rules 2.5, 3.4 and 3.5, by its name there, and `preset`. Made once, then
    left alone."""

    def __init__(self, preset):
        self.preset = preset

    def side_names(self):
        """Names of the sides, by side index: ``["1+3", "2+4"]``."""
        if self.sides == "pairs":
            return ["1+3", "2+4"]
        return [str(seat) for seat in range(1, self.players + 1)]
