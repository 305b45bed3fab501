"""The deal: a round and its fields as they begin, scanned hands, the trump card; cards that are shown. Lent."""

from tute import lend
from tute.cantes import Cantes
from tute.cards import RANKS
from tute.knowledge import Knowledge
from tute.round import Round
from tute.trick import Trick


def know_nothing(known, rules):
    """Gives a Knowledge its fields: the whole pack is dealt, no card is known."""
    n = rules.players
    size = rules.hand_size
    pack = 1023
    for letter in rules.removed_ranks:
        pack ^= 1 << RANKS.find(letter)
    known.players = n
    known.size = n * size  # cards in the pack
    known.count = 0  # cards laid
    known.order = bytearray(40)  # cards in the order they were laid
    # by card: 1 + its place in `order`, 0 while it is not laid, 255 if it is not in the pack
    known.at = bytearray([0 if pack >> card % 10 & 1 else 255 for card in range(40)])
    known.live = [pack] * 4  # by suit: cards not laid
    known.known = [0] * (4 * n)  # by seat * 4 + suit: cards in hand that are known to be there
    known.others = known.known[:]  # the same: cards known not to be there because another has them
    known.shown = [[] for _ in range(n)]  # known cards in hand, in the order they became known
    known.sure = [0] * n  # number of these
    known.left = [size] * n  # cards in hand
    known.hidden = known.size  # cards not laid and not known
    return known


def new_audit(audit, rules, trick):
    """Gives an Audit its fields: nothing was laid."""
    know_nothing(audit, rules)
    audit.trick = trick
    audit.open = [[] for _ in range(rules.players)]  # by seat: records of its open plays
    audit.watch = audit.known[:]  # by seat * 4 + suit: at least all witnesses of its open plays
    audit.recount_at = 99  # counting proves nothing before so many cards are laid
    audit.found = []  # findings not yet told
    audit.told = []  # findings told
    audit.news = False  # whether there are findings that were not looked at
    audit.said = []  # announced cantes that may be false: (p, call, cards, cards laid, moves before)
    audit.hearing = None  # looks at them again
    audit.false_calls = []  # (p, call) of those just found false
    audit.moved = []  # cards that swaps moved: (card, from)
    return audit


def new_round(rules, dealer, upcard):
    """A round dealt by seat `dealer`, who shows the trump card `upcard`. Without a stock."""
    n = rules.players
    r = new_audit(Round(), rules, Trick(rules, upcard // 10))
    r.rules = rules
    r.dealer = dealer
    r.upcard = upcard  # -1 once it is gone
    r.live_mode = rules.renuncio_detection == "live"
    step = 1 if rules.direction == "ccw" else -1
    r.after = [(seat - 1 + step) % n + 1 for seat in range(n + 1)]  # by seat: the seat that plays next
    r.turn = r.after[dealer]  # 0 when nobody plays
    r.leaders = bytearray(20)  # by trick from 0: the seat that led
    r.side_names = rules.side_names()
    r.side_of = bytes([(seat - 1) % len(r.side_names) for seat in range(n + 1)])
    r.points = [0] * len(r.side_names)
    r.cantes = Cantes(rules, upcard // 10)
    r.last_winner = 0  # seat that won the last complete trick
    r.taken = None  # (seat, points) when the last event completed a trick
    r.verdict = 0
    r.claims = []  # [seat, seat index it is against, status]
    r.forfeit = -1  # side whose points go to the other (renuncio_penalty=points_to_opponents)
    r.result = None  # (winner, games, by) when it is over
    r.void = False
    r.learn(dealer - 1, upcard)
    r.refresh()
    return r


def deal(ref, seat, card, dry):
    """`deal`: opens a round, with the hands that were scanned before."""
    if ref.is_open():
        return "round_open"
    new = new_round(ref.rules, seat, card)
    if new.at[card]:
        return "card_unknown"
    for p in range(ref.seats if ref._hands else 0):
        cards = ref._hands.shown[p]
        reason = new.why_not_held(p, cards)
        if reason:
            return reason
        new.learn_all(p, cards)
    if not dry:
        begin(ref, None)
        ref._previous = ref._round
        ref._round = new
        ref._match.dealer = seat
    return None


def begin(ref, hands):
    """The first event of a round: the state before it is kept."""
    if not ref._hands:
        ref._begun = ref._pos
        ref._base = (ref._pos, ref._state())
    ref._hands = hands


def hand(ref, seat, cards, dry):
    """`hand`: cards that are known to have been dealt to a seat."""
    p = seat - 1
    known = ref._hands or know_nothing(Knowledge(), ref.rules)
    if ref.is_open():
        known = ref._round
        if known.count:
            return "round_open"
    reason = known.why_not_held(p, cards)
    if reason == "card_elsewhere":
        reason = "already" if any([known.is_elsewhere(p, card) for card in cards]) else "too_many"
    if reason or dry:
        return reason
    if known is not ref._round:
        begin(ref, known)
    for card in cards:
        known.learn(p, card)
    return None


def show(ref, seat, cards, dry):
    """`show`: cards that were seen in a seat's hand, now or when the round ended."""
    r = ref._round
    if r is None:
        return "no_round"
    reason = r.why_not_held(seat - 1, cards)
    if reason or dry:
        return reason
    before = r.result and lend("proofs").audit_pairs(r)
    r.learn_all(seat - 1, cards)
    if before:
        now = lend("proofs").audit_pairs(r)
        if now != before:
            ref._more["audit"] = now
    return None
