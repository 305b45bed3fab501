"""Cantes and the exchange of the trump card: called by button, then shown on the mat or chosen by buttons."""

from tapete.table import YES_NO, Question, pair_of
from tute.cards import CABALLO, DOS, REY, SIETE


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
                t.room("declared").deny(t, word, 0, "", -1, "moment")
            else:
                _ask(t, word, True)

        args = (table[0][0], table[0][1], word)
        t.ask(Question("before_lead", args, YES_NO, answer, holds=False))
    else:
        t.room("declared").deny(t, word, 0, "", -1, "moment")


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
            t.room("declared").declare(t, "cante", calls[i - 1], led, [])
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
        t.room("declared").declare(t, "cante", call, led, cards)
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
            t.room("declared").declare(t, "swap", ("", cards[i - 1]), led, [])
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
        t.room("declared").declare(t, "swap", ("", card), led, [card])
        t.drain()
        return True

    question = Question("swap", (), options, answer, None, laid)
    question.cycle = True  # a button pressed twice must not exchange anything
    t.ask(question)
