"""The exchange of the trump card for the 7 or the 2 of trumps (rules 2.8; OP-23)."""

from tute.cards import DOS, SIETE


def refuse(rules, trump, upcard, card, between, won, stock=0):
    """Why `card` may not be exchanged for the trump card by a seat, None if it may (its hand is not looked at).

    upcard: the trump card as it lies, -1 if it is gone. between: no card of a trick lies on the table. won: what the
    seat has won so far, a text of letters: "p" a trick by the player, "s" by his side, "j" the last trick.
    stock: cards to draw, the trump card included.
    """
    if rules.exchange == "none":
        return "none"
    if upcard < 0 or stock < rules.exchange_min_stock:
        return "stock"
    if not between and rules.exchange_moment == "between_tricks":
        return "moment"
    needs = rules.exchange_needs[0]
    if needs != "n" and needs not in won:
        return "needs_trick"
    if card // 10 != trump:
        return "suit"
    strength = card % 10
    shown = upcard % 10
    if strength == SIETE and shown > SIETE:
        return None
    if strength == DOS and (DOS < shown <= SIETE or rules.exchange_two_takes == "anything" and shown > DOS):
        return None
    return "rank"
