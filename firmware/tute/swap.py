"""The exchange of the trump card for the 7 or the 2 of trumps (rules 2.8; OP-23). Lent."""

from tute import lend
from tute.acta import SWAP
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


def won(r, p):
    """What seat index p has won so far in a round, as `refuse` takes it."""
    found = "p" if r.cantes.won[p] else ""
    if r.cantes.side_has_trick(p):
        found += "s"
    if r.last_winner and r.cantes.same_side(r.last_winner - 1, p):
        found += "j"
    return found


def why_not(r, p, card):
    """Why seat index p may not exchange this card for the trump card of a round now, None if it may."""
    if r.rules.trump_source == "stock_upcard":
        return lend("draws").why_not(r, p, SWAP, card, (refuse, won))
    reason = refuse(r.rules, r.trick.trump, r.upcard, card, r.trick.led < 0, won(r, p))
    return reason or ("cards" if r.why_not_held(p, (card,)) else None)


def take(r, p, offered, _):
    """Seat index p exchanges this card, which was found right. Earlier plays know neither of the cards that came."""
    if r.rules.trump_source == "stock_upcard":
        draws = lend("draws")
        pinned = draws.ready(r, p, SWAP, offered, (refuse, won))
        draws.take_swap(r, p, offered)
        if pinned:
            r.pin_from(p)
        return
    dealer = r.dealer - 1
    r.learn_all(p, (offered,))
    if p != dealer:
        for card, giver, taker in ((offered, p, dealer), (r.upcard, dealer, p)):
            r.move(card, giver, taker)
            r.moved.append((card, giver))
            records = r.open[taker]
            for i, record in enumerate(records):
                records[i] = record & ~r.bits_of(record, card)
            for finding in r.found:
                if finding.p == taker:
                    finding.record &= ~r.bits_of(finding.record, card)
    r.upcard = offered
    r.refresh()
