"""Why a cante or a swap is refused (rules.md 2.8), with so many of the owed draws taken as made."""

from support.naive.cards import call_cards, side_of


def attempts(deal, seat):
    """The owed draws that may count as made for what this seat does: none, those up to his own, all."""
    owed = deal.owed()
    tried = [[]]
    for i, draw in enumerate(owed):
        if draw[1] == seat and i + 1 < len(owed):
            tried.append(owed[: i + 1])
    if owed:
        tried.append(owed)
    return tried


def own_draw(deal, seat):
    """The draw that this seat owes, or None."""
    mine = [draw for draw in deal.owed() if draw[1] == seat]
    return mine[0] if mine else None


def best(deal, seat, refuse, reasons):
    """Tries `refuse(more)` with the owed draws that may count as made.

    Gives (reason, the draws that now count as made, whether the seat's own draw comes after this for sure)."""
    worst = None
    for more in attempts(deal, seat):
        reason = refuse(more)
        if reason is None:
            own = own_draw(deal, seat)
            pinned = False
            if own is not None and own not in more:
                owed = deal.owed()
                pinned = refuse(owed[: owed.index(own) + 1]) is not None
            return None, more, pinned
        if worst is None or reasons.index(reason) > reasons.index(worst):
            worst = reason
    return worst, [], False


CANTE_REASONS = (
    "moment",
    "side",
    "stock",
    "rank",
    "cards",
    "last_drawn",
    "already",
    "limit",
    "tute_after_cante",
    "order",
    "deadline",
)


def refuse_cante(deal, seat, call, more):
    rules = deal.rules
    tute = call.startswith("tute")
    side = side_of(seat, rules)
    on_deal = tute and rules.tute_on_deal and not deal.plays
    if not on_deal:
        reason = wrong_time(deal, seat, side, more)
        if reason:
            return reason
    elif side in deal.mute:
        return "side"
    if tute and call[5] not in rules.tute_ranks or call == "20 " + deal.trump:
        return "rank"
    cards = call_cards(call, deal.trump)
    moment = deal.moment(seat, more)
    if not deal.can_hold(moment, cards, more):
        return "cards"
    if rules.cante_excludes_last_drawn and fresh(deal, moment, cards, more):
        return "last_drawn"
    return wrong_order(deal, seat, side, call)


def wrong_time(deal, seat, side, more):
    rules = deal.rules
    if not deal.in_window():
        return "moment"
    draws = deal.window_draws()
    made = len([draw for draw in draws if draw[2] or draw in more])
    if rules.cante_phase == "PRE" and made or rules.cante_phase == "POST" and made < len(draws):
        return "moment"
    won = [side_of(winner, rules) for winner, _ in deal.tricks]
    if rules.cante_declarer == "any_side_with_trick":
        allowed = side in won
    elif rules.cante_declarer == "winner":
        allowed = deal.tricks[-1][0] == seat
    else:
        allowed = won[-1] == side
    if not allowed or side in deal.mute:
        return "side"
    if deal.stock_left() - len(more) < rules.cante_min_stock:
        return "stock"
    return None


def fresh(deal, moment, cards, more):
    """Whether one of these cards can only be the one that this seat has just drawn."""
    for draw in deal.window_draws():
        if draw[1] == moment.seat and (draw[2] or draw in more):
            if draw[0] == deal.players + deal.in_stock - 1:
                drawn = deal.upcard if draw in more else deal.last_upcard
                return drawn in cards
            need = {}
            for card in cards:
                if card in moment.free:
                    need[card] = moment.reach - {draw[0]}
            return not deal.know.possible(need)
    return False


def wrong_order(deal, seat, side, call):
    rules = deal.rules
    window = len(deal.tricks)
    standing = [c for c in deal.calls if not c.false]
    if [c for c in standing if c.text == call]:
        return "already"
    here = [c for c in standing if c.trick == window]
    if rules.cantes_per_player == "1" and [c for c in here if c.seat == seat]:
        return "limit"
    if rules.cantes_per_player == "1_per_side" and [c for c in here if side_of(c.seat, rules) == side]:
        return "limit"
    if rules.cante_party == "side":
        ours = [c for c in standing if side_of(c.seat, rules) == side]
    else:
        ours = [c for c in standing if c.seat == seat]
    if call.startswith("tute"):
        if rules.tute_after_cante == "never" and ours:
            return "tute_after_cante"
        if rules.tute_after_cante == "other_window" and [c for c in ours if c.trick == window]:
            return "tute_after_cante"
    if call == "40" and rules.cante_order != "off":
        for c in ours:
            if c.text.startswith("20") and (rules.cante_order == "round" or c.trick == window):
                return "order"
    return too_late(deal, seat, side, window)


def too_late(deal, seat, side, window):
    rules = deal.rules
    won = [i + 1 for i, (winner, _) in enumerate(deal.tricks) if side_of(winner, rules) == side]
    if rules.cante_declarer == "winner":  # he could not call in his partner's windows
        won = [i + 1 for i, (winner, _) in enumerate(deal.tricks) if winner == seat]
    before = [trick for trick in won if trick < window]
    if rules.cante_deadline == "first_window_only" and before:
        return "deadline"
    if rules.cante_deadline == "first_opportunity" and not deal.in_stock:
        for trick in before:
            if not [c for c in deal.calls if c.seat == seat and c.trick == trick and not c.false]:
                return "deadline"
    return None


SWAP_REASONS = ("none", "stock", "moment", "needs_trick", "suit", "rank", "cards")


def refuse_swap(deal, seat, card, more):
    rules = deal.rules
    if rules.exchange == "none":
        return "none"
    left = deal.stock_left() - len(more)
    if deal.upcard is None or deal.in_stock and not left or left < rules.exchange_min_stock:
        return "stock"
    if rules.exchange_moment == "between_tricks" and deal.table():
        return "moment"
    winners = [winner for winner, _ in deal.tricks]
    sides = [side_of(winner, rules) for winner in winners]
    side = side_of(seat, rules)
    needs = rules.exchange_needs
    if (
        needs == "player_trick"
        and seat not in winners
        or needs == "side_trick"
        and side not in sides
        or needs == "just_won"
        and (not sides or sides[-1] != side)
    ):
        return "needs_trick"
    if card[1] != deal.trump:
        return "suit"
    takes = {"7": "A3RCS", "2": "7654"}
    if rules.exchange_two_takes == "anything":
        takes["2"] = "A3RCS7654"
    if deal.upcard[0] not in takes.get(card[0], ""):
        return "rank"
    if not deal.can_hold(deal.moment(seat, more), [card], more):
        return "cards"
    return None


SHOW_REASONS = ("card_unknown", "card_played", "card_elsewhere", "too_many")


def refuse_show(deal, seat, cards, more):
    moment = deal.moment(seat, more)
    for card in cards:
        if card not in deal.pack:
            return "card_unknown"
    for card in cards:
        if deal.laid(card):
            return "card_played"
        if not deal.can_hold(moment, [card], more):
            return "card_elsewhere"
    return None if deal.can_hold(moment, cards, more) else "too_many"
