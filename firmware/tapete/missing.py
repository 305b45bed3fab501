"""Cards that were not heard: the open trick's are gone, or one comes that cannot be the seat's."""

from tapete.table import Question


def missing(t, led=False, anew=True):
    """The open trick's cards are gone: one of them was not heard, or they were taken away.

    led: a lead waits already, so it is asked until the trick is complete."""

    def answer(i):
        if i == 2:
            t.gone_ok = True
        elif i == 1:
            pick(t, lambda card: place(t, card, led), again)
        elif t.held and not isinstance(t.held[0][0], list):
            place(t, t.held.pop(0)[0], led)
        else:
            again()

    def again():
        if t.ref.phase in ("play", "window"):
            missing(t, led, False)

    def back():
        t.gone_ok = True

    def laid(card):
        for _, lying in t.ref.table:
            if lying == card:
                t.close(question)
                t.say("restored")
                t.gone_at = None
                t.drain()
                return True
        if t.known(card):
            return True
        t.close(question)
        place(t, card, led)
        return True

    t.gone_at = None
    if anew:
        t.say("missing", [seat for seat, _ in t.ref.table])
    options = [("lay_it", ()), ("choose_card", ()), ("none_missing", ())]
    question = Question("missing", (t.ref.trick_no,), options, answer, back, laid)
    t.ask(question)


def place(t, card, led):
    """This card belongs to the open trick: at whose place?"""
    table = t.ref.table
    leader = table[0][0] if table else t.ref.turn
    seats = [t.after(leader, k) for k in range(len(table), -1, -1)]

    def answer(i):
        ans = t.room("mend").insert(t, card, len(table) - i)
        again = i and not ans.ok
        if again:
            ans = t.room("mend").insert_alone(t, card, len(table) - i)
        if not ans.ok:
            t.deny("play", ans)
            back()
            return
        if again:
            t.put_aside([lying for _, lying in table[len(table) - i :]])
            t.say("lay_again", card)
            t.sound("undo")
            t.judge(ans)
        elif i:
            t.say("fixed", t.ref.trick_no, seats[i], card)
            t.sound("trick" if ans.taken else "answered")
            t.judge(ans)
            t.gone_at = None
        else:
            t.played(ans, seats[0], card)
        t.gone_ok = False
        if led and t.held and t.ref.table:
            missing(t, True, False)
        else:
            t.look_gone()

    def back():
        if card in t.here:
            t.held.insert(0, (card, 0))
        missing(t, bool(t.held), False)

    t.ask(Question("place", (card,), [("seat", (seat,)) for seat in seats], answer, back))


def pick(t, then, back):
    """Choose by buttons a card that was not played: its suit, then the card."""

    def suit_chosen(suit):
        cards = [suit * 10 + k for k in range(9, -1, -1) if not t.ref.played(suit * 10 + k)]
        if not cards:
            pick(t, then, back)
            return
        options = [("card", (card,)) for card in cards]
        t.ask(Question("pick_card", (suit,), options, lambda i: then(cards[i]), lambda: pick(t, then, back)))

    t.ask(Question("pick_suit", (), [("suit", (suit,)) for suit in range(4)], suit_chosen, back))


def impossible(t, seat, card):
    """A card that no possible hand of this seat holds: was another not heard, or is it laid by mistake?"""

    def answer(i):
        if i:
            give_up()
            t.put_aside([card])
        else:
            missing(t)

    def give_up():
        t.held = [item for item in t.held if item[0] != card]

    def lifted(lying):
        if lying != card:
            return False
        t.close(question)
        give_up()
        t.say("taken_back", seat, card)
        t.drain()
        return True

    options = [("card_missed", ()), ("take_back", ())]
    question = Question("impossible", (seat, card), options, answer, lambda: answer(1), None, lifted)
    t.ask(question)
