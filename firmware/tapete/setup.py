"""A new match: rules, target, who deals, games brought along; one press takes them as they are."""

from tapete import lend, screens
from tapete.table import Question

_MOST = 9  # rounds to win, at most


class Setup:
    """What is chosen so far."""

    def __init__(self, t):
        self.t = t
        self.rules = t.settings.rules
        games = lend("games")
        self.parsed = games.rules_of(self.rules)
        if not self.parsed:
            t.trouble("rules", ((self.rules.split() or [""])[0],))
            self.rules = games.USUAL
            self.parsed = games.rules_of(self.rules)
        self.target = t.settings.target or self.parsed.match_target
        self.dealer = min(t.ref and t.ref.next_dealer or 4, self.parsed.players)
        self.games = [0] * len(self.parsed.side_names())

    def summary(self):
        args = (self.rules.split()[0], self.target, self.dealer) + tuple(self.games)
        change = "house_change" if " " in self.rules else "change"
        options = [("start", ()), (change, ()), ("options", ())]
        self._ask(Question("setup_start", args, options, self._answer, holds=False))

    def _ask(self, question):
        question.kind = "new_match"
        self.t.ask(question)

    def _answer(self, i):
        if i == 1:
            self._choose_rules()
        elif i:
            self.t.room("options").open_options(self.t, self.summary, self.parsed.players)
        elif self.t.seated and not any(self.t.settings.antennas):
            # Before the first match it is not known who sits where.
            self.t.room("antennas").ask(self.t, self.start, self.summary)
        else:
            self.start()

    def _choose(self, key, args, option, values, now, then):
        """Ask for one of these values, then go on with then(value)."""
        options = [(option, (value,)) for value in values]
        question = Question(key, args, options, lambda i: then(values[i]), self.summary, holds=False)
        question.cycle = True
        if now in values:
            question.pick = values.index(now)
        self._ask(question)

    def _choose_rules(self):
        names = lend("games").presets()
        options = [("preset", (name,)) for name in names] + [("house", ())]

        def chosen(i):
            if i < len(names):
                self._choose_target(names[i])
            else:
                self.t.room("house").open_house(self.t, self.rules, self._house, self._choose_rules)

        question = Question("setup_rules", (), options, chosen, self.summary, holds=False)
        question.cycle = True
        question.pick = names.index(self.rules) if self.rules in names else len(names)
        self._ask(question)

    def _house(self, text):
        """These are the house's rules: the preset's, but for some options."""
        self._take_rules(text)
        self._choose_target(text)

    def _choose_target(self, name):
        if name != self.rules:
            self._take_rules(name)
        numbers = list(range(1, _MOST + 1))
        self._choose("setup_target", (), "number", numbers, self.target, self._choose_dealer)

    def _take_rules(self, text):
        players = self.parsed.players
        self.rules = text
        self.parsed = lend("games").rules_of(text)
        if self.parsed.players != players:
            self.dealer = self.parsed.players
            self.games = [0] * len(self.parsed.side_names())

    def _choose_dealer(self, target):
        self.target = target
        seats = list(range(1, self.parsed.players + 1))
        self._choose("setup_dealer", (), "seat", seats, self.dealer, self._dealer)

    def _dealer(self, seat):
        self.dealer = seat
        self.summary()

    def choose_games(self, side=0):
        """Go on from a score: the games of each side first."""

        def chosen(n):
            self.games[side] = n
            if side + 1 < len(self.games):
                self.choose_games(side + 1)
            else:
                self.summary()

        self._choose("setup_games", (side,), "number", list(range(_MOST)), self.games[side], chosen)

    def start(self):
        """End what was, write the head, and wait for the trump card."""
        t = self.t
        if t.ref and t.ref.phase != "match_over":
            t.commit("end")
        self.target = max(self.target, max(self.games) + 1)
        head = ["acta 1", " ".join(("rules", self.rules)), " ".join(("target", str(self.target)))]
        for side, name in enumerate(self.parsed.side_names()):
            if self.games[side]:
                head.append("games %s %d" % (name, self.games[side]))
        names = t.settings.names[: self.parsed.players]
        for k, name in enumerate(names):
            if name:
                head.append(" ".join(("seat", str(k + 1), name)))
        self._remember()
        t.journal.open_match(head)
        t.reset()
        t.names = names
        t.ref = self.parsed = None  # there is no room for two
        screens.rest()
        t.ref = t.factory(self.rules, self.target, list(self.games))
        for k, text in enumerate(head):
            t.tell("acta %d %s" % (k + 1, text))
        t.note(" ".join(("@dealer", str(self.dealer))))
        t.dealer = self.dealer
        t.say("lay_trump")

    def _remember(self):
        """What is played is what the next set-up proposes."""
        settings = self.t.settings
        if settings.rules != self.rules or settings.target not in (self.target, 0):
            settings["rules"] = self.rules
            settings["target"] = self.target
            settings.save()


def open_setup(t, score=False):
    """Ask for a new match; score: games are brought along. The match that was stays until this one begins, with
    what it cannot do without."""
    screens.rest(True)
    if t.ref:
        t.ref.rest()
    setup = Setup(t)
    if score:
        setup.choose_games()
    else:
        setup.summary()
