"""Who laid what: cards of unknown order asked one by one, a card that stayed after a cante, a proof."""

from tapete.table import YES_NO, Question
from tute.cards import parse_card


def whose(t, cards, asks_last):
    """Cards of unknown order: asked one by one in turn order. asks_last: even the last may be nobody's."""
    cards = list(cards)

    def ask():
        if t.ref.phase not in ("play", "window") or not cards:
            t.put_aside(cards)
            return
        if len(cards) == 1 and not asks_last:
            t.play(cards.pop())
            return
        options = [("card", (card,)) for card in cards] + [("none_of_them", ())]
        question = Question("whose", (t.ref.turn,), options, answer, none, None, lifted)
        if asks_last:
            question.kind = "resume"
        t.ask(question)
        state[0] = question

    def answer(i):
        if i == len(cards):
            none()
            return
        card = cards.pop(i)
        t.play(card)
        if cards and t.blocked():
            t.held.extend([(card, 0) for card in cards])
        else:
            ask()

    def none():
        t.put_aside(cards)

    def lifted(card):
        if card in cards:
            cards.remove(card)
            t.close(state[0])
            ask()
        return False

    state: list = [None]
    ask()


def lead(t, card):
    """After a cante one of its cards stayed, and somebody lays a card: is the one that stayed the lead?"""

    def answer(i):
        t.shown = []
        if i == 0:
            t.play(card)

    t.ask(Question("lead", (card,), YES_NO, answer, lambda: answer(1)))


def proof(t, finding):
    """A renuncio ended the round, but who laid a card is assumed from the turn: names, and both tricks."""
    call = t.room("between").call_in(finding["card"], t)
    seen = finding["witnesses"]
    if call:
        kind, what = call
        suspects = (
            [suit * 10 + what for suit in range(4)] if kind == "tute" else [what * 10 + 6, what * 10 + 7]
        )
    else:
        suspects = [parse_card(finding["card"])] + [parse_card(name) for name in seen[-1:]]
    options: list = [("accept", ())]
    swaps = []
    at = 0
    for n, trick in enumerate(t.room("mend").tricks(t)):
        for _, seat, card, _, _ in trick:
            if card == suspects[-1]:
                at = n + 1
            for _, other, theirs, _, _ in trick if card in suspects else ():
                if other != seat:
                    options.append(("laid_by", (n + 1, card, other)))
                    swaps.append((n + 1, card, theirs, other))

    def answer(i):
        if i == 0:
            t.drop_held()
            t.say("answered")
            return
        n, card, theirs, other = swaps[i - 1]
        ans = t.room("mend").exchange(t, card, theirs)
        if not ans.ok:
            t.deny("correct", ans)
            again()
            return
        t.say("fixed", n, other, card)
        t.room("takeback").reopened(t)
        t.judge(ans)

    def again():
        proof(t, finding)

    if call:
        args = (finding["seat"],) + call
    elif seen:
        args = (finding["seat"], finding["trick"], suspects[0], suspects[1], at)
    else:
        args = (finding["seat"], finding["trick"], suspects[0], -1, 0)
    key = "proof_cante" if call else "proof"
    question = Question(key, args, options, answer, lambda: t.room("takeback").sure(t, again))
    question.cycle = True  # nobody is declared another's offender by one press too many
    t.ask(question)
