"""The push buttons as a model: contacts to ground that bounce; changes when that hardware does."""

from .chip import NEVER, Chip
from .rng import Rng


class Buttons(Chip):
    """All buttons of a board.  A closed contact pulls its line to 0, an open one leaves it to the pull-up."""

    def __init__(self, world, name="buttons", bounce_us=1500):
        super().__init__(world, name)
        self.bounce_us = bounce_us  # contacts chatter up to this long after an edge; 0 = clean
        self.rng = Rng(world.seed + 77)
        self.down = {}  # button -> closed now (as the finger has it)
        self.settle = {}  # button -> moment from which the contact is quiet
        self.stuck = {}  # button -> closed for ever (fault)

    def press(self, name, us):
        """Close the contact now and open it `us` later."""
        self.hold(name, True)
        self.world.at_us(self.world.now + us, lambda: self.hold(name, False))

    def hold(self, name, closed):
        """Close or open the contact now."""
        self.down[name] = closed
        self.settle[name] = self.world.now + (self.rng.below(self.bounce_us) if self.bounce_us else 0)

    def level(self, name):
        if self.stuck.get(name):
            return 0
        closed = self.down.get(name, False)
        if self.world.now < self.settle.get(name, 0) and self.rng.below(2):
            closed = not closed
        return 0 if closed else None

    def power(self, on):
        self.set_alarm(NEVER)
