"""What happens between two tricks of a round with a stock: draws, and calls and swaps before or after them. Lent.

A cante, swap or show of a window whose draws are owed is tried with none of them made, then up to the seat's own, then
all; what is accepted first stands, and only those draws count as made (acta.md section 3, draws).
"""

from tute import lend
from tute.acta import NO_CARD, SWAP
from tute.kept import Part

# reasons in the order of checking: the attempt that came furthest says why
_CANTE_ORDER = "moment side stock rank cards last_drawn already limit tute_after_cante order deadline".split()
_SWAP_ORDER = "none stock moment needs_trick suit rank cards".split()


def draw(ref, seat, arg, dry):
    """`draw`: of all who owe one (seat 0), or of a seat; arg: the card, or NO_CARD."""
    r = ref._round
    if not hasattr(r, "stock"):
        return "stock"
    if not r.owed or seat and seat not in r.owed:
        return "already"
    made = r.owed.index(seat) if seat else 0
    if arg != NO_CARD:
        last = r.stock == made + 1
        if r.at[arg]:
            return "card_unknown" if r.at[arg] == 255 else "card_played"
        if arg != r.upcard if last else r.is_elsewhere(seat - 1, arg) or r.is_known(seat - 1, arg):
            return "card_elsewhere"
    if dry:
        return None
    if not seat:
        r.draw_all()
        return None
    for _ in range(made):
        r.draw()
    r.draw(arg if arg != NO_CARD and r.stock > 1 else -1)
    return None


def tries(r, p):
    """How many of the owed draws to count as made, one attempt after another."""
    owed = r.owed
    own = owed.index(p + 1) + 1 if p + 1 in owed else 0
    return [made for i, made in enumerate((0, own, len(owed))) if not i or made > (0, own)[i - 1]]


def furthest(r, p, refuse, order):
    """(reason, made): reason None with the number of draws that must count as made, else the furthest reason."""
    worst = -1
    for made in tries(r, p):
        reason = refuse(r, p, made)
        if not reason:
            return None, made
        worst = max(worst, order.index(reason))
    return order[worst], 0


def refusal(kind, arg, home=None):
    """(function of round, seat index and draws made: why a cante or swap is refused; its order of reasons).

    home: of the module that asks, `refuse` and what else it has for it (`won`, or `cante_cards`): lent anew it would
    lie in the heap twice."""
    swap = kind == SWAP
    if not home:
        module = lend("swap" if swap else "declaring")
        home = module.refuse, module.won if swap else module.cante_cards
    if swap:
        return (lambda r, p, made: _refuse_swap(r, p, arg, made, home)), _SWAP_ORDER
    return (lambda r, p, made: _refuse_cante(r, p, arg, made, home)), _CANTE_ORDER


def why_not(r, p, kind, arg, home):
    """Why seat index p may not make this cante or swap now, None if it may."""
    refuse, order = refusal(kind, arg, home)
    return furthest(r, p, refuse, order)[0]


def _refuse_swap(r, p, card, made, home):
    """Why not, when so many of the owed draws are made."""
    refuse, won = home
    stock = r.stock - made
    upcard = r.upcard if stock else -1
    reason = refuse(r.rules, r.trick.trump, upcard, card, r.trick.led < 0, won(r, p), stock)
    return reason or ("cards" if r.why_not_held(p, (card,), made) else None)


def _refuse_cante(r, p, call, made, home):
    def held(cards):
        return r.why_not_held(p, cards, made) is None

    refuse, cante_cards = home
    cards = cante_cards(call, r.trick.trump)
    return refuse(r.cantes, p, call, held, r.phase(made), r.stock - made, just_drawn(r, p, cards, made))


def just_drawn(r, p, cards, made):
    """The card of these that p must have drawn just now, when so many of the owed draws are made; -1: none must."""
    place = r.owed.index(p + 1) if p + 1 in r.owed else -1
    size = r.left[p]
    known = r.before[p]
    if place >= 0:
        if place >= made:
            return -1
        if r.stock == place + 1:
            return r.upcard
        size += 1
    if known is None:
        return r.fresh[p]
    new = [card for card in cards if card not in known]
    return new[0] if len(known) + len(new) >= size and new else -1


def ready(r, p, kind, arg, home):
    """Before an accepted cante or swap is taken: makes the draws that it needs. Whether it pins the owed draw of p
    behind itself, because it would be refused after it."""
    refuse, order = refusal(kind, arg, home)
    made = furthest(r, p, refuse, order)[1]
    for _ in range(made):
        r.draw()
    if p + 1 not in r.owed:
        return False
    return refuse(r, p, r.owed.index(p + 1) + 1) is not None


def show(r, p, cards, dry):
    """`show`: cards that were seen in the hand of p; makes the draws that it needs."""
    for made in tries(r, p):
        reason = r.why_not_held(p, cards, made)
        if not reason:
            break
    if not reason and not dry:
        for _ in range(made):
            r.draw()
        r.learn_all(p, cards)
    return reason


def take_swap(r, p, offered):
    """Seat index p exchanges this card, which was found right, for the trump card under the stock."""
    r.learn_all(p, (offered,))
    upcard = r.upcard
    known = r.before[p]
    if known is not None:
        # a card that was not known before the draw may be the one drawn: then no other was
        r.before[p] = [upcard if card == offered else card for card in known] if offered in known else None
    r.lose(p, offered)
    r.others[p * 4 + offered // 10] |= 1 << offered % 10
    r.others[p * 4 + upcard // 10] ^= 1 << upcard % 10
    r.come(p, upcard)
    r.moved.append((offered, p))
    r.upcard = offered
    r.refresh()
    if r.said:
        hear(r)


class Said(Part):
    """A cante of seat index p announced; `when` as `proofs.disprove`."""

    def __init__(self, p, call, unseen, when):
        self.p = p
        self.call = call
        self.when = when
        self.unseen = unseen  # its cards that were not seen in that hand
        self.came = False  # one of them is known to have come later
        self.draws = 0  # unseen draws since
        self.doubtful = False  # one of its cards, seen, may have been drawn since
        self.floating = False  # one of its cards, seen, may be the card of a draw still owed


def take_said(r, p, call, cards, when):
    """Seat index p has announced a cante without showing its cards; when: as `proofs.disprove`."""
    unseen = [card for card in cards if not r.is_known(p, card)]
    if unseen:
        r.hearing = hear
        r.said.append(Said(p, call, unseen, when))


def hear(r):
    """Looks again at the announced cantes: their cards not seen yet must fit into what was unknown of the hand, at
    every moment since. Those that no possible hand had become findings."""
    for said in r.said[:]:
        p = said.p
        before = len(said.unseen)
        unseen = None if said.came else _unseen(r, p, said.unseen)
        unmade = r.unmade(p)
        if unseen is None or len(unseen) > r.left[p] - r.sure[p] + unmade:
            r.said.remove(said)
            lend("proofs").disprove(r, p, said.call, said.when)
            continue
        said.unseen = unseen
        if len(unseen) < before:
            if said.draws:
                said.doubtful = True
            elif unmade:
                said.floating = True
        if not (unseen or said.doubtful or said.floating):
            r.said.remove(said)


def is_unsure(r, said):
    """Whether some possible hand had not all cards of an announced cante."""
    spare = r.hidden - r.left[said.p] + r.sure[said.p]
    return said.doubtful or said.floating or spare + said.draws > 0


def _unseen(r, p, cards):
    """Those of these cards that were not seen in the hand of p; None if one is known to have been elsewhere."""
    unseen = []
    for card in cards:
        at = r.at[card]
        if at and r.layer(at - 1) != p or not at and r.is_elsewhere(p, card):
            return None
        if not at and not r.is_known(p, card):
            unseen.append(card)
    return unseen
