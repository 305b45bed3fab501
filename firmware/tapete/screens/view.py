"""What a screen knows: one plain record, filled by the table, read by the painters and by nobody else."""


class View:
    """Everything that one picture shows. The table makes a fresh one after every change and never touches it
    again once it was handed over: painters keep what they laid out for it.

    Nothing in it may tell what a player must not know (rules.md 3.6): no verdict `open`, no witness before the
    round is over, and no hint unless the table has turned on the teaching mode. What is not in the view cannot
    leak from the panel.

    Seats are 1 to 2, 3 or 4, counter-clockwise, as many as there are names; cards 0..39 (suit * 10 + strength),
    suits 0..3 = oros, copas, espadas, bastos; sides 0 and 1 (seats 1+3 and 2+4), or each seat is one. Messages are
    (key, args) of the catalogue; `strings.py` lists every key with its arguments.
    """

    # Defaults are the class's: a view then takes memory only for what it says.
    # kind: splash new_match deal trick won cante question refused count match_end trouble resume by_hand
    # lang: "es" or "en"
    names: list | tuple = ("", "", "", "")  # by seat - 1; "" is shown as "1".."4"
    dealer = 0  # seat, 0 = not known yet
    turn = 0  # seat that plays next, 0 = nobody
    winning = 0  # seat that wins the open trick, or won the complete one; 0 = nobody
    trump = -1  # suit, -1 = not known yet
    upcard = -1  # card that lies shown, -1 = none
    trick_no = 0  # from 1, 0 = no trick yet
    stock = 0  # cards left to draw, the trump card included
    cards: list | tuple = ()  # (seat, card) of the open or just completed trick, in the order they were laid
    provisional: list | tuple = ()  # seats whose card in `cards` rests on an unanswered question
    points: list | None = None  # by side, or None where the house hides them
    games: list | tuple = (0, 0)  # rounds won by side
    target = 3  # rounds that win the match
    cantes: list | tuple = ()  # (side, text) in the order they were sung: "40", "20C", "tuteR" as in the acta
    banner: tuple | None = None  # (key, args): what happened last, in words
    # teaching mode: what the seat in turn owes by what lies open, as tute.ladder says; None: it is not told
    duty: tuple | None = None
    # (key, args, [(key, args) of each option], index of the selected one); index -1: up to three options,
    # chosen by a press of the buttons "opt1" to "opt3"
    question: tuple | None = None
    buttons: list | tuple = ("", "", "", "")  # keys: what OK, CANTE, CAMBIO and DESHACER do now, "" = nothing
    parts: dict | None = None  # count: {"cards": [a, b], "cantes": ..., "ten": ...}, points by side
    winner = -1  # count: side that won the round, match_end: the match; -1 = nobody
    by = ""  # count: points last_trick tute renuncio claim101 carry concession ruling (acta.md 4)
    audit: dict | None = None  # count: {seat: "clean" | "renuncio" | "open"} once the round is over, or None
    xp: list | tuple = ()  # once the match is over: experience by seat - 1 (rules section 4)
    big = False  # the trick in the largest type there is
    night = False  # white on black
    french = False  # cards are called and drawn as on a French deck
    trouble: tuple | None = None  # (state key, args); trouble, by_hand: what is wrong

    def __init__(self, kind="splash", lang="es"):
        self.kind = kind
        self.lang = lang
