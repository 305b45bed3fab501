"""Cards seen in a hand: scanned as they were dealt, shown at any time (acta.md section 3, `hand` and `show`). Lent."""

from tute import acta, lend
from tute.knowledge import Knowledge


def scanned(ref):
    """Whether hands of this round, or of the one that is being dealt, were scanned and not given up."""
    words = ref._words
    pos = len(words) if ref._hands or ref.is_open() else 0
    while pos > ref._begun:
        pos -= 1
        kind = words[pos] >> 11 & 31
        if kind == acta.HAND or kind == acta.FORGET:
            return kind == acta.HAND
    return False


def placed(ref):
    """By suit: mask of the cards of the open round that nobody can draw unseen: laid, known to be in a hand, or shown
    under the stock."""
    r = ref._round
    masks = []
    for suit in range(4):
        mask = 1023 & ~r.live[suit]
        for p in range(r.players):
            mask |= r.known[p * 4 + suit]
        masks.append(mask | r.others[suit] & r.others[4 + suit])
    return masks


def hand(ref, seat, cards, dry):
    """`hand`: cards that are known to have been dealt to a seat."""
    p = seat - 1
    known = ref._hands or lend("dealing").know_nothing(Knowledge(), ref.rules)
    if ref.is_open():
        known = ref._round
        if known.count:
            return "round_open"
        # dealt to him, and exchanged before the first lead
        cards = [card for card in cards if (card, p) not in known.moved]
    reason = known.why_not_held(p, cards)
    if reason == "card_elsewhere":
        reason = "already" if any([known.is_elsewhere(p, card) for card in cards]) else "too_many"
    if reason or dry:
        return reason
    if known is not ref._round:
        lend("dealing").begin(ref, known)
    for card in cards:
        known.learn(p, card)
    return None


def show(ref, seat, cards, dry):
    """`show`: cards that were seen in a seat's hand, now or when the round ended."""
    r = ref._round
    if r is None:
        return "no_round"
    stock = ref.rules.trump_source == "stock_upcard"
    reason = lend("draws").show(r, seat - 1, cards, True) if stock else r.why_not_held(seat - 1, cards)
    if reason or dry:
        return reason
    before = r.result and lend("proofs").audit_pairs(r)
    if stock:
        lend("draws").show(r, seat - 1, cards, False)
    else:
        r.learn_all(seat - 1, cards)
    if before:
        now = lend("proofs").audit_pairs(r)
        if now != before:
            ref._more["audit"] = now
    return None
