"""Cantes and the exchange of the trump card: called by button, then shown on the mat or chosen by buttons."""

from tapete.table import YES_NO, Question, pair_of, parts
from tute.cards import CABALLO, DOS, RANKS, REY, SIETE, SUITS, card_name


def text_of(kind, what, seat, said=False):
    """The event of a cante: kind 40, 20 or tute; what: its suit, or the strength of the tute's rank."""
    text = "cante " + kind
    if kind == "20":
        text += " " + SUITS[what]
    elif kind == "tute":
        text += " " + RANKS[what]
    return "%s %d%s" % (text, seat, " said" if said else "")


def pressed(t, button):
    """CANTE or CAMBIO while a round is played."""
    table = t.ref.table
    word = "swap" if button == "cambio" else "cante"
    if not table:
        _ask(t, word, False)
    elif len(table) == 1:
        # People sing and lead at once: the lead may be taken up and laid again behind the cante.
        def answer(i):
            if i or not t.ref.table:
                _deny(t, word, 0, "", -1, "moment")
            else:
                _ask(t, word, True)

        args = (table[0][0], table[0][1], word)
        t.ask(Question("before_lead", args, YES_NO, answer, holds=False))
    else:
        _deny(t, word, 0, "", -1, "moment")


def _deny(t, word, seat, kind, what, reason):
    if word == "swap":
        t.say("swap_refused", seat, what, reason)
    else:
        t.say("cante_refused", seat, kind, what, reason)
    t.sound("refused")


def _ask(t, word, led):
    """Wait for the cards, or for a choice by buttons. led: the lead of the trick lies already."""
    if word == "swap":
        _ask_swap(t, led)
    else:
        _ask_cante(t, led)


def _ask_cante(t, led):
    calls = [("40", t.ref.trump)] + [("20", suit) for suit in range(4) if suit != t.ref.trump]
    calls += [("tute", REY), ("tute", CABALLO)]
    options = [("lay_cards", ())] + [("cante_of", call) for call in calls]
    got: list = []

    def answer(i):
        if i:
            t.put_aside(got)
            _declare(t, "cante", calls[i - 1], led, [])
        else:
            t.ask(question)

    def laid(card):
        if t.known(card):
            return False
        if card % 10 not in (REY, CABALLO):
            t.say("not_for_cante", card)
            return False  # it waits until this is over, and is a play then
        for other in got:
            if pair_of(card, other):
                t.close(question)
                done([other, card], ("40" if card // 10 == t.ref.trump else "20", card // 10))
                return True
        got.append(card)
        if len([c for c in got if c % 10 == card % 10]) == 4:
            t.close(question)
            done(got, ("tute", card % 10))
        return True

    def done(cards, call):
        t.put_aside(got + cards)
        _declare(t, "cante", call, led, cards)
        t.drain()

    def lifted(card):
        if card in got:
            got.remove(card)
        return False

    question = Question("cante", (), options, answer, lambda: t.put_aside(got), laid, lifted)
    t.ask(question)


def _ask_swap(t, led):
    trump = t.ref.trump * 10
    cards = [trump + SIETE, trump + DOS]
    options = [("lay_cards", ())] + [("card", (card,)) for card in cards]

    def answer(i):
        if i:
            _declare(t, "swap", ("", cards[i - 1]), led, [])
        else:
            t.ask(question)

    def laid(card):
        if t.known(card):
            return False
        if card not in cards:
            t.say("not_for_swap", card)
            return False
        t.close(question)
        t.put_aside([card])
        _declare(t, "swap", ("", card), led, [card])
        t.drain()
        return True

    question = Question("swap", (), options, answer, None, laid)
    question.cycle = True  # a button pressed twice must not exchange anything
    t.ask(question)


def _declare(t, word, call, led, cards):
    """Who may it be? One seat: his; more: asked; none: the referee says why not."""
    kind, what = call
    ref = t.ref

    def seats():
        return ref.swap_seats(what) if word == "swap" else ref.cante_seats(kind, what)

    n = 0
    winner = ref.turn
    if led and ref.table:
        n = len(t.acts) - t.room("mend").tricks(t)[-1][0][3]
        winner = ref.table[0][0]
    may = t.room("mend").before(t, n, seats)
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
        text = "swap %s %d" % (card_name(what), seat)
    else:
        text = text_of(kind, what, seat, not cards)
    if n:
        mend = t.room("mend")
        lead = [t.act(i)[1] for i in range(len(t.acts) - n, len(t.acts))]
        ans = mend.rewrite(t, n, [text] + lead)
        if ans.refused == "round_over":  # the cante ended the round: the lead was nothing
            ans = mend.rewrite(t, n, [text])
    else:
        ans = t.commit(text)
    if not ans.ok:
        _deny(t, word, seat, kind, what, ans.refused)
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
