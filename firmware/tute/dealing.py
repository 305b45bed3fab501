"""The deal: a round and its fields as they begin, the trump card shown. Lent."""

from tute import lend
from tute.cantes import Cantes
from tute.cards import RANKS, count
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
    known.size = 4 * count(pack)
    known.count = 0
    known.order = bytearray(40)
    known.at = bytearray([0 if pack >> card % 10 & 1 else 255 for card in range(40)])
    known.live = [pack] * 4
    known.known = [0] * (4 * n)
    known.others = known.known[:]
    known.shown = [[] for _ in range(n)]
    known.sure = [0] * n
    known.left = [size] * n
    known.hidden = known.size
    return known


def new_audit(audit, rules, trick):
    """Gives an Audit its fields: nothing was laid."""
    know_nothing(audit, rules)
    audit.trick = trick
    audit.record = 0
    audit.open = [[] for _ in range(rules.players)]
    audit.watch = audit.known[:]
    audit.recount_at = 99
    audit.found = []
    audit.told = []
    audit.news = False
    audit.said = []
    audit.hearing = None
    audit.false_calls = []
    audit.moved = []
    return audit


def new_round(rules, dealer, upcard):
    """A round dealt by seat `dealer`, who shows the trump card `upcard`."""
    n = rules.players
    stock = rules.trump_source == "stock_upcard" and lend("stock")
    r = new_audit(stock.StockRound() if stock else Round(), rules, Trick(rules, upcard // 10))
    r.rules = rules
    r.dealer = dealer
    r.upcard = upcard
    r.live_mode = rules.renuncio_detection == "live"
    step = 1 if rules.direction == "ccw" else -1
    r.after = bytes([(seat - 1 + step) % n + 1 for seat in range(n + 1)])
    r.turn = r.after[dealer]
    r.leaders = bytearray(20)
    r.side_names = rules.side_names()
    r.side_of = bytes([(seat - 1) % len(r.side_names) for seat in range(n + 1)])
    r.points = [0] * len(r.side_names)
    r.cantes = Cantes(rules, upcard // 10)
    r.last_winner = 0
    r.taken = None
    r.verdict = 0
    r.claims = []
    r.forfeit = -1
    r.result = None
    r.void = False
    r.keep_at = 0
    r.keep_later()
    if stock:
        r.lay_stock()
    else:
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
    if ref._hands and ref._hands.is_elsewhere(seat - 1, card):
        return "card_elsewhere"
    for p in range(ref.seats if ref._hands else 0):
        cards = ref._hands.shown[p]
        reason = new.why_not_held(p, cards)
        if reason:
            return reason
        new.learn_all(p, cards)
    if not dry:
        # kept from here on, where the round before stands still but for claims, which give this state up
        ref._base = ref._previous = None  # not the states before, nor the round before the last
        state = ref._state(ref._round)
        begin(ref, None)
        ref._base = (ref._pos, state)
        ref._previous = ref._round
        ref._round = new
        ref._match.dealer = seat
        carry(ref, new)
    return None


def carry(ref, r):
    """A round without a card: its points go on from those that are carried (round_win=first_to_101)."""
    r.carried = ref._match.carried
    if ref.rules.round_win == "first_to_101":
        r.points = list(r.carried or [0] * ref.sides)
        r.refresh()


def begin(ref, hands):
    """The first event of a round is told from its others."""
    if not ref._hands:
        ref._begun = ref._pos
    ref._hands = hands
