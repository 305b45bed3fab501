"""Doubts: what cannot be known from the cards alone, and what its answers could be. `settle` goes on from there."""

from tapete import lend
from tapete.table import Question, pair_of
from tute.cards import card_name

_CERTAIN = ("card_elsewhere", "card_played", "card_unknown")


def begin(t, kind, cards, done=0, written=None):
    """Open a doubt about these cards -> whether there is one. done: events of its proposed answer that stand already.

    written: a start found the doubt in the acta, and this many events after its beginning."""
    n = done if written is None else written
    seen = t.room("rewrite").before(t, n, lambda: _BUILD[kind](t, cards) + (len(t.ref.table),))
    if len(seen[0]) < 2:
        return False
    t.room("settle").open_doubt(t, kind, cards, seen, (done, n, written is None))
    return True


# Two cards at once


def together(t, cards):
    """Cards that came in one sweep, where a play is due."""
    ref = t.ref
    if ref.table and not t.gone_ok and not t.any_here(ref.table):
        t.hold(cards)
        t.room("missing").missing(t, True)
    elif len(cards) > 2:
        t.room("whose").whose(t, cards, False)
    elif not ref.table and pair_of(cards[0], cards[1]) and _cante_seats(t, cards[0]):
        begin(t, "cante", cards)
    elif not begin(t, "order", cards):
        # At most one order can have been: it needs no question.
        a, b = cards
        t.held[0:0] = [(b, 0), (a, 0)] if _order(t, a, b) is None else [(a, 0), (b, 0)]
        t.drain()


def _order(t, a, b):
    """(events, cards left) of a laid before b; None if it cannot have been so."""
    ref = t.ref
    line = t.journal.line + 1
    texts = []
    rest: list = []
    refused = None
    for card in (a, b):
        text = "play %s %d" % (card_name(card), t.lies.get(card) or ref.turn)
        ans = ref.push(text, line) if ref.turn and not rest else None
        if ans and ans.ok:
            texts.append(text)
        else:
            rest.append(card)
            refused = ans.refused if ans else refused
    for _ in texts:
        ref.push("undo", line)
    return None if refused in _CERTAIN else (texts, rest)


def _cante(t, card):
    """(kind, suit) of the cante whose king or knight this is."""
    return "40" if card // 10 == t.ref.trump else "20", card // 10


def _cante_seats(t, card):
    kind, suit = _cante(t, card)
    seats = t.ref.cante_seats(kind, suit)
    if card in t.lies:
        seats = [seat for seat in seats if seat == t.lies[card]]
    return seats


def _plays(t, orders):
    """heads and options for those orders that can have been."""
    heads: list = []
    options: list = []
    for a, b in orders:
        head = _order(t, a, b)
        if head is not None:
            heads.append(head)
            options.append(("order_of", (a, b)))
    return heads, options


def _calls(t, card):
    """heads and options for the seats that could sing with this card."""
    kind, suit = _cante(t, card)
    seats = _cante_seats(t, card)
    text_of = t.room("declared").text_of
    heads: list = [([text_of(kind, suit, seat)], []) for seat in seats]
    return heads, [("cante_of", (kind, suit, seat)) for seat in seats]


def _by_order(t, cards):
    a, b = cards
    heads, options = _plays(t, ((a, b), (b, a)))
    return heads, (t.ref.turn, t.after(t.ref.turn)), options


def _by_cante(t, cards):
    a, b = cards
    heads, options = _calls(t, a)
    more, others = _plays(t, ((a, b), (b, a)))
    return heads + more, (t.ref.turn,), options + others


def _by_lead(t, cards):
    heads, options = _plays(t, [cards])
    more, others = _calls(t, cards[0])
    if not heads or not more:
        return [], (), []
    return heads + more, (t.ref.turn,), options + others


# Kinds of doubt: what its answers are, seen from where the game stood before it. The first is proposed.
_BUILD = {"order": _by_order, "cante": _by_cante, "lead": _by_lead}


# A sticker that is not in the deck


def foreign(t, uid):
    """A tag that is not of the pack, where a play is due: nothing, or a card whose tag is not known? One of the other
    deck is told, and taken off."""
    decks = lend("decks")
    if decks.has(decks.other(t.settings.deck), uid):
        t.say("of_the_other_deck")
        t.sound("refused")
        return
    d = t.room("settle").Doubt([([], [])], len(t.acts), len(t.ref.table))
    t.doubt = d

    def answer(i):
        if i:
            t.room("place").pick(t, chosen, lambda: t.ask(d.question))
        else:
            end()

    def end():
        t.doubt = None
        t.say("answered")

    def chosen(card):
        t.alias[bytes(uid)] = card
        t.here.append(card)
        d.heads.append(([" ".join(("play", card_name(card), "?"))], []))
        t.room("settle").settle(t, 1)

    def lifted(lying):
        if lying == uid:
            t.close(d.question)
            end()
            t.drain()
            return True
        return False

    options = [("ignore", ()), ("choose_card", ())]
    d.question = Question("foreign", (), options, answer, end, None, lifted, False)
    t.say("foreign")
    t.ask(d.question)
