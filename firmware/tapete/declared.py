"""A cante or swap that was called: whose it is, and what is said and written of it."""

from tapete.table import Question, parts
from tute.cards import RANKS, SUITS, card_name


def text_of(kind, what, seat, said=False):
    """The event of a cante: kind 40, 20 or tute; what: its suit, or the strength of the tute's rank."""
    text = " ".join(("cante", kind))
    if kind == "20":
        text += " " + SUITS[what]
    elif kind == "tute":
        text += " " + RANKS[what]
    return "%s %d%s" % (text, seat, " said" if said else "")


def deny(t, word, seat, kind, what, reason):
    if word == "swap":
        t.say("swap_refused", seat, what, reason)
    else:
        t.say("cante_refused", seat, kind, what, reason)
    t.sound("refused")


def declare(t, word, call, led, cards):
    """Who may it be? One seat: his; more: asked; none: the referee says why not."""
    kind, what = call
    ref = t.ref

    def seats():
        return ref.swap_seats(what) if word == "swap" else ref.cante_seats(kind, what)

    n = 0
    winner = ref.turn
    if led and ref.table:
        n = len(t.acts) - t.room("mend").last_trick(t)[0][3]
        winner = ref.table[0][0]
    may = t.room("rewrite").before(t, n, seats) if n else seats()
    if cards and cards[0] in t.lies:  # he who lays the cards before him
        may = [t.lies[cards[0]]]
    if len(may) > 1:
        args = (what,) if word == "swap" else call
        options = [("seat", (seat,)) for seat in may]
        t.ask(Question(word + "_seat", args, options, lambda i: _finish(t, word, call, may[i], n, cards)))
    else:
        _finish(t, word, call, may[0] if may else winner, n, cards)


def _finish(t, word, call, seat, n, cards):
    kind, what = call
    got = t.ref.upcard
    if word == "swap":
        text = " ".join(("swap", card_name(what), str(seat)))
    else:
        text = text_of(kind, what, seat, not cards)
    if n:
        rewrite = t.room("rewrite").rewrite
        lead = [t.act(i)[1] for i in range(len(t.acts) - n, len(t.acts))]
        ans = rewrite(t, n, [text] + lead)
        if ans.refused == "round_over":  # the cante ended the round: the lead was nothing
            ans = rewrite(t, n, [text])
    else:
        ans = t.commit(text)
    if not ans.ok:
        deny(t, word, seat, kind, what, ans.refused)
        return
    if word == "swap":
        t.say("swap", seat, what, got)
        t.sound("swap")
        t.judge(ans)
    else:
        sung(t, text, ans, cards)


def sung(t, text, ans, cards):
    """A cante stands; its cards may still lie there."""
    words = text.split()
    what = t.ref.trump
    if words[1] == "20":
        what = SUITS.index(words[2])
    elif words[1] == "tute":
        what = RANKS.index(words[2])
    t.put_aside(cards)
    t.shown = list(cards)
    t.say("cante", parts(text)[1], words[1], what)
    t.kind = "cante"
    t.sound("cante")
    t.judge(ans)
