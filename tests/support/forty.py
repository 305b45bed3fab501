"""A round at a whole device in which cards are not read when they are laid: never, or one to three cards late."""

from support.campaign import Campaign
from support.truthful import Truthful

NEVER = 0
_UNCOVER = 350  # ms after a later card was laid: by then that one was read


class Dropping(Truthful):
    """drops: index of a card in the round -> how many cards late it is read, NEVER for not at all.

    Nobody hears that a tone is missing: they lay on, and look at the panel only where the device calls, or once the
    late card was read; a trick with a card that is never read is collected unseen. Never means a dead sticker: it
    is not read when it is laid again either.
    """

    def __init__(self, people, rng, drops):
        Truthful.__init__(self, people, rng)
        self.drops = drops
        self.blind = 0  # nobody looks before so many cards lie
        self.hidden = []  # (index at which it is heard, name)
        self.touch = self._drop

    def _drop(self, _, i, name):
        late = self.drops.get(i)
        if late == NEVER:
            self.unreadable = self.unreadable + (name,)
            self.blind = i // 4 * 4 + 4
        elif late:
            self.hidden.append((min(i + late, len(self.seq) - 1), name))
            self.blind = min(i + late, len(self.seq) - 1) + 1
        if late is not None:
            self.shadow(name)
        for at, hidden in self.hidden:
            if at == i:
                self.world.at(_UNCOVER, lambda hidden=hidden: self._heard(hidden))

    def _heard(self, name):
        if self.lies(name):
            self.shadow(name, False)

    def _next(self):
        blind = self.n < self.blind
        if self.n % 4 == 0 and not blind:
            self.collect(self.n)
            if self.n and self.seq[self.n - 1][1] in self.unreadable or self._unread():
                self._wait(self._calls, 9000)
                self.put_right()
            self.run(300 + self.rng.below(600))
        self.lay_next()
        self.run(700 + self.rng.below(400))
        if self.called() or self.n > self.blind:
            self.look()
        elif self.n == self.blind and not self._unread():
            self.run(700)
            self.look()

    def _unread(self):
        """Whether the last trick has a card that is never read."""
        return any([name in self.unreadable for _, name in self.seq[max(0, self.n - 4) : self.n]])


class Forty(Campaign):
    """One device for rounds with drops."""

    def people_of(self, people, rng, habits):
        return Dropping(people, rng, {})

    def play_with(self, number, drops):
        """Play the round of this number with these drops; raises if its acta is not the true one."""
        self.players.drops = drops
        self.players.unreadable = ()
        self.players.blind = 0
        self.players.hidden = []
        try:
            self.play_one(number)
        except Exception:
            print("drops", drops)
            raise
