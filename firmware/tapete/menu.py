"""What is seldom needed, behind OK held: other ends, claims, an earlier card put right, another score."""

from tapete.table import YES_NO, Question
from tute import lend
from tute.cards import card_name

ITEMS = tuple("go_on past concede claim misdeal award fix leave end score options help".split())


def open_menu(t):
    """The list; nothing while a doubt is open, for what would be done rests on it."""
    if t.ref is None or t.ref.phase == "match_over":
        if not t.asked:
            t.room("setup").open_setup(t)
        return
    if t.doubt or t.asked:
        t.sound("refused")
        return
    items = ITEMS + (("forget",) if lend("scans").scanned(t.ref) else ())
    options = [("menu_" + item, ()) for item in items]
    _ask(t, "menu", (), options, lambda i: _chosen(t, items[i]))


def _ask(t, key, args, options, answer):
    question = Question(key, args, options, answer, holds=False)
    question.cycle = True  # a button pressed once too often must not give up a round
    t.ask(question)


def _seats(t, key, args, then, but=0):
    seats = [seat for seat in range(1, t.ref.seats + 1) if seat != but]
    _ask(t, key, args, [("seat", (seat,)) for seat in seats], lambda i: then(seats[i]))


def _sure(t, word, then):
    _ask(t, "sure", (word, 0, -1), [YES_NO[1], YES_NO[0]], lambda i: then() if i else None)


def _chosen(t, item):
    if item == "concede":
        _seats(t, "concede", (), lambda seat: _do_of(t, "concede", seat, "conceded"))
    elif item == "leave":
        _seats(t, "leave", (), lambda seat: _do_of(t, "leave", seat, "left"))
    elif item == "claim":
        _seats(t, "claimant", (), lambda seat: _claim_against(t, seat))
    elif item == "misdeal":
        _sure(t, "misdeal", lambda: _do(t, "misdeal", "misdeal"))
    elif item == "end":
        _sure(t, "end", lambda: _do(t, "end", "ended"))
    elif item == "award":
        sides = t.ref.side_names
        options = [("side", (side,)) for side in range(len(sides))]
        _ask(t, "award", (), options, lambda i: _do(t, " ".join(("award", sides[i])), "awarded", i))
    elif item == "fix":
        _fix(t)
    elif item == "score":
        t.room("setup").open_setup(t, score=True)
    elif item == "forget":
        t.room("scanned").forget(t)
    elif item == "past":
        t.room("past").open_past(t)
    elif item == "options":
        t.room("options").open_options(t, lambda: None)
    elif item == "help":
        t.room("advice").open_help(t, lambda: None)


def _do_of(t, word, seat, key):
    """Give this event of a seat."""
    return _do(t, " ".join((word, str(seat))), key, seat)


def _do(t, text, key, *args):
    """Give this event; say what came of it."""
    ans = t.commit(text)
    if not ans.ok:
        t.deny(text.split()[0], ans)
        return None
    t.say(key, *args)
    t.sound("answered")
    t.judge(ans)
    return ans


def _claim_against(t, seat):
    _seats(t, "claim", (seat,), lambda other: _claim(t, seat, other), seat)


def _claim(t, seat, other):
    ans = _do(t, "claim %d %d" % (seat, other), "answered")
    if ans:
        t.say("claim", seat, other, ans.claim or "pending")


def _fix(t):
    """Put an earlier card of this round right: trick, seat, then the card, laid or chosen."""
    last = sum([1 for _ in t.room("mend").tricks(t)])
    if not last:
        t.sound("refused")
        return
    options = [("trick", (last - k,)) for k in range(last)]
    _ask(t, "fix_trick", (), options, lambda i: _fix_seat(t, last - i))


def _fix_seat(t, number):
    plays: list = []
    for n, trick in enumerate(t.room("mend").tricks(t)):
        if n + 1 == number:
            plays = trick
    options = [("seat", (play[1],)) for play in plays]
    _ask(t, "fix_seat", (number,), options, lambda i: _fix_card(t, number, plays[i]))


def _fix_card(t, number, play):
    line, seat, _, _, rest = play

    def answer(i):
        if i:
            t.room("place").pick(t, fixed, lambda: None)
        else:
            t.ask(question)

    def laid(card):
        if t.ref.played(card):
            return False
        t.close(question)
        t.put_aside([card])
        fixed(card)
        t.drain()
        return True

    def fixed(card):
        text = "correct %d play %s %d%s" % (line, card_name(card), seat, rest)
        if _do(t, text, "fixed", number, seat, card):
            t.room("takeback").reopened(t)

    question = Question("fix_card", (number, seat), [("lay_it", ()), ("choose_card", ())], answer, None, laid)
    t.ask(question)
