"""People who deal over the mat, and a watch that nothing which is seen or told names a card that nobody has seen."""

from support.story import Story, uid_of
from tapete import screens
from tapete.screens.strings import Words
from tute.cards import card_name, parse_card

NAMES = [card_name(card) for card in range(40)]


class Leak(AssertionError):
    """A card that nobody has seen was named."""


def dealing(hands, dealer, packet=1):
    """The cards of these hands (lists by seat - 1) in the order in which they are dealt."""
    n = len(hands)
    left = [list(hand) for hand in hands]
    order = []
    while any(left):
        for k in range(n):
            hand = left[(dealer + k) % n]
            order += hand[:packet]
            del hand[:packet]
    return order


class ScanStory(Story):
    """`passes` moves cards over the mat, face down; `seen` are the cards that people may know."""

    def __init__(self, *args, **kw):
        self.seen = []
        self._words = Words("es", ["", "", "", ""])
        self._watched = 0
        self._view = None
        super().__init__(*args, **kw)

    def lay(self, *names, **kw):
        self.seen += names
        return super().lay(*names, **kw)

    def passes(self, *names, how="laid", gap=300, **kw):
        """Each passes: it is laid and lifted; how="once": the mat heard it but once."""
        for name in names:
            event = (uid_of(name), self.now) + ((kw["seat"],) if "seat" in kw else ())
            if how == "laid":
                self.lying.append(name)
                self.table.on_mat(("laid",) + event)
                self.settle()
                self.lying.remove(name)
                self.table.on_mat(("lifted", event[0], self.now + 200))
            else:
                self.table.on_mat(("lifted",) + event)
            self.settle()
            self.wait(gap)
        return self

    def settle(self):
        super().settle()
        ref = self.table.ref
        if ref is None or ref.phase in ("round_over", "match_over"):
            self._watched = len(self.told)
            self.seen = []
            return
        for line in self.told[self._watched :]:
            for word in line.replace('"', " ").replace(";", " ").replace(",", " ").split():
                if word in NAMES and word not in self.seen:
                    raise Leak(line)
        self._watched = len(self.told)
        if self.view is not self._view:
            self._view = self.view
            said = " | ".join(screens.texts(self.view))
            for name in NAMES:
                if name not in self.seen and self._words.card(parse_card(name)) in said:
                    raise Leak(said)
