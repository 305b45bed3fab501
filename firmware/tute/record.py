"""Plain records: one set of house rules, and the match as it stands."""


class RulesError(ValueError):
    """A `rules` line that cannot be: `at` is the offset of the word, `expected` says what could stand there."""

    def __init__(self, at, expected):
        super().__init__(expected)
        self.at = at
        self.expected = expected


class Rules:
    """An attribute for every option of rules 2.5, 3.4 and 3.5, by its name there, and `preset`. Made once by
    `tute.rules`, which knows all options and presets, then left alone."""

    preset: str
    players: int
    sides: str
    removed_ranks: str
    hand_size: int
    trump_source: str
    upcard_home: str
    direction: str
    first_leader: str
    dealer_next: str
    draw_order: str
    stock_duty: str
    must_beat: bool
    beat_reference: str
    beat_waived_when_trumped: bool
    ruff_duty: str
    partner_winning_exempt: bool
    cante_declarer: str
    cante_deadline: str
    cantes_per_player: str
    cante_order: str
    cante_party: str
    tute_ranks: str
    tute_after_cante: str
    tute_effect: str
    tute_on_deal: bool
    cante_phase: str
    cante_min_stock: int
    cante_excludes_last_drawn: bool
    exchange: str
    exchange_needs: str
    exchange_min_stock: int
    exchange_moment: str
    exchange_two_takes: str
    last_trick_bonus: int
    round_win: str
    tie: str
    tie_fallback: str
    double_win: str
    points_shown: str
    match_target: int
    renuncio_detection: str
    renuncio_claim_by: str
    renuncio_claim_until: str
    renuncio_correction: str
    renuncio_penalty: str
    renuncio_priority: str
    false_claim: str
    out_of_turn: str
    bad_cante: str

    def __init__(self, preset):
        self.preset = preset

    def side_names(self):
        """Names of the sides, by side index: ``["1+3", "2+4"]``."""
        if self.sides == "pairs":
            return ["1+3", "2+4"]
        return [str(seat) for seat in range(1, self.players + 1)]


STOPPED = 9  # no seat: the match was ended and nobody left it


class Match:
    """Games won by each side, and who deals. `tute.match` works on it."""

    results: tuple
    carried: tuple
    earned: tuple

    def __init__(self, games):
        self.games = games  # tuple by side
        self.dealer = 0  # seat that dealt the last round; 0: none yet
        self.next_dealer = 0  # seat that is to deal; 0: anybody
        self.winner = -1  # side
        self.over = False
        self.results = ()  # of all rounds: (winner, games, by, points)
        self.carried = ()  # points by side of the deals carried on, empty if there are none
        self.earned = ()  # by seat: tricks and cantes of the rounds that pay (tute.experience)
        self.left = 0  # seat that gave up the match, STOPPED if it was ended
