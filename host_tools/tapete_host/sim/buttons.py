"""The push buttons as a model: contacts to ground that bounce; changes when that hardware does."""

from .chip import NEVER, Chip
from .rng import Rng

_SURE = 4  # looks at a press, see tapete.buttons
_HOLD_US = 700_000  # a finger that stays so long means it
_RELEASED_US = 40_000  # open for this long in the firmware's eyes: it may be pushed again
_AGAIN_US = 10_000


class Buttons(Chip):
    """All buttons of a board.  A closed contact pulls its line to 0, an open one leaves it to the pull-up."""

    def __init__(self, world, name="buttons", bounce_us=1500):
        super().__init__(world, name)
        self.bounce_us = bounce_us  # contacts chatter up to this long after an edge; 0 = clean
        self.rng = Rng(world.seed + 77)
        self.down = {}  # button -> closed now (as the finger has it)
        self.settle = {}  # button -> moment from which the contact is quiet
        self.stuck = {}  # button -> closed for ever (fault)
        self._looks = {}  # button -> [start of the device, level, looks, first, last]: what the firmware saw

    def press(self, name, us):
        """Close the contact now and open it `us` later."""
        self.hold(name, True)
        self.world.at_us(self.world.now + us, lambda: self.hold(name, False))

    def push(self, name, us):
        """Close the contact now and open it when the firmware has seen it closed for `us`: a finger that waits for
        its effect.  Where the clock runs fast, the firmware of a busy computer looks late.  The push before is
        seen open first.  A firmware that does not look yet, or stops, is not waited for."""
        if self.world.ended is not None or self._saw(name) is None or self.stuck.get(name):
            self.press(name, us)
        else:
            self._once(name, 1, _RELEASED_US, lambda: self._push(name, us))

    def _push(self, name, us):
        self.hold(name, True)
        self._once(name, 0, us, lambda: self.hold(name, False))

    def _once(self, name, level, us, act, life=None):
        """Do it as soon as the firmware has seen this level for so long, or is another than now."""
        world = self.world
        if life is None:
            life = world.boot_at
        if world.ended is not None or world.boot_at != life or self._seen(name, level, us):
            act()
        else:
            world.at_us(world.now + _AGAIN_US, lambda: self._once(name, level, us, act, life))

    def _seen(self, name, level, us):
        """Whether the firmware has seen this level for so long. A short push ends so long after it was seen first: a
        firmware that is away for long again would take it for a hold."""
        look = self._saw(name)
        if look is None or look[1] != level or look[2] < _SURE or (level and self.down.get(name)):
            return False
        until = self.world.now if not level and us < _HOLD_US else look[4]
        return until - look[3] >= us

    def _saw(self, name):
        look = self._looks.get(name)
        return look if look is not None and look[0] == self.world.boot_at else None

    def _look(self, name, level):
        look = self._saw(name)
        now = self.world.now
        if look is None or look[1] != level:
            self._looks[name] = [self.world.boot_at, level, 1, now, now]
        else:
            look[2] += 1
            look[4] = now

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
        if self.world.ended is None:
            self._look(name, 0 if closed else 1)
        return 0 if closed else None

    def still(self, name):
        """An open contact, which the firmware has seen open for so long that a push need not wait for it."""
        quiet = (
            not self.stuck.get(name)
            and not self.down.get(name)
            and self.world.now >= self.settle.get(name, 0)
        )
        return quiet and self._seen(name, 1, _RELEASED_US)

    def power(self, on):
        self.set_alarm(NEVER)
