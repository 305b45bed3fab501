"""Game, the engine as a library: random matches whose every step is checked, and what each method says."""

import os

import tute
from support.house_rules import PRESETS
from support.random_games import random_match
from support.state import state_text
from tute.acta import CANTE, CANTE_40, CANTE_TUTE, PLAY, SWAP, event_text
from tute.game import AmbiguousError, Game, IllegalError, UnreadableError, Why, card_name, parse_card
from tute.referee import Referee
from tute.why import MUST_BEAT, MUST_FOLLOW, NAMES, RULES

SOAK = bool(os.getenv("TAPETE_SOAK"))
tute.keep = True  # tests read sources: what is lent is not to be compiled again for every use
MATCHES = 15 if SOAK else 1  # by preset
ROUNDS = 3 if SOAK else 2

# seat 4 deals; copas are trumps
HANDS = ["A3R.C7.S42.65", "CS7.AR.65.A3R", "642.6542.A3.S", "5.3S.RC7.C742"]


def game_of(upcard="3C", **more):
    return Game.deal(hands=HANDS, upcard=upcard, **more)


def played(texts, **more):
    """The game of HANDS after these plays."""
    game = game_of(**more)
    for text in texts.split():
        game.push_text(text)
    return game


def error_of(kind, call, *args):
    """The error of this kind that the call raises."""
    try:
        call(*args)
    except kind as error:
        assert isinstance(error, ValueError)
        return error
    raise AssertionError("no " + kind.__name__)


# random matches


class Watcher:
    """Checks a game before each push of a random match."""

    def __init__(self):
        self.steps = 0
        self.calls = 0
        self.drawn = 0  # cantes and exchanges that made draws
        self.referee = None  # one who sees no hands
        self.deal = None

    def follow(self, game, event):
        """The referee who sees no hands takes every event, says the same of the game, and proves nothing."""
        if not game.tricks and not game.table and self.deal is not game.last_deal:
            if self.deal is None or self.referee.phase == "match_over":
                self.referee = Referee(game.rules, game.target)
            self.deal = game.last_deal
            assert self.referee.push("deal %d %s" % (game.dealer, card_name(self.deal.upcard))).ok
        referee = self.referee
        assert (referee.points, referee.turn, referee.phase) == (game.points, game.turn, game.phase)
        assert referee.cantes_by_side == game.cantes and tuple(referee.games) == tuple(game.games)
        answer = referee.push((PLAY, game.turn, event, 0) if isinstance(event, int) else event)
        assert answer.ok and answer.verdict != "illegal"
        assert not [found for found in answer.renuncios or () if found["status"] == "proven"]

    def __call__(self, game, event):
        self.follow(game, event)
        self.steps += 1
        self.calls += not isinstance(event, int)
        if game.phase == "window" and isinstance(event, tuple):
            self.drawn += before_and_after_draws(game, event)
        check_cards(game)
        check_points(game)
        check_views(game)
        if self.steps % 11 == 0 or isinstance(event, tuple):
            check_texts(game)
            check_push_and_pop(game, event)


def before_and_after_draws(game, event):
    """Whether this cante or exchange makes draws: it must be one that could not be made without them."""
    stock = len(game.stock)
    copy = game.copy()
    copy.push(event)
    return len(copy.stock) < stock


def check_cards(game):
    """Every card of the pack is in one place, once."""
    pack = [card for card in range(40) if card_name(card)[0] not in game.rules.removed_ranks]
    laid = [card for trick in game.tricks + [game.table] for _, card in trick]
    held = [card for seat in game.seats for card in game.hand(seat)]
    assert sorted(laid + held + game.stock) == pack
    for seat in game.seats:
        assert game.hand(seat) == sorted(game.hand(seat))


def check_points(game):
    """All points and the cantes at the end, never more before."""
    sung = [20 if call[:2] == "20" else 40 for calls in game.cantes for call in calls if call[:4] != "tute"]
    taken = sum(game.points) - sum(sung) - sum(game.carried)
    most = 120 + game.rules.last_trick_bonus
    assert (
        taken == most if len(game.tricks) == game.rules.hand_size and not game.stock else 0 <= taken <= most
    )


def check_views(game):
    """The legal list is sorted and unique, `in` and `why_not` say the same of all cards, events are accepted."""
    legal = list(game.legal_plays)
    assert legal == sorted(set(legal)) and len(legal) == game.legal_plays.count() == len(game.legal_plays)
    assert legal == [card for card in range(40) if card in game.legal_plays] and bool(legal) == bool(
        game.legal_plays
    )
    if legal:
        assert legal == game._ref._round.trick.legal(
            game._to_play_from(game.turn)
        )  # card by card, as the referee judges
    for card in legal:
        assert not game.why_not(card) and game.why_not(card) == Why()
        assert game.holds(game.turn, card)
    for view in (game.legal_cantes, game.legal_swaps):
        events = list(view)
        assert len(events) == len(set(events)) == view.count() and bool(events) == bool(view)
        for event in events:
            assert event in view and event_text(event) in view
    assert len(game.legal_events) == len(legal) + len(game.legal_cantes) + len(game.legal_swaps)


def check_texts(game):
    """Text and repr make an equal game, in every respect that decides what comes."""
    text = game.text()
    again = Game.from_text(text)
    assert again == game and again.text() == text and repr(again) == repr(game)
    assert eval(repr(game), {"Game": Game}) == game
    assert summary(again) == summary(game)
    copy = game.copy()
    assert copy == game and copy is not game and state_text(copy._ref) == state_text(game._ref)


def check_push_and_pop(game, event):
    """A pop restores everything; a copy's plays do not touch the game."""
    state, text = state_text(game._ref), game.text()
    copy = game.copy()
    copy.push(event)
    assert game.text() == text and state_text(game._ref) == state and copy != game
    game.push(event)
    assert game == copy and game.peek() == copy.peek()
    assert game.pop() == copy.peek()
    assert game.text() == text and state_text(game._ref) == state


def summary(game):
    """What can be asked of a game."""
    hands = [game.hand(seat) for seat in game.seats]
    now = [game.phase, game.turn, game.trump, game.upcard, game.table, game.tricks, game.points, game.games]
    return [now, hands, game.stock, list(game.legal_events), game.cantes, game.dealer, repr(game.outcome())]


def random_matches(preset, matches):
    watcher = Watcher()
    for seed in range(matches):
        game = random_match(preset, 1000 + seed, watcher, ROUNDS)
        assert game.winner in game.side_names and game.outcome() is not None
        assert watcher.referee.games == game.games and watcher.referee.phase == "match_over"
        assert not list(game.legal_events) and game.why_not(5) == Why("no_round")
        while True:  # all the way back
            try:
                game.pop()
            except IndexError:
                break
        assert game == Game(preset, ROUNDS, dealer=seed % 2 + 1)
    print(
        preset, watcher.steps, "steps,", watcher.calls, "cantes and exchanges,", watcher.drawn, "with draws"
    )


def test_random_matches_under_every_preset():
    for preset in PRESETS:
        random_matches(preset, MATCHES)


def test_random_matches_under_other_rules():
    for rules in OTHER_RULES if SOAK else OTHER_RULES[:3]:
        random_matches(rules, 4 if SOAK else 1)


OTHER_RULES = (
    "amelia-2 round_win=first_to_101 hand_size=6 stock_duty=trump_only",
    "wikipedia-2 cante_phase=both exchange_two_takes=anything exchange_min_stock=1 direction=cw",
    "amelia-3 round_win=first_to_101 dealer_next=last_trick_winner",
    "online-pairs ruff_duty=over_else_trump partner_winning_exempt=yes tute_on_deal=yes exchange_needs=nothing",
    "amelia-2 stock_duty=assist_only tute_ranks=RCS double_win=over_100",
    "amelia-4 sides=individual must_beat=no",
    "online-pairs renuncio_detection=audit tie=nobody ruff_duty=none removed_ranks=24 hand_size=8",
    "wikipedia-4 cante_order=off cantes_per_player=1_per_side last_trick_bonus=20",
)


# what each method says


def test_cards_by_turn_trick_and_window():
    game = played("2E")
    assert (game.turn, game.phase, game.trick_no, game.dealer, game.trump) == (2, "play", 1, 4, 1)
    assert game.table == [(1, parse_card("2E"))] and game.last_trick == [] and game.tricks == []
    game = played("2E 5E 3E CE")
    assert (game.turn, game.phase, game.trick_no, game.points) == (3, "window", 2, [13, 0])
    assert game.last_trick == game.tricks[0] and len(game.last_trick) == 4
    assert [card_name(card) for card in game.hand(4)] == [
        "5O",
        "SC",
        "3C",
        "7E",
        "RE",
        "2B",
        "4B",
        "7B",
        "CB",
    ]


def test_why_not_names_every_problem():
    game = played("2E")
    assert list(game.why_not("AB")) == ["must_follow"]
    assert list(game.why_not("3E")) == ["not_in_hand"]
    assert list(game.why_not("AE", 3)) == ["not_your_turn"]
    assert list(game.why_not("AC", 3)) == ["not_your_turn", "not_in_hand"]
    assert list(game.why_not("2E")) == ["already_played"]
    assert list(game.why_not("2C")) == ["not_in_hand", "must_follow"]
    assert list(game.why_not("8O")) == list(game.why_not(40)) == list(game.why_not(-1)) == ["unknown_card"]
    why = game.why_not("AB")
    assert "must_follow" in why and MUST_FOLLOW in why and MUST_BEAT not in why and why == MUST_FOLLOW
    assert why.rules() == [RULES["must_follow"]]
    assert list(Game().why_not("AO")) == ["no_round"]


# position, card of the seat in turn, the only thing that stands against it
DUTIES = (
    ("online-pairs | 0-0/3 | 1 RB | 372.S65.54.R2 6.AC74.A376.A ARC..R.3CS754 S54.3R2.CS2.6 | - | AB5B6BRB 7C4B | 0-15",
     "4O", "must_follow"),
    ("online-pairs | 1-0/3 | 2 5E | RC4.A354.A.AS A6.C.RCS52.C5 375.S6.376.R6 S2.R72.4.3742 | - | 6E4EAE2E 1:20O RO | "
     "31-0",
     "6O", "must_beat"),
    ("online-pairs | 0-0/3 | 1 RB | 372.S65.54.R2 6.AC74.A376.A ARC..R.3CS754 S54.3R2.CS2.6 | - | AB5B6BRB 7C | 0-15",
     "CO", "must_trump"),
    ("online-pairs | 2-2/3 | 1 CO | ACS6.5.AR.S72 32.A3CS7..A64 .R64.S754.RC5 R754.2.3C62.3 | - | CCRC2C5C 4C7O | 7-0",
     "6O", "must_overtrump"),
    ("wikipedia-4 | 1-0/3 | 2 2O | S.3754.3C.C74 A3R62.A6.R74. .CS2.652.A365 C754.R.AS.RS2 | - | AB2BCBRO 4E5EAE3E "
     "SECERE2E 7E6E7O | 0-48", "4C", "must_undertrump"),
)  # fmt: skip


def test_why_not_names_every_duty():
    for text, card, reason in DUTIES:
        game = Game.from_text(text)
        assert list(game.why_not(card)) == [reason], (text, card)
        error = error_of(IllegalError, game.push_text, card)
        assert error.why == Why(reason) and error.reason == reason and error.position == text
        assert str(error) == "play %s: %s; in %s" % (card, reason, text)
    assert sorted(NAMES) == sorted(RULES)


def test_a_play_that_no_duty_forbids_is_legal():
    game = Game.from_text(DUTIES[3][0])
    assert [card_name(card) for card in game.legal_plays] == ["SO", "CO", "AO"]  # trumps above the 7
    assert "SO" in game.legal_plays and "6O" not in game.legal_plays and "XX" not in game.legal_plays
    assert repr(game.legal_plays) == "<LegalPlays: SO, CO, AO>"
    view = game.legal_plays
    game.push_text("AO")
    assert list(view) == list(game.legal_plays) != []  # it is live


CALLS = (
    "online-pairs | 0-0/3 | 2 6B | CS76.5.752.A2 42.R764.S.RC6 A.AS2.364.S54 3R5.3C.ARC.37 | - | "
    "AO3O7O4O SCCC5CRC | 21-9"
)


def test_cantes_and_exchanges_as_views():
    game = Game.from_text(CALLS)
    assert repr(game.legal_cantes) == "<LegalCantes: cante 40 2, cante 20 E 4>"
    assert repr(game.legal_swaps) == "<LegalSwaps: swap 2B 1>" and len(game.legal_events) == 8 + 2 + 1
    assert "cante 40" in game.legal_cantes and (CANTE, 2, CANTE_40, 0) in game.legal_cantes
    assert "cante 40 4" not in game.legal_cantes and "cante 20 O" not in game.legal_cantes
    assert "swap 2B 1" in game.legal_swaps and "swap 2B 3" not in game.legal_swaps
    answer = game.push_text("cante 40")
    assert answer.event == "cante 40 2" and game.cantes == [[], ["40"]] and game.points == [21, 49]
    game.push_text("swap 2B")
    assert game.upcard == parse_card("2B") and game.peek() == "swap 2B 1"
    assert game.holds(1, parse_card("6B")) and game.holds(2, parse_card("2B"))
    assert game.text().endswith(" 2:40 1:2B | 21-49") and Game.from_text(game.text()) == game
    assert error_of(IllegalError, game.push_text, "cante 40").reason == "already"
    assert error_of(IllegalError, game.push_text, "cante 20 O 1").reason == "side"
    assert error_of(IllegalError, game.push_text, "swap 7B").reason == "rank"
    assert game.check((CANTE, 4, 2, 0)) is None and game.check((CANTE, 4, CANTE_TUTE + 7, 0)) == "cards"
    assert game.check((PLAY, 2, parse_card("AO"), 0)) == "already_played"
    assert game.check((SWAP, 1, parse_card("2B"), 0)) == "rank"
    game.push_text("CB")
    assert (
        not game.legal_cantes
        and game.legal_cantes.count() == 0
        and repr(game.legal_swaps) == "<LegalSwaps: none>"
    )


def test_texts_that_leave_something_out():
    game = Game.from_text(CALLS)
    error = error_of(AmbiguousError, game.push_text, "cante")
    assert (error.given, error.meant, error.position) == ("cante", "cante 40 2, cante 20 E 4", CALLS)
    assert str(error_of(AmbiguousError, game.push_text, "6")) == "6: could be 6C, 6B; in " + CALLS
    assert game.text() == CALLS
    assert game.push_text("cante 20").event == "cante 20 E 4"
    assert game.push_text("swap").event == "swap 2B 1"
    assert error_of(IllegalError, game.push_text, "swap").reason == "nothing of the kind is legal"
    assert game.push_text("s").event == "play SE 2"
    assert game.push_text("play 3E 3").turn == 4


def test_what_needs_hands_unseen_is_refused():
    game = Game.from_text(CALLS)
    for text in (
        "deal 1 AO",
        "undo",
        "show 2 2O",
        "hand 2 2O",
        "forget",
        "claim 1 2",
        "correct 5 -",
        "play 7C 2 stands",
    ):
        assert error_of(IllegalError, game.push_text, text).reason == "hands_known", text
    for text in ("", "#", "AO AO", "play", "play 8O", "40", "@note", "play AO 9 9"):
        error = error_of(UnreadableError, game.push_text, text)
        assert (
            error.given == text
            and error.position == CALLS
            and CALLS in str(error)
            and repr(text) in str(error)
        )
    for text in ("draw", "draw 2", "draw 2 AO", "claim101 1", "play 7C 3"):
        error_of(IllegalError, game.push_text, text)
    assert game.text() == CALLS and len(game.events) == 8


def test_a_round_can_end_without_cards():
    for words, by, winner in (
        ("concede 2", "concession", "1+3"),
        ("award 2+4", "ruling", "2+4"),
        ("misdeal", "ruling", None),
    ):
        game = Game.from_text(CALLS)
        game.push_text(words)
        assert (game.outcome().by, game.outcome().winner, game.phase) == (by, winner, "round_over")
        assert Game.from_text(game.text()) == game
        assert game.next_dealer == (2 if words == "misdeal" else 3)
        game.push_deal(9)
        assert game.dealer == game.last_deal.dealer and game.phase == "play" and game.outcome() is None
        assert (
            game.games == {"1+3": (1, 0), "2+4": (0, 1), None: (0, 0)}[winner]
            and Game.from_text(game.text()) == game
        )
        assert game.pop() is None and game.pop() == words and game.text() == CALLS
    game = Game.from_text(CALLS)
    game.push_text("leave 1")
    assert (game.phase, game.winner) == ("match_over", "2+4") and Game.from_text(game.text()) == game


def test_a_tute_ends_the_round():
    hands = ["ARC.RC.RC.RC6", "37.AS.A3.A3S5", "S65.374.S76.7", "42.652.542.42"]
    game = Game.deal(hands=hands, upcard="2C")
    for text in ("AO", "3O", "5O", "2O"):
        game.push_text(text)
    assert [event_text(event) for event in game.legal_cantes][4:] == ["cante tute R 1", "cante tute C 1"]
    answer = game.push_text("cante tute R")
    assert answer.round["by"] == "tute" and game.outcome().winner == "1+3" and game.games == (1, 0)
    assert game.text().endswith(" AO3O5O2O 1:tuteR | 21-0") and Game.from_text(game.text()) == game


def sizes(game):
    return [len(game.hand(seat)) for seat in game.seats], len(game.stock)


def test_draws_come_by_themselves():
    game = Game.deal("amelia-2", seed=3)
    assert sizes(game) == ([8, 8], 24) and game.stock[-1] == game.upcard and game.turn == 1
    first = game.stock[:2]
    game.push(list(game.legal_plays)[0])
    game.push(list(game.legal_plays)[0])
    assert game.phase == "window" and sizes(game) == ([7, 7], 24)
    winner = game.turn
    assert len(game.legal_plays) == 8 and first[0] in game.legal_plays  # the winner draws first
    assert (
        game.holds(winner, first[0])
        and game.holds(3 - winner, first[1])
        and first[0] not in game.hand(winner)
    )
    before = game.text()
    game.push(first[0])
    assert sizes(game)[1] == 22 and game.stock[0] not in first and first[1] in game.hand(3 - winner)
    lead = game.text()
    assert game.pop() == "play %s %d" % (card_name(first[0]), winner) and game.text() == before
    game.push_text("draw")
    assert sizes(game) == ([8, 8], 22)
    assert game.text().split(" | ")[5] == before.split(" | ")[5] + " draw"
    assert Game.from_text(game.text()) == game and game.peek() == "draw"
    assert error_of(IllegalError, game.push_text, "draw").reason == "already"
    game.push(first[0])
    assert game.text() == lead


def test_the_upcard_is_drawn_last_by_the_loser():
    game = Game.deal("wikipedia-2", seed=4)
    while len(game.tricks) < 12:
        game.push(list(game.legal_plays)[-1])
    upcard = game.upcard
    assert game.stock[-1] == upcard and len(game.stock) == 2
    loser = 3 - game.turn
    game.push(list(game.legal_plays)[-1])
    assert (
        game.stock == []
        and game.upcard is None
        and upcard in game.hand(loser)
        and sizes(game)[0] in ([7, 8], [8, 7])
    )


def test_a_cante_makes_the_draws_that_it_needs():
    for preset, expected in (("wikipedia-2", 22), ("amelia-2", 24)):
        for seed in range(99):
            game = Game.deal(preset, seed=seed)
            game.push(list(game.legal_plays)[-1])
            game.push(list(game.legal_plays)[0])
            held = [
                event
                for event in game.legal_cantes
                if all([c in game.hand(event[1]) for c in pair(event, game)])
            ]
            if held:
                break
        game.push(held[0])
        assert len(game.stock) == expected, (
            preset
        )  # wikipedia-2 sings after drawing (WK-11), amelia-2 may before
        assert Game.from_text(game.text()) == game and game.pop()[:5] == "cante" and len(game.stock) == 24


def pair(event, game):
    """King and knight of a 20 or the 40."""
    suit = game.trump if event[2] == CANTE_40 else event[2] % 4
    return [suit * 10 + 7, suit * 10 + 6]


def test_points_are_carried():
    text = (
        "amelia-3 round_win=first_to_101 points_shown=cantes | 0-0-0/3 70-18-62 | 2 3C | "
        "3S7.76.A3RCS.CS AC6.3RCS54..AR5 R54.A.7654.3764 | - | 7EAE | 70-18-62"
    )
    game = Game.from_text(text)
    assert game.carried == (70, 18, 62) and game.points == [70, 18, 62] and game.text() == text
    while game.phase != "round_over":
        game.push(list(game.legal_plays)[0])
    assert sum(game.points) == 280 and game.outcome().by == "points" and Game.from_text(game.text()) == game
    for wrong in (
        text.replace("70-18-62 ", "70-18 ", 1),
        text.replace("round_win=first_to_101", "tie=nobody"),
    ):
        error_of(UnreadableError, Game.from_text, wrong)


def test_deals():
    game = game_of()
    assert game.last_deal.dealer == 4 and game.last_deal.stock == () and game.stock == []
    names = [[card_name(card) for card in hand] for hand in game.last_deal.hands]
    assert Game.deal(hands=names, upcard=parse_card("3C")) == game
    assert Game.deal(seed=5) == Game.deal(seed=5) != Game.deal(seed=6)
    assert Game.deal(seed=5, dealer=2).turn == 3 and Game.deal(seed=5, games=[1, 0], target=2).games == (1, 0)
    assert Game.deal(seed=1).text() == SEED_1
    for hands, upcard, kind in (
        (HANDS[:3], "3C", IllegalError),
        (HANDS[:3] + ["5.3S.RC7.C74"], "3C", IllegalError),
        (HANDS[:3] + ["5.3S.RC7.C74A"], "3C", IllegalError),
        (HANDS, "AO", IllegalError),
        (HANDS[:3] + ["5.3S.RC7"], "3C", UnreadableError),
        (HANDS[:3] + ["5.3S.RC7.C748"], "3C", UnreadableError),
        (HANDS[:3] + [["5O", "XX"]], "3C", UnreadableError),
        (HANDS[:3] + [[5, 99]], "3C", UnreadableError),
        (HANDS, "8C", UnreadableError),
        (HANDS, None, UnreadableError),
    ):
        game = Game()
        error_of(kind, game.push_deal, 0, hands, None, upcard)
        assert game == Game()
    assert error_of(IllegalError, game_of().push_deal).reason == "round_open"
    assert error_of(IllegalError, Game().push_deal, 0, HANDS, None, "3C", 9).reason == "seat"


def test_offences_are_refused_like_all_that_is_not_legal():
    text = CALLS.replace(
        "online-pairs", "online-pairs renuncio_detection=audit out_of_turn=renuncio bad_cante=renuncio"
    )
    game = Game.from_text(text)
    assert repr(game.legal_cantes) == "<LegalCantes: cante 40 2, cante 20 E 4>"
    for words, reason in (
        ("cante 20 O 1", "side"),
        ("play AB 1", "not_your_turn"),
        ("cante 20 C 2", "cards"),
    ):
        assert error_of(IllegalError, game.push_text, words).reason == reason
    assert game.text() == text
    game.push_text("2O")
    assert error_of(IllegalError, game.push_text, "3E").reason == "must_trump"  # audit would let it lie


SEED_1 = "online-pairs | 0-0/3 | 4 CC | 4.2.AS76.3RS5 AR.AR5.C.AC64 3CS72.S76..72 65.3C4.3R542. | - | - | 0-0"


def test_positions_that_cannot_be_read():
    for text in (
        "",
        "online-pairs",
        "nothing | 0-0/3 | 4",
        "online-pairs | 0-0/3 | 5",
        "online-pairs | 0-0/3 | 4 3C",
        "online-pairs | 0-0-0/3 | 4",
        "online-pairs | 0-x/3 | 4",
        "online-pairs | 0-0/0 | 4",
        "online-pairs tie=never | 0-0/3 | 4",
        CALLS.replace("4:", "4;").replace("21-9", "21-8"),
        CALLS.replace("21-9", "21"),
        CALLS.replace(" - ", " AO "),
        CALLS.replace("RC |", "R |"),
        CALLS.replace("RC |", "RC 1:50 |"),
        CALLS.replace("RC |", "RC 9:award |"),
        CALLS.replace("RC |", "RC x:40 |"),
        CALLS.replace(".A2 ", ".A "),
        CALLS.replace("2 6B", "2 6"),
        CALLS.replace("2 6B", "2"),
        CALLS + " | 1",
    ):
        error = error_of(ValueError, Game.from_text, text)
        assert isinstance(error, (UnreadableError, IllegalError)), text
        if text[:6] != CALLS[:6] or "AO" not in text:
            assert error.given == text and repr(text) in str(error), text
    for text in (CALLS.replace("RC |", "RC 1:40 |"), CALLS.replace("5CRC", "5CAC")):
        assert isinstance(error_of(ValueError, Game.from_text, text), IllegalError), text
    assert Game.from_text(CALLS.replace(" | ", "|").lower().replace("6b", "6B")) == Game.from_text(CALLS)


def test_nothing_to_pop():
    for call in (Game().pop, Game().peek, Game.from_text(SEED_1).pop):
        try:
            call()
        except IndexError:
            continue
        raise AssertionError("no IndexError")


def test_a_table_to_look_at():
    text = str(Game.from_text(CALLS))
    assert (
        "> 2  2.764.S.RC6" in text and "dealer 2, trump B, 6B shown" in text and text.endswith("\nwindow")
    ), text
    assert str(Game()) == "online-pairs, games 0-0 of 3\ndeal"


def test_the_library_gives_all_names():
    import tute.library as library

    for name in library.__all__:
        assert getattr(library, name) is not None, name
    assert library.Game is Game and library.OROS * 10 + library.AS == parse_card("AO")
    assert [
        library.RANKS[rank] for rank in (library.DOS, library.SOTA, library.CABALLO, library.REY)
    ] == list("2SCR")
    assert library.Referee("amelia-3").push("deal 3 3C").ok
