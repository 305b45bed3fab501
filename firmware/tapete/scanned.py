"""Hands that were scanned: written, taken back, and void where people say so. Lent."""

from tapete.table import Question, parts
from tute.cards import card_name


def write(t, cards):
    """Write these cards as hands (by seat; the first is nobody's), once the room in which they were heard is given
    back: a small heap has no place for both."""

    def on(event):
        t.tags = None
        if event[0]:
            t.on_mat(event)
        _write(t, cards)

    t.tags = on


def _write(t, cards):
    texts = []
    for seat in range(1, len(cards)):
        if cards[seat]:
            texts.append(" ".join(["hand", str(seat)] + [card_name(card) for card in cards[seat]]))
    ans = t.room("rewrite").rewrite(t, 0, texts)
    if not ans.ok:
        t.deny("hand", ans)
        return
    for k in range(len(texts)):  # which cards they were is not needed again
        line, text, heavy = t.acts[-1 - k]
        t.acts[-1 - k] = (line, text[:6], heavy)
    if t.ref.rules.trump_source == "stock_upcard":
        t.room("watch").watch(t)
    t.say("hands_scanned")
    t.sound("answered")


def drop(t):
    """Take back the hands that were scanned for the deal that is to come -> how many lines that were."""
    n = 0
    while n < len(t.acts) and t.act(-1 - n)[1][:4] == "hand":
        n += 1
    if n:
        t.tags = None
        t.room("rewrite").rewrite(t, n, [])
    return n


# A scan that was wrong


def forget(t):
    """What was scanned of this round, draws too, is void -> whether it is."""
    if not t.ref.is_open():  # hands of the deal that is to come
        drop(t)
        t.say("scan_forgotten")
        t.sound("answered")
        return True
    texts = ["forget"]
    for i in range(len(t.acts)):
        line, text, _ = t.act(i)
        word, _, card = parts(text)
        if word == "deal":
            texts = ["forget"]
        elif word == "draw" and card >= 0:
            texts.append("correct %d %s" % (line, text[:6]))
    ans = t.room("rewrite").rewrite(t, 0, texts)
    if not ans.ok:
        t.deny("forget", ans)
        return False
    t.tags = None
    t.say("scan_forgotten")
    t.sound("answered")
    t.judge(ans)
    return True


def insist(t, seat, card):
    """It really is his card: what was scanned is void, and the card is his play."""
    if forget(t) and t.ref.turn:
        t.play(card, seat)
        t.drain()


def ask(t, seat, card):
    """A refused card is insisted on: does it stand as a renuncio, or was the deal scanned wrongly?"""

    def answer(i):
        if i:
            t.room("takeback").let_stand(t)
        else:
            t.refused = None
            insist(t, seat, card)

    def lifted(lying):
        if lying == card:
            t.close(question)
        return False

    options = [("scan_was_wrong", ()), ("it_just_stands", ())]
    question = Question("scan_or_stands", (seat, card), options, answer, None, None, lifted)
    t.ask(question)
