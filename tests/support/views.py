"""Views as a match brings them: at least one of every kind of screen, and the longest texts."""

import os

from tapete.advice import PAGES
from tapete.menu import ITEMS
from tapete.names import groups
from tapete.screens import strings
from tapete.screens.view import View

LANGUAGES = ("es", "en")  # those whose pictures are painted on every panel in each run
# Every catalogue: the pages of the others are laid out, which takes a tenth of the time.
CATALOGUES = tuple(sorted([name[:2] for name in os.listdir(strings.FOLDER) if name[2:] == ".txt"]))
NAMES = ["Ana", "Luis", "Eva", "Bartolomé"]
NAMES_IN = {"ru": ["Анна", "Лука", "Ева", "Татьяна"], "ko": ["지민", "서준", "하은", "Bartolomé"]}
OROS, COPAS, ESPADAS, BASTOS = 0, 10, 20, 30
TWO, FOUR, FIVE, SIX, SEVEN, JACK, KNIGHT, KING, THREE, ACE = range(10)
PLAY = ["", "cante", "swap", "undo"]
ASK = ["choose", "prev", "next", "back"]
READER_STATES = ("no_answer", "bus_fault", "supply", "antenna_off", "too_many", "clone", "recovering")
PRESS = ["opt1", "opt2", "opt3", "back"]


def _view(kind, lang, **fields):
    view = View(kind, lang)
    view.names = list(NAMES_IN.get(lang, NAMES))
    view.dealer = 4
    view.buttons = list(PLAY)
    for key in fields:
        if not hasattr(view, key):
            raise AttributeError(key)
        setattr(view, key, fields[key])
    return view


def _open(kind, lang, **fields):
    """A round in progress: copas are trumps, the two lies on the table."""
    given = {"trump": 1, "upcard": COPAS + TWO, "trick_no": 4, "points": [45, 38], "games": [1, 2]}
    given.update(fields)
    return _view(kind, lang, **given)


def _question(lang, key, args, options, selected=-1, **fields):
    """Up to three options are chosen by a press of their own, more by going through them."""
    buttons = ASK if selected >= 0 else PRESS[: len(options)] + [""] * (3 - len(options)) + ["back"]
    given = {"question": (key, args, options, selected), "buttons": list(buttons)}
    given.update(fields)
    return _open("question", lang, **given)


def _refused(lang, key, *args):
    return _open("refused", lang, banner=(key, args), buttons=["stands", "", "", "undo"])


_TRICK = [(1, OROS + JACK), (2, OROS + ACE), (3, BASTOS + THREE)]
_WHOLE = _TRICK + [(4, OROS + SEVEN)]
_SEATS = [("seat", (seat,)) for seat in (1, 2, 3, 4)]
_DECK = ("enrol_check", "enrol_replace", "enrol_another")
_ENROL = [("enrol_leave_out", ()), ("enrol_enough", ())]
_YES_NO = [("yes", ()), ("no", ())]


def _tricks(lang):
    undone = ("play", 4, ESPADAS + KNIGHT)
    longest = ["Maximiliano", "Bartolomé", "Guadalupe", "Wenceslao"]
    return [
        (
            "asleep",
            _open(
                "trick",
                lang,
                cards=_TRICK,
                turn=4,
                winning=2,
                banner=("asleep", ()),
                buttons=["wake", "", "", ""],
            ),
        ),
        ("trick_lead", _open("trick", lang, turn=1, trick_no=1, points=[0, 0], games=[0, 0])),
        (
            "trick_three",
            _open(
                "trick",
                lang,
                cards=_TRICK,
                turn=4,
                winning=2,
                cantes=[(0, "40"), (0, "20O"), (1, "20E")],
                banner=("played", (3, BASTOS + THREE)),
            ),
        ),
        (
            "trick_provisional",
            _open(
                "trick",
                lang,
                cards=_TRICK,
                turn=4,
                winning=2,
                provisional=(2, 3),
                banner=("missing", ([2, 3],)),
            ),
        ),
        (
            "trick_long_names",
            _open(
                "trick",
                lang,
                names=longest,
                cards=_TRICK,
                turn=4,
                winning=1,
                upcard=-1,
                points=[128, 102],
                cantes=[(0, "40"), (0, "20O"), (0, "20E"), (0, "20B")],
                banner=("played", (4, ESPADAS + KNIGHT)),
            ),
        ),
        (
            "trick_hidden_points",
            _open("trick", lang, cards=_TRICK[:1], turn=2, winning=1, points=None, target=6, games=[2, 5]),
        ),
        (
            "trick_unheard",
            _open(
                "trick",
                lang,
                cards=_TRICK[:2],
                turn=3,
                winning=2,
                provisional=(2,),
                banner=("missing", ([1],)),
                buttons=["unheard", "", "", "undo"],
            ),
        ),
        ("trick_swap", _open("trick", lang, turn=2, banner=("swap", (2, COPAS + SEVEN, COPAS + KNIGHT)))),
        (
            "trick_undone",
            _open(
                "trick",
                lang,
                cards=_TRICK,
                turn=4,
                winning=2,
                banner=("undone", undone),
            ),
        ),
        (
            "trick_taught",
            _open(
                "trick",
                lang,
                cards=[(1, ESPADAS + JACK), (2, ESPADAS + THREE), (3, COPAS + JACK)],
                turn=4,
                winning=3,
                banner=("played", (3, COPAS + JACK)),
                duty=("follow", "over", (2, -1, COPAS + JACK)),
            ),
        ),
        (
            "trick_taught_longest",
            _open(
                "trick",
                lang,
                names=longest,
                cards=[(1, OROS + KNIGHT), (2, OROS + KING), (3, COPAS + KNIGHT)],
                turn=4,
                winning=3,
                banner=("played", (3, COPAS + KNIGHT)),
                duty=("beat", "under", (0, OROS + KING, COPAS + KNIGHT)),
            ),
        ),
        (
            "won_taught",
            _open(
                "won",
                lang,
                cards=_WHOLE,
                turn=2,
                winning=2,
                banner=("took", (2, 23)),
                duty=("sing", "", (1,)),
            ),
        ),
        ("trick_nameless", _open("trick", lang, names=[""] * 4, cards=_TRICK, turn=4, winning=2)),
        ("won", _open("won", lang, cards=_WHOLE, turn=2, winning=2, banner=("took", (2, 23)))),
        ("won_other", _open("won", lang, cards=_WHOLE, turn=2, winning=2, banner=("restored", ()))),
        ("resume", _open("resume", lang, cards=_TRICK[:2], turn=3, winning=2, banner=("resumed", (31,)))),
    ]


def _starts(lang):
    preset = [("preset", (name,)) for name in ("online-pairs", "amelia-2", "amelia-3", "amelia-4")]
    setup = ("setup_start", ("online-pairs", 3, 4, 0, 0), [("start", ()), ("change", ())], 0)
    rules = ("setup_rules", (), preset, 2)
    seen = COPAS + KNIGHT
    lines = "done detection_on_claim the_penalty_points_to_opponents tute_win_match cantes_1 deadline_none tie_nobody"
    house = ("house", ("amelia-4",), [("house_" + line, ()) for line in lines.split()], 2)
    wait = ["", "scan", "dealer", "undo"]
    stop = [("enrol_enough", ())]
    passing = {"points": [0, 0], "buttons": ["opt1", "", "", "back"]}
    check = ["ok", "", "", "back"]
    return [
        ("splash", _view("splash", lang, buttons=["", "", "", ""])),
        ("updating", _view("splash", lang, banner=("new_program", ()), buttons=["", "", "", ""])),
        ("new_match", _view("new_match", lang, banner=("welcome", ()), buttons=["ok", "", "menu", ""])),
        ("new_match_start", _view("new_match", lang, question=setup, buttons=list(ASK))),
        (
            "new_match_lang",
            _view(
                "new_match", lang, question=("lang", (), _YES_NO, -1), buttons=["opt1", "opt2", "", "back"]
            ),
        ),
        ("new_match_house", _view("new_match", lang, question=house, buttons=list(ASK))),
        (
            "new_match_antenna",
            _view(
                "new_match",
                lang,
                question=("antenna", (4,), [("antennas_kept", ())], -1),
                banner=("antenna_taken", (3,)),
                buttons=["opt1", "", "", "back"],
            ),
        ),
        (
            "new_match_rules",
            _view("new_match", lang, question=rules, buttons=list(ASK)),
        ),
        (
            "deal_wait",
            _view("deal", lang, points=[0, 0], banner=("lay_trump", ()), buttons=wait),
        ),
        (
            "deal_passing",
            _view("deal", lang, question=("scan_passing", (4, 27, 40, 5), stop, -1), **passing),
        ),
        (
            "deal_passing_seats",
            _view(
                "deal",
                lang,
                question=("scan_by_seats", (39, 40), stop, -1),
                banner=("scan_too_many", (4,)),
                **passing,
            ),
        ),
        ("deal_scanned", _view("deal", lang, banner=("hands_scanned", ()), buttons=wait)),
        ("deal_scan_dropped", _view("deal", lang, banner=("scan_dropped", (39, 40)), buttons=wait)),
        ("deal_scan_cut", _view("deal", lang, banner=("scan_was_cut", ()), buttons=wait)),
        ("deal_scan_forgotten", _view("deal", lang, banner=("scan_forgotten", ()), buttons=wait)),
        ("won_draw_scanned", _open("won", lang, cards=_WHOLE, turn=2, banner=("draw_scanned", (4,)))),
        ("deal_scan_two", _view("deal", lang, banner=("scan_two_at_once", ()), buttons=wait)),
        ("deal_clear", _view("deal", lang, dealer=2, games=[1, 2], banner=("clear_the_mat", ()))),
        (
            "deal_seen",
            _view("deal", lang, points=[0, 0], banner=("trump_seen", (seen,)), buttons=check),
        ),
        (
            "deal_shown",
            _view("deal", lang, trump=1, upcard=seen, turn=1, points=[0, 0], banner=("trump", (4, seen))),
        ),
    ]


def _cantes(lang):
    sung = [(1, "20E")]
    return [
        ("cante_40", _open("cante", lang, turn=2, banner=("cante", (3, "40", 1)), cantes=[(0, "40")] + sung)),
        ("cante_20", _open("cante", lang, turn=2, banner=("cante", (4, "20", 2)), cantes=sung)),
        ("cante_tute", _open("cante", lang, banner=("cante", (4, "tute", KING)), cantes=[(1, "tuteR")])),
    ]


def _spaced(group):
    return " ".join([group[i : i + 1] for i in range(len(group))])


def _questions(lang):
    order = [("order_of", (OROS + JACK, OROS + ACE)), ("order_of", (OROS + ACE, OROS + JACK))]
    missing = [("lay_it", ()), ("choose_card", ()), ("none_missing", ())]
    menu = [("menu_" + name, ()) for name in ITEMS + ("forget",)]
    impossible = [("card_missed", ()), ("take_back", ()), ("really_his_card", ())]
    wrong = [("scan_was_wrong", ()), ("it_just_stands", ())]
    accused = 4, 3, ESPADAS + KNIGHT, OROS + KNIGHT, 6
    proof = [("accept", ()), ("laid_by", (3, ESPADAS + KNIGHT, 4)), ("laid_by", (6, OROS + KNIGHT, 4))]
    cards = [("card", (ESPADAS + rank,)) for rank in range(10)]
    return [
        ("question_order", _question(lang, "order", (1, 2), order, cards=_TRICK[:2], provisional=(1, 2))),
        ("question_missing", _question(lang, "missing", (4,), missing, cards=_TRICK, provisional=(3,))),
        ("question_place", _question(lang, "place", (ESPADAS + KNIGHT,), _SEATS, 3, cards=_WHOLE)),
        ("question_before_lead", _question(lang, "before_lead", (4, ESPADAS + KNIGHT, "cante"), _YES_NO)),
        ("question_before_swap", _question(lang, "before_lead", (4, ESPADAS + KNIGHT, "swap"), _YES_NO)),
        ("question_proof", _question(lang, "proof", accused, proof)),
        ("question_proof_counted", _question(lang, "proof", (4, 3, ESPADAS + KNIGHT, -1, 0), proof[:2])),
        ("question_menu", _question(lang, "menu", (), menu, 0)),
        ("question_menu_end", _question(lang, "menu", (), menu, 11)),
        ("question_impossible_scanned", _question(lang, "impossible", (4, ESPADAS + KNIGHT), impossible)),
        ("question_scan_or_stands", _question(lang, "scan_or_stands", (4, ESPADAS + KNIGHT), wrong)),
        ("question_cards", _question(lang, "pick_card", (2,), cards, 6, cards=_TRICK)),
        ("question_undo", _question(lang, "undo", ("play", 4, ESPADAS + KNIGHT), _YES_NO, cards=_TRICK)),
        ("question_cante_seat", _question(lang, "cante_seat", ("20", 2), [_SEATS[1], _SEATS[3]])),
        (
            "options",
            _question(
                lang,
                "options",
                (),
                [("lang", ("Español",)), ("volume_2", ()), ("points_1", ()), ("dealt_in_packets", (5,))],
                3,
            ),
        ),
        (
            "options_sleep",
            _question(
                lang,
                "options",
                (),
                [
                    ("lang", ("Español",)),
                    ("volume_2", ()),
                    ("points_1", ()),
                    ("sleeping_1", ()),
                    ("device", ()),
                ],
                3,
            ),
        ),
        (
            "device",
            _question(
                lang,
                "device",
                (),
                [("battery_volts", ("3.90",)), ("resets_brownout", (12,)), ("resets_watchdog", (1,))],
                0,
            ),
        ),
        (
            "asleep_question",
            _question(lang, "menu", (), menu, 0, banner=("asleep", ()), buttons=["wake", "", "", ""]),
        ),
        (
            "past",
            _question(
                lang,
                "past",
                (),
                [("trick_in_past", (n, n % 4 + 1, 3 * n)) for n in range(1, 11)],
                6,
                cards=_WHOLE,
            ),
        ),
        (
            "names",
            _question(
                lang, "names", (), [("place_has_name", (1, "Maximiliano")), ("place_unnamed", (2,))], 0
            ),
        ),
        (
            "name_letters",
            _question(
                lang,
                "name_letters",
                (1, "Maximilian"),
                [("name_is_done", ("Maximilian",))]
                + [("letter_group", (_spaced(group),)) for group in groups(lang)],
                1,
            ),
        ),
        ("deck", _question(lang, "deck", (12, 1), [(key, ()) for key in _DECK] + [("enrol_other", (2,))], 1)),
        ("enrol", _question(lang, "enrol", (ESPADAS + KNIGHT, 28), _ENROL, banner=("enrol_known", (OROS,)))),
        (
            "enrol_check",
            _question(
                lang,
                "enrol_check",
                (28, [26, 27, 28, 29, 30]),
                _ENROL[1:],
                banner=("foreign", ()),
            ),
        ),
    ]


def _more_questions(lang):
    """Every other question of the catalogue, with the options that it brings."""
    seats, numbers = _SEATS, [("number", (n,)) for n in range(1, 10)]
    suits, cards = (
        [("suit", (suit,)) for suit in range(4)],
        [("card", (ESPADAS + rank,)) for rank in range(10)],
    )
    calls = [("lay_cards", ())] + [
        ("cante_of", call) for call in (("40", 1), ("20", 0), ("20", 2), ("tute", KING))
    ]
    swaps = [("lay_cards", ()), ("card", (COPAS + SEVEN,)), ("card", (COPAS + TWO,))]
    whose = [("card", (ESPADAS + KNIGHT,)), ("card", (BASTOS + THREE,)), ("none_of_them", ())]
    yes, no = _YES_NO
    rows = (
        (
            "cante_or_play",
            (1,),
            [("cante_of", ("20", 2)), ("order_of", (ESPADAS + KING, ESPADAS + KNIGHT))],
            0,
        ),
        ("pick_suit", (), suits, 2),
        ("cante", (), calls, 1),
        ("swap", (), swaps, 0),
        ("swap_seat", (COPAS + SEVEN,), [seats[1], seats[3]], -1),
        ("impossible", (3, ESPADAS + KNIGHT), [("card_missed", ()), ("take_back", ())], -1),
        ("foreign", (), [("ignore", ()), ("choose_card", ())], -1),
        ("proof_cante", (4, "20", 2), [("accept", ()), seats[1]], -1),
        ("lead", (ESPADAS + KNIGHT,), _YES_NO, -1),
        ("whose", (4,), whose, -1),
        ("concede", (), seats, 3),
        ("leave", (), seats, 3),
        ("claimant", (), seats, 0),
        ("claim", (4,), seats[:3], -1),
        ("award", (), [("side", (0,)), ("side", (1,))], 1),
        ("sure", ("misdeal", 0, -1), [no, yes], 0),
        ("fix_trick", (), [("trick", (n,)) for n in range(1, 11)], 9),
        ("fix_seat", (10,), seats, 3),
        ("fix_card", (10, 4), cards, 6),
        ("setup_target", (), numbers, 2),
        ("setup_dealer", (), seats, 3),
        ("setup_games", (1,), numbers, 8),
        ("name", (4,), [("name_chosen", ("Maximiliano",)), ("name_another", ()), ("name_nobody", ())], 0),
        ("enrol_forget", (), [no, yes], 0),
    )
    return [("question_" + row[0], _question(lang, *row, cards=_WHOLE[:3])) for row in rows]


def _more_banners(lang):
    """Every other banner of the catalogue, over the trick that is played."""
    card = ESPADAS + KNIGHT
    rows = (
        ("taken_back", (4, card)),
        ("stands", (4, card)),
        ("dismissed", (card,)),
        ("swap_refused", (0, COPAS + SEVEN, "moment")),
        ("not_for_swap", (card,)),
        ("not_for_cante", (card,)),
        ("false_cante", (4, "20", 2)),
        ("nothing_to_undo", ()),
        ("lay_again", (card,)),
        ("answered", ()),
        ("no_match", ()),
        ("conceded", (4,)),
        ("misdeal", ()),
        ("awarded", (1,)),
        ("ended", ()),
        ("claim", (4, 1, "upheld")),
        ("claim", (4, 1, "pending")),
        ("claim", (4, 1, "unfounded")),
        ("fixed", (10, 4, card)),
        ("by_hand_back", ()),
        ("not_written", ()),
        ("enrol_taken", (card,)),
        ("enrol_at_once", ()),
        ("enrol_foreign", ()),
        ("enrol_undone", (card,)),
        ("enrol_heard_all", ()),
        ("deck_changed", (2,)),
        ("of_the_other_deck", ()),
    )
    found = []
    for row in rows:
        name = "banner_" + row[0] + ("_" + row[1][2] if row[0] == "claim" else "")
        found.append((name, _open("trick", lang, turn=4, cards=_TRICK, winning=2, banner=row)))
    return found


def _refusals(lang):
    played = BASTOS + TWO
    return [
        ("refused_renuncio", _refused(lang, "refused", 2, played, "renuncio", ["follow", "trump"])),
        (
            "refused_taught",
            _open(
                "refused",
                lang,
                banner=("refused", (4, played, "renuncio", ["follow", "trump"])),
                cards=_TRICK,
                turn=4,
                winning=2,
                buttons=["stands", "", "", "undo"],
                duty=("beat", "under", (0, OROS + ACE, COPAS + KNIGHT)),
            ),
        ),
        ("refused_played", _refused(lang, "refused", 4, ESPADAS + KNIGHT, "card_played", [])),
        ("refused_cante", _refused(lang, "cante_refused", 4, "40", 1, "order")),
        ("refused_cante_tute", _refused(lang, "cante_refused", 0, "tute", KING, "tute_after_cante")),
        ("refused_swap", _refused(lang, "swap_refused", 2, COPAS + SEVEN, "needs_trick")),
        ("refused_event", _refused(lang, "denied", "correct", "then_line 31: card_played")),
    ]


def _ends(lang):
    parts = {"cards": [68, 52], "cantes": [40, 20], "ten": [10, 0]}
    tie = {"cards": [55, 65], "cantes": [0, 0], "ten": [10, 0]}
    none = {"cards": [31, 12], "cantes": [0, 40], "ten": [0, 0]}
    most = {"cards": [118, 2], "cantes": [100, 0], "ten": [10, 0]}
    found = {1: "clean", 2: "renuncio", 3: "clean", 4: "open"}
    again = ["next_match", "past", "", "undo"]
    ok = ["ok", "past", "", "undo"]
    done = {"points": [118, 72], "trump": 1, "buttons": ok}
    return [
        ("count", _view("count", lang, parts=parts, winner=0, by="points", games=[2, 2], **done)),
        (
            "count_last",
            _view("count", lang, parts=parts, winner=0, by="points", games=[3, 2], xp=[7, 2, 5, 3], **done),
        ),
        ("count_tie", _view("count", lang, parts=tie, winner=0, by="last_trick", games=[1, 0], **done)),
        ("count_most", _view("count", lang, parts=most, winner=0, by="points", games=[1, 0], **done)),
        (
            "count_renuncio",
            _view(
                "count",
                lang,
                parts=none,
                winner=0,
                by="renuncio",
                games=[1, 0],
                audit=found,
                banner=("renuncio", (2, 3, BASTOS + TWO)),
                **done,
            ),
        ),
        ("count_nobody", _view("count", lang, parts=none, by="renuncio", games=[0, 0], **done)),
        (
            "match_end",
            _view("match_end", lang, winner=1, games=[1, 3], trump=1, buttons=again, xp=[28, 104, 31, 89]),
        ),
        (
            "match_end_nobody",
            _view("match_end", lang, games=[1, 1], banner=("left", (4,)), buttons=ok, xp=[22, 9, 16, 0]),
        ),
    ]


def _troubles(lang):
    return [
        (
            "trouble_" + state,
            _open("trouble", lang, trouble=(state, args), buttons=["ok", "", "swap", "undo"]),
        )
        for state, args in (
            ("no_answer", ()),
            ("supply", ()),
            ("bus_fault", ()),
            ("antenna_off", ()),
            ("too_many", ()),
            ("clone", ()),
            ("recovering", ()),
            ("panel", ()),
            ("panel_no_answer", ()),
            ("panel_busy_stuck", ()),
            ("panel_wrong_panel", ()),
            ("flash_full", (28, 3)),
            ("flash_error", (5, 3)),
            ("battery", ()),
            ("deck_double", (ESPADAS + KNIGHT,)),
            ("torn", ("play AO 1",)),
            ("rules", ("wikipedia-2",)),
        )
    ]


def _seat_troubles(lang):
    """Those of a reader a seat, with a long name."""
    longest = ["Maximiliano", "Bartolomé", "Guadalupe", "Wenceslao"]
    wait = ["ok", "", "swap", "undo"]
    return [
        (
            "trouble_seat_" + state,
            _open("trouble", lang, names=longest, trouble=(state, (seat,)), buttons=list(wait)),
        )
        for seat, state in zip((1, 2, 3, 4, 1, 2, 3), READER_STATES)
    ]


def _by_hand(lang):
    longest = ["Maximiliano", "Bartolomé", "Guadalupe", "Wenceslao"]
    menu = ["menu", "", "", ""]
    made = [
        ("by_hand_" + state, _open("by_hand", lang, turn=2, trouble=(state, ()), buttons=list(menu)))
        for state in READER_STATES
    ]
    first = ("no_answer", ())
    return made + [
        (
            "by_hand_long_names",
            _open(
                "by_hand", lang, names=longest, turn=1, points=[128, 102], trouble=first, buttons=list(menu)
            ),
        ),
        (
            "by_hand_between",
            _view("by_hand", lang, games=[2, 1], trouble=first, buttons=list(menu)),
        ),
        (
            "by_hand_hidden_points",
            _open(
                "by_hand", lang, turn=4, points=None, target=6, upcard=-1, trouble=first, buttons=list(menu)
            ),
        ),
    ]


def _two(lang):
    """Two players with a stock."""
    names = ["Maximiliano", "Guadalupe"]
    cards = [(2, OROS + ACE), (1, BASTOS + THREE)]
    sung = [(0, "40"), (1, "20E"), (0, "20O")]
    given = {"names": names, "games": [2, 1], "dealer": 1}
    parts = {"cards": [78, 32], "cantes": [40, 20], "ten": [0, 10]}
    ok = ["ok", "past", "", "undo"]
    return [
        (
            "two_trick",
            _open("trick", lang, turn=1, winning=2, cards=cards[:1], cantes=sung, stock=22, **given),
        ),
        (
            "two_won",
            _open("won", lang, turn=2, winning=2, cards=cards, stock=2, banner=("took", (2, 21)), **given),
        ),
        ("two_deal", _view("deal", lang, upcard=COPAS + SIX, banner=("trump_seen", (COPAS + SIX,)), **given)),
        ("two_count", _view("count", lang, parts=parts, winner=0, by="points", trump=1, buttons=ok, **given)),
        ("two_end", _view("match_end", lang, winner=0, buttons=ok, xp=[54, 28], **given)),
    ]


def _three(lang):
    """Three players, each a side, with long names and all that can be sung."""
    names = ["Maximiliano", "Guadalupe", "Wenceslao"]
    cards = [(3, OROS + JACK), (1, OROS + ACE), (2, BASTOS + THREE)]
    sung = [(0, "40"), (0, "20O"), (1, "20E"), (1, "20B"), (1, "20O")]
    given = {"names": names, "games": [2, 0, 1], "dealer": 2, "points": [105, 38, 62]}
    parts = {"cards": [65, 38, 42], "cantes": [40, 0, 20], "ten": [0, 0, 10]}
    ok = ["ok", "past", "", "undo"]
    start = ("amelia-3", 3, 2, 1, 0, 2)
    return [
        ("three_trick", _open("trick", lang, turn=2, winning=1, cards=cards[:2], cantes=sung, **given)),
        ("three_won", _open("won", lang, turn=1, winning=1, cards=cards, banner=("took", (1, 24)), **given)),
        ("three_deal", _view("deal", lang, banner=("lay_trump", ()), **given)),
        (
            "three_count",
            _view("count", lang, parts=parts, winner=0, by="points", trump=1, buttons=ok, **given),
        ),
        ("three_end", _view("match_end", lang, winner=0, buttons=ok, xp=[61, 28, 33], **given)),
        (
            "three_by_hand",
            _open("by_hand", lang, turn=2, trouble=("no_answer", ()), buttons=["menu", "", "", ""], **given),
        ),
        (
            "three_setup",
            _question(lang, "setup_start", start, [("start", ()), ("change", ())], **given),
        ),
    ]


def _eyes(lang):
    """The largest type, and a panel by night."""
    known = _tricks(lang) + _two(lang) + _three(lang)
    large = ("trick_lead", "trick_three", "trick_provisional", "trick_long_names", "trick_hidden_points")
    large += ("trick_unheard", "trick_taught_longest", "won", "two_trick", "three_trick", "three_won")
    shown = [_with("big_" + name, view, "big") for name, view in known if name in large]
    known = _tricks(lang) + _cantes(lang) + _questions(lang) + _starts(lang)
    dark = ("trick_three", "cante_40", "question_order", "splash")
    return shown + [_with("night_" + name, view, "night") for name, view in known if name in dark]


def _french(lang):
    """Cards and suits of a French deck."""
    known = _starts(lang) + _tricks(lang) + _cantes(lang) + _questions(lang)
    some = ("splash", "deal_trump", "trick_three", "cante_40", "cante_tute", "question_order", "cante_20")
    return [_with("french_" + name, view, "french") for name, view in known if name in some]


def _help(lang):
    """Every page of the help, and the list of a deck with its suits."""
    pages = [("help_page", (n, PAGES)) for n in range(1, PAGES + 1)]
    buttons = ["ok"] + ASK[1:]
    shown = [
        ("help_%d" % (n + 1), _view("advice", lang, question=("help", (), pages, n), buttons=buttons))
        for n in range(PAGES)
    ]
    seats = [("place_has_name", (seat, name)) for seat, name in enumerate(NAMES_IN.get(lang, NAMES), 1)]
    cards = (("name_card_new", ()), ("name_of_card", (4, NAMES[3])), ("not_a_name_card", (ESPADAS + KNIGHT,)))
    for banner in cards:
        names = _question(lang, "names", (), seats[:3], 2, banner=banner)
        names.kind, names.trump = "new_match", -1
        shown.append((banner[0], names))
    options = [(key, ()) for key in _DECK] + [("suits_1", ()), ("enrol_other", (2,))]
    return shown + [("deck_french", _question(lang, "deck", (40, 1), options, 3))]


def _with(name, view, flag):
    setattr(view, flag, True)
    return name, view


def samples(lang):
    """(name, view) of every sample, in one language."""
    makers = (_starts, _tricks, _cantes, _questions, _refusals, _ends, _troubles, _seat_troubles, _by_hand)
    makers += (_two, _three, _more_questions, _more_banners, _eyes, _french, _help)
    return [sample for maker in makers for sample in maker(lang)]
