"""Cards at tables where each seat has its antenna: laid before their turn, in no known order, or two by one player."""

from tapete.table import Question, pair_of
from tute.cards import card_name


def early(t, card, seat):
    """A card of a seat that is not in turn: refused, and it waits for its turn as long as it lies there -> 0.

    While the reader of the seat in turn is away, its cards are laid over any other -> the seat whose card it is."""
    turn = t.ref.turn
    if turn in t.deaf:
        if not t.guessed:
            t.guessed = True
            t.note("@guessed")
        t.lies[card] = turn
        return turn
    ans = t.commit("play %s %d" % (card_name(card), seat))
    if ans.refused == "not_your_turn":
        t.held.append((card, seat))
        t.kind = "refused"
        t.say("refused", seat, card, ans.refused, ())
        t.sound("refused")
    else:
        t.room("takeback").refuse(t, ans, seat, card)
    return 0


def due(t):
    """A card was played: does one lie there already that waits for this turn?"""
    if t.blocked() or t.doubt:
        return
    turn = t.ref.turn
    cards = [card for card, seat in t.held if seat == turn]
    if not cards:
        return
    t.held = [item for item in t.held if item[1] != turn]
    if len(cards) == 1:
        t.play(cards[0], turn)
    else:
        _two(t, turn, cards)


def together(t, cards):
    """Nobody knows which of these came first: as people take turns."""
    ref = t.ref
    first = ref.turn or 1
    cards = [card for card in cards if not t.known(card)]
    cards.sort(key=lambda card: (t.lies.get(card, 0) - first) % ref.seats)
    while cards:
        seat = t.lies.get(cards[0], 0)
        mine = [card for card in cards if t.lies.get(card, 0) == seat]
        cards = [card for card in cards if card not in mine]
        if len(mine) == 1 or seat != ref.turn or t.blocked() or ref.phase not in ("play", "window"):
            for card in mine:
                t._laid(card, seat)
        else:
            _two(t, seat, mine)


def _two(t, seat, cards):
    """Several cards before the player in turn: a cante, or which is it?"""
    for question in list(t.asked):
        if question.laid:
            cards = [card for card in cards if not question.laid(card)]
    if len(cards) == 2 and not t.ref.table and not t.doubt and pair_of(cards[0], cards[1]):
        doubt = t.room("doubt")
        if doubt._cante_seats(t, cards[0]) and doubt.begin(t, "cante", cards):
            return
    if len(cards) < 2:
        for card in cards:
            t._laid(card, seat)
        return

    def answer(i):
        t.put_aside([card for k, card in enumerate(cards) if k != i])
        if i < len(cards):
            t.play(cards[i], seat)

    def lifted(card):
        if card in cards:
            t.close(question)
            _two(t, seat, [other for other in cards if other != card])
            t.drain()
        return False

    options = [("card", (card,)) for card in cards] + [("none_of_them", ())]
    question = Question("whose", (seat,), options, answer, lambda: answer(len(cards)), None, lifted)
    t.ask(question)


def unheard(t):
    """OK while a card waits for the one before it: that one lies there and is not heard."""
    turn = t.ref.turn

    def answer(i):
        if i:
            t.room("place").pick(t, chosen, lambda: None)

    def chosen(card):
        t.play(card, turn)

    def laid(card):
        if t.lies.get(card) == turn:
            t.close(question)
        return False

    options = [("lay_it", ()), ("choose_card", ())]
    question = Question("missing", (t.ref.trick_no,), options, answer, None, laid)
    t.ask(question)
