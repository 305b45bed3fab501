"""Cards that were not heard: the open trick's are gone, or one comes that cannot be the seat's."""

from tapete.table import Question


def missing(t, led=False, anew=True):
    """The open trick's cards are gone: one of them was not heard, or they were taken away.

    led: a lead waits already, so it is asked until the trick is complete."""

    def answer(i):
        if i == 2:
            t.gone_ok = True
        elif i == 1:
            t.room("place").pick(t, lambda card: t.room("place").place(t, card, led), again)
        elif t.held and not isinstance(t.held[0][0], list):
            t.room("place").place(t, t.held.pop(0)[0], led)
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
        t.room("place").place(t, card, led)
        return True

    t.gone_at = None
    if anew:
        t.say("missing", [seat for seat, _ in t.ref.table])
    options = [("lay_it", ()), ("choose_card", ()), ("none_missing", ())]
    question = Question("missing", (t.ref.trick_no,), options, answer, back, laid)
    t.ask(question)


def impossible(t, seat, card, scanned):
    """A card that no possible hand of this seat holds: was another not heard, is it laid by mistake, or is what was
    scanned of the deal wrong?"""

    def again():
        give_up()
        t.room("scanned").insist(t, seat, card)

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

    def back():
        give_up()
        t.put_aside([card])

    options: list = [("take_back", ())]
    doing = [back]
    if t.central:
        options.insert(0, ("card_missed", ()))
        doing.insert(0, lambda: missing(t))
    if scanned:
        options.append(("really_his_card", ()))
        doing.append(again)
    question = Question("impossible", (seat, card), options, lambda i: doing[i](), back, None, lifted)
    t.ask(question)
