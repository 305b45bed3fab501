"""Declarations: 40, 20 and tute; who may call what, and when (rules 2.8; OP-14 to OP-22). Lent."""

from tute import lend
from tute.acta import CANTE, CANTE_40, CANTE_TUTE
from tute.cantes import POINTS
from tute.cards import CABALLO, RANKS, REY


def cante_cards(call, trump):
    """The cards of a call: king and knight of its suit, or the four cards of its rank."""
    if call >= CANTE_TUTE:
        return tuple([suit * 10 + call - CANTE_TUTE for suit in range(4)])
    suit = trump if call == CANTE_40 else call
    return (suit * 10 + REY, suit * 10 + CABALLO)


def why_not(r, p, call):
    """Why seat index p may not make this call in a round now, None if it may."""
    if not r.window_open():
        served = r.rules.tute_on_deal and not r.count
        return lend("served").why_not(r, p, call) if served else "moment"
    if r.mute >> r.side_of[p + 1] & 1:
        return "side"
    stock = r.rules.trump_source == "stock_upcard"
    if stock and (r.owed or r.rules.cante_excludes_last_drawn):
        return lend("draws").why_not(r, p, CANTE, call, (refuse, cante_cards))
    phase, left = (r.phase(), r.stock) if stock else ("", 0)
    return refuse(r.cantes, p, call, lambda cards: r.why_not_held(p, cards) is None, phase, left)


def take(r, p, call, said):
    """Seat index p makes this call, which was found right."""
    cards = cante_cards(call, r.trick.trump)
    draws = r.rules.trump_source == "stock_upcard" and (r.owed or said) and lend("draws")
    pinned = r.owed and draws.ready(r, p, CANTE, call, (refuse, cante_cards))
    r.cantes.add(p, call)
    r.cantes.asked += 1
    when = r.count | r.cantes.asked << 8
    if call < len(POINTS):
        r.points[r.side_of[p + 1]] += POINTS[call]
        r.refresh()
    if said and draws:
        draws.take_said(r, p, call, cards, when)
    elif said:
        r.hearing = lend("proofs").hear
        r.said.append((p, call, cards, when, len(r.moved)))
    else:
        r.learn_all(p, cards)
    if pinned:
        r.pin_from(p)


def refuse(cantes, p, call, held, phase="", stock=0, drawn=-1):
    """Why seat index p may not make this call in the open window, None if it may; reasons in the order of acta.md.

    held: function of the cards, whether they can be in hand. phase: "PRE" or "POST" the draw, "" without stock.
    stock: cards to draw. drawn: the card just drawn, if known.
    """
    rules = cantes.rules
    tute = call >= CANTE_TUTE
    if phase and rules.cante_phase not in ("both", phase):
        return "moment"
    if not cantes.may_declare(p):
        return "side"
    if stock < rules.cante_min_stock:
        return "stock"
    if RANKS[call - CANTE_TUTE] not in rules.tute_ranks if tute else call == cantes.trump:
        return "rank"
    cards = cante_cards(call, cantes.trump)
    if not held(cards):
        return "cards"
    if rules.cante_excludes_last_drawn and drawn in cards:
        return "last_drawn"
    return _refuse_by_calls(cantes, p, call, tute)


def _refuse_by_calls(cantes, p, call, tute):
    rules = cantes.rules
    limit = rules.cantes_per_player
    full = twenty = tuted = False  # at the limit of this window; a 20 bars the 40; a call bars the tute
    used = 0  # the last of the earlier windows in which p called
    missed = cantes.chances[p] - 1  # windows that p let pass
    for q, other, window in cantes.calls:
        if other == call:
            return "already"
        now = window == cantes.window
        mate = cantes.same_side(p, q)
        full = full or now and (limit == "1" and q == p or limit == "1_per_side" and mate)
        if q == p or mate and rules.cante_party == "side":
            twenty = twenty or other < CANTE_40 and (now or rules.cante_order == "round")
            tuted = tuted or now or rules.tute_after_cante == "never"
        if q == p and not now and window != used:
            used = window
            missed -= 1
    if full:
        return "limit"
    if tute and tuted and rules.tute_after_cante != "always":
        return "tute_after_cante"
    if call == CANTE_40 and twenty and rules.cante_order != "off":
        return "order"
    if rules.cante_deadline == "first_window_only" and cantes.chances[p] > 1:
        return "deadline"
    # with a stock it cannot be known whether a chance was missed: the pair may have come later
    if rules.cante_deadline != "none" and missed > 0 and rules.trump_source != "stock_upcard":
        return "deadline"
    return None
