"""A card that was not heard, chosen by buttons where it does not lie there, and put in at its place."""

from tapete.table import Question


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
            t.room("missing").missing(t, True, False)
        else:
            t.look_gone()

    def back():
        if card in t.here:
            t.held.insert(0, (card, 0))
        t.room("missing").missing(t, bool(t.held), False)

    if card in t.here and t.lies.get(card) in seats:  # it was laid before him whose it is
        answer(seats.index(t.lies[card]))
        return
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
